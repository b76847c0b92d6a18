/* Inside of the state store; for its files, and for tests that plant defects.
 *
 * The set gives ids to keys, and keeps the parents of the open level as notes:
 * (24 bits of the parent's hash << 40) + its id, so that mostly one comparison
 * decides which parent is less. When the level closes, the ids of the parents
 * move into a column of five bytes each. */
#ifndef NOE_EXPLICIT_STORE_INT_H
#define NOE_EXPLICIT_STORE_INT_H

#include "explicit/store_set.h"
#include "explicit/store_tree.h"

enum { NOE_STORE_ID_BITS = 40 };

/* What a thread remembers of the parent that it used last. */
struct noe_parent_cache {
  _Alignas(64) uint64_t id;
  uint64_t note;
};

struct noe_store {
  struct noe_pool pool;
  struct noe_store_shape shape;
  struct noe_set set;   /* keys, roots of trees, or hashes */
  struct noe_tree tree; /* TREE */
  struct noe_column parents; /* by id, once closed */
  /* COMPACT: whole keys of the level to expand and of the open one, by id - base. */
  struct noe_keys fronts[2];
  uint64_t front_bases[2]; /* [0]: the level to expand; [1]: the open one */
  void *cache_block;
  struct noe_parent_cache *caches; /* by thread */
  uint64_t closed, level_size;     /* states in closed levels; in the last of them */
};

#endif
