#include <assert.h>

#include "detect/edge.h"

/* What is read, of a range; or NULL. */
static const struct noe_type *range_of(const struct noe_expr *expr) {
  bool is_read = expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY;
  return is_read && expr->type && expr->type->kind == NOE_TYPE_RANGE ? expr->type : NULL;
}

bool noe_detect_edge(const struct noe_expr *expr, struct noe_edge *edge) {
  bool is_left = expr->right->kind == NOE_EXPR_CONSTANT, is_strict = expr->kind == NOE_EXPR_LESS;
  *edge =
      (struct noe_edge){.side = is_left ? expr->left : expr->right, .threshold = is_left ? expr->right : expr->left};
  const struct noe_type *type = range_of(edge->side);
  int64_t number = edge->threshold->value;
  if (edge->threshold->kind != NOE_EXPR_CONSTANT || !type || number < type->low || type->high < number)
    return false;
  int64_t below = is_left == is_strict ? number - 1 : number; /* the last value on the lower side */
  if (below == type->low && below < type->high) {
    assert(type->low < type->high && "an edge tells one value from the others");
    edge->value = type->low;
    edge->kind = is_left ? NOE_EXPR_EQUAL : NOE_EXPR_NOT_EQUAL;
    return true;
  }
  edge->value = type->high;
  edge->kind = is_left ? NOE_EXPR_NOT_EQUAL : NOE_EXPR_EQUAL;
  return below == type->high - 1 && below > type->low;
}
