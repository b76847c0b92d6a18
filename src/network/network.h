/* Symmetry of rings and networks that nobody declared.
 *
 *   ground     each instance of each clause as a term (ground.h)
 *   look for   permutations of values that map the instances of all rules onto themselves (automorphism.h)
 *   restrict   to those that map each claim onto itself, and constant cells
 *   starts     if these map the start states onto themselves, too, concrete states can be counted; if they do not,
 *              start states are uneven (symmetry/prove.h)
 *   list       the group (symmetry/group.h), and annotate the types of variables with it
 *
 * What comes out is the model as it is, with other types for its variables: values, cells and clauses are the same, so
 * nothing has to be translated back. A permutation of the group acts on the values of those types. */
#ifndef NOE_NETWORK_NETWORK_H
#define NOE_NETWORK_NETWORK_H

#include "detect/detect.h"
#include "symmetry/group.h"

/* Adds what is found to the view (`group`, and the model with its types). What an earlier step found stays. */
void noe_network_add(struct noe_arena *arena, struct noe_memory *memory, struct noe_view *view);

#endif
