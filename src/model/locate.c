/* Expressions that denote a place: evaluated to its index in the row. */
#include <assert.h>

#include "model/machine_int.h"
#include "model/value.h"

static size_t locate_element(struct noe_machine *machine, const struct noe_expr *expr) {
  const struct noe_type *array = expr->left->type;
  size_t base = noe_model_locate(machine, expr->left);
  int64_t index = noe_model_eval_defined(machine, expr->right);
  if (index < array->index->low || index > array->index->high) {
    struct noe_text *message = noe_model_fault_start(machine, NOE_R_INDEX, expr->place);
    noe_model_print_outside(array->index, "index", index, message);
    noe_base_text_puts(message, " of ");
    noe_model_describe(machine, expr->left, base, message);
    noe_model_fault_raise(machine);
  }
  return base + (size_t)(index - array->index->low) * array->stride;
}

size_t noe_model_locate_slot(struct noe_machine *machine, const struct noe_expr *multiset_expr, size_t multiset,
                             int64_t number, struct noe_place place) {
  const struct noe_type *type = multiset_expr->type;
  if (number >= 0 && number < type->capacity) {
    size_t slot = multiset + (size_t)number * type->stride;
    noe_model_will_read(machine, slot, 1);
    if (noe_model_is_present(machine->cells + slot))
      return slot;
  }
  struct noe_text *message = noe_model_fault_start(machine, NOE_R_MULTISET_ELEMENT, place);
  noe_base_text_puts(message, "the element is no longer in ");
  noe_model_describe(machine, multiset_expr, multiset, message);
  noe_model_fault_raise(machine);
}

size_t noe_model_locate(struct noe_machine *machine, const struct noe_expr *expr) {
  noe_model_check_stack(machine, expr->place);
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL: return expr->slot;
  case NOE_EXPR_LOCAL: return machine->frame + expr->slot;
  case NOE_EXPR_REFERENCE: return (size_t)machine->cells[machine->frame + expr->slot];
  case NOE_EXPR_FIELD: return noe_model_locate(machine, expr->left) + expr->slot;
  case NOE_EXPR_ELEMENT: return locate_element(machine, expr);
  case NOE_EXPR_SLOT: {
    size_t multiset = noe_model_locate(machine, expr->left);
    int64_t number = noe_model_eval_defined(machine, expr->right);
    return noe_model_locate_slot(machine, expr->left, multiset, number, expr->place) + 1;
  }
  case NOE_EXPR_CALL: return (size_t)noe_model_call(machine, expr);
  case NOE_EXPR_CONDITIONAL: return noe_model_locate(machine, noe_model_choose(machine, expr));
  default: assert(false && "the expression denotes no place"); __builtin_unreachable();
  }
}
