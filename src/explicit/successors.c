#include "explicit/successors.h"

#include <string.h>

#include "explicit/native.h"

struct noe_visitor {
  noe_successor_visit visit;
  void *context;
  bool enough;
};

/* False: no more. */
static bool meet_key(struct noe_worker *worker, const uint8_t *key, uint32_t bytes) {
  struct noe_visitor *visitor = worker->visitor;
  uint64_t id;
  if (noe_explicit_store_find(worker->search->store, key, bytes, noe_explicit_store_hash(key, bytes), &id))
    visitor->enough = !visitor->visit(visitor->context, id);
  return !visitor->enough;
}

static bool meet_state(struct noe_worker *worker, const int64_t *state) {
  return meet_key(worker, worker->taken, noe_explicit_key(&worker->orbits, state, worker->taken));
}

static bool meet(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)arguments;
  return cells ? meet_state(frame->host, cells) : meet_key(frame->host, key, bytes);
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_worker *worker = context;
  noe_explicit_watch(worker);
  if (noe_model_machine_fire(worker->machine, clause, arguments, worker->state, worker->successor) == NOE_OUTCOME_TRUE &&
      !meet_state(worker, worker->successor))
    return false;
  return !worker->search->stop;
}

/* Except of the rules that `done` (by rule; NULL: none) says yes to. */
static void interpret(struct noe_worker *worker, const uint8_t *done) {
  worker->enabled.skip = done;
  worker->enabled.exchange = worker->orbits.symmetry ? &worker->orbits.twins.exchange : NULL;
  noe_explicit_enabled_each(&worker->enabled, worker->state, NULL, fire, worker);
  worker->enabled.exchange = NULL;
}

/* What was met before compiled code gave up is met again. */
void noe_explicit_successors(struct noe_worker *worker, uint64_t id, noe_successor_visit visit, void *context) {
  struct noe_visitor visitor = {visit, context, false};
  worker->visitor = &visitor;
  noe_explicit_watch(worker);
  noe_explicit_store_read(worker->search->store, id, worker->key);
  bool done = worker->module && noe_explicit_native_fire(worker, meet);
  if (!done && !visitor.enough)
    noe_explicit_state_and_twins(&worker->orbits, worker->key, worker->state);
  if (!visitor.enough && !worker->search->stop && (!done || worker->partial))
    interpret(worker, done ? worker->module->rules : NULL);
  worker->visitor = NULL;
}

/* -------------------------------------------------------------- first ones */

struct noe_firsts {
  uint8_t *keys; /* rows of keys.most_words words */
  struct noe_probe probes[NOE_FIRST_AT_ONCE];
  uint32_t bytes[NOE_FIRST_AT_ONCE];
  bool known[NOE_FIRST_AT_ONCE];
  uint32_t at;
};

static uint8_t *key_at(const struct noe_worker *worker, uint32_t place) {
  return worker->firsts->keys + place * (size_t)worker->search->keys.most_words * sizeof(uint64_t);
}

static bool meet_first(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                       uint32_t bytes, const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)arguments;
  struct noe_worker *worker = frame->host;
  struct noe_firsts *firsts = worker->firsts;
  uint8_t *kept = key_at(worker, firsts->at);
  if (cells)
    bytes = noe_explicit_key(&worker->orbits, cells, kept);
  else
    memcpy(kept, key, bytes);
  firsts->bytes[firsts->at] = bytes;
  firsts->probes[firsts->at].hash = noe_explicit_store_hash(kept, bytes);
  firsts->known[firsts->at] = true;
  noe_explicit_store_prefetch(worker->search->store, firsts->probes[firsts->at].hash);
  return false;
}

static void make_firsts(struct noe_worker *worker) {
  size_t row = worker->search->keys.most_words * sizeof(uint64_t);
  uint8_t *keys = noe_base_alloc(worker->memory, NOE_FIRST_AT_ONCE * row);
  worker->firsts = noe_base_alloc(worker->memory, sizeof *worker->firsts);
  worker->firsts->keys = keys;
}

void noe_explicit_first_successors(struct noe_worker *worker, const uint64_t *ids, uint32_t count, uint64_t *found) {
  struct noe_store *store = worker->search->store;
  for (uint32_t i = 0; i < count; i++)
    found[i] = NOE_NO_STATE;
  if (!worker->module) /* the interpreter takes longer than memory */
    return;
  if (!worker->firsts)
    make_firsts(worker);
  struct noe_firsts *firsts = worker->firsts;
  for (firsts->at = 0; firsts->at < count; firsts->at++) {
    firsts->known[firsts->at] = false;
    noe_explicit_watch(worker);
    noe_explicit_store_read(store, ids[firsts->at], worker->key);
    noe_explicit_native_fire(worker, meet_first);
  }
  noe_explicit_store_fetch(store, worker->number, firsts->probes, count);
  for (uint32_t i = 0; i < count; i++)
    if (firsts->known[i] &&
        !noe_explicit_store_find(store, key_at(worker, i), firsts->bytes[i], firsts->probes[i].hash, &found[i]))
      found[i] = NOE_NO_STATE;
}
