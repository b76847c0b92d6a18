#include "verdict/retrace.h"

#include <assert.h>
#include <string.h>

void noe_verdict_retrace_init(struct noe_retrace *retrace, struct noe_arena *arena, struct noe_view *view,
                              const struct noe_store *store) {
  assert(view->machine && store && "runs are found by executing, along stored states");
  struct noe_memory *memory = view->memory;
  *retrace = (struct noe_retrace){
      .memory = memory, .arena = arena, .model = view->system->model, .view = view, .store = store};
  retrace->key = noe_base_alloc(memory, view->system->keys.most_words * sizeof(uint64_t));
  retrace->goal_key = noe_base_alloc(memory, view->system->keys.most_words * sizeof(uint64_t));
}

void noe_verdict_retrace_free(struct noe_retrace *retrace) {
  noe_base_free(retrace->memory, retrace->key);
  noe_base_free(retrace->memory, retrace->goal_key);
  retrace->key = retrace->goal_key = NULL;
}

/* Is this a state that the search stored under retrace->goal, or, where keys are of states, an image of it? */
static bool is_represented(struct noe_retrace *retrace, const int64_t *cells) {
  assert(retrace->goal != NOE_NO_STATE && "there is a state to reach");
  uint32_t bytes = noe_system_orbit_key(&retrace->view->orbits, cells, retrace->key);
  if (retrace->view->orbits.shape->is_of_states)
    return bytes == retrace->goal_bytes && !memcmp(retrace->key, retrace->goal_key, bytes);
  uint64_t hash = noe_store_hash_key(retrace->key, bytes);
  return noe_store_is(retrace->store, retrace->goal, retrace->key, bytes, hash);
}

/* The state to reach is the one of this number. */
static void set_goal(struct noe_retrace *retrace, uint64_t goal) {
  struct noe_orbits *orbits = &retrace->view->orbits;
  retrace->goal = goal;
  if (!orbits->shape->is_of_states || goal == NOE_NO_STATE)
    return;
  size_t bytes = orbits->symmetry->points * sizeof(uint16_t);
  int64_t *state = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count + 1);
  noe_store_read(retrace->store, goal, retrace->key);
  noe_system_state(orbits, retrace->key, state);
  retrace->goal_bytes = noe_system_orbit_key(orbits, state, retrace->goal_key);
  retrace->goal_permutation = NOE_NEW_ARRAY(retrace->arena, uint16_t, orbits->symmetry->points);
  memcpy(retrace->goal_permutation, noe_system_permutation(orbits), bytes);
}

struct quest {
  struct noe_retrace *retrace;
  const int64_t *before, *target;
  struct noe_trace_step *step;
  int64_t *after;
  bool found;
};

/* False: that is the one. */
static bool try_step(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct quest *quest = context;
  struct noe_retrace *retrace = quest->retrace;
  size_t bytes = retrace->model->cell_count * sizeof *quest->after;
  if (noe_system_fire(retrace->view, clause, arguments, quest->before, quest->after) != NOE_OUTCOME_TRUE ||
      !(quest->target ? !memcmp(quest->after, quest->target, bytes) : is_represented(retrace, quest->after)))
    return true;
  *quest->step =
      (struct noe_trace_step){clause, noe_verdict_copy_arguments(retrace->arena, clause, arguments), quest->after};
  quest->found = true;
  return false;
}

/* The first instance that leads from `before` (NULL: from nowhere) to `target`, or
 * (if that is NULL) to a state stored under retrace->goal; the state goes to `after`. */
static bool find_step(struct noe_retrace *retrace, const int64_t *before, const int64_t *target, int64_t *after,
                      struct noe_trace_step *step) {
  assert(after != before && "a step reads the state that it leaves");
  struct quest quest = {.retrace = retrace, .before = before, .target = target, .step = step, .after = after};
  noe_model_machine_spare(retrace->view->machine, true); /* the first one has first values */
  if (before)
    noe_system_enabled_each(&retrace->view->enabled, before, NULL, try_step, &quest);
  else
    noe_system_enabled_each_start(&retrace->view->enabled, NULL, try_step, &quest);
  noe_model_machine_spare(retrace->view->machine, false);
  return quest.found;
}

/* Steps to any state of an orbit: of instances that twins carry into each other one is enough, the first. */
static void use_twins(struct noe_retrace *retrace, bool on) {
  struct noe_orbits *orbits = &retrace->view->orbits;
  if (!orbits->symmetry)
    return;
  noe_model_machine_filter(retrace->view->machine, on ? noe_system_leads : NULL, on ? orbits : NULL);
  retrace->view->enabled.exchange = on ? &orbits->twins.exchange : NULL;
}

/* From the state whose key was made last to its representative; or, where keys are of states, to the stored one. */
static void note_permutation(struct noe_retrace *retrace) {
  const struct noe_symmetry *symmetry = retrace->view->orbits.symmetry;
  size_t bytes = symmetry->points * sizeof(uint16_t);
  retrace->permutation = NOE_NEW_ARRAY(retrace->arena, uint16_t, symmetry->points);
  memcpy(retrace->permutation, noe_system_permutation(&retrace->view->orbits), bytes);
  if (!retrace->view->orbits.shape->is_of_states)
    return;
  uint16_t *there = retrace->permutation, *back = NOE_NEW_ARRAY(retrace->arena, uint16_t, symmetry->points);
  retrace->permutation = NOE_NEW_ARRAY(retrace->arena, uint16_t, symmetry->points);
  noe_symmetry_invert(symmetry, retrace->goal_permutation, back);
  noe_symmetry_compose(symmetry, back, there, retrace->permutation);
}

/* A run through states that the stored ones represent. Row i is that of the state after step i. */
static bool find_run(struct noe_retrace *retrace, const uint64_t *path, struct noe_trace_step *steps, int64_t **rows,
                     uint32_t length, uint32_t *step) {
  for (*step = 0; *step < length; (*step)++) {
    set_goal(retrace, path[*step]);
    if (retrace->goal == NOE_NO_STATE)
      return false;
    assert((!*step || path[*step] != path[*step - 1]) && "a path of the search never stays where it is");
    rows[*step] = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count);
    use_twins(retrace, true);
    bool found = find_step(retrace, *step ? rows[*step - 1] : NULL, NULL, rows[*step], &steps[*step]);
    use_twins(retrace, false);
    if (!found)
      return false;
    if (retrace->view->orbits.symmetry)
      noe_system_find_twins(&retrace->view->orbits, retrace->key);
  }
  if (retrace->view->orbits.symmetry && length) {
    noe_system_orbit_key(&retrace->view->orbits, rows[length - 1], retrace->key);
    note_permutation(retrace);
  }
  return true;
}

/* Would states of one orbit that are not the same find different representatives? */
static bool is_ambiguous(const struct noe_retrace *retrace) {
  return retrace->view->orbits.canoniser && retrace->view->orbits.shape->mode == NOE_CANON_FAST &&
         noe_store_rereads(retrace->store);
}

/* The next step of the run, which is at `before`, from the stored state that it stands for: sigma before = stored.
 * If the stored state goes to t, and pi t is stored next, the run goes to sigma^-1 t, and pi sigma is next. */
static bool find_step_there(struct noe_retrace *retrace, uint64_t stored, const int64_t *before, int64_t *after,
                            struct noe_trace_step *step) {
  assert(retrace->permutation && "the run has been permuted since its first step");
  const struct noe_symmetry *symmetry = retrace->view->orbits.symmetry;
  size_t cells = retrace->model->cell_count;
  int64_t *here = NOE_NEW_ARRAY(retrace->arena, int64_t, cells), *there = NOE_NEW_ARRAY(retrace->arena, int64_t, cells);
  uint16_t *back = NOE_NEW_ARRAY(retrace->arena, uint16_t, symmetry->points), *next;
  noe_store_read(retrace->store, stored, retrace->key);
  noe_system_state_and_twins(&retrace->view->orbits, retrace->key, here);
  use_twins(retrace, true);
  bool found = find_step(retrace, here, NULL, there, step);
  use_twins(retrace, false);
  if (!found)
    return false;
  next = NOE_NEW_ARRAY(retrace->arena, uint16_t, symmetry->points);
  noe_symmetry_compose(symmetry, noe_system_permutation(&retrace->view->orbits), retrace->permutation, next);
  noe_symmetry_invert(symmetry, retrace->permutation, back);
  noe_symmetry_apply(symmetry, back, there, here);
  retrace->permutation = next;
  return find_step(retrace, before, here, after, step);
}

static bool find_run_there(struct noe_retrace *retrace, const uint64_t *path, struct noe_trace_step *steps,
                           int64_t **rows, uint32_t length, uint32_t *step) {
  if (!find_run(retrace, path, steps, rows, length ? 1 : 0, step))
    return false;
  for (*step = 1; *step < length; (*step)++) {
    retrace->goal = path[*step];
    rows[*step] = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count);
    if (retrace->goal == NOE_NO_STATE ||
        !find_step_there(retrace, path[*step - 1], rows[*step - 1], rows[*step], &steps[*step]))
      return false;
  }
  return true;
}

/* Are these arguments of the clause, once they are permuted, those of the image? Elements of a multiset
 * have other numbers there. */
static bool permute_arguments(const struct noe_retrace *retrace, const struct noe_clause *clause,
                              const int64_t *arguments, int64_t *image) {
  assert(retrace->permutation && "the run ends in an image of the stored state");
  const struct noe_orbits *orbits = &retrace->view->orbits;
  if (noe_symmetry_has_group(orbits->symmetry))
    return false;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE)
      return false;
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    bool is_idle = noe_clause_is_irrelevant(clause, i); /* any value does, and the first one stays */
    image[parameter] =
        is_idle ? arguments[parameter]
                : noe_symmetry_apply_value(orbits->symmetry, retrace->permutation, binder->type, arguments[parameter]);
    parameter++;
  }
  return true;
}

/* The image of a step, from `before` to `target`. */
static bool permute_step(struct noe_retrace *retrace, const int64_t *before, const int64_t *target, int64_t *after,
                         struct noe_trace_step *step) {
  struct quest quest = {.retrace = retrace, .before = before, .target = target, .step = step, .after = after};
  int64_t *arguments = NOE_NEW_ARRAY(retrace->arena, int64_t, step->clause->parameter_count);
  if (permute_arguments(retrace, step->clause, step->arguments, arguments))
    try_step(&quest, step->clause, arguments);
  return quest.found || find_step(retrace, before, target, after, step);
}

/* The same run, permuted so that it ends in the stored state itself: that is
 * where the evidence was found, down to the names in it. */
static bool permute_run(struct noe_retrace *retrace, struct noe_trace_step *steps, int64_t **rows, uint32_t length,
                        uint32_t *step) {
  if (!retrace->view->orbits.symmetry || retrace->view->orbits.shape->is_uneven || !length)
    return true;
  int64_t *target = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count);
  for (*step = 0; *step < length; (*step)++) {
    noe_symmetry_apply(retrace->view->orbits.symmetry, retrace->permutation, rows[*step], target);
    if (!permute_step(retrace, *step ? rows[*step - 1] : NULL, target, rows[*step], &steps[*step]))
      return false;
  }
  return true;
}

/* The firing that is not on the path: it failed, or led to a state not stored. */
static struct noe_trace_step last_step(struct noe_retrace *retrace, const struct noe_evidence *evidence,
                                       const int64_t *before) {
  struct noe_trace_step step = {evidence->step, evidence->step_arguments, NULL};
  if (!evidence->after)
    return step;
  int64_t *after = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count);
  enum noe_outcome outcome = noe_system_fire(retrace->view, step.clause, step.arguments, before, after);
  if (outcome == NOE_OUTCOME_TRUE)
    step.state = after; /* if it does not run, the replay will say so */
  return step;
}

const struct noe_trace *noe_verdict_retrace(struct noe_retrace *retrace, const uint64_t *path, uint32_t length,
                                            const struct noe_evidence *noticed, uint32_t *step) {
  struct noe_evidence again = *noticed;
  const struct noe_evidence *evidence = &again;
  uint32_t count = length + (evidence->step ? 1 : 0);
  assert(count && "evidence is a state, or a start state that failed");
  struct noe_trace_step *steps = NOE_NEW_ARRAY(retrace->arena, struct noe_trace_step, count);
  int64_t **rows = NOE_NEW_ARRAY(retrace->arena, int64_t *, length);
  bool found = is_ambiguous(retrace) ? find_run_there(retrace, path, steps, rows, length, step)
                                     : find_run(retrace, path, steps, rows, length, step);
  if (!found || !permute_run(retrace, steps, rows, length, step))
    return NULL;
  if (retrace->view->orbits.shape->is_uneven && length &&
      !noe_verdict_relocate(retrace, steps[length - 1].state, &again))
    return NULL;
  if (evidence->step)
    steps[length] = last_step(retrace, evidence, length ? steps[length - 1].state : NULL);
  if (evidence->after && retrace->view->orbits.symmetry && steps[length].state &&
      !noe_verdict_relocate_after(retrace, steps[length].state, &again))
    return NULL; /* it was noticed in the representative of that state */
  struct noe_trace *trace = NOE_NEW(retrace->arena, struct noe_trace);
  *trace = (struct noe_trace){.steps = steps,
                              .count = count,
                              .has_fault = evidence->has_fault,
                              .fault = evidence->fault,
                              .failed = evidence->failed,
                              .failed_arguments = evidence->failed_arguments};
  return trace;
}
