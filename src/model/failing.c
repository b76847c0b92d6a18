#include "model/failing.h"

#include <string.h>

#include "model/replay.h"

struct failure {
  struct noe_arena *arena;
  struct noe_machine *machine;
  const struct noe_model *model;
  const int64_t *state; /* NULL: before there is one */
  int64_t *to;
  struct noe_trace *trace;
  struct noe_trace_step *step; /* behind the last one */
  bool found;
};

static void note(struct failure *failure, const struct noe_clause *clause, const int64_t *arguments, bool in_body) {
  const struct noe_fault *fault = noe_model_machine_fault(failure->machine);
  int64_t *copied = NOE_NEW_ARRAY(failure->arena, int64_t, clause->parameter_count + 1);
  memcpy(copied, arguments, clause->parameter_count * sizeof *copied);
  failure->found = true;
  failure->trace->has_fault = true;
  failure->trace->fault = *fault;
  failure->trace->fault.message = noe_base_arena_text(failure->arena, fault->message, strlen(fault->message));
  if (in_body) {
    *failure->step = (struct noe_trace_step){.clause = clause, .arguments = copied};
    failure->trace->count++;
  } else {
    failure->trace->failed = clause;
    failure->trace->failed_arguments = copied;
  }
}

static bool look_for_failure(void *context, const struct noe_clause *clause, const int64_t *arguments,
                             enum noe_outcome outcome) {
  struct failure *failure = context;
  bool is_start = clause->kind == NOE_CLAUSE_START;
  if (outcome == NOE_OUTCOME_FAULT)
    note(failure, clause, arguments, is_start);
  else if (outcome == NOE_OUTCOME_TRUE && clause->kind != NOE_CLAUSE_PROPERTY &&
           !(failure->state && noe_model_is_held_back(failure->machine, failure->model, clause, failure->state)) &&
           noe_model_machine_fire(failure->machine, clause, arguments, failure->state, failure->to) ==
               NOE_OUTCOME_FAULT)
    note(failure, clause, arguments, true);
  return !failure->found;
}

/* Of a state in which an assumption cannot be evaluated nothing else is asked. */
static void look_at_assumptions(struct failure *failure) {
  for (uint32_t i = 0; i < failure->model->property_count && !failure->found; i++) {
    const struct noe_clause *property = &failure->model->properties[i];
    if (property->property == NOE_PROPERTY_ASSUME && !property->is_statement)
      noe_model_machine_instances(failure->machine, property, failure->state, look_for_failure, failure);
  }
}

static void look_at_clauses(struct failure *failure, const struct noe_clause *clauses, uint32_t count) {
  for (uint32_t i = 0; i < count && !failure->found; i++)
    if (!clauses[i].is_statement && !clauses[i].temporal)
      noe_model_machine_instances(failure->machine, &clauses[i], failure->state, look_for_failure, failure);
}

const struct noe_trace *noe_model_run_with_fault(struct noe_arena *arena, struct noe_machine *machine,
                                                 const struct noe_model *model, const struct noe_trace *trace) {
  struct noe_trace *longer = NOE_NEW(arena, struct noe_trace);
  uint32_t count = trace ? trace->count : 0;
  struct noe_trace_step *steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, count + 1);
  if (count)
    memcpy(steps, trace->steps, count * sizeof *steps);
  *longer = (struct noe_trace){.steps = steps, .count = count};
  struct failure failure = {.arena = arena,
                            .machine = machine,
                            .model = model,
                            .state = count ? steps[count - 1].state : NULL,
                            .to = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + 1),
                            .trace = longer,
                            .step = &steps[count]};
  if (!count)
    look_at_clauses(&failure, model->starts, model->start_count);
  else {
    look_at_assumptions(&failure);
    look_at_clauses(&failure, model->properties, model->property_count);
    look_at_clauses(&failure, model->rules, model->rule_count);
  }
  return failure.found ? longer : NULL;
}
