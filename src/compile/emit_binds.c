/* Which blocks' values does a piece of the model run through? */
#include "compile/emit_int.h"

static uint64_t function_binds(struct noe_emitter *emitter, const struct noe_function *function) {
  return emitter->calls[0][function->id].binds;
}

static uint64_t domain_binds(struct noe_emitter *emitter, const struct noe_domain *domain) {
  if (domain->type)
    return noe_compile_blocks(emitter, domain->type);
  return noe_compile_binds_expr(emitter, domain->from) | noe_compile_binds_expr(emitter, domain->to) |
         noe_compile_binds_expr(emitter, domain->by);
}

uint64_t noe_compile_binds_expr(struct noe_emitter *emitter, const struct noe_expr *expr) {
  if (!expr || !emitter->block_count)
    return 0;
  uint64_t binds = 0;
  if (expr->call) {
    binds |= function_binds(emitter, expr->call->function);
    for (uint32_t i = 0; i < expr->call->function->parameter_count; i++)
      binds |= noe_compile_binds_expr(emitter, expr->call->arguments[i].value);
  }
  if (expr->kind == NOE_EXPR_FORALL || expr->kind == NOE_EXPR_EXISTS)
    binds |= domain_binds(emitter, &expr->domain);
  return binds | noe_compile_binds_expr(emitter, expr->condition) | noe_compile_binds_expr(emitter, expr->left) |
         noe_compile_binds_expr(emitter, expr->right);
}

uint64_t noe_compile_binds_stmts(struct noe_emitter *emitter, const struct noe_stmt *list) {
  uint64_t binds = 0;
  for (const struct noe_stmt *stmt = list; stmt && emitter->block_count; stmt = stmt->next) {
    binds |= noe_compile_binds_expr(emitter, stmt->target) | noe_compile_binds_expr(emitter, stmt->value);
    if (stmt->kind == NOE_STMT_FOR)
      binds |= domain_binds(emitter, &stmt->domain);
    for (uint32_t i = 0; i < stmt->arm_count; i++) {
      for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
        binds |= noe_compile_binds_expr(emitter, stmt->arms[i].conditions[k]);
      binds |= noe_compile_binds_stmts(emitter, stmt->arms[i].body);
    }
    binds |= noe_compile_binds_stmts(emitter, stmt->body) | noe_compile_binds_stmts(emitter, stmt->otherwise);
  }
  return binds;
}

/* Functions call each other: until nothing is new. */
void noe_compile_binds_functions(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->function_count; i++) {
      struct noe_emit_call *call = &emitter->calls[0][model->functions[i]->id];
      uint64_t binds = call->binds | noe_compile_binds_stmts(emitter, model->functions[i]->body);
      changed |= binds != call->binds;
      call->binds = binds;
    }
  }
}
