/* Edges written to the list come back from it; checkers of src/live, with defects planted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "live/edges.h"
#include "live/patterns.h"
#include "plant.h"

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

static void checker_catches_defects(void **state) {
  (void)state;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_edges e = noe_live_edges(memory);
  plant_expect(noe_live_edges_check(&e), NULL, "no edges");
  assert_true(noe_live_edges_add(&e, 9) && noe_live_edges_add(&e, 4) && noe_live_edges_add(&e, 300));
  assert_true(noe_live_edges_close(&e, 5)); /* 10: source 5; 3 targets; -1, +5, +291 */
  assert_true(e.used == 6 && e.bytes[0] == 10 && e.bytes[1] == 3 && e.bytes[3] == 5);
  PLANT(e.bytes[1], 0, noe_live_edges_check(&e), "a source has no targets, or is cut off");
  PLANT(e.used, 5, noe_live_edges_check(&e), "a target is cut off");
  PLANT(e.bytes[3], 0, noe_live_edges_check(&e), "targets do not increase, or one is the source");
  PLANT(e.bytes[3], 1, noe_live_edges_check(&e), "targets do not increase, or one is the source");
  PLANT(e.last, 6, noe_live_edges_check(&e), "the last source is another one");
  PLANT(e.edge_count, 4, noe_live_edges_check(&e), "edges are miscounted");
  noe_live_edges_free(&e);
  noe_base_memory_delete(memory);
}

/* {0, 2}, {1}, and one that is empty since its only point was split off. */
static void classes_are_checked(void **state) {
  (void)state;
  uint16_t of[3] = {0, 1, 0}, begin[4] = {0, 2, 3, 3}, members[3] = {0, 2, 1};
  const struct noe_twin_classes c = {.points = 3, .count = 3, .of = of, .begin = begin, .members = members};
  PLANT(begin[3], 2, noe_live_classes_check(&c), "classes do not hold all points");
  PLANT(begin[1], 4, noe_live_classes_check(&c), "a member of a class is in another one");
  PLANT(begin[2], 1, noe_live_classes_check(&c), "classes do not follow one another");
  PLANT(of[2], 1, noe_live_classes_check(&c), "a member of a class is in another one");
  PLANT(members[1], 0, noe_live_classes_check(&c), "members of a class do not increase");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edges_come_back), cmocka_unit_test(checker_catches_defects),
                                     cmocka_unit_test(classes_are_checked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
