/* The states that a search has seen: an insert-only set.
 *
 * A packed state gets the next number 0, 1, 2, … when it is inserted, so that a
 * breadth-first search needs no queue: a level is a range of numbers. Each
 * state remembers its parent, the state from which it was reached first.
 *
 * Nothing here escapes: when memory runs out, insert says FULL, and everything
 * stored so far stays as it is. Threading: one thread at a time. */
#ifndef NOE_EXPLICIT_STORE_H
#define NOE_EXPLICIT_STORE_H

#include "base/memory.h"

struct noe_store;

/* The parent of a start state. */
#define NOE_NO_STATE (((uint64_t)1 << 40) - 1)

enum noe_insert {
  NOE_INSERT_NEW,
  NOE_INSERT_OLD,
  NOE_INSERT_FULL, /* it is not there, and there is no room for it */
};

/* For states of `bytes` bytes (0 is allowed: there is one state then). NULL if
 * there is no memory. */
struct noe_store *noe_explicit_store_new(struct noe_memory *memory, uint32_t bytes);
void noe_explicit_store_delete(struct noe_store *store);

/* `*id` becomes the number of the state, unless the store is full. */
enum noe_insert noe_explicit_store_insert(struct noe_store *store, const uint64_t *packed, uint64_t parent,
                                          uint64_t *id);
bool noe_explicit_store_find(const struct noe_store *store, const uint64_t *packed, uint64_t *id);

/* Copies a state out; bits of the last word beyond the state are 0. */
void noe_explicit_store_read(const struct noe_store *store, uint64_t id, uint64_t *packed);
uint64_t noe_explicit_store_parent(const struct noe_store *store, uint64_t id);

uint64_t noe_explicit_store_count(const struct noe_store *store);
uint64_t noe_explicit_store_bytes(const struct noe_store *store);

/* Gives the index back, to make room for evidence: afterwards states can be
 * read but neither found nor inserted. */
void noe_explicit_store_seal(struct noe_store *store);

/* Is the whole structure sound? NULL, or a sentence that says what is wrong. */
const char *noe_explicit_store_check(const struct noe_store *store);

#endif
