/* Inside of the state store; for store.c, and for tests that plant defects.
 *
 * States lie one after the other in chunks, in the order of their numbers; each
 * is followed by the number of its parent. The table finds them: open
 * addressing, linear probing, at least one slot always empty. A slot is 0 when
 * empty, else (tag << 40) + number + 1, where the tag is the low bits of the
 * state's hash and the slot where probing starts comes from the high bits. */
#ifndef NOE_EXPLICIT_STORE_INT_H
#define NOE_EXPLICIT_STORE_INT_H

#include "explicit/store.h"

enum { NOE_STORE_ID_BITS = 40, NOE_STORE_PARENT_BYTES = 5 };

struct noe_store {
  struct noe_memory *memory;
  uint32_t bytes;  /* of a packed state */
  uint32_t record; /* with its parent */
  uint32_t shift;  /* a chunk holds 1 << shift states */
  uint8_t **chunks;
  size_t chunk_count, chunk_room;
  uint64_t *table; /* NULL once sealed */
  uint64_t capacity;
  uint64_t count;
  uint64_t grow_at; /* the count at which to think about a larger table */
};

#endif
