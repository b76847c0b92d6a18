/* Makers of expressions and statements. Constant operands are folded as they
 * meet; a constant operation that would fail (division by zero, overflow) is
 * left standing, to fail when and if it is reached. */
#include "lang/murphi/check_int.h"
#include "model/arith.h"

struct noe_expr *noe_murphi_emit(struct noe_checker *checker, enum noe_expr_kind kind,
                                 const struct noe_type *type, struct noe_span span) {
  struct noe_expr *expr = NOE_NEW(checker->arena, struct noe_expr);
  expr->kind = kind;
  expr->type = type;
  expr->place = noe_murphi_place(checker, span);
  return expr;
}

struct noe_expr *noe_murphi_emit_constant(struct noe_checker *checker, const struct noe_type *type,
                                          int64_t value, struct noe_span span) {
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_CONSTANT, type, span);
  expr->value = value;
  return expr;
}

struct noe_expr *noe_murphi_emit_slot(struct noe_checker *checker, enum noe_expr_kind kind,
                                      const struct noe_type *type, uint32_t slot, struct noe_span span) {
  struct noe_expr *expr = noe_murphi_emit(checker, kind, type, span);
  expr->slot = slot;
  return expr;
}

struct noe_expr *noe_murphi_emit_named(struct noe_checker *checker, enum noe_expr_kind kind,
                                       const struct noe_type *type, uint32_t slot,
                                       const struct noe_ast_name *name) {
  struct noe_expr *expr = noe_murphi_emit_slot(checker, kind, type, slot, name->span);
  expr->name = name->text;
  return expr;
}

struct noe_stmt *noe_murphi_emit_stmt(struct noe_checker *checker, enum noe_stmt_kind kind,
                                      struct noe_span span) {
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
                                       const struct noe_type *type, const struct noe_expr *left,
                                       struct noe_span span) {
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

/* One known side that settles the operation, whatever the other one is. */
static bool settles(enum noe_expr_kind kind, const int64_t *left, const int64_t *right, int64_t *result) {
  switch (kind) {
  case NOE_EXPR_MULTIPLY:
  case NOE_EXPR_BIT_AND:
    *result = 0;
    return (left && !*left) || (right && !*right);
  case NOE_EXPR_DIVIDE:
  case NOE_EXPR_REMAINDER:
  case NOE_EXPR_SHIFT_LEFT:
  case NOE_EXPR_SHIFT_RIGHT: *result = 0; return left && !*left && !right;
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

bool noe_murphi_fold(const struct noe_expr *expr, int64_t *value) {
  *value = expr->value;
  if (is_constant(expr))
    return true;
  int64_t a, b;
  if (is_unary(expr->kind))
    return noe_murphi_fold(expr->left, &a) && fold_unary(expr->kind, a, value);
  if (!is_binary(expr->kind))
    return false;
  bool left = noe_murphi_fold(expr->left, &a), right = noe_murphi_fold(expr->right, &b);
  return (left && right && fold_binary(expr->kind, a, b, value)) ||
         settles(expr->kind, left ? &a : NULL, right ? &b : NULL, value);
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
  case NOE_EXPR_OR: return truth ? left : right;
  case NOE_EXPR_IMPLIES:
    return truth ? right : noe_murphi_emit_constant(checker, checker->builder.boolean, 1, span);
  default: return NULL;
  }
}

struct noe_expr *noe_murphi_emit_binary(struct noe_checker *checker, enum noe_expr_kind kind,
                                        const struct noe_type *type, const struct noe_expr *left,
                                        const struct noe_expr *right, struct noe_span span) {
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
