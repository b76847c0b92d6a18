/* Edges written to the list come back from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "live/edges.h"

enum { SOURCES = 200 };

static void mark_edge(void *context, uint64_t source, uint64_t target) {
  uint8_t(*seen)[SOURCES] = context;
  seen[source][target]++;
}

static void edges_come_back(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_edges edges = noe_live_edges(memory);
  static uint8_t expected[SOURCES][SOURCES], seen[SOURCES][SOURCES];
  struct noe_random random = {5};
  for (uint64_t i = 0; i < SOURCES; i++) {
    uint64_t source = i * 37 % SOURCES; /* in any order */
    for (uint64_t left = noe_random_below(&random, 90); left; left--) {
      uint64_t target = noe_random_below(&random, SOURCES);
      expected[source][target] = target != source; /* self-loops are dropped, repeated edges kept once */
      assert_true(noe_live_edges_add(&edges, target));
    }
    assert_true(noe_live_edges_close(&edges, source));
  }
  noe_live_edges_each(&edges, mark_edge, seen);
  assert_memory_equal(seen, expected, sizeof seen);
  noe_live_edges_free(&edges);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edges_come_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
