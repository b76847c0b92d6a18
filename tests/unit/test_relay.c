/* Work that never gets ahead of what it is granted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs these */
#include <cmocka.h>

#include "base/relay.h"

enum { ALL = 1000 };

struct work {
  struct noe_relay relay;
  uint64_t done; /* read by the owner only when the work waits, or has ended */
  bool is_told_to_end;
};

static void count(void *context) {
  struct work *work = context;
  uint64_t may = 0;
  while (work->done < ALL) {
    if (work->done == may)
      may = noe_base_relay_ask(&work->relay, work->done);
    work->is_told_to_end = !may;
    if (!may)
      return;
    work->done++;
  }
}

static void begin(struct work *work) {
  *work = (struct work){.done = 0};
  noe_base_relay_prepare(&work->relay, count, work);
}

/* As much as is granted, whoever waits for whom. */
static void step_by_step(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  assert_false(noe_base_relay_await(&work.relay));
  for (uint64_t i = 1; i < ALL; i++) {
    assert_true(noe_base_relay_grant(&work.relay, i));
    assert_false(noe_base_relay_await(&work.relay));
    assert_int_equal(work.done, i);
  }
  assert_true(noe_base_relay_grant(&work.relay, UINT64_MAX));
  assert_true(noe_base_relay_await(&work.relay));
  assert_true(noe_base_relay_await(&work.relay));
  assert_int_equal(work.done, ALL);
  noe_base_relay_end(&work.relay);
  assert_false(work.is_told_to_end);
}

/* Several grants before it is asked for. */
static void meanwhile(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  for (uint64_t i = 1; i <= 5; i++)
    assert_true(noe_base_relay_grant(&work.relay, 10 * i));
  assert_false(noe_base_relay_await(&work.relay));
  assert_int_equal(work.done, 50);
  noe_base_relay_end(&work.relay);
  assert_true(work.is_told_to_end);
}

static void ends_early(void **state) {
  (void)state;
  struct work work;
  begin(&work);
  noe_base_relay_end(&work.relay);
  assert_int_equal(work.done, 0);
  begin(&work);
  assert_true(noe_base_relay_grant(&work.relay, 1));
  noe_base_relay_end(&work.relay);
  assert_true(work.is_told_to_end && work.done <= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(step_by_step),
      cmocka_unit_test(meanwhile),
      cmocka_unit_test(ends_early),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
