/* The table of what letters lead to: edges of the automaton between two states are one arc, with the marks of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fair/sieve_int.h"

/* From state 0 to state 1: with p a mark, with q another one, and without q none; from 1 to 0 with anything. */
static const struct noe_edge edges[] = {{0, 1, 1, 0, 1}, {0, 1, 2, 0, 2}, {0, 1, 0, 2, 0}, {1, 0, 0, 0, 4}};
static const uint32_t first[] = {0, 3, 4};
static const struct noe_automaton automaton = {
    .state_count = 2, .edge_count = 4, .mark_count = 3, .edges = edges, .first = first, .propositions = 3};

static void expect_arc(const struct noe_sieve *sieve, uint32_t state, uint32_t letter, uint32_t target,
                       uint64_t marks) {
  const uint32_t *row = &sieve->first_arc[state * NOE_SIEVE_LETTERS + letter];
  assert_int_equal(row[1] - row[0], 1);
  assert_int_equal(sieve->arcs[row[0]].target, target);
  assert_int_equal(sieve->arcs[row[0]].marks, marks);
}

/* A cycle may go by one of two edges now and by the other one later: it sees the marks of both. */
static void parallel_edges_share_an_arc(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_space space = {.memory = memory};
  struct noe_sieve sieve = {
      .space = &space, .automaton = &automaton, .states = 2, .state_of = {0, 1}, .number_of = {0, 1}};
  sieve.dense.width = 1;
  noe_fair_sieve_list_arcs(&sieve);
  expect_arc(&sieve, 0, 0, 1, 0);
  expect_arc(&sieve, 0, 1, 1, 1);
  expect_arc(&sieve, 0, 2, 1, 2);
  expect_arc(&sieve, 0, 3, 1, 3);
  expect_arc(&sieve, 1, 3, 0, 4);
  noe_base_free(memory, sieve.first_arc);
  noe_base_free(memory, sieve.arcs);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parallel_edges_share_an_arc)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
