/* Formulas and automata against the meaning of formulas on lasso words.
 *
 * NOE_LOGIC_CASES in the environment sets the number of random formulas (3000), for
 * longer campaigns; NOE_LOGIC_SEED the seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "logic_kit.h"

static uint64_t setting(const char *name, uint64_t normal) {
  const char *value = getenv(name);
  return value ? strtoull(value, NULL, 10) : normal;
}

static void random_case(struct noe_memory *memory, uint64_t number, uint64_t *total) {
  struct noe_random random = {number * UINT64_C(1000003)};
  uint32_t propositions = 1 + (uint32_t)noe_random_below(&random, 4);
  struct formulas pool = {.count = 0};
  const struct noe_formula *formula = random_formula(&pool, &random, 1 + (uint32_t)noe_random_below(&random, 14),
                                                     propositions, noe_random_below(&random, 2));
  struct noe_temporal temporal = {.formula = formula, .atoms = plain_atoms, .atom_count = 8};
  struct noe_logic *logic = noe_logic_new(memory);
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_term *term;
  assert_int_equal(noe_logic_from_temporal(logic, &temporal, &term), NOE_LOGIC_DONE);
  /* propositions are numbered as they are met: translate words accordingly */
  const struct noe_automaton *yes = noe_logic_translate(arena, memory, term);
  const struct noe_automaton *no = noe_logic_translate(arena, memory, noe_logic_not(term));
  assert_non_null(yes);
  assert_non_null(no);
  *total += yes->state_count + no->state_count;
  uint32_t known = noe_logic_proposition_count(logic);
  for (uint32_t w = 0; w < 8; w++) {
    struct word word = random_word(&random, propositions), seen = word;
    for (uint32_t i = 0; i < word.length; i++) {
      seen.letters[i] = 0;
      for (uint32_t p = 0; p < known; p++)
        seen.letters[i] |= (word.letters[i] >> noe_logic_proposition(logic, p)->atom & 1) << p;
    }
    bool truth[WORD_LIMIT], meant[WORD_LIMIT];
    judge(formula, &word, truth);
    judge_term(term, &seen, meant);
    if (meant[0] != truth[0])
      fail_msg("case %llu: a law is wrong", (unsigned long long)number);
    if (accepts(yes, &seen) != truth[0])
      fail_msg("case %llu: the automaton of the formula is wrong", (unsigned long long)number);
    if (accepts(no, &seen) == truth[0])
      fail_msg("case %llu: the automaton of the negation is wrong", (unsigned long long)number);
  }
  noe_base_arena_delete(arena);
  noe_logic_delete(logic);
}

static void random_formulas(void **state) {
  (void)state;
  uint64_t cases = setting("NOE_LOGIC_CASES", 3000), seed = setting("NOE_LOGIC_SEED", 1), total = 0;
  struct noe_memory *memory = noe_base_memory_new(0);
  for (uint64_t i = 0; i < cases; i++)
    random_case(memory, seed * UINT64_C(1000000007) + i, &total);
  print_message("%llu formulas, %.2f states per automaton\n", (unsigned long long)cases,
                (double)total / (double)(2 * cases));
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_formulas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
