/* Who may write a local: statements that name it as their target, and whoever gets a reference to it. */
#include "compile/emit_int.h"

bool noe_compile_is_rooted(const struct noe_expr *expr, uint32_t slot) {
  while (expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT || expr->kind == NOE_EXPR_SLOT)
    expr = expr->left;
  if (expr->kind == NOE_EXPR_CONDITIONAL)
    return noe_compile_is_rooted(expr->left, slot) || noe_compile_is_rooted(expr->right, slot);
  return expr->kind == NOE_EXPR_LOCAL && expr->slot == slot;
}

/* Is the local passed to somebody who may write it? */
static bool expr_exposes(const struct noe_expr *expr, uint32_t slot) {
  if (!expr)
    return false;
  for (uint32_t i = 0; expr->call && i < expr->call->function->parameter_count; i++) {
    const struct noe_argument *argument = &expr->call->arguments[i];
    if (expr_exposes(argument->value, slot) ||
        (expr->call->function->parameters[i].by_reference && noe_compile_is_rooted(argument->value, slot)))
      return true;
  }
  return expr_exposes(expr->condition, slot) || expr_exposes(expr->left, slot) || expr_exposes(expr->right, slot) ||
         expr_exposes(expr->domain.from, slot) || expr_exposes(expr->domain.to, slot) ||
         expr_exposes(expr->domain.by, slot);
}

static bool is_watched_loop(const struct noe_proof *proof, const struct noe_stmt *stmt) {
  return stmt->kind == NOE_STMT_FOR && proof && proof->kinds[stmt->loop] == NOE_WATCH_ORDER;
}

bool noe_compile_stmt_exposes(const struct noe_stmt *stmt, struct noe_exposure what) {
  const uint32_t slot = what.slot;
  if (stmt->target && !what.proof && noe_compile_is_rooted(stmt->target, slot))
    return true;
  if (stmt->kind == NOE_STMT_BIND_LOCATION && noe_compile_is_rooted(stmt->value, slot))
    return true;
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (expr_exposes(stmt->arms[i].conditions[k], slot))
        return true;
    if (noe_compile_stmts_expose(stmt->arms[i].body, what))
      return true;
  }
  struct noe_exposure inside = {slot, is_watched_loop(what.proof, stmt) ? NULL : what.proof};
  return expr_exposes(stmt->target, slot) || expr_exposes(stmt->value, slot) || expr_exposes(stmt->domain.from, slot) ||
         expr_exposes(stmt->domain.to, slot) || expr_exposes(stmt->domain.by, slot) ||
         noe_compile_stmts_expose(stmt->body, inside) || noe_compile_stmts_expose(stmt->otherwise, what);
}

bool noe_compile_stmts_expose(const struct noe_stmt *list, struct noe_exposure what) {
  for (; list; list = list->next)
    if (noe_compile_stmt_exposes(list, what))
      return true;
  return false;
}

bool noe_compile_exposes(const struct noe_stmt *list, uint32_t slot) {
  return noe_compile_stmts_expose(list, (struct noe_exposure){.slot = slot});
}
