/* Literals in claims cost nothing. If rules and start states treat values alike, the reachable states are closed under
 * their permutations, and a claim p(1, 2) holds just if p(i, j) does for all different i and j: (i, j) runs through the
 * orbit of (1, 2). So the claim of the view has a parameter for each literal, and says
 *
 *   invariant, liveness, ltl, ctl:   i != j -> p(i, j)         cover:   i != j & p(i, j)
 *
 * for all i and j. A run that shows p(i, j) violated is permuted so that it shows p(1, 2) violated (translate.c).
 *
 * That rests on the symmetry of the start states, and on the symmetry being used to the end: such a view asks for
 * both (`needed` in struct noe_model). */
#ifndef NOE_DETECT_LIFT_H
#define NOE_DETECT_LIFT_H

#include "detect/found.h"

/* A literal that has become a parameter of its claim. */
struct noe_lift {
  uint32_t owner; /* the claim */
  const struct noe_found *found;
  uint32_t number; /* of the value, in the universe */
  const struct noe_atom *atom;
  uint32_t slot;
};

/* By owner: can its literals become parameters? `counting`: which of them would count otherwise. */
const bool *noe_detect_liftable(const struct noe_inference *inference, const struct noe_counting *counting);

#endif
