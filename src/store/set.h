/* A set of keys that several threads insert into; the heart of the store.
 *
 * A key gets an id when it is inserted. Threads take ids in blocks, so that
 * neighbouring keys are written by one thread. `settle` ends an epoch (a level
 * of the search): what is left of the blocks is given back or, where later ids
 * are in use, becomes a gap. A key may carry a note, a word that its inserter
 * sets and that lives until the next `settle`.
 *
 * The table finds keys: open addressing, linear probing, at least one slot
 * always empty. A slot is 0 when empty, else (tag << id_bits) + id + 1, where
 * the tag is the low bits of the hash and the slot where probing starts comes
 * from the high bits. Slots have 4 bytes, and 8 once ids leave too few bits for
 * the tag.
 *
 * Inserting: the key and its note are written under an id that only this thread
 * has, then one compare-and-swap turns the empty slot into one that names it
 * (release). A thread that reads the slot (acquire) can read the key. Slots change once,
 * from empty to used, while the table stands; hence of two threads with the same
 * key one fails to swap, and finds the other's key in that slot or behind it.
 *
 * Growing: an inserter keeps its gate shut while it uses the table. A thread that wants
 * to grow the table holds the lock, says so in `growing`, and waits until every gate
 * is open; an inserter that has shut its gate and then sees `growing` opens it
 * again (both sides in sequentially consistent order, so that one of them sees
 * the other), and helps: keys are hashed anew, ranges of ids at a time. No thread
 * waits for the lock behind a shut gate.
 *
 * Alone: while others sleep, the first thread goes without all that, and what is left of its
 * block stays its own from epoch to epoch. */
#ifndef NOE_STORE_SET_H
#define NOE_STORE_SET_H

#include "store/store.h"
#include "store/keys.h"

struct noe_halves;

enum { NOE_SET_FINDERS = 8 };

struct noe_table {
  _Atomic(void *) slots; /* NULL once sealed; `prefetch` reads what is atomic here without a gate */
  _Atomic uint64_t capacity;
  uint32_t id_bits;
  uint32_t generation; /* counts how often it was filled anew, from 1 on */
  _Atomic bool wide;   /* 8 bytes */
};

/* One cache line each. */
struct noe_insert_gate {
  _Alignas(64) _Atomic uint32_t shut; /* how many are inside */
};

struct noe_hand {
  _Alignas(64) uint64_t next, end; /* the block of ids of this thread */
  _Atomic uint64_t count;          /* keys that it has inserted */
};

/* No key has an id in [start, end); `missing` ids are missing below `end`. */
struct noe_gap {
  uint64_t start, end, missing;
};

/* The job of filling a larger table, for all threads that come by. */
struct noe_refill {
  _Atomic bool open;
  _Atomic uint32_t helpers;
  _Atomic uint64_t next; /* id from which on no thread has begun */
};

struct noe_set {
  struct noe_pool *pool;
  uint32_t threads;
  bool hashed;               /* keys are their own hashes, 8 bytes */
  bool squeezed;             /* keys are squeezed (store_squeeze.h); hashes are those of what they were before: */
  uint32_t unsqueezed_bytes; /* of so many bytes; 0: of any number */
  bool at_rest;              /* nothing is inserted any more */
  /* One thread uses it, number 0, or it is at rest: no gates, no exchanges, large blocks. */
  bool ungated;
  bool dense; /* and in this epoch no other thread did: the ids in use are those below its next one */
  /* Keys with lower ids than `whole` are kept in halves, others by id - whole. */
  struct noe_halves *halves; /* NULL: `whole` is 0 */
  _Atomic uint64_t whole;
  struct noe_keys keys;
  struct noe_column notes; /* of ids from `base` on */
  bool has_notes;
  uint64_t base; /* first id of this epoch */
  struct noe_table table;
  uint64_t next;    /* first id that no block has */
  uint64_t grow_at; /* how many ids may be in use before the table grows */
  uint64_t most_ids;
  struct noe_gap *gaps; /* of the epochs before, by id */
  uint64_t gap_count, gap_room;
  void *lines; /* gates and hands, aligned */
  size_t lines_bytes;
  struct noe_insert_gate *gates; /* by thread, then those for `find` */
  struct noe_hand *hands;
  _Atomic bool growing;
  struct noe_refill refill;
  /* Makes room for what else belongs to ids below `end` in this epoch; under the lock. May be NULL. */
  bool (*reserve)(void *context, uint64_t end);
  void *context;
};

struct noe_set_shape {
  uint32_t threads, most_bytes;
  bool fixed, hashed, has_notes, squeezed;
  uint32_t unsqueezed_bytes;
  uint64_t most_ids;
  struct noe_halves *halves; /* keys are kept in these; may be NULL */
};

/* False if there is no memory; free it then as well. */
bool noe_store_set_init(struct noe_set *set, struct noe_pool *pool, const struct noe_set_shape *shape);
void noe_store_set_free(struct noe_set *set);
void noe_store_set_seal(struct noe_set *set);

/* A key on its way. */
struct noe_offer {
  const uint8_t *key;
  uint32_t bytes;
  struct noe_probe probe; /* from where on to look for it */
  uint64_t note;
  bool is_folded; /* for the set: */
  uint64_t root;  /* the numbers of its halves, if it is */
};
enum noe_insert noe_store_set_insert(struct noe_set *set, uint32_t thread, struct noe_offer *offer, uint64_t *id);
bool noe_store_set_find(const struct noe_set *set, const uint8_t *key, uint32_t bytes, uint64_t hash, uint64_t *id);
/* Shuts and opens the gate of a thread. */
void noe_store_set_enter(struct noe_set *set, uint32_t thread);
void noe_store_set_leave(struct noe_set *set, uint32_t thread);
/* Behind a shut gate: fetches, for each probe, the first key that may have its hash. Its slot becomes the first
 * one with its tag, or else the empty one: the slots before it have other tags, and keep them until the
 * table grows. */
void noe_store_set_fetch(const struct noe_set *set, struct noe_probe *probes, size_t count);
/* The hash under which key number `id` is in the table. */
uint64_t noe_store_set_hash(const struct noe_set *set, uint64_t id);
/* Copies a key out, most_bytes at most, and returns its length. */
uint32_t noe_store_set_read(const struct noe_set *set, uint64_t id, uint8_t *key);

/* From here on thread 0 is alone, or not any more; between two epochs, or at any time if no
 * thread is at work. */
void noe_store_set_alone(struct noe_set *set, bool alone);
/* Below it are all ids in use. */
uint64_t noe_store_set_end(const struct noe_set *set);

/* Ends an epoch, for which `prepare` has made room. False if there is no memory. */
bool noe_store_set_prepare(struct noe_set *set);
void noe_store_set_end_epoch(struct noe_set *set);

/* Gives the thread an id and room for a key of `bytes` bytes; false: there is none. */
bool noe_store_set_claim(struct noe_set *set, uint32_t thread, uint32_t bytes);
/* Helps while the table grows, and comes back when it has grown. */
void noe_store_set_help(struct noe_set *set);
/* Fills the table, first or anew. False if there is no memory for it. */
bool noe_store_set_first_table(struct noe_set *set);

uint64_t noe_store_set_count(const struct noe_set *set);
/* The first gap that ends behind `id`, or {UINT64_MAX, UINT64_MAX}; no thread inserts meanwhile. */
struct noe_gap noe_store_set_gap(const struct noe_set *set, uint64_t id);
const char *noe_store_set_check(const struct noe_set *set);

/* Keys with this id, and from there on, are kept whole. */
static inline uint64_t noe_set_first_unsplit(const struct noe_set *set) {
  return atomic_load_explicit(&set->whole, memory_order_relaxed);
}

/* ------------------------------------------------------------------- slots */

/* What the table sees of a hash. */
static inline uint64_t noe_set_spread(uint64_t hash) {
#ifdef NOE_HOSTILE
  hash <<= 58; /* 64 places to start from and a single tag: all but everything collides */
#endif
  return hash;
}

/* Scales the hash to the table, so that any capacity will do (Lemire, "Fast
 * random integer generation in an interval", 2019). */
static inline uint64_t noe_set_first_slot(uint64_t hash, uint64_t capacity) {
  return (uint64_t)((unsigned __int128)noe_set_spread(hash) * capacity >> 64);
}

/* A table that does not change meanwhile, read once. */
struct noe_table_view {
  void *slots;
  uint64_t capacity;
  uint32_t id_bits, generation;
  bool wide;
};

static inline struct noe_table_view noe_table_view(const struct noe_table *table) {
  return (struct noe_table_view){.slots = atomic_load_explicit(&table->slots, memory_order_relaxed),
                                 .capacity = atomic_load_explicit(&table->capacity, memory_order_relaxed),
                                 .id_bits = table->id_bits,
                                 .generation = table->generation,
                                 .wide = atomic_load_explicit(&table->wide, memory_order_relaxed)};
}

static inline uint64_t noe_view_load(const struct noe_table_view *view, uint64_t slot) {
  return view->wide ? atomic_load_explicit((_Atomic uint64_t *)view->slots + slot, memory_order_acquire)
                    : atomic_load_explicit((_Atomic uint32_t *)view->slots + slot, memory_order_acquire);
}

static inline uint64_t noe_view_first(const struct noe_table_view *view, uint64_t hash) {
  return noe_set_first_slot(hash, view->capacity);
}

static inline uint64_t noe_view_next(const struct noe_table_view *view, uint64_t slot) {
  return slot + 1 == view->capacity ? 0 : slot + 1;
}

static inline const void *noe_view_place(const struct noe_table_view *view, uint64_t slot) {
  return (const uint8_t *)view->slots + slot * (view->wide ? sizeof(uint64_t) : sizeof(uint32_t));
}

/* Turns an empty slot into `value`; returns what was there before, 0 if it worked. */
static inline uint64_t noe_view_swap(const struct noe_table_view *view, uint64_t slot, uint64_t value) {
  void *slots = view->slots;
  if (view->wide) {
    uint64_t before = 0;
    atomic_compare_exchange_strong_explicit((_Atomic uint64_t *)slots + slot, &before, value, memory_order_acq_rel,
                                            memory_order_acquire);
    return before;
  }
  uint32_t before = 0;
  atomic_compare_exchange_strong_explicit((_Atomic uint32_t *)slots + slot, &before, (uint32_t)value,
                                          memory_order_acq_rel, memory_order_acquire);
  return before;
}

/* Fills a slot that is empty, where no other thread uses the table. */
static inline void noe_view_put(const struct noe_table_view *view, uint64_t slot, uint64_t value) {
  if (view->wide)
    atomic_store_explicit((_Atomic uint64_t *)view->slots + slot, value, memory_order_relaxed);
  else
    atomic_store_explicit((_Atomic uint32_t *)view->slots + slot, (uint32_t)value, memory_order_relaxed);
}

static inline uint64_t noe_view_value(const struct noe_table_view *view, uint64_t hash, uint64_t id) {
  uint64_t value = noe_set_spread(hash) << view->id_bits | (id + 1);
  return view->wide ? value : (uint32_t)value;
}

static inline uint64_t noe_view_id(const struct noe_table_view *view, uint64_t value) {
  return (value & (((uint64_t)1 << view->id_bits) - 1)) - 1;
}

static inline bool noe_view_has_tag(const struct noe_table_view *view, uint64_t value, uint64_t hash) {
  return value >> view->id_bits == noe_view_value(view, hash, 0) >> view->id_bits;
}

#endif
