/* The explicit engine on small models: verdicts, counts, traces, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explicit/explicit.h"
#include "live/live.h"
#include "system/claims.h"
#include "explicit/graph.h"
#include "hunt/walk.h"
#include "lang/murphi/murphi.h"
#include "verdict/run.h"

struct fixture {
  struct noe_memory *memory;
  struct noe_arena *arena;
  struct noe_options options;
  const struct noe_model *model;
};

static struct fixture fixture;

static int set_up(void **state) {
  (void)state;
  fixture.memory = noe_base_memory_new(0);
  fixture.arena = noe_base_arena_new(fixture.memory);
  fixture.options = noe_base_options();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  noe_base_arena_delete(fixture.arena);
  size_t left = noe_base_memory_used(fixture.memory);
  noe_base_memory_delete(fixture.memory);
  return left ? -1 : 0;
}

/* Frees what a machine held that was cut off while it was being made, and the
 * arena with it. */
static void sweep(void) {
  noe_base_memory_sweep(fixture.memory);
  fixture.arena = NULL;
}

static void load(const char *text) {
  struct noe_source source = noe_base_source_text(fixture.arena, "test.m", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(fixture.arena, &source);
  fixture.model = noe_murphi_load(fixture.arena, &source, &fixture.options, diagnostics);
  if (fixture.model)
    return;
  struct noe_text out = noe_base_text(fixture.memory);
  noe_base_diagnostics_print(diagnostics, &out, false);
  fail_msg("%s", noe_base_text_string(&out));
}

static struct noe_task task(void) {
  return (struct noe_task){
      .memory = fixture.memory, .arena = fixture.arena, .model = fixture.model, .options = &fixture.options};
}

/* The engine that decides the model. */
static const struct noe_result *search(void) {
  struct noe_task given = task();
  bool has_goals = noe_system_has_property(fixture.model, NOE_PROPERTY_LIVENESS);
  const struct noe_engine *engine = has_goals ? &noe_live_engine : &noe_explicit_engine;
  struct noe_result *result = engine->run(&given);
  noe_verdict_admit(&given, engine, result, NULL, 0);
  return result;
}

static const struct noe_result *check(const char *text) {
  load(text);
  return search();
}

static const struct noe_finding *finding(const struct noe_result *result, const char *name) {
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (strcmp(result->findings[i].name, name) == 0)
      return &result->findings[i];
  fail_msg("no finding is called %s", name);
  return NULL;
}

static void expect(const struct noe_result *result, const char *name, enum noe_verdict verdict, uint32_t trace) {
  const struct noe_finding *found = finding(result, name);
  assert_int_equal(found->verdict, verdict);
  assert_int_equal(found->trace ? found->trace->count : 0, trace);
}

/* ---------------------------------------------------------------- complete */

#define COUNTER                                                                                                        \
  "var x: 0..7;"                                                                                                       \
  "startstate begin x := 0; end;"                                                                                      \
  "rule \"up\" x < 7 ==> begin x := x + 1; end;"                                                                       \
  "rule \"down\" x > 0 ==> begin x := x - 1; end;"

/* Levels of one state: what is noticed in one of them is put in order before the next one. */
static void stops_in_a_small_level(void **state) {
  (void)state;
  const char *text = "var x: 0..999;"
                     "startstate begin x := 0; end;"
                     "rule \"up\" x < 999 ==> begin x := x + 1; end;"
                     "invariant \"few\" x < 20;"
                     "invariant \"fewer\" x < 30;"
                     "invariant \"half\" x != 500 & x != 15;";
  fixture.options.compile = NOE_COMPILE_NEVER;
  for (uint32_t threads = 1; threads <= 2; threads++) {
    fixture.options.threads = threads;
    fixture.options.max_errors = 2;
    const struct noe_result *result = check(text);
    assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
    assert_int_equal(result->stop, NOE_STOP_ERRORS);
    assert_int_equal(result->states, 21);
    assert_int_equal(result->depth, 20);
    expect(result, "few", NOE_VERDICT_VIOLATED, 21);
    expect(result, "half", NOE_VERDICT_VIOLATED, 16);
    assert_string_equal(result->first_failure->name, "half");
    fixture.options.max_errors = 0;
    result = check(text);
    assert_int_equal(result->states, 1000);
    assert_int_equal(result->rules_fired, 999);
    expect(result, "few", NOE_VERDICT_VIOLATED, 21);
    expect(result, "fewer", NOE_VERDICT_VIOLATED, 31);
    expect(result, "half", NOE_VERDICT_VIOLATED, 16);
    expect(result, "deadlock", NOE_VERDICT_VIOLATED, 1000);
  }
}

static void counts_states_and_firings(void **state) {
  (void)state;
  const struct noe_result *result = check(COUNTER "invariant \"small\" x <= 7;"
                                                  "invariant \"empty\" x > 7 -> x = 0;");
  assert_int_equal(result->verdict, NOE_VERDICT_HOLDS);
  assert_true(result->complete);
  assert_int_equal(result->stop, NOE_STOP_NONE);
  assert_int_equal(result->states, 8);
  assert_string_equal(result->concrete_states, "8");
  assert_int_equal(result->rules_fired, 14);
  assert_int_equal(result->transitions, 14);
  assert_int_equal(result->firings[0], 7);
  assert_int_equal(result->firings[1], 7);
  assert_int_equal(result->depth, 7);
  assert_int_equal(result->finding_count, 4);
  assert_null(result->first_failure);
  assert_false(finding(result, "small")->vacuous);
  assert_true(finding(result, "empty")->vacuous);
  assert_int_equal(finding(result, "empty")->vacuous_place.line, 1);
  expect(result, "deadlock", NOE_VERDICT_HOLDS, 0);
  expect(result, "no run-time error", NOE_VERDICT_HOLDS, 0);
  assert_true(result->peak_bytes >= result->store_bytes && result->store_bytes > 0);
}

static void no_variable_is_one_state(void **state) {
  (void)state;
  fixture.options.deadlock = NOE_DEADLOCK_STUCK;
  const struct noe_result *result = check("startstate begin end; rule begin end;");
  assert_int_equal(result->verdict, NOE_VERDICT_HOLDS);
  assert_int_equal(result->states, 1);
  assert_int_equal(result->rules_fired, 1);
}

/* -------------------------------------------------------------- invariants */

static void shortest_trace_to_a_false_invariant(void **state) {
  (void)state;
  const struct noe_result *result = check(COUNTER "ruleset i: 3..5 do invariant \"not\" x != i; end;");
  const struct noe_finding *found = result->first_failure;
  assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
  assert_false(result->complete);
  assert_int_equal(result->stop, NOE_STOP_ERRORS);
  assert_ptr_equal(found, finding(result, "not"));
  assert_int_equal(found->kind, NOE_FINDING_INVARIANT);
  assert_int_equal(found->trace->count, 4);
  assert_int_equal(found->arguments[0], 3);
  assert_int_equal(found->trace->steps[3].state[0], 3);
  expect(result, "deadlock", NOE_VERDICT_UNKNOWN, 0);
  expect(result, "no run-time error", NOE_VERDICT_UNKNOWN, 0);
}

static void goes_on_after_failures(void **state) {
  (void)state;
  fixture.options.max_errors = 0;
  const struct noe_result *result = check(COUNTER "invariant \"a\" x != 5; invariant \"b\" x < 2;");
  assert_true(result->complete);
  assert_int_equal(result->states, 8);
  expect(result, "a", NOE_VERDICT_VIOLATED, 6);
  expect(result, "b", NOE_VERDICT_VIOLATED, 3);
  assert_int_equal(finding(result, "a")->count, 1);
  assert_int_equal(finding(result, "b")->count, 6);
  assert_string_equal(result->first_failure->name, "b"); /* found first */
  expect(result, "deadlock", NOE_VERDICT_HOLDS, 0);
}

/* --------------------------------------------------------- run-time errors */

static void finds_errors_wherever_they_are(void **state) {
  (void)state;
  fixture.options.max_errors = 0;
  const struct noe_result *result = check("var x: 0..3; a: array [0..2] of boolean;"
                                          "startstate begin x := 0; clear a; end;\n"
                                          "startstate begin x := 5; end;\n"
                                          "rule \"up\" begin x := x + 1; end;\n"
                                          "rule \"guard\" a[x] ==> begin x := 0; end;\n"
                                          "rule \"says\" x = 2 ==> begin error \"two\"; end;\n"
                                          "invariant \"claim\" 1 / x = 1 | true;");
  assert_true(result->complete);
  assert_int_equal(result->states, 4);
  /* Level by level, and in a level by their places. */
  static const struct {
    enum noe_diagnostic_code code;
    uint32_t steps;
    bool shows_last; /* a guard or claim failed in a state, not a body */
  } expected[] = {{NOE_R_RANGE, 1, false},
                  {NOE_R_DIVISION, 1, true},
                  {NOE_R_ERROR, 4, false},
                  {NOE_R_RANGE, 5, false},
                  {NOE_R_INDEX, 4, true}};
  uint32_t errors = 0;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    if (result->findings[i].kind != NOE_FINDING_ASSERTION)
      continue;
    const struct noe_trace *trace = result->findings[i].trace;
    assert_int_equal(result->findings[i].verdict, NOE_VERDICT_VIOLATED);
    assert_true(trace->has_fault);
    assert_int_equal(trace->fault.code, expected[errors].code);
    assert_int_equal(trace->count, expected[errors].steps);
    assert_int_equal(trace->steps[trace->count - 1].state != NULL, expected[errors].shows_last);
    assert_int_equal(trace->failed != NULL, expected[errors].shows_last);
    errors++;
  }
  assert_int_equal(errors, 5);
  expect(result, "two", NOE_VERDICT_VIOLATED, 4);
  /* It could not be evaluated everywhere: nobody says that it holds. */
  expect(result, "claim", NOE_VERDICT_UNKNOWN, 0);
}

/* ------------------------------------------------------------- assumptions */

static void assumptions_drop_states_and_firings(void **state) {
  (void)state;
  /* Counts as Rumur 2022.08.20 does: firings into dropped states are firings. */
  const struct noe_result *result = check("var x: 0..3; b: boolean;"
                                          "startstate begin x := 0; b := false; end;"
                                          "startstate begin x := 3; b := true; end;"
                                          "rule \"inc\" x < 3 ==> begin assume x != 1; x := x + 1; end;"
                                          "rule \"b\" true ==> begin b := !b; end;"
                                          "rule \"loop\" true ==> begin end;"
                                          "assume \"nob\" !b | x = 0;"
                                          "invariant x != 3;");
  assert_int_equal(result->verdict, NOE_VERDICT_HOLDS);
  assert_int_equal(result->states, 3);
  assert_int_equal(result->rules_fired, 8);
}

static void assumption_with_a_run_time_error(void **state) {
  (void)state;
  fixture.options.max_errors = 0;
  const struct noe_result *result = check(COUNTER "assume 8 / (x - 2) != 0;");
  assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
  assert_null(result->error);
  assert_int_equal(result->states, 2);
  assert_int_equal(result->first_failure->trace->count, 3);
  assert_int_equal(result->first_failure->trace->steps[2].state[0], 2);
}

/* ---------------------------------------------------------------- deadlock */

#define STUTTER "var x: 0..2; startstate begin x := 0; end; rule begin x := x < 2 ? x + 1 : x; end;"

static void deadlock_modes(void **state) {
  (void)state;
  const struct noe_result *result = check(STUTTER);
  expect(result, "deadlock", NOE_VERDICT_VIOLATED, 3);
  fixture.options.deadlock = NOE_DEADLOCK_STUCK;
  expect(search(), "deadlock", NOE_VERDICT_HOLDS, 0);
  fixture.options.deadlock = NOE_DEADLOCK_OFF;
  result = search();
  assert_int_equal(result->finding_count, 1);
  fixture.options.deadlock = NOE_DEADLOCK_STUCK;
  load("var x: 0..2; startstate begin x := 0; end; rule x < 2 ==> begin x := x + 1; end;");
  expect(search(), "deadlock", NOE_VERDICT_VIOLATED, 3);
  /* A firing that an `assume` statement discards does not exist; one into a
   * state that an assumption drops is progress. */
  load("var x: 0..2; startstate begin x := 0; end; rule begin assume x < 1; x := 1; end;");
  expect(search(), "deadlock", NOE_VERDICT_VIOLATED, 2);
  load("var x: 0..2; startstate begin x := 0; end; rule begin x := 1; end; assume x = 0;");
  expect(search(), "deadlock", NOE_VERDICT_HOLDS, 0);
}

static void priorities_hold_others_back(void **state) {
  (void)state;
  const struct noe_result *result = check("var x: 0..9; startstate begin x := 0; end;"
                                          "rule 5 \"late\" begin x := 9; end;"
                                          "rule 1 \"early\" x < 3 ==> begin x := x + 1; end;"
                                          "invariant \"nine\" x != 9;");
  assert_true(fixture.model->has_priorities);
  expect(result, "nine", NOE_VERDICT_VIOLATED, 5);
}

/* ------------------------------------------------------ covers and liveness */

static void covers(void **state) {
  (void)state;
  const struct noe_result *result =
      check("var x: 0..3; startstate begin x := 0; end;"
            "rule begin x := (x + 1) % 4; cover \"odd\" x % 2 = 1; cover \"four\" x = 4; end;"
            "cover \"three\" x = 3; ruleset i: 0..1 do cover \"big\" x > 2 + i; end; cover \"none\" x > 3;");
  assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
  assert_true(result->complete);
  expect(result, "odd", NOE_VERDICT_HOLDS, 0);
  assert_int_equal(finding(result, "odd")->count, 2);
  expect(result, "four", NOE_VERDICT_VIOLATED, 0);
  expect(result, "three", NOE_VERDICT_HOLDS, 0);
  assert_int_equal(finding(result, "big")->count, 1);
  expect(result, "none", NOE_VERDICT_VIOLATED, 0);
  assert_int_equal(result->first_failure->kind, NOE_FINDING_COVER);
}

static void liveness(void **state) {
  (void)state;
  const struct noe_result *result = check("var x: 0..5; startstate begin x := 0; end;"
                                          "rule x < 5 ==> begin x := x + 1; end;"
                                          "rule x = 3 ==> begin x := 0; end;"
                                          "rule x = 5 ==> begin x := 4; end;"
                                          "liveness \"end\" x >= 4;"
                                          "ruleset i: 3..5 do liveness \"back\" x = 9 - 2 * i; end;");
  assert_true(result->complete);
  expect(result, "end", NOE_VERDICT_HOLDS, 0);
  const struct noe_finding *back = finding(result, "back"); /* 3, 1, -1: lost from 4, from 4, always */
  assert_int_equal(back->verdict, NOE_VERDICT_VIOLATED);
  assert_int_equal(back->kind, NOE_FINDING_LIVENESS);
  assert_int_equal(back->arguments[0], 3);
  assert_int_equal(back->count, 2);
  assert_int_equal(back->trace->count, 5);
  assert_int_equal(back->trace->steps[4].state[0], 4);
}

static void liveness_needs_the_whole_graph(void **state) {
  (void)state;
  fixture.options.bound = 3;
  const struct noe_result *result = check(COUNTER "liveness \"top\" x = 7; cover \"two\" x = 2;");
  assert_int_equal(result->verdict, NOE_VERDICT_UNKNOWN);
  expect(result, "top", NOE_VERDICT_UNKNOWN, 0);
  expect(result, "two", NOE_VERDICT_HOLDS, 0); /* seen is seen */
}

/* ------------------------------------------------------------------ limits */

static void bound_stops_at_its_depth(void **state) {
  (void)state;
  load(COUNTER "invariant \"five\" x != 5;");
  fixture.options.bound = 4;
  const struct noe_result *result = search();
  assert_int_equal(result->verdict, NOE_VERDICT_UNKNOWN);
  assert_int_equal(result->stop, NOE_STOP_BOUND);
  assert_int_equal(result->states, 5);
  assert_int_equal(result->depth, 4);
  fixture.options.bound = 5;
  assert_int_equal(search()->verdict, NOE_VERDICT_VIOLATED);
}

static void interrupt_and_time(void **state) {
  (void)state;
  load(COUNTER);
  struct noe_task given = task();
  atomic_int interrupted = 1;
  given.interrupted = &interrupted;
  const struct noe_result *result = noe_explicit_engine.run(&given);
  assert_int_equal(result->stop, NOE_STOP_INTERRUPT);
  assert_int_equal(result->verdict, NOE_VERDICT_UNKNOWN);
  assert_false(result->complete);
  given.interrupted = NULL;
  fixture.options.time = 1e-9;
  result = noe_explicit_engine.run(&given);
  assert_int_equal(result->stop, NOE_STOP_TIME);
  assert_int_equal(result->verdict, NOE_VERDICT_UNKNOWN);
}

#define LARGE                                                                                                          \
  "var a: array [0..3] of 0..9;"                                                                                       \
  "startstate begin for i: 0..3 do a[i] := 0; end; end;"                                                               \
  "ruleset i: 0..3 do rule begin a[i] := (a[i] + 1) % 10; end; end;"

static void memory_limit_is_unknown_or_a_trace(void **state) {
  (void)state;
#ifdef NOE_HOSTILE
  return; /* ten thousand states that all collide */
#endif
  load(LARGE "invariant \"sum\" a[0] + a[1] + a[2] + a[3] < 20; liveness a[0] = 0;");
  size_t base = noe_base_memory_used(fixture.memory);
  enum noe_verdict last = NOE_VERDICT_UNKNOWN;
  for (size_t room = 0; room < 2000000; room += room / 8 + 1000) {
    noe_base_memory_set_limit(fixture.memory, base + room);
    struct noe_memory *memory = fixture.memory;
    const struct noe_result *result = search();
    assert_true(noe_base_memory_used(memory) <= base + room);
    assert_null(result->error);
    assert_true(result->verdict == NOE_VERDICT_UNKNOWN || result->verdict == NOE_VERDICT_VIOLATED);
    if (result->verdict == NOE_VERDICT_UNKNOWN)
      assert_int_equal(result->stop, NOE_STOP_MEMORY);
    last = result->verdict;
    /* The arena keeps what the results take: begin anew. */
    noe_base_memory_set_limit(memory, 0);
    base = noe_base_memory_used(memory);
  }
  assert_int_equal(last, NOE_VERDICT_VIOLATED);
  sweep();
}

/* Whichever request fails, the engine answers; and never wrongly. */
static void any_request_may_fail(void **state) {
  (void)state;
  load("var x: 0..7; startstate begin x := 0; end; ruleset i: 1..2 do rule begin x := (x + i) % 8; end; end;"
       "rule x = 3 ==> begin error \"three\"; end;"
       "invariant \"five\" x != 5; liveness \"six\" x = 6; cover x = 7;");
  fixture.options.max_errors = 0;
  uint64_t nth = 1;
  for (;; nth++) {
    uint64_t before = noe_base_memory_requests(fixture.memory);
    noe_base_memory_fail_at(fixture.memory, nth);
    const struct noe_result *result = search();
    bool hit = noe_base_memory_requests(fixture.memory) - before >= nth;
    noe_base_memory_fail_at(fixture.memory, 0);
    assert_null(result->error);
    assert_int_not_equal(result->verdict, NOE_VERDICT_HOLDS);
    assert_int_not_equal(result->verdict, NOE_VERDICT_ERROR);
    if (hit)
      continue;
    assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
    assert_true(result->complete);
    expect(result, "five", NOE_VERDICT_VIOLATED, 4);
    expect(result, "three", NOE_VERDICT_VIOLATED, 4);
    expect(result, "six", NOE_VERDICT_HOLDS, 0);
    break;
  }
  assert_true(nth > 20);
  sweep();
}

static unsigned progress_calls;
static void count_progress(void *context, const struct noe_progress *progress) {
  (void)context;
  assert_true(progress->states >= progress->frontier);
  progress_calls++;
}

static void progress_is_told(void **state) {
  (void)state;
  load(COUNTER);
  struct noe_task given = task();
  given.progress = count_progress;
  noe_explicit_engine.run(&given); /* far less than a second: no word */
  assert_int_equal(progress_calls, 0);
}

/* -------------------------------------------------------- walks and graphs */

static void walks_repeat_themselves(void **state) {
  (void)state;
  load(COUNTER "invariant \"four\" x != 4;");
  struct noe_task given = task();
  const struct noe_shown_walk *first = noe_hunt_walk(&given, 7, 1000);
  const struct noe_shown_walk *again = noe_hunt_walk(&given, 7, 1000);
  assert_null(first->error);
  assert_non_null(first->finding); /* a thousand steps do not miss it */
  assert_string_equal(first->finding->name, "four");
  assert_int_equal(first->trace->count, again->trace->count);
  assert_int_equal(first->trace->steps[first->trace->count - 1].state[0], 4);
  load(COUNTER);
  given = task();
  const struct noe_shown_walk *free_walk = noe_hunt_walk(&given, 3, 50);
  assert_null(free_walk->finding);
  assert_null(free_walk->ended);
  assert_int_equal(free_walk->trace->count, 51);
}

static void walks_end_where_they_must(void **state) {
  (void)state;
  load(STUTTER);
  struct noe_task given = task();
  const struct noe_shown_walk *walk = noe_hunt_walk(&given, 1, 50);
  assert_null(walk->error);
  assert_int_equal(walk->finding->kind, NOE_FINDING_DEADLOCK);
  assert_int_equal(walk->trace->count, 3);
  load("var x: 0..2; startstate begin x := 0; end; rule begin x := x + 1; end;");
  given = task();
  walk = noe_hunt_walk(&given, 1, 50);
  assert_null(walk->error);
  assert_int_equal(walk->finding->kind, NOE_FINDING_ASSERTION);
  assert_int_equal(walk->trace->count, 4);
  assert_null(walk->trace->steps[3].state);
}

static void graph_of_a_counter(void **state) {
  (void)state;
  load(COUNTER "invariant x != 4;");
  struct noe_task given = task();
  const struct noe_graph *graph = noe_explicit_graph(&given, 0);
  assert_false(graph->cut);
  assert_int_equal(graph->node_count, 8);
  assert_int_equal(graph->edge_count, 14);
  assert_true(graph->nodes[0].start && !graph->nodes[1].start);
  assert_int_equal(graph->nodes[7].depth, 7);
  assert_true(graph->nodes[4].violates && !graph->nodes[5].violates);
  graph = noe_explicit_graph(&given, 3);
  assert_true(graph->cut);
  assert_int_equal(graph->node_count, 3);
  assert_int_equal(graph->edge_count, 4);
  fixture.options.bound = 2;
  graph = noe_explicit_graph(&given, 0);
  assert_true(graph->cut);
  assert_int_equal(graph->node_count, 3);
  assert_int_equal(graph->edge_count, 3);
  assert_false(graph->nodes[2].expanded);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(counts_states_and_firings),
      TEST(stops_in_a_small_level),
      TEST(no_variable_is_one_state),
      TEST(shortest_trace_to_a_false_invariant),
      TEST(goes_on_after_failures),
      TEST(finds_errors_wherever_they_are),
      TEST(assumptions_drop_states_and_firings),
      TEST(assumption_with_a_run_time_error),
      TEST(deadlock_modes),
      TEST(priorities_hold_others_back),
      TEST(covers),
      TEST(liveness),
      TEST(liveness_needs_the_whole_graph),
      TEST(bound_stops_at_its_depth),
      TEST(interrupt_and_time),
      TEST(memory_limit_is_unknown_or_a_trace),
      TEST(any_request_may_fail),
      TEST(progress_is_told),
      TEST(walks_repeat_themselves),
      TEST(walks_end_where_they_must),
      TEST(graph_of_a_counter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
