/* Engines that lie, engines that disagree, and who is asked what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explicit/explicit.h"
#include "fair/fair.h"
#include "lang/murphi/murphi.h"
#include "report/report.h"
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

static const struct noe_engine liar = {"liar", "", refutes, "it is a mock", says_holds, false, false, false, false};
static const struct noe_engine forger = {"forger", "",    refutes, "it is a mock", shows_nothing,
                                         false,    false, false,   false};
static const struct noe_engine blind = {"blind", "", decides, "it is a mock", says_holds, false, false, false, false};

/* Leaves every question open, and says that all is well. */
static struct noe_result *says_all_is_well(const struct noe_task *task) {
  struct noe_result *result = noe_verdict_blank(task, "flatterer", NULL);
  result->verdict = NOE_VERDICT_HOLDS;
  result->complete = true;
  return result;
}
static const struct noe_engine flatterer = {"flatterer", "",    refutes, "it is a mock", says_all_is_well,
                                            false,       false, false,   false};

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_liar),         cmocka_unit_test(test_flatterer), cmocka_unit_test(test_forger),
      cmocka_unit_test(test_disagreement), cmocka_unit_test(test_honest),    cmocka_unit_test(test_checkpoints),
      cmocka_unit_test(test_plans),        cmocka_unit_test(test_figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
