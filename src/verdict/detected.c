/* Engines on a view of the model, in which symmetry that nobody declared is declared (detect/detect.h); then everything
 * in terms of the model again. The referee of the runs is the model, not the view: a mistake of the view cannot
 * confirm itself. */
#include <assert.h>

#include "detect/translate.h"
#include "verdict/worth.h"

struct detection {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_arena *arena; /* of the view, which stays with the result: its types are named there */
  struct noe_view *view;
  struct noe_engine_plan inner; /* the plan, with questions about the view */
  struct noe_worth worth;
  struct noe_result *result;
  bool is_not_worth_it;
  bool had_lifts;    /* some did */
  bool may_lift;     /* literals in claims may become parameters */
  const char *doubt; /* about a run: it does not happen in the model */
};

/* `put` speaks in words of the model, trust is in what was declared, and coverage is of the text. */
static bool may_detect(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const struct noe_options *options = task->options;
  if (options->detect == NOE_DETECT_OFF || options->symmetry == NOE_SYMMETRY_OFF || options->trust_symmetry ||
      task->put || options->coverage)
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
  detection->view = noe_detect_view(detection->arena, task->memory, task->model, task->options, detection->may_lift);
  detection->had_lifts |= detection->view->lift_count > 0;
  detection->inner = *detection->plan;
  if (!detection->view->model)
    return;
  detection->inner.questions = noe_verdict_questions(task->arena, detection->view->model, task->options);
  detection->worth = noe_verdict_worth(detection->arena, task->memory, detection->view->model);
  if (task->options->checkpoint || task->options->resume || task->options->bound)
    detection->worth.is_doubtful = false; /* what is resumed must be what was begun */
}

static void take_back(void *context, jmp_buf *escape) {
  (void)escape;
  struct detection *detection = context;
  noe_detect_translate(detection->view, detection->task->memory, detection->result);
  noe_verdict_confirm_runs(detection->task, detection->result, &detection->doubt);
}

static void say_not_worth_it(void *context, jmp_buf *escape) {
  (void)escape;
  struct detection *detection = context;
  noe_detect_not_worth_it(detection->view, detection->result);
}

/* The result, if the search is over with them; NULL: there are more, and it is known whether the view pays. */
static struct noe_result *try_first_levels(struct detection *detection, const struct noe_task *inner) {
  struct noe_options options;
  struct noe_task trial = noe_verdict_trial(inner, &options);
  struct noe_result *result = noe_verdict_run_as_is(&trial, &detection->inner);
  if (result->is_unfounded || !noe_verdict_trial_is_over(inner, result))
    return result;
  detection->is_not_worth_it = !noe_verdict_trial_pays(detection->task, detection->plan, &detection->worth, result);
  return NULL;
}

/* The model as it is, because the view does not pay; and why. */
static struct noe_result *run_without(struct detection *detection) {
  struct noe_result *result = noe_verdict_run_as_is(detection->task, detection->plan);
  detection->result = result;
  if (result->arena)
    noe_base_memory_guarded(detection->task->memory, say_not_worth_it, detection); /* without memory, less is said */
  return result;
}

static struct noe_result *run_view(struct detection *detection) {
  static _Thread_local struct noe_result nothing;
  struct noe_task inner = *detection->task;
  inner.model = detection->view->model;
  detection->result = detection->worth.is_doubtful ? try_first_levels(detection, &inner) : NULL;
  if (!detection->result && !detection->is_not_worth_it)
    detection->result = noe_verdict_run_as_is(&inner, &detection->inner);
  if (!detection->result || detection->result->is_unfounded)
    return detection->result;
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

/* NULL: there is no view, or none that can answer. */
static struct noe_result *try_view(struct detection *detection) {
  if (noe_base_memory_guarded(detection->task->memory, make_view, detection) && detection->view->model) {
    struct noe_result *result = run_view(detection);
    if (!result)
      return run_without(detection);
    if (!result->is_unfounded)
      return result;
  }
  if (detection->arena)
    noe_base_arena_delete(detection->arena);
  detection->arena = NULL;
  return NULL;
}

struct noe_result *noe_verdict_run(const struct noe_task *task, const struct noe_engine_plan *plan) {
  struct detection detection = {.task = task, .plan = plan, .may_lift = true};
  assert(plan->count && "a plan has an engine");
  if (!may_detect(task, plan))
    return noe_verdict_run_as_is(task, plan);
  struct noe_result *result = try_view(&detection);
  if (!result && detection.had_lifts) { /* the same without what the first one rested on */
    detection.may_lift = false;
    result = try_view(&detection);
  }
  return result ? result : noe_verdict_run_as_is(task, plan);
}
