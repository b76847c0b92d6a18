/* Parents found again. The store says in which part of the level before the parent of a
 * state is; of the states there that have the state as a successor, the parent is the
 * least. So much of the search is done once more, for each state of a run a small part
 * of a level, with the compiled model if there was one. */
#ifndef NOE_EXPLICIT_ANCESTORS_H
#define NOE_EXPLICIT_ANCESTORS_H

#include "compile/native.h"
#include "explicit/enabled.h"
#include "explicit/orbits.h"
#include "explicit/store.h"

struct noe_ancestors {
  struct noe_memory *memory;
  const struct noe_model *model;
  struct noe_machine *machine;
  const struct noe_store *store;
  struct noe_orbits *orbits;
  struct noe_enabled *enabled;
  uint64_t child; /* whose parent is wanted */
  uint32_t child_bytes;
  uint8_t *child_key, *key, *made; /* of the child, of a state that may be its parent, of a successor of that */
  int64_t *before, *after;

  const struct noe_native_module *module; /* NULL: none */
  struct noe_native_frame *frame;
  uint64_t *counters, *packed;
  bool is_partial; /* some rules are left to the interpreter */
  bool found;
};

/* All of this may escape; freeing is possible then. `enabled` is borrowed, and overwritten. */
void noe_explicit_ancestors_init(struct noe_ancestors *ancestors, struct noe_memory *memory,
                                 const struct noe_model *model, const struct noe_store *store,
                                 struct noe_orbits *orbits, struct noe_enabled *enabled);
void noe_explicit_ancestors_free(struct noe_ancestors *ancestors);
/* Makes use of a module, which must stay as long as parents are looked for. */
void noe_explicit_ancestors_join(struct noe_ancestors *ancestors, const struct noe_native_module *module);

/* The id of the parent, NOE_NO_STATE if there is none (for a state that is not of the first
 * level, that would be a mistake in noether). */
uint64_t noe_explicit_parent(struct noe_ancestors *ancestors, uint64_t id);

#endif
