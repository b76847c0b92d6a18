/* The search's view of symmetry: a state stands for its whole orbit, and only
 * representatives are stored. Without symmetry every state represents itself. */
#ifndef NOE_EXPLICIT_ORBITS_H
#define NOE_EXPLICIT_ORBITS_H

#include "base/options.h"
#include "symmetry/canon.h"
#include "symmetry/prove.h"

struct noe_orbits {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_symmetry *symmetry; /* NULL: none */
  struct noe_canoniser *canoniser;
  struct noe_number total, size; /* concrete states so far; of the orbit at hand */
  bool exact;                    /* every representative so far is unique */
};

/* May escape; `proof` NULL means no symmetry. */
void noe_explicit_orbits_init(struct noe_orbits *orbits, struct noe_memory *memory, const struct noe_model *model,
                              const struct noe_proof *proof, int symmetry);
void noe_explicit_orbits_free(struct noe_orbits *orbits);

/* Writes the representative of `state` to `result`. */
void noe_explicit_representative(struct noe_orbits *orbits, const int64_t *state, int64_t *result);

/* The state represented last is new: counts its orbit. */
void noe_explicit_count_orbit(struct noe_orbits *orbits);

/* The permutation that leads from the state represented last to its
 * representative, applied to another state. */
void noe_explicit_permute(const struct noe_orbits *orbits, const int64_t *state, int64_t *result);
/* And to the arguments of an instance: parameters that are values of ranges only. */
void noe_explicit_permute_arguments(const struct noe_orbits *orbits, const struct noe_clause *clause,
                                  const int64_t *arguments, int64_t *result);

/* Does a permutation change arguments of this clause? */
bool noe_explicit_is_indexed(const struct noe_orbits *orbits, const struct noe_clause *clause);

#endif
