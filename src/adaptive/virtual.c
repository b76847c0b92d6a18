/* The engine: states of the view in which nobody plays a role. A state stands for all that come of it by saying who does.
 *
 *   r -> t    if (r, w) -> (t, w) for some way w to fill the roles
 *
 * Each state of the model is some (r, w*), so whatever is reached in the model is reached here: what holds here, for every
 * w, holds there. The converse is true if each w leads to the same orbits (fillings.h); if something is amiss, it may be so
 * in states that are not reached, and the search is done again by the engine `adaptive`. */
#include <assert.h>
#include <string.h>

#include "adaptive/adaptive.h"
#include "adaptive/fillings.h"
#include "adaptive/queue.h"
#include "base/clock.h"
#include "verdict/figures.h"

struct search {
  struct noe_queue queue; /* first: queue.h */
  struct noe_exploration *exploration;
  struct noe_fillings fillings;
  NOE_LIST(int64_t) filled; /* states with all roles filled, one after the other */
  int64_t *plain, *state, *after;
  uint8_t *key;
  bool leads_on; /* from the state with its roles filled as they are now */
};

static void explore(struct noe_exploration *exploration, void *context) {
  struct search *search = context;
  uint32_t cells = exploration->task->model->cell_count;
  *search = (struct search){.exploration = exploration};
  noe_adaptive_fillings_open(&search->fillings, exploration->arena, exploration->task->arena, exploration->task->model,
                             exploration->system.keys.symmetry);
  search->plain = NOE_NEW_ARRAY(exploration->arena, int64_t, cells + 1);
  search->state = NOE_NEW_ARRAY(exploration->arena, int64_t, cells + 1);
  search->after = NOE_NEW_ARRAY(exploration->arena, int64_t, cells + 1);
  search->key = (uint8_t *)NOE_NEW_ARRAY(exploration->arena, uint64_t, exploration->system.keys.most_words + 1);
  noe_system_view_reduce(&exploration->view, false); /* a state with roles has other twins */
  noe_adaptive_queue(&search->queue, exploration);
}

static void vacate(const struct noe_roles *roles, int64_t *cells) {
  assert(roles && roles->count && "some values play roles");
  for (uint32_t i = 0; i < roles->count; i++)
    cells[roles->cell + i] = NOE_UNDEFINED;
}

/* --------------------------------------------------------------- expanding */

static bool cast(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct search *search = context;
  struct noe_exploration *exploration = search->exploration;
  if (outcome != NOE_OUTCOME_TRUE ||
      noe_system_fire(&exploration->view, clause, arguments, search->plain, search->after) != NOE_OUTCOME_TRUE)
    return true;
  for (uint32_t i = 0; i < exploration->task->model->cell_count; i++)
    NOE_LIST_PUSH(exploration->arena, &search->filled, search->after[i]);
  return true;
}

/* Something fails, here or in a guard: perhaps in no state that is reached. */
static bool failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct search *search = context;
  (void)clause, (void)arguments;
  noe_verdict_explore_end(search->exploration);
  return false;
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct search *search = context;
  struct noe_exploration *exploration = search->exploration;
  const struct noe_model *model = exploration->task->model;
  if (clause->id == model->roles->casting)
    return true;
  enum noe_outcome outcome = noe_system_fire(&exploration->view, clause, arguments, search->state, search->after);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_explore_order(exploration);
  if (outcome == NOE_OUTCOME_FAULT)
    return failed(search, clause, arguments);
  if (outcome != NOE_OUTCOME_TRUE)
    return outcome != NOE_OUTCOME_ORDER;
  search->leads_on |= exploration->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
                      memcmp(search->state, search->after, model->cell_count * sizeof *search->after) != 0;
  vacate(model->roles, search->after);
  uint32_t bytes = noe_system_key(&exploration->view.orbits, search->after, search->key);
  noe_adaptive_fillings_step(&search->fillings, clause->id, search->after, noe_store_hash_key(search->key, bytes));
  noe_verdict_explore_step(exploration, clause, arguments, search->after);
  return !noe_verdict_explore_stops(exploration);
}

/* All that leaves the state with its roles filled in this way. */
static bool expand_filled(struct search *search, bool is_first) {
  struct noe_exploration *exploration = search->exploration;
  struct noe_enabled *enabled = &exploration->view.enabled;
  search->leads_on = false;
  bool all = noe_system_enabled_each(enabled, search->state, failed, fire, search);
  if (enabled->order)
    noe_verdict_explore_order(exploration);
  if (!all)
    return false;
  if (!search->leads_on && exploration->task->options->deadlock != NOE_DEADLOCK_OFF)
    return failed(search, NULL, NULL);
  noe_adaptive_fillings_close(&search->fillings, search->plain, is_first);
  return true;
}

static bool expand(struct noe_exploration *exploration, void *context, const int64_t *cells) {
  struct search *search = context;
  const struct noe_model *model = exploration->task->model;
  memcpy(search->plain, cells, model->cell_count * sizeof *cells);
  vacate(model->roles, search->plain); /* start states may have some */
  search->filled.count = 0;
  noe_model_machine_instances(exploration->view.machine, &model->rules[model->roles->casting], search->plain, cast,
                              search);
  if (!search->filled.count)
    return failed(search, NULL, NULL);
  assert(search->filled.count % model->cell_count == 0 && "states with roles stand one after the other");
  for (size_t i = 0; i < search->filled.count; i += model->cell_count) {
    memcpy(search->state, search->filled.items + i, model->cell_count * sizeof *cells);
    if (!expand_filled(search, i == 0))
      return false;
  }
  return true;
}

/* --------------------------------------------------------------- the engine */

static bool has_property(const struct noe_model *model, enum noe_property_kind kind) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == kind)
      return true;
  return false;
}

/* A state may be none of the model: what is to be reached is not looked for here, and nothing may be discarded. */
static const char *obstacle(const struct noe_model *model) {
  if (has_property(model, NOE_PROPERTY_ASSUME))
    return "not used: the model has assumptions";
  return has_property(model, NOE_PROPERTY_COVER) ? "not used: the model has cover statements" : NULL;
}

static bool is_clean(const struct noe_result *result) {
  for (uint32_t i = 0; i < result->finding_count; i++)
    if (result->findings[i].verdict == NOE_VERDICT_VIOLATED)
      return false;
  return result->complete && !result->error;
}

static struct noe_result *run_adaptive(const struct noe_task *task, double spent, const char *why) {
  struct noe_options options = *task->options;
  struct noe_task rest = *task;
  if (options.time > 0)
    options.time = options.time > spent ? options.time - spent : 1e-3;
  rest.options = &options;
  struct noe_result *result = noe_adaptive_run(&rest);
  if (result->arena && why)
    noe_verdict_words(result, "virtual", "symmetry", why);
  return result;
}

static struct noe_result *run(const struct noe_task *task) {
  struct search search = {.exploration = NULL};
  struct noe_explorer explorer = {.engine = "virtual", .search = explore, .context = &search, .expand = expand};
  double began = noe_base_now();
  const char *why = task->model->roles ? obstacle(task->model) : "not used: no rule names a value";
  if (why)
    return run_adaptive(task, 0, why);
  struct noe_result *result = noe_verdict_explore(task, &explorer);
  if (result->is_unfounded || !result->arena)
    return result;
  bool is_limited = result->stop != NOE_STOP_NONE && result->stop != NOE_STOP_ERRORS;
  if (!is_clean(result))
    return run_adaptive(task, noe_base_now() - began,
                        is_limited ? "not used: a limit was reached"
                                   : "not used: something fails in a state that may not be reached");
  noe_verdict_words(result, "virtual", "symmetry", noe_adaptive_asymmetry_text(&search.fillings));
  noe_verdict_count(result, "virtual", "states_apart", search.fillings.states_apart);
  noe_verdict_count(result, "virtual", "fillings", search.fillings.count);
  const char *rules = noe_adaptive_asymmetric_rules(&search.fillings, task->arena);
  if (rules)
    noe_verdict_words(result, "virtual", "rules", rules);
  return result;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model;
  return noe_adaptive_fits(options, question, why) ? NOE_CAN_DECIDE : NOE_CANNOT;
}

const struct noe_engine noe_virtual_engine = {
    .name = "virtual",
    .summary = "who plays a role is forgotten after each step; says whether the symmetry is near, rough or virtual",
    .ability = ability,
    .no_checkpoints = "it keeps its states in memory only",
    .run = run,
    .takes_views = true,
    .knows_roles = true,
};
