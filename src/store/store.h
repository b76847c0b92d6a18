/* The states that a search has seen: an insert-only set, level by level.
 *
 * A search inserts into the open level while it expands the level closed last.
 * Keys are strings of bytes, at most `most_bytes` long. A stored state has
 *  - an id, below 2^40, which never changes;
 *  - a number, given when its level closes: 0, 1, 2, … without gaps, and higher
 *    in later levels. With one thread the id is the number. With more, a thread
 *    takes ids in small blocks, and what it leaves of a block is skipped;
 *  - a parent: the state from which it was reached, of all parents offered while
 *    its level was open the least in the order of `compare`, NOE_NO_STATE before
 *    all. Hence the parents of a closed level depend neither on the number of
 *    threads nor on their speed. Of a closed level the store remembers only
 *    in which part of the level before the parent is: the search can find it again
 *    there (ancestors.h), and needs to for the few states of a run only.
 *
 * Threading: `insert`, `find`, `read`, `parents`, `compare`, `is`, `prefetch`, `fetch`,
 * `count`, `bytes`, `number`, `id` and `level_…` may be called by several
 * threads at the same time, each insert under the number of its thread. A
 * caller that learned an id from another thread must have synchronised with it.
 * `close_level`, `alone`, `rest`, `seal`, `check` and `delete` want the store for themselves.
 * An insert takes no lock, except that a thread stops for the others when it
 * needs memory and when the table grows.
 *
 * Nothing here escapes: when memory runs out, insert says FULL, and everything
 * stored so far stays as it is. */
#ifndef NOE_STORE_STORE_H
#define NOE_STORE_STORE_H

#include "base/memory.h"

struct noe_store;

/* The parent of a start state. */
#define NOE_NO_STATE (((uint64_t)1 << 40) - 1)

/* In the order of the choices of --store. */
enum noe_store_kind {
  NOE_STORE_FULL, /* keys, in two halves that are shared where that saves memory */
  NOE_STORE_TREE, /* keys as trees all of whose branches are shared; exact as well */
  /* 64 bits of each key; whole keys only in the two youngest levels. Two states
   * with the same 64 bits are taken for one: see `omission`. */
  NOE_STORE_COMPACT,
};

enum { NOE_STORE_MOST_THREADS = 256 };

struct noe_store_shape {
  enum noe_store_kind kind;
  uint32_t threads;
  uint32_t most_bytes; /* 0 is allowed: there is one state then */
  bool fixed;          /* all keys have most_bytes */
  bool thrifty;        /* FULL: halves are shared although whole keys would be faster */
  bool sparse;         /* FULL: most bytes of most keys are zero */
};

enum noe_insert {
  NOE_INSERT_NEW,  /* stored, in the open level */
  NOE_INSERT_OLD,  /* it was there */
  NOE_INSERT_FULL, /* it is not there, and there is no room for it */
};

/* NULL if there is no memory. The context must not be used by another thread
 * while a thread inserts, unless it allows for that itself. */
struct noe_store *noe_store_new(struct noe_memory *memory, const struct noe_store_shape *shape);
void noe_store_delete(struct noe_store *store);

/* It does not depend on the run. */
uint64_t noe_store_hash_key(const uint8_t *key, uint32_t bytes);
/* A key on its way: its hash, and where in the table it may be, or would go. */
struct noe_probe {
  uint64_t hash;
  uint64_t slot, known; /* known: 1 more than the id of a key there that it may be; 0: there is none */
  uint32_t generation;  /* of the table; 0: nothing is known but the hash */
};
/* For several keys at a time: fetch the places of all, then, all at once, the keys that may be
 * there already, then insert. Only hints. */
void noe_store_prefetch(const struct noe_store *store, uint64_t hash);
void noe_store_fetch(struct noe_store *store, uint32_t thread, struct noe_probe *probes, size_t count);

/* `*id` becomes the state's id, unless the store is full. `hash` is that of the
 * key; `parent` an id of the level to expand, or NOE_NO_STATE: the parent must not
 * be asked for then, unless the state is in the first level. If the state is OLD and
 * in the open level, the lesser parent stays. */
enum noe_insert noe_store_insert(struct noe_store *store, uint32_t thread, const uint8_t *key, uint32_t bytes,
                                 uint64_t hash, uint64_t parent, uint64_t *id);
/* As noe_store_insert, with all that is known of the key. */
enum noe_insert noe_store_insert_at(struct noe_store *store, uint32_t thread, const uint8_t *key, uint32_t bytes,
                                    const struct noe_probe *probe, uint64_t parent, uint64_t *id);
bool noe_store_find(const struct noe_store *store, const uint8_t *key, uint32_t bytes, uint64_t hash, uint64_t *id);

/* Copies a key out and returns its length. A COMPACT store has the keys of the
 * open level (once it is closed) and of the level to expand, no others. */
uint32_t noe_store_read(const struct noe_store *store, uint64_t id, uint8_t *key);
/* Copies the key of a state that this thread is going to expand: it remembers the hash, which
 * inserts with this parent need. */
uint32_t noe_store_read_parent(struct noe_store *store, uint32_t thread, uint64_t id, uint8_t *key);
/* Can keys of all levels be read? */
bool noe_store_rereads(const struct noe_store *store);
/* Is this the key stored under `id`? In a COMPACT store: as far as 64 bits tell. */
bool noe_store_is(const struct noe_store *store, uint64_t id, const uint8_t *key, uint32_t bytes, uint64_t hash);
/* The numbers of the states among which its parent is: one in the open level and in a
 * COMPACT store, none for a state of the first level. All of them are in one level. */
struct noe_parents {
  uint64_t first, count;
};
struct noe_parents noe_store_parents(const struct noe_store *store, uint64_t id);
/* <0, 0, >0: by hash, then by length, then by the bytes of the key. */
int noe_store_compare(const struct noe_store *store, uint64_t a, uint64_t b);

/* From here on, and until it is told otherwise, thread 0 is the only one to use the store: what
 * keeps threads apart is left out. In the thread that wants the store for itself. */
void noe_store_alone(struct noe_store *store, bool alone);

/* The open level becomes the level to expand, and an empty level opens. False
 * if there is no memory; then nothing has changed. */
bool noe_store_close_level(struct noe_store *store);
/* The level to expand: its states are 0 <= index < size, in the order of their numbers. */
uint64_t noe_store_level_size(const struct noe_store *store);
uint64_t noe_store_level_state(const struct noe_store *store, uint64_t index);

/* Between the ids and the numbers of closed levels. */
uint64_t noe_store_number(const struct noe_store *store, uint64_t id);
uint64_t noe_store_id(const struct noe_store *store, uint64_t number);

/* States in closed levels. */
uint64_t noe_store_level_end(const struct noe_store *store);
/* Which level this number is in; the first number of a level, also of the one that is open. */
uint64_t noe_store_level_of(const struct noe_store *store, uint64_t number);
uint64_t noe_store_level_first(const struct noe_store *store, uint64_t level);
/* The first state of the open level whose id is not below `id`; NOE_NO_STATE if there
 * is none. No thread inserts meanwhile. */
uint64_t noe_store_next_open(const struct noe_store *store, uint64_t id);

/* Is there a state in the open level? */
bool noe_store_leads_on(const struct noe_store *store);
/* Those of the open level included. */
uint64_t noe_store_count(const struct noe_store *store);
uint64_t noe_store_bytes(const struct noe_store *store);
/* Would a COMPACT store of these states be clearly smaller? Asked when a level was closed, of a FULL store. */
bool noe_store_is_larger_than_compact(const struct noe_store *store);
/* Bounds the probability that a state was taken for another; 0 if the store is exact. */
double noe_store_omission(const struct noe_store *store);

/* Afterwards nothing is inserted, and `find` goes without what keeps it apart from inserts. */
void noe_store_rest(struct noe_store *store);

/* Gives the index back, to make room for evidence: afterwards states can be
 * read but neither found nor inserted. */
void noe_store_seal(struct noe_store *store);

/* Is the whole structure sound? NULL, or a sentence that says what is wrong. */
const char *noe_store_check(const struct noe_store *store);

#endif
