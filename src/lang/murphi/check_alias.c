/* Aliases: another name for a place, or for a value, fixed on entry. */
#include "lang/murphi/check_int.h"

/* A place that is the same whenever it is asked for: no index on the way. */
static bool is_fixed(const struct noe_expr *expr) {
  if (expr->kind == NOE_EXPR_FIELD)
    return is_fixed(expr->left);
  return expr->kind == NOE_EXPR_GLOBAL || expr->kind == NOE_EXPR_LOCAL || expr->kind == NOE_EXPR_REFERENCE;
}

static enum noe_alias_kind alias_location(struct noe_checker *checker, struct noe_operand operand,
                                          const struct noe_ast_name *name, struct noe_symbol *symbol, uint32_t *slot) {
  symbol->plain = operand.plain;
  symbol->right = operand.right;
  symbol->variable = operand.variable;
  if (is_fixed(operand.expr)) {
    symbol->location = operand.expr;
    return NOE_ALIAS_NOTHING;
  }
  *slot = noe_murphi_frame_take(checker, 1);
  symbol->location = noe_murphi_emit_named(checker, NOE_EXPR_REFERENCE, operand.type, *slot, name);
  return NOE_ALIAS_LOCATION;
}

static enum noe_alias_kind alias_value(struct noe_checker *checker, struct noe_operand operand,
                                       const struct noe_ast_name *name, struct noe_symbol *symbol,
                                       const struct noe_expr **value, uint32_t *slot) {
  symbol->right = NOE_RIGHT_READ;
  bool simple = noe_type_is_simple(operand.type);
  if (simple)
    *value = noe_murphi_operand_value(checker, operand, checker->options->undefined == NOE_UNDEFINED_LENIENT);
  if ((*value)->kind == NOE_EXPR_CONSTANT) {
    symbol->kind = NOE_SYMBOL_CONSTANT;
    symbol->value = (*value)->value;
    return NOE_ALIAS_NOTHING;
  }
  *slot = noe_murphi_frame_take(checker, operand.type->cells);
  symbol->location = noe_murphi_emit_named(checker, NOE_EXPR_LOCAL, operand.type, *slot, name);
  return simple ? NOE_ALIAS_VALUE : NOE_ALIAS_CELLS;
}

/* Does the location name a place of the model, rather than a temporary? */
static bool is_place(const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CALL:
  case NOE_EXPR_CONDITIONAL: return false;
  case NOE_EXPR_FIELD:
  case NOE_EXPR_ELEMENT:
  case NOE_EXPR_SLOT: return is_place(expr->left);
  default: return true;
  }
}

enum noe_alias_kind noe_murphi_check_alias(struct noe_checker *checker, const struct noe_ast_name *name,
                                           const struct noe_ast_expr *ast, const struct noe_expr **value,
                                           uint32_t *slot) {
  /* Resolved before the name is declared: `alias x: x` means the outer x. */
  struct noe_operand operand = noe_murphi_check_operand(checker, ast);
  struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_ALIAS);
  if (!operand.expr || !symbol)
    return NOE_ALIAS_WRONG;
  symbol->type = operand.type;
  *value = operand.expr;
  if (operand.is_location && is_place(operand.expr))
    return alias_location(checker, operand, name, symbol, slot);
  return alias_value(checker, operand, name, symbol, value, slot);
}
