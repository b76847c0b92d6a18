/* Engines on a view of the model, in which symmetry that nobody declared is declared (detect/detect.h); then everything
 * in terms of the model again. The referee of the runs is the model, not the view: a mistake of the view cannot
 * confirm itself. */
#include <assert.h>

#include "detect/translate.h"
#include "network/network.h"
#include "verdict/check.h"
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
  bool had_lifts;   /* it rested on its symmetry: some did, or values were renumbered */
  bool was_hopeful; /* some view was */
  enum noe_ambition ambition;
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
  detection->view = noe_detect_view(detection->arena, task->memory, task->model, task->options, detection->ambition);
  if (detection->ambition != NOE_VIEW_ROLES)
    noe_network_add(detection->arena, task->memory, detection->view);
  detection->had_lifts |= noe_detect_rests_on_symmetry(detection->view);
  detection->was_hopeful |= detection->view->is_hopeful;
  detection->inner = *detection->plan;
  if (!detection->view->model)
    return;
  detection->inner.questions = noe_verdict_questions(task->arena, detection->view->model, task->options);
  detection->worth = noe_verdict_worth(detection->arena, task->memory, detection->view->model);
  bool is_settled = detection->view->role_count || task->options->checkpoint || task->options->resume;
  if (is_settled || task->options->bound)
    detection->worth.is_doubtful = false; /* what is resumed must be what was begun */
}

static void take_back(void *context, jmp_buf *escape) {
  (void)escape;
  struct detection *detection = context;
  noe_detect_translate(detection->view, detection->task->memory, detection->result);
  assert(!noe_verdict_result_check(detection->task->model, detection->result) &&
         "what is said of the view is said of the model now, in its own words");
  if (detection->result->is_unfounded)
    return;
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

/* A claim that says more than that of the model fails: nothing is known. */
static bool is_disappointed(const struct detection *detection) {
  const struct noe_result *result = detection->result;
  for (uint32_t i = 0; i < result->finding_count; i++) {
    const struct noe_finding *finding = &result->findings[i];
    const struct noe_clause *failed = finding->trace ? finding->trace->failed : NULL;
    if (finding->verdict == NOE_VERDICT_VIOLATED &&
        noe_detect_is_hope(detection->view, failed ? failed : finding->clause))
      return true;
  }
  return false;
}

static struct noe_result *run_view(struct detection *detection) {
  static _Thread_local struct noe_result nothing;
  struct noe_task inner = *detection->task;
  assert(detection->view->model != detection->task->model && "a view is another model: a referee has both");
  inner.model = detection->view->model;
  detection->result = detection->worth.is_doubtful ? try_first_levels(detection, &inner) : NULL;
  if (!detection->result && !detection->is_not_worth_it)
    detection->result = noe_verdict_run_as_is(&inner, &detection->inner);
  if (detection->result && is_disappointed(detection))
    detection->result->is_unfounded = true;
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
  bool is_made = noe_base_memory_guarded(detection->task->memory, make_view, detection) && detection->view->model;
  if (is_made && (detection->ambition != NOE_VIEW_ROLES || detection->view->role_count)) {
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

static struct noe_result *try_as(struct detection *detection, enum noe_ambition ambition) {
  detection->ambition = ambition;
  return try_view(detection);
}

struct noe_result *noe_verdict_run(const struct noe_task *task, const struct noe_engine_plan *plan) {
  struct detection detection = {.task = task, .plan = plan};
  assert(plan->count && "a plan has an engine");
  if (!may_detect(task, plan))
    return noe_verdict_run_as_is(task, plan);
  struct noe_result *result = plan->engines[0]->knows_roles ? try_as(&detection, NOE_VIEW_ROLES) : NULL;
  if (!result)
    result = try_as(&detection, NOE_VIEW_BEST);
  if (!result && detection.was_hopeful) /* without hope */
    result = try_as(&detection, NOE_VIEW_FOUNDED);
  if (!result && detection.had_lifts) { /* without what the last one rested on */
    result = detection.was_hopeful ? NULL : try_as(&detection, NOE_VIEW_HOPEFUL);
    result = result ? result : try_as(&detection, NOE_VIEW_PLAIN);
  }
  return result ? result : noe_verdict_run_as_is(task, plan);
}
