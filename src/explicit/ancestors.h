/* Parents found again. The store says in which part of the level before the parent of a
 * state is; of the states there that have the state as a successor, the parent is the
 * least. So much of the search is done once more, for each state of a run a small part
 * of a level, with the compiled model if there was one. */
#ifndef NOE_EXPLICIT_ANCESTORS_H
#define NOE_EXPLICIT_ANCESTORS_H

#include "store/store.h"
#include "system/successors.h"

struct noe_ancestors {
  struct noe_memory *memory;
  const struct noe_store *store;
  struct noe_view *view; /* borrowed, and used up; its owner is this structure */
  uint32_t child_bytes;
  uint8_t *child_key, *key, *made; /* of the child, of a state that may be its parent, of a successor of that */
  bool found;
  uint64_t *path; /* found last */
};

/* All of this may escape; freeing is possible then. */
void noe_explicit_ancestors_init(struct noe_ancestors *ancestors, struct noe_view *view, const struct noe_store *store);
void noe_explicit_ancestors_free(struct noe_ancestors *ancestors);

/* The id of the parent, NOE_NO_STATE if there is none (for a state that is not of the first
 * level, that would be a mistake in noether). */
uint64_t noe_explicit_parent(struct noe_ancestors *ancestors, uint64_t id);

/* A shortest path from a start state to this one: ids, valid until the next is asked for (verdict/retrace.h;
 * `context` is the ancestors). Of NOE_NO_STATE it is empty. */
const uint64_t *noe_explicit_path_to(void *context, uint64_t id, uint32_t *length);

#endif
