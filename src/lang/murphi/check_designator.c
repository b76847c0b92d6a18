/* Designators: names, fields, elements. */
#include "lang/murphi/check_int.h"

#include <string.h>

enum { SHOWN_FIELDS = 6 }; /* in a hint */

static struct noe_operand symbol_operand(struct noe_checker *checker, const struct noe_symbol *symbol,
                                         struct noe_span span) {
  if (symbol->kind == NOE_SYMBOL_CONSTANT) {
    struct noe_operand operand =
        noe_murphi_value_operand(noe_murphi_emit_constant(checker, symbol->type, symbol->value, span), span);
    operand.symbol = symbol;
    return operand;
  }
  if (!symbol->location) /* its declaration was wrong, and was reported */
    return noe_murphi_no_operand();
  struct noe_expr *expr = NOE_NEW(checker->arena, struct noe_expr);
  *expr = *symbol->location;
  expr->place = noe_murphi_place(checker, span);
  return (struct noe_operand){.expr = expr,
                              .type = symbol->type,
                              .is_location = true,
                              .plain = symbol->plain,
                              .right = symbol->right,
                              .variable = symbol->variable,
                              .symbol = symbol,
                              .span = span};
}

struct noe_operand noe_murphi_check_name(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  if (noe_murphi_is_undefined_word(checker, ast)) {
    noe_base_report(checker->diagnostics, NOE_E_UNDEFINED_WORD, ast->span,
                    "`undefined` cannot be part of an expression");
    noe_base_hint(checker->diagnostics, "to test for it write isundefined(...)");
    return noe_murphi_no_operand();
  }
  const struct noe_symbol *symbol = noe_murphi_resolve(checker, ast->name);
  if (!symbol)
    return noe_murphi_no_operand();
  if (symbol->kind != NOE_SYMBOL_TYPE && symbol->kind != NOE_SYMBOL_FUNCTION)
    return symbol_operand(checker, symbol, ast->span);
  bool is_type = symbol->kind == NOE_SYMBOL_TYPE;
  noe_base_report(checker->diagnostics, NOE_E_NOT_A_VALUE, ast->span, "`%s` is a %s, not a value", ast->name->text,
                  is_type ? "type" : "procedure or function");
  if (!is_type)
    noe_base_hint(checker->diagnostics, "a call needs parentheses: %s()", ast->name->text);
  return noe_murphi_no_operand();
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

static void hint_at_field(struct noe_checker *checker, const struct noe_type *type, const char *name) {
  const char **names = NOE_NEW_ARRAY(checker->arena, const char *, type->field_count);
  for (uint32_t i = 0; i < type->field_count; i++)
    names[i] = type->fields[i].name;
  const char *near = noe_base_suggest(name, names, type->field_count);
  const char *text = "";
  for (uint32_t i = 0; i < type->field_count && i < SHOWN_FIELDS; i++)
    text = noe_base_arena_format(checker->arena, "%s%s`%s`", text, i ? ", " : "", names[i]);
  if (near)
    noe_base_hint(checker->diagnostics, "did you mean `%s`?", near);
  else if (type->field_count)
    noe_base_hint(checker->diagnostics, "its fields are %s%s", text, type->field_count > SHOWN_FIELDS ? ", ..." : "");
}

/* `Color.red` */
static void hint_at_member(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const struct noe_symbol *symbol =
      ast->left->kind == NOE_AST_NAME ? noe_murphi_scope_find(checker->scopes, ast->left->name->text) : NULL;
  if (symbol && symbol->kind == NOE_SYMBOL_TYPE && symbol->type && symbol->type->kind == NOE_TYPE_ENUM)
    noe_base_hint(checker->diagnostics, "members of an enum stand alone: `%s`", ast->name->text);
}

struct noe_operand noe_murphi_check_field(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand base = noe_murphi_check_operand(checker, ast->left);
  if (!base.expr) {
    hint_at_member(checker, ast);
    return noe_murphi_no_operand();
  }
  if (base.type->kind != NOE_TYPE_RECORD) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_RECORD, ast->left->span, "this is of type %s, which has no fields",
                    noe_murphi_type_text(checker, base.type));
    return noe_murphi_no_operand();
  }
  for (uint32_t i = 0; i < base.type->field_count; i++) {
    const struct noe_field *field = &base.type->fields[i];
    if (strcmp(field->name, ast->name->text) != 0)
      continue;
    struct noe_expr *expr = noe_murphi_emit_slot(checker, NOE_EXPR_FIELD, field->type, field->offset, ast->span);
    expr->left = base.expr;
    noe_murphi_note_field(checker, base.type, i, ast->name->span);
    return component(base, expr, ast->span);
  }
  noe_base_report(checker->diagnostics, NOE_E_UNKNOWN_FIELD, ast->name->span, "%s has no field `%s`",
                  noe_murphi_type_text(checker, base.type), ast->name->text);
  hint_at_field(checker, base.type, ast->name->text);
  return noe_murphi_no_operand();
}

static struct noe_operand check_element(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        struct noe_operand base, struct noe_operand index) {
  struct noe_expr *value = noe_murphi_convert(checker, index, base.type->index, false, "index");
  if (!value)
    return noe_murphi_no_operand();
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_ELEMENT, base.type->element, ast->span);
  expr->left = base.expr;
  expr->right = value;
  return component(base, expr, ast->span);
}

static struct noe_operand check_slot(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                     struct noe_operand base, struct noe_operand index) {
  if (index.type->kind != NOE_TYPE_SLOT || !noe_murphi_alike(checker, index.type->element, base.type, index.span)) {
    noe_base_report(checker->diagnostics, NOE_E_MULTISET_INDEX, ast->right->span,
                    "this does not name an element of the multiset");
    noe_base_hint(checker->diagnostics,
                  "elements are reached through a name bound by choose, multisetcount or multisetremovepred");
    return noe_murphi_no_operand();
  }
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_SLOT, base.type->element, ast->span);
  expr->left = base.expr;
  expr->right = noe_murphi_operand_value(checker, index, false);
  return component(base, expr, ast->span);
}

struct noe_operand noe_murphi_check_index(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_operand base = noe_murphi_check_operand(checker, ast->left);
  struct noe_operand index = noe_murphi_check_operand(checker, ast->right);
  if (!base.expr || !index.expr)
    return noe_murphi_no_operand();
  if (base.type->kind == NOE_TYPE_ARRAY)
    return check_element(checker, ast, base, index);
  if (base.type->kind == NOE_TYPE_MULTISET)
    return check_slot(checker, ast, base, index);
  noe_base_report(checker->diagnostics, NOE_E_NOT_ARRAY, ast->left->span, "this is of type %s and cannot be indexed",
                  noe_murphi_type_text(checker, base.type));
  return noe_murphi_no_operand();
}
