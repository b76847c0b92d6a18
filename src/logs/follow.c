#include "logs/follow.h"

#include <assert.h>
#include <string.h>

#include "system/claims.h"
#include "verdict/record.h"

struct follower {
  struct noe_machine *machine;
  const struct noe_model *model;
  const struct noe_firing_plan *plan;
  struct noe_arena *arena;
  struct noe_trace_step *steps;
  uint32_t count;
  int64_t *spare; /* room for a state */
  struct noe_followed *followed;
};

/* The best firing for a step so far. */
struct attempt {
  struct follower *follower;
  const struct noe_plan_step *step;
  const int64_t *before;
  bool is_last;
  int64_t *scratch; /* where the instance being tried leads */
  int64_t *state;   /* where it leads, if `status` is OK and it does not fail */
  enum noe_replay_status status;
  bool fails;
  uint32_t unmet;
  bool any; /* an instance was tried */
  const struct noe_clause *clause;
  const int64_t *arguments;
  struct noe_fault fault;
};

/* How far an instance got that cannot fire. */
static int progress(enum noe_replay_status status) {
  static const enum noe_replay_status order[] = {NOE_REPLAY_NOT_ENABLED, NOE_REPLAY_HELD_BACK, NOE_REPLAY_DISCARDED,
                                                 NOE_REPLAY_UNEXPECTED_FAULT, NOE_REPLAY_OK};
  int rank = 0;
  while (order[rank] != status && order[rank] != NOE_REPLAY_OK)
    rank++;
  assert(order[rank] == status && "an instance fares in one of these ways");
  return rank;
}

static bool is_better(const struct attempt *attempt, enum noe_replay_status status, uint32_t unmet) {
  if (!attempt->any || status != attempt->status)
    return !attempt->any || progress(status) > progress(attempt->status);
  return status == NOE_REPLAY_OK && unmet < attempt->unmet;
}

/* Notes how an instance fared, if it is the best so far; its state, if any, is in `scratch`. */
static void note(struct attempt *attempt, const struct noe_clause *clause, const int64_t *arguments,
                 enum noe_replay_status status, bool fails, uint32_t unmet) {
  if (!is_better(attempt, status, unmet))
    return;
  struct noe_arena *arena = attempt->follower->arena;
  if (fails || status == NOE_REPLAY_UNEXPECTED_FAULT)
    attempt->fault = noe_verdict_copy_fault(arena, noe_model_machine_fault(attempt->follower->machine));
  attempt->any = true;
  attempt->status = status;
  attempt->fails = fails;
  attempt->unmet = unmet;
  attempt->clause = clause;
  attempt->arguments = noe_verdict_copy_arguments(arena, clause, arguments);
  assert(attempt->state != attempt->scratch && "the best state is not overwritten by the next try");
  int64_t *state = attempt->state;
  attempt->state = attempt->scratch;
  attempt->scratch = state;
}

static void note_fault(struct attempt *attempt, const struct noe_clause *clause, const int64_t *arguments) {
  bool expected = attempt->step->fails;
  note(attempt, clause, arguments, expected ? NOE_REPLAY_OK : NOE_REPLAY_UNEXPECTED_FAULT, true, 0);
}

/* An assumption that cannot be evaluated is no obstacle where the plan ends with that. */
static enum noe_replay_status judge_assumptions(const struct attempt *attempt) {
  const struct follower *follower = attempt->follower;
  const struct noe_firing_plan *plan = follower->plan;
  const struct noe_clause *failed;
  const struct noe_clause *expected =
      attempt->is_last && plan->fails && plan->failed.count ? plan->failed.choices[0].clause : NULL;
  switch (noe_system_assumptions(follower->machine, follower->model, attempt->scratch, &failed)) {
  case NOE_OUTCOME_FALSE: return NOE_REPLAY_DISCARDED;
  case NOE_OUTCOME_FAULT:
    return expected && expected->kind == NOE_CLAUSE_PROPERTY && expected->property == NOE_PROPERTY_ASSUME
               ? NOE_REPLAY_OK
               : NOE_REPLAY_UNEXPECTED_FAULT;
  default: return NOE_REPLAY_OK;
  }
}

static void fire(struct attempt *attempt, const struct noe_clause *clause, const int64_t *arguments) {
  struct follower *follower = attempt->follower;
  switch (noe_model_machine_fire(follower->machine, clause, arguments, attempt->before, attempt->scratch)) {
  case NOE_OUTCOME_FAULT: note_fault(attempt, clause, arguments); break;
  case NOE_OUTCOME_TRUE: {
    uint32_t unmet =
        noe_model_demands_unmet(noe_base_arena_memory(follower->arena), &attempt->step->state, attempt->scratch);
    note(attempt, clause, arguments, judge_assumptions(attempt), false, unmet + attempt->step->fails);
    break;
  }
  default: note(attempt, clause, arguments, NOE_REPLAY_DISCARDED, false, 0);
  }
}

/* Goes on until a firing is as expected. */
static bool try_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct attempt *attempt = context;
  struct follower *follower = attempt->follower;
  if (outcome == NOE_OUTCOME_FAULT)
    note_fault(attempt, clause, arguments);
  else if (outcome != NOE_OUTCOME_TRUE)
    note(attempt, clause, arguments, NOE_REPLAY_NOT_ENABLED, false, 0);
  else if (attempt->before && noe_model_is_held_back(follower->machine, follower->model, clause, attempt->before))
    note(attempt, clause, arguments, NOE_REPLAY_HELD_BACK, false, 0);
  else
    fire(attempt, clause, arguments);
  return !attempt->any || attempt->status != NOE_REPLAY_OK || attempt->unmet;
}

/* ------------------------------------------------------------------ steps */

static void stop(struct follower *follower, const struct attempt *attempt) {
  struct noe_followed *followed = follower->followed;
  followed->status = attempt->any ? attempt->status : NOE_REPLAY_NOT_ENABLED;
  followed->clause = attempt->clause;
  followed->arguments = attempt->arguments;
  followed->fault = attempt->fault;
}

static bool take_step(struct follower *follower, uint32_t number) {
  const uint32_t cells = follower->model->cell_count;
  struct attempt attempt = {.follower = follower, .step = &follower->plan->steps[number]};
  attempt.is_last = number + 1 == follower->plan->count;
  attempt.before = number ? follower->steps[number - 1].state : NULL;
  attempt.scratch = follower->spare;
  attempt.state = NOE_NEW_ARRAY(follower->arena, int64_t, cells);
  noe_model_event_instances(follower->machine, &attempt.step->event, attempt.before, try_instance, &attempt);
  follower->spare = attempt.scratch;
  if (!attempt.any || attempt.status != NOE_REPLAY_OK) {
    stop(follower, &attempt);
    return false;
  }
  assert(follower->count == number && attempt.clause && "steps are taken in order, each by a clause");
  follower->steps[follower->count++] = (struct noe_trace_step){
      .clause = attempt.clause, .arguments = attempt.arguments, .state = attempt.fails ? NULL : attempt.state};
  if (attempt.fails) {
    follower->followed->trace.has_fault = true;
    follower->followed->trace.fault = attempt.fault;
  }
  return true;
}

/* A guard or claim that should have a run-time error in the last state. */
static bool note_failure(void *context, const struct noe_clause *clause, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct follower *follower = context;
  struct noe_trace *trace = &follower->followed->trace;
  if (outcome != NOE_OUTCOME_FAULT)
    return true;
  trace->has_fault = true;
  trace->fault = noe_verdict_copy_fault(follower->arena, noe_model_machine_fault(follower->machine));
  trace->failed = clause;
  trace->failed_arguments = noe_verdict_copy_arguments(follower->arena, clause, arguments);
  return false;
}

struct noe_followed noe_logs_follow(struct noe_machine *machine, const struct noe_model *model,
                                    const struct noe_firing_plan *plan, struct noe_arena *arena) {
  struct noe_followed followed = {.status = NOE_REPLAY_OK};
  struct follower follower = {.machine = machine, .model = model, .plan = plan, .arena = arena, .followed = &followed};
  follower.spare = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  follower.steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, plan->count);
  for (uint32_t i = 0; i < plan->count && take_step(&follower, i); i++)
    ;
  followed.trace.steps = follower.steps;
  followed.trace.count = follower.count;
  bool has_end = followed.status == NOE_REPLAY_OK && follower.count && follower.steps[follower.count - 1].state;
  if (has_end && plan->fails)
    noe_model_event_instances(machine, &plan->failed, follower.steps[follower.count - 1].state, note_failure,
                              &follower);
  return followed;
}
