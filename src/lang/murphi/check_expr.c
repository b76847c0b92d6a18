/* Expressions, one case each. */
#include <string.h>

#include "lang/murphi/check_int.h"

static struct noe_operand check_isundefined(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->left);
  if (!operand.expr)
    return noe_murphi_no_operand();
  if (!operand.is_location || !noe_type_is_simple(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_DESIGNATOR, ast->left->span,
                    operand.is_location ? "isundefined needs a simple variable"
                                        : "isundefined needs a variable, not a computed value");
    return noe_murphi_no_operand();
  }
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_ISUNDEFINED, checker->builder.boolean, ast->span);
  expr->left = operand.expr;
  return noe_murphi_value_operand(expr, ast->span);
}

/* Values of these types are told apart by the type they come from. */
static bool has_members(const struct noe_type *type) {
  return type->kind == NOE_TYPE_ENUM || type->kind == NOE_TYPE_SCALARSET || type->kind == NOE_TYPE_UNION;
}

/* A member type that has no name is told by writing it down again: the names in an `enum` are those
 * of one of the union's then, and not new ones. */
static const struct noe_type *check_member_type(struct noe_checker *checker, const struct noe_type *whole,
                                                const struct noe_ast_type *ast) {
  for (uint32_t i = 0; ast->kind == NOE_AST_TYPE_ENUM && whole && i < whole->part_count; i++) {
    const struct noe_type *part = whole->parts[i];
    int64_t at = 0;
    const struct noe_ast_name *name = ast->names;
    bool same = part->kind == NOE_TYPE_ENUM;
    for (; same && name && at <= part->high; name = name->next, at++)
      same = !strcmp(name->text, part->members[at]);
    if (same && !name && at > part->high)
      return part;
  }
  return noe_murphi_check_type(checker, ast);
}

/* The range in which a member lies; an empty one if the value cannot be of that type, which
 * CMurphi accepts: a procedure for one kind of node is often the copy of one for another. */
static struct noe_operand check_ismember(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->left);
  const struct noe_type *type = check_member_type(checker, operand.expr ? operand.type : NULL, ast->type);
  if (!operand.expr || !type)
    return noe_murphi_no_operand();
  bool same = operand.type == type && has_members(type);
  int part = operand.type->kind == NOE_TYPE_UNION ? noe_model_union_part(operand.type, type) : -1;
  bool never = !same && part < 0;
  if (never && (!has_members(operand.type) || !has_members(type) || type->kind == NOE_TYPE_UNION)) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, ast->span,
                    "it makes no sense to ask whether a value of type %s is a member of %s",
                    noe_murphi_type_text(checker, operand.type), noe_murphi_type_text(checker, type));
    noe_base_hint(checker->diagnostics, "ismember asks of a union value which member type it belongs to");
    return noe_murphi_no_operand();
  }
  if (never)
    noe_base_report(checker->diagnostics, NOE_W_NEVER_MEMBER, ast->span, "a value of type %s is never a member of %s",
                    noe_murphi_type_text(checker, operand.type), noe_murphi_type_text(checker, type));
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_ISMEMBER, checker->builder.boolean, ast->span);
  bool reads = operand.type->kind == NOE_TYPE_ENUM;
  expr->left = noe_murphi_operand_value(checker, operand, !reads);
  expr->low = never ? 1 : same ? type->low : operand.type->part_offsets[part];
  expr->high = never ? 0 : expr->low + (type->high - type->low);
  return noe_murphi_value_operand(expr, ast->span);
}

static struct noe_operand conditional(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                      const struct noe_expr *condition, struct noe_operand left,
                                      struct noe_operand right) {
  bool simple = noe_type_is_simple(left.type);
  bool widen = noe_murphi_fit(checker, left.type, right.type, ast->span) == NOE_FIT_WIDEN;
  const struct noe_type *type = left.type;
  if (simple && noe_type_is_integer(type) && left.type != right.type)
    type = checker->builder.integer;
  else if (widen)
    type = right.type;
  bool copy = checker->options->undefined == NOE_UNDEFINED_LENIENT;
  struct noe_expr *yes, *no;
  if (simple) {
    yes = noe_murphi_convert(checker, left, type, copy, "branch of `? :`");
    no = noe_murphi_convert(checker, right, type, copy, "branch of `? :`");
  } else {
    yes = left.expr;
    no = noe_murphi_check_compound(checker, right, type, "branch of `? :`");
  }
  if (!yes || !no)
    return noe_murphi_no_operand();
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_CONDITIONAL, type, ast->span);
  expr->condition = condition;
  expr->left = yes;
  expr->right = no;
  if (condition->kind == NOE_EXPR_CONSTANT)
    *expr = condition->value ? *yes : *no;
  expr->type = type;
  struct noe_operand operand = noe_murphi_value_operand(expr, ast->span);
  operand.is_location = !simple;
  operand.is_call = simple && copy;
  return operand;
}

static struct noe_operand check_conditional(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const struct noe_expr *condition = noe_murphi_check_condition(checker, ast->condition);
  struct noe_operand left = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand right = noe_murphi_check_operand(checker, ast->right);
  if (!condition || !left.expr || !right.expr)
    return noe_murphi_no_operand();
  return conditional(checker, ast, condition, left, right);
}

static struct noe_operand check_parentheses(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->left);
  operand.right = NOE_RIGHT_READ;
  operand.span = ast->span;
  return operand;
}

static struct noe_operand check_operand(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  switch (ast->kind) {
  case NOE_AST_INTEGER:
    return noe_murphi_value_operand(noe_murphi_emit_constant(checker, checker->builder.integer, ast->value, ast->span),
                                    ast->span);
  case NOE_AST_NAME: return noe_murphi_check_name(checker, ast);
  case NOE_AST_FIELD: return noe_murphi_check_field(checker, ast);
  case NOE_AST_INDEX: return noe_murphi_check_index(checker, ast);
  case NOE_AST_CALL: return noe_murphi_check_call(checker, ast, false);
  case NOE_AST_PARENTHESES: return check_parentheses(checker, ast);
  case NOE_AST_UNARY: return noe_murphi_check_unary(checker, ast);
  case NOE_AST_BINARY: return noe_murphi_check_binary(checker, ast);
  case NOE_AST_CONDITIONAL: return check_conditional(checker, ast);
  case NOE_AST_FORALL:
  case NOE_AST_EXISTS: return noe_murphi_check_quantified(checker, ast);
  case NOE_AST_ISUNDEFINED: return check_isundefined(checker, ast);
  case NOE_AST_ISMEMBER: return check_ismember(checker, ast);
  case NOE_AST_MULTISETCOUNT: return noe_murphi_check_count(checker, ast);
  case NOE_AST_RULE_ATOM: return noe_murphi_check_enabled(checker, ast);
  case NOE_AST_REAL: break; /* refused by the parser */
  case NOE_AST_POINT:
  case NOE_AST_BRACES:
  case NOE_AST_REPEAT: break; /* parts of formulas and sequences, never of a state's condition */
  }
  return noe_murphi_no_operand();
}

struct noe_operand noe_murphi_check_operand(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  if (checker->depth >= NOE_EXPRESSION_DEPTH_LIMIT) {
    if (!checker->too_deep) {
      noe_base_report(checker->diagnostics, NOE_E_DEPTH, ast->span, "this expression is nested too deeply");
      noe_base_hint(checker->diagnostics, "split it with functions");
    }
    checker->too_deep = true;
    return noe_murphi_no_operand();
  }
  checker->depth++;
  struct noe_operand operand = check_operand(checker, ast);
  checker->too_deep = --checker->depth && checker->too_deep;
  return operand;
}
