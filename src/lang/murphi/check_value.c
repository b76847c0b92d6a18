/* What an operand can be used as: a value, a condition, a constant, a value of
 * another type. */
#include "lang/murphi/check_int.h"

#include <string.h>

struct noe_expr *noe_murphi_operand_value(struct noe_checker *checker, struct noe_operand operand, bool copy) {
  if (!operand.expr)
    return NULL;
  if (!noe_type_is_simple(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_SIMPLE, operand.span, "a simple value is needed here, not %s",
                    noe_murphi_type_text(checker, operand.type));
    return NULL;
  }
  enum noe_expr_kind kind;
  if (operand.is_location)
    kind = copy ? NOE_EXPR_COPY : NOE_EXPR_READ;
  else if (operand.is_call && !copy)
    kind = NOE_EXPR_DEFINED;
  else
    return operand.expr;
  struct noe_expr *value = noe_murphi_emit(checker, kind, operand.type, operand.span);
  value->left = operand.expr;
  return value;
}

static struct noe_expr *part_shift(struct noe_checker *checker, enum noe_fit fit, const struct noe_type *type,
                                   const struct noe_type *part, struct noe_expr *value, struct noe_span span) {
  int64_t offset = type->part_offsets[noe_model_union_part(type, part)];
  bool widen = fit == NOE_FIT_WIDEN;
  if (value->kind == NOE_EXPR_CONSTANT && widen)
    return noe_murphi_emit_constant(checker, type, value->value + offset, span);
  struct noe_expr *expr =
      noe_murphi_emit(checker, widen ? NOE_EXPR_SHIFT_PART : NOE_EXPR_NARROW, widen ? type : part, span);
  expr->left = value;
  expr->value = offset;
  expr->high = part->high;
  return expr;
}

/* The operand for a message: as it is written, if that is short, and its type. */
static const char *operand_text(struct noe_checker *checker, struct noe_operand operand) {
  enum { SHOWN = 30 };
  const char *type = noe_murphi_type_text(checker, operand.type);
  const char *text = checker->source->bytes + operand.span.begin;
  size_t length = operand.span.end - operand.span.begin;
  if (!length || length > SHOWN || memchr(text, '\n', length))
    return type;
  return noe_base_arena_format(checker->arena, "`%.*s` (of %s)", (int)length, text, type);
}

static bool is_nominal(const struct noe_type *type) {
  return type->kind == NOE_TYPE_ENUM || type->kind == NOE_TYPE_SCALARSET;
}

static void report_mismatch(struct noe_checker *checker, struct noe_operand operand, const struct noe_type *to,
                            const char *what) {
  const char *subject = operand_text(checker, operand), *needed = noe_murphi_type_text(checker, to);
  if (!strcmp(what, "comparison"))
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, operand.span, "%s cannot be compared with %s", subject,
                    needed);
  else
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, operand.span, "%s: %s does not fit where %s is needed",
                    what, subject, needed);
  if (to->kind == NOE_TYPE_SCALARSET && noe_type_is_integer(operand.type))
    noe_base_hint(checker->diagnostics,
                  "scalarset values have no numbers; get them from a ruleset, for, forall or exists");
  else if (to->kind == NOE_TYPE_BOOLEAN && noe_type_is_integer(operand.type))
    noe_base_hint(checker->diagnostics, "write true or false, or a comparison");
  else if (to->kind == NOE_TYPE_ENUM && noe_type_is_integer(operand.type))
    noe_base_hint(checker->diagnostics, "its values have names and no numbers: `%s`%s", to->members[0],
                  to->high ? ", ..." : "");
  else if (is_nominal(to) && is_nominal(operand.type) && to->kind != operand.type->kind)
    noe_base_hint(checker->diagnostics, "values of both types fit a variable of type `union {...}`");
}

struct noe_expr *noe_murphi_convert(struct noe_checker *checker, struct noe_operand operand, const struct noe_type *to,
                                    bool copy, const char *what) {
  if (!operand.expr)
    return NULL;
  enum noe_fit fit = noe_murphi_fit(checker, operand.type, to, operand.span);
  if (fit == NOE_FIT_NOT) {
    report_mismatch(checker, operand, to, what);
    return NULL;
  }
  struct noe_expr *value = noe_murphi_operand_value(checker, operand, copy);
  if (value && fit == NOE_FIT_WIDEN)
    return part_shift(checker, fit, to, operand.type, value, operand.span);
  if (value && fit == NOE_FIT_NARROW)
    return part_shift(checker, fit, operand.type, to, value, operand.span);
  return value;
}

struct noe_expr *noe_murphi_check_compound(struct noe_checker *checker, struct noe_operand operand,
                                           const struct noe_type *to, const char *what) {
  if (!operand.expr)
    return NULL;
  if (noe_murphi_fit(checker, operand.type, to, operand.span) != NOE_FIT_SAME) {
    report_mismatch(checker, operand, to, what);
    return NULL;
  }
  return operand.expr;
}

/* 5.4, copies. Enum, scalarset and union values pass undefined on; integers and
 * booleans only from a plain variable, and only when assigned. */
bool noe_murphi_passes_undefined(const struct noe_checker *checker, struct noe_operand operand, bool assigned) {
  switch (checker->options->undefined) {
  case NOE_UNDEFINED_STRICT: return false;
  case NOE_UNDEFINED_LENIENT: return true;
  default: break;
  }
  if (!operand.is_location && !operand.is_call)
    return false;
  if (operand.type->kind >= NOE_TYPE_ENUM && operand.type->kind <= NOE_TYPE_UNION)
    return true;
  return assigned && operand.plain && operand.is_location;
}

struct noe_expr *noe_murphi_check_value(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  return noe_murphi_operand_value(checker, noe_murphi_check_operand(checker, ast), false);
}

struct noe_expr *noe_murphi_check_condition(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast);
  if (!operand.expr)
    return NULL;
  if (operand.type->kind != NOE_TYPE_BOOLEAN) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_BOOLEAN, ast->span, "a condition is needed here, not %s",
                    noe_murphi_type_text(checker, operand.type));
    if (noe_type_is_integer(operand.type))
      noe_base_hint(checker->diagnostics, "write a comparison, such as `... != 0`");
    return NULL;
  }
  return noe_murphi_operand_value(checker, operand, false);
}

struct noe_expr *noe_murphi_as_integer(struct noe_checker *checker, struct noe_operand operand) {
  if (!operand.expr)
    return NULL;
  if (!noe_type_is_integer(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_INTEGER, operand.span, "an integer is needed here, not %s",
                    noe_murphi_type_text(checker, operand.type));
    if (operand.type->kind >= NOE_TYPE_ENUM && operand.type->kind <= NOE_TYPE_UNION)
      noe_base_hint(checker->diagnostics, "such values have no numbers and no order; `=` and `!=` compare them");
    return NULL;
  }
  return noe_murphi_operand_value(checker, operand, false);
}

struct noe_expr *noe_murphi_check_integer(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  return noe_murphi_as_integer(checker, noe_murphi_check_operand(checker, ast));
}

bool noe_murphi_check_constant(struct noe_checker *checker, const struct noe_ast_expr *ast,
                               const struct noe_type **type, int64_t *value) {
  /* Constant expressions have no frame; a quantifier or call in one would ask
   * for slots, so lend one and throw it away. */
  struct noe_frame lent = {0}, *before = checker->frame;
  if (!before)
    checker->frame = &lent;
  const struct noe_expr *expr = noe_murphi_check_value(checker, ast);
  checker->frame = before;
  if (!expr)
    return false;
  enum noe_folded folded = noe_murphi_fold(expr, value);
  if (folded != NOE_FOLDED) {
    if (folded == NOE_FOLDED_FAILS)
      noe_base_report(checker->diagnostics, NOE_E_CONSTANT_ARITHMETIC, ast->span,
                      "this constant divides by zero or overflows");
    else {
      noe_base_report(checker->diagnostics, NOE_E_NOT_CONSTANT, ast->span, "a constant is needed here");
      noe_base_hint(checker->diagnostics, "constants are made of numbers, enum members, constants and operators");
    }
    return false;
  }
  *type = expr->type;
  return true;
}
