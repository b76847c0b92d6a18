/* Steps that a violation does not need are left out: delta debugging (Zeller and Hildebrandt, "Simplifying and
 * isolating failure-inducing input", 2002) on the steps of a concrete run. Whole pieces of it first, then smaller
 * ones, then single steps; what cannot happen without a step that was left out is left out as well. A run that
 * still shows the violation is taken, and becomes a path of keys again. */
#include <assert.h>

#include "system/claims.h"
#include "hunt/hunt_int.h"

/* An instance. An element of a multiset is known by what is in it: its number changes from state to state. */
struct instance {
  const struct noe_clause *clause;
  const int64_t *arguments;
  const int64_t **chosen; /* by parameter: the cells of the element, or NULL if it is a value; NULL: all are */
};

struct thin {
  struct noe_search *search;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct noe_enabled *enabled;
  struct noe_arena *arena;
  const struct noe_target *goal;
  struct instance *steps, *trial; /* the run; what is left of it */
  uint32_t count, trial_count;
  int64_t *state, *after, *scratch, *arguments;
  uint8_t *key;
};

/* ------------------------------------------------------------ the run, lifted */

struct quest {
  struct thin *thin;
  const int64_t *before;
  const uint8_t *key;
  uint32_t bytes;
  struct instance *found;
};

static const int64_t **copy_chosen(struct thin *thin, const struct noe_clause *clause, const int64_t *arguments,
                                   const int64_t *state) {
  const int64_t **chosen = NULL;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE) {
      const int64_t *cells = noe_model_machine_chosen(thin->machine, clause, arguments, state, i);
      uint32_t count = binder->value->type->stride - 1;
      int64_t *copy = NOE_NEW_ARRAY(thin->arena, int64_t, count + 1);
      if (cells && count)
        memcpy(copy, cells, count * sizeof *copy);
      if (!chosen)
        chosen = NOE_NEW_ARRAY(thin->arena, const int64_t *, clause->parameter_count);
      chosen[parameter] = copy;
    }
    parameter += binder->kind == NOE_BINDER_CHOOSE || binder->kind == NOE_BINDER_RANGE;
  }
  return chosen;
}

/* False: that is the one. */
static bool try_step(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct quest *quest = context;
  struct thin *thin = quest->thin;
  if (noe_system_fire(&thin->search->referee, clause, arguments, quest->before, thin->after) != NOE_OUTCOME_TRUE)
    return true;
  uint32_t bytes = noe_system_key(&thin->search->referee.orbits, thin->after, thin->key);
  if (bytes != quest->bytes || memcmp(thin->key, quest->key, bytes))
    return true;
  quest->found->clause = clause;
  quest->found->arguments = noe_verdict_copy_arguments(thin->arena, clause, arguments);
  quest->found->chosen = copy_chosen(thin, clause, arguments, quest->before);
  return false;
}

static void advance(struct thin *thin) {
  memcpy(thin->state, thin->after, thin->model->cell_count * sizeof *thin->state);
}

/* A concrete run through the orbits of the path. False if a step is not found: where orbits have several
 * representatives (--symmetry=fast) that may be. */
static bool lift(struct thin *thin) {
  const struct noe_key_path *run = &noe_hunt_of(thin->search)->run;
  thin->steps = NOE_NEW_ARRAY(thin->arena, struct instance, run->count);
  thin->trial = NOE_NEW_ARRAY(thin->arena, struct instance, run->count);
  for (thin->count = 0; thin->count < run->count; thin->count++) {
    uint32_t i = thin->count;
    struct quest quest = {thin, i ? thin->state : NULL, noe_path_key(run, i), run->bytes[i], &thin->steps[i]};
    bool missed = i ? noe_system_enabled_each(thin->enabled, thin->state, NULL, try_step, &quest)
                    : noe_system_enabled_each_start(thin->enabled, NULL, try_step, &quest);
    if (missed)
      return false;
    advance(thin);
  }
  return true;
}

/* ------------------------------------------------------------------ the goal */

struct sight {
  struct thin *thin;
  bool seen; /* the error that is looked for */
  bool progress;
};

static void look_at_fault(struct sight *sight) {
  const struct noe_fault *fault = noe_model_machine_fault(sight->thin->machine), *goal = &sight->thin->goal->fault;
  sight->seen |=
      fault->code == goal->code && fault->place.line == goal->place.line && fault->place.column == goal->place.column;
}

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct sight *sight = context;
  (void)clause, (void)arguments;
  sight->progress = true; /* no deadlock, whatever else */
  look_at_fault(sight);
  return !sight->seen;
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct sight *sight = context;
  struct thin *thin = sight->thin;
  bool stuttering = thin->search->task->options->deadlock == NOE_DEADLOCK_STUTTERING;
  switch (noe_system_fire(&thin->search->referee, clause, arguments, thin->state, thin->scratch)) {
  case NOE_OUTCOME_TRUE:
    sight->progress |=
        !stuttering || memcmp(thin->state, thin->scratch, thin->model->cell_count * sizeof *thin->state) != 0;
    break;
  case NOE_OUTCOME_FAULT:
    sight->progress = true;
    look_at_fault(sight);
    break;
  default: break;
  }
  return !sight->seen;
}

static void evaluate_claims(struct sight *sight) {
  struct thin *thin = sight->thin;
  for (uint32_t i = 0; i < thin->model->property_count && !sight->seen; i++) {
    const struct noe_clause *property = &thin->model->properties[i];
    if (!property->is_statement && property->property <= NOE_PROPERTY_COVER &&
        noe_model_machine_claim(thin->machine, property, thin->state) == NOE_OUTCOME_FAULT)
      look_at_fault(sight);
  }
}

/* Is the violation to be seen in thin->state? */
static bool shows(struct thin *thin) {
  struct sight sight = {.thin = thin};
  if (thin->goal->kind == NOE_FINDING_INVARIANT)
    return noe_model_machine_claim(thin->machine, thin->goal->clause, thin->state) == NOE_OUTCOME_FALSE;
  if (thin->goal->kind == NOE_FINDING_ASSERTION)
    evaluate_claims(&sight);
  if (!sight.seen)
    noe_system_enabled_each(thin->enabled, thin->state, guard_failed, fire, &sight);
  return thin->goal->kind == NOE_FINDING_DEADLOCK ? !sight.progress : sight.seen;
}

/* ------------------------------------------------------------------- a trial */

static bool find_element(struct thin *thin, const struct noe_clause *clause, uint32_t binder, uint32_t parameter,
                         const int64_t *wanted) {
  const struct noe_type *type = clause->binders[binder].value->type;
  for (uint32_t i = 0; i < type->capacity; i++) {
    thin->arguments[parameter] = i;
    const int64_t *cells = noe_model_machine_chosen(thin->machine, clause, thin->arguments, thin->state, binder);
    if (cells && !memcmp(cells, wanted, (type->stride - 1) * sizeof *cells))
      return true;
  }
  return false;
}

/* The arguments of the instance in thin->state. */
static const int64_t *arguments_of(struct thin *thin, const struct instance *instance) {
  const struct noe_clause *clause = instance->clause;
  if (!instance->chosen)
    return instance->arguments;
  memcpy(thin->arguments, instance->arguments, clause->parameter_count * sizeof *thin->arguments);
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    enum noe_binder_kind kind = clause->binders[i].kind;
    if (kind == NOE_BINDER_CHOOSE && !find_element(thin, clause, i, parameter, instance->chosen[parameter]))
      return NULL;
    parameter += kind == NOE_BINDER_CHOOSE || kind == NOE_BINDER_RANGE;
  }
  return thin->arguments;
}

static bool is_held_back(struct thin *thin, const struct noe_clause *clause) {
  if (!thin->model->has_priorities)
    return false;
  noe_system_enabled_rules(thin->enabled, thin->state, NULL, NULL);
  return thin->enabled->count && thin->enabled->items[0].clause->priority < clause->priority;
}

/* Takes the step if it can be taken. */
static bool take(struct thin *thin, const struct instance *instance, bool is_start) {
  const struct noe_clause *failed;
  const int64_t *before = is_start ? NULL : thin->state;
  const int64_t *arguments = arguments_of(thin, instance);
  if (!arguments || noe_model_machine_test(thin->machine, instance->clause, arguments, before) != NOE_OUTCOME_TRUE ||
      (!is_start && is_held_back(thin, instance->clause)))
    return false;
  arguments = arguments_of(thin, instance);
  if (noe_system_fire(&thin->search->referee, instance->clause, arguments, before, thin->after) != NOE_OUTCOME_TRUE ||
      noe_system_assumptions(thin->machine, thin->model, thin->after, &failed) != NOE_OUTCOME_TRUE)
    return false;
  advance(thin);
  return true;
}

/* The run without its steps begin .. end - 1: does it show the violation? Then it is in `trial`. */
static bool try_without(struct thin *thin, uint32_t begin, uint32_t end) {
  assert(begin < end && "something is left out");
  bool is_state = thin->goal->kind == NOE_FINDING_INVARIANT;
  thin->trial_count = 0;
  for (uint32_t i = 0; i < thin->count; i++) {
    if (i >= begin && i < end)
      continue;
    if (!take(thin, &thin->steps[i], i == 0)) {
      if (!i)
        return false;
      continue;
    }
    thin->trial[thin->trial_count++] = thin->steps[i];
    if (is_state && shows(thin))
      return true;
  }
  return !is_state && shows(thin);
}

static void adopt(struct thin *thin) {
  memcpy(thin->steps, thin->trial, thin->trial_count * sizeof *thin->steps);
  thin->count = thin->trial_count;
}

static bool reduce(struct thin *thin) {
  bool thinner = false, again = false;
  for (uint32_t piece = thin->count / 2; piece; piece = again ? piece : piece / 2) {
    again = false;
    for (uint32_t begin = 1; begin < thin->count && noe_hunt_spend(thin->search, thin->count);) {
      uint32_t before = thin->count;
      if (try_without(thin, begin, begin + piece) && thin->trial_count < before) {
        adopt(thin);
        thinner = true;
        again = piece == 1;
      } else {
        begin += piece;
      }
    }
  }
  return thinner;
}

/* The run as a path of keys. */
static void lower(struct thin *thin) {
  struct noe_key_path *run = &noe_hunt_of(thin->search)->run;
  run->count = 0;
  for (uint32_t i = 0; i < thin->count; i++) {
    take(thin, &thin->steps[i], i == 0);
    uint32_t bytes = noe_system_key(&thin->search->referee.orbits, thin->state, thin->key);
    noe_hunt_path_push(run, thin->key, bytes);
  }
  noe_hunt_path_cut_loops(run);
}

bool noe_hunt_thin(struct noe_search *search, const struct noe_target *goal) {
  assert(noe_hunt_of(search)->run.count && "there is a run to make shorter");
  const struct noe_model *model = search->model;
  struct thin thin = {.search = search, .model = model, .machine = search->referee.machine, .goal = goal};
  thin.enabled = &search->referee.enabled;
  thin.arena = noe_base_arena_new(search->task->memory);
  thin.state = NOE_NEW_ARRAY(thin.arena, int64_t, model->cell_count);
  thin.after = NOE_NEW_ARRAY(thin.arena, int64_t, model->cell_count);
  thin.scratch = NOE_NEW_ARRAY(thin.arena, int64_t, model->cell_count);
  thin.arguments = NOE_NEW_ARRAY(thin.arena, int64_t, noe_model_most_parameters(model) + 1);
  thin.key = (uint8_t *)NOE_NEW_ARRAY(thin.arena, uint64_t, search->system.keys.most_words);
  bool thinner = lift(&thin) && reduce(&thin);
  if (thinner)
    lower(&thin);
  noe_base_arena_delete(thin.arena);
  return thinner;
}
