/* Bound names: for, forall, exists, and the elements of multisets. */
#include "lang/murphi/check_int.h"

static struct noe_symbol *declare_bound(struct noe_checker *checker, const struct noe_ast_name *name,
                                        enum noe_symbol_kind kind, const struct noe_type *type, uint32_t slot) {
  struct noe_symbol *symbol = noe_murphi_declare(checker, name, kind);
  if (!symbol)
    return NULL;
  symbol->type = type;
  symbol->plain = true;
  symbol->right = kind == NOE_SYMBOL_QUANTIFIER ? NOE_RIGHT_PRIVATE : NOE_RIGHT_READ;
  symbol->location = noe_murphi_emit_named(checker, NOE_EXPR_LOCAL, type, slot, name);
  return symbol;
}

static bool check_type_domain(struct noe_checker *checker, const struct noe_ast_quantifier *ast,
                              struct noe_domain *domain) {
  domain->type = noe_murphi_check_type(checker, ast->type);
  if (!domain->type || noe_murphi_is_index(domain->type))
    return domain->type;
  noe_base_report(checker->diagnostics, NOE_E_INDEX_TYPE, ast->type->span, "%s cannot be run through",
                  noe_murphi_type_text(checker, domain->type));
  domain->type = NULL;
  return false;
}

static bool check_step(struct noe_checker *checker, const struct noe_ast_quantifier *ast, struct noe_domain *domain) {
  if (!ast->by)
    return true;
  domain->by = noe_murphi_check_integer(checker, ast->by);
  if (domain->by && domain->by->kind == NOE_EXPR_CONSTANT && domain->by->value == 0) {
    noe_base_report(checker->diagnostics, NOE_E_STEP, ast->by->span, "the step must not be zero");
    return false;
  }
  return domain->by;
}

bool noe_murphi_check_domain(struct noe_checker *checker, const struct noe_ast_quantifier *ast,
                             struct noe_domain *domain, uint32_t *slot) {
  *domain = (struct noe_domain){0};
  bool ok;
  if (ast->type)
    ok = check_type_domain(checker, ast, domain);
  else {
    domain->from = noe_murphi_check_integer(checker, ast->from);
    domain->to = noe_murphi_check_integer(checker, ast->to);
    ok = check_step(checker, ast, domain) && domain->from && domain->to;
  }
  *slot = noe_murphi_frame_take(checker, 1);
  const struct noe_type *type = domain->type ? domain->type : checker->builder.integer;
  struct noe_symbol *symbol = declare_bound(checker, ast->name, NOE_SYMBOL_QUANTIFIER, type, *slot);
  if (symbol && !ok)
    symbol->location = NULL; /* uses of the name stay silent */
  return ok && symbol;
}

/* The quantifiers from `quantifier` on, then the body. */
static struct noe_expr *quantified(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                   const struct noe_ast_quantifier *quantifier) {
  if (!quantifier)
    return noe_murphi_check_condition(checker, ast->left);
  enum noe_expr_kind kind = ast->kind == NOE_AST_FORALL ? NOE_EXPR_FORALL : NOE_EXPR_EXISTS;
  struct noe_expr *expr = noe_murphi_emit(checker, kind, checker->builder.boolean, ast->span);
  expr->name = quantifier->name->text;
  noe_murphi_scope_open(checker->scopes);
  bool ok = noe_murphi_check_domain(checker, quantifier, &expr->domain, &expr->slot);
  expr->left = quantified(checker, ast, quantifier->next);
  noe_murphi_scope_close(checker->scopes);
  noe_model_add_loop(&checker->builder, expr->domain.type, expr, NULL);
  return ok && expr->left ? expr : NULL;
}

struct noe_operand noe_murphi_check_quantified(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_expr *expr = quantified(checker, ast, ast->quantifiers);
  return noe_murphi_value_operand(expr, ast->span);
}

struct noe_expr *noe_murphi_check_elements(struct noe_checker *checker, const struct noe_ast_name *name,
                                           const struct noe_ast_expr *target, struct noe_operand *operand,
                                           uint32_t *slot) {
  *operand = noe_murphi_check_operand(checker, target);
  *slot = noe_murphi_frame_take(checker, 1);
  bool ok = operand->expr && operand->type->kind == NOE_TYPE_MULTISET && operand->is_location;
  if (operand->expr && !ok)
    noe_base_report(checker->diagnostics, NOE_E_MULTISET, target->span, "this is %s, not a multiset",
                    noe_murphi_type_text(checker, operand->type));
  const struct noe_type *type = ok ? noe_model_slot(&checker->builder, operand->type) : checker->builder.integer;
  struct noe_symbol *symbol = declare_bound(checker, name, NOE_SYMBOL_ELEMENT, type, *slot);
  if (symbol && !ok)
    symbol->location = NULL;
  return ok && symbol ? operand->expr : NULL;
}

struct noe_operand noe_murphi_check_count(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_COUNT, checker->builder.integer, ast->span);
  struct noe_operand operand;
  noe_murphi_scope_open(checker->scopes);
  expr->left = noe_murphi_check_elements(checker, ast->name, ast->left, &operand, &expr->slot);
  expr->right = noe_murphi_check_condition(checker, ast->right);
  noe_murphi_scope_close(checker->scopes);
  bool ok = expr->left && expr->right;
  if (ok)
    noe_model_add_loop(&checker->builder, operand.type, expr, NULL);
  return noe_murphi_value_operand(ok ? expr : NULL, ast->span);
}
