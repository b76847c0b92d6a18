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

/* ------------------------------------------------- a model with five points */

/* Each has a value and points to one of them, or to none. */
enum { POINTS = 5, BLOCKS = 1, VERTICES = 5, MOST_TIES = 8, TELLS = 0, GROUPS = 0 };
static const uint16_t block_first[] = {0, POINTS};
#define PLACE(i) (UINT64_C(0x8cb92ba72f3d8dd7) + (i)*UINT64_C(0x9e3779b97f4a7c16))

#include "compile/runtime/canon.h"
#include "compile/runtime/rank.h"

enum { TO = POINTS }; /* cells: values, then where each points to */

static void look(struct canon *g, const cell *c) {
  for (uint32_t p = 0; p < POINTS; p++)
    g->slices[p] = noe_mix(1, (uint64_t)c[p]), g->attached[p] = 0;
}
static void look_again(struct canon *g, const cell *c, const cell *h) {
  (void)h;
  look(g, c);
}
static void look_into_bags(struct canon *g, const cell *c) { (void)g, (void)c; }
static void look_into_bags_again(struct canon *g, const cell *c, const cell *h, const uint8_t *changed) {
  (void)g, (void)c, (void)h, (void)changed;
}
static void add_names(struct canon *g, const cell *c) { (void)g, (void)c; }
static void add_colours(struct canon *g) { memcpy(g->colours, g->slices, sizeof g->slices); }
static void attach(struct canon *g, const cell *c) {
  g->vertices = POINTS;
  g->pairs = g->ties = 0;
  for (uint32_t p = 0; p < POINTS; p++)
    if (c[TO + p] != U) {
      pair(g, 7, p, (uint32_t)c[TO + p]);
      g->attached[p] |= TIED, g->attached[c[TO + p]] |= TIED;
    }
}
static bool rank(struct canon *g, bool told) {
  bool alike = false;
  (void)told;
  g->moved = false;
  for (uint32_t p = 0; p < POINTS; p++) {
    uint32_t at = p;
    for (; at && g->slices[g->order[at - 1]] > g->slices[p]; at--)
      g->order[at] = g->order[at - 1];
    alike |= at && g->slices[g->order[at - 1]] == g->slices[p];
    g->order[at] = (uint16_t)p;
  }
  for (uint32_t i = 0; i < POINTS; i++) {
    g->map[g->order[i]] = (uint16_t)i;
    g->moved |= g->order[i] != i;
  }
  return alike;
}
static void image(const cell *c, const uint16_t *map, cell *to) {
  for (uint32_t p = 0; p < POINTS; p++) {
    to[map[p]] = c[p];
    to[TO + map[p]] = c[TO + p] == U ? U : (cell)map[c[TO + p]];
  }
}
static bool are_twins(const struct canon *g, const cell *c, cell *scratch, uint32_t a, uint32_t b) {
  uint16_t map[POINTS];
  (void)g;
  for (uint32_t p = 0; p < POINTS; p++)
    map[p] = (uint16_t)(p == a ? b : p == b ? a : p);
  image(c, map, scratch);
  return !memcmp(scratch, c, 2 * POINTS);
}

#include "compile/runtime/canonise.h"

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

/* Pair by pair, as code for five points does it. */
static bool rank_pairs(struct canon *g, bool told, uint16_t *result) {
  bool alike = 0;
  uint16_t moved = 0;
#define POINT(i)                                                                                                       \
  const uint64_t s##i = g->slices[i], c##i = told ? g->colours[i] : 0;                                                 \
  uint16_t at##i = i
  POINT(0);
  POINT(1);
  POINT(2);
  POINT(3);
  POINT(4);
#undef POINT
  RANK(0, 1);
  RANK(0, 2);
  RANK(0, 3);
  RANK(0, 4);
  RANK(1, 2);
  RANK(1, 3);
  RANK(1, 4);
  RANK(2, 3);
  RANK(2, 4);
  RANK(3, 4);
  const uint16_t at[] = {at0, at1, at2, at3, at4};
  memcpy(g->map, at, sizeof at);
  *result = moved;
  return alike;
}

/* By definition: how many points come before this one. */
static uint32_t place_of(const struct canon *g, bool told, uint32_t point, bool *alike) {
  uint32_t before = 0;
  for (uint32_t q = 0; q < POINTS; q++) {
    const bool even = g->slices[q] == g->slices[point];
    const bool same = even && (!told || g->colours[q] == g->colours[point]);
    *alike |= same && q != point;
    before +=
        g->slices[q] < g->slices[point] || (told && even && g->colours[q] < g->colours[point]) || (same && q < point);
  }
  return before;
}

static void ranks(void **unused) {
  (void)unused;
  static struct canon many, pairs;
  for (int i = 0; i < 20000; i++) {
    const bool told = pick(2);
    bool alike = false, moves = false;
    uint16_t moved = 0, moved_by_pairs = 0;
    for (uint32_t p = 0; p < POINTS; p++) {
      many.slices[p] = pairs.slices[p] = pick(4);
      many.colours[p] = pairs.colours[p] = pick(3);
    }
    const bool found = rank_many(&many, told, 0, POINTS, &moved);
    const bool found_by_pairs = rank_pairs(&pairs, told, &moved_by_pairs);
    for (uint32_t p = 0; p < POINTS; p++) {
      const uint32_t place = place_of(&many, told, p, &alike);
      moves |= place != p;
      assert_int_equal(many.map[p], place);
      assert_int_equal(pairs.map[p], place);
      assert_int_equal(many.order[place], p);
    }
    assert_true(found == alike && found_by_pairs == alike);
    assert_true(!moved == !moves && !moved_by_pairs == !moves);
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

static void shuffle(uint16_t *map) {
  for (uint32_t i = 0; i < POINTS; i++) {
    uint32_t k = pick(i + 1);
    map[i] = map[k];
    map[k] = (uint16_t)i;
  }
}

/* Permutations that leave the state as it is, all of them tried. */
static uint64_t count_fixing(const cell *c, uint16_t *map, uint32_t point) {
  uint64_t count = 0;
  cell to[2 * POINTS];
  if (point == POINTS) {
    image(c, map, to);
    return !memcmp(to, c, sizeof to);
  }
  for (uint32_t i = point; i < POINTS; i++) {
    uint16_t kept = map[point];
    map[point] = map[i], map[i] = kept;
    count += count_fixing(c, map, point + 1);
    kept = map[point], map[point] = map[i], map[i] = kept;
  }
  return count;
}

static void representative(const cell *c, cell *to, int *decided, uint64_t *stabiliser) {
  static struct canon g;
  struct noe_native_frame host = {0};
  cell scratch[2 * POINTS];
  *decided = canonise(&g, c, c, NULL, scratch, &host);
  memcpy(to, *decided == 2 ? scratch : c, sizeof scratch);
  *stabiliser = host.stabiliser;
}

/* Images of a state have one representative, and the permutations that fix it are counted right,
 * wherever it is decided; that it mostly is. */
static void representatives(void **unused) {
  (void)unused;
  int decided_often = 0;
  for (int round = 0; round < 4000; round++) {
    cell c[2 * POINTS], turned[2 * POINTS], one[2 * POINTS], two[2 * POINTS];
    uint16_t map[POINTS], plain[POINTS];
    for (uint32_t p = 0; p < POINTS; p++) {
      c[p] = (cell)pick(3);
      c[TO + p] = pick(2) ? U : (cell)pick(POINTS);
      plain[p] = (uint16_t)p;
    }
    shuffle(map);
    image(c, map, turned);
    int first, second;
    uint64_t fixed, again;
    representative(c, one, &first, &fixed);
    representative(turned, two, &second, &again);
    assert_int_equal(!first, !second);
    if (!first)
      continue;
    decided_often++;
    assert_memory_equal(one, two, sizeof one);
    assert_int_equal(fixed, again);
    assert_int_equal(fixed, count_fixing(c, plain, 0));
  }
  assert_true(decided_often > 3000);
}

/* Twins are those that can change places; each class is counted. */
static void twins(void **unused) {
  (void)unused;
  static struct canon g;
  cell c[2 * POINTS] = {1, 1, 1, 2, 2, U, U, U, U, U}, scratch[2 * POINTS];
  uint16_t class_of[POINTS], rank_of[POINTS], size_of[POINTS];
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 2);
  assert_memory_equal(class_of, ((uint16_t[]){0, 0, 0, 1, 1}), sizeof class_of);
  assert_memory_equal(rank_of, ((uint16_t[]){0, 1, 2, 0, 1}), sizeof rank_of);
  assert_memory_equal(size_of, ((uint16_t[]){3, 2}), 2 * sizeof *size_of);
  c[TO + 1] = 3; /* point 1 points to point 3: both stand alone */
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overflows),           cmocka_unit_test(shifts),          cmocka_unit_test(rows_of_cells),
      cmocka_unit_test(definedness),         cmocka_unit_test(ranks),           cmocka_unit_test(bags),
      cmocka_unit_test(bits_there_and_back), cmocka_unit_test(representatives), cmocka_unit_test(twins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
