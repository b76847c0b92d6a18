/* What fixes a representative beside exchanges of its twins.
 *
 * T, the exchanges of twins, is normal in the stabiliser: a symmetry of the state carries classes of twins to classes of
 * twins. Each of its cosets has one element that keeps the order of twins, the k-th of a class becoming the k-th of its
 * image. These elements are a group H, and all elements of the stabiliser are products of one of T and one of H.
 *
 * H is found from the automorphisms that the search for the canonical form has met, which generate the stabiliser, or, of
 * a state on rings, by trying all rotations. It is listed, element by element without the identity, if it is small, and
 * otherwise not used: then it is taken to be trivial, which is a subgroup, too. Lists are sorted, so that equal groups
 * are equal rows. */
#ifndef NOE_FAIR_FIXING_H
#define NOE_FAIR_FIXING_H

#include "fair/partition.h"

struct noe_fixing {
  struct noe_memory *memory;
  const struct noe_symmetry *symmetry;
  uint16_t *rows; /* elements; the first is the identity */
  uint32_t count, room;
  uint16_t *generators;
  uint32_t generator_count, generator_room;
  bool is_large; /* there are too many */
};

void noe_fair_fixing_init(struct noe_fixing *fixing, struct noe_memory *memory, const struct noe_symmetry *symmetry);
void noe_fair_fixing_free(struct noe_fixing *fixing);

/* May escape. The group of the identity. */
void noe_fair_fixing_clear(struct noe_fixing *fixing);

/* Adds a symmetry of the representative, of these twins: its coset, and whatever follows. May escape. */
void noe_fair_fixing_add(struct noe_fixing *fixing, const struct noe_partition *twins, const uint16_t *symmetry);

/* Nothing is added any more: sorts the elements. */
void noe_fair_fixing_end(struct noe_fixing *fixing);

#endif
