/* Checkers of small containers, in src/base and src/fair: each sentence is said of a planted defect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"
#include "base/number.h"
#include "fair/pairs.h"
#include "fair/partition.h"
#include "fair/rows.h"
#include "plant.h"
#include "symmetry_kit.h"

static void numbers_and_sets(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_number n = noe_base_number(memory, UINT64_C(5) << 32);
  PLANT(n.digits[1], 0, noe_base_number_check(&n), "a number begins with a zero");
  PLANT(n.capacity, 1, noe_base_number_check(&n), "a number has more digits than room for them");
  noe_base_number_free(&n);
  struct noe_bitset s = noe_base_bitset(memory, 70);
  noe_bitset_add(&s, 69);
  PLANT(s.words[1], (uint64_t)1 << 6, noe_base_bitset_check(&s), "a set has a member behind its end");
  PLANT(s.words, NULL, noe_base_bitset_check(&s), "a set has bits and no words");
  noe_base_bitset_free(&s);
  noe_base_memory_delete(memory);
}

static void rows(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_rows r = noe_fair_rows(memory);
  const uint32_t words[4] = {7, 8, 9, 7};
  plant_expect(noe_fair_rows_check(&r), NULL, "no rows");
  assert_true(noe_fair_row(&r, words, 2, NULL) == 0 && noe_fair_row(&r, words + 2, 2, NULL) == 1);
  assert_int_equal(noe_fair_row(&r, words, 2, NULL), 0);
  uint32_t used = 0;
  while (!r.slots[used])
    used++;
  PLANT(r.slot_count, 1, noe_fair_rows_check(&r), "a table has no free slot");
  PLANT(r.slots[used], 0, noe_fair_rows_check(&r), "used slots are not as many as rows");
  PLANT(r.begins[1], 9, noe_fair_rows_check(&r), "rows do not follow one another");
  PLANT(r.words[0], 6, noe_fair_rows_check(&r), "a row cannot be found, or is there twice");
  PLANT(r.word_count, 5, noe_fair_rows_check(&r), "words are in no row");
  noe_fair_rows_free(&r);
  noe_base_memory_delete(memory);
}

static void pairs(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_fair_pairs p = noe_fair_pairs(memory);
  assert_true(noe_fair_pair(&p, 1, 2, NULL) == 0 && noe_fair_pair(&p, 2, 1, NULL) == 1);
  uint32_t used = 0;
  while (!p.slots[used])
    used++;
  PLANT(p.slot_count, 2, noe_fair_pairs_check(&p), "a table has no free slot");
  PLANT(p.slots[used], 3, noe_fair_pairs_check(&p), "a slot names a pair that does not exist");
  PLANT(p.slots[used], 0, noe_fair_pairs_check(&p), "used slots are not as many as pairs");
  PLANT(p.items[1].first, 1, noe_fair_pairs_check(&p), "a pair cannot be found, or is there twice");
  PLANT(p.items[1], p.items[0], noe_fair_pairs_check(&p), "a pair cannot be found, or is there twice");
  noe_fair_pairs_free(&p);
  noe_base_memory_delete(memory);
}

/* Classes {0, 3} and {1, 2} of five points. */
static void partitions(void **unused) {
  (void)unused;
  struct kit kit;
  kit_open(&kit, &zoo[0], 5, 2);
  struct noe_partition p;
  noe_fair_partition_init(&p, kit.arena, kit.symmetry);
  const uint16_t class_of[5] = {4, 2, 2, 4, NOE_NO_TWINS};
  noe_fair_partition_sort(&p, class_of, NULL, 0);
  assert_true(p.twins.count == 2 && p.twins.class_of[3] == 0 && p.members[3] == 2);
  PLANT(p.twins.rank_of[0], 1, noe_fair_partition_check(&p), "two members of a class have one rank");
  PLANT(p.members[0], 3, noe_fair_partition_check(&p),
        "members of a class are not in the order of their ranks and points");
  const uint16_t renamed[5] = {1, 0, 0, 1, NOE_NO_TWINS}, members[4] = {1, 2, 0, 3};
  plant_bytes(p.twins.class_of, renamed, sizeof renamed);
  plant_bytes(p.members, members, sizeof members);
  plant_expect(noe_fair_partition_check(&p), "classes are not numbered by their first points", "classes exchanged");
  kit_close(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_and_sets), cmocka_unit_test(rows),
                                     cmocka_unit_test(pairs), cmocka_unit_test(partitions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
