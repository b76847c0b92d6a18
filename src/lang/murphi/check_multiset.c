/* Statements on multisets. */
#include "lang/murphi/check_int.h"

/* The multiset to be changed, or NULL. */
static struct noe_expr *check_bag(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                  struct noe_operand *operand, bool adds) {
  struct noe_expr *target = noe_murphi_check_place(checker, ast, operand);
  if (!target || !noe_murphi_may_change(checker, *operand, adds))
    return NULL;
  if (operand->type->kind == NOE_TYPE_MULTISET)
    return target;
  noe_base_report(checker->diagnostics, NOE_E_MULTISET, ast->span, "this is %s, not a multiset",
                  noe_murphi_type_text(checker, operand->type));
  return NULL;
}

static struct noe_stmt *check_add(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_MULTISET_ADD, ast->span);
  struct noe_operand target, value = noe_murphi_check_operand(checker, ast->value);
  stmt->target = check_bag(checker, ast->target, &target, true);
  if (!stmt->target || !value.expr)
    return NULL;
  const struct noe_type *element = target.type->element;
  stmt->value =
      noe_type_is_simple(element)
          ? noe_murphi_convert(checker, value, element, noe_murphi_passes_undefined(checker, value, false), "element")
          : noe_murphi_check_compound(checker, value, element, "element");
  return stmt->value ? stmt : NULL;
}

static struct noe_stmt *check_remove(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_MULTISET_REMOVE, ast->span);
  struct noe_operand target, value = noe_murphi_check_operand(checker, ast->value);
  stmt->target = check_bag(checker, ast->target, &target, false);
  if (!stmt->target || !value.expr)
    return NULL;
  if (value.type->kind != NOE_TYPE_SLOT ||
      !noe_murphi_alike(checker, value.type->element, target.type, ast->value->span)) {
    noe_base_report(checker->diagnostics, NOE_E_MULTISET_INDEX, ast->value->span,
                    "this does not name an element of the multiset");
    noe_base_hint(checker->diagnostics, "bind a name with choose, or remove by condition with "
                                        "multisetremovepred(i: m, condition)");
    return NULL;
  }
  stmt->value = noe_murphi_operand_value(checker, value, false);
  return stmt->value ? stmt : NULL;
}

static struct noe_stmt *check_remove_if(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_MULTISET_REMOVE_IF, ast->span);
  struct noe_operand operand;
  noe_murphi_scope_open(checker->scopes);
  stmt->target = noe_murphi_check_elements(checker, ast->name, ast->target, &operand, &stmt->slot);
  bool ok = stmt->target && noe_murphi_may_change(checker, operand, false);
  stmt->value = noe_murphi_check_condition(checker, ast->value);
  noe_murphi_scope_close(checker->scopes);
  if (ok)
    noe_model_add_loop(&checker->builder, operand.type, NULL, stmt);
  return ok && stmt->value ? stmt : NULL;
}

struct noe_stmt *noe_murphi_check_multiset(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  if (ast->kind == NOE_AST_MULTISETADD)
    return check_add(checker, ast);
  if (ast->kind == NOE_AST_MULTISETREMOVE)
    return check_remove(checker, ast);
  return check_remove_if(checker, ast);
}
