/* Cells that two, three or four points index, in generated code (src/compile/runtime/relation.h), by themselves:
 * their images, and whether the exchange of two points leaves them as they are, as a definition says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compile/native.h"

typedef int8_t cell;
#define U ((cell)INT8_MIN)

#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"

/* Four points, whose names are the values 1 to 4. */
enum { POINTS = 4, VERTICES = 4, MOST_TIES = 1, MOST_CELLS = 256 };
#include "compile/runtime/canon.h"
#define POINT_TYPES SCALARSET(0, -1)
#define SHAPED_TYPES
#include "compile/runtime/points.h"

/* Parts 2, 3 and 4 have as many indices, and names; part 5 has three indices and plain values. */
struct moved {
  uint32_t cell;
  uint16_t v[4];
  uint32_t stride[4];
};
static struct moved moved2[16], moved3[64], moved4[256], moved5[64];
enum { RELATED2 = 1, RELATED3 = 1, RELATED4 = 1, RELATED5 = 0 };
#define RELATED_POINT2(v) point0(v)
#define RELATED_POINT3(v) point0(v)
#define RELATED_POINT4(v) point0(v)
#define RELATED_POINT5(v) (-1)

#define PART 2
#define ARGUMENTS 2
#include "compile/runtime/relation.h"
#undef PART
#undef ARGUMENTS
#define PART 3
#define ARGUMENTS 3
#include "compile/runtime/relation.h"
#undef PART
#define PART 5
#include "compile/runtime/relation.h"
#undef PART
#undef ARGUMENTS
#define PART 4
#define ARGUMENTS 4
#include "compile/runtime/relation.h"

static const struct relation {
  struct moved *moved;
  uint32_t indices, cells;
  bool has_names;
  void (*move)(const cell *restrict c, const uint16_t *p, cell *restrict d);
  bool (*keeps)(const cell *c, int32_t a, int32_t b);
} relations[] = {{moved2, 2, 16, true, move_relation2, keeps_relation2},
                 {moved3, 3, 64, true, move_relation3, keeps_relation3},
                 {moved5, 3, 64, false, move_relation5, keeps_relation5},
                 {moved4, 4, 256, true, move_relation4, keeps_relation4}};
enum { RELATIONS = sizeof relations / sizeof *relations };

static int set_up(void **unused) {
  (void)unused;
  for (const struct relation *r = relations; r < relations + RELATIONS; r++)
    for (uint32_t at = 0; at < r->cells; at++) {
      struct moved *m = &r->moved[at];
      m->cell = at;
      for (uint32_t k = 0, stride = 1; k < r->indices; k++, stride *= POINTS) {
        m->v[k] = (uint16_t)(at / stride % POINTS);
        m->stride[k] = stride;
      }
    }
  return 0;
}

static uint64_t seed = 1;
static uint32_t pick(uint32_t below) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

/* By definition: digit by digit, and names by their values. */
static uint32_t image_of(const struct relation *r, const uint16_t *map, uint32_t at) {
  uint32_t to = 0;
  for (uint32_t k = 0, stride = 1; k < r->indices; k++, stride *= POINTS)
    to += stride * map[at / stride % POINTS];
  return to;
}

static cell value_of(const struct relation *r, const uint16_t *map, cell value) {
  return r->has_names && value != U ? (cell)(map[value - 1] + 1) : value;
}

static void permuted(const struct relation *r, const cell *c, const uint16_t *map, cell *to) {
  for (uint32_t at = 0; at < r->cells; at++)
    to[image_of(r, map, at)] = value_of(r, map, c[at]);
}

static void shuffle(uint16_t *map) {
  for (uint32_t i = 0; i < POINTS; i++) {
    const uint32_t k = pick(i + 1);
    map[i] = map[k];
    map[k] = (uint16_t)i;
  }
}

/* Few values, or the most that there are. */
static void random_cells(const struct relation *r, cell *c) {
  const uint32_t sparse = pick(2);
  for (uint32_t at = 0; at < r->cells; at++)
    c[at] = sparse && pick(20) ? U : pick(5) ? (cell)(1 + pick(POINTS)) : U;
}

static void images(void **unused) {
  (void)unused;
  for (int round = 0; round < 2000; round++) {
    const struct relation *r = &relations[pick(RELATIONS)];
    cell c[MOST_CELLS], to[MOST_CELLS], expected[MOST_CELLS];
    uint16_t map[POINTS];
    random_cells(r, c);
    shuffle(map);
    permuted(r, c, map, expected);
    r->move(c, map, to);
    assert_memory_equal(to, expected, r->cells);
  }
}

/* Makes the cells so that the exchange keeps them: of a cell and its image, one is written over; a cell that is its own
 * image names neither of the two. */
static void make_even(const struct relation *r, const uint16_t *map, cell *c) {
  for (uint32_t at = 0; at < r->cells; at++)
    c[image_of(r, map, at)] = value_of(r, map, c[at]);
  for (uint32_t at = 0; at < r->cells; at++)
    if (image_of(r, map, at) == at && value_of(r, map, c[at]) != c[at])
      c[at] = U;
}

/* Cells that an exchange keeps, and the same with one cell altered, wherever it is. */
static void exchanges(void **unused) {
  (void)unused;
  uint32_t kept[RELATIONS] = {0}, altered[RELATIONS] = {0};
  for (int round = 0; round < 20000; round++) {
    const uint32_t which = pick(RELATIONS);
    const struct relation *r = &relations[which];
    cell c[MOST_CELLS], expected[MOST_CELLS];
    uint16_t map[POINTS] = {0, 1, 2, 3};
    const uint16_t a = (uint16_t)pick(POINTS), b = (uint16_t)((a + 1 + pick(POINTS - 1)) % POINTS);
    map[a] = b, map[b] = a;
    random_cells(r, c);
    make_even(r, map, c);
    if (round % 2)
      c[pick(r->cells)] = (cell)(1 + pick(POINTS));
    permuted(r, c, map, expected);
    const bool is_kept = !memcmp(c, expected, r->cells);
    assert_true(is_kept || round % 2);
    assert_int_equal(r->keeps(c, a, b), is_kept);
    kept[which] += is_kept;
    altered[which] += !is_kept;
  }
  for (uint32_t i = 0; i < RELATIONS; i++)
    assert_true(kept[i] > 2000 && altered[i] > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(images), cmocka_unit_test(exchanges)};
  return cmocka_run_group_tests(tests, set_up, NULL);
}
