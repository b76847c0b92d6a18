/* Values. */
#include <assert.h>

#include "lower/lower_int.h"

uint32_t noe_lower_defined(struct noe_lowering *lowering, const struct noe_expr *expr) {
  return noe_lower_check_defined(lowering, noe_lower_value(lowering, expr), expr->place, NULL);
}

/* ------------------------------------------------------------------- cells */

static uint32_t load(struct noe_lowering *lowering, const struct noe_expr *expr, const struct noe_low_spot *spot) {
  if (spot->is_name)
    return spot->value;
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_LOAD, expr->left->type, expr->place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->address = spot->address;
  return op->result;
}

static uint32_t read(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = noe_lower_place(lowering, expr->left);
  uint32_t value = load(lowering, expr, &spot);
  if (expr->kind == NOE_EXPR_COPY)
    return value;
  return noe_lower_check_defined(lowering, value, expr->place, noe_lower_label(lowering, &spot, expr->left->type));
}

static uint32_t is_undefined(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = noe_lower_place(lowering, expr->left);
  uint32_t value = load(lowering, expr, &spot);
  return noe_lower_value_op(lowering, NOE_LOW_IS_UNDEFINED, expr->type, expr->place, value, NOE_NO_VALUE)->result;
}

static uint32_t same(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot left = noe_lower_place(lowering, expr->left), right = noe_lower_place(lowering, expr->right);
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_SAME, expr->type, expr->place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->address = noe_lower_target(lowering, &left);
  op->source = noe_lower_target(lowering, &right);
  return op->result;
}

/* --------------------------------------------------------------- operators */

/* Either side yields a constant: that is what short circuit is. */
static uint32_t either(struct noe_lowering *lowering, const struct noe_expr *expr, uint32_t left) {
  bool on_true = expr->kind != NOE_EXPR_OR; /* the right side is evaluated then */
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_IF, expr->type, expr->place, left, NOE_NO_VALUE);
  struct noe_low_open open = noe_lower_open(lowering, on_true ? &op->body : &op->otherwise);
  if (expr->kind == NOE_EXPR_IMPLIES && expr->witness)
    noe_lower_op(lowering, NOE_LOW_WITNESS, expr->place)->number = expr->witness - 1;
  noe_lower_close(lowering, open, noe_lower_defined(lowering, expr->right));
  open = noe_lower_open(lowering, on_true ? &op->otherwise : &op->body);
  noe_lower_close(lowering, open, noe_lower_constant(lowering, expr->type, expr->kind != NOE_EXPR_AND));
  return op->result;
}

static uint32_t conditional(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t condition = noe_lower_defined(lowering, expr->condition);
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_IF, expr->type, expr->place, condition, NOE_NO_VALUE);
  struct noe_low_open open = noe_lower_open(lowering, &op->body);
  noe_lower_close(lowering, open, noe_lower_value(lowering, expr->left));
  open = noe_lower_open(lowering, &op->otherwise);
  noe_lower_close(lowering, open, noe_lower_value(lowering, expr->right));
  return op->result;
}

static uint32_t negated(struct noe_lowering *lowering, const struct noe_expr *expr, uint32_t value) {
  return noe_lower_value_op(lowering, NOE_LOW_NOT, expr->type, expr->place, value, NOE_NO_VALUE)->result;
}

static uint32_t equal(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t left = noe_lower_value(lowering, expr->left), right = noe_lower_value(lowering, expr->right);
  uint32_t value = noe_lower_value_op(lowering, NOE_LOW_EQUAL, expr->type, expr->place, left, right)->result;
  return expr->kind == NOE_EXPR_EQUAL ? value : negated(lowering, expr, value);
}

static uint32_t compare(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t left = noe_lower_defined(lowering, expr->left), right = noe_lower_defined(lowering, expr->right);
  enum noe_low_kind kind = expr->kind == NOE_EXPR_LESS ? NOE_LOW_LESS : NOE_LOW_LESS_EQUAL;
  return noe_lower_value_op(lowering, kind, expr->type, expr->place, left, right)->result;
}

static uint32_t arithmetic(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t left = noe_lower_defined(lowering, expr->left);
  uint32_t right = expr->right ? noe_lower_defined(lowering, expr->right) : NOE_NO_VALUE;
  if (expr->kind == NOE_EXPR_DIVIDE || expr->kind == NOE_EXPR_REMAINDER) {
    struct noe_low_op *check = noe_lower_value_op(lowering, NOE_LOW_CHECK_NONZERO, lowering->values.items[right].type,
                                                  expr->place, right, NOE_NO_VALUE);
    check->code = NOE_R_DIVISION;
    check->text = "division by zero";
    right = check->result;
  }
  struct noe_low_op *fits = noe_lower_op(lowering, NOE_LOW_CHECK_FITS, expr->place);
  fits->left = left;
  fits->right = right;
  fits->operator= expr->kind;
  fits->code = NOE_R_OVERFLOW;
  fits->text = "the result does not fit 64 bits";
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_ARITHMETIC, expr->type, expr->place, left, right);
  op->operator= expr->kind;
  return op->result;
}

/* ------------------------------------------------------------------ unions */

static uint32_t shifted(struct noe_lowering *lowering, const struct noe_expr *expr, int64_t number) {
  uint32_t value = noe_lower_value(lowering, expr->left);
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_SHIFT, expr->type, expr->place, value, NOE_NO_VALUE);
  op->number = number;
  return op->result;
}

static uint32_t narrowed(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t value = shifted(lowering, expr, -expr->value);
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_CHECK_WITHIN, expr->type, expr->place, value, NOE_NO_VALUE);
  op->high = expr->high;
  op->code = NOE_R_MEMBER;
  op->text = noe_base_arena_format(lowering->arena, "the value is not of type %s",
                                   expr->type->name ? expr->type->name : "the member");
  return op->result;
}

static uint32_t is_member(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t value = noe_lower_value(lowering, expr->left);
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_WITHIN, expr->type, expr->place, value, NOE_NO_VALUE);
  op->low = expr->low;
  op->high = expr->high;
  return op->result;
}

/* ------------------------------------------------------------------- loops */

struct noe_low_domain noe_lower_domain(struct noe_lowering *lowering, const struct noe_domain *domain,
                                       struct noe_place place) {
  struct noe_low_domain made = {.type = domain->type, .from = NOE_NO_VALUE, .to = NOE_NO_VALUE, .by = NOE_NO_VALUE};
  if (domain->type)
    return made;
  made.from = noe_lower_defined(lowering, domain->from);
  made.to = noe_lower_defined(lowering, domain->to);
  if (!domain->by) {
    made.by = noe_lower_constant(lowering, lowering->values.items[made.from].type, 1);
    return made;
  }
  uint32_t by = noe_lower_defined(lowering, domain->by);
  struct noe_low_op *check = noe_lower_value_op(lowering, NOE_LOW_CHECK_NONZERO, lowering->values.items[by].type,
                                                domain->by ? domain->by->place : place, by, NOE_NO_VALUE);
  check->code = NOE_R_STEP;
  check->text = "the loop step is zero";
  made.by = check->result;
  return made;
}

struct noe_low_open noe_lower_open_loop(struct noe_lowering *lowering, struct noe_low_op *loop, uint32_t slot,
                                        const struct noe_type *type) {
  struct noe_low_open open = noe_lower_open(lowering, &loop->body);
  loop->bound = noe_lower_new_value(lowering, type, NOE_ORIGIN_LOOP, 0, loop);
  noe_lower_bind_name(lowering, slot, type, loop->bound);
  return open;
}

const struct noe_type *noe_lower_slot_type(const struct noe_model *model, const struct noe_type *multiset) {
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SLOT && model->types[i]->element == multiset)
      return model->types[i];
  return NULL;
}

static uint32_t quantified(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_domain domain = noe_lower_domain(lowering, &expr->domain, expr->place);
  enum noe_low_kind kind = expr->kind == NOE_EXPR_FORALL ? NOE_LOW_FORALL : NOE_LOW_EXISTS;
  struct noe_low_op *op = noe_lower_value_op(lowering, kind, expr->type, expr->place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->domain = domain;
  op->loop = expr->loop;
  const struct noe_type *type = domain.type ? domain.type : expr->domain.from->type;
  struct noe_low_open open = noe_lower_open_loop(lowering, op, expr->slot, type);
  noe_lower_close(lowering, open, noe_lower_defined(lowering, expr->left));
  return op->result;
}

static uint32_t counted(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = noe_lower_place(lowering, expr->left);
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_COUNT, expr->type, expr->place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->address = noe_lower_target(lowering, &spot);
  op->loop = expr->loop;
  struct noe_low_open open =
      noe_lower_open_loop(lowering, op, expr->slot, noe_lower_slot_type(lowering->model, expr->left->type));
  noe_lower_close(lowering, open, noe_lower_defined(lowering, expr->right));
  return op->result;
}

/* ---------------------------------------------------------------- dispatch */

static uint32_t value(struct noe_lowering *lowering, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: return noe_lower_constant(lowering, expr->type, expr->value);
  case NOE_EXPR_UNDEFINED:
    return noe_lower_value_op(lowering, NOE_LOW_UNDEFINED, expr->type, expr->place, NOE_NO_VALUE, NOE_NO_VALUE)->result;
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: return read(lowering, expr);
  case NOE_EXPR_DEFINED: return noe_lower_defined(lowering, expr->left);
  case NOE_EXPR_CALL: return noe_lower_call(lowering, expr, NULL);
  case NOE_EXPR_CONDITIONAL: return conditional(lowering, expr);
  case NOE_EXPR_NOT: return negated(lowering, expr, noe_lower_defined(lowering, expr->left));
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return either(lowering, expr, noe_lower_defined(lowering, expr->left));
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return quantified(lowering, expr);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return equal(lowering, expr);
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: return compare(lowering, expr);
  case NOE_EXPR_SAME: return same(lowering, expr);
  case NOE_EXPR_ISUNDEFINED: return is_undefined(lowering, expr);
  case NOE_EXPR_ISMEMBER: return is_member(lowering, expr);
  case NOE_EXPR_SHIFT_PART: return shifted(lowering, expr, expr->value);
  case NOE_EXPR_NARROW: return narrowed(lowering, expr);
  case NOE_EXPR_COUNT: return counted(lowering, expr);
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FIELD:
  case NOE_EXPR_ELEMENT:
  case NOE_EXPR_SLOT: assert(false && "a place has no value until it is read"); return NOE_NO_VALUE;
  default: return arithmetic(lowering, expr);
  }
}

uint32_t noe_lower_value(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t made = noe_lower_enter(lowering) ? value(lowering, expr) : noe_lower_constant(lowering, expr->type, 0);
  lowering->nesting--;
  return made;
}
