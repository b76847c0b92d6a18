#include "store/store.h"

#include <assert.h>

#include "base/contract.h"
#include "store/hash.h"
#include "store/store_int.h"

#ifdef NOE_HOSTILE
enum { NOTE_HASH_BITS = 1 }; /* nearly all parents have to be compared as a whole */
#else
enum { NOTE_HASH_BITS = 24 };
#endif

static bool is_compact(const struct noe_store *store) { return store->shape.kind == NOE_STORE_COMPACT; }

static bool is_tree(const struct noe_store *store) { return store->shape.kind == NOE_STORE_TREE; }

uint64_t noe_store_hash_key(const uint8_t *key, uint32_t bytes) { return XXH3_64bits(key, bytes); }

/* ------------------------------------------------------------------ setting up */

static size_t cache_bytes(const struct noe_store *store) { return 64 + store->shape.threads * sizeof *store->caches; }

/* COMPACT: called by the set when it gives out ids below `end`. */
static bool reserve(void *context, uint64_t end) {
  struct noe_store *store = context;
  return noe_store_column_reserve(&store->fronts[1].records, &store->pool, end - store->front_bases[1]) &&
         noe_store_column_reserve(&store->parents, &store->pool, end);
}

static bool init_fronts(struct noe_store *store) {
  const struct noe_store_shape *shape = &store->shape;
  for (int i = 0; i < 2 && is_compact(store); i++)
    if (!noe_store_keys_init(&store->fronts[i], &store->pool, shape->threads, shape->most_bytes, shape->fixed))
      return false;
  return true;
}

static size_t rooms_bytes(const struct noe_store *store) {
  return (size_t)store->shape.threads * NOE_SQUEEZED_MOST_BYTES;
}

/* Keys most of whose bytes are zero are kept without them. */
static bool init_squeezing(struct noe_store *store, struct noe_set_shape *set) {
  const struct noe_store_shape *shape = &store->shape;
  store->squeezed = shape->kind == NOE_STORE_FULL && shape->sparse && noe_squeeze_fits(shape->most_bytes);
  if (!store->squeezed)
    return true;
  store->fixed_bytes = shape->fixed ? shape->most_bytes : 0;
  set->squeezed = true;
  set->unsqueezed_bytes = store->fixed_bytes;
  set->fixed = false;
  set->most_bytes = noe_squeezed_bytes(shape->most_bytes);
  store->rooms = noe_store_pool_take(&store->pool, rooms_bytes(store));
  return store->rooms != NULL;
}

static bool init(struct noe_store *store) {
  const struct noe_store_shape *shape = &store->shape;
  struct noe_set_shape set = {.threads = shape->threads,
                              .most_bytes = shape->most_bytes,
                              .fixed = shape->fixed,
                              .has_notes = true,
                              .most_ids = NOE_NO_STATE - 1};
  if (is_compact(store) || is_tree(store)) {
    set.hashed = is_compact(store);
    set.fixed = true;
    set.most_bytes = sizeof(uint64_t);
  }
  if (!init_squeezing(store, &set))
    return false;
  if (shape->kind == NOE_STORE_FULL && set.most_bytes >= NOE_HALVES_LEAST_BYTES &&
      set.most_bytes <= NOE_HALVES_MOST_BYTES) {
    set.halves = &store->halves;
    if (!noe_store_halves_init(&store->halves, &store->pool, &set, &store->rows))
      return false;
    store->halves.thrifty = shape->thrifty;
  }
  store->parents = noe_store_column(NOE_STORE_ID_BYTES, 1);
  store->cache_block = noe_store_pool_take(&store->pool, cache_bytes(store));
  if (!noe_store_set_init(&store->set, &store->pool, &set) || !store->cache_block || !init_fronts(store))
    return false;
  if (is_tree(store) &&
      !noe_store_tree_init(&store->tree, &store->pool, shape->threads, shape->most_bytes, shape->fixed))
    return false;
  store->set.reserve = is_compact(store) ? reserve : NULL;
  store->set.context = store;
  store->caches = (struct noe_parent_cache *)(((uintptr_t)store->cache_block + 63) & ~(uintptr_t)63);
  for (uint32_t i = 0; i < shape->threads; i++)
    for (int k = 0; k < NOE_PARENT_CACHE; k++)
      store->caches[i].notes[k] = NOE_NO_STATE;
  return true;
}

struct noe_store *noe_store_new(struct noe_memory *memory, const struct noe_store_shape *shape) {
  assert(shape->threads && shape->threads <= NOE_STORE_MOST_THREADS && "somebody inserts");
  struct noe_store *store = noe_base_try_alloc(memory, sizeof *store);
  if (!store)
    return NULL;
  store->pool.memory = memory;
  store->pool.bytes = sizeof *store;
  store->shape = *shape;
  if (is_tree(store) && shape->most_bytes > NOE_TREE_MOST_BYTES)
    store->shape.kind = NOE_STORE_FULL; /* as exact, only larger */
  pthread_mutex_init(&store->pool.mutex, NULL);
  if (init(store))
    return store;
  noe_store_delete(store);
  return NULL;
}

void noe_store_delete(struct noe_store *store) {
  if (!store)
    return;
  noe_store_set_free(&store->set);
  if (is_tree(store))
    noe_store_tree_free(&store->tree);
  noe_store_halves_free(&store->halves, &store->pool);
  noe_store_rows_free(&store->rows, &store->pool);
  noe_store_pool_give(&store->pool, store->levels, store->level_room * sizeof *store->levels);
  noe_store_column_free(&store->parents, &store->pool);
  for (int i = 0; i < 2; i++)
    noe_store_keys_free(&store->fronts[i], &store->pool);
  noe_store_pool_give(&store->pool, store->cache_block, cache_bytes(store));
  noe_store_pool_give(&store->pool, store->rooms, rooms_bytes(store));
  assert(store->pool.bytes == sizeof *store && "all that was taken is given back");
  pthread_mutex_destroy(&store->pool.mutex);
  noe_base_free(store->pool.memory, store);
}

/* -------------------------------------------------------------------- parents */

static uint64_t root_of(const struct noe_store *store, uint64_t id) {
  uint64_t root;
  memcpy(&root, noe_column_at(&store->set.keys.records, id), sizeof root);
  return root;
}

/* Of the key itself. */
static uint64_t hash_of(const struct noe_store *store, uint64_t id) {
  if (!is_tree(store))
    return noe_store_set_hash(&store->set, id);
  uint8_t key[NOE_TREE_MOST_BYTES];
  return noe_store_hash_key(key, noe_store_tree_unfold(&store->tree, root_of(store, id), key));
}

static uint64_t make_note(uint64_t hash, uint64_t parent) {
  return hash >> (64 - NOTE_HASH_BITS) << NOE_STORE_ID_BITS | parent;
}

static uint64_t note_of(struct noe_store *store, uint32_t thread, uint64_t parent) {
  uint64_t *note = &store->caches[thread].notes[parent % NOE_PARENT_CACHE];
  if (parent == NOE_NO_STATE)
    return NOE_NO_STATE; /* as if its hash were 0 */
  if (noe_note_id(*note) != parent)
    *note = make_note(hash_of(store, parent), parent);
  return *note;
}

uint32_t noe_store_read_parent(struct noe_store *store, uint32_t thread, uint64_t id, uint8_t *key) {
  uint32_t bytes = noe_store_read(store, id, key);
  bool is_only = store->level_size == 1; /* then it is compared with no other */
  uint64_t hash = is_only ? 0 : noe_store_hash(key, bytes);
  store->caches[thread].notes[id % NOE_PARENT_CACHE] = make_note(hash, id);
  return bytes;
}

static bool is_less(const struct noe_store *store, uint64_t a, uint64_t b) {
  if (noe_note_id(a) == noe_note_id(b) || noe_note_id(b) == NOE_NO_STATE)
    return false;
  if (noe_note_id(a) == NOE_NO_STATE)
    return true;
  if (a >> NOE_STORE_ID_BITS != b >> NOE_STORE_ID_BITS)
    return a >> NOE_STORE_ID_BITS < b >> NOE_STORE_ID_BITS;
  return noe_store_compare(store, noe_note_id(a), noe_note_id(b)) < 0;
}

static void offer_parent(struct noe_store *store, uint64_t id, uint64_t note) {
  if (id < store->set.base)
    return;
  _Atomic uint64_t *place = noe_store_note(store, id);
  uint64_t now = atomic_load_explicit(place, memory_order_relaxed);
  while (is_less(store, note, now) &&
         !atomic_compare_exchange_weak_explicit(place, &now, note, memory_order_relaxed, memory_order_relaxed))
    continue;
}

/* ------------------------------------------------------------------ inserting */

void noe_store_prefetch(const struct noe_store *store, uint64_t hash) {
  if (is_tree(store))
    return; /* the place of a root is not known before it has been made */
  const struct noe_table_view view = noe_table_view(&store->set.table);
  __builtin_prefetch(noe_view_place(&view, noe_view_first(&view, hash)), 1);
}

void noe_store_fetch(struct noe_store *store, uint32_t thread, struct noe_probe *probes, size_t count) {
  if (is_tree(store))
    return;
  noe_store_set_enter(&store->set, thread);
  noe_store_set_fetch(&store->set, probes, count);
  noe_store_set_leave(&store->set, thread);
}

/* The fingerprint is what the set holds; the key goes to the open front, where
 * nobody looks for it before the level closes. Room for it is made first: a
 * state is stored with its key or not at all. */
static enum noe_insert insert_compact(struct noe_store *store, uint32_t thread, const struct noe_offer *offer,
                                      uint64_t *id) {
  const uint64_t *hash = &offer->probe.hash;
  struct noe_keys *front = &store->fronts[1];
  if (!noe_keys_have_room(front, thread, offer->bytes)) {
    pthread_mutex_lock(&store->pool.mutex);
    bool room = noe_store_keys_make_room(front, &store->pool, thread, offer->bytes);
    pthread_mutex_unlock(&store->pool.mutex);
    if (!room)
      return noe_store_find(store, offer->key, offer->bytes, *hash, id) ? NOE_INSERT_OLD : NOE_INSERT_FULL;
  }
  struct noe_offer print = *offer;
  print.key = (const uint8_t *)hash;
  print.bytes = sizeof *hash;
  enum noe_insert insert = noe_store_set_insert(&store->set, thread, &print, id);
  if (insert == NOE_INSERT_NEW) {
    assert(*id >= store->front_bases[1] && "a new state is in the open level");
    noe_keys_write(front, thread, *id - store->front_bases[1], offer->key, offer->bytes);
    noe_keys_retain(front, thread, offer->bytes);
  }
  return insert;
}

static enum noe_insert insert_tree(struct noe_store *store, uint32_t thread, const struct noe_offer *offer,
                                   uint64_t *id) {
  uint64_t root;
  if (!noe_store_tree_fold(&store->tree, thread, offer->key, offer->bytes, &root))
    return NOE_INSERT_FULL;
  struct noe_offer whole = {.key = (const uint8_t *)&root, .bytes = sizeof root, .note = offer->note};
  whole.probe.hash = noe_store_hash(whole.key, whole.bytes);
  return noe_store_set_insert(&store->set, thread, &whole, id);
}

enum noe_insert noe_store_insert(struct noe_store *store, uint32_t thread, const uint8_t *key, uint32_t bytes,
                                 uint64_t hash, uint64_t parent, uint64_t *id) {
  return noe_store_insert_at(store, thread, key, bytes, &(struct noe_probe){.hash = hash}, parent, id);
}

/* Is this key the one that the probe has met? Ids and keys stay whatever becomes of the table. */
static inline bool is_known(const struct noe_store *store, const uint8_t *key, uint32_t bytes,
                            const struct noe_probe *probe) {
  if (!probe->known)
    return false;
  return is_compact(store)
             ? noe_set_is(&store->set, probe->known - 1, (const uint8_t *)&probe->hash, sizeof probe->hash)
             : noe_set_is(&store->set, probe->known - 1, key, bytes);
}

/* Does the set find this key, which is as the set holds it, under this id? */
static bool holds(const struct noe_store *store, uint64_t id, const uint8_t *key, uint32_t bytes, uint64_t hash) {
  uint64_t found;
  if (is_compact(store)) {
    key = (const uint8_t *)&hash;
    bytes = sizeof hash;
  }
  return noe_store_set_find(&store->set, key, bytes, hash, &found) && found == id;
}

enum noe_insert noe_store_insert_at(struct noe_store *store, uint32_t thread, const uint8_t *key, uint32_t bytes,
                                    const struct noe_probe *probe, uint64_t parent, uint64_t *id) {
  assert(thread < store->shape.threads && "each thread has its number");
  assert(bytes <= store->shape.most_bytes && (!store->shape.fixed || bytes == store->shape.most_bytes) &&
         "a key has the length agreed on");
  assert((parent == NOE_NO_STATE || parent < store->set.base) && "a parent is in a closed level");
  if (store->squeezed) {
    uint8_t *room = store->rooms + (size_t)thread * NOE_SQUEEZED_MOST_BYTES;
    bytes = noe_store_squeeze(key, bytes, store->fixed_bytes, room);
    key = room;
  }
  if (is_known(store, key, bytes, probe)) { /* as most are */
    *id = probe->known - 1;
    NOE_COSTLY(holds(store, *id, key, bytes, probe->hash) && "the table finds the key where the probe has met it");
    if (*id >= store->set.base)
      offer_parent(store, *id, note_of(store, thread, parent));
    return NOE_INSERT_OLD;
  }
  struct noe_offer offer = {.key = key, .bytes = bytes, .probe = *probe, .note = note_of(store, thread, parent)};
  enum noe_insert insert = is_compact(store) ? insert_compact(store, thread, &offer, id)
                           : is_tree(store)  ? insert_tree(store, thread, &offer, id)
                                             : noe_store_set_insert(&store->set, thread, &offer, id);
  if (insert == NOE_INSERT_OLD)
    offer_parent(store, *id, offer.note);
  return insert;
}

bool noe_store_find(const struct noe_store *store, const uint8_t *key, uint32_t bytes, uint64_t hash, uint64_t *id) {
  if (is_compact(store))
    return noe_store_set_find(&store->set, (const uint8_t *)&hash, sizeof hash, hash, id);
  if (is_tree(store)) {
    uint64_t root;
    const uint8_t *stored = (const uint8_t *)&root;
    return noe_store_tree_find(&store->tree, key, bytes, &root) &&
           noe_store_set_find(&store->set, stored, sizeof root, noe_store_hash_key(stored, sizeof root), id);
  }
  if (store->squeezed) {
    uint8_t room[NOE_SQUEEZED_MOST_BYTES];
    return noe_store_set_find(&store->set, room, noe_store_squeeze(key, bytes, store->fixed_bytes, room), hash, id);
  }
  return noe_store_set_find(&store->set, key, bytes, hash, id);
}

/* -------------------------------------------------------------------- reading */

uint32_t noe_store_read(const struct noe_store *store, uint64_t id, uint8_t *key) {
  if (is_tree(store))
    return noe_store_tree_unfold(&store->tree, root_of(store, id), key);
  if (store->squeezed) {
    uint8_t room[NOE_SQUEEZED_MOST_BYTES];
    noe_store_set_read(&store->set, id, room);
    return noe_store_unsqueeze(room, store->fixed_bytes, key);
  }
  if (!is_compact(store))
    return noe_store_set_read(&store->set, id, key);
  assert(id >= store->front_bases[0] && "a compact store has only the keys of the last levels");
  int front = id >= store->front_bases[1];
  uint32_t bytes;
  const uint8_t *stored = noe_keys_at(&store->fronts[front], id - store->front_bases[front], &bytes);
  if (bytes)
    memcpy(key, stored, bytes);
  return bytes;
}

bool noe_store_rereads(const struct noe_store *store) { return !is_compact(store); }

bool noe_store_is(const struct noe_store *store, uint64_t id, const uint8_t *key, uint32_t bytes, uint64_t hash) {
  if (is_compact(store))
    return hash_of(store, id) == hash;
  if (is_tree(store)) {
    uint8_t own[NOE_TREE_MOST_BYTES];
    return noe_store_tree_unfold(&store->tree, root_of(store, id), own) == bytes && !memcmp(own, key, bytes);
  }
  if (store->squeezed) {
    uint8_t room[NOE_SQUEEZED_MOST_BYTES];
    return noe_set_is(&store->set, id, room, noe_store_squeeze(key, bytes, store->fixed_bytes, room));
  }
  return noe_set_is(&store->set, id, key, bytes);
}

/* Of keys with the same hash. Those too long for the stack are kept whole. */
static int compare_keys(const struct noe_store *store, uint64_t a, uint64_t b) {
  if (store->shape.most_bytes > NOE_TREE_MOST_BYTES) {
    uint32_t bytes_a, bytes_b;
    const uint8_t *key_a = noe_keys_at(&store->set.keys, a, &bytes_a),
                  *key_b = noe_keys_at(&store->set.keys, b, &bytes_b);
    return bytes_a != bytes_b ? (bytes_a < bytes_b ? -1 : 1) : memcmp(key_a, key_b, bytes_a);
  }
  uint8_t key_a[NOE_TREE_MOST_BYTES], key_b[NOE_TREE_MOST_BYTES];
  uint32_t bytes_a = noe_store_read(store, a, key_a), bytes_b = noe_store_read(store, b, key_b);
  if (bytes_a != bytes_b)
    return bytes_a < bytes_b ? -1 : 1;
  return bytes_a ? memcmp(key_a, key_b, bytes_a) : 0;
}

int noe_store_compare(const struct noe_store *store, uint64_t a, uint64_t b) {
  uint64_t hash_a = hash_of(store, a), hash_b = hash_of(store, b);
  if (hash_a != hash_b)
    return hash_a < hash_b ? -1 : 1;
  if (a == b || is_compact(store)) /* equal hashes, equal states */
    return 0;
  return compare_keys(store, a, b);
}

uint64_t noe_store_count(const struct noe_store *store) { return noe_store_set_count(&store->set); }

uint64_t noe_store_bytes(const struct noe_store *store) {
  return atomic_load_explicit(&store->pool.bytes, memory_order_relaxed);
}

/* The average length of some keys of the last level. */
static double key_bytes(const struct noe_store *store) {
  uint8_t key[NOE_TREE_MOST_BYTES];
  uint64_t step = store->level_size / 64 + 1, count = 0, sum = 0;
  if (store->shape.fixed || store->shape.most_bytes > sizeof key)
    return store->shape.most_bytes;
  for (uint64_t i = 0; i < store->level_size; i += step, count++)
    sum += noe_store_read(store, noe_store_level_state(store, i), key);
  return count ? (double)sum / (double)count : 0;
}

/* What is not the table, nor the notes of the open level, which both kinds have, is keys and parents. In a COMPACT
 * store a state takes its hash and the id of its parent, and two levels have whole keys. */
bool noe_store_is_larger_than_compact(const struct noe_store *store) {
  const struct noe_set *set = &store->set;
  double table = (double)set->table.capacity * (set->table.wide ? sizeof(uint64_t) : sizeof(uint32_t));
  double notes = (double)set->notes.reserved * sizeof(uint64_t);
  double states = (double)store->closed, fronts = 2.0 * (double)store->level_size * key_bytes(store);
  double kept = (double)noe_store_bytes(store) - table - notes;
  return kept > 1.1 * (states * (sizeof(uint64_t) + NOE_STORE_ID_BYTES) + fronts);
}

/* Before a first state is missed, each state that is offered and not stored yet
 * differs from the n stored ones, and has the 64 bits of one of them with a
 * probability of n / 2^64 at most, if the hash is as good as random. The sum over
 * the sizes 1 to n that the store has had: */
double noe_store_omission(const struct noe_store *store) {
  double states = (double)noe_store_count(store);
  double bound = states * (states + 1) / 0x1p65;
  return !is_compact(store) ? 0 : bound < 1 ? bound : 1;
}

void noe_store_rest(struct noe_store *store) {
  store->set.at_rest = store->set.ungated = true;
  if (is_tree(store))
    store->tree.pairs.at_rest = store->tree.pairs.ungated = true;
}

void noe_store_alone(struct noe_store *store, bool alone) {
  noe_store_set_alone(&store->set, alone);
  if (is_tree(store))
    noe_store_set_alone(&store->tree.pairs, alone);
  for (int i = 0; i < 2 && store->set.halves; i++)
    noe_store_set_alone(&store->halves.parts[i], alone);
}

void noe_store_seal(struct noe_store *store) {
  noe_store_set_seal(&store->set);
  if (is_tree(store))
    noe_store_set_seal(&store->tree.pairs);
  for (int i = 0; i < 2 && store->set.halves; i++)
    noe_store_set_seal(&store->halves.parts[i]);
}
