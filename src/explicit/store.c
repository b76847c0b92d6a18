#include "explicit/store.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "explicit/store_int.h"

#ifdef NOE_HOSTILE
enum { FIRST_CAPACITY = 4, CHUNK_BYTES = 64 };
#else
enum { FIRST_CAPACITY = 1024, CHUNK_BYTES = 32 * 1024 };
#endif

#define ID_MASK (((uint64_t)1 << NOE_STORE_ID_BITS) - 1)

static uint64_t hash_of(const struct noe_store *store, const void *packed) {
  uint64_t hash = XXH3_64bits(packed, store->bytes);
#ifdef NOE_HOSTILE
  hash <<= 58; /* 64 places to start from and a single tag: all but everything collides */
#endif
  return hash;
}

static uint64_t slot_value(uint64_t hash, uint64_t id) { return hash << NOE_STORE_ID_BITS | (id + 1); }

/* Scales the hash to the table, so that any capacity will do (Lemire, "Fast
 * random integer generation in an interval", 2019). */
static uint64_t first_slot(const struct noe_store *store, uint64_t hash) {
  return (uint64_t)((unsigned __int128)hash * store->capacity >> 64);
}

static uint8_t *record_of(const struct noe_store *store, uint64_t id) {
  uint64_t within = id & (((uint64_t)1 << store->shift) - 1);
  return store->chunks[id >> store->shift] + within * store->record;
}

struct noe_store *noe_explicit_store_new(struct noe_memory *memory, uint32_t bytes) {
  struct noe_store *store = noe_base_try_alloc(memory, sizeof *store);
  if (!store)
    return NULL;
  *store = (struct noe_store){.memory = memory, .bytes = bytes, .record = bytes + NOE_STORE_PARENT_BYTES};
  while (((uint64_t)store->record << (store->shift + 1)) <= CHUNK_BYTES)
    store->shift++;
  store->capacity = FIRST_CAPACITY;
  store->grow_at = FIRST_CAPACITY / 4 * 3;
  store->table = noe_base_try_alloc(memory, store->capacity * sizeof *store->table);
  if (store->table)
    return store;
  noe_base_free(memory, store);
  return NULL;
}

void noe_explicit_store_delete(struct noe_store *store) {
  if (!store)
    return;
  for (size_t i = 0; i < store->chunk_count; i++)
    noe_base_free(store->memory, store->chunks[i]);
  noe_base_free(store->memory, store->chunks);
  noe_base_free(store->memory, store->table);
  noe_base_free(store->memory, store);
}

/* ------------------------------------------------------------------ table */

/* The slot that holds `packed`, or the empty one where it would go. */
static uint64_t *probe(const struct noe_store *store, const void *packed, uint64_t hash) {
  uint64_t tag = hash << NOE_STORE_ID_BITS;
  for (uint64_t slot = first_slot(store, hash);; slot = slot + 1 == store->capacity ? 0 : slot + 1) {
    uint64_t value = store->table[slot];
    if (!value)
      return &store->table[slot];
    if ((value & ~ID_MASK) == tag &&
        memcmp(record_of(store, (value & ID_MASK) - 1), packed, store->bytes) == 0)
      return &store->table[slot];
  }
}

static void enter(struct noe_store *store, uint64_t id) {
  uint64_t hash = hash_of(store, record_of(store, id));
  uint64_t slot = first_slot(store, hash);
  while (store->table[slot])
    slot = slot + 1 == store->capacity ? 0 : slot + 1;
  store->table[slot] = slot_value(hash, id);
}

/* Twice the size, or less where memory is short: the capacity at which the
 * table and the states that it can hold (at a load of 7/8) use up together
 * what there is. */
static uint64_t next_capacity(const struct noe_store *store) {
  uint64_t twice = store->capacity * 2;
  size_t limit = noe_base_memory_limit(store->memory), used = noe_base_memory_used(store->memory);
  if (!limit)
    return twice;
  double room = limit > used ? (double)(limit - used) : 0;
  double share = room + (double)store->capacity * sizeof *store->table + (double)store->count * store->record;
  double best = share / (sizeof *store->table + 0.875 * store->record);
  return best < (double)twice ? (uint64_t)best : twice;
}

/* Grows in place, so that only the additional slots need memory: the numbers of
 * all states are known, hence the table can be cleared and filled again. */
static bool grow(struct noe_store *store) {
  uint64_t capacity = next_capacity(store);
  if (capacity < store->capacity + store->capacity / 16 + 1)
    return false; /* not worth moving everything */
  uint64_t *table = noe_base_try_realloc(store->memory, store->table, capacity * sizeof *table);
  if (!table)
    return false;
  store->table = table;
  store->capacity = capacity;
  memset(table, 0, capacity * sizeof *table);
  for (uint64_t id = 0; id < store->count; id++)
    enter(store, id);
  return true;
}

/* Makes sure that the table can take one more. Above 3/4 it should grow; if it
 * cannot, it goes on filling up to 15/16, where probing gets too long. */
static bool make_slot(struct noe_store *store) {
  if (store->count < store->grow_at)
    return true;
  if (grow(store)) {
    uint64_t planned = store->capacity / 4 * 3;
    store->grow_at = planned > store->count ? planned : store->count + 1;
  } else {
    store->grow_at = store->count + store->capacity / 64 + 1;
  }
  uint64_t most = store->capacity - store->capacity / 16 - 1;
  if (store->grow_at > most)
    store->grow_at = most;
  return store->count < most;
}

/* ----------------------------------------------------------------- chunks */

static bool grow_directory(struct noe_store *store) {
  size_t sizes[] = {store->chunk_room * 2 + 8, store->chunk_room + 8};
  for (int i = 0; i < 2; i++) {
    uint8_t **moved = noe_base_try_realloc(store->memory, store->chunks, sizes[i] * sizeof *moved);
    if (!moved)
      continue;
    store->chunks = moved;
    store->chunk_room = sizes[i];
    return true;
  }
  return false;
}

/* Makes sure that there is a record for state number `count`. */
static bool make_record(struct noe_store *store) {
  if (store->count >> store->shift < store->chunk_count)
    return true;
  if (store->chunk_count == store->chunk_room && !grow_directory(store))
    return false;
  uint8_t *chunk = noe_base_try_alloc(store->memory, (size_t)store->record << store->shift);
  if (!chunk)
    return false;
  store->chunks[store->chunk_count++] = chunk;
  return true;
}

static void write_record(struct noe_store *store, uint64_t id, const void *packed, uint64_t parent) {
  uint8_t *record = record_of(store, id);
  if (store->bytes)
    memcpy(record, packed, store->bytes);
  for (int i = 0; i < NOE_STORE_PARENT_BYTES; i++)
    record[store->bytes + i] = (uint8_t)(parent >> 8 * i);
}

/* ------------------------------------------------------------- operations */

enum noe_insert noe_explicit_store_insert(struct noe_store *store, const uint64_t *packed, uint64_t parent,
                                          uint64_t *id) {
  assert(store->table && "nothing is inserted into a sealed store");
  assert((parent < store->count || parent == NOE_NO_STATE) && "a parent is stored before its children");
  uint64_t hash = hash_of(store, packed);
  uint64_t *slot = probe(store, packed, hash);
  if (*slot) {
    *id = (*slot & ID_MASK) - 1;
    return NOE_INSERT_OLD;
  }
  if (store->count >= NOE_NO_STATE - 1 || !make_record(store))
    return NOE_INSERT_FULL;
  if (store->count >= store->grow_at) {
    if (!make_slot(store))
      return NOE_INSERT_FULL;
    slot = probe(store, packed, hash); /* the table may have moved */
  }
  *id = store->count++;
  write_record(store, *id, packed, parent);
  *slot = slot_value(hash, *id);
  return NOE_INSERT_NEW;
}

bool noe_explicit_store_find(const struct noe_store *store, const uint64_t *packed, uint64_t *id) {
  assert(store->table && "nothing is found in a sealed store");
  uint64_t value = *probe(store, packed, hash_of(store, packed));
  *id = (value & ID_MASK) - 1;
  return value != 0;
}

void noe_explicit_store_read(const struct noe_store *store, uint64_t id, uint64_t *packed) {
  assert(id < store->count && "there is such a state");
  if (!store->bytes)
    return;
  packed[(store->bytes - 1) / sizeof *packed] = 0;
  memcpy(packed, record_of(store, id), store->bytes);
}

uint64_t noe_explicit_store_parent(const struct noe_store *store, uint64_t id) {
  assert(id < store->count && "there is such a state");
  const uint8_t *bytes = record_of(store, id) + store->bytes;
  uint64_t parent = 0;
  for (int i = 0; i < NOE_STORE_PARENT_BYTES; i++)
    parent |= (uint64_t)bytes[i] << 8 * i;
  return parent;
}

uint64_t noe_explicit_store_count(const struct noe_store *store) { return store->count; }

uint64_t noe_explicit_store_bytes(const struct noe_store *store) {
  return sizeof *store + store->capacity * sizeof *store->table + store->chunk_room * sizeof *store->chunks +
         (uint64_t)store->chunk_count * ((uint64_t)store->record << store->shift);
}

void noe_explicit_store_seal(struct noe_store *store) {
  noe_base_free(store->memory, store->table);
  store->table = NULL;
  store->capacity = 0;
}

/* ---------------------------------------------------------------- checker */

static const char *check_states(const struct noe_store *store) {
  for (uint64_t id = 0; id < store->count; id++) {
    uint64_t parent = noe_explicit_store_parent(store, id);
    if (parent != NOE_NO_STATE && parent >= id)
      return "a state is not younger than its parent";
    if (!store->table)
      continue;
    const uint8_t *record = record_of(store, id);
    /* Found under its own number: it is in the table and no other state is equal. */
    if (*probe(store, record, hash_of(store, record)) != slot_value(hash_of(store, record), id))
      return "a state cannot be found, or is stored twice";
  }
  return NULL;
}

const char *noe_explicit_store_check(const struct noe_store *store) {
  if (store->count > (uint64_t)store->chunk_count << store->shift || store->chunk_count > store->chunk_room)
    return "there are more states than room for them";
  uint64_t used = 0;
  for (uint64_t slot = 0; slot < store->capacity; slot++) {
    if (!store->table[slot])
      continue;
    used++;
    if ((store->table[slot] & ID_MASK) == 0 || (store->table[slot] & ID_MASK) > store->count)
      return "a slot names a state that does not exist";
  }
  if (store->table && used != store->count)
    return "the number of used slots is not the number of states";
  if (store->table && used >= store->capacity)
    return "no slot is empty: probing would not end";
  return check_states(store);
}
