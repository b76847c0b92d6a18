#include "model/access.h"
#include "model/visit.h"

static bool call_is_pure(const struct noe_call *call) {
  if (call->function->writes_state)
    return false;
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (call->function->parameters[i].by_reference || !noe_model_is_pure(call->arguments[i].value))
      return false;
  return true;
}

static bool domain_is_pure(const struct noe_domain *domain) {
  return (!domain->from || noe_model_is_pure(domain->from)) && (!domain->to || noe_model_is_pure(domain->to)) &&
         (!domain->by || noe_model_is_pure(domain->by));
}

bool noe_model_is_pure(const struct noe_expr *expr) {
  if (expr->call && !call_is_pure(expr->call))
    return false;
  return (!expr->condition || noe_model_is_pure(expr->condition)) && (!expr->left || noe_model_is_pure(expr->left)) &&
         (!expr->right || noe_model_is_pure(expr->right)) && domain_is_pure(&expr->domain);
}

static bool looks_at_bag(const struct noe_visit *visit, const struct noe_expr *expr) {
  (void)visit;
  return expr->kind == NOE_EXPR_COUNT || (expr->kind == NOE_EXPR_SAME && expr->left->type->has_multiset);
}

const bool *noe_model_multiset_readers(struct noe_arena *arena, const struct noe_model *model) {
  return noe_model_visit_functions(arena, model, &(struct noe_visit){.expr = looks_at_bag});
}

bool noe_model_reads_multisets(const bool *readers, const struct noe_expr *expr) {
  return noe_model_visit_expr(&(struct noe_visit){.expr = looks_at_bag, .functions = readers}, expr);
}
