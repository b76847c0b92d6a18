#include "logs/validate.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "logs/validate_int.h"
#include "model/replay.h"
#include "system/claims.h"

/* So many candidates are kept before those without a future are looked for. */
#ifdef NOE_HOSTILE
enum { FIRST_PRUNING = 4 };
#else
enum { FIRST_PRUNING = 1 << 16 };
#endif
enum { TICKS = 64 };

/* ----------------------------------------------------------------- limits */

static bool is_over(void *context) {
  struct noe_validator *validator = context;
  const struct noe_task *task = validator->task;
  if (validator->stop != NOE_STOP_NONE)
    return true;
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed))
    validator->stop = NOE_STOP_INTERRUPT;
  else if (task->options->time > 0 && noe_base_now() - validator->began >= task->options->time)
    validator->stop = NOE_STOP_TIME;
  return validator->stop != NOE_STOP_NONE;
}

/* Asked at every firing; looks at the clock now and then. */
static bool goes_on(struct noe_validator *validator) {
  if (++validator->ticks % TICKS == 0)
    is_over(validator);
  return validator->stop == NOE_STOP_NONE;
}

static bool full(struct noe_validator *validator) {
  validator->stop = NOE_STOP_MEMORY;
  return false;
}

static bool push(struct noe_validator *validator, struct noe_candidate_list *list, uint32_t candidate) {
  if (list->count == list->capacity) {
    uint32_t capacity = list->capacity ? list->capacity * 2 : 16;
    uint32_t *items = noe_base_try_realloc(validator->task->memory, list->items, capacity * sizeof *items);
    if (!items)
      return full(validator);
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = candidate;
  return true;
}

/* ---------------------------------------------------------------- firings */

/* Adds where a firing led, and lists it if it is new. False: everything ends. */
static bool reach(struct noe_validator *validator, uint32_t line, struct noe_candidate_list *list) {
  uint32_t candidate;
  switch (noe_logs_candidates_add(&validator->candidates, validator->successor, validator->from, line, &candidate)) {
  case NOE_CANDIDATE_NEW: validator->validation->visited++; return push(validator, list, candidate);
  case NOE_CANDIDATE_OLD: return true;
  case NOE_CANDIDATE_FULL: break;
  }
  return full(validator);
}

static const int64_t *state_before(const struct noe_validator *validator) {
  return validator->from == NOE_NO_CANDIDATE ? NULL : validator->state;
}

/* Fires an enabled instance, into `successor`; how it fared. */
static enum noe_replay_status fire(struct noe_validator *validator, const struct noe_clause *clause,
                                   const int64_t *arguments) {
  const struct noe_clause *failed;
  switch (
      noe_model_machine_fire(validator->machine, clause, arguments, state_before(validator), validator->successor)) {
  case NOE_OUTCOME_FAULT: return NOE_REPLAY_UNEXPECTED_FAULT;
  case NOE_OUTCOME_TRUE: break;
  default: return NOE_REPLAY_DISCARDED;
  }
  bool allowed =
      noe_system_assumptions(validator->machine, validator->model, validator->successor, &failed) == NOE_OUTCOME_TRUE;
  return allowed ? NOE_REPLAY_OK : NOE_REPLAY_DISCARDED;
}

/* A firing that no line tells of. */
static bool hidden_step(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_validator *validator = context;
  if (fire(validator, clause, arguments) == NOE_REPLAY_OK && !reach(validator, NOE_NO_LINE, &validator->before))
    return false;
  return goes_on(validator);
}

static void expand(struct noe_validator *validator, uint32_t candidate) {
  assert(candidate < validator->candidates.count && "what is expanded is a candidate");
  validator->from = candidate;
  noe_logs_candidates_state(&validator->candidates, candidate, validator->state);
}

/* Of firings that no line names, those that are alike need one to stand for them. */
static bool expand_hidden(struct noe_validator *validator, uint32_t candidate) {
  expand(validator, candidate);
  noe_model_machine_spare(validator->machine, true);
  bool done = noe_system_enabled_each(&validator->enabled, validator->state, NULL, hidden_step, validator);
  noe_model_machine_spare(validator->machine, false);
  return done;
}

/* B(i): C(i-1), and what hidden firings lead to. */
static bool find_before(struct noe_validator *validator, uint64_t gap) {
  struct noe_candidate_list *before = &validator->before;
  before->count = 0;
  noe_logs_candidates_phase(&validator->candidates);
  for (uint32_t i = 0; i < validator->current.count; i++)
    if (!push(validator, before, validator->current.items[i]) ||
        (gap && !noe_logs_candidates_enter(&validator->candidates, validator->current.items[i])))
      return full(validator);
  uint32_t next = 0;
  for (uint64_t depth = 0; depth < gap && next < before->count; depth++)
    for (uint32_t end = before->count; next < end; next++)
      if (!expand_hidden(validator, before->items[next]))
        return false;
  return validator->stop == NOE_STOP_NONE;
}

/* ------------------------------------------------------------------ lines */

static const struct noe_log_line *line_now(const struct noe_validator *validator) {
  return &validator->log->lines[validator->index];
}

static uint32_t unmet(const struct noe_validator *validator, const int64_t *state) {
  return noe_model_demands_unmet(validator->task->memory, &line_now(validator)->state, state);
}

/* An instance that the line may tell of. */
static bool told_step(void *context, const struct noe_clause *clause, const int64_t *arguments,
                      enum noe_outcome outcome) {
  struct noe_validator *validator = context;
  enum noe_replay_status status = NOE_REPLAY_NOT_ENABLED;
  const int64_t *before = state_before(validator);
  uint32_t missing = 0;
  if (outcome == NOE_OUTCOME_FAULT)
    status = NOE_REPLAY_UNEXPECTED_FAULT;
  else if (outcome == NOE_OUTCOME_TRUE && before &&
           noe_model_is_held_back(validator->machine, validator->model, clause, before))
    status = NOE_REPLAY_HELD_BACK;
  else if (outcome == NOE_OUTCOME_TRUE)
    status = fire(validator, clause, arguments);
  if (status == NOE_REPLAY_OK)
    missing = unmet(validator, validator->successor);
  if (status == NOE_REPLAY_OK && !missing)
    return reach(validator, validator->index, &validator->after) && goes_on(validator);
  if (!validator->after.count)
    noe_logs_validate_note(validator, clause, arguments, status, missing);
  return goes_on(validator);
}

static bool take_event(struct noe_validator *validator) {
  noe_logs_candidates_phase(&validator->candidates);
  for (uint32_t i = 0; i < validator->before.count; i++) {
    expand(validator, validator->before.items[i]);
    if (!noe_model_event_instances(validator->machine, &line_now(validator)->event, validator->state, told_step,
                                   validator))
      return false;
  }
  return validator->stop == NOE_STOP_NONE;
}

/* Those of B(i) that meet the demands. */
static bool take_state(struct noe_validator *validator) {
  for (uint32_t i = 0; i < validator->before.count; i++) {
    expand(validator, validator->before.items[i]);
    uint32_t missing = unmet(validator, validator->state);
    if (missing && !validator->after.count)
      noe_logs_validate_note(validator, NULL, NULL, NOE_REPLAY_OK, missing);
    if ((!missing && !push(validator, &validator->after, validator->before.items[i])) || !goes_on(validator))
      return false;
  }
  return true;
}

static bool take_line(struct noe_validator *validator) {
  const struct noe_log_line *line = line_now(validator);
  validator->after.count = 0;
  validator->has_nearest = false;
  if (line->is_start) { /* the first one: its start states are C(1) */
    noe_logs_candidates_phase(&validator->candidates);
    validator->from = NOE_NO_CANDIDATE;
    validator->before.count = 0;
    return noe_model_event_instances(validator->machine, &line->event, NULL, told_step, validator);
  }
  return find_before(validator, line->gap) && (line->has_event ? take_event(validator) : take_state(validator));
}

/* ------------------------------------------------------------------- logs */

static bool start_step(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_validator *validator = context;
  if (fire(validator, clause, arguments) == NOE_REPLAY_OK && !reach(validator, NOE_NO_LINE, &validator->current))
    return false;
  return goes_on(validator);
}

/* C(0), unless the first line tells of the start state itself. */
static bool find_starts(struct noe_validator *validator) {
  validator->from = NOE_NO_CANDIDATE;
  return line_now(validator)->is_start ||
         noe_system_enabled_each_start(&validator->enabled, NULL, start_step, validator);
}

static void show_states(struct noe_validator *validator, const struct noe_candidate_list *list) {
  struct noe_validation *validation = validator->validation;
  validation->possible = list->count;
  for (uint32_t i = 0; i < list->count && i < NOE_STATES_SHOWN; i++) {
    int64_t *state = NOE_NEW_ARRAY(validator->task->arena, int64_t, validator->model->cell_count);
    noe_logs_candidates_state(&validator->candidates, list->items[i], state);
    validation->shown[i] = state;
  }
}

/* The line is explained: its candidates are the current ones. */
static void advance(struct noe_validator *validator, uint32_t *pruning) {
  struct noe_candidate_list past = validator->current;
  validator->current = validator->after;
  validator->after = past;
  assert(validator->current.count && validator->index < validator->log->count &&
         "a line that is explained leaves a state");
  validator->validation->explained = ++validator->index;
  if (validator->current.count > validator->validation->widest)
    validator->validation->widest = validator->current.count;
  if (validator->candidates.count < *pruning)
    return;
  noe_logs_candidates_prune(&validator->candidates, validator->current.items, validator->current.count);
  *pruning = validator->candidates.count > FIRST_PRUNING / 2 ? validator->candidates.count * 2 : FIRST_PRUNING;
}

static enum noe_validation_verdict take_lines(struct noe_validator *validator) {
  uint32_t pruning = FIRST_PRUNING;
  if (!find_starts(validator))
    return NOE_LOG_UNKNOWN;
  while (validator->index < validator->log->count) {
    if (!take_line(validator))
      return NOE_LOG_UNKNOWN;
    if (!validator->after.count)
      return NOE_LOG_REFUSED;
    advance(validator, &pruning);
  }
  return NOE_LOG_EXPLAINED;
}

static struct noe_validator begin(const struct noe_task *task, const struct noe_log *log) {
  const struct noe_model *model = task->model;
  struct noe_validator validator = {.task = task, .model = model, .log = log, .began = noe_base_now()};
  int64_t **states[] = {&validator.state, &validator.successor, &validator.near_before, &validator.near_after};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++)
    *states[i] = NOE_NEW_ARRAY(task->arena, int64_t, model->cell_count);
  uint32_t most = noe_model_most_parameters(model);
  for (uint32_t i = 0; i < model->start_count; i++)
    most = model->starts[i].parameter_count > most ? model->starts[i].parameter_count : most;
  validator.near_arguments = NOE_NEW_ARRAY(task->arena, int64_t, most + 1);
  validator.nearest = NOE_NEW(task->arena, struct noe_near_miss);
  validator.validation = NOE_NEW(task->arena, struct noe_validation);
  validator.machine = noe_model_machine_new(task->memory, model);
  validator.enabled = noe_system_enabled(task->memory, validator.machine, model);
  validator.candidates = noe_logs_candidates(task->memory, model);
  return validator;
}

static void release(struct noe_validator *validator) {
  struct noe_memory *memory = validator->task->memory;
  noe_logs_candidates_free(&validator->candidates);
  noe_system_enabled_free(&validator->enabled);
  noe_model_machine_delete(validator->machine);
  noe_base_free(memory, validator->current.items);
  noe_base_free(memory, validator->before.items);
  noe_base_free(memory, validator->after.items);
}

const struct noe_validation *noe_logs_validate(const struct noe_task *task, const struct noe_log *log) {
  struct noe_validator validator = begin(task, log);
  struct noe_validation *validation = validator.validation;
  noe_model_machine_patience(validator.machine, is_over, &validator);
  validation->verdict = take_lines(&validator);
  validation->stop = validator.stop;
  noe_model_machine_patience(validator.machine, NULL, NULL);
  noe_logs_validate_nearest(&validator);
  show_states(&validator, validation->verdict == NOE_LOG_REFUSED ? &validator.before : &validator.current);
  if (validator.current.count && validation->explained)
    noe_logs_validate_run(&validator, validator.current.items[0]);
  release(&validator);
  return validation;
}
