/* The search's view of symmetry: a state stands for its whole orbit, and only
 * representatives are stored. Without symmetry every state represents itself. */
#ifndef NOE_EXPLICIT_ORBITS_H
#define NOE_EXPLICIT_ORBITS_H

#include "base/options.h"
#include "symmetry/canon.h"
#include "symmetry/prove.h"
#include "symmetry/twins.h"

struct noe_orbits {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_symmetry *symmetry; /* NULL: none */
  struct noe_canoniser *canoniser;
  struct noe_number total, size; /* concrete states so far; of the orbit at hand */
  bool exact;                    /* every representative so far is unique */
  struct noe_twins twins;        /* of the state being expanded */
  int64_t *scratch;
  int32_t *points; /* of a tuple of arguments */
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
/* A permutation applied to the arguments of an instance: parameters that are values
 * of ranges only. NULL: the one above. */
void noe_explicit_permute_arguments(const struct noe_orbits *orbits, const uint16_t *permutation,
                                    const struct noe_clause *clause, const int64_t *arguments,
                                    int64_t *result);

/* State symmetries: of instances of a rule that twins in `state`, a representative,
 * carry into each other, one is fired for all. Sets the twins of the state. */
void noe_explicit_find_twins(struct noe_orbits *orbits, const int64_t *state);
/* A filter for the machine (`context` is the orbits): only those that lead. */
bool noe_explicit_leads(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count);
/* How many instances this one stands for. */
uint64_t noe_explicit_led(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments);

/* Does a permutation change arguments of this clause? */
bool noe_explicit_is_indexed(const struct noe_orbits *orbits, const struct noe_clause *clause);

#endif
