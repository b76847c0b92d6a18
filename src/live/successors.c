#include "live/successors.h"

#include <assert.h>
#include <string.h>

#include "explicit/native.h"
#include "live/live_int.h"

struct noe_successor_visitor {
  noe_successor_visit visit;
  void *context;
  bool enough;
};

/* False: no more. */
static bool meet_key(struct noe_worker *worker, const uint8_t *key, uint32_t bytes) {
  struct noe_successor_visitor *visitor = noe_live_worker(worker)->visitor;
  uint64_t id;
  if (noe_store_find(worker->search->store, key, bytes, noe_store_hash_key(key, bytes), &id))
    visitor->enough = !visitor->visit(visitor->context, id);
  return !visitor->enough;
}

static bool meet_state(struct noe_worker *worker, const int64_t *state) {
  return meet_key(worker, worker->taken, noe_system_key(&worker->view.orbits, state, worker->taken));
}

static bool meet(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)arguments;
  return cells ? meet_state(frame->host, cells) : meet_key(frame->host, key, bytes);
}

/* What was met before compiled code gave up is met again. */
static bool ready(void *owner) {
  const struct noe_worker *worker = owner;
  return noe_explicit_ready(owner) && !noe_live_worker(worker)->visitor->enough;
}

void noe_live_successors(struct noe_worker *worker, uint64_t id, noe_successor_visit visit, void *context) {
  assert(!noe_live_worker(worker)->visitor && "one visit at a time");
  static const struct noe_visitor visitor = {.successor = meet, .ready = ready};
  struct noe_successor_visitor here = {visit, context, false};
  noe_live_worker(worker)->visitor = &here;
  noe_explicit_watch(worker);
  noe_store_read(worker->search->store, id, worker->key);
  if (!worker->search->stop)
    noe_system_successors(&worker->view, worker->key, &visitor);
  noe_live_worker(worker)->visitor = NULL;
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
  return noe_live_worker(worker)->firsts->keys +
         place * (size_t)worker->search->system.keys.most_words * sizeof(uint64_t);
}

static bool meet_first(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key,
                       uint32_t bytes, const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)arguments;
  struct noe_worker *worker = frame->host;
  struct noe_firsts *firsts = noe_live_worker(worker)->firsts;
  uint8_t *kept = key_at(worker, firsts->at);
  if (cells)
    bytes = noe_system_key(&worker->view.orbits, cells, kept);
  else
    memcpy(kept, key, bytes);
  firsts->bytes[firsts->at] = bytes;
  firsts->probes[firsts->at].hash = noe_store_hash_key(kept, bytes);
  firsts->known[firsts->at] = true;
  noe_store_prefetch(worker->search->store, firsts->probes[firsts->at].hash);
  return false;
}

static void make_firsts(struct noe_worker *worker) {
  size_t row = worker->search->system.keys.most_words * sizeof(uint64_t);
  uint8_t *keys = noe_base_alloc(worker->memory, NOE_FIRST_AT_ONCE * row);
  noe_live_worker(worker)->firsts = noe_base_alloc(worker->memory, sizeof *noe_live_worker(worker)->firsts);
  noe_live_worker(worker)->firsts->keys = keys;
}

void noe_live_first_successors(struct noe_worker *worker, const uint64_t *ids, uint32_t count, uint64_t *found) {
  assert(count <= NOE_FIRST_AT_ONCE && "no more than there is room for");
  static const struct noe_visitor visitor = {.successor = meet_first};
  struct noe_store *store = worker->search->store;
  for (uint32_t i = 0; i < count; i++)
    found[i] = NOE_NO_STATE;
  if (!worker->view.module) /* the interpreter takes longer than memory */
    return;
  if (!noe_live_worker(worker)->firsts)
    make_firsts(worker);
  struct noe_firsts *firsts = noe_live_worker(worker)->firsts;
  for (firsts->at = 0; firsts->at < count; firsts->at++) {
    firsts->known[firsts->at] = false;
    noe_explicit_watch(worker);
    noe_store_read(store, ids[firsts->at], worker->key);
    noe_system_fire_compiled(&worker->view, worker->key, &visitor);
  }
  noe_store_fetch(store, worker->number, firsts->probes, count);
  for (uint32_t i = 0; i < count; i++)
    if (firsts->known[i] &&
        !noe_store_find(store, key_at(worker, i), firsts->bytes[i], firsts->probes[i].hash, &found[i]))
      found[i] = NOE_NO_STATE;
}
