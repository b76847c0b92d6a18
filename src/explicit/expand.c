/* Successors by the reference interpreter, and by compiled code where there is some. */
#include <string.h>

#include "explicit/native.h"
#include "explicit/store_hash.h"

/* ----------------------------------------------------------------- trouble */

/* A whole level is looked at, whoever meets what first: the least culprit is taken. */
void noe_explicit_order(struct noe_worker *worker) {
  uint32_t culprit = noe_model_machine_order(worker->machine);
  if (!worker->order || culprit < worker->culprit)
    worker->culprit = culprit;
  worker->order = true;
}

/* If the search goes on after this error, the states that another order would
 * have led to must not be missed. And where start states prefer some values, an order
 * that meets the error need not be that of any state which is reached. */
void noe_explicit_fault(struct noe_worker *worker, struct noe_evidence where) {
  const struct noe_search *search = worker->search;
  bool is_one_of_many = search->task->options->max_errors != 1 || search->keys.is_uneven;
  if (is_one_of_many && noe_model_machine_fault_in_loop(worker->machine))
    noe_explicit_order(worker);
  else
    noe_explicit_record_fault(&worker->records, noe_model_machine_fault(worker->machine), &where);
}

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  worker->trouble = true;
  noe_explicit_fault(worker,
                     (struct noe_evidence){.at = worker->at,
                                           .failed = clause,
                                           .failed_arguments = arguments,
                                           .more = noe_model_alike(clause, arguments) - 1});
  return true;
}

static bool start_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_explicit_fault(worker,
                     (struct noe_evidence){.at = NOE_NO_STATE,
                                           .step = clause,
                                           .step_arguments = arguments,
                                           .more = noe_model_alike(clause, arguments) - 1});
  return true;
}

/* ------------------------------------------------------------------ firing */

void noe_explicit_offer(struct noe_worker *worker, const struct noe_clause *clause, const int64_t *arguments,
                        uint64_t weight, const int64_t *successor) {
  struct noe_batch *batch = &worker->batch;
  struct noe_orbits *orbits = &worker->orbits;
  bool is_cells = orbits->canoniser != NULL;
  size_t cells = worker->search->model->cell_count * sizeof *successor;
  size_t bytes = is_cells ? cells : orbits->shape->most_words * sizeof(uint64_t);
  struct noe_batch_item *item =
      noe_batch_add(batch, clause, worker->search->has_assumptions ? arguments : NULL, bytes);
  item->source = worker->at;
  item->weight = weight;
  item->is_cells = is_cells;
  if (is_cells) {
    memcpy(noe_batch_data(batch, item), successor, cells);
    noe_batch_probe(batch, 0);
    return;
  }
  item->bytes = noe_explicit_key(orbits, successor, noe_batch_data(batch, item));
  uint64_t hash = noe_store_hash(noe_batch_data(batch, item), item->bytes);
  noe_batch_probe(batch, hash);
  noe_explicit_store_prefetch(worker->search->store, hash);
  noe_batch_trim(batch, item->bytes);
}

/* Only another state is progress under `stuttering`: the concrete one, before
 * any reduction looks at it, and before assumptions rule it out. */
static bool is_progress(const struct noe_worker *worker) {
  const struct noe_search *search = worker->search;
  return search->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
         memcmp(worker->state, worker->successor, search->model->cell_count * sizeof *worker->state) != 0;
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_explicit_watch(worker);
  switch (noe_model_machine_fire(worker->machine, clause, arguments, worker->state, worker->successor)) {
    case NOE_OUTCOME_TRUE:
      worker->progress |= is_progress(worker);
      noe_explicit_offer(worker, clause, arguments, noe_explicit_led(&worker->orbits, clause, arguments),
                         worker->successor);
      if (noe_batch_is_large(&worker->batch))
        noe_explicit_settle_early(worker);
      break;
    case NOE_OUTCOME_FAULT:
      worker->trouble = true;
      noe_explicit_fault(worker,
                         (struct noe_evidence){.at = worker->at,
                                               .step = clause,
                                               .step_arguments = arguments,
                                               .more = noe_clause_alike(clause) - 1});
      break;
    case NOE_OUTCOME_ORDER:
      noe_explicit_order(worker);
      break;
    case NOE_OUTCOME_STOPPED: /* search->stop says why */
    case NOE_OUTCOME_DISCARD: /* an assumption in the body: there is no such firing */
    case NOE_OUTCOME_FALSE:
      break;
  }
  return !worker->search->stop;
}

/* A state in which something failed is not called a deadlock as well. */
static void check_deadlock(struct noe_worker *worker) {
  if (!worker->progress && !worker->trouble && worker->search->task->options->deadlock != NOE_DEADLOCK_OFF)
    noe_explicit_record_deadlock(&worker->records, worker->at);
}

/* Firings in worker->state, except of the rules that `done` (by rule; NULL: none) says yes
 * to; false if it was not finished. */
static bool fire_all(struct noe_worker *worker, const uint8_t *done) {
  struct noe_enabled *enabled = &worker->enabled;
  enabled->skip = done;
  enabled->exchange = worker->orbits.symmetry ? &worker->orbits.twins.exchange : NULL;
  bool all = noe_explicit_enabled_each(enabled, worker->state, guard_failed, fire, worker);
  enabled->exchange = NULL;
  if (enabled->order)
    noe_explicit_order(worker);
  return all && !worker->search->stop;
}

static bool interpret(struct noe_worker *worker) {
  worker->progress = false;
  noe_explicit_state_and_twins(&worker->orbits, worker->key, worker->state);
  noe_batch_begin(&worker->batch);
  return fire_all(worker, NULL);
}

/* Rules that the module leaves out follow by interpretation. */
static bool find_successors(struct noe_worker *worker) {
  if (!worker->module || !noe_explicit_native_expand(worker))
    return interpret(worker);
  return !worker->partial || fire_all(worker, worker->module->rules);
}

void noe_explicit_expand(struct noe_worker *worker, uint64_t id) {
  worker->at = id;
  worker->trouble = false;
  noe_explicit_forget_early(worker); /* of a state that was not finished */
  noe_explicit_watch(worker);
  noe_explicit_store_read_parent(worker->search->store, worker->number, id, worker->key);
  if (!find_successors(worker))
    return;
  noe_explicit_commit(worker);
  check_deadlock(worker);
}

/* ------------------------------------------------------------------- start */

/* There may be as many start states as there are states: they are taken in by and by. */
static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_explicit_watch(worker);
  enum noe_outcome outcome = noe_model_machine_fire(worker->machine, clause, arguments, NULL, worker->successor);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_explicit_order(worker);
  if (outcome == NOE_OUTCOME_FAULT)
    start_failed(worker, clause, arguments);
  if (outcome == NOE_OUTCOME_TRUE) {
    noe_explicit_offer(worker, clause, arguments, 1, worker->successor);
    noe_explicit_settle_many(worker);
  }
  if (++worker->starts % NOE_STATES_PER_POLL == 0)
    noe_explicit_native_poll_alone(worker);
  return !worker->search->stop;
}

/* What is known to be uneven need not be watched. */
void noe_explicit_start(struct noe_worker *worker) {
  const struct noe_search *search = worker->search;
  worker->at = NOE_NO_STATE;
  if (search->keys.is_uneven)
    noe_model_machine_watch(worker->machine, NULL);
  noe_explicit_enabled_each_start(&worker->enabled, start_failed, start, worker);
  noe_explicit_settle(worker);
  if (worker->enabled.order)
    noe_explicit_order(worker);
  if (search->keys.is_uneven)
    noe_model_machine_watch(worker->machine, search->proof->kinds);
}
