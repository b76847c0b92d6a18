/* Atoms that the quantified names of a claim decide, such as `i != j`: they are constants once quantifiers are
 * expanded, and not propositions that an automaton would have to follow. */
#include "logic/logic_int.h"

struct fold {
  const struct noe_temporal *temporal;
  const int64_t *values;
};

/* The value of a quantified name. Parameters of the claim have slots of their own. */
static bool fold_name(const struct fold *fold, const struct noe_expr *place, int64_t *value) {
  for (uint32_t i = 0; place->kind == NOE_EXPR_LOCAL && i < fold->temporal->variable_count; i++)
    if (fold->temporal->variables[i].slot == place->slot) {
      *value = fold->values[i];
      return true;
    }
  return false;
}

static bool fold_value(const struct fold *fold, const struct noe_expr *expr, int64_t *value);

static bool fold_both(const struct fold *fold, const struct noe_expr *expr, int64_t *left, int64_t *right) {
  return fold_value(fold, expr->left, left) && fold_value(fold, expr->right, right);
}

static bool fold_comparison(const struct fold *fold, const struct noe_expr *expr, int64_t *value) {
  int64_t left, right;
  if (!fold_both(fold, expr, &left, &right))
    return false;
  switch (expr->kind) {
  case NOE_EXPR_EQUAL: *value = left == right; break;
  case NOE_EXPR_NOT_EQUAL: *value = left != right; break;
  case NOE_EXPR_LESS: *value = left < right; break;
  default: *value = left <= right; break;
  }
  return true;
}

/* The right side counts only where the left one does not decide: there it might be an error, or unknown. */
static bool fold_connective(const struct fold *fold, const struct noe_expr *expr, int64_t *value) {
  if (!fold_value(fold, expr->left, value))
    return false;
  const bool decided = expr->kind == NOE_EXPR_OR ? *value != 0 : *value == 0;
  if (!decided)
    return fold_value(fold, expr->right, value);
  if (expr->kind == NOE_EXPR_IMPLIES)
    *value = 1;
  return true;
}

/* False: the state has a say in it, or an error may occur. */
static bool fold_value(const struct fold *fold, const struct noe_expr *expr, int64_t *value) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: *value = expr->value; return true;
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: return fold_name(fold, expr->left, value);
  case NOE_EXPR_NOT:
    if (!fold_value(fold, expr->left, value))
      return false;
    *value = !*value;
    return true;
  case NOE_EXPR_SHIFT_PART:
    if (!fold_value(fold, expr->left, value))
      return false;
    *value += expr->value;
    return true;
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return !expr->witness && fold_connective(fold, expr, value);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL:
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: return fold_comparison(fold, expr, value);
  default: return false;
  }
}

bool noe_logic_fold(const struct noe_temporal *temporal, uint32_t atom, const int64_t *values, bool *truth) {
  const struct fold fold = {temporal, values};
  int64_t value;
  if (!fold_value(&fold, temporal->atoms[atom], &value))
    return false;
  *truth = value != 0;
  return true;
}
