#include "hunt/walk.h"

#include <assert.h>
#include <string.h>

#include "base/random.h"
#include "system/claims.h"
#include "system/enabled.h"
#include "verdict/record.h"
#include "model/replay.h"

struct walker {
  const struct noe_task *task;
  const struct noe_model *model;
  struct noe_arena *arena;
  struct noe_machine *machine;
  struct noe_enabled enabled;
  struct noe_random random;
  int64_t *successor;
  bool progress, trouble; /* of the firings possible here: one leads on; one had a run-time error */
  NOE_LIST(struct noe_trace_step) steps;
  struct noe_trace *trace;
  struct noe_finding *finding;
  struct noe_shown_walk *walk;
};

static const int64_t *last_state(const struct walker *walker) {
  return walker->steps.count ? walker->steps.items[walker->steps.count - 1].state : NULL;
}

static struct noe_finding *found(struct walker *walker, enum noe_finding_kind kind, const char *name) {
  walker->finding = NOE_NEW(walker->arena, struct noe_finding);
  walker->finding->kind = kind;
  walker->finding->name = name;
  walker->finding->verdict = NOE_VERDICT_VIOLATED;
  walker->finding->count = 1;
  return walker->finding;
}

/* A run-time error; `failed` is the guard or claim it came from, NULL for a body. */
static void found_fault(struct walker *walker, const struct noe_clause *failed, const int64_t *arguments) {
  struct noe_fault fault = noe_verdict_copy_fault(walker->arena, noe_model_machine_fault(walker->machine));
  struct noe_finding *finding = found(walker, NOE_FINDING_ASSERTION, noe_model_fault_name(walker->arena, &fault));
  finding->place = fault.place;
  finding->message = fault.message;
  walker->trace->has_fault = true;
  walker->trace->fault = fault;
  walker->trace->failed = failed;
  walker->trace->failed_arguments = noe_verdict_copy_arguments(walker->arena, failed, arguments);
}

static void push_step(struct walker *walker, const struct noe_clause *clause, const int64_t *arguments,
                      const int64_t *state) {
  struct noe_trace_step step = {clause, noe_verdict_copy_arguments(walker->arena, clause, arguments), state};
  NOE_LIST_PUSH(walker->arena, &walker->steps, step);
}

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct walker *walker = context;
  if (clause->kind == NOE_CLAUSE_START) {
    push_step(walker, clause, arguments, NULL); /* there is no state to show it in */
    clause = NULL;
  }
  found_fault(walker, clause, arguments);
  return false;
}

/* ------------------------------------------------------------------- a step */

/* Can this one be taken? Runs it, silently. */
static bool is_possible(struct walker *walker, const struct noe_clause *clause, const int64_t *arguments) {
  const int64_t *before = last_state(walker);
  const struct noe_clause *failed;
  switch (noe_model_machine_fire(walker->machine, clause, arguments, before, walker->successor)) {
  case NOE_OUTCOME_TRUE:
    walker->progress |= !before || walker->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
                        memcmp(before, walker->successor, walker->model->cell_count * sizeof *before) != 0;
    return noe_system_assumptions(walker->machine, walker->model, walker->successor, &failed) != NOE_OUTCOME_FALSE;
  case NOE_OUTCOME_FAULT: walker->trouble = true; return true;
  default: return false;
  }
}

static void keep_possible(struct walker *walker) {
  struct noe_enabled *enabled = &walker->enabled;
  size_t kept = 0;
  walker->progress = walker->trouble = false;
  for (size_t i = 0; i < enabled->count; i++)
    if (is_possible(walker, enabled->items[i].clause, noe_enabled_arguments(enabled, i)))
      enabled->items[kept++] = enabled->items[i];
  enabled->count = kept;
}

static void take_step(struct walker *walker, size_t item) {
  const struct noe_clause *clause = walker->enabled.items[item].clause;
  const int64_t *arguments = noe_enabled_arguments(&walker->enabled, item);
  int64_t *after = NOE_NEW_ARRAY(walker->arena, int64_t, walker->model->cell_count);
  noe_model_machine_put(walker->machine, walker->task->put);
  enum noe_outcome outcome = noe_model_machine_fire(walker->machine, clause, arguments, last_state(walker), after);
  noe_model_machine_put(walker->machine, NULL);
  push_step(walker, clause, arguments, outcome == NOE_OUTCOME_TRUE ? after : NULL);
  if (outcome == NOE_OUTCOME_FAULT)
    found_fault(walker, NULL, NULL);
}

static void check_claims(struct walker *walker) {
  const struct noe_clause *failed;
  if (noe_system_assumptions(walker->machine, walker->model, last_state(walker), &failed) == NOE_OUTCOME_FAULT)
    found_fault(walker, failed, noe_model_machine_arguments(walker->machine));
  for (uint32_t i = 0; i < walker->model->property_count && !walker->finding; i++) {
    const struct noe_clause *property = &walker->model->properties[i];
    if (property->is_statement || noe_property_is_temporal(property->property))
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(walker->machine, property, last_state(walker));
    const int64_t *arguments = noe_model_machine_arguments(walker->machine);
    if (outcome == NOE_OUTCOME_FAULT) {
      found_fault(walker, property, arguments);
    } else if (outcome == NOE_OUTCOME_FALSE && property->property == NOE_PROPERTY_INVARIANT) {
      struct noe_finding *finding = found(walker, NOE_FINDING_INVARIANT, property->title);
      finding->place = property->place;
      finding->clause = property;
      finding->arguments = noe_verdict_copy_arguments(walker->arena, property, arguments);
    }
  }
}

/* True if the walk goes on from here. */
static bool is_free(struct walker *walker) {
  int deadlock = walker->task->options->deadlock;
  if (!walker->steps.count) {
    if (!walker->enabled.count)
      walker->walk->ended = "there is no start state";
  } else if (!walker->progress && !walker->trouble && deadlock != NOE_DEADLOCK_OFF) {
    found(walker, NOE_FINDING_DEADLOCK, "deadlock");
    return false;
  } else if (!walker->enabled.count) {
    walker->walk->ended = walker->progress ? "assumptions rule every step out" : "no rule can fire";
  }
  return walker->enabled.count != 0;
}

static bool advance(struct walker *walker) {
  struct noe_enabled *enabled = &walker->enabled;
  bool whole = walker->steps.count ? noe_system_enabled_rules(enabled, last_state(walker), guard_failed, walker)
                                   : noe_system_enabled_starts(enabled, guard_failed, walker);
  if (!whole)
    return false;
  keep_possible(walker);
  if (!is_free(walker))
    return false;
  take_step(walker, (size_t)noe_random_below(&walker->random, enabled->count));
  if (!walker->finding)
    check_claims(walker);
  return !walker->finding;
}

/* ------------------------------------------------------------------ a walk */

static void confirm(struct walker *walker) {
  struct noe_replay replay = {NOE_REPLAY_OK, 0};
  bool good;
  if (walker->finding) {
    good = noe_model_replay_finding(walker->machine, walker->model, walker->finding, walker->task->options->deadlock,
                                    &replay);
  } else {
    replay = noe_model_replay(walker->machine, walker->model, walker->trace);
    good = replay.status == NOE_REPLAY_OK;
  }
  if (good)
    return;
  walker->walk->error = noe_base_arena_format(walker->arena, "the walk cannot be confirmed: step %u: %s",
                                              (unsigned)replay.step, noe_model_replay_text(replay.status));
  walker->walk->trace = NULL;
  walker->walk->finding = NULL;
}

static void finish(struct walker *walker) {
  struct noe_shown_walk *walk = walker->walk;
  walker->trace->steps = walker->steps.items;
  walker->trace->count = (uint32_t)walker->steps.count;
  if (!walker->steps.count)
    return;
  walk->trace = walker->trace;
  walk->finding = walker->finding;
  if (walker->finding) {
    walker->finding->trace = walker->trace;
    walk->ended = walker->finding->name;
  }
  confirm(walker);
}

static bool is_interrupted(const struct noe_task *task) {
  return task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed);
}

const struct noe_shown_walk *noe_hunt_walk(const struct noe_task *task, uint64_t seed, uint64_t steps) {
  assert(task->arena && "a walk lives in the arena of the task");
  struct walker walker = {.task = task, .model = task->model, .arena = task->arena, .random = {seed}};
  walker.walk = NOE_NEW(task->arena, struct noe_shown_walk);
  walker.trace = NOE_NEW(task->arena, struct noe_trace);
  walker.successor = NOE_NEW_ARRAY(task->arena, int64_t, task->model->cell_count);
  walker.machine = noe_model_machine_new(task->memory, task->model);
  walker.enabled = noe_system_enabled(task->memory, walker.machine, task->model);
  for (uint64_t i = 0; i <= steps && i < UINT32_MAX; i++) { /* one more: the start state */
    if (is_interrupted(task)) {
      walker.walk->ended = "interrupted";
      break;
    }
    if (!advance(&walker))
      break;
  }
  finish(&walker);
  noe_system_enabled_free(&walker.enabled);
  noe_model_machine_delete(walker.machine);
  return walker.walk;
}
