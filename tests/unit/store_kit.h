/* A random graph, and the breadth-first search of it into a store: what the
 * tests of the store share. Node numbers are small, keys are made from them.
 *
 * The naive answer (levels, and for each node the least parent by hash and key)
 * is computed without the store. */
#ifndef NOE_TESTS_STORE_KIT_H
#define NOE_TESTS_STORE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "store/store_int.h"

enum { KIT_BYTES = 100, KIT_DEGREE = 40, KIT_NONE = UINT32_MAX };

static struct noe_memory *memory;

static inline int set_up(void **state) {
  (void)state;
  memory = noe_base_memory_new(0);
  return memory ? 0 : -1;
}

static inline int tear_down(void **state) {
  (void)state;
  size_t left = noe_base_memory_used(memory);
  noe_base_memory_delete(memory);
  return left ? -1 : 0; /* every test ends at zero bytes */
}

/* The key of a node: its number, and bytes that follow from it; injective, and
 * of the full length if it is to be fixed. Needs most_bytes >= 4. In keys of even
 * length the number is spread so that many have a half in common, in others it
 * comes first. */
static inline uint32_t kit_key(const struct noe_store_shape *shape, uint32_t node, uint8_t *key) {
  uint32_t bytes = shape->fixed ? shape->most_bytes : 4 + node * 7 % (shape->most_bytes - 3);
  bool spread = shape->most_bytes % 2 == 0;
  for (uint32_t i = 1; i < bytes; i++)
    key[i] = (uint8_t)((spread ? i < shape->most_bytes / 2 ? node & 0xff : node >> 8 : node >> (i % 4 * 8)) + i);
  memcpy(key, &node, spread ? 1 : 4);
  if (spread)
    for (uint32_t i = 0; i < 3; i++)
      key[bytes - 3 + i] = (uint8_t)(node >> (8 + 8 * i));
  return bytes;
}

static inline uint32_t kit_node(const struct noe_store_shape *shape, const uint8_t *key, uint32_t bytes) {
  uint32_t node = 0;
  if (shape->most_bytes % 2 == 0)
    return key[0] | (uint32_t)key[bytes - 3] << 8 | (uint32_t)key[bytes - 2] << 16 | (uint32_t)key[bytes - 1] << 24;
  memcpy(&node, key, 4);
  return node;
}

static inline uint64_t kit_hash(const struct noe_store_shape *shape, uint32_t node) {
  uint8_t key[KIT_BYTES];
  uint32_t bytes = kit_key(shape, node, key);
  return noe_store_hash_key(key, bytes);
}

static inline enum noe_insert kit_insert_at(struct noe_store *store, uint32_t thread, uint32_t node,
                                            const struct noe_probe *probe, uint64_t parent, uint64_t *id) {
  uint8_t key[KIT_BYTES];
  uint32_t bytes = kit_key(&store->shape, node, key);
  return noe_store_insert_at(store, thread, key, bytes, probe, parent, id);
}

static inline enum noe_insert kit_insert(struct noe_store *store, uint32_t thread, uint32_t node, uint64_t parent,
                                         uint64_t *id) {
  struct noe_probe probe = {.hash = kit_hash(&store->shape, node)};
  return kit_insert_at(store, thread, node, &probe, parent, id);
}

static inline bool kit_find(const struct noe_store *store, uint32_t node, uint64_t *id) {
  uint8_t key[KIT_BYTES];
  uint32_t bytes = kit_key(&store->shape, node, key);
  return noe_store_find(store, key, bytes, noe_store_hash_key(key, bytes), id);
}

/* The node stored under an id; the whole key must be right. */
static inline uint32_t kit_read(const struct noe_store *store, uint64_t id) {
  uint8_t key[KIT_BYTES], expected[KIT_BYTES];
  uint32_t bytes = noe_store_read(store, id, key), node = kit_node(&store->shape, key, bytes);
  assert_int_equal(bytes, kit_key(&store->shape, node, expected));
  assert_memory_equal(key, expected, bytes);
  return node;
}

/* --------------------------------------------------------------- the graph */

struct kit_graph {
  uint32_t nodes, degree, starts;
  uint64_t seed;
};

static inline uint32_t kit_successor(const struct kit_graph *graph, uint32_t node, uint32_t which) {
  struct noe_random random = {graph->seed + ((uint64_t)node * graph->degree + which) * 77};
  return (uint32_t)noe_random_below(&random, graph->nodes);
}

struct kit_answer {
  uint32_t *depth, *parent; /* by node; KIT_NONE: not reached; no parent */
  uint32_t reached, levels;
};

static inline void kit_free_answer(struct kit_answer *answer) {
  noe_base_free(memory, answer->depth);
  noe_base_free(memory, answer->parent);
}

static inline struct kit_answer kit_naive(const struct kit_graph *graph, const struct noe_store_shape *shape) {
  struct kit_answer answer = {noe_base_alloc(memory, graph->nodes * 4), noe_base_alloc(memory, graph->nodes * 4),
                              graph->starts, 1};
  for (uint32_t i = 0; i < graph->nodes; i++) {
    answer.depth[i] = i < graph->starts ? 0 : KIT_NONE;
    answer.parent[i] = KIT_NONE;
  }
  for (bool more = true; more; answer.levels += more) {
    more = false;
    for (uint32_t i = 0; i < graph->nodes; i++)
      for (uint32_t k = 0; answer.depth[i] == answer.levels - 1 && k < graph->degree; k++) {
        uint32_t to = kit_successor(graph, i, k);
        if (answer.depth[to] < answer.levels)
          continue;
        if (answer.depth[to] == KIT_NONE || kit_hash(shape, i) < kit_hash(shape, answer.parent[to]))
          answer.parent[to] = i;
        answer.reached += answer.depth[to] == KIT_NONE;
        answer.depth[to] = answer.levels;
        more = true;
      }
  }
  return answer;
}

/* ----------------------------------------------------------- the search of it */

struct kit_search {
  struct noe_store *store;
  const struct kit_graph *graph;
  uint32_t threads;
  pthread_barrier_t barrier;
  _Atomic uint64_t next;
  _Atomic uint32_t full;
  _Atomic uint64_t fresh; /* how often an insert said NEW */
  _Atomic bool done;
  uint32_t levels;
  uint64_t shared; /* states of the level that all take; the rest is left to the first */
};

struct kit_worker {
  struct kit_search *search;
  uint32_t thread;
};

static inline void kit_expand(struct kit_search *search, struct noe_random *random, uint32_t thread, uint64_t at) {
  uint8_t key[KIT_BYTES];
  uint32_t node = kit_read(search->store, at);
  if (node % 2)
    noe_store_read_parent(search->store, thread, at, key);
  uint32_t first = (uint32_t)noe_random_below(random, search->graph->degree); /* another order on every thread */
  struct noe_probe probes[KIT_DEGREE];
  assert_true(search->graph->degree <= KIT_DEGREE);
  for (uint32_t k = 0; k < search->graph->degree; k++) {
    uint32_t to = kit_successor(search->graph, node, (first + k) % search->graph->degree);
    probes[k] = (struct noe_probe){.hash = kit_hash(&search->store->shape, to)};
    noe_store_prefetch(search->store, probes[k].hash);
  }
  noe_store_fetch(search->store, thread, probes, search->graph->degree);
  for (uint32_t k = 0; k < search->graph->degree; k++) {
    uint64_t id, again;
    uint32_t to = kit_successor(search->graph, node, (first + k) % search->graph->degree);
    switch (kit_insert_at(search->store, thread, to, &probes[k], at, &id)) {
    case NOE_INSERT_NEW: search->fresh++; /* fall through */
    case NOE_INSERT_OLD:
      if (noe_random_below(random, 8) == 0) {
        assert_true(kit_find(search->store, to, &again));
        assert_int_equal(id, again);
      }
      break;
    case NOE_INSERT_FULL: search->full++; break;
    }
  }
}

/* Takes states of the level below number `end`. */
static inline void kit_share(struct kit_search *search, struct noe_random *random, uint32_t thread, uint64_t end) {
  for (uint64_t at; (at = search->next++) < end;)
    kit_expand(search, random, thread, noe_store_level_state(search->store, at));
}

/* What the others have left, and the end of the level. Of every three levels one is not shared at
 * all, and another one to one half. */
static inline void kit_finish(struct kit_search *search, struct noe_random *random) {
  uint64_t size = noe_store_level_size(search->store);
  if (search->shared < size) {
    noe_store_alone(search->store, true);
    search->next = search->shared;
    kit_share(search, random, 0, size);
    if (search->levels % 2)
      noe_store_alone(search->store, false);
  }
  assert_int_equal(noe_store_leads_on(search->store),
                   noe_store_count(search->store) > noe_store_level_end(search->store));
  if (!noe_store_close_level(search->store))
    search->full++;
  size = noe_store_level_size(search->store);
  search->done = search->full || !size;
  search->levels += !search->done;
  search->next = 0;
  search->shared = search->levels % 3 == 0 ? size : search->levels % 3 == 1 ? size / 2 : 0;
  if (search->shared)
    noe_store_alone(search->store, false);
}

static inline void *kit_work(void *context) {
  const struct kit_worker *worker = context;
  struct kit_search *search = worker->search;
  struct noe_random random = {worker->thread * 1000 + search->threads};
  while (!search->done) {
    kit_share(search, &random, worker->thread, search->shared);
    pthread_barrier_wait(&search->barrier);
    if (worker->thread == 0)
      kit_finish(search, &random);
    pthread_barrier_wait(&search->barrier);
  }
  return NULL;
}

static inline void kit_run(struct kit_search *search, struct noe_store *store, const struct kit_graph *graph) {
  pthread_t threads[NOE_STORE_MOST_THREADS];
  struct kit_worker workers[NOE_STORE_MOST_THREADS];
  *search = (struct kit_search){.store = store, .graph = graph, .threads = store->shape.threads};
  pthread_barrier_init(&search->barrier, NULL, search->threads);
  for (uint32_t i = 0; i < graph->starts; i++) {
    uint64_t id;
    enum noe_insert insert = kit_insert(store, i % search->threads, i, NOE_NO_STATE, &id);
    search->fresh += insert == NOE_INSERT_NEW;
    search->full += insert == NOE_INSERT_FULL;
  }
  for (uint32_t i = 0; i < search->threads; i++) {
    workers[i] = (struct kit_worker){search, i};
    if (i)
      pthread_create(&threads[i], NULL, kit_work, &workers[i]);
  }
  kit_work(&workers[0]);
  for (uint32_t i = 1; i < search->threads; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&search->barrier);
}

#endif
