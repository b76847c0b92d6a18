/* Whether start states treat all values alike, which the proof of the text does not always say: then they are made
 * once, with their loops watched. */
#include "system/starts.h"

#include <assert.h>

static bool is_watched(const struct noe_system *system) {
  for (uint32_t i = 0; i < system->model->loop_count; i++)
    if (system->proof->start_kinds[i] != NOE_WATCH_NOTHING)
      return true;
  return false;
}

struct inspection {
  struct noe_view *view;
  bool (*stop)(void *context);
  void *context;
  bool order; /* seen to matter */
};

static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct inspection *inspection = context;
  struct noe_view *view = inspection->view;
  enum noe_outcome outcome = noe_system_fire(view, clause, arguments, NULL, view->orbits.scratch);
  inspection->order =
      outcome == NOE_OUTCOME_ORDER || (outcome == NOE_OUTCOME_FAULT && noe_model_machine_fault_in_loop(view->machine));
  return !inspection->order && !inspection->stop(inspection->context);
}

/* If those that lead pass the watch, their images do. */
static bool depend_on_order(struct inspection *inspection) {
  struct noe_enabled *enabled = &inspection->view->enabled;
  noe_system_enabled_each_start(enabled, NULL, start, inspection);
  return inspection->order || enabled->order;
}

void noe_system_inspect_starts(struct noe_view *view, bool (*stop)(void *context), void *context) {
  assert(view->system->proof && "what the text proves comes first");
  struct noe_system *system = view->system;
  const struct noe_proof *proof = system->proof;
  struct inspection inspection = {.view = view, .stop = stop, .context = context};
  if (!system->keys.symmetry || !proof->can_be_uneven)
    return;
  system->keys.is_uneven = proof->is_uneven;
  if (proof->is_uneven || !is_watched(system))
    return;
  noe_model_machine_watch(view->machine, proof->start_kinds);
  noe_model_machine_filter(view->machine, noe_system_leads, &view->orbits);
  noe_model_machine_patience(view->machine, stop, context);
  assert(!view->module && "the interpreter watches loops, compiled code has not begun");
  system->keys.is_uneven = depend_on_order(&inspection);
  noe_model_machine_patience(view->machine, view->stop, view->owner);
  noe_model_machine_filter(view->machine, NULL, NULL);
  noe_model_machine_watch(view->machine, NULL);
}
