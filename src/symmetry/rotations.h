/* Rotations of rings: the factor of the group that is not made of exchanges.
 *
 * With G = L x R, L the permutations of the blocks that are not rigid and R the
 * rotations of the rigid ones (all combinations, if there are several rings),
 *
 *   canon_G(s) = least over all rho in R of canon_L(rho s)
 *
 * is canonical: rho s goes through all of R s, and R commutes with L. If
 * nothing else is permuted, and no multiset is moved, canon_L is the identity,
 * and rows of cells are compared as they are (is_direct): each rotation is a
 * table of where cells come from, and most are out of the race at the first
 * cells. Where the cells of a ring make a string, its least rotation is found
 * in linear time, and only those that tie are compared (necklace.h).
 *
 * The rotations for which the least form is reached are a coset of those that
 * carry s into its L-orbit: the orbit of s has |L s| |R| / ties states. */
#ifndef NOE_SYMMETRY_ROTATIONS_H
#define NOE_SYMMETRY_ROTATIONS_H

#include "symmetry/symmetry.h"

struct noe_rotations {
  const struct noe_symmetry *symmetry;
  uint32_t count;               /* |R| */
  const uint16_t *permutations; /* a row of points each; the first is the identity */
  bool is_direct;               /* the rest serves only then */
  const uint32_t *cells;        /* that some rotation changes, increasing */
  uint32_t cell_count;
  const uint32_t *sources;             /* by rotation and number of a cell: where its
                                   content comes from */
  const int32_t *const *images;        /* by rotation and number of a cell: by value
                                   what it becomes; NULL: what it is */
  const struct noe_necklace *necklace; /* NULL: the least one is found by comparing all (necklace.h) */
};

/* NULL if no block is rigid. */
const struct noe_rotations *noe_symmetry_rotations(struct noe_arena *arena, const struct noe_symmetry *symmetry);

/* Number of the rotation that makes the state least, the first of several;
 * `*ties`: how many do. The image is written to `result` (no overlap). Only if
 * is_direct. */
uint32_t noe_symmetry_least_rotation(const struct noe_rotations *rotations, const int64_t *state, int64_t *result,
                                     uint32_t *ties);

static inline const uint16_t *noe_rotation_row(const struct noe_rotations *rotations, uint32_t number) {
  return rotations->permutations + (size_t)number * rotations->symmetry->points;
}

#endif
