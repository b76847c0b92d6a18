/* Evidence that was found in an image of a state, found again in the state itself: the same
 * clause, the same error at the same place, of whichever instance. */
#include <assert.h>

#include "verdict/retrace.h"

struct again {
  struct noe_retrace *retrace;
  struct noe_evidence *evidence;
  const int64_t *state;
  int64_t *after;
  const int64_t *instance; /* of a claim */
  bool found;
};

static bool is_the_fault(const struct again *again) {
  const struct noe_fault *fault = noe_model_machine_fault(again->retrace->view->machine);
  const struct noe_fault *wanted = &again->evidence->fault;
  return fault->code == wanted->code && fault->place.line == wanted->place.line &&
         fault->place.column == wanted->place.column;
}

static const int64_t *copy(const struct again *again, const struct noe_clause *clause, const int64_t *arguments) {
  return noe_verdict_copy_arguments(again->retrace->arena, clause, arguments);
}

static void take_fault(struct again *again) {
  again->evidence->fault =
      noe_verdict_copy_fault(again->retrace->arena, noe_model_machine_fault(again->retrace->view->machine));
  again->found = true;
}

/* A guard or a claim that cannot be evaluated. */
static bool visit_failing(void *context, const struct noe_clause *clause, const int64_t *arguments,
                          enum noe_outcome outcome) {
  struct again *again = context;
  if (outcome != NOE_OUTCOME_FAULT || !is_the_fault(again))
    return true;
  take_fault(again);
  again->evidence->failed_arguments = copy(again, clause, arguments);
  return false;
}

/* A firing that fails, or one that leads to where something cannot be evaluated. */
static bool visit_step(void *context, const struct noe_clause *clause, const int64_t *arguments,
                       enum noe_outcome outcome) {
  struct again *again = context;
  struct noe_machine *machine = again->retrace->view->machine;
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  const int64_t *kept = copy(again, clause, arguments);
  enum noe_outcome fired = noe_system_fire(again->retrace->view, clause, kept, again->state, again->after);
  if (!again->evidence->after && fired == NOE_OUTCOME_FAULT && is_the_fault(again))
    take_fault(again);
  else if (again->evidence->after && fired == NOE_OUTCOME_TRUE)
    noe_model_machine_instances(machine, again->evidence->failed, again->after, visit_failing, again);
  if (again->found)
    again->evidence->step_arguments = kept;
  return !again->found;
}

bool noe_verdict_relocate(struct noe_retrace *retrace, const int64_t *state, struct noe_evidence *evidence) {
  if (!evidence->has_fault)
    return true; /* the state says it all */
  struct again again = {.retrace = retrace, .evidence = evidence, .state = state};
  again.after = NOE_NEW_ARRAY(retrace->arena, int64_t, retrace->model->cell_count);
  noe_model_machine_instances(retrace->view->machine, evidence->step ? evidence->step : evidence->failed, state,
                              evidence->step ? visit_step : visit_failing, &again);
  return again.found;
}

bool noe_verdict_relocate_after(struct noe_retrace *retrace, const int64_t *after, struct noe_evidence *evidence) {
  struct again again = {.retrace = retrace, .evidence = evidence};
  noe_model_machine_instances(retrace->view->machine, evidence->failed, after, visit_failing, &again);
  return again.found;
}

static bool visit_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                           enum noe_outcome outcome) {
  struct again *again = context;
  if (outcome == NOE_OUTCOME_FALSE)
    again->instance = copy(again, clause, arguments);
  return outcome != NOE_OUTCOME_FALSE;
}

const int64_t *noe_verdict_failing_instance(struct noe_retrace *retrace, const struct noe_clause *claim,
                                            const int64_t *state) {
  assert(claim->kind == NOE_CLAUSE_PROPERTY && state && "an instance of a claim, in a state");
  struct again again = {.retrace = retrace};
  noe_model_machine_instances(retrace->view->machine, claim, state, visit_instance, &again);
  return again.instance;
}

/* Values that name points go with them. */
const int64_t *noe_verdict_renamed_instance(struct noe_retrace *retrace, const struct noe_clause *claim,
                                            const int64_t *arguments, const int64_t *state) {
  assert(retrace->view->orbits.symmetry && "names change by permutations");
  int64_t *renamed = NOE_NEW_ARRAY(retrace->arena, int64_t, claim->parameter_count);
  noe_system_key(&retrace->view->orbits, state, retrace->key);
  const uint16_t *permutation = noe_system_permutation(&retrace->view->orbits);
  for (uint32_t i = 0, parameter = 0; i < claim->binder_count; i++) {
    if (claim->binders[i].kind != NOE_BINDER_RANGE)
      continue;
    int64_t value = arguments[parameter];
    int32_t point = noe_symmetry_point(retrace->view->orbits.symmetry, claim->binders[i].type, value), origin = 0;
    while (point >= 0 && permutation[origin] != point)
      origin++;
    assert((point < 0 || (uint32_t)origin < retrace->view->orbits.symmetry->points) &&
           "some point is permuted to the one that is named");
    renamed[parameter++] = point < 0 ? value : value + origin - point;
  }
  return renamed;
}
