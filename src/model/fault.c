/* Run-time errors: their messages, and the way out. */
#include "model/print.h"
#include "model/value.h"
#include "model/watch_int.h"

struct noe_text *noe_model_fault_start(struct noe_machine *machine, enum noe_diagnostic_code code,
                                       struct noe_place place) {
  machine->fault.code = code;
  machine->fault.place = place;
  noe_base_text_clear(&machine->message);
  return &machine->message;
}

void noe_model_fault_raise(struct noe_machine *machine) {
  machine->fault.message = noe_base_text_string(&machine->message);
  machine->fault_in_loop = machine->watching || machine->watches->quantifiers;
  if (machine->autopsy)
    noe_model_autopsy_calls(machine);
  longjmp(*machine->escape, NOE_LEAVE_FAULT);
}

void noe_model_fault(struct noe_machine *machine, enum noe_diagnostic_code code, struct noe_place place,
                     const char *format, ...) {
  struct noe_text *message = noe_model_fault_start(machine, code, place);
  va_list arguments;
  va_start(arguments, format);
  noe_base_text_vprintf(message, format, arguments);
  va_end(arguments);
  noe_model_fault_raise(machine);
}

/* Inside a watched loop or quantifier another order might have come to another
 * end before it met this. */
void noe_model_discard(struct noe_machine *machine) {
  if (machine->watches->depth || machine->watches->quantifiers)
    noe_model_order(machine, machine->watches->loop);
  longjmp(*machine->escape, NOE_LEAVE_DISCARD);
}

/* The expression in which a designator starts. */
static const struct noe_expr *root_of(const struct noe_expr *expr) {
  while (expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT || expr->kind == NOE_EXPR_SLOT)
    expr = expr->left;
  return expr;
}

static void describe_local(const struct noe_machine *machine, const struct noe_expr *expr, size_t location,
                           struct noe_text *out) {
  const struct noe_expr *root = root_of(expr);
  size_t base;
  if (root->kind == NOE_EXPR_LOCAL)
    base = machine->frame + root->slot;
  else if (root->kind == NOE_EXPR_REFERENCE)
    base = (size_t)machine->cells[machine->frame + root->slot];
  else {
    noe_base_text_puts(out, "a computed value");
    return;
  }
  noe_base_text_puts(out, root->name ? root->name : "a local variable");
  noe_model_print_path(root->type, (uint32_t)(location - base), expr->type, out);
}

void noe_model_describe(const struct noe_machine *machine, const struct noe_expr *expr, size_t location,
                        struct noe_text *out) {
  const struct noe_model *model = machine->model;
  if (location >= model->cell_count) {
    describe_local(machine, expr, location, out);
    return;
  }
  const struct noe_variable *variable = &model->variables[model->cells[location].variable];
  noe_base_text_puts(out, variable->name);
  noe_model_print_path(variable->type, (uint32_t)location - variable->cell, expr->type, out);
}

void noe_model_fault_undefined(struct noe_machine *machine, const struct noe_expr *expr, size_t location) {
  struct noe_text *message = noe_model_fault_start(machine, NOE_R_UNDEFINED, expr->place);
  noe_model_describe(machine, expr->left, location, message);
  noe_base_text_puts(message, " is undefined");
  noe_model_fault_raise(machine);
}

void noe_model_fault_nested(struct noe_machine *machine, struct noe_place place) {
  noe_model_fault(machine, NOE_R_DEPTH, place, "calls and expressions are nested too deeply for the stack");
}

void noe_model_print_outside(const struct noe_type *type, const char *what, int64_t value, struct noe_text *out) {
  noe_base_text_printf(out, "%s %lld is outside ", what, (long long)value);
  noe_model_print_value(type, type->low, out);
  noe_base_text_puts(out, "..");
  noe_model_print_value(type, type->high, out);
}

void noe_model_check_store(struct noe_machine *machine, const struct noe_expr *target, size_t location, int64_t value,
                           struct noe_place place) {
  if (!noe_model_is_storable(target->type, value)) {
    struct noe_text *message = noe_model_fault_start(machine, NOE_R_RANGE, place);
    noe_model_print_outside(target->type, "value", value, message);
    noe_base_text_puts(message, " of ");
    noe_model_describe(machine, target, location, message);
    noe_model_fault_raise(machine);
  }
}

void noe_model_store(struct noe_machine *machine, const struct noe_expr *target, size_t location, int64_t value,
                     struct noe_place place) {
  noe_model_check_store(machine, target, location, value, place);
  noe_model_will_write(machine, location, value);
  machine->cells[location] = value;
  noe_model_note_write(machine, location);
}
