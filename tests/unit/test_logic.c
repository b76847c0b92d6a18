/* Formulas and automata against the meaning of formulas on lasso words.
 *
 * NOE_LOGIC_CASES in the environment sets the number of random formulas (3000), for
 * longer campaigns; NOE_LOGIC_SEED the seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "logic/branching.h"
#include "logic/logic_int.h"
#include "logic/sequence.h"
#include "logic_kit.h"

static uint64_t setting(const char *name, uint64_t normal) {
  const char *value = getenv(name);
  return value ? strtoull(value, NULL, 10) : normal;
}

/* The formula as a term, no law applied: automata are then tried on shapes that the
 * laws would not let through. */
static const struct noe_term *plain(struct noe_logic *logic, const struct noe_formula *f, bool negated);

static const struct noe_term *plain_pair(struct noe_logic *logic, bool both, const struct noe_term *left,
                                         const struct noe_term *right) {
  const struct noe_term *parts[2] = {left->id < right->id ? left : right, left->id < right->id ? right : left};
  if (left == right->negation)
    return noe_logic_constant(logic, !both);
  return left == right ? left : noe_logic_intern(logic, both ? NOE_TERM_AND : NOE_TERM_OR, 0, parts, 2);
}

static const struct noe_term *plain_until(struct noe_logic *logic, bool until, const struct noe_term *left,
                                          const struct noe_term *right) {
  const struct noe_term *parts[2] = {left, right};
  return noe_logic_intern(logic, until ? NOE_TERM_UNTIL : NOE_TERM_RELEASE, 0, parts, 2);
}

static const struct noe_term *plain(struct noe_logic *logic, const struct noe_formula *f, bool negated) {
  const struct noe_term *left = NULL, *right = NULL, *literal;
  if (f->kind == NOE_FORMULA_NOT)
    return plain(logic, f->left, !negated);
  if (f->left)
    left = plain(logic, f->left, negated != (f->kind == NOE_FORMULA_IMPLIES));
  if (f->right)
    right = plain(logic, f->right, negated);
  switch (f->kind) {
  case NOE_FORMULA_TRUE: return noe_logic_constant(logic, !negated);
  case NOE_FORMULA_FALSE: return noe_logic_constant(logic, negated);
  case NOE_FORMULA_AND: return plain_pair(logic, !negated, left, right);
  case NOE_FORMULA_OR:
  case NOE_FORMULA_IMPLIES: return plain_pair(logic, negated, left, right);
  case NOE_FORMULA_NEXT: return noe_logic_intern(logic, NOE_TERM_NEXT, 0, &left, 1);
  case NOE_FORMULA_ALWAYS: return plain_until(logic, negated, noe_logic_constant(logic, negated), left);
  case NOE_FORMULA_EVENTUALLY: return plain_until(logic, !negated, noe_logic_constant(logic, !negated), left);
  case NOE_FORMULA_UNTIL: return plain_until(logic, !negated, left, right);
  case NOE_FORMULA_RELEASE: return plain_until(logic, negated, left, right);
  case NOE_FORMULA_WEAK_UNTIL: return plain_until(logic, negated, right, plain_pair(logic, negated, left, right));
  default: literal = noe_logic_literal(logic, f->number); return negated ? literal->negation : literal;
  }
}

/* The word in the propositions of the table. */
static struct word renamed(const struct noe_logic *logic, const struct word *word) {
  struct word seen = *word;
  for (uint32_t i = 0; i < word->length; i++) {
    seen.letters[i] = 0;
    for (uint32_t p = 0; p < noe_logic_proposition_count(logic); p++)
      seen.letters[i] |= (word->letters[i] >> noe_logic_proposition(logic, p)->atom & 1) << p;
  }
  return seen;
}

struct figures {
  uint64_t states, skipped;
};

static void check_flags(const struct noe_automaton *automaton) {
  for (uint32_t s = 0; s < automaton->state_count; s++)
    for (uint32_t i = automaton->first[s]; i < automaton->first[s + 1]; i++) {
      const struct noe_edge *edge = &automaton->edges[i];
      assert_true(edge->source == s && edge->target < automaton->state_count && !(edge->positive & edge->negative));
      assert_false(edge->marks & ~noe_automaton_all_marks(automaton));
    }
  assert_int_equal(automaton->safety, !automaton->mark_count);
  assert_true(automaton->weak || !automaton->terminal);
}

static bool is_ambiguous(const struct noe_automaton *automaton, uint64_t letter) {
  for (uint32_t s = 0; s < automaton->state_count; s++) {
    uint32_t taken = 0;
    for (uint32_t i = automaton->first[s]; i < automaton->first[s + 1]; i++)
      taken += noe_edge_takes(&automaton->edges[i], letter);
    if (taken > 1)
      return true;
  }
  return false;
}

static void random_case(struct noe_memory *memory, uint64_t number, struct figures *figures) {
  struct noe_random random = {number * UINT64_C(1000003)};
  uint32_t propositions = 1 + (uint32_t)noe_random_below(&random, 4);
  struct formulas pool = {.count = 0};
  const struct noe_formula *formula = random_formula(&pool, &random, 1 + (uint32_t)noe_random_below(&random, 16),
                                                     propositions, noe_random_below(&random, 2));
  struct noe_temporal temporal = {.formula = formula, .atoms = plain_atoms, .atom_count = 8};
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  bool lawless = number % 3 == 0;
  const struct noe_term *term = NULL;
  if (lawless)
    term = plain(logic, formula, false);
  else
    assert_int_equal(noe_logic_from_temporal(logic, &temporal, &term), NOE_LOGIC_DONE);
  const struct noe_automaton *yes = noe_logic_translate(arena, memory, term);
  const struct noe_automaton *no = noe_logic_translate(arena, memory, noe_logic_not(term));
  figures->skipped += !yes || !no;
  for (uint32_t w = 0; w < 8 && yes && no; w++) {
    struct word word = random_word(&random, propositions), seen = lawless ? word : renamed(logic, &word);
    bool truth[WORD_LIMIT], meant[WORD_LIMIT];
    judge(formula, &word, truth);
    judge_term(term, &seen, meant);
    if (meant[0] != truth[0])
      fail_msg("case %llu: a law is wrong", (unsigned long long)number);
    if (accepts(yes, &seen) != truth[0])
      fail_msg("case %llu: the automaton of the formula is wrong", (unsigned long long)number);
    if (accepts(no, &seen) == truth[0])
      fail_msg("case %llu: the automaton of the negation is wrong", (unsigned long long)number);
    assert_false(yes->deterministic && is_ambiguous(yes, seen.letters[0]));
  }
  if (yes && no) {
    check_flags(yes);
    check_flags(no);
    figures->states += yes->state_count + no->state_count;
  }
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
}

static void random_formulas(void **state) {
  (void)state;
  uint64_t cases = setting("NOE_LOGIC_CASES", 3000), seed = setting("NOE_LOGIC_SEED", 1);
  struct figures figures = {0};
  struct noe_memory *memory = noe_base_memory_new(0);
  for (uint64_t i = 0; i < cases; i++)
    random_case(memory, seed * UINT64_C(1000000007) + i, &figures);
  print_message("%llu formulas, %.2f states per automaton, %llu too large\n", (unsigned long long)cases,
                (double)figures.states / (double)(2 * cases), (unsigned long long)figures.skipped);
  assert_true(figures.skipped <= cases / 1000);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* ---------------------------------------------------------------------- sizes */

/* States and edges of the automata of the formula and of its negation, which is the
 * one a search uses: docs/temporal-automata.md shows this table. */
struct size {
  const char *formula;
  uint32_t states, edges, negated_states, negated_edges;
};

static const struct size sizes[] = {
#include "logic_sizes.h"
};

static void usual_formulas(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct formulas pool = {.count = 0};
    const char *text = sizes[i].formula;
    struct noe_temporal temporal = {.formula = read_formula(&pool, &text, 0), .atoms = plain_atoms, .atom_count = 8};
    struct noe_logic *logic = noe_logic_new(memory);
    struct noe_arena *arena = noe_base_arena_new(memory);
    const struct noe_term *term;
    assert_int_equal(noe_logic_from_temporal(logic, &temporal, &term), NOE_LOGIC_DONE);
    const struct noe_automaton *yes = noe_logic_translate(arena, memory, term);
    const struct noe_automaton *no = noe_logic_translate(arena, memory, noe_logic_not(term));
    if (yes->state_count != sizes[i].states || yes->edge_count != sizes[i].edges ||
        no->state_count != sizes[i].negated_states || no->edge_count != sizes[i].negated_edges)
      fail_msg("{\"%s\", %u, %u, %u, %u},", sizes[i].formula, yes->state_count, yes->edge_count, no->state_count,
               no->edge_count);
    noe_base_arena_delete(arena);
    noe_logic_delete(logic);
  }
  noe_base_memory_delete(memory);
}

/* --------------------------------------------------------------------- limits */

/* Automata that cannot be small: an honest answer, soon, and no memory kept. */
static void limits(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_term *all = noe_logic_constant(logic, true);
  for (uint32_t i = 0; i < 40; i++) { /* 40 promises pending in any combination */
    const struct noe_term *both[2] = {all, noe_logic_eventually(logic, noe_logic_literal(logic, i))};
    all = noe_logic_and(logic, both, 2);
  }
  size_t before = noe_base_memory_used(memory);
  assert_null(noe_logic_translate(arena, memory, all));
  assert_int_equal(noe_base_memory_used(memory), before);
  const struct noe_automaton *no = noe_logic_translate(arena, memory, noe_logic_not(all));
  assert_non_null(no);
  assert_int_equal(no->state_count, 41);
  const struct noe_term *deep = noe_logic_literal(logic, 0);
  for (uint32_t i = 0; i < 300; i++)
    deep = noe_logic_next(logic, deep);
  assert_null(noe_logic_translate(arena, memory, deep)); /* more members than a set holds */
  struct noe_logic_limits few = NOE_LOGIC_LIMITS;
  few.states = 1;
  assert_null(noe_logic_translate_within(arena, memory, noe_logic_eventually(logic, noe_logic_literal(logic, 0)), few));
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* Everything this room makes, from one claim. */
static void make_all(struct noe_memory *memory) {
  struct noe_formula a = {.kind = NOE_FORMULA_ATOM}, f = {.kind = NOE_FORMULA_EVENTUALLY, .left = &a};
  struct noe_formula g = {.kind = NOE_FORMULA_ALWAYS, .left = &f};
  struct noe_sequence letter = {.kind = NOE_SEQUENCE_LETTER};
  struct noe_sequence twice = {.kind = NOE_SEQUENCE_THEN, .left = &letter, .right = &letter};
  struct noe_temporal temporal = {.formula = &g, .sequence = &twice, .atoms = plain_atoms, .atom_count = 8};
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_term *term;
  const struct noe_monitor *monitor;
  const struct noe_branching *graph;
  assert_int_equal(noe_logic_from_temporal(logic, &temporal, &term), NOE_LOGIC_DONE);
  assert_non_null(noe_logic_translate(arena, memory, term));
  assert_int_equal(noe_logic_sequence(logic, arena, &temporal, &monitor), NOE_LOGIC_DONE);
  assert_int_equal(noe_logic_monitor(arena, memory, noe_logic_always(logic, noe_logic_literal(logic, 0)), &monitor),
                   NOE_LOGIC_DONE);
  f.path = g.path = NOE_PATH_ALL;
  assert_int_equal(noe_logic_branching(logic, arena, &temporal, &graph), NOE_LOGIC_DONE);
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
}

/* Memory runs out at each request in turn: the escape is taken, nothing is lost. */
static void out_of_memory(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  jmp_buf escape;
  volatile uint64_t nth = 1;
  for (volatile bool done = false; !done; nth++) {
    noe_base_memory_guard(memory, &escape);
    noe_base_memory_fail_at(memory, nth);
    if (!setjmp(escape)) {
      make_all(memory);
      done = true;
    }
    noe_base_memory_fail_at(memory, 0);
    noe_base_memory_sweep(memory);
    assert_int_equal(noe_base_memory_used(memory), 0);
  }
  assert_true(nth > 5);
  noe_base_memory_delete(memory);
}

static void hoa(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_text text = noe_base_text(memory);
  const struct noe_term *often = noe_logic_always(logic, noe_logic_eventually(logic, noe_logic_literal(logic, 0)));
  noe_logic_print_hoa(&text, noe_logic_translate(arena, memory, often), "GF p0");
  assert_string_equal(
      noe_base_text_string(&text),
      "HOA: v1\nname: \"GF p0\"\nStates: 1\nStart: 0\nAP: 1 \"p0\"\nacc-name: generalized-Buchi 1\n"
      "Acceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels trans-acc deterministic\n--BODY--\n"
      "State: 0\n[!0] 0\n[0] 0 {0}\n--END--\n");
  noe_base_text_free(&text);
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_formulas), cmocka_unit_test(usual_formulas),
                                     cmocka_unit_test(limits), cmocka_unit_test(out_of_memory), cmocka_unit_test(hoa)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
