/* Engines that are wrong. `liar` claims to decide everything and says that all holds; `bluffer` can only refute, and
 * says the same; `forger` shows a run that does not happen. */
#include "verdict/run.h"

static unsigned decides(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options, (void)question, (void)why;
  return NOE_CAN_DECIDE;
}

static unsigned refutes(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model, (void)options, (void)question;
  *why = "proofs";
  return NOE_CAN_REFUTE;
}

static struct noe_result *says_holds(const struct noe_task *task, const char *name) {
  struct noe_result *result = noe_verdict_blank(task, name, NULL);
  for (uint32_t i = 0; i < result->finding_count; i++)
    result->findings[i].verdict = NOE_VERDICT_HOLDS;
  result->complete = true;
  noe_verdict_sum_up(result);
  return result;
}

static struct noe_result *lie(const struct noe_task *task) { return says_holds(task, "liar"); }
static struct noe_result *bluff(const struct noe_task *task) { return says_holds(task, "bluffer"); }

/* A run of one state, all of whose cells are undefined or 0. */
static struct noe_result *forge(const struct noe_task *task) {
  struct noe_result *result = noe_verdict_blank(task, "forger", NULL);
  struct noe_trace_step *step = NOE_NEW(task->arena, struct noe_trace_step);
  struct noe_trace *trace = NOE_NEW(task->arena, struct noe_trace);
  *step = (struct noe_trace_step){.clause = &task->model->starts[0],
                                  .arguments = NOE_NEW_ARRAY(task->arena, int64_t, 64),
                                  .state = NOE_NEW_ARRAY(task->arena, int64_t, task->model->cell_count)};
  *trace = (struct noe_trace){.steps = step, .count = 1};
  result->findings[0].verdict = NOE_VERDICT_VIOLATED;
  result->findings[0].trace = trace;
  noe_verdict_sum_up(result);
  return result;
}

#define MOCK(engine, ability_of, run_of)                                                                               \
  const struct noe_engine noe_##engine##_engine = {.name = #engine,                                                    \
                                                   .summary = "wrong, for tests",                                      \
                                                   .ability = ability_of,                                              \
                                                   .no_checkpoints = "it is a mock",                                   \
                                                   .run = run_of}
MOCK(liar, decides, lie);
MOCK(bluffer, refutes, bluff);
MOCK(forger, decides, forge);
