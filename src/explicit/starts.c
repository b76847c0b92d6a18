/* Do start states treat all values alike? The proof of the text does not always say; then they
 * are made once, by the referee, with their loops watched. */
#include "explicit/search_int.h"

static bool is_watched(const struct noe_search *search) {
  for (uint32_t i = 0; i < search->model->loop_count; i++)
    if (search->proof->start_kinds[i] != NOE_WATCH_NOTHING)
      return true;
  return false;
}

/* The search has not begun: there is nothing to be kept, or to be told of. */
static bool is_late(void *context) {
  struct noe_search *search = context;
  const struct noe_task *task = search->task;
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed))
    noe_explicit_stop(search, NOE_STOP_INTERRUPT);
  else if (task->options->time > 0 && noe_explicit_now() - search->began >= task->options->time)
    noe_explicit_stop(search, NOE_STOP_TIME);
  return search->stop != NOE_STOP_NONE;
}

struct look {
  struct noe_search *search;
  bool order; /* seen to matter */
};

static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct look *look = context;
  struct noe_search *search = look->search;
  enum noe_outcome outcome =
      noe_model_machine_fire(search->referee, clause, arguments, NULL, search->orbits.scratch);
  look->order = outcome == NOE_OUTCOME_ORDER ||
                (outcome == NOE_OUTCOME_FAULT && noe_model_machine_fault_in_loop(search->referee));
  return !look->order && !search->stop;
}

/* If those that lead pass the watch, their images do. */
static bool depend_on_order(struct noe_search *search) {
  struct look look = {.search = search};
  struct noe_enabled *enabled = &search->retrace.enabled;
  noe_explicit_enabled_each_start(enabled, NULL, start, &look);
  return look.order || enabled->order;
}

void noe_explicit_look_at_starts(struct noe_search *search) {
  const struct noe_proof *proof = search->proof;
  if (!search->keys.symmetry || !proof->can_be_uneven)
    return;
  search->keys.is_uneven = proof->is_uneven;
  if (proof->is_uneven || !is_watched(search))
    return;
  noe_model_machine_watch(search->referee, proof->start_kinds);
  noe_model_machine_filter(search->referee, noe_explicit_leads, &search->orbits);
  noe_model_machine_patience(search->referee, is_late, search);
  search->keys.is_uneven = depend_on_order(search);
  noe_model_machine_patience(search->referee, NULL, NULL);
  noe_model_machine_filter(search->referee, NULL, NULL);
  noe_model_machine_watch(search->referee, NULL);
}
