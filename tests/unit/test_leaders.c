/* One tuple leads each orbit of the twins, and stands for all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "symmetry/twins.h"

enum { POINTS = 6, LENGTH = 4 };

/* Classes {0, 2, 3} (in the order 2, 0, 3) and {4, 5}; point 1 is alone. */
static uint16_t class_of[POINTS] = {0, NOE_NO_TWINS, 0, 0, 1, 1};
static uint16_t rank_of[POINTS] = {1, 0, 0, 2, 0, 1};
static uint16_t size_of[POINTS] = {3, 2};
static const struct noe_twins twins = {.class_of = class_of, .rank_of = rank_of, .size_of = size_of, .count = 2};

/* All permutations of the twins: 3! * 2!. */
static const int32_t group[12][POINTS] = {
    {0, 1, 2, 3, 4, 5}, {0, 1, 3, 2, 4, 5}, {2, 1, 0, 3, 4, 5}, {2, 1, 3, 0, 4, 5},
    {3, 1, 0, 2, 4, 5}, {3, 1, 2, 0, 4, 5}, {0, 1, 2, 3, 5, 4}, {0, 1, 3, 2, 5, 4},
    {2, 1, 0, 3, 5, 4}, {2, 1, 3, 0, 5, 4}, {3, 1, 0, 2, 5, 4}, {3, 1, 2, 0, 5, 4},
};

/* Tuple number `number`; -1 stands for an argument that is no point. */
static void make_tuple(uint32_t number, int32_t *tuple) {
  for (uint32_t i = 0; i < LENGTH; i++, number /= POINTS + 1)
    tuple[i] = (int32_t)(number % (POINTS + 1)) - 1;
}

/* An enumeration binds one point after the other, and asks each time. */
static bool leads(const int32_t *tuple) {
  for (uint32_t count = 1; count <= LENGTH; count++)
    if (!noe_symmetry_leads(&twins, tuple, count))
      return false;
  return true;
}

/* Members of the orbit of a tuple, and how many of them lead. */
static void look_around(const int32_t *tuple, uint64_t *size, uint64_t *leaders) {
  int32_t seen[12][LENGTH];
  *size = *leaders = 0;
  for (uint32_t g = 0; g < 12; g++) {
    int32_t image[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++)
      image[i] = tuple[i] < 0 ? -1 : group[g][tuple[i]];
    bool known = false;
    for (uint64_t k = 0; k < *size && !known; k++)
      known = !memcmp(seen[k], image, sizeof image);
    if (known)
      continue;
    memcpy(seen[(*size)++], image, sizeof image);
    *leaders += leads(image);
  }
}

static void one_leader_each(void **state) {
  (void)state;
  uint32_t all = (POINTS + 1) * (POINTS + 1) * (POINTS + 1) * (POINTS + 1);
  uint64_t led = 0;
  for (uint32_t number = 0; number < all; number++) {
    int32_t tuple[LENGTH];
    uint64_t size, leaders;
    make_tuple(number, tuple);
    look_around(tuple, &size, &leaders);
    assert_int_equal(leaders, 1);
    if (!leads(tuple))
      continue;
    assert_int_equal(noe_symmetry_led(&twins, tuple, LENGTH), size);
    led += size;
  }
  assert_int_equal(led, all);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_leader_each)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
