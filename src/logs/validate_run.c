/* A run that explains a log, from the candidate that it ends in: parents tell the states, and the firings between
 * them are found again. */
#include <assert.h>
#include <string.h>

#include "verdict/record.h"
#include "logs/validate_int.h"

struct link {
  struct noe_validator *validator;
  const int64_t *before, *after; /* before: NULL for a start state */
  struct noe_trace_step *step;   /* to be filled */
};

static bool leads_there(struct link *link, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_validator *validator = link->validator;
  return noe_model_machine_fire(validator->machine, clause, arguments, link->before, validator->successor) ==
             NOE_OUTCOME_TRUE &&
         !memcmp(validator->successor, link->after, validator->model->cell_count * sizeof *link->after);
}

/* Goes on until a firing leads from one state to the other. */
static bool try_hidden(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct link *link = context;
  if (!leads_there(link, clause, arguments))
    return true;
  link->step->clause = clause;
  link->step->arguments = noe_verdict_copy_arguments(link->validator->task->arena, clause, arguments);
  return false;
}

static bool try_told(void *context, const struct noe_clause *clause, const int64_t *arguments,
                     enum noe_outcome outcome) {
  return outcome != NOE_OUTCOME_TRUE || try_hidden(context, clause, arguments);
}

static void find_step(struct link *link, uint32_t line) {
  struct noe_validator *validator = link->validator;
  if (line != NOE_NO_LINE)
    noe_model_event_instances(validator->machine, &validator->log->lines[line].event, link->before, try_told, link);
  else if (link->before)
    noe_system_enabled_each(&validator->enabled, link->before, NULL, try_hidden, link);
  else
    noe_system_enabled_each_start(&validator->enabled, NULL, try_hidden, link);
  assert(link->step->clause && "a candidate was reached from its parent");
}

static uint32_t length_of(const struct noe_candidates *candidates, uint32_t candidate) {
  uint32_t length = 0;
  for (; candidate != NOE_NO_CANDIDATE; candidate = candidates->parents[candidate])
    length++;
  return length;
}

void noe_logs_validate_run(struct noe_validator *validator, uint32_t candidate) {
  struct noe_arena *arena = validator->task->arena;
  const struct noe_candidates *candidates = &validator->candidates;
  uint32_t count = length_of(candidates, candidate);
  struct noe_trace *trace = NOE_NEW(arena, struct noe_trace);
  struct noe_trace_step *steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, count);
  uint32_t *lines = NOE_NEW_ARRAY(arena, uint32_t, count);
  for (uint32_t i = count; i-- > 0; candidate = candidates->parents[candidate]) {
    int64_t *state = NOE_NEW_ARRAY(arena, int64_t, validator->model->cell_count);
    noe_logs_candidates_state(candidates, candidate, state);
    steps[i].state = state;
    lines[i] = candidates->lines[candidate];
  }
  for (uint32_t i = 0; i < count; i++) {
    struct link link = {validator, i ? steps[i - 1].state : NULL, steps[i].state, &steps[i]};
    find_step(&link, lines[i]);
  }
  trace->steps = steps;
  trace->count = count;
  validator->validation->trace = trace;
  validator->validation->lines = lines;
}
