#include "model/visit.h"

static bool visit_call(const struct noe_visit *visit, const struct noe_call *call) {
  if (visit->functions && visit->functions[call->function->id])
    return true;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (noe_model_visit_expr(visit, call->arguments[i].value))
      return true;
  return false;
}

static bool visit_domain(const struct noe_visit *visit, const struct noe_domain *domain) {
  return noe_model_visit_expr(visit, domain->from) || noe_model_visit_expr(visit, domain->to) ||
         noe_model_visit_expr(visit, domain->by);
}

bool noe_model_visit_expr(const struct noe_visit *visit, const struct noe_expr *expr) {
  if (!expr)
    return false;
  if ((visit->expr && visit->expr(visit, expr)) || (expr->call && visit_call(visit, expr->call)))
    return true;
  return noe_model_visit_expr(visit, expr->condition) || noe_model_visit_expr(visit, expr->left) ||
         noe_model_visit_expr(visit, expr->right) || visit_domain(visit, &expr->domain);
}

static bool visit_arm(const struct noe_visit *visit, const struct noe_arm *arm) {
  for (uint32_t i = 0; i < arm->condition_count; i++)
    if (noe_model_visit_expr(visit, arm->conditions[i]))
      return true;
  return noe_model_visit_stmts(visit, arm->body);
}

static bool visit_stmt(const struct noe_visit *visit, const struct noe_stmt *stmt) {
  if ((visit->stmt && visit->stmt(visit, stmt)) || noe_model_visit_expr(visit, stmt->target) ||
      noe_model_visit_expr(visit, stmt->value) || visit_domain(visit, &stmt->domain))
    return true;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    if (visit_arm(visit, &stmt->arms[i]))
      return true;
  return noe_model_visit_stmts(visit, stmt->body) || noe_model_visit_stmts(visit, stmt->otherwise);
}

bool noe_model_visit_stmts(const struct noe_visit *visit, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next)
    if (visit_stmt(visit, stmt))
      return true;
  return false;
}

const bool *noe_model_visit_functions(struct noe_arena *arena, const struct noe_model *model,
                                      const struct noe_visit *visit) {
  bool *answers = NOE_NEW_ARRAY(arena, bool, model->function_count + 1), more = true;
  struct noe_visit deep = *visit;
  deep.functions = answers;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < model->function_count; i++)
      if (!answers[i] && noe_model_visit_stmts(&deep, model->functions[i]->body))
        answers[i] = more = true;
  }
  return answers;
}
