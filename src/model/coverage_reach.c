/* Which points executions of a clause can come to: its own, and those of the functions that it calls. */
#include "model/coverage_int.h"

struct calls {
  struct noe_visit visit; /* first */
  const struct noe_model *model;
  bool *called; /* by function */
};

static bool meet_call(const struct noe_visit *visit, const struct noe_expr *expr) {
  const struct calls *calls = (const struct calls *)visit;
  const struct noe_function *function = expr->call ? expr->call->function : NULL;
  if (!function || calls->called[function->id])
    return false;
  calls->called[function->id] = true;
  noe_model_visit_stmts(visit, function->body);
  return false;
}

static void follow(const struct calls *calls, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    noe_model_visit_expr(&calls->visit, clause->binders[i].value);
  noe_model_visit_expr(&calls->visit, clause->guard);
  noe_model_visit_stmts(&calls->visit, clause->body);
}

const bool *noe_model_coverage_called(struct noe_arena *arena, const struct noe_model *model) {
  struct calls calls = {.visit.expr = meet_call, .model = model};
  calls.called = NOE_NEW_ARRAY(arena, bool, model->function_count + 1);
  for (uint32_t i = 0; i < model->start_count; i++)
    follow(&calls, &model->starts[i]);
  for (uint32_t i = 0; i < model->rule_count; i++)
    follow(&calls, &model->rules[i]);
  for (uint32_t i = 0; i < model->property_count; i++)
    if (!noe_property_is_temporal(model->properties[i].property))
      follow(&calls, &model->properties[i]);
  return calls.called;
}

const uint64_t *noe_model_coverage_reach(struct noe_arena *arena, const struct noe_coverage *coverage,
                                         const struct noe_model *model, const struct noe_clause *clause) {
  struct calls calls = {.visit.expr = meet_call, .model = model};
  uint64_t *reach = NOE_NEW_ARRAY(arena, uint64_t, coverage->words);
  calls.called = NOE_NEW_ARRAY(arena, bool, model->function_count + 1);
  follow(&calls, clause);
  for (uint32_t i = 0; i < coverage->unit_count; i++) {
    const struct noe_coverage_unit *unit = &coverage->units[i];
    if (unit->clause != clause && (!unit->function || !calls.called[unit->function->id]))
      continue;
    for (uint32_t k = unit->first; k < unit->first + unit->count; k++)
      reach[k / 64] |= UINT64_C(1) << k % 64;
  }
  return reach;
}
