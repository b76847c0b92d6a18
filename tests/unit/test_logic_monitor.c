/* Monitors: of sequences against a matcher that tries everything, of safety formulas
 * against their meaning on lasso words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "logic/sequence.h"
#include "logic_kit.h"

static uint64_t cases(void) {
  const char *value = getenv("NOE_LOGIC_CASES");
  return value ? strtoull(value, NULL, 10) : 3000;
}

/* ------------------------------------------------------------------ sequences */

enum { SEQUENCES = 64 };

struct sequences {
  struct noe_sequence nodes[SEQUENCES];
  uint32_t count;
};

static struct noe_sequence *new_sequence(struct sequences *pool, enum noe_sequence_kind kind) {
  struct noe_sequence *sequence = &pool->nodes[pool->count++];
  *sequence = (struct noe_sequence){.kind = kind};
  return sequence;
}

static const struct noe_sequence *random_sequence(struct sequences *pool, struct noe_random *random, uint32_t size) {
  if (size <= 1) {
    bool empty = noe_random_below(random, 10) == 0;
    struct noe_sequence *leaf = new_sequence(pool, empty ? NOE_SEQUENCE_EMPTY : NOE_SEQUENCE_LETTER);
    leaf->atom = (uint32_t)noe_random_below(random, 4); /* two propositions, then true and false */
    leaf->negated = noe_random_below(random, 2);
    return leaf;
  }
  enum noe_sequence_kind kind = NOE_SEQUENCE_THEN + (enum noe_sequence_kind)noe_random_below(random, 4);
  if (size == 2)
    kind = NOE_SEQUENCE_REPEAT;
  struct noe_sequence *sequence = new_sequence(pool, kind);
  if (kind == NOE_SEQUENCE_REPEAT) {
    sequence->low = (uint32_t)noe_random_below(random, 4);
    sequence->high = noe_random_below(random, 2) ? UINT32_MAX : sequence->low + (uint32_t)noe_random_below(random, 3);
    sequence->left = random_sequence(pool, random, size - 1);
  } else {
    uint32_t left = 1 + (uint32_t)noe_random_below(random, size - 2);
    sequence->left = random_sequence(pool, random, left);
    sequence->right = random_sequence(pool, random, size - 1 - left);
  }
  return sequence;
}

static bool matches(const struct noe_sequence *r, const uint64_t *word, uint32_t from, uint32_t to);

/* Places that `rounds` rounds from `from` can end at, as bits. */
static bool repeats(const struct noe_sequence *r, const uint64_t *word, uint32_t from, uint32_t to) {
  uint64_t at = (uint64_t)1 << from;
  uint64_t last = r->high == UINT32_MAX ? r->low + (to - from) : r->high;
  for (uint64_t rounds = 0; rounds <= last && at; rounds++) {
    if (rounds >= r->low && at >> to & 1)
      return true;
    uint64_t next = 0;
    for (uint32_t i = from; i <= to; i++)
      for (uint32_t k = i; k <= to && at >> i & 1; k++)
        if (!(next >> k & 1))
          next |= (uint64_t)matches(r->left, word, i, k) << k;
    at = next;
  }
  return false;
}

static bool matches(const struct noe_sequence *r, const uint64_t *word, uint32_t from, uint32_t to) {
  switch (r->kind) {
  case NOE_SEQUENCE_EMPTY: return from == to;
  case NOE_SEQUENCE_LETTER: {
    if (to != from + 1)
      return false;
    bool holds = r->atom < 2 ? word[from] >> r->atom & 1 : r->atom == 2;
    return holds != r->negated;
  }
  case NOE_SEQUENCE_EITHER: return matches(r->left, word, from, to) || matches(r->right, word, from, to);
  case NOE_SEQUENCE_REPEAT: return repeats(r, word, from, to);
  default: break;
  }
  uint32_t overlap = r->kind == NOE_SEQUENCE_FUSE;
  for (uint32_t k = from; k + overlap <= to; k++)
    if (matches(r->left, word, from, k + overlap) && matches(r->right, word, k, to))
      return true;
  return false;
}

static bool some_block_ends(const struct noe_sequence *r, const uint64_t *word, uint32_t end) {
  for (uint32_t from = 0; from < end; from++)
    if (matches(r, word, from, end))
      return true;
  return false;
}

static const struct noe_expr sure = {.kind = NOE_EXPR_CONSTANT, .value = 1}, never = {.kind = NOE_EXPR_CONSTANT};
static const struct noe_expr *const letters[4] = {&plain_atom, &plain_atom, &sure, &never};

static uint64_t seen_letter(const struct noe_logic *logic, uint64_t letter) {
  uint64_t seen = 0;
  for (uint32_t p = 0; p < noe_logic_proposition_count(logic); p++)
    seen |= (letter >> noe_logic_proposition(logic, p)->atom & 1) << p;
  return seen;
}

static void check_sequence_on(const struct noe_logic *logic, const struct noe_monitor *monitor,
                              const struct noe_sequence *r, const uint64_t *word, uint32_t length, uint64_t number) {
  uint32_t state = monitor->initial;
  bool bad = false;
  for (uint32_t i = 0; i < length; i++) {
    bool quiet = noe_logic_monitor_is_quiet(monitor, state);
    state = noe_logic_monitor_step(monitor, state, seen_letter(logic, word[i]));
    bad |= some_block_ends(r, word, i + 1);
    if (bad != (state == NOE_MONITOR_BAD) || (bad && quiet))
      fail_msg("case %llu, letter %u", (unsigned long long)number, (unsigned)i);
  }
}

static void check_sequence(struct noe_memory *memory, const struct noe_sequence *r, uint64_t number, bool all_words) {
  struct noe_temporal temporal = {.sequence = r, .atoms = letters, .atom_count = 4};
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_monitor *monitor;
  assert_int_equal(noe_logic_sequence(logic, arena, &temporal, &monitor), NOE_LOGIC_DONE);
  struct noe_random random = {number};
  uint64_t word[8];
  for (uint32_t w = 0; w < (all_words ? 1024 : 20); w++) {
    uint32_t length = all_words ? 5 : 7;
    for (uint32_t i = 0; i < length; i++)
      word[i] = all_words ? w >> (2 * i) & 3 : noe_random_below(&random, 4);
    check_sequence_on(logic, monitor, r, word, length, number);
  }
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
}

static void random_sequences(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  for (uint64_t i = 0; i < cases(); i++) {
    struct noe_random random = {i * UINT64_C(7919) + 5};
    struct sequences pool = {.count = 0};
    const struct noe_sequence *r = random_sequence(&pool, &random, 1 + (uint32_t)noe_random_below(&random, 9));
    check_sequence(memory, r, i, i % 30 == 0);
  }
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* never { a; !b[*]; a }, one of them again and again: as few states as possible. */
static void small_and_limited(void **state) {
  (void)state;
  struct noe_sequence a = {.kind = NOE_SEQUENCE_LETTER}, b = {.kind = NOE_SEQUENCE_LETTER, .atom = 1, .negated = true};
  struct noe_sequence star = {.kind = NOE_SEQUENCE_REPEAT, .high = UINT32_MAX, .left = &b};
  struct noe_sequence tail = {.kind = NOE_SEQUENCE_THEN, .left = &star, .right = &a};
  struct noe_sequence all = {.kind = NOE_SEQUENCE_THEN, .left = &a, .right = &tail};
  struct noe_temporal temporal = {.sequence = &all, .atoms = letters, .atom_count = 4};
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_monitor *monitor;
  assert_int_equal(noe_logic_sequence(logic, arena, &temporal, &monitor), NOE_LOGIC_DONE);
  assert_int_equal(monitor->state_count, 3); /* bad, nothing yet, one a behind us */
  struct noe_text text = noe_base_text(memory);
  noe_logic_print_monitor(&text, monitor);
  assert_non_null(strstr(noe_base_text_string(&text), "bad"));
  noe_base_text_free(&text);
  /* { true; a[*40] … }: the n-th letter before the end is 2^n sets; the answer is honest */
  struct noe_sequence any = {.kind = NOE_SEQUENCE_LETTER, .atom = 2};
  struct noe_sequence long_way = {.kind = NOE_SEQUENCE_REPEAT, .low = 40, .high = 40, .left = &any};
  struct noe_sequence end = {.kind = NOE_SEQUENCE_THEN, .left = &long_way, .right = &b};
  struct noe_sequence wide = {.kind = NOE_SEQUENCE_THEN, .left = &a, .right = &end};
  temporal.sequence = &wide;
  assert_int_equal(noe_logic_sequence(logic, arena, &temporal, &monitor), NOE_LOGIC_TOO_LARGE);
  assert_null(monitor);
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

/* --------------------------------------------------------------------- safety */

/* Reads the lasso until state and position come again. */
static bool becomes_bad(const struct noe_monitor *monitor, const struct word *word) {
  uint32_t state = monitor->initial, at = 0;
  for (uint32_t steps = 0; steps < (monitor->state_count + 1) * word->length; steps++) {
    state = noe_logic_monitor_step(monitor, state, word->letters[at]);
    at = word_next(word, at);
  }
  return state == NOE_MONITOR_BAD;
}

/* A state that is not bad can go on without becoming bad: bad is said at once. */
static void check_earliness(const struct noe_monitor *monitor, uint32_t propositions) {
  for (uint32_t s = 1; s < monitor->state_count; s++) {
    bool goes_on = false;
    for (uint64_t letter = 0; letter < (uint64_t)1 << propositions; letter++)
      goes_on |= noe_logic_monitor_step(monitor, s, letter) != NOE_MONITOR_BAD;
    assert_true(goes_on);
  }
}

static void safety_formulas(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  uint64_t safe = 0, syntactic = 0;
  for (uint64_t i = 0; i < cases(); i++) {
    struct noe_random random = {i * UINT64_C(104729) + 3};
    struct noe_logic *logic = noe_logic_new(memory);
    struct noe_arena *arena = noe_base_arena_new(memory);
    struct formulas pool = {.count = 0};
    uint32_t size = 1 + (uint32_t)noe_random_below(&random, 12);
    const struct noe_formula *formula = random_formula(&pool, &random, size, 3, true);
    struct noe_temporal temporal = {.formula = formula, .atoms = plain_atoms, .atom_count = 8};
    const struct noe_term *term;
    const struct noe_monitor *monitor;
    assert_int_equal(noe_logic_from_temporal(logic, &temporal, &term), NOE_LOGIC_DONE);
    enum noe_logic_answer answer = noe_logic_monitor(arena, memory, term, &monitor);
    assert_true(answer == NOE_LOGIC_DONE || answer == NOE_LOGIC_NOT_SAFETY);
    if (term->flags & NOE_TERM_SAFETY)
      assert_int_equal(answer, NOE_LOGIC_DONE);
    syntactic += (term->flags & NOE_TERM_SAFETY) != 0;
    safe += answer == NOE_LOGIC_DONE;
    for (uint32_t w = 0; w < 10 && answer == NOE_LOGIC_DONE; w++) {
      struct word word = random_word(&random, 3);
      bool truth[WORD_LIMIT];
      judge(formula, &word, truth);
      for (uint32_t k = 0; k < word.length; k++)
        word.letters[k] = seen_letter(logic, word.letters[k]);
      if (becomes_bad(monitor, &word) == truth[0])
        fail_msg("case %llu", (unsigned long long)i);
    }
    if (answer == NOE_LOGIC_DONE)
      check_earliness(monitor, 3);
    noe_base_arena_delete(arena);
    noe_logic_delete(logic);
  }
  print_message("%llu safety formulas, %llu by syntax\n", (unsigned long long)safe, (unsigned long long)syntactic);
  assert_true(syntactic > cases() / 10);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_sequences), cmocka_unit_test(small_and_limited),
                                     cmocka_unit_test(safety_formulas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
