#include "system/claims.h"

#include <assert.h>

bool noe_system_has_property(const struct noe_model *model, enum noe_property_kind kind) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == kind && !model->properties[i].is_statement)
      return true;
  return false;
}

enum noe_outcome noe_system_assumptions(struct noe_machine *machine, const struct noe_model *model,
                                        const int64_t *state, const struct noe_clause **failed) {
  assert(state && "assumptions are about a state");
  *failed = NULL;
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *property = &model->properties[i];
    if (property->property != NOE_PROPERTY_ASSUME || property->is_statement)
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(machine, property, state);
    if (outcome == NOE_OUTCOME_FALSE || outcome == NOE_OUTCOME_ORDER || outcome == NOE_OUTCOME_STOPPED)
      return outcome;
    if (outcome == NOE_OUTCOME_FAULT && !*failed)
      *failed = property;
  }
  /* Once more: the machine forgets a fault at its next execution. */
  return *failed ? noe_model_machine_claim(machine, *failed, state) : NOE_OUTCOME_TRUE;
}
