/* When a search samples its symmetry (src/explicit/sample.c), by a clock that stands still but for what these tests make
 * of it: it takes the place of base/clock.c in this program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "explicit/explicit.h"
#include "lang/murphi/murphi.h"

static double now, tick; /* seconds; the clock, and how much it goes on each time it is looked at */
double noe_base_now(void) { return now += tick; }

/* Some thirty levels. */
static const char *text = "type P: scalarset(3);"
                          "var x: 0..30; owner: P;"
                          "startstate begin x := 0; clear owner; end;"
                          "ruleset p: P do rule \"take\" x < 30 ==> begin x := x + 1; owner := p; end; end;"
                          "invariant \"few\" x <= 30;";

static uint32_t waits;
static double wait;

/* Another engine has its turn. */
static bool elsewhere(void *context, struct noe_outlook *outlook) {
  (void)context, (void)outlook;
  waits++;
  now += wait;
  return false;
}

static uint64_t samples(void) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_options options = noe_base_options();
  options.compile = NOE_COMPILE_NEVER;
  options.threads = 1;
  struct noe_source source = noe_base_source_text(arena, "test.m", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(arena, &source);
  const struct noe_model *model = noe_murphi_load(arena, &source, &options, diagnostics);
  assert_non_null(model);
  const struct noe_task task = {
      .memory = memory, .arena = arena, .model = model, .options = &options, .is_enough = elsewhere};
  now = waits = 0;
  const struct noe_result *result = noe_explicit_engine.run(&task);
  assert_null(result->broken_symmetry);
  assert_true(result->states > 30 && waits > 20);
  const uint64_t count = result->samples;
  noe_base_arena_delete(arena);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
  return count;
}

/* A search that is over at once takes no samples; one that takes its time does. */
static void time_of_the_search(void **unused) {
  (void)unused;
  wait = 0;
  tick = 1e-9;
  assert_int_equal(samples(), 0);
  const double looks = now / tick;
  tick = 0.012 / looks; /* less than the first moments take, and more than a sample needs */
  assert_int_equal(samples(), 0);
  tick = 1e-3;
  assert_true(samples() > 0);
}

/* The time while other engines are waited for is none of the search's. */
static void time_elsewhere(void **unused) {
  (void)unused;
  tick = 1e-9;
  wait = 10;
  assert_int_equal(samples(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(time_of_the_search), cmocka_unit_test(time_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
