/* Keys in generated code (src/compile/runtime/), by themselves: compiled here for two small models, with cells that are
 * bytes. What is written is read again, and keys of works that differ in the order of entries are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile/native.h"

typedef int8_t cell;
#define U ((cell)INT8_MIN)
#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"

static uint64_t seed = 1;
static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

/* ------------------------------------------------------------- packed states */

/* Three small cells that are a row of bytes, one from -100 to 100, one of a type without values, and a multiset of
 * up to three elements of two cells, once in a word and once not. */
enum { CELLS = 5 + 2 * 9, FIXED_BITS = 16, KEY_BYTES = 2 };
struct work {
  cell c[CELLS];
};
struct frame {
  uint64_t key[8];
};
#include "compile/runtime/packed_bits.h"
#define PART 0
enum { STRIDE0 = 3, CAPACITY0 = 3, SLOT_BITS0 = 6, STRIDE1 = 3, CAPACITY1 = 3, SLOT_BITS1 = 6 };
#define IN_WORD0 1
#define IN_BYTES0 1
#define ADDED0 UINT64_C(0x010100)
#define TYPED0 UINT64_C(0x010100)
#define BITS0 UINT64_C(0x070301)
#define SLOT0 CELL(0, 0, 1, 1, 0) CELL(1, 1, 2, 0, U) CELL(2, 3, 3, 0, U)
static const uint32_t packed0[] = {5};
#include "compile/runtime/packed_slots.h"
#undef PART
#define PART 1
#define IN_WORD1 0
#define IN_BYTES1 0
#define SLOT1 SLOT0
static const uint32_t packed1[] = {14};
#include "compile/runtime/packed_slots.h"
#undef PART

#define ABSENT 0, U, U, 0, U, U, 0, U, U
static const struct work nothing = {{U, U, U, U, U, ABSENT, ABSENT}};
enum { STREAMS = 1 };
#define HAS_BAGS 1
#define BAG_TYPES EACH(0) EACH(1)
#define PACKED                                                                                                         \
  ROW(0, 3, 0, 0, 0, UINT64_C(0x000101), UINT64_C(0x010101), UINT64_C(0x070301),                                       \
      CELL(0, 0, 0, 1, 0, U) CELL(1, 0, 1, 2, 0, U) CELL(2, 0, 3, 3, 1, U))                                            \
  CELL(3, 0, 6, 8, -100, U) EMPTY(4, U)
#define decode decode_packed
#define encode encode_packed
#include "compile/runtime/packed.h"
#undef decode
#undef encode
#undef PACKED

static cell any(int low, int high) { return pick(4) ? (cell)(low + (int)pick((uint32_t)(high - low + 1))) : U; }

static void packed_there_and_back(void **unused) {
  (void)unused;
  for (int round = 0; round < 5000; round++) {
    struct work w = nothing, read;
    static struct frame f;
    uint32_t bits = FIXED_BITS;
    w.c[0] = pick(2) ? U : 0, w.c[1] = any(0, 2), w.c[2] = any(1, 7), w.c[3] = any(-100, 100);
    for (uint32_t bag = 5; bag < CELLS; bag += 9) {
      const uint32_t count = pick(4);
      bits += 6 * count + (count < 3);
      for (cell *e = w.c + bag; e < w.c + bag + 3 * count; e += 3)
        e[0] = 1, e[1] = any(0, 2), e[2] = any(0, 6);
    }
    assert_int_equal(encode_packed(&f, &w), (bits + 7) / 8);
    assert_int_equal(f.key[0] & 1, w.c[0] != U);
    assert_int_equal(f.key[0] >> 1 & 3, w.c[1] == U ? 0 : w.c[1] + 1);
    assert_int_equal(f.key[0] >> 3 & 7, w.c[2] == U ? 0 : w.c[2]);
    decode_packed(&f, &read, (const uint8_t *)f.key);
    assert_memory_equal(&read, &w, sizeof w);
  }
}

/* ------------------------------------------------------------- values, counts */

/* Two plain cells, of which the second names an entry or none, and a block of five values with a cell each. */
#define work counted
#define frame counting
struct entry0 {
  cell c[1];
  uint32_t weight, origin;
};
struct work {
  cell c[2];
  uint32_t m0;
  struct entry0 b0[5];
};
struct frame {
  struct {
    uint32_t *moves;
  } host;
  struct work here, next;
  uint8_t key[32];
  uint32_t rank0[5], weight0[5], moves[11];
  uint64_t sorted0[5];
};
#define get get_next
#define put put_next
#include "compile/runtime/bits.h"
#define PART 0
enum { PLACES0 = 5, SLICED0 = 1, SLICE_BITS0 = 3, COUNT_BITS0 = 2, SLICE0 = 5 };
#define SLICE_CELLS0 OPEN(3) CELL(0, 0, 0, 3, 0, U) CLOSE(3)
#define ENTRY0 UINT64_C(7)
#define NAME0 UINT64_C(24)
#include "compile/runtime/entries.h"
#include "compile/runtime/order_narrow.h"
#define BY_TABLES 0
#define TURNED 0
#define BLOCK_PARTS EACH(0)
#define PLAIN_READ OPEN(7) CELL(0, 0, 0, 4, -3, U) CELL(1, 4, 4, 3, 0, U) CLOSE(7)
#define PLAIN_WRITTEN PLAIN_READ
#define POINTERS POINTER(1, 0, 4, 1, 0)
#include "compile/runtime/runs.h"

/* Five values, each in an entry of its own; entry `chief` is named. */
static void make(struct work *w, const cell *values, const uint32_t *order, cell plain, cell chief) {
  *w = (struct work){.c = {plain, U}, .m0 = 5};
  for (uint32_t i = 0; i < 5; i++) {
    w->b0[i] = (struct entry0){{values[order[i]]}, 1, i};
    if (chief != U && order[i] == (uint32_t)chief)
      w->c[1] = (cell)i;
  }
}

static void counts_there_and_back(void **unused) {
  (void)unused;
  for (int round = 0; round < 5000; round++) {
    static struct frame f;
    struct work w, read;
    uint8_t key[32] = {0};
    cell values[5];
    uint32_t order[] = {0, 1, 2, 3, 4};
    const cell plain = any(-3, 10), chief = any(0, 4);
    for (uint32_t i = 0; i < 5; i++)
      values[i] = any(0, 2);
    make(&w, values, order, plain, chief);
    const uint32_t bytes = encode(&f, &w);
    memcpy(key, f.key, bytes);
    note_moves(&f);
    decode(&f, &read, key);
    assert_int_equal(read.c[0], plain);
    if (chief != U) /* it stands alone, with its value */
      assert_true(read.b0[read.c[1]].c[0] == values[chief] && read.b0[read.c[1]].weight == 1);
    uint32_t total = 0;
    for (uint32_t i = 0; i < read.m0; i++)
      total += read.b0[i].weight;
    assert_int_equal(total, 5);
    for (uint32_t i = 4; i; i--) {
      const uint32_t k = pick(i + 1), kept = order[i];
      order[i] = order[k], order[k] = kept;
    }
    make(&w, values, order, plain, chief);
    memset(f.key, 0, sizeof f.key);
    assert_int_equal(encode(&f, &w), bytes);
    assert_memory_equal(f.key, key, bytes);
    join0(&read, 0, split0(&read, 0));
    copy(&w, &read);
    assert_false(changed(&read, &w));
    assert_true(is_same0(&read, &w));
    w.b0[0].c[0] = 5;
    assert_true(changed(&read, &w));
    assert_false(is_same0(&read, &w));
  }
}

/* ------------------------------------------------------------------- one turn */

/* Plain cell 0 is of a type of two values that change places; those of the block go round. */
#define TURNS_BAGS 0
static void settle(struct work *w) { (void)w; }
#define IMAGES SWAP(1, 0) IMAGE(1, 1, 0, 2, 1, 2, 0)
#include "compile/runtime/images.h"
#undef PART
#define PART 1
#define TURNED_PLAIN1 KEEP(1) SET(0, image1_0(c[0])) SET(1, v1)
#define TURNED_SLICES1 SLICE(0, SET(0, image1_1(c[0])))
#include "compile/runtime/permutation.h"

static void turns(void **unused) {
  (void)unused;
  struct work w = {.c = {0, 3}, .m0 = 3, .b0 = {{{0}, 1, 0}, {{2}, 1, 1}, {{U}, 1, 2}}};
  turn1(&w);
  assert_true(w.c[0] == 1 && w.c[1] == 3 && w.b0[0].c[0] == 1 && w.b0[1].c[0] == 0 && w.b0[2].c[0] == U);
  w.c[0] = U;
  turn1(&w);
  assert_true(w.c[0] == U && w.b0[0].c[0] == 2 && w.b0[1].c[0] == 1);
}

/* ------------------------------------------------------------------ definedness */

#define LARGE 0
#define BY_TABLE 0
#define WHOLE_CELLS DEFINED(1)
#define WHOLE_SLICES SLICE(0, DEFINED(0))
#include "compile/runtime/definedness.h"

static void wholeness(void **unused) {
  (void)unused;
  static struct frame f = {.here = {.c = {U, 1}, .m0 = 2, .b0 = {{{0}, 1, 0}, {{1}, 1, 1}, {{U}, 1, 2}}}};
  assert_true(is_whole(&f));
  f.here.m0 = 3;
  assert_false(is_whole(&f));
  f.here.m0 = 2, f.here.c[1] = U;
  assert_false(is_whole(&f));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(packed_there_and_back), cmocka_unit_test(counts_there_and_back),
                                     cmocka_unit_test(turns), cmocka_unit_test(wholeness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
