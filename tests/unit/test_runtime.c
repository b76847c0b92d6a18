/* The fixed part of generated code (src/compile/runtime/), by itself: compiled here with cells
 * that are bytes, and compared with what noether does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mix.h"
#include "compile/native.h"
#include "model/arith.h"
#include "model/build.h"
#include "model/pack.h"

typedef int8_t cell;
#define U ((cell)INT8_MIN)

/* As compilers other than GCC see it: under other names. */
#define NOE_PORTABLE
#define AIDED AIDED_elsewhere
#define aid aid_elsewhere
#define BAILED BAILED_elsewhere
#define DISCARDED DISCARDED_elsewhere
#define lowest lowest_elsewhere
#define add_overflows add_overflows_elsewhere
#define sub_overflows sub_overflows_elsewhere
#define mul_overflows mul_overflows_elsewhere
#define weight_overflows weight_overflows_elsewhere
#include "compile/runtime/base.h"
#undef NOE_PORTABLE
#undef AIDED
#undef aid
#undef BAILED
#undef DISCARDED
#undef lowest
#undef add_overflows
#undef sub_overflows
#undef mul_overflows
#undef weight_overflows

#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"
#include "compile/runtime/bits.h"

/* -------------------------------------------------------------------- tests */

static uint64_t seed = 1;
static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

static const int64_t edges[] = {
    INT64_MIN, INT64_MIN + 1, -4294967296,   -65,           -64,      -63, -3, -1, 0, 1, 2, 62, 63, 64,
    65,        4294967296,    INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
enum { EDGES = sizeof edges / sizeof *edges };

static void overflows(void **unused) {
  (void)unused, (void)aid_elsewhere;
  for (int i = 0; i < EDGES; i++)
    for (int k = 0; k < EDGES; k++) {
      const int64_t a = edges[i], b = edges[k];
      int64_t r, s;
      assert_int_equal(add_overflows(a, b, &r), add_overflows_elsewhere(a, b, &s));
      assert_int_equal(r, s);
      assert_int_equal(sub_overflows(a, b, &r), sub_overflows_elsewhere(a, b, &s));
      assert_int_equal(r, s);
      assert_int_equal(mul_overflows(a, b, &r), mul_overflows_elsewhere(a, b, &s));
      assert_int_equal(r, s);
      uint64_t w, x;
      assert_int_equal(weight_overflows((uint64_t)a, (uint64_t)b, &w),
                       weight_overflows_elsewhere((uint64_t)a, (uint64_t)b, &x));
      assert_int_equal(w, x);
    }
  for (uint32_t set = 1; set; set <<= 1)
    assert_int_equal(lowest(set | 1u << 31), lowest_elsewhere(set | 1u << 31));
}

/* As in the interpreter, but for the number that stands for undefined. */
static void shifts(void **unused) {
  (void)unused;
  for (int i = 1; i < EDGES; i++)
    for (int k = 1; k < EDGES; k++)
      for (int left = 0; left < 2; left++) {
        int64_t r = 0, s = 0;
        bool fits = shift(edges[i], edges[k], left, &r) && r != INT64_MIN;
        assert_int_equal(fits,
                         noe_model_compute(left ? NOE_EXPR_SHIFT_LEFT : NOE_EXPR_SHIFT_RIGHT, edges[i], edges[k], &s));
        if (fits)
          assert_int_equal(r, s);
      }
}

static void rows_of_cells(void **unused) {
  (void)unused;
  cell a[80], b[80];
  for (uint32_t n = 0; n <= 64; n++)
    for (uint32_t at = 0; at <= n; at++) {
      fill(a, 80);
      fill(b, 80);
      assert_true(a[0] == U && a[79] == U);
      b[at] = 3; /* just behind the row, at the last */
      assert_int_equal(differ_in(a, b, n), at < n);
    }
}

static void definedness(void **unused) {
  (void)unused;
  cell c[40], covered[40] = {0};
  for (uint32_t n = 0; n <= 32; n++)
    for (uint32_t at = 0; at <= n; at++)
      for (int value = INT8_MIN; value <= INT8_MAX; value++) {
        memset(c, 1, sizeof c);
        c[at] = (cell)value; /* just behind the row, at the last */
        assert_int_equal(are_defined(c, covered, n), at == n || value != INT8_MIN);
        covered[at] = -1;
        assert_true(are_defined(c, covered, n));
        covered[at] = 0;
      }
}

enum { CAPACITY = 6, MOST_STRIDE = 11 };

static void random_bag(cell *bag, int64_t stride) {
  for (int64_t i = 0; i < CAPACITY; i++) {
    bag[i * stride] = (cell)pick(2);
    for (int64_t k = 1; k < stride; k++)
      bag[i * stride + k] = !bag[i * stride] || !pick(4) ? U : (cell)((int)pick(5) - 2);
  }
}

/* Bags of the interpreter: the same cells, wider. */
static void sort_there(cell *bag, int64_t stride) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_builder builder;
  noe_model_builder_init(&builder, arena);
  const struct noe_type *number = noe_model_range(&builder, -2, 2), *index = noe_model_range(&builder, 1, stride - 1);
  const struct noe_type *type = noe_model_multiset(&builder, CAPACITY, noe_model_array(&builder, index, number));
  int64_t cells[CAPACITY * MOST_STRIDE];
  for (int64_t i = 0; i < CAPACITY * stride; i++)
    cells[i] = bag[i] == U ? NOE_UNDEFINED : bag[i];
  noe_model_normalise_value(type, cells);
  for (int64_t i = 0; i < CAPACITY * stride; i++)
    bag[i] = cells[i] == NOE_UNDEFINED ? U : (cell)cells[i];
  noe_base_arena_delete(arena);
  noe_base_memory_delete(memory);
}

static void bags(void **unused) {
  (void)unused;
  cell one[CAPACITY * MOST_STRIDE], two[CAPACITY * MOST_STRIDE], three[CAPACITY * MOST_STRIDE];
  for (int round = 0; round < 3000; round++) {
    const int64_t stride = 2 + (int64_t)pick(MOST_STRIDE - 1);
    random_bag(one, stride);
    memcpy(two, one, sizeof one);
    memcpy(three, one, sizeof one);
    sort_there(one, stride);
    sort_bag(two, CAPACITY, stride);
    assert_memory_equal(one, two, (size_t)(CAPACITY * stride));
    if (IS_SHORT(stride)) {
      sort_short(three, CAPACITY, stride);
      assert_memory_equal(one, three, (size_t)(CAPACITY * stride));
    }
    assert_true(are_same(one, two, CAPACITY, stride));
    random_bag(three, stride);
    for (int64_t i = 0; i + 1 < CAPACITY; i++) {
      int there = compare_slots(three + i * stride, three + (i + 1) * stride, stride);
      int here = order_of(three + i * stride, three + (i + 1) * stride, stride);
      /* As a number the presence cell counts as well; it is that of present slots only. */
      if (three[i * stride] && three[(i + 1) * stride])
        assert_true((there > 0) == (here > 0) && (there < 0) == (here < 0));
    }
    sort_bag(three, CAPACITY, stride);
    if (memcmp(one, three, (size_t)(CAPACITY * stride)) != 0)
      assert_false(are_same(one, three, CAPACITY, stride));
  }
}

static void bits_there_and_back(void **unused) {
  (void)unused;
  for (int round = 0; round < 2000; round++) {
    uint64_t values[40];
    uint32_t widths[40], count = 1 + pick(40), total = 0;
    uint8_t key[40 * 8 + 16];
    struct noe_native_bits writer = {key, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
      widths[i] = pick(65);
      values[i] =
          ((uint64_t)pick(UINT32_MAX) << 33 ^ pick(UINT32_MAX)) & (widths[i] ? UINT64_MAX >> (64 - widths[i]) : 0);
      put(&writer, values[i], widths[i]);
      total += widths[i];
    }
    assert_int_equal(flush(&writer, key), (total + 7) / 8);
    struct reader reader = {key, 0, 0};
    for (uint32_t i = 0; i < count; i++)
      assert_int_equal(get(&reader, widths[i]), values[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overflows),   cmocka_unit_test(shifts), cmocka_unit_test(rows_of_cells),
      cmocka_unit_test(definedness), cmocka_unit_test(bags),   cmocka_unit_test(bits_there_and_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
