/* Unary and binary operators. */
#include "lang/murphi/check_int.h"

struct noe_operand noe_murphi_check_unary(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_expr *left = ast->op == NOE_AST_NOT ? noe_murphi_check_condition(checker, ast->left)
                                                 : noe_murphi_check_integer(checker, ast->left);
  if (!left)
    return noe_murphi_value_operand(NULL, ast->span);
  switch (ast->op) {
  case NOE_AST_NOT:
    left = noe_murphi_emit_unary(checker, NOE_EXPR_NOT, checker->builder.boolean, left, ast->span);
    break;
  case NOE_AST_NEGATE:
    left = noe_murphi_emit_unary(checker, NOE_EXPR_NEGATE, checker->builder.integer, left, ast->span);
    break;
  case NOE_AST_COMPLEMENT:
    left = noe_murphi_emit_unary(checker, NOE_EXPR_BIT_NOT, checker->builder.integer, left, ast->span);
    break;
  default: break; /* + changes nothing */
  }
  return noe_murphi_value_operand(left, ast->span);
}

/* ---------------------------------------------------------------- equality */

/* 5.4: on scalarset and union operands undefined is one more value. */
static bool compares_undefined(const struct noe_checker *checker, const struct noe_type *type) {
  return checker->options->undefined != NOE_UNDEFINED_STRICT &&
         (type->kind == NOE_TYPE_SCALARSET || type->kind == NOE_TYPE_UNION || type->kind == NOE_TYPE_SLOT);
}

static struct noe_expr *compare_compound(struct noe_checker *checker, struct noe_operand left, struct noe_operand right,
                                         struct noe_span span) {
  struct noe_expr *other = noe_murphi_check_compound(checker, right, left.type, "comparison");
  if (!other)
    return NULL;
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_SAME, checker->builder.boolean, span);
  expr->left = left.expr;
  expr->right = other;
  return expr;
}

struct noe_expr *noe_murphi_check_equal(struct noe_checker *checker, struct noe_operand left, struct noe_operand right,
                                        struct noe_span span) {
  if (!left.expr || !right.expr)
    return NULL;
  if (!noe_type_is_simple(left.type))
    return compare_compound(checker, left, right, span);
  /* Compare in the larger type, so that no union value is cut down. */
  bool to_right = right.type->kind == NOE_TYPE_UNION && left.type->kind != NOE_TYPE_UNION;
  const struct noe_type *type = to_right ? right.type : left.type;
  struct noe_expr *a = noe_murphi_convert(checker, left, type, compares_undefined(checker, left.type), "comparison");
  struct noe_expr *b = noe_murphi_convert(checker, right, type, compares_undefined(checker, right.type), "comparison");
  if (!a || !b)
    return NULL;
  return noe_murphi_emit_binary(checker, NOE_EXPR_EQUAL, checker->builder.boolean, a, b, span);
}

static struct noe_expr *check_equality(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand left = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand right = noe_murphi_check_operand(checker, ast->right);
  struct noe_expr *equal = noe_murphi_check_equal(checker, left, right, ast->span);
  if (!equal || ast->op == NOE_AST_EQUAL)
    return equal;
  if (equal->kind == NOE_EXPR_EQUAL) {
    equal->kind = NOE_EXPR_NOT_EQUAL;
    return equal;
  }
  return noe_murphi_emit_unary(checker, NOE_EXPR_NOT, checker->builder.boolean, equal, ast->span);
}

/* --------------------------------------------------- integers and booleans */

static struct noe_expr *check_integers(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                       enum noe_expr_kind kind, const struct noe_type *type) {
  struct noe_expr *left = noe_murphi_check_integer(checker, ast->left);
  struct noe_expr *right = noe_murphi_check_integer(checker, ast->right);
  if (!left || !right)
    return NULL;
  return noe_murphi_emit_binary(checker, kind, type, left, right, ast->span);
}

/* a > b is not a <= b: the operands keep their order of evaluation. */
static struct noe_expr *check_opposite(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                       enum noe_expr_kind kind) {
  const struct noe_type *boolean = checker->builder.boolean;
  struct noe_expr *expr = check_integers(checker, ast, kind, boolean);
  return expr ? noe_murphi_emit_unary(checker, NOE_EXPR_NOT, boolean, expr, ast->span) : NULL;
}

static bool is_positive_implication(const struct noe_checker *checker, const struct noe_ast_expr *ast) {
  for (size_t i = 0; i < checker->positive.count; i++)
    if (checker->positive.items[i] == ast)
      return true;
  return false;
}

/* `a -> false` says "never a": that a was never true is what it claims. */
static bool may_be_vacuous(const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_IMPLIES && !expr->witness &&
         (expr->right->kind != NOE_EXPR_CONSTANT || expr->right->value);
}

static struct noe_expr *check_booleans(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                       enum noe_expr_kind kind) {
  struct noe_expr *left = noe_murphi_check_condition(checker, ast->left);
  struct noe_expr *right = noe_murphi_check_condition(checker, ast->right);
  if (!left || !right)
    return NULL;
  struct noe_expr *expr = noe_murphi_emit_binary(checker, kind, checker->builder.boolean, left, right, ast->span);
  if (may_be_vacuous(expr) && is_positive_implication(checker, ast))
    expr->witness = noe_model_add_witness(&checker->builder, noe_murphi_place(checker, ast->span));
  return expr;
}

/* & and | are logical on booleans, bitwise on integers, as the left side says. */
static struct noe_expr *check_either(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                     enum noe_expr_kind logical, enum noe_expr_kind bitwise) {
  struct noe_operand left = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand right = noe_murphi_check_operand(checker, ast->right);
  if (!left.expr || !right.expr)
    return NULL;
  bool integers = noe_type_is_integer(left.type);
  if (!integers && left.type->kind != NOE_TYPE_BOOLEAN) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_BOOLEAN, ast->left->span,
                    "a condition (or an integer) is needed here, not %s", noe_murphi_type_text(checker, left.type));
    return NULL;
  }
  bool fits = integers ? noe_type_is_integer(right.type) : right.type->kind == NOE_TYPE_BOOLEAN;
  if (!fits) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, ast->span, "the two sides are of type %s and %s",
                    noe_murphi_type_text(checker, left.type), noe_murphi_type_text(checker, right.type));
    noe_base_hint(checker->diagnostics, "comparisons bind tighter than `&` and `|`; perhaps parentheses are missing");
    return NULL;
  }
  return noe_murphi_emit_binary(
      checker, integers ? bitwise : logical, integers ? checker->builder.integer : checker->builder.boolean,
      noe_murphi_operand_value(checker, left, false), noe_murphi_operand_value(checker, right, false), ast->span);
}

/* Sums of integers, or steps along a ring, as the types of the operands say. */
static struct noe_expr *check_sum(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                  enum noe_expr_kind kind) {
  struct noe_operand left = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand right = noe_murphi_check_operand(checker, ast->right);
  if ((left.expr && noe_murphi_is_ring(left.type)) || (right.expr && noe_murphi_is_ring(right.type)))
    return noe_murphi_check_ring_sum(checker, left, right, kind == NOE_EXPR_SUBTRACT, ast->span);
  struct noe_expr *a = noe_murphi_as_integer(checker, left), *b = noe_murphi_as_integer(checker, right);
  return a && b ? noe_murphi_emit_binary(checker, kind, checker->builder.integer, a, b, ast->span) : NULL;
}

static struct noe_expr *binary(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const struct noe_type *integer = checker->builder.integer, *boolean = checker->builder.boolean;
  switch (ast->op) {
  case NOE_AST_IMPLIES: return check_booleans(checker, ast, NOE_EXPR_IMPLIES);
  case NOE_AST_OR_ELSE: return check_booleans(checker, ast, NOE_EXPR_OR);
  case NOE_AST_AND_THEN: return check_booleans(checker, ast, NOE_EXPR_AND);
  case NOE_AST_OR: return check_either(checker, ast, NOE_EXPR_OR, NOE_EXPR_BIT_OR);
  case NOE_AST_XOR: return check_integers(checker, ast, NOE_EXPR_BIT_XOR, integer);
  case NOE_AST_AND: return check_either(checker, ast, NOE_EXPR_AND, NOE_EXPR_BIT_AND);
  case NOE_AST_LESS: return check_integers(checker, ast, NOE_EXPR_LESS, boolean);
  case NOE_AST_LESS_EQUAL: return check_integers(checker, ast, NOE_EXPR_LESS_EQUAL, boolean);
  case NOE_AST_EQUAL:
  case NOE_AST_NOT_EQUAL: return check_equality(checker, ast);
  case NOE_AST_GREATER_EQUAL: return check_opposite(checker, ast, NOE_EXPR_LESS);
  case NOE_AST_GREATER: return check_opposite(checker, ast, NOE_EXPR_LESS_EQUAL);
  case NOE_AST_SHIFT_LEFT: return check_integers(checker, ast, NOE_EXPR_SHIFT_LEFT, integer);
  case NOE_AST_SHIFT_RIGHT: return check_integers(checker, ast, NOE_EXPR_SHIFT_RIGHT, integer);
  case NOE_AST_ADD: return check_sum(checker, ast, NOE_EXPR_ADD);
  case NOE_AST_SUBTRACT: return check_sum(checker, ast, NOE_EXPR_SUBTRACT);
  case NOE_AST_MULTIPLY: return check_integers(checker, ast, NOE_EXPR_MULTIPLY, integer);
  case NOE_AST_DIVIDE: return check_integers(checker, ast, NOE_EXPR_DIVIDE, integer);
  case NOE_AST_REMAINDER: return check_integers(checker, ast, NOE_EXPR_REMAINDER, integer);
  default: return NULL;
  }
}

struct noe_operand noe_murphi_check_binary(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  return noe_murphi_value_operand(binary(checker, ast), ast->span);
}
