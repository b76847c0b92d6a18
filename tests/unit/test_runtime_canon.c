/* Canonical forms in generated code (src/compile/runtime/), by themselves: compiled here for a model with
 * five points, with cells that are bytes, and compared with what a definition says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mix.h"
#include "compile/native.h"

typedef int8_t cell;
#define U ((cell)INT8_MIN)

#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"

/* ------------------------------------------------- a model with five points */

/* Each has a value and points to one of them, or to none; one of them may be the chief; up to two letters, sorted,
 * each name one; and for every two of them there is a bit. */
enum { TO = 5, CHIEF = 10, LETTERS = 11, BITS = 15, CELLS = 40 };
struct work {
  cell c[CELLS];
};
enum { POINTS = 5, BLOCKS = 1, VERTICES = 7, MOST_TIES = 40, TELLS = 1, GROUPS = 0, ARGUMENTS = 2 };
static const uint16_t block_first[] = {0, POINTS};
#define PLACE(i) (UINT64_C(0x8cb92ba72f3d8dd7) + (i)*UINT64_C(0x9e3779b97f4a7c16))
#define STEP_VALUE UINT64_C(0xc2b2ae3d27d4eb4f)
#include "compile/runtime/canon.h"

#define POINT_TYPES SCALARSET(0, 0)
#define SHAPED_TYPES SHAPE(0, 1, 1, 1, 1, 1)
#include "compile/runtime/points.h"

/* All parts are number 0. */
#define PART 0
enum { STRIDE0 = 2, NESTED0 = 0 };
#include "compile/runtime/multiset_type.h"

enum { FIRST0 = 0, SIZE0 = POINTS, NAMING0 = 1 };
#define COLOUR0 UINT64_C(1)
#define MANY0 0
#define TRAITS0 PLAIN(0, 1, 0, U, 0) NAME(5, 1, 0, 8) WORD(0)
#include "compile/runtime/local_state.h"
#define BLOCK_PARTS EACH(0)

enum { BAG_CELLS0 = 4, BAG_STRIDE0 = 2, BAG_CAPACITY0 = 2, OWNERS0 = 0, LINKED0 = 1 };
#define BAG_TYPE0 0
#define ELEMENT0 NAME(1, 0, 0, 0) WORD(0)
#define LINKS0 LINK(1, 0, 1)
static const struct {
  uint32_t cell, number;
  uint16_t owners[2];
  uint32_t stride[2];
  uint64_t labels[2];
} slots0[] = {{LETTERS, 0, {0}, {0}, {5, 9}}};
#include "compile/runtime/messages.h"
#define BAG_PARTS EACH(0)

enum {
  MATRIX_NAMES0 = 0,
  ROW_COUNT0 = 5,
  ROW_FIRST0 = 0,
  ROW_STRIDE0 = 5,
  COLUMN_COUNT0 = 5,
  COLUMN_FIRST0 = 0,
  COLUMN_STRIDE0 = 1
};
#define MATRIX_POINT0(v) (-1)
static const uint32_t matrices0[] = {BITS};
#include "compile/runtime/matrix.h"
#define MATRIX_PARTS EACH(0)
#define RELATION_PARTS

/* Pointers, then bits, which are two parts. */
enum { INDEXED0 = 1, LINK_NAMES0 = 1, INDEXED1 = 2, LINK_NAMES1 = 0 };
#define LINK_POINT0(v) point0(v)
#define LINK_POINT1(v) (-1)
#define POINTER(p)                                                                                                     \
  {                                                                                                                    \
    7, TO + (p), U, { p }                                                                                              \
  }
static const struct {
  uint64_t label;
  uint32_t cell;
  cell quiet;
  uint16_t v[1];
} links0[] = {POINTER(0), POINTER(1), POINTER(2), POINTER(3), POINTER(4)};
#define BIT(p, q)                                                                                                      \
  {                                                                                                                    \
    11, BITS + (p)*5 + (q), 0, { p, q }                                                                                \
  }
#define ROW(p) BIT(p, 0), BIT(p, 1), BIT(p, 2), BIT(p, 3), BIT(p, 4)
static const struct {
  uint64_t label;
  uint32_t cell;
  cell quiet;
  uint16_t v[2];
} links1[] = {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4)};
#include "compile/runtime/links.h"
#undef PART
#define PART 1
#include "compile/runtime/links.h"
#define LINK_PARTS EACH(0) EACH(1)

#define MANY_NAMES 0
#define GLOBALS GLOBAL(0, CHIEF, 77)
static void find_touched(struct canon *g, const cell *c, const cell *h) {
  for (uint32_t i = 0; i < CELLS; i++)
    if (c[i] != h[i])
      memset(g->touched, 1, sizeof g->touched);
}
#include "compile/runtime/colouring.h"
#define EACH_POINT(DO) DO(0) DO(1) DO(2) DO(3) DO(4)
#define PAIRS_OF_0 COMPARE(0, 1) COMPARE(0, 2) COMPARE(0, 3) COMPARE(0, 4)
#define OTHER_PAIRS COMPARE(1, 2) COMPARE(1, 3) COMPARE(1, 4) COMPARE(2, 3) COMPARE(2, 4) COMPARE(3, 4)
#define RANKED EACH_POINT(POINT) PAIRS_OF_0 OTHER_PAIRS EACH_POINT(PUT)
#include "compile/runtime/rank.h"
#include "compile/runtime/canonise.h"

/* -------------------------------------------------------------------- tests */

static uint64_t seed = 1;
static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
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
    uint16_t moved = 0;
    for (uint32_t p = 0; p < POINTS; p++) {
      many.slices[p] = pairs.slices[p] = pick(4);
      many.colours[p] = pairs.colours[p] = pick(3);
    }
    const bool found = rank_many(&many, told, 0, POINTS, &moved);
    const bool found_by_pairs = rank(&pairs, told);
    for (uint32_t p = 0; p < POINTS; p++) {
      const uint32_t place = place_of(&many, told, p, &alike);
      moves |= place != p;
      assert_int_equal(many.map[p], place);
      assert_int_equal(pairs.map[p], place);
      assert_int_equal(many.order[place], p);
    }
    assert_true(found == alike && found_by_pairs == alike);
    assert_true(!moved == !moves && !pairs.moved == !moves);
  }
}

static void shuffle(uint16_t *map) {
  for (uint32_t i = 0; i < POINTS; i++) {
    uint32_t k = pick(i + 1);
    map[i] = map[k];
    map[k] = (uint16_t)i;
  }
}

/* By definition. */
static void permuted(const cell *c, const uint16_t *map, cell *to) {
  for (uint32_t p = 0; p < POINTS; p++) {
    to[map[p]] = c[p];
    to[TO + map[p]] = c[TO + p] == U ? U : (cell)map[c[TO + p]];
    for (uint32_t q = 0; q < POINTS; q++)
      to[BITS + map[p] * POINTS + map[q]] = c[BITS + p * POINTS + q];
  }
  to[CHIEF] = c[CHIEF] == U ? U : (cell)map[c[CHIEF]];
  for (uint32_t i = 0; i < 4; i += 2) {
    to[LETTERS + i] = c[LETTERS + i];
    to[LETTERS + i + 1] = c[LETTERS + i] ? (cell)map[c[LETTERS + i + 1]] : U;
  }
  sort_bag(to + LETTERS, 2, 2);
}

/* Permutations that leave the state as it is, all of them tried. */
static uint64_t count_fixing(const cell *c, uint16_t *map, uint32_t point) {
  uint64_t count = 0;
  cell to[CELLS];
  if (point == POINTS) {
    permuted(c, map, to);
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

/* Few pointers and fewer bits, so that some points are twins. */
static void random_state(cell *c) {
  for (uint32_t p = 0; p < POINTS; p++) {
    c[p] = (cell)pick(3);
    c[TO + p] = pick(2) ? U : (cell)pick(POINTS);
  }
  for (uint32_t i = BITS; i < CELLS; i++)
    c[i] = !pick(12);
  c[CHIEF] = pick(2) ? U : (cell)pick(POINTS);
  for (uint32_t i = 0, count = pick(3); i < 2; i++) {
    c[LETTERS + 2 * i] = i < count;
    c[LETTERS + 2 * i + 1] = i < count ? (cell)pick(POINTS) : U;
  }
  sort_bag(c + LETTERS, 2, 2);
}

static void representative(const cell *c, cell *to, int *decided, uint64_t *stabiliser) {
  static struct canon g;
  struct noe_native_frame host = {0};
  cell scratch[CELLS];
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
    cell c[CELLS], turned[CELLS], moved[CELLS], one[CELLS], two[CELLS];
    uint16_t map[POINTS], plain[] = {0, 1, 2, 3, 4};
    random_state(c);
    shuffle(map);
    permuted(c, map, turned);
    image(c, map, moved);
    assert_memory_equal(moved, turned, sizeof moved);
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

/* Whether an exchange leaves a state as it is, is decided on the state: colours, which mostly tell before, are hashes. */
static void exchanges(void **unused) {
  (void)unused;
  int kept = 0;
  for (int round = 0; round < 4000; round++) {
    cell c[CELLS], turned[CELLS], scratch[CELLS];
    random_state(c);
    for (uint16_t a = 0; a < POINTS; a++)
      for (uint16_t b = 0; b < POINTS; b++) {
        uint16_t map[POINTS] = {0, 1, 2, 3, 4};
        if (a == b)
          continue;
        map[a] = b, map[b] = a;
        permuted(c, map, turned);
        const bool is_kept = !memcmp(turned, c, sizeof c);
        assert_int_equal(keeps(c, scratch, a, b), is_kept);
        kept += is_kept;
      }
  }
  assert_true(kept > 500);
}

/* Twins are those that can change places; each class is counted. */
static void twins(void **unused) {
  (void)unused;
  static struct canon g;
  cell c[CELLS] = {1, 1, 1, 2, 2, U, U, U, U, U, U, 0, U, 0, U}, scratch[CELLS];
  uint16_t class_of[POINTS], rank_of[POINTS], size_of[POINTS];
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 2);
  assert_memory_equal(class_of, ((uint16_t[]){0, 0, 0, 1, 1}), sizeof class_of);
  assert_memory_equal(rank_of, ((uint16_t[]){0, 1, 2, 0, 1}), sizeof rank_of);
  assert_memory_equal(size_of, ((uint16_t[]){3, 2}), 2 * sizeof *size_of);
  c[TO + 1] = 3; /* point 1 points to point 3: both stand alone */
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 0);
  c[TO + 1] = U;
  c[CHIEF] = 4; /* so are points 3 and 4 */
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 1);
  c[LETTERS] = 1, c[LETTERS + 1] = 0;
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 1);
  assert_memory_equal(class_of, ((uint16_t[]){65535, 0, 0, 65535, 65535}), sizeof class_of);
  c[BITS + 1 * POINTS + 1] = 1;
  assert_int_equal(find_twins(&g, c, scratch, class_of, rank_of, size_of), 0);
}

/* What is found of a successor, given what is known of the state before, is what is found without. */
static void successors(void **unused) {
  (void)unused;
  static struct canon g;
  for (int round = 0; round < 4000; round++) {
    cell h[CELLS], c[CELLS], scratch[CELLS], one[CELLS];
    uint16_t class_of[POINTS], rank_of[POINTS], size_of[POINTS];
    struct noe_native_frame host = {0};
    random_state(h);
    memcpy(c, h, sizeof c);
    c[pick(TO)] = (cell)pick(3);
    if (pick(2))
      memcpy(c + LETTERS, (const cell[]){1, (cell)pick(POINTS), 0, U}, 4);
    const uint8_t changed = memcmp(c + LETTERS, h + LETTERS, 4) != 0;
    int first;
    uint64_t fixed;
    representative(c, one, &first, &fixed);
    find_twins(&g, h, scratch, class_of, rank_of, size_of);
    const int again = canonise(&g, c, h, &changed, scratch, &host);
    assert_int_equal(!first, !again);
    if (!first)
      continue;
    assert_memory_equal(again == 2 ? scratch : c, one, sizeof one);
    assert_int_equal(host.stabiliser, fixed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ranks), cmocka_unit_test(representatives),
                                     cmocka_unit_test(exchanges), cmocka_unit_test(twins),
                                     cmocka_unit_test(successors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
