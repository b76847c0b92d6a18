/* Successors by the reference interpreter, and by compiled code where there is some. */
#include <assert.h>
#include <string.h>

#include "explicit/native.h"
#include "store/hash.h"

/* ----------------------------------------------------------------- trouble */

static void failed(void *owner, const struct noe_clause *clause, const int64_t *arguments, bool in_body) {
  struct noe_worker *worker = owner;
  worker->trouble = true;
  noe_verdict_observe_rule_fault(&worker->observer, worker->at, clause, arguments, in_body);
}

static void order(void *owner) {
  struct noe_worker *worker = owner;
  noe_verdict_observe_order(&worker->observer);
}

static bool start_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_verdict_observe_start_fault(&worker->observer, clause, arguments);
  return true;
}

/* ------------------------------------------------------------------ firing */

void noe_explicit_offer(struct noe_worker *worker, const struct noe_clause *clause, const int64_t *arguments,
                        uint64_t weight, const int64_t *successor) {
  assert(weight && "a firing stands for itself at least");
  struct noe_batch *batch = &worker->batch;
  struct noe_orbits *orbits = &worker->view.orbits;
  bool is_cells = orbits->canoniser != NULL;
  size_t cells = worker->search->model->cell_count * sizeof *successor;
  size_t bytes = is_cells ? cells : orbits->shape->most_words * sizeof(uint64_t);
  struct noe_batch_item *item =
      noe_batch_add(batch, clause, worker->search->system.has_assumptions ? arguments : NULL, bytes);
  item->source = worker->at;
  item->weight = weight;
  item->is_cells = is_cells;
  if (is_cells) {
    memcpy(noe_batch_data(batch, item), successor, cells);
    noe_batch_probe(batch, 0);
    return;
  }
  item->bytes = noe_system_key(orbits, successor, noe_batch_data(batch, item));
  uint64_t hash = noe_store_hash(noe_batch_data(batch, item), item->bytes);
  noe_batch_probe(batch, hash);
  noe_store_prefetch(worker->search->store, hash);
  noe_batch_trim(batch, item->bytes);
}

bool noe_explicit_ready(void *owner) {
  struct noe_worker *worker = owner;
  noe_explicit_watch(worker);
  return !worker->search->stop;
}

static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)key, (void)bytes;
  struct noe_worker *worker = frame->host;
  worker->progress = true;
  noe_explicit_offer(worker, &worker->search->model->rules[rule], arguments, weight, cells);
  if (noe_batch_is_large(&worker->batch))
    noe_explicit_insert_batch_early(worker);
  return !worker->search->stop;
}

static const struct noe_visitor visitor = {
    .successor = take, .ready = noe_explicit_ready, .failed = failed, .order = order};

/* A state in which something failed is not called a deadlock as well. */
static void check_deadlock(struct noe_worker *worker) {
  assert(worker->at != NOE_NO_STATE && "a state that was expanded");
  if (!worker->progress && !worker->trouble && worker->search->task->options->deadlock != NOE_DEADLOCK_OFF)
    noe_verdict_record_deadlock(&worker->observer.records, worker->at);
}

/* Firings in the state at hand, except of the rules that `done` (by rule; NULL: none) says yes
 * to; false if it was not finished. */
static bool fire_all(struct noe_worker *worker, const uint8_t *done) {
  bool all = noe_system_fire_interpreted(&worker->view, done, &visitor);
  if (worker->search->task->options->deadlock == NOE_DEADLOCK_STUTTERING)
    worker->progress = worker->view.frame->progress;
  return all && !worker->search->stop;
}

static bool interpret(struct noe_worker *worker) {
  worker->progress = worker->view.frame->progress = false;
  noe_system_view_enter(&worker->view, worker->key);
  noe_batch_begin(&worker->batch);
  return fire_all(worker, NULL);
}

/* Rules that the module leaves out follow by interpretation. */
static bool find_successors(struct noe_worker *worker) {
  if (!worker->view.module || !noe_explicit_native_expand(worker))
    return interpret(worker);
  return !worker->view.is_partial || fire_all(worker, worker->view.rules);
}

void noe_explicit_expand_key(struct noe_worker *worker) {
  worker->trouble = false;
  noe_explicit_forget_early(worker); /* of a state that was not finished */
  noe_explicit_watch(worker);
  if (!find_successors(worker))
    return;
  noe_explicit_commit(worker);
  check_deadlock(worker);
}

void noe_explicit_expand(struct noe_worker *worker, uint64_t id) {
  assert(id != NOE_NO_STATE && worker->ready && "a state, and a worker that is set up");
  worker->at = id;
  noe_store_read_parent(worker->search->store, worker->number, id, worker->key);
  noe_explicit_expand_key(worker);
}

/* ------------------------------------------------------------------- start */

/* Loops of start states that are known to be uneven need not be watched. Those of claims about the states that come
 * of them must be, as in any other state: the representative has other names, and might skip an error. */
static void watch_starts(struct noe_worker *worker, bool making) {
  const struct noe_search *search = worker->search;
  if (search->system.keys.is_uneven)
    noe_system_view_watch(&worker->view, !making);
}

/* There may be as many start states as there are states: they are taken in by and by. */
static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_explicit_watch(worker);
  enum noe_outcome outcome = noe_system_fire(&worker->view, clause, arguments, NULL, worker->view.successor);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_observe_order(&worker->observer);
  if (outcome == NOE_OUTCOME_FAULT)
    start_failed(worker, clause, arguments);
  if (outcome == NOE_OUTCOME_TRUE) {
    noe_explicit_offer(worker, clause, arguments, 1, worker->view.successor);
    watch_starts(worker, false);
    noe_explicit_insert_batch_many(worker);
    watch_starts(worker, true);
  }
  if (++worker->starts % NOE_STATES_PER_POLL == 0)
    noe_explicit_native_poll_alone(worker);
  return !worker->search->stop;
}

void noe_explicit_start(struct noe_worker *worker) {
  assert(!worker->number && "worker 0 makes start states");
  worker->at = NOE_NO_STATE;
  watch_starts(worker, true);
  noe_system_enabled_each_start(&worker->view.enabled, start_failed, start, worker);
  watch_starts(worker, false);
  noe_explicit_insert_batch(worker);
  if (worker->view.enabled.order)
    noe_verdict_observe_order(&worker->observer);
}
