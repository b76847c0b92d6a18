/* Makers of expressions and statements. Constant operands are folded as they
 * meet; a constant operation that would fail (division by zero, overflow) is
 * left standing, to fail when and if it is reached. */
#include <assert.h>

#include "lang/murphi/check_int.h"
#include "model/arith.h"

struct noe_expr *noe_murphi_emit(struct noe_checker *checker, enum noe_expr_kind kind, const struct noe_type *type,
                                 struct noe_span span) {
  struct noe_expr *expr = noe_model_expr(&checker->builder, kind, type, noe_murphi_place(checker, span));
  expr->span = span;
  return expr;
}

struct noe_expr *noe_murphi_emit_constant(struct noe_checker *checker, const struct noe_type *type, int64_t value,
                                          struct noe_span span) {
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_CONSTANT, type, span);
  expr->value = value;
  return expr;
}

struct noe_expr *noe_murphi_emit_slot(struct noe_checker *checker, enum noe_expr_kind kind, const struct noe_type *type,
                                      uint32_t slot, struct noe_span span) {
  struct noe_expr *expr = noe_murphi_emit(checker, kind, type, span);
  expr->slot = slot;
  return expr;
}

struct noe_expr *noe_murphi_emit_named(struct noe_checker *checker, enum noe_expr_kind kind,
                                       const struct noe_type *type, uint32_t slot, const struct noe_ast_name *name) {
  struct noe_expr *expr = noe_murphi_emit_slot(checker, kind, type, slot, name->span);
  expr->name = name->text;
  return expr;
}

struct noe_stmt *noe_murphi_emit_stmt(struct noe_checker *checker, enum noe_stmt_kind kind, struct noe_span span) {
  struct noe_stmt *stmt = NOE_NEW(checker->arena, struct noe_stmt);
  stmt->kind = kind;
  stmt->place = noe_murphi_place(checker, span);
  return stmt;
}

static bool is_constant(const struct noe_expr *expr) { return expr->kind == NOE_EXPR_CONSTANT; }

static bool fold_unary(enum noe_expr_kind kind, int64_t left, int64_t *result) {
  if (kind != NOE_EXPR_NOT)
    return noe_model_compute(kind, left, 0, result);
  *result = !left;
  return true;
}

struct noe_expr *noe_murphi_emit_unary(struct noe_checker *checker, enum noe_expr_kind kind,
                                       const struct noe_type *type, const struct noe_expr *left, struct noe_span span) {
  int64_t result;
  if (is_constant(left) && fold_unary(kind, left->value, &result))
    return noe_murphi_emit_constant(checker, type, result, span);
  struct noe_expr *expr = noe_murphi_emit(checker, kind, type, span);
  expr->left = left;
  return expr;
}

static bool fold_binary(enum noe_expr_kind kind, int64_t a, int64_t b, int64_t *result) {
  switch (kind) {
  case NOE_EXPR_AND: *result = a && b; return true;
  case NOE_EXPR_OR: *result = a || b; return true;
  case NOE_EXPR_IMPLIES: *result = !a || b; return true;
  case NOE_EXPR_LESS: *result = a < b; return true;
  case NOE_EXPR_LESS_EQUAL: *result = a <= b; return true;
  case NOE_EXPR_EQUAL: *result = a == b; return true;
  case NOE_EXPR_NOT_EQUAL: *result = a != b; return true;
  default: return noe_model_compute(kind, a, b, result);
  }
}

/* A known left side that decides a boolean operator: the right one is not evaluated. */
static bool decides(enum noe_expr_kind kind, int64_t left, int64_t *result) {
  *result = kind != NOE_EXPR_AND;
  return (kind == NOE_EXPR_AND && !left) || (kind == NOE_EXPR_OR && left) || (kind == NOE_EXPR_IMPLIES && !left);
}

/* One known side that settles the operation, whatever value the other one has. */
static bool settles(enum noe_expr_kind kind, const int64_t *left, const int64_t *right, int64_t *result) {
  switch (kind) {
  case NOE_EXPR_MULTIPLY:
  case NOE_EXPR_BIT_AND: *result = 0; return (left && !*left) || (right && !*right);
  case NOE_EXPR_DIVIDE:
  case NOE_EXPR_REMAINDER:
  case NOE_EXPR_SHIFT_LEFT:
  case NOE_EXPR_SHIFT_RIGHT: *result = 0; return left && !*left;
  case NOE_EXPR_AND: *result = 0; return right && !*right;
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: *result = 1; return right && *right;
  default: return false;
  }
}

static bool is_unary(enum noe_expr_kind kind) {
  return kind == NOE_EXPR_NOT || kind == NOE_EXPR_NEGATE || kind == NOE_EXPR_BIT_NOT;
}

static bool is_binary(enum noe_expr_kind kind) {
  return !is_unary(kind) && ((kind >= NOE_EXPR_AND && kind <= NOE_EXPR_IMPLIES) ||
                             (kind >= NOE_EXPR_NEGATE && kind <= NOE_EXPR_NOT_EQUAL));
}

static enum noe_folded fold_operation(const struct noe_expr *expr, int64_t *value) {
  int64_t a, b;
  enum noe_folded left = noe_murphi_fold(expr->left, &a);
  if (left == NOE_FOLDED && decides(expr->kind, a, value))
    return NOE_FOLDED;
  enum noe_folded right = noe_murphi_fold(expr->right, &b);
  if (left == NOE_FOLDED_FAILS || right == NOE_FOLDED_FAILS)
    return NOE_FOLDED_FAILS;
  if (left == NOE_FOLDED && right == NOE_FOLDED)
    return fold_binary(expr->kind, a, b, value) ? NOE_FOLDED : NOE_FOLDED_FAILS;
  return settles(expr->kind, left == NOE_FOLDED ? &a : NULL, right == NOE_FOLDED ? &b : NULL, value) ? NOE_FOLDED
                                                                                                     : NOE_FOLDED_NOT;
}

enum noe_folded noe_murphi_fold(const struct noe_expr *expr, int64_t *value) {
  *value = expr->value;
  if (is_constant(expr))
    return NOE_FOLDED;
  if (is_binary(expr->kind))
    return fold_operation(expr, value);
  int64_t a, b;
  if (expr->kind == NOE_EXPR_CONDITIONAL) {
    enum noe_folded condition = noe_murphi_fold(expr->condition, &a);
    if (condition != NOE_FOLDED_NOT)
      return condition == NOE_FOLDED ? noe_murphi_fold(a ? expr->left : expr->right, value) : condition;
  }
  enum noe_folded left = expr->left ? noe_murphi_fold(expr->left, &a) : NOE_FOLDED_NOT;
  if (is_unary(expr->kind) && left == NOE_FOLDED)
    return fold_unary(expr->kind, a, value) ? NOE_FOLDED : NOE_FOLDED_FAILS;
  enum noe_folded right = expr->right ? noe_murphi_fold(expr->right, &b) : NOE_FOLDED_NOT;
  return left == NOE_FOLDED_FAILS || right == NOE_FOLDED_FAILS ? NOE_FOLDED_FAILS : NOE_FOLDED_NOT;
}

/* Both sides are false: what was never true is all of it, not the last side. */
static const struct noe_expr *fold_or(struct noe_checker *checker, const struct noe_expr *right, struct noe_span span) {
  return is_constant(right) ? noe_murphi_emit_constant(checker, right->type, right->value, span) : right;
}

/* A boolean operator whose left side is constant is decided, or is its right side. */
static const struct noe_expr *fold_logic(struct noe_checker *checker, enum noe_expr_kind kind,
                                         const struct noe_expr *left, const struct noe_expr *right,
                                         struct noe_span span) {
  if (!is_constant(left))
    return NULL;
  bool truth = left->value;
  switch (kind) {
  case NOE_EXPR_AND: return truth ? right : left;
  case NOE_EXPR_OR: return truth ? left : fold_or(checker, right, span);
  case NOE_EXPR_IMPLIES: return truth ? right : noe_murphi_emit_constant(checker, checker->builder.boolean, 1, span);
  default: return NULL;
  }
}

struct noe_expr *noe_murphi_emit_binary(struct noe_checker *checker, enum noe_expr_kind kind,
                                        const struct noe_type *type, const struct noe_expr *left,
                                        const struct noe_expr *right, struct noe_span span) {
  assert(left && right && is_binary(kind) && "an operator of two operands");
  const struct noe_expr *decided = fold_logic(checker, kind, left, right, span);
  if (decided) {
    struct noe_expr *copy = NOE_NEW(checker->arena, struct noe_expr);
    *copy = *decided;
    return copy;
  }
  int64_t result;
  if (is_constant(left) && is_constant(right) && fold_binary(kind, left->value, right->value, &result))
    return noe_murphi_emit_constant(checker, type, result, span);
  struct noe_expr *expr = noe_murphi_emit(checker, kind, type, span);
  expr->left = left;
  expr->right = right;
  return expr;
}
