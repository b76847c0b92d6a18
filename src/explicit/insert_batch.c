/* Taking successors in: assumptions, the store, and claims about states that are new. */
#include <assert.h>
#include <string.h>

#include "explicit/native.h"
#include "store/hash.h"

/* One that is asked for comes no sooner than one that is used. */
enum { WORTH_FETCHING = 2, ITEMS_AT_ONCE = 128 };
/* A key goes in in a tenth of a microsecond. */
enum { ITEMS_PER_WATCH = 8 };

/* The items of the state at hand. */
static void count_items(const struct noe_batch *batch, struct noe_counts *counts) {
  assert(batch->first <= batch->count && "the items of a state are the last ones");
  for (size_t i = batch->first; i < batch->count; i++) {
    counts->rules_fired += batch->items[i].weight;
    counts->firings[batch->items[i].clause->id] += batch->items[i].weight;
  }
  counts->transitions += batch->count - batch->first;
}

void noe_explicit_forget_early(struct noe_worker *worker) {
  struct noe_counts *early = &worker->early;
  if (!early->transitions)
    return;
  memset(early->firings, 0, worker->search->model->rule_count * sizeof *early->firings);
  early->transitions = early->rules_fired = 0;
}

void noe_explicit_insert_batch_early(struct noe_worker *worker) {
  count_items(&worker->batch, &worker->early);
  noe_explicit_insert_batch(worker);
}

void noe_explicit_commit(struct noe_worker *worker) {
  assert(worker->batch.first <= worker->batch.count && "the items of a state are the last ones");
  struct noe_counts *counts = &worker->counts, *early = &worker->early;
  count_items(&worker->batch, counts);
  counts->expanded++;
  if (!early->transitions)
    return;
  counts->transitions += early->transitions;
  counts->rules_fired += early->rules_fired;
  for (uint32_t i = 0; i < worker->search->model->rule_count; i++)
    counts->firings[i] += early->firings[i];
  noe_explicit_forget_early(worker);
}

/* ----------------------------------------------------------- a new state */

/* Assumptions come before, liveness when the whole graph is known. */
void noe_explicit_check_claims(struct noe_worker *worker, const uint8_t *key, uint64_t id) {
  assert(key && worker->ready && "a key to judge, and a worker that is set up");
  if (worker->view.module && noe_explicit_native_claims(worker, key))
    return;
  const struct noe_exchange *exchange = noe_system_state_to_judge(&worker->view.orbits, key, worker->judged);
  noe_model_machine_exchange(worker->view.machine, exchange);
  noe_verdict_observe_claims(&worker->observer, worker->judged, id);
  noe_model_machine_exchange(worker->view.machine, NULL);
}

/* ------------------------------------------------------------- assumptions */

/* Cover statements run while an assumption is evaluated, too. If another thread puts the
 * state in meanwhile, this evaluation counts for nobody: each state is evaluated once, as
 * if there were one thread. */
static void note_covers(struct noe_worker *worker) {
  const uint64_t *covers = noe_model_machine_covers(worker->view.machine);
  uint32_t count = worker->search->model->property_count;
  if (count)
    memcpy(worker->recount + count, covers, count * sizeof *covers);
}

static void uncount_covers(struct noe_worker *worker) {
  const uint64_t *covers = noe_model_machine_covers(worker->view.machine);
  uint32_t count = worker->search->model->property_count;
  for (uint32_t i = 0; i < count; i++)
    worker->recount[i] += covers[i] - worker->recount[count + i];
}

/* May the state be stored, as far as assumptions are concerned? */
static bool is_assumed(struct noe_worker *worker, const struct noe_batch_item *item, const uint8_t *key) {
  note_covers(worker);
  noe_system_state(&worker->view.orbits, key, worker->judged);
  return noe_verdict_observe_assumptions(&worker->observer, worker->judged, item->source, item->clause,
                                         worker->batch.arguments + item->arguments);
}

/* ----------------------------------------------------------------- taking in */

/* What compiled code cannot tell the canonical form of a canonical form does. */
static void count_orbit(struct noe_worker *worker, const struct noe_batch_item *item, const uint8_t *key) {
  struct noe_orbits *orbits = &worker->view.orbits;
  uint64_t stabiliser = orbits->group ? item->stabiliser : 0;
  bool by_classes = orbits->sums && item->classes <= NOE_NATIVE_SIZES;
  if (orbits->canoniser && !item->is_cells && !orbits->group && by_classes) {
    noe_system_count_classes(orbits, item->sizes, item->classes);
    return;
  }
  if (orbits->canoniser && !item->is_cells && !stabiliser) {
    noe_system_state(orbits, key, worker->judged);
    noe_system_key(orbits, worker->judged, worker->again);
  }
  noe_system_count_orbit(orbits, key, stabiliser);
}

/* Nothing is stored if a guest takes states instead. */
static void meet(struct noe_worker *worker, const struct noe_batch_item *item, uint64_t hash, const uint8_t *key) {
  assert(worker->search->guest.judged && "a guest that meets states is told how they were judged");
  uint64_t before = worker->observer.records.failures;
  if (worker->search->system.has_assumptions && !item->is_judged && !is_assumed(worker, item, key))
    return;
  if (!worker->search->guest.meet(worker, item, hash, key))
    return;
  noe_explicit_check_claims(worker, key, worker->at);
  worker->search->guest.judged(worker, worker->observer.records.failures > before);
}

/* `key` of the item; the state is not there yet, or it is. */
static void take_in(struct noe_worker *worker, const struct noe_batch_item *item, const struct noe_probe *probe,
                    const uint8_t *key) {
  struct noe_search *search = worker->search;
  uint64_t id;
  if (search->guest.meet) {
    meet(worker, item, probe->hash, key);
    return;
  }
  bool judged = search->system.has_assumptions && !item->is_judged &&
                !noe_store_find(search->store, key, item->bytes, probe->hash, &id);
  if (judged && !is_assumed(worker, item, key))
    return;
  enum noe_insert insert =
      noe_store_insert_at(search->store, worker->number, key, item->bytes, probe, item->source, &id);
  if (insert == NOE_INSERT_FULL) {
    noe_explicit_stop(search, NOE_STOP_MEMORY);
    return;
  }
  noe_witness_successors_note(&search->exits, item->source, id);
  if (insert == NOE_INSERT_OLD) {
    if (judged)
      uncount_covers(worker);
    return;
  }
  count_orbit(worker, item, key);
  noe_explicit_check_claims(worker, key, id);
}

/* Canonical forms are found here, one by one: the size of the orbit is then at hand. */
static const uint8_t *find_key(struct noe_worker *worker, struct noe_batch_item *item, struct noe_probe *probe) {
  uint8_t *data = noe_batch_data(&worker->batch, item);
  if (!item->is_cells)
    return data;
  item->bytes = noe_system_key(&worker->view.orbits, (const int64_t *)(const void *)data, worker->taken);
  *probe = (struct noe_probe){.hash = noe_store_hash(worker->taken, item->bytes)};
  return worker->taken;
}

/* First asks for the keys that the items will be compared with; for their places in the table they asked
 * when they came. */
void noe_explicit_insert_batch(struct noe_worker *worker) {
  assert(worker->batch.count <= worker->batch.room && "a batch stays in its room");
  struct noe_search *search = worker->search;
  struct noe_batch *batch = &worker->batch;
  if (batch->count >= WORTH_FETCHING)
    noe_store_fetch(search->store, worker->number, batch->probes, batch->count);
  for (size_t i = 0; i < batch->count && !search->stop; i++) {
    struct noe_batch_item *item = &batch->items[i];
    struct noe_probe *probe = &batch->probes[i];
    if (item->is_cells || i % ITEMS_PER_WATCH == 0)
      noe_explicit_watch(worker);
    if (!item->is_dropped)
      take_in(worker, item, probe, find_key(worker, item, probe));
  }
  noe_batch_clear(batch);
}

/* Whole states on their way into the store are large. */
static bool holds_rows(const struct noe_worker *worker) {
  return worker->view.orbits.canoniser && !(worker->view.module && worker->view.frame->canonical);
}

void noe_explicit_insert_batch_many(struct noe_worker *worker) {
  if (worker->batch.count >= ITEMS_AT_ONCE || holds_rows(worker))
    noe_explicit_insert_batch(worker);
}
