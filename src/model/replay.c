#include "model/replay.h"

#include <assert.h>
#include <string.h>

#include "base/options.h"
#include "model/lasso.h"
#include "model/machine_int.h"

/* What a replay works with. */
struct run {
  struct noe_machine *machine;
  const struct noe_model *model;
  const struct noe_trace *trace;
  int64_t *scratch; /* room for a state */
};

static bool same_state(const struct noe_model *model, const int64_t *a, const int64_t *b) {
  return !memcmp(a, b, model->cell_count * sizeof *a);
}

/* The wording of a message is not part of the evidence. */
static bool same_fault(const struct noe_fault *a, const struct noe_fault *b) {
  return a->code == b->code && a->place.line == b->place.line && a->place.column == b->place.column;
}

/* -------------------------------------------------------------- priorities */

static bool stop_if_enabled(void *context, const struct noe_clause *clause, const int64_t *arguments,
                            enum noe_outcome outcome) {
  (void)context, (void)clause, (void)arguments;
  return outcome != NOE_OUTCOME_TRUE;
}

static bool is_enabled(struct noe_machine *machine, const struct noe_clause *rule, const int64_t *state) {
  return !noe_model_machine_instances(machine, rule, state, stop_if_enabled, NULL);
}

bool noe_model_is_held_back(struct noe_machine *machine, const struct noe_model *model, const struct noe_clause *rule,
                            const int64_t *state) {
  assert(rule->kind == NOE_CLAUSE_RULE && "priorities are those of rules");
  if (!model->has_priorities)
    return false;
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (model->rules[i].priority < rule->priority && is_enabled(machine, &model->rules[i], state))
      return true;
  return false;
}

/* ------------------------------------------------------------------- steps */

/* Is this the step in which the trace says that the execution fails? */
static bool expects_fault(const struct noe_trace *trace, uint32_t number) {
  return number + 1 == trace->count && trace->has_fault && !trace->failed && !trace->steps[number].state;
}

static enum noe_replay_status judge_fault(const struct run *run, uint32_t number) {
  if (!expects_fault(run->trace, number))
    return NOE_REPLAY_UNEXPECTED_FAULT;
  return same_fault(noe_model_machine_fault(run->machine), &run->trace->fault) ? NOE_REPLAY_OK : NOE_REPLAY_OTHER_FAULT;
}

static enum noe_replay_status replay_assumptions(const struct run *run, uint32_t number) {
  for (uint32_t i = 0; i < run->model->property_count; i++) {
    const struct noe_clause *property = &run->model->properties[i];
    if (property->property != NOE_PROPERTY_ASSUME || property->is_statement)
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(run->machine, property, run->trace->steps[number].state);
    if (outcome == NOE_OUTCOME_FALSE)
      return NOE_REPLAY_DISCARDED;
    const struct noe_clause *failed = run->trace->failed;
    bool shown = number + 1 == run->trace->count && failed && failed->kind == NOE_CLAUSE_PROPERTY &&
                 failed->property == NOE_PROPERTY_ASSUME; /* this one, or another that fails as well */
    if (outcome == NOE_OUTCOME_FAULT && !shown)
      return NOE_REPLAY_UNEXPECTED_FAULT;
  }
  return NOE_REPLAY_OK;
}

static enum noe_replay_status replay_fire(const struct run *run, uint32_t number, const int64_t *before) {
  assert((number == 0) == !before && "start states come from nowhere");
  const struct noe_trace_step *step = &run->trace->steps[number];
  switch (noe_model_machine_fire(run->machine, step->clause, step->arguments, before, run->scratch)) {
  case NOE_OUTCOME_FALSE: return NOE_REPLAY_NOT_ENABLED;
  case NOE_OUTCOME_DISCARD:
  case NOE_OUTCOME_ORDER: /* never: nothing is watched here, */
  case NOE_OUTCOME_STOPPED: /* and patience is endless */ return NOE_REPLAY_DISCARDED;
  case NOE_OUTCOME_FAULT: return judge_fault(run, number);
  case NOE_OUTCOME_TRUE: break;
  }
  if (!step->state)
    return expects_fault(run->trace, number) ? NOE_REPLAY_OTHER_FAULT : NOE_REPLAY_OTHER_STATE;
  if (!same_state(run->model, step->state, run->scratch))
    return NOE_REPLAY_OTHER_STATE;
  return replay_assumptions(run, number);
}

static enum noe_replay_status replay_step(const struct run *run, uint32_t number) {
  assert(number < run->trace->count && "a step of the run");
  const struct noe_trace_step *step = &run->trace->steps[number];
  const int64_t *before = number ? step[-1].state : NULL;
  if (step->clause->kind != (number ? NOE_CLAUSE_RULE : NOE_CLAUSE_START))
    return NOE_REPLAY_NOT_A_START;
  if (number && !before)
    return NOE_REPLAY_OTHER_STATE;
  enum noe_outcome enabled = noe_model_machine_test(run->machine, step->clause, step->arguments, before);
  if (enabled == NOE_OUTCOME_FAULT)
    return judge_fault(run, number);
  if (enabled != NOE_OUTCOME_TRUE)
    return NOE_REPLAY_NOT_ENABLED;
  if (number && noe_model_is_held_back(run->machine, run->model, step->clause, before))
    return NOE_REPLAY_HELD_BACK;
  return replay_fire(run, number, before);
}

/* The error that a guard or claim raises in the last state, if one is shown. */
static enum noe_replay_status replay_end(const struct run *run) {
  assert(run->trace->count && "a run has a last state");
  const struct noe_trace *trace = run->trace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  if (!trace->has_fault || !last)
    return NOE_REPLAY_OK;
  if (!trace->failed)
    return NOE_REPLAY_OTHER_FAULT;
  enum noe_outcome outcome = noe_model_machine_test(run->machine, trace->failed, trace->failed_arguments, last);
  bool fails = outcome == NOE_OUTCOME_FAULT && same_fault(noe_model_machine_fault(run->machine), &trace->fault);
  return fails ? NOE_REPLAY_OK : NOE_REPLAY_OTHER_FAULT;
}

static enum noe_replay_status replay_loop(const struct run *run) {
  const struct noe_trace *trace = run->trace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  if (!trace->has_loop)
    return NOE_REPLAY_OK;
  if (trace->has_fault || !last || trace->loop >= trace->count ||
      !same_state(run->model, last, trace->steps[trace->loop].state))
    return NOE_REPLAY_NOT_A_LOOP;
  bool is_still = trace->loop + 1 == trace->count;
  return is_still && !noe_model_stands_still(run->machine, run->model, last) ? NOE_REPLAY_GOES_ON : NOE_REPLAY_OK;
}

static struct noe_replay replay_all(const struct run *run) {
  if (!run->trace || !run->trace->count)
    return (struct noe_replay){.status = NOE_REPLAY_EMPTY};
  struct noe_replay replay = {.status = NOE_REPLAY_OK};
  for (uint32_t i = 0; i < run->trace->count; i++) {
    replay.step = i;
    replay.status = replay_step(run, i);
    if (replay.status != NOE_REPLAY_OK)
      return replay;
  }
  replay.status = replay_end(run);
  if (replay.status == NOE_REPLAY_OK)
    replay.status = replay_loop(run);
  return replay;
}

static struct run start(struct noe_machine *machine, const struct noe_model *model, const struct noe_trace *trace) {
  int64_t *scratch = noe_base_alloc(machine->memory, model->cell_count * sizeof *scratch);
  return (struct run){.machine = machine, .model = model, .trace = trace, .scratch = scratch};
}

struct noe_replay noe_model_replay(struct noe_machine *machine, const struct noe_model *model,
                                   const struct noe_trace *trace) {
  struct run run = start(machine, model, trace);
  struct noe_replay replay = replay_all(&run);
  noe_base_free(machine->memory, run.scratch);
  return replay;
}

/* ---------------------------------------------------------------- deadlock */

struct deadlock {
  const struct run *run;
  const int64_t *state;
  bool stuttering;
};

/* Goes on as long as no firing counts as progress. A run-time error is no
 * progress, but no deadlock either: it is reported as what it is. */
static bool stop_at_progress(void *context, const struct noe_clause *rule, const int64_t *arguments,
                             enum noe_outcome outcome) {
  const struct deadlock *deadlock = context;
  const struct run *run = deadlock->run;
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  outcome = noe_model_machine_fire(run->machine, rule, arguments, deadlock->state, run->scratch);
  if (outcome != NOE_OUTCOME_TRUE)
    return outcome == NOE_OUTCOME_DISCARD;
  return deadlock->stuttering && same_state(run->model, deadlock->state, run->scratch);
}

static bool is_deadlock(const struct run *run, const int64_t *state, int kind) {
  struct deadlock deadlock = {.run = run, .state = state, .stuttering = kind == NOE_DEADLOCK_STUTTERING};
  if (kind == NOE_DEADLOCK_OFF)
    return false;
  for (uint32_t i = 0; i < run->model->rule_count; i++) {
    const struct noe_clause *rule = &run->model->rules[i];
    if (!noe_model_is_held_back(run->machine, run->model, rule, state) &&
        !noe_model_machine_instances(run->machine, rule, state, stop_at_progress, &deadlock))
      return false;
  }
  return true;
}

/* ---------------------------------------------------------------- findings */

static bool is_false(const struct run *run, const struct noe_finding *finding, const int64_t *state) {
  if (!finding->clause)
    return false;
  if (finding->arguments)
    return noe_model_machine_test(run->machine, finding->clause, finding->arguments, state) == NOE_OUTCOME_FALSE;
  return noe_model_machine_claim(run->machine, finding->clause, state) == NOE_OUTCOME_FALSE;
}

/* Is this an instance of a temporal claim of the kind at all? Its arguments, or NULL. */
static const int64_t *instance_of(const struct run *run, const struct noe_finding *finding,
                                  enum noe_property_kind kind) {
  static const int64_t none[1];
  const struct noe_clause *clause = finding->clause;
  if (!clause || clause->kind != NOE_CLAUSE_PROPERTY || clause->property != kind || run->trace->has_fault)
    return NULL;
  const int64_t *arguments = finding->arguments ? finding->arguments : clause->parameter_count ? NULL : none;
  /* Without a guard, what is tested is that the arguments name an instance. */
  bool is_instance = arguments && noe_model_machine_test(run->machine, clause, arguments, run->trace->steps[0].state) !=
                                      NOE_OUTCOME_FALSE;
  return is_instance ? arguments : NULL;
}

/* Does every run begin a fair one? Rules can always be served, conditions perhaps not. */
static bool goes_on_fairly(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->fairness_count; i++)
    if (model->fairness[i].is_condition)
      return false;
  return true;
}

/* A lasso that violates the formula, or the beginning of runs that all do. */
static bool shows_violation(const struct run *run, const struct noe_finding *finding) {
  const int64_t *arguments = instance_of(run, finding, NOE_PROPERTY_LTL);
  return arguments && (run->trace->has_loop || (!run->trace->has_fault && goes_on_fairly(run->model))) &&
         noe_model_lasso_satisfies(run->machine, finding->clause, arguments, run->trace) == NOE_OUTCOME_FALSE;
}

static bool shows_match(const struct run *run, const struct noe_finding *finding) {
  const int64_t *arguments = instance_of(run, finding, NOE_PROPERTY_NEVER);
  return arguments && noe_model_run_matches(run->machine, finding->clause, arguments, run->trace);
}

static bool shows(const struct run *run, const struct noe_finding *finding, int deadlock) {
  const struct noe_trace *trace = run->trace;
  const int64_t *last = trace->steps[trace->count - 1].state;
  switch (finding->kind) {
  case NOE_FINDING_ASSERTION: return trace->has_fault;
  case NOE_FINDING_INVARIANT:
  case NOE_FINDING_LIVENESS: return last && !trace->has_fault && is_false(run, finding, last);
  case NOE_FINDING_DEADLOCK: return last && !trace->has_fault && is_deadlock(run, last, deadlock);
  case NOE_FINDING_LTL: return shows_violation(run, finding);
  case NOE_FINDING_SEQUENCE: return shows_match(run, finding);
  case NOE_FINDING_COVER:
  case NOE_FINDING_CTL:
  case NOE_FINDING_CTLSTAR:
  case NOE_FINDING_MU: return true;
  }
  return false;
}

/* A loop for a claim about fair runs must be one of them. */
static bool is_unfair(const struct run *run, const struct noe_finding *finding) {
  return (finding->kind == NOE_FINDING_LTL || finding->kind == NOE_FINDING_CTL) && run->trace->has_loop &&
         !noe_model_loop_is_fair(run->machine, run->model, run->trace);
}

static bool replay_finding(struct run run, const struct noe_finding *finding, int deadlock, bool all_runs,
                           struct noe_replay *replay) {
  *replay = replay_all(&run);
  if (replay->status == NOE_REPLAY_OK && !all_runs && is_unfair(&run, finding))
    replay->status = NOE_REPLAY_UNFAIR;
  bool shown = replay->status == NOE_REPLAY_OK && shows(&run, finding, deadlock);
  noe_base_free(run.machine->memory, run.scratch);
  return shown;
}

bool noe_model_replay_finding(struct noe_machine *machine, const struct noe_model *model,
                              const struct noe_finding *finding, int deadlock, struct noe_replay *replay) {
  return replay_finding(start(machine, model, finding->trace), finding, deadlock, false, replay);
}

bool noe_model_replay_lasso(struct noe_machine *machine, const struct noe_model *model,
                            const struct noe_finding *finding, bool all_runs, struct noe_replay *replay) {
  return replay_finding(start(machine, model, finding->trace), finding, NOE_DEADLOCK_OFF, all_runs, replay);
}

const char *noe_model_replay_text(enum noe_replay_status status) {
  switch (status) {
  case NOE_REPLAY_OK: return "the run happens as shown";
  case NOE_REPLAY_EMPTY: return "the run has no steps";
  case NOE_REPLAY_NOT_A_START: return "a run begins with a start state and goes on with rules";
  case NOE_REPLAY_NOT_ENABLED: return "the rule is not enabled in the state before";
  case NOE_REPLAY_OTHER_STATE: return "the step leads to another state";
  case NOE_REPLAY_OTHER_FAULT: return "the run-time error shown does not occur";
  case NOE_REPLAY_UNEXPECTED_FAULT: return "a run-time error occurs that is not shown";
  case NOE_REPLAY_DISCARDED: return "an assumption rules the step out";
  case NOE_REPLAY_HELD_BACK: return "a rule of smaller priority is enabled";
  case NOE_REPLAY_NOT_A_LOOP: return "the run does not come back to where its loop begins";
  case NOE_REPLAY_GOES_ON: return "the run stands still where a rule can fire";
  case NOE_REPLAY_UNFAIR: return "the loop is not fair: it neglects a marked rule or a condition";
  }
  return "?";
}
