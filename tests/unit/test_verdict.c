/* Engines that lie, engines that disagree, and who is asked what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plant.h"

#include "explicit/explicit.h"
#include "fair/fair.h"
#include "lang/murphi/murphi.h"
#include "report/report.h"
#include "verdict/check.h"
#include "verdict/figures.h"
#include "verdict/run.h"

static const char text[] = "var x: 0..2;\n"
                           "startstate begin x := 0; end;\n"
                           "rule \"up\" x < 2 ==> begin x := x + 1; end;\n"
                           "rule \"down\" x = 2 ==> begin x := 0; end;\n"
                           "invariant \"small\" x < 2;\n";

struct kit {
  struct noe_memory *memory;
  struct noe_arena *arena;
  struct noe_options options;
  struct noe_task task;
};

static void open_kit(struct kit *kit) {
  kit->memory = noe_base_memory_new(0);
  kit->arena = noe_base_arena_new(kit->memory);
  kit->options = noe_base_options();
  struct noe_source source = noe_base_source_text(kit->arena, "test.m", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(kit->arena, &source);
  kit->task = (struct noe_task){.memory = kit->memory, .arena = kit->arena, .options = &kit->options};
  kit->task.model = noe_murphi_load(kit->arena, &source, &kit->options, diagnostics);
  assert_non_null(kit->task.model);
}

static void close_kit(struct kit *kit) {
  noe_base_arena_delete(kit->arena);
  assert_int_equal(noe_base_memory_used(kit->memory), 0);
  noe_base_memory_delete(kit->memory);
}

static struct noe_engine_plan plan_for(struct kit *kit, const char *names, const struct noe_engine *const *table,
                                       uint32_t count) {
  kit->options.engine = names;
  return noe_verdict_plan(kit->memory, kit->arena, kit->task.model, &kit->options, table, count);
}

/* ------------------------------------------------------------------ mocks */

static unsigned refutes(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options, (void)question;
  *why = "a proof";
  return NOE_CAN_REFUTE;
}

static unsigned decides(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options, (void)question, (void)why;
  return NOE_CAN_DECIDE;
}

static struct noe_result *says_holds(const struct noe_task *task) {
  struct noe_result *result = noe_verdict_blank(task, "mock", NULL);
  for (uint32_t i = 0; i < result->finding_count; i++)
    result->findings[i].verdict = NOE_VERDICT_HOLDS;
  result->complete = true;
  noe_verdict_sum_up(result);
  return result;
}

/* A run that begins, and shows nothing. */
static struct noe_result *shows_nothing(const struct noe_task *task) {
  struct noe_result *result = noe_verdict_blank(task, "mock", NULL);
  int64_t *state = NOE_NEW_ARRAY(task->arena, int64_t, task->model->cell_count);
  struct noe_trace_step *step = NOE_NEW(task->arena, struct noe_trace_step);
  struct noe_trace *trace = NOE_NEW(task->arena, struct noe_trace);
  *step = (struct noe_trace_step){&task->model->starts[0], NULL, state};
  *trace = (struct noe_trace){.steps = step, .count = 1};
  result->findings[0].verdict = NOE_VERDICT_VIOLATED;
  result->findings[0].trace = trace;
  noe_verdict_sum_up(result);
  return result;
}

static const struct noe_engine liar = {
    .name = "liar", .summary = "", .ability = refutes, .no_checkpoints = "it is a mock", .run = says_holds};
static const struct noe_engine forger = {
    .name = "forger", .summary = "", .ability = refutes, .no_checkpoints = "it is a mock", .run = shows_nothing};
static const struct noe_engine blind = {
    .name = "blind", .summary = "", .ability = decides, .no_checkpoints = "it is a mock", .run = says_holds};

/* Leaves every question open, and says that all is well. */
static struct noe_result *says_all_is_well(const struct noe_task *task) {
  struct noe_result *result = noe_verdict_blank(task, "flatterer", NULL);
  result->verdict = NOE_VERDICT_HOLDS;
  result->complete = true;
  return result;
}
static const struct noe_engine flatterer = {
    .name = "flatterer", .summary = "", .ability = refutes, .no_checkpoints = "it is a mock", .run = says_all_is_well};

static const struct noe_engine *const table[] = {&noe_explicit_engine, &noe_fair_engine, &liar, &forger, &blind};
enum { COUNT = sizeof table / sizeof *table };

/* ------------------------------------------------------------------ tests */

static void test_liar(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, "liar", table, COUNT);
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_int_equal(result->verdict, NOE_VERDICT_ERROR);
  assert_non_null(strstr(result->error, "`liar`"));
  for (uint32_t i = 0; i < result->finding_count; i++)
    assert_int_equal(result->findings[i].verdict, NOE_VERDICT_UNKNOWN);
  close_kit(&kit);
}

static void test_flatterer(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  const struct noe_engine *const alone[] = {&flatterer};
  struct noe_engine_plan plan = plan_for(&kit, "flatterer", alone, 1);
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_int_equal(result->verdict, NOE_VERDICT_ERROR);
  assert_non_null(strstr(result->error, "`flatterer` says that everything holds"));
  close_kit(&kit);
}

static void test_forger(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, "forger", table, COUNT);
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_int_equal(result->verdict, NOE_VERDICT_ERROR);
  assert_non_null(strstr(result->error, "cannot be confirmed: step 0: the run happens but does not show this"));
  assert_null(result->findings[0].trace);
  close_kit(&kit);
}

static void test_disagreement(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, "explicit,blind", table, COUNT);
  assert_true(plan.compares);
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_int_equal(result->verdict, NOE_VERDICT_ERROR);
  assert_string_equal(result->error, "the engines `explicit` and `blind` disagree about `small`");
  assert_string_equal(result->contrary_engine, "blind");
  assert_int_equal(result->findings[0].verdict, NOE_VERDICT_VIOLATED);
  assert_int_equal(result->contrary->findings[0].verdict, NOE_VERDICT_HOLDS);
  close_kit(&kit);
}

/* An honest engine is let through, run and all. */
static void test_honest(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  const struct noe_engine *const two[] = {&noe_explicit_engine, &forger};
  struct noe_engine_plan plan = plan_for(&kit, "explicit", two, 2);
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_int_equal(result->verdict, NOE_VERDICT_VIOLATED);
  assert_int_equal(result->findings[0].trace->count, 3);
  close_kit(&kit);
}

static void test_checkpoints(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, "blind", table, COUNT);
  kit.options.checkpoint = "nowhere";
  const struct noe_result *result = noe_verdict_run(&kit.task, &plan);
  assert_string_equal(result->refused, "the blind engine keeps no checkpoints: it is a mock");
  close_kit(&kit);
}

static void test_plans(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, NULL, table, COUNT);
  assert_int_equal(plan.count, 1);
  assert_ptr_equal(plan.engines[0], &noe_explicit_engine);
  assert_string_equal(plan.reason, "it is the first engine that decides all 3 properties");
  plan = plan_for(&kit, "explict", table, COUNT);
  assert_true(plan.is_name_wrong && !plan.count);
  assert_non_null(strstr(plan.reason, "did you mean `explicit`"));
  plan = plan_for(&kit, "fair", table, COUNT);
  assert_int_equal(plan.count, 0);
  assert_string_equal(plan.reason, "the fair engine does not support claims about states");
  const struct noe_engine *const weak[] = {&noe_fair_engine, &liar};
  plan = plan_for(&kit, "auto", weak, 2);
  assert_ptr_equal(plan.engines[0], &liar); /* who can at least refute */
  plan = plan_for(&kit, "auto", weak, 1);
  assert_int_equal(plan.count, 0);
  close_kit(&kit);
}

/* ----------------------------------------------------------------- figures */

static void test_figures(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_result *result = noe_verdict_blank(&kit.task, "bdd", NULL),
                    *other = noe_verdict_blank(&kit.task, "sat", NULL);
  noe_verdict_count(result, "bdd", "peak_nodes", 12345);
  noe_verdict_bytes(other, "sat", "table_bytes", 3 << 20);
  noe_verdict_ratio(other, "sat", "hit_rate", 0.25);
  noe_verdict_adopt_figures(result, other);
  noe_verdict_seconds(result, "bdd", "reordering_seconds", 1.5);
  noe_verdict_count(result, "bdd", "peak_nodes", 54321); /* a later value takes the place of an earlier one */
  assert_int_equal(result->figures.count, 4);
  assert_string_equal(result->figures.items[1].name, "reordering_seconds"); /* figures of an engine stand together */
  struct noe_report report = {.memory = kit.memory,
                              .model = kit.task.model,
                              .options = &kit.options,
                              .file = "test.m",
                              .result = result,
                              .one_line = true};
  struct noe_text out = noe_base_text(kit.memory);
  noe_report_check(&report, &out);
  assert_non_null(strstr(out.bytes, "\n  bdd: peak nodes 54,321; reordering seconds 1.50 s\n"
                                    "  sat: table bytes 3.0 MB; hit rate 0.25\n"));
  noe_base_text_clear(&out);
  noe_report_json(&report, &out);
  assert_non_null(strstr(out.bytes, "\"figures\": {\"bdd\": {\"peak_nodes\": 54321, \"reordering_seconds\": 1.500000}, "
                                    "\"sat\": {\"table_bytes\": 3145728, \"hit_rate\": "));
  noe_base_text_free(&out);
  close_kit(&kit);
}

/* A sound result with a run, and what could be wrong with it. */
static void test_result_checker(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan plan = plan_for(&kit, "explicit", table, COUNT);
  struct noe_result *r = noe_verdict_run(&kit.task, &plan);
  const struct noe_model *m = kit.task.model;
  struct noe_finding *small = &r->findings[0], *deadlock = &r->findings[1];
  assert_true(small->trace && small->trace->count == 3);
  PLANT(r->stop, NOE_STOP_ORDER, noe_verdict_result_check(m, r),
        "a search ended because a loop depends on the order, and did not begin again");
  PLANT(r->verdict, NOE_VERDICT_HOLDS, noe_verdict_result_check(m, r),
        "everything is said to hold, and not each claim");
  PLANT(r->verdict, NOE_VERDICT_ERROR, noe_verdict_result_check(m, r), "an error is not said to be which");
  PLANT(small->verdict, NOE_VERDICT_UNKNOWN, noe_verdict_result_check(m, r),
        "something is violated, and nothing is said to be the first");
  const struct noe_finding alien = *small;
  PLANT(r->first_failure, &alien, noe_verdict_result_check(m, r), "the first failure is none of the findings");
  PLANT(deadlock->kind, NOE_FINDING_LTL, noe_verdict_result_check(m, r), "a finding is about no claim of the model");
  PLANT(deadlock->ground_count, 1, noe_verdict_result_check(m, r), "what a run shows is told without the run");
  PLANT(small->vacuous, true, noe_verdict_result_check(m, r), "what does not hold is said to hold vacuously");
  PLANT(small->trace->count, 0, noe_verdict_result_check(m, r), "a run has no steps");
  PLANT(small->trace->steps[1].clause, &m->starts[0], noe_verdict_result_check(m, r),
        "a run does not begin with a start state, or goes on with something that is no rule of the model");
  PLANT(small->trace->steps[1].state, NULL, noe_verdict_result_check(m, r), "a run goes on after a step that failed");
  const struct noe_trace there_and_back = {
      .steps = small->trace->steps, .count = small->trace->count, .has_loop = true, .loop = small->trace->count};
  PLANT(small->trace, &there_and_back, noe_verdict_result_check(m, r),
        "a run goes back to a step that it does not have");
  deadlock->verdict = NOE_VERDICT_HOLDS;
  PLANT(deadlock->trace, small->trace, noe_verdict_result_check(m, r),
        "a claim holds, and a run shows that it does not");
  close_kit(&kit);
}

static void test_whole_checker(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  const struct noe_model *m = kit.task.model;
  struct noe_result *r = says_holds(&kit.task);
  PLANT(r->complete, false, noe_verdict_result_check(m, r),
        "everything is said to hold after a search that did not come to its end");
  PLANT(r->stop, NOE_STOP_TIME, noe_verdict_result_check(m, r),
        "everything is said to hold after a search that did not come to its end");
  PLANT(r->findings[1].verdict, NOE_VERDICT_UNKNOWN, noe_verdict_result_check(m, r),
        "everything is said to hold, and not each claim");
  noe_verdict_count(r, "one", "states", 1);
  noe_verdict_count(r, "one", "nodes", 2);
  noe_verdict_count(r, "two", "states", 3);
  PLANT(r->figures.items[1].name, "states", noe_verdict_figures_check(r), "a figure has two values");
  PLANT(r->figures.items[0].engine, "two", noe_verdict_figures_check(r), "a figure has two values");
  noe_verdict_count(r, "two", "bytes", 3);
  PLANT(r->figures.items[3].engine, "one", noe_verdict_figures_check(r),
        "the figures of an engine do not stand together");
  close_kit(&kit);
}

static void test_record_checker(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_records r;
  noe_verdict_records_init(&r, kit.memory, kit.arena, kit.task.model, 16);
  const struct noe_fault faults[2] = {{.code = 1, .place = {3, 1}}, {.code = 1, .place = {4, 1}}};
  noe_verdict_record_claim(&r, &kit.task.model->properties[0], NULL, 5);
  noe_verdict_record_deadlock(&r, 7);
  for (int i = 0; i < 2; i++)
    noe_verdict_record_fault(&r, &faults[i], &(struct noe_evidence){.at = 5});
  PLANT(r.failures, 3, noe_verdict_records_check(&r), "a failure is not counted");
  PLANT(r.claims[0].first.at, NOE_NO_STATE, noe_verdict_records_check(&r),
        "a failure is in no state, nor in the making of one");
  PLANT(r.deadlock.order, 0, noe_verdict_records_check(&r), "two failures are the same one in order");
  PLANT(r.claims[0].clause, NULL, noe_verdict_records_check(&r), "a record is about another claim");
  PLANT(r.faults.items[0].first.has_fault, false, noe_verdict_records_check(&r),
        "a record of a run-time error has none");
  PLANT(r.faults.items[1].first.fault.place.line, 3, noe_verdict_records_check(&r),
        "one run-time error has two records");
  noe_verdict_records_release(&r);
  close_kit(&kit);
}

static void test_plan_checker(void **state) {
  (void)state;
  struct kit kit;
  open_kit(&kit);
  struct noe_engine_plan p = plan_for(&kit, "explicit,blind", table, COUNT);
  PLANT(p.reason, NULL, noe_verdict_plan_check(&p), "a plan has no reason, or no name");
  PLANT(p.name, NULL, noe_verdict_plan_check(&p), "a plan has no reason, or no name");
  PLANT(p.count, 1, noe_verdict_plan_check(&p), "a plan has too many engines, or one that is to be compared with none");
  p.stand_ins[p.stand_in_count] = p.engines[0];
  PLANT(p.stand_in_count, p.stand_in_count + 1, noe_verdict_plan_check(&p), "an engine stands in for itself");
  PLANT(p.stand_in_count, NOE_MOST_ENGINES + 1, noe_verdict_plan_check(&p),
        "a plan has too many engines that stand in");
  PLANT(p.engines[1], p.engines[0], noe_verdict_plan_check(&p), "an engine runs twice");
  PLANT(p.questions.count, 0, noe_verdict_plan_check(&p), "a plan answers no question");
  close_kit(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_result_checker), cmocka_unit_test(test_whole_checker),
      cmocka_unit_test(test_record_checker), cmocka_unit_test(test_plan_checker),
      cmocka_unit_test(test_liar),           cmocka_unit_test(test_flatterer),
      cmocka_unit_test(test_forger),         cmocka_unit_test(test_disagreement),
      cmocka_unit_test(test_honest),         cmocka_unit_test(test_checkpoints),
      cmocka_unit_test(test_plans),          cmocka_unit_test(test_figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
