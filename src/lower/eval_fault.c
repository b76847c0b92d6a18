/* The messages of checks that failed. */
#include "lower/eval_int.h"
#include "model/value.h"

static void describe(struct noe_evaluator *evaluator, const struct noe_low_label *label) {
  struct noe_text *out = &evaluator->message;
  const struct noe_model *model = evaluator->model;
  size_t location = label->address ? noe_eval_address(evaluator, label->address) : SIZE_MAX;
  if (location < model->cell_count) {
    const struct noe_variable *variable = &model->variables[model->cells[location].variable];
    noe_base_text_puts(out, variable->name);
    noe_model_print_path(variable->type, (uint32_t)location - variable->cell, label->part, out);
    return;
  }
  if (label->is_computed) {
    noe_base_text_puts(out, "a computed value");
    return;
  }
  noe_base_text_puts(out, label->name ? label->name : "a local variable");
  if (label->address)
    noe_model_print_path(label->type, (uint32_t)(location - noe_eval_address(evaluator, label->start)), label->part,
                         out);
}

static void complain(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  struct noe_text *out = &evaluator->message;
  switch (op->code) {
  case NOE_R_RANGE:
  case NOE_R_INDEX:
    noe_model_print_outside(op->type, op->code == NOE_R_INDEX ? "index" : "value", noe_eval_get(evaluator, op->left),
                            out);
    noe_base_text_puts(out, op->text);
    if (op->label)
      describe(evaluator, op->label);
    break;
  case NOE_R_MULTISET_ELEMENT:
    noe_base_text_puts(out, op->text);
    describe(evaluator, op->label);
    break;
  default:
    if (op->label)
      describe(evaluator, op->label);
    noe_base_text_puts(out, op->text);
  }
}

enum noe_flow noe_eval_fault(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  noe_base_text_clear(&evaluator->message);
  complain(evaluator, op);
  evaluator->fault =
      (struct noe_fault){.code = op->code, .place = op->place, .message = noe_base_text_string(&evaluator->message)};
  return NOE_FLOW_FAULT;
}
