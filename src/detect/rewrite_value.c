/* Expressions of the view. */
#include <assert.h>

#include "detect/edge.h"
#include "detect/order.h"
#include "detect/rewrite.h"

static struct noe_expr *copy_of(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                const struct noe_type *type) {
  struct noe_expr *made = NOE_NEW(rewriter->builder.arena, struct noe_expr);
  *made = *expr;
  made->type = type;
  return made;
}

static struct noe_expr *failed(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  rewriter->failed = true;
  return copy_of(rewriter, expr, rewriter->builder.boolean);
}

/* ------------------------------------------------------------------- calls */

static const struct noe_call *rewrite_call(struct noe_rewriter *rewriter, const struct noe_call *call) {
  const struct noe_function *function = call->function;
  struct noe_arena *arena = rewriter->builder.arena;
  struct noe_call *made = NOE_NEW(arena, struct noe_call);
  struct noe_argument *arguments = NOE_NEW_ARRAY(arena, struct noe_argument, function->parameter_count + 1);
  *made = *call;
  made->function = rewriter->functions[function->id];
  made->arguments = arguments;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const struct noe_value_shape *parameter = rewriter->inference->frames[function->id][i];
    const struct noe_type *type = noe_detect_view_type(rewriter, parameter);
    arguments[i] = call->arguments[i];
    arguments[i].value = arguments[i].kind == NOE_ARGUMENT_VALUE
                             ? noe_detect_blame(noe_detect_rewrite_value(rewriter, arguments[i].value, type),
                                                arguments[i].value->place, NOE_R_RANGE)
                             : noe_detect_rewrite_location(rewriter, arguments[i].value);
    if (arguments[i].kind != NOE_ARGUMENT_VALUE && arguments[i].value->type->cells != type->cells)
      rewriter->failed = true;
  }
  return made;
}

static struct noe_expr *rewrite_call_expr(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  const struct noe_value_shape *result = rewriter->inference->results[expr->call->function->id];
  const struct noe_type *type = result ? noe_detect_view_type(rewriter, result) : rewriter->builder.boolean;
  struct noe_expr *made = copy_of(rewriter, expr, type);
  made->call = rewrite_call(rewriter, expr->call);
  return made;
}

/* --------------------------------------------------------------- locations */

static struct noe_expr *rewrite_global(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  uint32_t i = noe_detect_variable(rewriter->model, expr);
  if (i == rewriter->model->variable_count)
    return failed(rewriter, expr);
  return copy_of(rewriter, expr, noe_detect_view_type(rewriter, rewriter->inference->variables[i]));
}

static struct noe_expr *rewrite_slot(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  const struct noe_type *type = noe_detect_slot_type(rewriter, expr->slot);
  return type ? copy_of(rewriter, expr, type) : failed(rewriter, expr);
}

static struct noe_expr *rewrite_field(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  uint32_t i = noe_detect_field(expr->left->type, expr);
  const struct noe_expr *record = noe_detect_rewrite_location(rewriter, expr->left);
  if (i >= record->type->field_count)
    return failed(rewriter, expr);
  struct noe_expr *made = copy_of(rewriter, expr, record->type->fields[i].type);
  made->left = record;
  assert(record->type->fields[i].offset == expr->slot && "fields stand where they stand in the model");
  return made;
}

static struct noe_expr *rewrite_element(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  const struct noe_expr *array = noe_detect_rewrite_location(rewriter, expr->left);
  if (array->type->kind != NOE_TYPE_ARRAY)
    return failed(rewriter, expr);
  struct noe_expr *made = copy_of(rewriter, expr, array->type->element);
  made->left = array;
  made->right =
      noe_detect_blame(noe_detect_rewrite_value(rewriter, expr->right, array->type->index), expr->place, NOE_R_INDEX);
  return made;
}

static struct noe_expr *rewrite_multiset_element(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  const struct noe_expr *multiset = noe_detect_rewrite_location(rewriter, expr->left);
  if (multiset->type->kind != NOE_TYPE_MULTISET)
    return failed(rewriter, expr);
  struct noe_expr *made = copy_of(rewriter, expr, multiset->type->element);
  made->left = multiset;
  made->right = noe_detect_rewrite_value(rewriter, expr->right, NULL);
  return made;
}

const struct noe_expr *noe_detect_rewrite_location(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  struct noe_expr *made;
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL: return rewrite_global(rewriter, expr);
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE: return rewrite_slot(rewriter, expr);
  case NOE_EXPR_FIELD: return rewrite_field(rewriter, expr);
  case NOE_EXPR_ELEMENT: return rewrite_element(rewriter, expr);
  case NOE_EXPR_SLOT: return rewrite_multiset_element(rewriter, expr);
  case NOE_EXPR_CALL: return rewrite_call_expr(rewriter, expr);
  case NOE_EXPR_CONDITIONAL:
    made = copy_of(rewriter, expr, NULL);
    made->condition = noe_detect_rewrite_value(rewriter, expr->condition, NULL);
    made->left = noe_detect_rewrite_location(rewriter, expr->left);
    made->right = noe_detect_rewrite_location(rewriter, expr->right);
    made->type = made->left->type;
    return made;
  default: return failed(rewriter, expr);
  }
}

/* ------------------------------------------------------------------ values */

struct noe_domain noe_detect_rewrite_domain(struct noe_rewriter *rewriter, const struct noe_domain *domain,
                                            uint32_t slot) {
  struct noe_domain made = {0};
  const struct noe_type *type = noe_detect_slot_type(rewriter, slot);
  if (domain->type || (type && noe_detect_piece_of(rewriter, type))) {
    made.type = type;
    rewriter->failed |= !type;
    return made;
  }
  made.from = noe_detect_rewrite_value(rewriter, domain->from, NULL);
  made.to = noe_detect_rewrite_value(rewriter, domain->to, NULL);
  made.by = domain->by ? noe_detect_rewrite_value(rewriter, domain->by, NULL) : NULL;
  return made;
}

/* A literal that meets a value of this type: in that type if it can be, else in all of the class. */
static const struct noe_expr *rewrite_met(struct noe_rewriter *rewriter, const struct noe_expr *literal,
                                          const struct noe_type *met) {
  const struct noe_piece *piece = noe_detect_piece_of(rewriter, met);
  if (!piece)
    return noe_detect_rewrite_value(rewriter, literal, NULL);
  int64_t number = literal->kind == NOE_EXPR_CONSTANT ? noe_detect_number(piece->found, literal->value) : -1;
  bool fits = literal->kind == NOE_EXPR_UNDEFINED ||
              ((int64_t)piece->first <= number && number < (int64_t)piece->first + piece->count);
  if (!fits)
    met = noe_detect_piece_type(rewriter, noe_detect_universe(&rewriter->builder, piece->found));
  return noe_detect_rewrite_value(rewriter, literal, met);
}

/* A side that is a literal takes the type of the other; then both get one type. */
static void rewrite_sides(struct noe_rewriter *rewriter, const struct noe_expr *expr, const struct noe_expr **left,
                          const struct noe_expr **right) {
  bool literal[2] = {noe_detect_is_literal(expr->left), noe_detect_is_literal(expr->right)};
  const struct noe_expr *const sides[2] = {expr->left, expr->right};
  if (literal[0] && !literal[1]) {
    *right = noe_detect_rewrite_value(rewriter, sides[1], NULL);
    *left = rewrite_met(rewriter, sides[0], (*right)->type);
  } else {
    *left = noe_detect_rewrite_value(rewriter, sides[0], NULL);
    *right = literal[1] && !literal[0] ? rewrite_met(rewriter, sides[1], (*left)->type)
                                       : noe_detect_rewrite_value(rewriter, sides[1], NULL);
  }
  noe_detect_level(rewriter, left, right);
}

static const struct noe_expr *rewrite_conditional(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                                  const struct noe_type *wanted) {
  struct noe_expr *made = copy_of(rewriter, expr, NULL);
  made->condition = noe_detect_rewrite_value(rewriter, expr->condition, NULL);
  if (noe_detect_is_literal(expr) && wanted) {
    made->left = noe_detect_rewrite_value(rewriter, expr->left, wanted);
    made->right = noe_detect_rewrite_value(rewriter, expr->right, wanted);
  } else
    rewrite_sides(rewriter, expr, &made->left, &made->right);
  bool is_piece = noe_detect_piece_of(rewriter, made->left->type);
  made->type = is_piece ? made->left->type : noe_detect_copy_type(rewriter, expr->type);
  return noe_detect_convert(rewriter, made, wanted);
}

static const struct noe_expr *rewrite_bound(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  struct noe_expr *made = copy_of(rewriter, expr, rewriter->builder.boolean);
  made->domain = noe_detect_rewrite_domain(rewriter, &expr->domain, expr->slot);
  made->left = noe_detect_rewrite_value(rewriter, expr->left, NULL);
  noe_model_add_loop(&rewriter->builder, made->domain.type, made, NULL);
  return made;
}

static const struct noe_expr *rewrite_count(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  struct noe_expr *made = copy_of(rewriter, expr, rewriter->builder.integer);
  made->left = noe_detect_rewrite_location(rewriter, expr->left);
  made->right = noe_detect_rewrite_value(rewriter, expr->right, NULL);
  noe_model_add_loop(&rewriter->builder, made->left->type, made, NULL);
  return made;
}

/* A comparison that costs nothing (order.h). It meets the errors of its sides. */
static const struct noe_expr *rewrite_order(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                            const struct noe_order *order) {
  struct noe_builder *builder = &rewriter->builder;
  bool is_strict = expr->kind == NOE_EXPR_LESS;
  struct noe_expr *equal = copy_of(rewriter, expr, builder->boolean);
  equal->kind = is_strict ? NOE_EXPR_NOT_EQUAL : NOE_EXPR_EQUAL;
  rewrite_sides(rewriter, expr, &equal->left, &equal->right);
  const struct noe_piece *piece = noe_detect_piece_of(rewriter, equal->left->type);
  rewriter->fails_by_order |= !piece || piece->type->kind != NOE_TYPE_SCALARSET;
  if (is_strict != order->is_wanted)
    return equal;
  return noe_model_operation(builder, is_strict ? NOE_EXPR_AND : NOE_EXPR_OR, builder->boolean, equal,
                             noe_model_constant(builder, builder->boolean, !is_strict, expr->place), expr->place);
}

/* A comparison that names a value (edge.h); where nothing is found in what is compared, it stays as it is. */
static const struct noe_expr *rewrite_edge(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                           const struct noe_edge *edge) {
  struct noe_builder *builder = &rewriter->builder;
  struct noe_expr *made = copy_of(rewriter, expr, builder->boolean);
  made->left = noe_detect_rewrite_value(rewriter, edge->side, NULL);
  if (noe_detect_piece_of(rewriter, made->left->type)) {
    made->kind = edge->kind;
    made->right = rewrite_met(
        rewriter, noe_model_constant(builder, edge->side->type, edge->value, edge->threshold->place), made->left->type);
    noe_detect_level(rewriter, &made->left, &made->right);
    return made;
  }
  made->right = made->left;
  *(edge->side == expr->left ? &made->right : &made->left) = noe_detect_rewrite_value(rewriter, edge->threshold, NULL);
  return made;
}

/* Operations whose operands are no pieces; that is checked. */
static const struct noe_expr *rewrite_plain(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  struct noe_expr *made = copy_of(rewriter, expr, noe_detect_copy_type(rewriter, expr->type));
  const struct noe_expr **sides[] = {&made->left, &made->right};
  for (uint32_t i = 0; i < 2; i++)
    if (*sides[i]) {
      *sides[i] = noe_detect_rewrite_value(rewriter, *sides[i], NULL);
      rewriter->failed |= noe_detect_piece_of(rewriter, (*sides[i])->type) != NULL;
    }
  return made;
}

static const struct noe_expr *rewrite_comparison(struct noe_rewriter *rewriter, const struct noe_expr *expr) {
  const struct noe_order *order = noe_detect_order(rewriter->inference, expr);
  struct noe_edge edge;
  if (noe_detect_edge(expr, &edge))
    return rewrite_edge(rewriter, expr, &edge);
  return order ? rewrite_order(rewriter, expr, order) : rewrite_plain(rewriter, expr);
}

const struct noe_expr *noe_detect_rewrite_value(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                                const struct noe_type *wanted) {
  struct noe_expr *made;
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
  case NOE_EXPR_UNDEFINED: return noe_detect_rewrite_literal(rewriter, expr, wanted);
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY:
    made = copy_of(rewriter, expr, NULL);
    made->left = noe_detect_rewrite_location(rewriter, expr->left);
    made->type = made->left->type;
    return noe_detect_convert(rewriter, made, wanted);
  case NOE_EXPR_DEFINED:
    made = copy_of(rewriter, expr, NULL);
    made->left = noe_detect_rewrite_value(rewriter, expr->left, wanted);
    made->type = made->left->type;
    return made;
  case NOE_EXPR_CALL: return noe_detect_convert(rewriter, rewrite_call_expr(rewriter, expr), wanted);
  case NOE_EXPR_CONDITIONAL: return rewrite_conditional(rewriter, expr, wanted);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL:
    made = copy_of(rewriter, expr, rewriter->builder.boolean);
    rewrite_sides(rewriter, expr, &made->left, &made->right);
    return made;
  case NOE_EXPR_SAME:
    made = copy_of(rewriter, expr, rewriter->builder.boolean);
    made->left = noe_detect_rewrite_location(rewriter, expr->left);
    made->right = noe_detect_rewrite_location(rewriter, expr->right);
    return made;
  case NOE_EXPR_ISUNDEFINED:
    made = copy_of(rewriter, expr, rewriter->builder.boolean);
    made->left = noe_detect_rewrite_location(rewriter, expr->left);
    return made;
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return rewrite_bound(rewriter, expr);
  case NOE_EXPR_COUNT: return rewrite_count(rewriter, expr);
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: return rewrite_comparison(rewriter, expr);
  default: return rewrite_plain(rewriter, expr);
  }
}
