/* The graph of a CTL or mu-calculus claim against the claim itself, on small random
 * structures; quantifiers and their propositions; answers to what cannot be done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "logic/branching.h"
#include "logic_kit.h"

enum { STATES = 6, POINTS = 3 };

/* Sets of states are bits. Every state has a successor. */
struct kripke {
  uint32_t count;
  uint32_t next[2][STATES]; /* by rules "r" and "s" */
  uint32_t holds[3];        /* by atom */
};

static struct kripke random_kripke(struct noe_random *random) {
  struct kripke kripke = {.count = 1 + (uint32_t)noe_random_below(random, STATES)};
  uint32_t all = (1u << kripke.count) - 1;
  for (uint32_t s = 0; s < kripke.count; s++) {
    for (uint32_t rule = 0; rule < 2; rule++)
      kripke.next[rule][s] = (uint32_t)(noe_random_next(random) & noe_random_next(random)) & all;
    if (!(kripke.next[0][s] | kripke.next[1][s]))
      kripke.next[0][s] = 1u << noe_random_below(random, kripke.count);
  }
  for (uint32_t p = 0; p < 3; p++)
    kripke.holds[p] = (uint32_t)noe_random_next(random) & all;
  return kripke;
}

static uint32_t all_states(const struct kripke *kripke) { return (1u << kripke->count) - 1; }

/* States with a step by `rules` (bits) into `set`; with `all`, every such step. */
static uint32_t step_to(const struct kripke *kripke, uint32_t rules, uint32_t set, bool all) {
  uint32_t result = 0;
  for (uint32_t s = 0; s < kripke->count; s++) {
    uint32_t next = (rules & 1 ? kripke->next[0][s] : 0) | (rules & 2 ? kripke->next[1][s] : 0);
    if (all ? !(next & ~set) : (next & set) != 0)
      result |= 1u << s;
  }
  return result;
}

/* Least (from nothing) or greatest (from everything) set with Z = goal | (hold & step Z). */
static uint32_t iterate(const struct kripke *kripke, uint32_t hold, uint32_t goal, bool all, bool greatest) {
  uint32_t set = greatest ? all_states(kripke) : 0, before;
  do {
    before = set;
    set = goal | (hold & step_to(kripke, 3, set, all));
  } while (set != before);
  return set;
}

/* ------------------------------------------------------------- the claim itself */

static uint32_t meaning(const struct kripke *kripke, const struct noe_formula *f, uint32_t *points) {
  uint32_t everything = all_states(kripke), left = 0, right = 0;
  bool all = f->path == NOE_PATH_ALL;
  if (f->kind == NOE_FORMULA_LEAST || f->kind == NOE_FORMULA_GREATEST) {
    uint32_t before;
    points[f->number] = f->kind == NOE_FORMULA_LEAST ? 0 : everything;
    do {
      before = points[f->number];
      points[f->number] = meaning(kripke, f->left, points);
    } while (points[f->number] != before);
    return before;
  }
  if (f->left)
    left = meaning(kripke, f->left, points);
  if (f->right)
    right = meaning(kripke, f->right, points);
  switch (f->kind) {
  case NOE_FORMULA_TRUE: return everything;
  case NOE_FORMULA_FALSE: return 0;
  case NOE_FORMULA_ATOM: return kripke->holds[f->number];
  case NOE_FORMULA_NOT: return everything & ~left;
  case NOE_FORMULA_AND: return left & right;
  case NOE_FORMULA_OR: return left | right;
  case NOE_FORMULA_IMPLIES: return (everything & ~left) | right;
  case NOE_FORMULA_POINT: return points[f->number];
  case NOE_FORMULA_NEXT: return step_to(kripke, 3, left, all);
  case NOE_FORMULA_EVENTUALLY: return iterate(kripke, everything, left, all, false);
  case NOE_FORMULA_ALWAYS: return iterate(kripke, left, 0, all, true);
  case NOE_FORMULA_UNTIL: return iterate(kripke, left, right, all, false);
  case NOE_FORMULA_WEAK_UNTIL: return iterate(kripke, left, right, all, true);
  case NOE_FORMULA_RELEASE: return iterate(kripke, right, left & right, all, true);
  case NOE_FORMULA_DIAMOND: return step_to(kripke, f->rule[0] == 'r' ? 1 : 2, left, false);
  case NOE_FORMULA_BOX: return step_to(kripke, f->rule[0] == 'r' ? 1 : 2, left, true);
  default: return 0;
  }
}

/* ------------------------------------------------------------------- the graph */

struct reading {
  const struct kripke *kripke;
  const struct noe_logic *logic;
  const struct noe_branching *graph;
  uint32_t points[NOE_POINT_LIMIT];
};

static uint32_t value_of(struct reading *reading, uint32_t number) {
  const struct noe_node *node = &reading->graph->nodes[number];
  const struct kripke *kripke = reading->kripke;
  uint32_t everything = all_states(kripke), left, before;
  assert_true(node->kind == NOE_NODE_TRUE || number == 0 || (node->left < number && node->right < number));
  switch (node->kind) {
  case NOE_NODE_TRUE: return everything;
  case NOE_NODE_PROPOSITION: return kripke->holds[noe_logic_proposition(reading->logic, node->number)->atom];
  case NOE_NODE_NOT: return everything & ~value_of(reading, node->left);
  case NOE_NODE_AND: left = value_of(reading, node->left); return left & value_of(reading, node->right);
  case NOE_NODE_OR: left = value_of(reading, node->left); return left | value_of(reading, node->right);
  case NOE_NODE_NEXT: return step_to(kripke, 3, value_of(reading, node->left), false);
  case NOE_NODE_UNTIL:
    left = value_of(reading, node->left);
    return iterate(kripke, left, value_of(reading, node->right), false, false);
  case NOE_NODE_GLOBALLY: return iterate(kripke, value_of(reading, node->left), 0, false, true);
  case NOE_NODE_STEP: return step_to(kripke, node->rule[0] == 'r' ? 1 : 2, value_of(reading, node->left), false);
  case NOE_NODE_POINT: return reading->points[node->number];
  default: break;
  }
  reading->points[node->number] = node->kind == NOE_NODE_LEAST ? 0 : everything;
  do {
    before = reading->points[node->number];
    reading->points[node->number] = value_of(reading, node->left);
  } while (reading->points[node->number] != before);
  return before;
}

/* -------------------------------------------------------------- random claims */

/* `points`: bits of variables that may be used here; they may be used under an even
 * number of negations, `odd` bits are those that may not. */
static const struct noe_formula *random_claim(struct formulas *pool, struct noe_random *random, uint32_t size, bool mu,
                                              uint32_t even, uint32_t odd, uint32_t *bound) {
  static const enum noe_formula_kind unary[] = {NOE_FORMULA_NEXT, NOE_FORMULA_ALWAYS, NOE_FORMULA_EVENTUALLY};
  static const enum noe_formula_kind binary[] = {NOE_FORMULA_UNTIL, NOE_FORMULA_WEAK_UNTIL, NOE_FORMULA_RELEASE};
  static const enum noe_formula_kind plain[] = {NOE_FORMULA_AND, NOE_FORMULA_OR, NOE_FORMULA_IMPLIES};
  if (size <= 1) {
    uint32_t point = (uint32_t)noe_random_below(random, POINTS);
    bool use = even >> point & 1 && noe_random_below(random, 4);
    struct noe_formula *leaf = new_formula(pool, use ? NOE_FORMULA_POINT : NOE_FORMULA_ATOM);
    leaf->number = use ? point : (uint32_t)noe_random_below(random, 3);
    return leaf;
  }
  struct noe_formula *f = new_formula(pool, NOE_FORMULA_NOT);
  uint64_t pick = noe_random_below(random, size == 2 ? 6 : 10);
  f->path = NOE_PATH_NONE;
  if (pick == 0) {
    f->left = random_claim(pool, random, size - 1, mu, odd, even, bound);
  } else if (pick < 6) {
    if (mu && pick < 4 && *bound < POINTS) {
      f->kind = noe_random_below(random, 2) ? NOE_FORMULA_LEAST : NOE_FORMULA_GREATEST;
      f->number = (*bound)++;
      f->left = random_claim(pool, random, size - 1, mu, even | 1u << f->number, odd & ~(1u << f->number), bound);
      return f;
    }
    f->kind = mu ? NOE_FORMULA_NEXT : unary[noe_random_below(random, 3)];
    f->path = noe_random_below(random, 2) ? NOE_PATH_ALL : NOE_PATH_SOME;
    if (mu && noe_random_below(random, 2)) {
      f->kind = f->path == NOE_PATH_ALL ? NOE_FORMULA_BOX : NOE_FORMULA_DIAMOND;
      f->rule = noe_random_below(random, 2) ? "r" : "s";
      f->path = NOE_PATH_NONE;
    }
    f->left = random_claim(pool, random, size - 1, mu, even, odd, bound);
  } else {
    uint32_t left = 1 + (uint32_t)noe_random_below(random, size - 2);
    bool temporal = !mu && noe_random_below(random, 2);
    f->kind = temporal ? binary[noe_random_below(random, 3)] : plain[noe_random_below(random, 3)];
    if (temporal)
      f->path = noe_random_below(random, 2) ? NOE_PATH_ALL : NOE_PATH_SOME;
    bool turned = f->kind == NOE_FORMULA_IMPLIES;
    f->left = random_claim(pool, random, left, mu, turned ? odd : even, turned ? even : odd, bound);
    f->right = random_claim(pool, random, size - 1 - left, mu, even, odd, bound);
  }
  return f;
}

static void random_claims(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  uint64_t deep = 0;
  for (uint64_t i = 0; i < 6000; i++) {
    struct noe_random random = {i * UINT64_C(15485863) + 11};
    struct formulas pool = {.count = 0};
    uint32_t bound = 0, points[POINTS] = {0};
    const struct noe_formula *f =
        random_claim(&pool, &random, 1 + (uint32_t)noe_random_below(&random, 14), i & 1, 0, 0, &bound);
    struct noe_temporal temporal = {.formula = f, .atoms = plain_atoms, .atom_count = 8, .point_count = POINTS};
    struct noe_logic *logic = noe_logic_new(memory);
    struct noe_arena *arena = noe_base_arena_new(memory);
    struct reading reading = {.logic = logic};
    assert_int_equal(noe_logic_branching(logic, arena, &temporal, &reading.graph), NOE_LOGIC_DONE);
    assert_int_equal(reading.graph->nodes[reading.graph->root].free, 0);
    deep += reading.graph->nodes[reading.graph->root].alternation > 1;
    for (uint32_t k = 0; k < 5; k++) {
      struct kripke kripke = random_kripke(&random);
      reading.kripke = &kripke;
      if (value_of(&reading, reading.graph->root) != meaning(&kripke, f, points))
        fail_msg("case %llu", (unsigned long long)i);
    }
    noe_base_arena_delete(arena);
    noe_logic_delete(logic);
  }
  assert_true(deep > 20);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* ----------------------------------------------------------------- particulars */

struct desk {
  struct noe_memory *memory;
  struct noe_logic *logic;
  struct noe_arena *arena;
};

static struct desk new_desk(void) {
  struct desk desk = {.memory = noe_base_memory_new(0)};
  desk.logic = noe_logic_new(desk.memory);
  desk.arena = noe_base_arena_new(desk.memory);
  return desk;
}

static void close_desk(struct desk *desk) {
  noe_base_arena_delete(desk->arena);
  noe_logic_delete(desk->logic);
  assert_int_equal(noe_base_memory_used(desk->memory), 0);
  noe_base_memory_delete(desk->memory);
}

/* nu Y. mu Z. (p & Y) | EX Z alternates; nu Y. (mu Z. p | EX Z) & AX Y does not. */
static void alternation(void **state) {
  (void)state;
  struct noe_formula p = {.kind = NOE_FORMULA_ATOM};
  struct noe_formula y = {.kind = NOE_FORMULA_POINT, .number = 0}, z = {.kind = NOE_FORMULA_POINT, .number = 1};
  struct noe_formula ex = {.kind = NOE_FORMULA_NEXT, .path = NOE_PATH_SOME, .left = &z};
  struct noe_formula both = {.kind = NOE_FORMULA_AND, .left = &p, .right = &y};
  struct noe_formula body = {.kind = NOE_FORMULA_OR, .left = &both, .right = &ex};
  struct noe_formula mu = {.kind = NOE_FORMULA_LEAST, .number = 1, .left = &body};
  struct noe_formula nu = {.kind = NOE_FORMULA_GREATEST, .number = 0, .left = &mu};
  struct noe_formula ax = {.kind = NOE_FORMULA_NEXT, .path = NOE_PATH_ALL, .left = &y};
  struct noe_formula outer = {.kind = NOE_FORMULA_AND, .left = &mu, .right = &ax};
  struct noe_formula not_mu = {.kind = NOE_FORMULA_NOT, .left = &mu};
  struct noe_formula least = {.kind = NOE_FORMULA_LEAST, .number = 0, .left = &not_mu};
  struct noe_temporal temporal = {.formula = &nu, .atoms = plain_atoms, .atom_count = 8, .point_count = 2};
  const struct noe_branching *graph;
  struct desk desk = new_desk();
  assert_int_equal(noe_logic_branching(desk.logic, desk.arena, &temporal, &graph), NOE_LOGIC_DONE);
  assert_int_equal(graph->nodes[graph->root].alternation, 2);
  body.left = &p; /* Y is no longer free inside the mu */
  nu.left = &outer;
  assert_int_equal(noe_logic_branching(desk.logic, desk.arena, &temporal, &graph), NOE_LOGIC_DONE);
  assert_int_equal(graph->nodes[graph->root].alternation, 1);
  struct noe_text text = noe_base_text(desk.memory);
  noe_logic_print_branching(&text, graph);
  assert_non_null(strstr(noe_base_text_string(&text), "nu0"));
  noe_base_text_free(&text);
  /* mu Y. !(mu Z. (p & !Y) | EX Z): two binders of one kind that a negation sets apart */
  struct noe_formula not_y = {.kind = NOE_FORMULA_NOT, .left = &y};
  both.right = &not_y;
  body.left = &both;
  temporal.formula = &least;
  assert_int_equal(noe_logic_branching(desk.logic, desk.arena, &temporal, &graph), NOE_LOGIC_DONE);
  assert_int_equal(graph->nodes[graph->root].alternation, 2);
  both.right = &y; /* mu Y. !(… Y …) */
  assert_int_equal(noe_logic_branching(desk.logic, desk.arena, &temporal, &graph), NOE_LOGIC_NOT_MONOTONE);
  assert_null(graph);
  temporal.formula = &y;
  assert_int_equal(noe_logic_branching(desk.logic, desk.arena, &temporal, &graph), NOE_LOGIC_OTHER);
  const struct noe_term *term;
  temporal.formula = &ax;
  assert_int_equal(noe_logic_from_temporal(desk.logic, &temporal, &term), NOE_LOGIC_OTHER);
  close_desk(&desk);
}

/* forall i: 1..3 do forall j: 1..3 do i != j end end, and with `=`: decided without a look at any state. */
static void names_compared(void **state) {
  (void)state;
  struct noe_expr i = {.kind = NOE_EXPR_LOCAL, .slot = 4}, j = {.kind = NOE_EXPR_LOCAL, .slot = 5};
  struct noe_expr at_i = {.kind = NOE_EXPR_READ, .left = &i}, at_j = {.kind = NOE_EXPR_READ, .left = &j};
  struct noe_expr differ = {.kind = NOE_EXPR_NOT_EQUAL, .left = &at_i, .right = &at_j};
  const struct noe_expr *const atoms[] = {&differ};
  struct noe_formula_variable variables[] = {{.name = "i", .low = 1, .high = 3, .step = 1, .slot = 4},
                                             {.name = "j", .low = 1, .high = 3, .step = 1, .slot = 5}};
  struct noe_formula atom = {.kind = NOE_FORMULA_ATOM};
  struct noe_formula inner = {.kind = NOE_FORMULA_EXISTS, .number = 1, .left = &atom};
  struct noe_formula outer = {.kind = NOE_FORMULA_FORALL, .number = 0, .left = &inner};
  struct noe_temporal temporal = {
      .formula = &outer, .atoms = atoms, .atom_count = 1, .variables = variables, .variable_count = 2};
  struct desk desk = new_desk();
  const struct noe_term *term;
  assert_int_equal(noe_logic_from_temporal(desk.logic, &temporal, &term), NOE_LOGIC_DONE);
  assert_int_equal(noe_logic_proposition_count(desk.logic), 0);
  assert_ptr_equal(term, noe_logic_constant(desk.logic, true)); /* each i has another j */
  inner.kind = NOE_FORMULA_FORALL;
  assert_int_equal(noe_logic_from_temporal(desk.logic, &temporal, &term), NOE_LOGIC_DONE);
  assert_ptr_equal(term, noe_logic_constant(desk.logic, false));
  close_desk(&desk);
}

/* forall i: 1..n do exists j: 1..2 do G p(i) | F q(j): one proposition for each value
 * of the variable that an atom uses. */
static void quantifiers(void **state) {
  (void)state;
  struct noe_expr i = {.kind = NOE_EXPR_LOCAL, .slot = 4}, j = {.kind = NOE_EXPR_LOCAL, .slot = 5};
  struct noe_expr at_i = {.kind = NOE_EXPR_READ, .left = &i}, at_j = {.kind = NOE_EXPR_READ, .left = &j};
  struct noe_expr array = {.kind = NOE_EXPR_GLOBAL};
  struct noe_expr of_i = {.kind = NOE_EXPR_ELEMENT, .left = &array, .right = &at_i};
  struct noe_expr of_j = {.kind = NOE_EXPR_ELEMENT, .left = &array, .right = &at_j};
  struct noe_expr p = {.kind = NOE_EXPR_READ, .left = &of_i}, r = {.kind = NOE_EXPR_READ, .left = &of_j};
  struct noe_expr q = {.kind = NOE_EXPR_NOT, .left = &r};
  const struct noe_expr *const atoms[] = {&p, &q};
  struct noe_formula_variable variables[] = {{.name = "i", .low = 1, .high = 3, .step = 1, .slot = 4},
                                             {.name = "j", .low = 5, .high = 9, .step = 4, .slot = 5}};
  struct noe_formula fp = {.kind = NOE_FORMULA_ATOM, .number = 0}, fq = {.kind = NOE_FORMULA_ATOM, .number = 1};
  struct noe_formula g = {.kind = NOE_FORMULA_ALWAYS, .left = &fp}, f = {.kind = NOE_FORMULA_EVENTUALLY, .left = &fq};
  struct noe_formula either = {.kind = NOE_FORMULA_OR, .left = &g, .right = &f};
  struct noe_formula exists = {.kind = NOE_FORMULA_EXISTS, .number = 1, .left = &either};
  struct noe_formula forall = {.kind = NOE_FORMULA_FORALL, .number = 0, .left = &exists};
  struct noe_temporal temporal = {
      .formula = &forall, .atoms = atoms, .atom_count = 2, .variables = variables, .variable_count = 2};
  struct desk desk = new_desk();
  const struct noe_term *term;
  assert_int_equal(noe_logic_from_temporal(desk.logic, &temporal, &term), NOE_LOGIC_DONE);
  assert_int_equal(noe_logic_proposition_count(desk.logic), 5);
  uint32_t seen = 0;
  for (uint32_t n = 0; n < 5; n++) {
    const struct noe_proposition *proposition = noe_logic_proposition(desk.logic, n);
    assert_int_equal(proposition->uses[0], proposition->atom == 0);
    assert_int_equal(proposition->uses[1], proposition->atom == 1);
    seen |= 1u << (proposition->atom == 0 ? proposition->values[0] : proposition->values[1]);
    assert_int_equal(proposition->values[proposition->atom == 0], proposition->atom == 0 ? 5 : 1); /* the lowest */
  }
  assert_int_equal(seen, 1u << 1 | 1u << 2 | 1u << 3 | 1u << 5 | 1u << 9);
  struct noe_text text = noe_base_text(desk.memory);
  noe_logic_print(&text, term);
  assert_string_equal(noe_base_text_string(&text), "F (p1 | p2) | G (p0 & p3 & p4)");
  noe_base_text_free(&text);
  close_desk(&desk);
  variables[0].high = 63; /* 63 + 2 */
  desk = new_desk();
  assert_int_equal(noe_logic_from_temporal(desk.logic, &temporal, &term), NOE_LOGIC_TOO_MANY_ATOMS);
  assert_null(term);
  close_desk(&desk);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_claims), cmocka_unit_test(alternation),
                                     cmocka_unit_test(quantifiers), cmocka_unit_test(names_compared)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
