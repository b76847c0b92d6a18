/* States by a hash that several may have: an insert-only table of pairs. */
#ifndef NOE_ORBITS_TABLE_H
#define NOE_ORBITS_TABLE_H

#include "base/memory.h"

struct noe_orbits_entry {
  uint64_t hash, state; /* state: 1 more than the id; 0: empty */
};

struct noe_orbits_table {
  struct noe_memory *memory;
  struct noe_orbits_entry *entries; /* NULL: nothing was added */
  size_t room, count;               /* room: a power of two */
};

/* May escape. */
void noe_orbits_table_add(struct noe_orbits_table *table, uint64_t hash, uint64_t state);
void noe_orbits_table_free(struct noe_orbits_table *table);

/* Goes through the states of this hash: `*at` is 0 at first; false: there are no more. */
bool noe_orbits_table_next(const struct noe_orbits_table *table, uint64_t hash, size_t *at, uint64_t *state);

#endif
