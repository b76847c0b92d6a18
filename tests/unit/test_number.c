/* Natural numbers of any size, against machine words and against known values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "base/random.h"

static void expect_text(const struct noe_number *number, const char *text) {
  struct noe_text out = noe_base_text(number->memory);
  noe_base_number_print(number, &out);
  assert_string_equal(noe_base_text_string(&out), text);
  noe_base_text_free(&out);
}

/* Random numbers of at most `bits` bits, many of them near a power of two. */
static uint64_t draw(struct noe_random *random, uint32_t bits) {
  uint64_t value = noe_random_next(random) >> (64 - 1 - noe_random_below(random, bits));
  return noe_random_below(random, 4) ? value : value & (0 - value);
}

static void as_words_do(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_random random = {1};
  struct noe_number a = noe_base_number(memory, 0), b = noe_base_number(memory, 0), c = noe_base_number(memory, 0);
  for (int i = 0; i < 100000; i++) {
    uint64_t x = draw(&random, 62), y = draw(&random, 62);
    uint32_t factor = (uint32_t)draw(&random, 31) | 1, small = (uint32_t)draw(&random, 30);
    noe_base_number_set(&a, x);
    noe_base_number_set(&b, y);
    assert_int_equal(noe_base_number_compare(&a, &b), (x > y) - (x < y));
    noe_base_number_add(&a, &b);
    noe_base_number_set(&c, x + y);
    assert_int_equal(noe_base_number_compare(&a, &c), 0);
    /* (x + y) factor + small, taken apart again */
    noe_base_number_multiply(&a, factor);
    noe_base_number_set(&b, small % factor);
    noe_base_number_add(&a, &b);
    assert_int_equal(noe_base_number_divide(&a, factor), small % factor);
    assert_int_equal(noe_base_number_compare(&a, &c), 0);
  }
  noe_base_number_free(&a);
  noe_base_number_free(&b);
  noe_base_number_free(&c);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

static void known_values(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_number a = noe_base_number(memory, 0), b = noe_base_number(memory, 1);
  expect_text(&a, "0");
  noe_base_number_set(&a, UINT64_MAX);
  expect_text(&a, "18446744073709551615");
  noe_base_number_add(&a, &b);
  expect_text(&a, "18446744073709551616");
  noe_base_number_add(&a, &a);
  expect_text(&a, "36893488147419103232");
  noe_base_number_set(&a, 1000000000);
  expect_text(&a, "1000000000");
  noe_base_number_multiply(&a, 1000000000);
  expect_text(&a, "1000000000000000000");
  noe_base_number_set(&a, 1);
  noe_base_number_factorial(&a, 30);
  expect_text(&a, "265252859812191058636308480000000");
  noe_base_number_copy(&b, &a);
  noe_base_number_factorial(&b, 0);
  assert_int_equal(noe_base_number_compare(&a, &b), 0);
  for (uint32_t i = 2; i <= 30; i++)
    assert_int_equal(noe_base_number_divide(&b, i), 0);
  expect_text(&b, "1");
  assert_int_equal(noe_base_number_divide(&b, 2), 1);
  expect_text(&b, "0");
  noe_base_number_multiply(&a, 0);
  expect_text(&a, "0");
  assert_int_equal(noe_base_number_compare(&a, &b), 0);
  noe_base_number_free(&a);
  noe_base_number_free(&b);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_words_do),
      cmocka_unit_test(known_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
