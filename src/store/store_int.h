/* Inside of the state store; for its files, and for tests that plant defects.
 *
 * The set gives ids to keys, and keeps the parents of the open level as notes:
 * (24 bits of the parent's hash << 40) + its id, so that mostly one comparison
 * decides which parent is less. When the level closes, all that stays of a note is the
 * part of the level before in which the parent is (store_rows.h). A COMPACT store, from
 * which a parent cannot be found again, moves its id into a column of five bytes each. */
#ifndef NOE_STORE_INT_H
#define NOE_STORE_INT_H

#include <assert.h>

#include "store/halves.h"
#include "store/squeeze.h"
#include "store/tree.h"

enum { NOE_STORE_ID_BITS = 40 };

/* The parents that a thread has used last, by the last bits of their ids, as notes. */
enum { NOE_PARENT_CACHE = 64 };
struct noe_parent_cache {
  _Alignas(64) uint64_t notes[NOE_PARENT_CACHE];
};

struct noe_store {
  struct noe_pool pool;
  struct noe_store_shape shape;
  struct noe_set set;        /* keys, roots of trees, or hashes */
  struct noe_halves halves;  /* FULL, if keys are kept in halves */
  struct noe_tree tree;      /* TREE */
  struct noe_row_table rows; /* of closed levels; not COMPACT */
  struct noe_column parents; /* COMPACT: by id, once closed */
  /* COMPACT: whole keys of the level to expand and of the open one, by id - base. */
  struct noe_keys fronts[2];
  uint64_t front_bases[2]; /* [0]: the level to expand; [1]: the open one */
  bool squeezed;           /* FULL: the set has squeezed keys */
  uint32_t fixed_bytes;    /* of keys before; 0: of any length */
  uint8_t *rooms;          /* for squeezing, by thread */
  void *cache_block;
  struct noe_parent_cache *caches; /* by thread */
  uint64_t closed, level_size;     /* states in closed levels; in the last of them */
  uint64_t level_gaps;             /* gaps below the last of them */
  uint64_t *levels;                /* the first number of each closed level, then their end */
  uint64_t level_count, level_room;
};

static inline uint64_t noe_note_id(uint64_t note) { return note & (((uint64_t)1 << NOE_STORE_ID_BITS) - 1); }

/* The note of a state of the open level. */
static inline _Atomic uint64_t *noe_store_note(const struct noe_store *store, uint64_t id) {
  assert(id >= store->set.base && "notes are of the open level");
  return noe_column_at(&store->set.notes, id - store->set.base);
}

/* The id of its parent, so far. */
static inline uint64_t noe_store_open_parent(const struct noe_store *store, uint64_t id) {
  return noe_note_id(atomic_load_explicit(noe_store_note(store, id), memory_order_relaxed));
}

#endif
