/* What start states tell before the search: whether they treat all values alike, which the proof
 * of the text does not always say (then they are made once, by the referee, with their loops
 * watched), and how the first of them looks. */
#include "explicit/search_int.h"
#include "store/squeeze.h"
#include "model/first.h"
#include "model/pack.h"

static bool is_watched(const struct noe_search *search) {
  for (uint32_t i = 0; i < search->model->loop_count; i++)
    if (search->system.proof->start_kinds[i] != NOE_WATCH_NOTHING)
      return true;
  return false;
}

/* The search has not begun: there is nothing to be kept, or to be told of. */
static bool is_late(void *context) {
  struct noe_search *search = context;
  const struct noe_task *task = search->task;
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed))
    noe_explicit_stop(search, NOE_STOP_INTERRUPT);
  else if (task->options->time > 0 && noe_base_now() - search->began >= task->options->time)
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
  enum noe_outcome outcome = noe_system_fire(&search->referee, clause, arguments, NULL, search->referee.orbits.scratch);
  look->order = outcome == NOE_OUTCOME_ORDER ||
                (outcome == NOE_OUTCOME_FAULT && noe_model_machine_fault_in_loop(search->referee.machine));
  return !look->order && !search->stop;
}

/* If those that lead pass the watch, their images do. */
static bool depend_on_order(struct noe_search *search) {
  struct look look = {.search = search};
  struct noe_enabled *enabled = &search->referee.enabled;
  noe_system_enabled_each_start(enabled, NULL, start, &look);
  return look.order || enabled->order;
}

void noe_explicit_inspect_starts(struct noe_search *search) {
  const struct noe_proof *proof = search->system.proof;
  if (!search->system.keys.symmetry || !proof->can_be_uneven)
    return;
  search->system.keys.is_uneven = proof->is_uneven;
  if (proof->is_uneven || !is_watched(search))
    return;
  noe_model_machine_watch(search->referee.machine, proof->start_kinds);
  noe_model_machine_filter(search->referee.machine, noe_system_leads, &search->referee.orbits);
  noe_model_machine_patience(search->referee.machine, is_late, search);
  search->system.keys.is_uneven = depend_on_order(search);
  noe_model_machine_patience(search->referee.machine, NULL, NULL);
  noe_model_machine_filter(search->referee.machine, NULL, NULL);
  noe_model_machine_watch(search->referee.machine, NULL);
}

/* ------------------------------------------------------------------ sparse */

bool noe_explicit_starts_are_sparse(struct noe_search *search) {
  const struct noe_model *model = search->model;
  if (search->system.keys.runs || !noe_squeeze_fits(search->system.keys.most_bytes))
    return false;
  struct noe_arena *arena = noe_base_arena_new(search->task->memory);
  int64_t *state = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + 1);
  uint64_t *key = NOE_NEW_ARRAY(arena, uint64_t, model->packed_words + 1);
  uint8_t *squeezed = NOE_NEW_ARRAY(arena, uint8_t, NOE_SQUEEZED_MOST_BYTES);
  bool sparse = false;
  if (noe_model_first_state(search->task->memory, model, state)) {
    uint32_t bytes = noe_model_pack(model, state, key), fixed = search->system.keys.fixed ? bytes : 0;
    sparse =
        bytes >= NOE_SQUEEZE_LEAST_BYTES && noe_store_squeeze((const uint8_t *)key, bytes, fixed, squeezed) < bytes / 2;
  }
  noe_base_arena_delete(arena);
  return sparse;
}
