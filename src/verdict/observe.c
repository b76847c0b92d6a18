#include "verdict/observe.h"

#include <assert.h>

#include "system/claims.h"

/* ------------------------------------------------------------------- order */

/* Everything is looked at, in whatever order it is met: the least culprit is taken, and it is called an error only if
 * each time it was one. */
static void note_order(struct noe_observer *observer, bool by_error) {
  uint32_t culprit = noe_model_machine_order(observer->view->machine);
  assert(culprit < observer->view->system->model->loop_count && "the machine names a loop of this model");
  if (!observer->order || culprit < observer->culprit) {
    observer->culprit = culprit;
    observer->by_error = by_error;
  } else if (culprit == observer->culprit)
    observer->by_error = observer->by_error && by_error;
  observer->order = true;
}

void noe_verdict_observe_order(struct noe_observer *observer) {
  note_order(observer, noe_model_machine_order_by_error(observer->view->machine));
}

/* ------------------------------------------------------------------ errors */

/* If the search goes on after this error, the states that another order would have led to must not be missed. And
 * where start states prefer some values, an order that meets the error need not be that of any state which is
 * reached. */
void noe_verdict_observe_fault(struct noe_observer *observer, struct noe_evidence where) {
  const struct noe_machine *machine = observer->view->machine;
  bool is_one_of_many = observer->options->max_errors != 1 || observer->view->system->keys.is_uneven;
  if (is_one_of_many && noe_model_machine_fault_in_loop(machine))
    note_order(observer, true);
  else
    noe_verdict_record_fault(&observer->records, noe_model_machine_fault(machine), &where);
}

void noe_verdict_observe_rule_fault(struct noe_observer *observer, uint64_t at, const struct noe_clause *rule,
                                    const int64_t *arguments, bool in_body) {
  assert(rule->kind == NOE_CLAUSE_RULE && at != NOE_NO_STATE && "a rule, in a state");
  struct noe_evidence where = {.at = at};
  if (in_body) {
    where.step = rule;
    where.step_arguments = arguments;
    where.more = noe_clause_alike(rule) - 1;
  } else {
    where.failed = rule;
    where.failed_arguments = arguments;
    where.more = noe_model_alike(rule, arguments) - 1;
  }
  noe_verdict_observe_fault(observer, where);
}

void noe_verdict_observe_start_fault(struct noe_observer *observer, const struct noe_clause *start,
                                     const int64_t *arguments) {
  assert(start->kind == NOE_CLAUSE_START && "it makes start states");
  noe_verdict_observe_fault(observer, (struct noe_evidence){.at = NOE_NO_STATE,
                                                            .step = start,
                                                            .step_arguments = arguments,
                                                            .more = noe_model_alike(start, arguments) - 1});
}

/* ------------------------------------------------------------------ claims */

struct failing {
  struct noe_observer *observer;
  struct noe_evidence where;
};

static bool note_error(void *context, const struct noe_clause *claim, const int64_t *arguments,
                       enum noe_outcome outcome) {
  struct failing *failing = context;
  (void)claim;
  failing->where.failed_arguments = arguments;
  if (outcome == NOE_OUTCOME_FAULT)
    noe_verdict_observe_fault(failing->observer, failing->where);
  return true;
}

/* The claim where.failed cannot be evaluated in the state. Its instances may meet errors at several places, and
 * which of them comes first depends on names: so each counts. */
static void note_errors(struct noe_observer *observer, const int64_t *state, struct noe_evidence where) {
  struct failing failing = {observer, where};
  noe_model_machine_instances(observer->view->machine, where.failed, state, note_error, &failing);
}

bool noe_verdict_observe_assumptions(struct noe_observer *observer, const int64_t *state, uint64_t at,
                                     const struct noe_clause *step, const int64_t *arguments) {
  assert(step && state && "a state that a step leads to");
  struct noe_evidence where = {.at = at, .step = step, .after = true, .more = noe_clause_alike(step) - 1};
  struct noe_view *view = observer->view;
  enum noe_outcome outcome = noe_system_assumptions(view->machine, view->system->model, state, &where.failed);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_observe_order(observer);
  if (outcome == NOE_OUTCOME_FAULT) {
    where.step_arguments = arguments;
    note_errors(observer, state, where);
  }
  return outcome == NOE_OUTCOME_TRUE;
}

static void check_claim(struct noe_observer *observer, const struct noe_clause *property, const int64_t *state,
                        uint64_t id) {
  enum noe_outcome outcome = noe_model_machine_claim(observer->view->machine, property, state);
  const int64_t *arguments = noe_model_machine_arguments(observer->view->machine);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_observe_order(observer);
  else if (outcome == NOE_OUTCOME_FAULT)
    note_errors(observer, state, (struct noe_evidence){.at = id, .failed = property});
  else if (property->property == NOE_PROPERTY_COVER)
    observer->records.claims[property->id].count += outcome == NOE_OUTCOME_TRUE;
  else if (property->property == NOE_PROPERTY_INVARIANT && outcome == NOE_OUTCOME_FALSE)
    noe_verdict_record_claim(&observer->records, property, arguments, id);
}

void noe_verdict_observe_claims(struct noe_observer *observer, const int64_t *state, uint64_t id) {
  assert(state && "claims are judged in a state");
  const struct noe_model *model = observer->view->system->model;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (!model->properties[i].is_statement && (model->properties[i].property == NOE_PROPERTY_INVARIANT ||
                                               model->properties[i].property == NOE_PROPERTY_COVER))
      check_claim(observer, &model->properties[i], state, id);
}
