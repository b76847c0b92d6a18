/* Progress and growth: what is said, and that it says no more than is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/progress.h"
#include "report/sweep.h"

static const struct noe_progress searching = {.phase = NOE_PHASE_SEARCH,
                                              .states = 1234567,
                                              .frontier = 12345,
                                              .levels = {9000, 8000, 4000},
                                              .level_done = 1000,
                                              .depth = 34,
                                              .bytes = 100 << 20,
                                              .seconds = 12};
static const struct noe_progress_view alone = {.seconds = 12, .memory_limit = (uint64_t)4 << 30};

static void says(const struct noe_progress *progress, const struct noe_progress_view *view, size_t width,
                 const char *expected) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_text text = noe_base_text(memory);
  if (width)
    noe_report_progress_short(progress, view, width, &text);
  else
    noe_report_progress(progress, view, &text);
  assert_string_equal(noe_base_text_string(&text), expected);
  noe_base_text_free(&text);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

static void test_search(void **state) {
  (void)state;
  says(&searching, &alone, 0,
       "search 12.0 s: 1,234,567 states (102,880/s), 12,345 to do, depth 34,\n"
       "    100.0 MB of 4.0 GB; about 0.07 s left, if levels go on shrinking (x0.5)\n");
  says(&searching, &alone, 100,
       "search 12.0 s: 1.23M states, 103k/s, 12.3k to do, depth 34, 100.0 MB/4.0 GB, ~0.07 s left");
}

/* What matters least goes first. */
static void test_width(void **state) {
  (void)state;
  says(&searching, &alone, 79, "search 12.0 s: 1.23M states, 12.3k to do, 100.0 MB/4.0 GB, ~0.07 s left");
  says(&searching, &alone, 60, "search 12.0 s: 1.23M states, 100.0 MB/4.0 GB, ~0.07 s left");
  says(&searching, &alone, 30, "search 12.0 s: 1.23M states");
  says(&searching, &alone, 1, "search 12.0 s");
}

static void test_growing_levels(void **state) {
  struct noe_progress progress = searching;
  (void)state;
  progress.levels[0] = 4000;
  progress.levels[2] = 12000;
  says(&progress, &alone, 0,
       "search 12.0 s: 1,234,567 states (102,880/s), 12,345 to do, depth 34,\n"
       "    100.0 MB of 4.0 GB; levels still grow (x1.5): no end in sight\n");
  assert_true(noe_report_progress_left(&progress) < 0);
  progress.levels[2] = 7000; /* one level that shrinks is no trend */
  assert_true(noe_report_progress_left(&progress) < 0);
}

/* c q / (1 - q) states to come, and the rest of the level. */
static void test_left(void **state) {
  struct noe_progress progress = {.states = 1000, .levels = {400, 200, 100}, .level_done = 100, .seconds = 10};
  (void)state;
  assert_float_equal(noe_report_progress_left(&progress), 1, 1e-9);
  progress.level_done = 0;
  assert_float_equal(noe_report_progress_left(&progress), 2, 1e-9);
}

static void test_phases(void **state) {
  struct noe_progress live = {
      .phase = NOE_PHASE_LIVENESS, .states = 2000000, .done = 500000, .total = 2000000, .bytes = 1};
  struct noe_progress claim = {.phase = NOE_PHASE_TEMPORAL,
                               .claim = "every process that waits gets in",
                               .claim_number = 2,
                               .claim_count = 5,
                               .states = 90000,
                               .frontier = 10,
                               .pairs = 123456,
                               .bytes = 1};
  struct noe_progress_view view = {.label = "N=4", .seconds = 61};
  (void)state;
  says(&live, &alone, 79, "liveness 12.0 s: 25% of 2.00M states, 1 B/4.0 GB");
  says(&live, &alone, 0, "liveness 12.0 s: 25% of 2,000,000 states in this sweep, 1 B of 4.0 GB\n");
  says(&claim, &view, 100,
       "N=4: temporal claim 2 of 5 1 min 1 s \"every process that waits...\": 90.0k states, 10 to do, 1 B");
  says(&claim, &view, 0,
       "N=4: temporal claim 2 of 5 1 min 1 s,\n"
       "    \"every process that waits gets in\": 90,000 states, 10 to do,\n"
       "    123,456 pairs with the automaton, 1 B\n");
}

static void test_sweep(void **state) {
  struct noe_progress_view view = {.label = "N=5", .seconds = 12, .low = 2e6, .high = 3e6};
  (void)state;
  says(&searching, &view, 79, "N=5: search 12.0 s: 1.23M states, 103k/s, 12.3k to do, 100.0 MB, ~49%");
  says(&searching, &view, 0,
       "N=5: search 12.0 s: 1,234,567 states (102,880/s), 12,345 to do, depth 34,\n"
       "    100.0 MB; about 41% to 62% of what smaller runs make one expect; about 0.07\n"
       "    s left, if levels go on shrinking (x0.5)\n");
}

/* ------------------------------------------------------------------ growth */

static struct noe_sweep_row three[3];
static const char *const values[3][1] = {{"2"}, {"3"}, {"4"}};
static const char *const columns[] = {"N"};
static const struct noe_sweep sweep = {.columns = columns, .column_count = 1, .rows = three, .row_count = 3};

static void fill(uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t states[] = {a, b, c};
  for (int i = 0; i < 3; i++)
    three[i] = (struct noe_sweep_row){.state = NOE_ROW_DONE,
                                      .values = values[i],
                                      .before = i ? &three[i - 1] : NULL,
                                      .complete = true,
                                      .states = states[i]};
}

static void test_growth(void **state) {
  struct noe_growth growth;
  double low, high;
  (void)state;
  fill(10, 40, 320); /* x4, x8: x8 again, or x16 */
  assert_true(noe_report_growth(&sweep, &three[2], &growth));
  noe_report_growth_states(&growth, 1, &low, &high);
  assert_float_equal(low, 2560, 1e-6);
  assert_float_equal(high, 5120, 1e-6);
  fill(10, 40, 80); /* x4, x2: x2 again, or x1 */
  assert_true(noe_report_growth(&sweep, &three[2], &growth));
  noe_report_growth_states(&growth, 2, &low, &high);
  assert_float_equal(low, 80, 1e-6);
  assert_float_equal(high, 320, 1e-6);
}

/* Two runs, a run that was cut short, values that are not equally far apart. */
static void test_no_growth(void **state) {
  static const char *const five[] = {"5"};
  struct noe_growth growth;
  (void)state;
  fill(10, 40, 320);
  assert_false(noe_report_growth(&sweep, &three[1], &growth));
  three[1].complete = false;
  assert_false(noe_report_growth(&sweep, &three[2], &growth));
  fill(10, 40, 320);
  three[2].values = five;
  assert_false(noe_report_growth(&sweep, &three[2], &growth));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_search), cmocka_unit_test(test_width),     cmocka_unit_test(test_growing_levels),
      cmocka_unit_test(test_left),   cmocka_unit_test(test_phases),    cmocka_unit_test(test_sweep),
      cmocka_unit_test(test_growth), cmocka_unit_test(test_no_growth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
