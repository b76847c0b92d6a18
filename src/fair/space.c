#include "fair/space.h"

#include <assert.h>
#include <string.h>

#include "fair/product.h"
#include "system/claims.h"
#include "system/starts.h"

/* --------------------------------------------------------------- patience */

static struct noe_progress progress_of(const struct noe_space *space) {
  return (struct noe_progress){.phase = NOE_PHASE_TEMPORAL,
                               .claim = space->claim,
                               .claim_number = space->claim_number,
                               .claim_count = space->claim_count,
                               .pairs = space->product ? space->product->nodes.count : 0,
                               .states = space->nodes,
                               .frontier = space->nodes - space->expanded,
                               .rules_fired = space->steps};
}

enum { CALLS_PER_LOOK = 16 };

/* In a thread that looks at no clock. */
static bool is_halted(struct noe_space *space) {
  if (!space->stop && atomic_load_explicit(space->halt, memory_order_relaxed))
    space->stop = NOE_STOP_INTERRUPT;
  return space->stop != NOE_STOP_NONE;
}

bool noe_fair_is_stopped(struct noe_space *space) {
  if (space->stop || ++space->asked % CALLS_PER_LOOK)
    return space->stop != NOE_STOP_NONE;
  return noe_fair_impatient(space);
}

bool noe_fair_impatient(void *context) {
  struct noe_space *space = context;
  if (!space->limits)
    return is_halted(space);
  if (!space->stop && noe_verdict_is_over_now(space->limits, progress_of(space)))
    space->stop = space->limits->stop;
  return space->stop != NOE_STOP_NONE;
}

/* ----------------------------------------------------------------- set-up */

/* Elements of a multiset that permutations change are not numbered alike in all
 * states. */
static bool chooses(const struct noe_symmetry *symmetry, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE && symmetry->moves[clause->binders[i].type->element->id])
      return true;
  return false;
}

static bool leads(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count) {
  struct noe_space *space = context;
  if (clause->kind == NOE_CLAUSE_START || !space->leaders || !space->leaders->count || space->chooses[clause->id])
    return true;
  for (uint32_t i = 0, parameter = 0; parameter < count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    bool chosen = binder->kind == NOE_BINDER_CHOOSE;
    space->points[parameter] = chosen ? -1 : noe_symmetry_point(space->symmetry, binder->type, arguments[parameter]);
    parameter++;
  }
  return noe_symmetry_leads(space->leaders, space->points, count);
}

bool noe_fair_leads(struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments) {
  for (uint32_t count = 1; count <= clause->parameter_count; count++)
    if (!leads(space, clause, arguments, count))
      return false;
  return true;
}

/* A view that fires leaders, and scratch memory. */
static void open_view(struct noe_space *space) {
  const struct noe_model *model = space->model;
  noe_system_view_open(&space->view, space->system, space->memory, space, noe_fair_impatient);
  if (space->limits) /* before other threads have views */
    noe_system_inspect_starts(&space->view, noe_fair_impatient, space);
  if (space->system->keys.symmetry) {
    noe_system_view_watch(&space->view, true);
    noe_model_machine_filter(space->view.machine, leads, space);
  }
  space->points = NOE_NEW_ARRAY(space->arena, int32_t, noe_model_most_parameters(model) + 1);
  space->state = NOE_NEW_ARRAY(space->arena, int64_t, model->cell_count);
  space->scratch = NOE_NEW_ARRAY(space->arena, int64_t, model->cell_count);
}

static const struct noe_symmetry *symmetry_of(struct noe_space *space) {
  const struct noe_model *model = space->model;
  const struct noe_symmetry *symmetry = space->system->keys.symmetry;
  return symmetry ? symmetry
                  : noe_symmetry_new(space->arena, model, NOE_NEW_ARRAY(space->arena, bool, model->type_count));
}

void noe_fair_space_open(struct noe_space *space, const struct noe_task *task, struct noe_limits *limits,
                         struct noe_system *system, bool heed) {
  const struct noe_model *model = task->model;
  *space = (struct noe_space){.task = task, .limits = limits, .memory = task->memory, .model = model, .system = system};
  space->arena = noe_base_arena_new(task->memory);
  noe_system_shape(system);
  open_view(space);
  space->symmetry = symmetry_of(space);
  space->groups = noe_fair_groups(space->arena, model, space->symmetry, heed);
  space->chooses = NOE_NEW_ARRAY(space->arena, bool, model->rule_count);
  for (uint32_t i = 0; i < model->rule_count; i++)
    space->chooses[i] = chooses(space->symmetry, &model->rules[i]);
}

void noe_fair_space_share(struct noe_space *space, const struct noe_space *owner, struct noe_memory *memory,
                          const atomic_bool *halt) {
  *space = (struct noe_space){.task = owner->task,
                              .memory = memory,
                              .model = owner->model,
                              .system = owner->system,
                              .symmetry = owner->symmetry,
                              .groups = owner->groups,
                              .chooses = owner->chooses,
                              .halt = halt};
  space->arena = noe_base_arena_new(memory);
  open_view(space);
}

void noe_fair_space_close(struct noe_space *space) {
  if (!space->memory)
    return;
  if (space->limits)
    noe_system_compile_stop(space->system);
  noe_system_view_close(&space->view);
  noe_base_arena_delete(space->arena);
  *space = (struct noe_space){0};
}

/* -------------------------------------------------------------- execution */

void noe_fair_note_outcome(struct noe_space *space, enum noe_outcome outcome) {
  if (outcome == NOE_OUTCOME_FAULT)
    space->trouble = true;
  if (outcome == NOE_OUTCOME_ORDER && !space->stop) {
    space->stop = NOE_STOP_ORDER;
    space->broken = (struct noe_broken){noe_model_machine_order(space->view.machine), NOE_REASON_LOOP};
  }
  assert((outcome != NOE_OUTCOME_STOPPED || space->stop) && "who stops the machine says why");
}

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  (void)clause, (void)arguments;
  noe_fair_note_outcome(context, NOE_OUTCOME_FAULT);
  return true;
}

static bool after_listing(struct noe_space *space, bool complete) {
  if (!complete && space->view.enabled.order)
    noe_fair_note_outcome(space, NOE_OUTCOME_ORDER);
  return complete && !space->stop;
}

bool noe_fair_instances(struct noe_space *space, const int64_t *state, const struct noe_twins *leaders) {
  space->leaders = leaders;
  space->view.enabled.exchange = leaders ? &leaders->exchange : NULL;
  bool complete = noe_system_enabled_rules(&space->view.enabled, state, guard_failed, space);
  space->view.enabled.exchange = NULL;
  return after_listing(space, complete);
}

bool noe_fair_starts(struct noe_space *space) {
  return after_listing(space, noe_system_enabled_starts(&space->view.enabled, guard_failed, space));
}

bool noe_fair_assume(struct noe_space *space, const int64_t *state) {
  const struct noe_clause *failed;
  if (!space->system->has_assumptions)
    return true;
  enum noe_outcome outcome = noe_system_assumptions(space->view.machine, space->model, state, &failed);
  noe_fair_note_outcome(space, outcome);
  return outcome == NOE_OUTCOME_TRUE;
}

bool noe_fair_fire(struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments,
                   const int64_t *state, int64_t *after) {
  bool may_prefer = !state && space->system->keys.is_uneven; /* loops of uneven start states need not be watched */
  if (may_prefer)
    noe_system_view_watch(&space->view, false);
  enum noe_outcome outcome = noe_system_fire(&space->view, clause, arguments, state, after);
  if (may_prefer)
    noe_system_view_watch(&space->view, true);
  noe_fair_note_outcome(space, outcome);
  return outcome == NOE_OUTCOME_TRUE && noe_fair_assume(space, after);
}
