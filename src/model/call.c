/* Calls. The callee's frame is pushed before the arguments are evaluated, so
 * that calls inside them stand above it. */
#include <assert.h>

#include "model/machine_int.h"
#include "model/value.h"

static void check_argument(struct noe_machine *machine, const struct noe_parameter *parameter, int64_t value,
                           struct noe_place place) {
  if (noe_model_is_storable(parameter->type, value))
    return;
  struct noe_text *message = noe_model_fault_start(machine, NOE_R_RANGE, place);
  noe_model_print_outside(parameter->type, "value", value, message);
  noe_base_text_printf(message, " of parameter %s", parameter->name ? parameter->name : "?");
  noe_model_fault_raise(machine);
}

/* The location that the callee's reference shall hold. */
static size_t pass(struct noe_machine *machine, const struct noe_argument *argument,
                   const struct noe_parameter *parameter) {
  if (argument->kind == NOE_ARGUMENT_LOCATION)
    return noe_model_locate(machine, argument->value);
  size_t temporary = machine->frame + argument->temporary;
  if (argument->kind == NOE_ARGUMENT_CELLS) {
    size_t source = noe_model_locate(machine, argument->value);
    noe_model_will_read(machine, source, argument->value->type->cells);
    noe_model_will_bind(machine, temporary, argument->value->type->cells);
    noe_model_move(machine, temporary, source, argument->value->type->cells);
  } else {
    int64_t value = noe_model_eval(machine, argument->value);
    check_argument(machine, parameter, value, argument->value->place);
    noe_model_will_bind(machine, temporary, 1);
    machine->cells[temporary] = value;
  }
  return temporary;
}

static void run_body(struct noe_machine *machine, const struct noe_function *function) {
  const struct noe_function *caller = machine->function;
  machine->function = function;
  machine->depth++;
  machine->has_result = noe_model_exec(machine, function->body) && machine->has_result;
  machine->depth--;
  machine->function = caller;
  if (function->result && !machine->has_result)
    noe_model_fault(machine, NOE_R_NO_RETURN, function->place, "function %s ended without a result",
                    function->name ? function->name : "?");
}

struct noe_active_call noe_model_call_begin(struct noe_machine *machine, const struct noe_expr *expr) {
  const struct noe_call *call = expr->call;
  const struct noe_function *function = call->function;
  assert(function->frame_cells >= function->parameter_count && "one cell per parameter");
  noe_model_check_stack(machine, expr->place);
  noe_model_tick(machine);
  if (machine->depth >= machine->model->call_depth)
    noe_model_fault(machine, NOE_R_DEPTH, expr->place, "more than %lu nested calls",
                    (unsigned long)machine->model->call_depth);
  size_t caller = machine->frame, frame = machine->top;
  noe_model_push_undefined(machine, function->frame_cells);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    size_t location = pass(machine, &call->arguments[i], &function->parameters[i]);
    machine->cells[frame + i] = (int64_t)location;
    assert(machine->frame == caller && machine->top >= frame + function->frame_cells &&
           "arguments are those of the caller, above the frame");
  }
  machine->frame = frame;
  return (struct noe_active_call){expr, frame, caller, machine->calls};
}

void noe_model_call_end(struct noe_machine *machine, const struct noe_active_call *active) {
  assert(machine->frame == active->frame && machine->top >= active->frame && active->caller <= active->frame &&
         "calls return in the order opposite to that in which they began");
  machine->calls = active->outer;
  machine->frame = active->caller;
  machine->top = active->frame;
}

int64_t noe_model_call(struct noe_machine *machine, const struct noe_expr *expr) {
  const struct noe_call *call = expr->call;
  const struct noe_function *function = call->function;
  struct noe_active_call active = noe_model_call_begin(machine, expr);
  machine->calls = &active;
  run_body(machine, function);
  noe_model_call_end(machine, &active);
  if (!function->result)
    return 0;
  if (noe_type_is_simple(function->result))
    return machine->result;
  /* The result may still lie in the frame just left: nothing has overwritten it. */
  size_t temporary = active.caller + call->temporary;
  noe_model_will_read(machine, (size_t)machine->result, function->result->cells);
  noe_model_will_bind(machine, temporary, function->result->cells);
  noe_model_move(machine, temporary, (size_t)machine->result, function->result->cells);
  return (int64_t)temporary;
}
