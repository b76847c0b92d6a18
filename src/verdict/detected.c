/* Engines on a view of the model, in which symmetry that nobody declared is declared (detect/detect.h); then everything
 * in terms of the model again. The referee of the runs is the model, not the view: a mistake of the view cannot
 * confirm itself. */
#include <assert.h>

#include "detect/translate.h"
#include "verdict/run.h"

struct detection {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_arena *arena; /* of the view, which stays with the result: its types are named there */
  struct noe_view *view;
  struct noe_engine_plan inner; /* the plan, with questions about the view */
  struct noe_result *result;
  const char *doubt; /* about a run: it does not happen in the model */
};

/* `put` speaks in words of the model, and trust is in what was declared. */
static bool may_detect(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const struct noe_options *options = task->options;
  if (options->detect == NOE_DETECT_OFF || options->symmetry == NOE_SYMMETRY_OFF || options->trust_symmetry ||
      task->put)
    return false;
  for (uint32_t i = 0; i < plan->count; i++)
    if (!plan->engines[i]->takes_views)
      return false;
  return true;
}

static void make_view(void *context, jmp_buf *escape) {
  (void)escape;
  struct detection *detection = context;
  const struct noe_task *task = detection->task;
  detection->arena = noe_base_arena_new(task->memory);
  detection->view = noe_detect_view(detection->arena, task->memory, task->model, task->options);
  detection->inner = *detection->plan;
  if (detection->view->model)
    detection->inner.questions = noe_verdict_questions(task->arena, detection->view->model, task->options);
}

static void take_back(void *context, jmp_buf *escape) {
  (void)escape;
  struct detection *detection = context;
  noe_detect_translate(detection->view, detection->task->memory, detection->result);
  noe_verdict_confirm_runs(detection->task, detection->result, &detection->doubt);
}

static struct noe_result *run_view(struct detection *detection) {
  static _Thread_local struct noe_result nothing;
  struct noe_task inner = *detection->task;
  inner.model = detection->view->model;
  detection->result = noe_verdict_run_as_is(&inner, &detection->inner);
  if (!noe_base_memory_guarded(inner.memory, take_back, detection)) {
    nothing = (struct noe_result){.engine = detection->plan->name,
                                  .verdict = NOE_VERDICT_UNKNOWN,
                                  .stop = NOE_STOP_MEMORY,
                                  .concrete_states = "0"};
    return &nothing;
  }
  if (detection->doubt && !detection->result->broken_symmetry)
    detection->result->broken_symmetry = detection->doubt;
  return detection->result;
}

struct noe_result *noe_verdict_run(const struct noe_task *task, const struct noe_engine_plan *plan) {
  struct detection detection = {.task = task, .plan = plan};
  assert(plan->count && "a plan has an engine");
  bool has_view =
      may_detect(task, plan) && noe_base_memory_guarded(task->memory, make_view, &detection) && detection.view->model;
  if (has_view)
    return run_view(&detection);
  if (detection.arena)
    noe_base_arena_delete(detection.arena);
  return noe_verdict_run_as_is(task, plan);
}
