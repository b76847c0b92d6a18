/* A number that all states of an orbit share: a hash of the state with the names of points left out. Most orbits differ
 * in it, but not all: colour refinement tells a ring of six from two rings of three no more than their points.
 *
 *   invariant(pi s) = invariant(s) for every pi of the group
 *
 * It is made of the refined colours, which canonical forms begin with (canon.h), of the ties between them, of the slots of
 * multisets, and of the cells that no permutation changes. Rotations are tried one by one: the least number counts. */
#ifndef NOE_SYMMETRY_INVARIANT_H
#define NOE_SYMMETRY_INVARIANT_H

#include "symmetry/rotations.h"

struct noe_invariant;

struct noe_invariant *noe_symmetry_invariant_new(struct noe_memory *memory, const struct noe_symmetry *symmetry);
void noe_symmetry_invariant_delete(struct noe_invariant *invariant);

uint64_t noe_symmetry_invariant(struct noe_invariant *invariant, const int64_t *state);

#endif
