#include "model/access.h"

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
