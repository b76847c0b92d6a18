/* Expressions: whose values meet. Whatever is not listed here as harmless limits the classes in it. */
#include <assert.h>

#include "detect/edge.h"

/* ------------------------------------------------------------------- slots */

const struct noe_value_shape *noe_detect_slot(struct noe_inference *inference, uint32_t slot,
                                              const struct noe_type *type, struct noe_place place) {
  assert(inference->owner < inference->owner_count && "a slot is one of the frame of the owner that is walked");
  const struct noe_value_shape **frame = inference->frames[inference->owner];
  if (!frame[slot])
    frame[slot] = noe_detect_shape(&inference->classes, type);
  else if (frame[slot]->type != type && (type->kind != NOE_TYPE_INTEGER || frame[slot]->type->kind != type->kind))
    noe_detect_unify(&inference->classes, frame[slot], noe_detect_shape(&inference->classes, type), place);
  return frame[slot];
}

void noe_detect_bind_slot(struct noe_inference *inference, uint32_t slot, const struct noe_value_shape *shape,
                          struct noe_place place) {
  const struct noe_value_shape **frame = inference->frames[inference->owner];
  if (!frame[slot])
    frame[slot] = shape;
  else
    noe_detect_unify(&inference->classes, frame[slot], shape, place);
}

/* Bound names without a type of their own have the range that they run through. */
void noe_detect_run_through(struct noe_inference *inference, uint32_t slot, const struct noe_type *type,
                            struct noe_interval range, int64_t step, struct noe_place place) {
  struct noe_value_shape *shape = noe_detect_shape(&inference->classes, type);
  bool is_typed = type->kind != NOE_TYPE_INTEGER;
  bool is_whole =
      step == 1 && range.low <= range.high && (!is_typed || (shape->low == range.low && shape->high == range.high));
  struct noe_run_through run = {shape->class, range, inference->owner};
  if (!is_whole)
    noe_detect_limit(&inference->classes, shape->class, NOE_LIMIT_STEPS, place);
  else
    NOE_LIST_PUSH(inference->arena, &inference->runs, run);
  if (is_whole && !is_typed) {
    shape->low = range.low;
    shape->high = range.high;
    noe_detect_add_range(&inference->classes, shape->class, (struct noe_named_range){range.low, range.high, NULL});
  }
  noe_detect_bind_slot(inference, slot, shape, place);
}

static bool is_number(const struct noe_expr *expr, int64_t *value) {
  if (!expr || expr->kind != NOE_EXPR_CONSTANT)
    return false;
  *value = expr->value;
  return true;
}

bool noe_detect_constant_domain(const struct noe_domain *domain, struct noe_interval *range) {
  int64_t step = 1;
  if (domain->type) {
    *range = (struct noe_interval){domain->type->low, domain->type->high};
    return true;
  }
  bool known = is_number(domain->from, &range->low) && is_number(domain->to, &range->high);
  return known && (!domain->by || (is_number(domain->by, &step) && step == 1)) && range->low <= range->high;
}

void noe_detect_domain(struct noe_inference *inference, const struct noe_domain *domain, uint32_t slot,
                       struct noe_place place) {
  struct noe_interval range;
  bool known = noe_detect_constant_domain(domain, &range);
  const struct noe_type *type = domain->type;
  if (domain->type) {
    noe_detect_run_through(inference, slot, type, range, 1, place);
    return;
  }
  struct noe_type *integer = NOE_NEW(inference->arena, struct noe_type);
  *integer = (struct noe_type){.kind = NOE_TYPE_INTEGER, .cells = 1, .place = place};
  if (!known)
    range = (struct noe_interval){1, 0};
  noe_detect_run_through(inference, slot, integer, range, 1, place);
  const struct noe_expr *bounds[] = {domain->from, domain->to, domain->by};
  for (uint32_t i = 0; i < 3; i++)
    if (bounds[i])
      noe_detect_limit(&inference->classes, noe_detect_value(inference, bounds[i]), NOE_LIMIT_STEPS, place);
}

/* --------------------------------------------------------------- locations */

uint32_t noe_detect_variable(const struct noe_model *model, const struct noe_expr *global) {
  for (uint32_t i = 0; i < model->variable_count; i++)
    if (model->variables[i].cell == global->slot && model->variables[i].type == global->type)
      return i;
  return model->variable_count;
}

uint32_t noe_detect_field(const struct noe_type *record, const struct noe_expr *expr) {
  for (uint32_t i = 0; i < record->field_count; i++)
    if (record->fields[i].offset == expr->slot && record->fields[i].type == expr->type)
      return i;
  return record->field_count;
}

static const struct noe_value_shape *not_understood(struct noe_inference *inference, const struct noe_expr *expr) {
  inference->failed = true;
  return noe_detect_shape(&inference->classes, expr->type);
}

/* What only start states speak of is the same in all states that follow. */
static const struct noe_value_shape *global(struct noe_inference *inference, const struct noe_expr *expr) {
  uint32_t i = noe_detect_variable(inference->model, expr);
  const struct noe_clause *clause = noe_detect_clause(inference->model, inference->owner);
  if (i == inference->model->variable_count)
    return not_understood(inference, expr);
  inference->is_used[i] |= !clause || clause->kind != NOE_CLAUSE_START;
  return inference->variables[i];
}

static const struct noe_value_shape *field(struct noe_inference *inference, const struct noe_expr *expr) {
  const struct noe_value_shape *record = noe_detect_location(inference, expr->left);
  uint32_t i = noe_detect_field(record->type, expr);
  return i < record->part_count ? record->parts[i] : not_understood(inference, expr);
}

static const struct noe_value_shape *element(struct noe_inference *inference, const struct noe_expr *expr) {
  const struct noe_value_shape *array = noe_detect_location(inference, expr->left);
  if (array->type->kind != NOE_TYPE_ARRAY)
    return not_understood(inference, expr);
  noe_detect_absorb(inference, expr->right, array->parts[0]->class);
  return array->parts[1];
}

static const struct noe_value_shape *multiset_element(struct noe_inference *inference, const struct noe_expr *expr) {
  const struct noe_value_shape *multiset = noe_detect_location(inference, expr->left);
  noe_detect_value(inference, expr->right);
  return multiset->type->kind == NOE_TYPE_MULTISET ? multiset->parts[0] : not_understood(inference, expr);
}

/* --------------------------------------------------------------- functions */

static void argument(struct noe_inference *inference, const struct noe_argument *argument,
                     const struct noe_value_shape *parameter) {
  struct noe_place place = argument->value->place;
  if (argument->kind == NOE_ARGUMENT_VALUE)
    noe_detect_absorb(inference, argument->value, parameter->class);
  else
    noe_detect_unify(&inference->classes, noe_detect_location(inference, argument->value), parameter, place);
}

void noe_detect_call(struct noe_inference *inference, const struct noe_call *call) {
  const struct noe_function *function = call->function;
  struct noe_call_edge edge = {inference->owner, function->id};
  NOE_LIST_PUSH(inference->arena, &inference->calls, edge);
  assert(function->id < inference->model->function_count && "functions are known by their numbers");
  for (uint32_t i = 0; i < function->parameter_count; i++)
    argument(inference, &call->arguments[i], inference->frames[function->id][i]);
}

static const struct noe_value_shape *result_of(struct noe_inference *inference, const struct noe_expr *expr) {
  const struct noe_value_shape *result = inference->results[expr->call->function->id];
  return result ? result : not_understood(inference, expr);
}

static const struct noe_value_shape *branches(struct noe_inference *inference, const struct noe_expr *expr) {
  noe_detect_value(inference, expr->condition);
  const struct noe_value_shape *left = noe_detect_location(inference, expr->left);
  noe_detect_unify(&inference->classes, left, noe_detect_location(inference, expr->right), expr->place);
  return left;
}

const struct noe_value_shape *noe_detect_location(struct noe_inference *inference, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL: return global(inference, expr);
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE: return noe_detect_slot(inference, expr->slot, expr->type, expr->place);
  case NOE_EXPR_FIELD: return field(inference, expr);
  case NOE_EXPR_ELEMENT: return element(inference, expr);
  case NOE_EXPR_SLOT: return multiset_element(inference, expr);
  case NOE_EXPR_CALL: noe_detect_call(inference, expr->call); return result_of(inference, expr);
  case NOE_EXPR_CONDITIONAL: return branches(inference, expr);
  default: return not_understood(inference, expr);
  }
}

/* ------------------------------------------------------------------ values */

/* Literals, and what chooses among literals, have no class of their own. */
static void absorb_literals(struct noe_inference *inference, const struct noe_expr *expr, uint32_t class) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
    noe_detect_literal(&inference->classes, class, expr->value, expr->place, inference->owner);
    break;
  case NOE_EXPR_UNDEFINED: break;
  case NOE_EXPR_DEFINED: absorb_literals(inference, expr->left, class); break;
  case NOE_EXPR_CONDITIONAL:
    absorb_literals(inference, expr->left, class);
    absorb_literals(inference, expr->right, class);
    break;
  default: inference->failed = true; break;
  }
}

void noe_detect_absorb(struct noe_inference *inference, const struct noe_expr *expr, uint32_t class) {
  uint32_t own = noe_detect_value(inference, expr);
  if (own == NOE_NO_CLASS)
    absorb_literals(inference, expr, class);
  else
    noe_detect_merge(&inference->classes, own, class, expr->place);
}

/* Values of the two sides meet. */
static uint32_t meet(struct noe_inference *inference, const struct noe_expr *expr) {
  uint32_t left = noe_detect_value(inference, expr->left), right = noe_detect_value(inference, expr->right);
  if (left == NOE_NO_CLASS && right != NOE_NO_CLASS)
    absorb_literals(inference, expr->left, right);
  else if (right == NOE_NO_CLASS && left != NOE_NO_CLASS)
    absorb_literals(inference, expr->right, left);
  else
    noe_detect_merge(&inference->classes, left, right, expr->place);
  return left == NOE_NO_CLASS ? right : left;
}

static uint32_t compute(struct noe_inference *inference, const struct noe_expr *expr, enum noe_limit limit) {
  const struct noe_expr *sides[] = {expr->left, expr->right};
  for (uint32_t i = 0; i < 2; i++)
    if (sides[i])
      noe_detect_limit(&inference->classes, noe_detect_value(inference, sides[i]), limit, expr->place);
  return NOE_PLAIN_CLASS;
}

/* In claims it is looked at when everything else is known (order.h). */
static uint32_t compare(struct noe_inference *inference, const struct noe_expr *expr) {
  struct noe_edge edge;
  if (noe_detect_edge(expr, &edge)) {
    noe_detect_literal(&inference->classes, noe_detect_value(inference, edge.side), edge.value, expr->place,
                       inference->owner);
    return NOE_PLAIN_CLASS;
  }
  const struct noe_clause *clause = noe_detect_clause(inference->model, inference->owner);
  bool is_claim = clause && clause->kind == NOE_CLAUSE_PROPERTY && clause->property == NOE_PROPERTY_INVARIANT;
  if (!is_claim || !inference->may_compare)
    return compute(inference, expr, NOE_LIMIT_ORDER);
  struct noe_order order = {.expr = expr, .owner = inference->owner, .is_kept = true};
  order.left = noe_detect_value(inference, expr->left);
  order.right = noe_detect_value(inference, expr->right);
  NOE_LIST_PUSH(inference->arena, &inference->orders, order);
  return NOE_PLAIN_CLASS;
}

static uint32_t count(struct noe_inference *inference, const struct noe_expr *expr) {
  const struct noe_value_shape *multiset = noe_detect_location(inference, expr->left);
  struct noe_type *slot = NOE_NEW(inference->arena, struct noe_type);
  *slot = (struct noe_type){
      .kind = NOE_TYPE_SLOT, .cells = 1, .element = multiset->type, .high = multiset->type->capacity - 1};
  const struct noe_value_shape *shape = noe_detect_slot(inference, expr->slot, slot, expr->place);
  noe_detect_unify(&inference->classes, shape->parts[0], multiset, expr->place);
  noe_detect_value(inference, expr->right);
  return NOE_PLAIN_CLASS;
}

uint32_t noe_detect_value(struct noe_inference *inference, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
  case NOE_EXPR_UNDEFINED: return NOE_NO_CLASS;
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: return noe_detect_location(inference, expr->left)->class;
  case NOE_EXPR_DEFINED: return noe_detect_value(inference, expr->left);
  case NOE_EXPR_CALL: noe_detect_call(inference, expr->call); return result_of(inference, expr)->class;
  case NOE_EXPR_CONDITIONAL: noe_detect_value(inference, expr->condition); return meet(inference, expr);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: meet(inference, expr); return NOE_PLAIN_CLASS;
  case NOE_EXPR_SAME:
    noe_detect_unify(&inference->classes, noe_detect_location(inference, expr->left),
                     noe_detect_location(inference, expr->right), expr->place);
    return NOE_PLAIN_CLASS;
  case NOE_EXPR_ISUNDEFINED: noe_detect_location(inference, expr->left); return NOE_PLAIN_CLASS;
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
    noe_detect_domain(inference, &expr->domain, expr->slot, expr->place);
    noe_detect_value(inference, expr->left);
    return NOE_PLAIN_CLASS;
  case NOE_EXPR_COUNT: return count(inference, expr);
  case NOE_EXPR_NOT:
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return compute(inference, expr, NOE_LIMIT_KIND);
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: return compare(inference, expr);
  case NOE_EXPR_ISMEMBER:
  case NOE_EXPR_SHIFT_PART:
  case NOE_EXPR_NARROW: return compute(inference, expr, NOE_LIMIT_MEMBER);
  default: return compute(inference, expr, NOE_LIMIT_ARITHMETIC);
  }
}
