/* The end of a run that fails, executed once more: which calls were under way, and why an
 * assertion was false. */
#include "model/print.h"
#include "model/watch_int.h"
#include "model/why_int.h"

/* Calls that are shown of a deep recursion: so many innermost and outermost ones. */
enum { MOST_INNER = 6, MOST_OUTER = 4, MOST_PARTS = 500 };

static void explain_condition(struct noe_machine *machine, void *context) {
  struct noe_autopsy *autopsy = machine->autopsy;
  const struct noe_expr *condition = *(const struct noe_expr *const *)context;
  struct noe_explainer explainer = {machine, autopsy->arena, MOST_PARTS};
  struct noe_why *why = NOE_NEW(autopsy->arena, struct noe_why);
  noe_model_explain(&explainer, condition, false, why);
  autopsy->condition = why->parts.count ? why : NULL;
}

void noe_model_autopsy_condition(struct noe_machine *machine, const struct noe_expr *condition) {
  if (noe_model_attempt(machine, explain_condition, &condition))
    machine->autopsy->condition = NULL; /* evaluated again it fails: leave it */
}

static const char *value_text(struct noe_machine *machine, const struct noe_type *type, size_t location) {
  struct noe_text text = noe_base_text(machine->memory);
  noe_model_print_compound(type, machine->cells + location, &text);
  const char *copy = noe_base_arena_text(machine->autopsy->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

static struct noe_why_call describe(struct noe_machine *machine, const struct noe_active_call *active) {
  const struct noe_function *function = active->expr->call->function;
  const char **values = NOE_NEW_ARRAY(machine->autopsy->arena, const char *, function->parameter_count);
  for (uint32_t i = 0; i < function->parameter_count; i++)
    values[i] = value_text(machine, function->parameters[i].type, (size_t)machine->cells[active->frame + i]);
  return (struct noe_why_call){.function = function, .place = active->expr->place, .values = values};
}

void noe_model_autopsy_calls(struct noe_machine *machine) {
  struct noe_autopsy *autopsy = machine->autopsy;
  NOE_LIST(struct noe_why_call) calls = {0};
  uint32_t count = 0, i = 0;
  for (const struct noe_active_call *call = machine->calls; call; call = call->outer)
    count++;
  uint32_t left_out = count > MOST_INNER + MOST_OUTER ? count - MOST_INNER - MOST_OUTER : 0;
  for (const struct noe_active_call *call = machine->calls; call; call = call->outer, i++)
    if (!left_out || i < MOST_INNER || i >= MOST_INNER + left_out)
      NOE_LIST_PUSH(autopsy->arena, &calls, describe(machine, call));
  autopsy->calls = calls.items;
  autopsy->call_count = (uint32_t)calls.count;
  autopsy->calls_left_out = left_out;
  autopsy->first_part = left_out ? MOST_INNER : autopsy->call_count;
}

static enum noe_outcome fail_again(struct noe_machine *machine, const struct noe_model *model,
                                   const struct noe_trace *trace) {
  const struct noe_trace_step *last = &trace->steps[trace->count - 1];
  if (trace->failed)
    return noe_model_machine_test(machine, trace->failed, trace->failed_arguments, last->state);
  const int64_t *before = trace->count > 1 ? last[-1].state : NULL;
  enum noe_outcome enabled = noe_model_machine_test(machine, last->clause, last->arguments, before);
  if (enabled != NOE_OUTCOME_TRUE)
    return enabled;
  int64_t *successor = noe_base_alloc(machine->memory, model->cell_count * sizeof *successor);
  enum noe_outcome outcome = noe_model_machine_fire(machine, last->clause, last->arguments, before, successor);
  noe_base_free(machine->memory, successor);
  return outcome;
}

bool noe_model_autopsy(struct noe_arena *arena, const struct noe_model *model, const struct noe_trace *trace,
                       struct noe_autopsy *autopsy) {
  *autopsy = (struct noe_autopsy){.arena = arena};
  if (!trace->has_fault || !trace->count)
    return false;
  struct noe_machine *machine = noe_model_machine_new(noe_base_arena_memory(arena), model);
  machine->autopsy = autopsy;
  bool failed = fail_again(machine, model, trace) == NOE_OUTCOME_FAULT;
  const struct noe_fault *fault = noe_model_machine_fault(machine);
  bool same = failed && fault->code == trace->fault.code && fault->place.line == trace->fault.place.line;
  noe_model_machine_delete(machine);
  return same && (autopsy->call_count || autopsy->condition);
}
