/* Calls. The body of a function is copied in where it is called, with its parameters
 * standing for what was passed, unless it is already being copied in (it calls itself), the
 * unit has become long, or the form is for code: then the call stays, and the function becomes a unit of its
 * own. */
#include <assert.h>

#include "lower/lower_int.h"

enum { MOST_OPERATIONS = 4000 };

static bool is_active(const struct noe_low_scope *scope, const struct noe_function *function) {
  for (; scope; scope = scope->caller)
    if (scope->function == function)
      return true;
  return false;
}

static bool is_compound(const struct noe_type *type) { return type && !noe_type_is_simple(type); }

/* ----------------------------------------------------------------- arguments */

/* A value that needs a place, because it is in none or because the callee wants a location. */
static const struct noe_low_address *kept_in(struct noe_lowering *lowering, const struct noe_low_address *place,
                                             uint32_t value) {
  noe_lower_bind_value(lowering, place, value);
  return place;
}

static struct noe_low_spot pass_value(struct noe_lowering *lowering, const struct noe_argument *argument,
                                      const struct noe_parameter *parameter) {
  struct noe_low_spot spot = {.value = NOE_NO_VALUE};
  uint32_t value = noe_lower_value(lowering, argument->value);
  const char *text =
      noe_base_arena_format(lowering->arena, " of parameter %s", parameter->name ? parameter->name : "?");
  spot.value = noe_lower_check_storable(lowering, value, parameter->type, argument->value->place, text, NULL);
  spot.is_name = !lowering->spill && !parameter->by_reference;
  if (!spot.is_name)
    spot.address = kept_in(lowering, noe_lower_slot(lowering, argument->temporary, parameter->type), spot.value);
  return spot;
}

static struct noe_low_spot pass(struct noe_lowering *lowering, const struct noe_argument *argument,
                                const struct noe_parameter *parameter) {
  if (argument->kind == NOE_ARGUMENT_VALUE)
    return pass_value(lowering, argument, parameter);
  struct noe_low_spot spot = noe_lower_place(lowering, argument->value);
  if (spot.is_name && parameter->by_reference)
    lowering->must_spill = true;
  if (argument->kind == NOE_ARGUMENT_LOCATION)
    return spot;
  const struct noe_low_address *temporary = noe_lower_slot(lowering, argument->temporary, argument->value->type);
  if (spot.is_name)
    noe_lower_bind_value(lowering, temporary, spot.value);
  else
    noe_lower_bind_cells(lowering, temporary, spot.address);
  return (struct noe_low_spot){.value = NOE_NO_VALUE, .address = temporary};
}

/* ---------------------------------------------------------------- copied in */

static void bind_parameter(struct noe_lowering *lowering, struct noe_low_scope *callee, uint32_t slot,
                           const struct noe_low_spot *spot) {
  if (!spot->is_name) {
    noe_lower_bind_address(lowering, callee, slot, spot->address);
    return;
  }
  struct noe_low_scope *caller = lowering->scope;
  bool spill = lowering->spill;
  lowering->scope = callee;
  lowering->spill = false; /* it is no slot, it stands for one */
  noe_lower_bind_name(lowering, slot, NULL, spot->value);
  lowering->spill = spill;
  lowering->scope = caller;
}

static void copy_body(struct noe_lowering *lowering, const struct noe_function *function, struct noe_low_op *region) {
  struct noe_low_open open = noe_lower_open(lowering, &region->body);
  if (function->frame_cells > function->parameter_count) {
    struct noe_low_address *frame =
        noe_lower_address(lowering, NOE_LOW_FRAME, lowering->scope->frame + function->parameter_count, NULL);
    frame->cells = function->frame_cells - function->parameter_count;
    noe_lower_op(lowering, NOE_LOW_FRESH, function->place)->address = frame;
  }
  noe_lower_statements(lowering, function->body);
  if (function->result)
    noe_lower_fail(lowering, NOE_R_NO_RETURN, function->place,
                   noe_base_arena_format(lowering->arena, "function %s ended without a result",
                                         function->name ? function->name : "?"));
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

static uint32_t copy_in(struct noe_lowering *lowering, const struct noe_expr *expr, const struct noe_low_spot *passed,
                        const struct noe_low_address *result) {
  const struct noe_function *function = expr->call->function;
  struct noe_low_scope callee = {.caller = lowering->scope,
                                 .function = function,
                                 .frame = lowering->frame_top,
                                 .depth = lowering->scope->depth + 1,
                                 .region = lowering->unit->region_count++,
                                 .result = result};
  for (uint32_t i = 0; i < function->parameter_count; i++)
    bind_parameter(lowering, &callee, i, &passed[i]);
  bool simple = function->result && !result;
  struct noe_low_op *region =
      simple ? noe_lower_value_op(lowering, NOE_LOW_REGION, function->result, expr->place, NOE_NO_VALUE, NOE_NO_VALUE)
             : noe_lower_op(lowering, NOE_LOW_REGION, expr->place);
  region->number = callee.region;
  uint32_t top = lowering->frame_top;
  lowering->frame_top += function->frame_cells;
  if (lowering->frame_top > lowering->unit->frame_cells)
    lowering->unit->frame_cells = lowering->frame_top;
  struct noe_low_scope *caller = lowering->scope;
  lowering->scope = &callee;
  copy_body(lowering, function, region);
  assert(lowering->scope == &callee && "calls that were copied in are left from the innermost out");
  lowering->scope = caller;
  lowering->frame_top = top;
  return region->result;
}

/* --------------------------------------------------------------------- kept */

static uint32_t location(struct noe_lowering *lowering, const struct noe_low_address *address, struct noe_place place,
                         bool is_reference) {
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_LOCATE, NULL, place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->address = address;
  op->is_binding = !is_reference;
  return op->result;
}

static uint32_t keep(struct noe_lowering *lowering, const struct noe_expr *expr, const struct noe_low_spot *passed,
                     const struct noe_low_address *result) {
  const struct noe_function *function = expr->call->function;
  uint32_t *arguments = NOE_NEW_ARRAY(lowering->arena, uint32_t, function->parameter_count + 1);
  uint32_t top = lowering->frame_top;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const struct noe_low_address *address = passed[i].address;
    if (passed[i].is_name)
      address = kept_in(lowering, noe_lower_scratch(lowering, function->parameters[i].type), passed[i].value);
    arguments[i] = location(lowering, address, expr->place, function->parameters[i].by_reference);
  }
  if (result)
    arguments[function->parameter_count] = location(lowering, result, expr->place, false);
  lowering->frame_top = top;
  bool simple = function->result && !result;
  struct noe_low_op *op =
      simple ? noe_lower_value_op(lowering, NOE_LOW_CALL, function->result, expr->place, NOE_NO_VALUE, NOE_NO_VALUE)
             : noe_lower_op(lowering, NOE_LOW_CALL, expr->place);
  op->number = function->id;
  op->low = lowering->scope->depth + 1; /* calls under way inside of this unit, this one included */
  op->arguments = arguments;
  lowering->form->functions[function->id].is_called = true;
  return op->result;
}

/* In a function the number of calls around it is not known. */
static void check_depth(struct noe_lowering *lowering, struct noe_place place) {
  const char *text =
      noe_base_arena_format(lowering->arena, "more than %lu nested calls", (unsigned long)lowering->model->call_depth);
  if (lowering->in_function) {
    struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_CHECK_DEPTH, place);
    op->number = lowering->scope->depth;
    op->code = NOE_R_DEPTH;
    op->text = text;
  } else if (lowering->scope->depth >= lowering->model->call_depth)
    noe_lower_fail(lowering, NOE_R_DEPTH, place, text);
}

uint32_t noe_lower_call(struct noe_lowering *lowering, const struct noe_expr *expr,
                        const struct noe_low_address **result) {
  const struct noe_function *function = expr->call->function;
  assert((!result || is_compound(function->result)) && "only compound results have a place");
  check_depth(lowering, expr->place);
  struct noe_low_spot *passed = NOE_NEW_ARRAY(lowering->arena, struct noe_low_spot, function->parameter_count);
  for (uint32_t i = 0; i < function->parameter_count; i++)
    passed[i] = pass(lowering, &expr->call->arguments[i], &function->parameters[i]);
  const struct noe_low_address *place =
      is_compound(function->result) ? noe_lower_slot(lowering, expr->call->temporary, function->result) : NULL;
  if (result)
    *result = place;
  bool kept =
      lowering->form->for_code || is_active(lowering->scope, function) || lowering->operations > MOST_OPERATIONS;
  return kept ? keep(lowering, expr, passed, place) : copy_in(lowering, expr, passed, place);
}
