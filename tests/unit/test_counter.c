/* The checkers of src/counter/check.c: each sentence that they can say is said of a planted defect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "counter/counter_int.h"
#include "plant.h"
#include "symmetry_kit.h"

static void tables(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_counter_table t = {.memory = memory, .width = 2};
  plant_expect(noe_counter_table_check(&t), NULL, "an empty table");
  for (int64_t i = 0; i < 20; i++)
    assert_int_equal(noe_counter_intern(&t, (int64_t[]){i / 5, i % 5}), i);
  assert_int_equal(noe_counter_intern(&t, (int64_t[]){2, 3}), 13);
  uint32_t used = 0;
  while (!t.slots[used])
    used++;
  PLANT(t.room, 19, noe_counter_table_check(&t), "a table has more rows than room for them, or too few slots");
  PLANT(t.slots[used], 21, noe_counter_table_check(&t), "a slot names a row that does not exist");
  PLANT(t.slots[used], 0, noe_counter_table_check(&t), "the number of used slots is not the number of rows");
  PLANT(t.rows[0], 1, noe_counter_table_check(&t), "a row cannot be found, or is there twice");
  noe_base_free(memory, t.rows);
  noe_base_free(memory, t.slots);
  noe_base_memory_delete(memory);
}

static void spaces(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open_text(&kit, "type P: scalarset(3); var g: 0..1; a: array[P] of 0..2; h: P; i: P; "
                      "startstate begin end; rule true ==> return; end;");
  const struct noe_runs_shape *shape = noe_symmetry_runs_shape(kit.arena, kit.memory, kit.symmetry);
  struct noe_counter_space *s = noe_counter_space_new(kit.memory, kit.arena, shape, 32);
  PLANT(s->cells[0].position, 1, noe_counter_space_check(s), "a cell of no process is not where its position says");
  PLANT(s->cells[0].block, 1, noe_counter_space_check(s), "a cell is that of a block that is not permuted");
  PLANT(s->cells[1].number, 3, noe_counter_space_check(s), "a cell is that of a process that does not exist");
  PLANT(s->cells[1].number, 1, noe_counter_space_check(s), "a cell of a process is not where its position says");
  PLANT(s->pointer_of[1], 1, noe_counter_space_check(s), "pointers are not numbered in the order of their cells");
  noe_counter_space_delete(s);
  kit_close(&kit);
}

static void queues(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_counter_moves moves[2] = {{.from = 3}, {.from = 5}};
  struct noe_counter_moves *rows[2] = {&moves[0], &moves[1]};
  struct noe_counter_part part = {.global = 1, .pending = 7, .moves = rows, .move_count = 2};
  struct noe_counter_part *parts[4] = {NULL, &part};
  struct noe_counter_search search = {.parts = parts, .part_room = 4, .queue_count = 1};
  search.queue = noe_base_bitset(memory, 4);
  noe_bitset_add(&search.queue, 1);
  PLANT(part.global, 2, noe_counter_queue_check(&search), "a part is not that of its number");
  PLANT(part.pending, 0, noe_counter_queue_check(&search),
        "a part with pending states does not wait for its turn, or waits without any");
  PLANT(search.queue.words[0], 0, noe_counter_queue_check(&search),
        "a part with pending states does not wait for its turn, or waits without any");
  PLANT(search.queue_count, 2, noe_counter_queue_check(&search), "parts that wait are miscounted");
  PLANT(moves[1].from, 3, noe_counter_queue_check(&search),
        "moves are not in the order of the local states that they leave");
  noe_base_bitset_free(&search.queue);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tables), cmocka_unit_test(spaces), cmocka_unit_test(queues)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
