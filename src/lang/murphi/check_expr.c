/* Expressions: designators and the ways to use them. */
#include "lang/murphi/check_int.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

static struct noe_operand nothing(void) { return (struct noe_operand){.variable = NOE_NO_VARIABLE}; }

static struct noe_operand value_operand(struct noe_expr *expr, struct noe_span span) {
  if (!expr)
    return nothing();
  return (struct noe_operand){.expr = expr, .type = expr->type, .right = NOE_RIGHT_READ,
                              .variable = NOE_NO_VARIABLE, .span = span};
}

/* ------------------------------------------------------------- designators */

static struct noe_operand symbol_operand(struct noe_checker *checker, const struct noe_symbol *symbol,
                                         struct noe_span span) {
  if (symbol->kind == NOE_SYMBOL_CONSTANT) {
    struct noe_operand operand =
        value_operand(noe_murphi_emit_constant(checker, symbol->type, symbol->value, span), span);
    operand.symbol = symbol;
    return operand;
  }
  if (!symbol->location) /* its declaration was wrong, and was reported */
    return nothing();
  struct noe_expr *expr = NOE_NEW(checker->arena, struct noe_expr);
  *expr = *symbol->location;
  expr->place = noe_murphi_place(checker, span);
  return (struct noe_operand){.expr = expr, .type = symbol->type, .is_location = true,
                              .plain = symbol->plain, .right = symbol->right,
                              .variable = symbol->variable, .symbol = symbol, .span = span};
}

static struct noe_operand check_name(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  if (noe_murphi_is_undefined_word(checker, ast)) {
    noe_base_report(checker->diagnostics, NOE_E_UNDEFINED_WORD, ast->span,
                    "`undefined` cannot be part of an expression");
    noe_base_hint(checker->diagnostics, "to test for it write isundefined(...)");
    return nothing();
  }
  const struct noe_symbol *symbol = noe_murphi_resolve(checker, ast->name);
  if (!symbol)
    return nothing();
  if (symbol->kind != NOE_SYMBOL_TYPE && symbol->kind != NOE_SYMBOL_FUNCTION)
    return symbol_operand(checker, symbol, ast->span);
  bool is_type = symbol->kind == NOE_SYMBOL_TYPE;
  noe_base_report(checker->diagnostics, NOE_E_NOT_A_VALUE, ast->span, "`%s` is a %s, not a value",
                  ast->name->text, is_type ? "type" : "procedure or function");
  if (!is_type)
    noe_base_hint(checker->diagnostics, "a call needs parentheses: %s()", ast->name->text);
  return nothing();
}

/* Component of `base`: same rights, but no longer the plain variable. */
static struct noe_operand component(struct noe_operand base, struct noe_expr *expr, struct noe_span span) {
  base.expr = expr;
  base.type = expr->type;
  base.plain = false;
  base.is_call = false;
  base.span = span;
  return base;
}

static struct noe_operand check_field(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand base = noe_murphi_check_operand(checker, ast->left);
  if (!base.expr)
    return nothing();
  if (base.type->kind != NOE_TYPE_RECORD) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_RECORD, ast->left->span,
                    "this is of type %s, which has no fields", noe_murphi_type_text(checker, base.type));
    return nothing();
  }
  for (uint32_t i = 0; i < base.type->field_count; i++) {
    const struct noe_field *field = &base.type->fields[i];
    if (strcmp(field->name, ast->name->text) != 0)
      continue;
    struct noe_expr *expr =
        noe_murphi_emit_slot(checker, NOE_EXPR_FIELD, field->type, field->offset, ast->span);
    expr->left = base.expr;
    return component(base, expr, ast->span);
  }
  noe_base_report(checker->diagnostics, NOE_E_UNKNOWN_FIELD, ast->name->span, "%s has no field `%s`",
                  noe_murphi_type_text(checker, base.type), ast->name->text);
  for (uint32_t i = 0; i < base.type->field_count; i++)
    if (!strcasecmp(base.type->fields[i].name, ast->name->text))
      noe_base_hint(checker->diagnostics, "did you mean `%s`?", base.type->fields[i].name);
  return nothing();
}

static struct noe_operand check_element(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        struct noe_operand base, struct noe_operand index) {
  struct noe_expr *value = noe_murphi_convert(checker, index, base.type->index, false, "index");
  if (!value)
    return nothing();
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_ELEMENT, base.type->element, ast->span);
  expr->left = base.expr;
  expr->right = value;
  return component(base, expr, ast->span);
}

static struct noe_operand check_slot(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                     struct noe_operand base, struct noe_operand index) {
  if (index.type->kind != NOE_TYPE_SLOT ||
      !noe_murphi_alike(checker, index.type->element, base.type, index.span)) {
    noe_base_report(checker->diagnostics, NOE_E_MULTISET_INDEX, ast->right->span,
                    "this does not name an element of the multiset");
    noe_base_hint(checker->diagnostics,
                  "elements are reached through a name bound by choose, multisetcount or multisetremovepred");
    return nothing();
  }
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_SLOT, base.type->element, ast->span);
  expr->left = base.expr;
  expr->right = noe_murphi_operand_value(checker, index, false);
  return component(base, expr, ast->span);
}

static struct noe_operand check_index(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand base = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand index = noe_murphi_check_operand(checker, ast->right);
  if (!base.expr || !index.expr)
    return nothing();
  if (base.type->kind == NOE_TYPE_ARRAY)
    return check_element(checker, ast, base, index);
  if (base.type->kind == NOE_TYPE_MULTISET)
    return check_slot(checker, ast, base, index);
  noe_base_report(checker->diagnostics, NOE_E_NOT_ARRAY, ast->left->span,
                  "this is of type %s and cannot be indexed", noe_murphi_type_text(checker, base.type));
  return nothing();
}

/* ------------------------------------------------------------------ values */

struct noe_expr *noe_murphi_operand_value(struct noe_checker *checker, struct noe_operand operand,
                                          bool copy) {
  if (!operand.expr)
    return NULL;
  if (!noe_type_is_simple(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_SIMPLE, operand.span,
                    "a simple value is needed here, not %s", noe_murphi_type_text(checker, operand.type));
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

static struct noe_expr *part_shift(struct noe_checker *checker, enum noe_fit fit,
                                   const struct noe_type *type, const struct noe_type *part,
                                   struct noe_expr *value, struct noe_span span) {
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

static void report_mismatch(struct noe_checker *checker, struct noe_operand operand,
                            const struct noe_type *to, const char *what) {
  const char *subject = operand_text(checker, operand), *needed = noe_murphi_type_text(checker, to);
  if (!strcmp(what, "comparison"))
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, operand.span, "%s cannot be compared with %s",
                    subject, needed);
  else
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, operand.span,
                    "%s: %s does not fit where %s is needed", what, subject, needed);
  if (to->kind == NOE_TYPE_SCALARSET && noe_type_is_integer(operand.type))
    noe_base_hint(checker->diagnostics,
                  "scalarset values have no numbers; get them from a ruleset, for, forall or exists");
  else if (to->kind == NOE_TYPE_BOOLEAN && noe_type_is_integer(operand.type))
    noe_base_hint(checker->diagnostics, "write true or false, or a comparison");
}

struct noe_expr *noe_murphi_convert(struct noe_checker *checker, struct noe_operand operand,
                                    const struct noe_type *to, bool copy, const char *what) {
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
bool noe_murphi_passes_undefined(const struct noe_checker *checker, struct noe_operand operand,
                                 bool assigned) {
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
    noe_base_report(checker->diagnostics, NOE_E_NOT_BOOLEAN, ast->span,
                    "a condition is needed here, not %s", noe_murphi_type_text(checker, operand.type));
    return NULL;
  }
  return noe_murphi_operand_value(checker, operand, false);
}

struct noe_expr *noe_murphi_check_integer(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast);
  if (!operand.expr)
    return NULL;
  if (!noe_type_is_integer(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_INTEGER, ast->span,
                    "an integer is needed here, not %s", noe_murphi_type_text(checker, operand.type));
    return NULL;
  }
  return noe_murphi_operand_value(checker, operand, false);
}

/* The first sub-expression that stays in a constant expression because it
 * cannot be computed. */
static bool fails_to_fold(const struct noe_expr *expr) {
  bool left = !expr->left || expr->left->kind == NOE_EXPR_CONSTANT;
  bool right = !expr->right || expr->right->kind == NOE_EXPR_CONSTANT;
  if (expr->kind >= NOE_EXPR_NEGATE && expr->kind <= NOE_EXPR_SHIFT_RIGHT && left && right)
    return true;
  return (expr->left && fails_to_fold(expr->left)) || (expr->right && fails_to_fold(expr->right));
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
  if (expr->kind != NOE_EXPR_CONSTANT) {
    if (fails_to_fold(expr))
      noe_base_report(checker->diagnostics, NOE_E_CONSTANT_ARITHMETIC, ast->span,
                      "this constant divides by zero or overflows");
    else
      noe_base_report(checker->diagnostics, NOE_E_NOT_CONSTANT, ast->span, "a constant is needed here");
    return false;
  }
  *type = expr->type;
  *value = expr->value;
  return true;
}

/* ----------------------------------------------------------- small things */

static struct noe_operand check_isundefined(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->left);
  if (!operand.expr)
    return nothing();
  if (!operand.is_location || !noe_type_is_simple(operand.type)) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_DESIGNATOR, ast->left->span,
                    operand.is_location ? "isundefined needs a simple variable"
                                        : "isundefined needs a variable, not a computed value");
    return nothing();
  }
  struct noe_expr *expr =
      noe_murphi_emit(checker, NOE_EXPR_ISUNDEFINED, checker->builder.boolean, ast->span);
  expr->left = operand.expr;
  return value_operand(expr, ast->span);
}

static struct noe_operand check_ismember(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->left);
  const struct noe_type *type = noe_murphi_check_type(checker, ast->type);
  if (!operand.expr || !type)
    return nothing();
  bool same = operand.type == type && (type->kind == NOE_TYPE_ENUM || type->kind == NOE_TYPE_SCALARSET ||
                                       type->kind == NOE_TYPE_UNION);
  int part = operand.type->kind == NOE_TYPE_UNION ? noe_model_union_part(operand.type, type) : -1;
  if (!same && part < 0) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, ast->span,
                    "a value of type %s is never or always a member of %s",
                    noe_murphi_type_text(checker, operand.type), noe_murphi_type_text(checker, type));
    noe_base_hint(checker->diagnostics, "ismember asks of a union value which member type it belongs to");
    return nothing();
  }
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_ISMEMBER, checker->builder.boolean, ast->span);
  bool reads = operand.type->kind == NOE_TYPE_ENUM;
  expr->left = noe_murphi_operand_value(checker, operand, !reads);
  expr->low = same ? type->low : operand.type->part_offsets[part];
  expr->high = expr->low + (type->high - type->low);
  return value_operand(expr, ast->span);
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
    yes = noe_murphi_convert(checker, left, type, copy, "branch of ?:");
    no = noe_murphi_convert(checker, right, type, copy, "branch of ?:");
  } else {
    yes = left.expr;
    no = noe_murphi_check_compound(checker, right, type, "branch of ?:");
  }
  if (!yes || !no)
    return nothing();
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_CONDITIONAL, type, ast->span);
  expr->condition = condition;
  expr->left = yes;
  expr->right = no;
  if (condition->kind == NOE_EXPR_CONSTANT)
    *expr = condition->value ? *yes : *no;
  expr->type = type;
  struct noe_operand operand = value_operand(expr, ast->span);
  operand.is_location = !simple;
  operand.is_call = simple && copy;
  return operand;
}

static struct noe_operand check_conditional(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const struct noe_expr *condition = noe_murphi_check_condition(checker, ast->condition);
  struct noe_operand left = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand right = noe_murphi_check_operand(checker, ast->right);
  if (!condition || !left.expr || !right.expr)
    return nothing();
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
    return value_operand(
        noe_murphi_emit_constant(checker, checker->builder.integer, ast->value, ast->span), ast->span);
  case NOE_AST_NAME: return check_name(checker, ast);
  case NOE_AST_FIELD: return check_field(checker, ast);
  case NOE_AST_INDEX: return check_index(checker, ast);
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
  case NOE_AST_REAL: break; /* refused by the parser */
  }
  return nothing();
}

struct noe_operand noe_murphi_check_operand(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  if (checker->depth >= NOE_EXPRESSION_DEPTH_LIMIT) {
    if (!checker->too_deep) {
      noe_base_report(checker->diagnostics, NOE_E_DEPTH, ast->span, "this expression is nested too deeply");
      noe_base_hint(checker->diagnostics, "split it with functions");
    }
    checker->too_deep = true;
    return nothing();
  }
  checker->depth++;
  struct noe_operand operand = check_operand(checker, ast);
  checker->too_deep = --checker->depth && checker->too_deep;
  return operand;
}
