/* Is a structure of this room sound? Each checker goes through all of it and returns NULL, or a sentence that says what
 * is wrong. They are for the hostile build (base/contract.h) and for tests, which plant a defect for each sentence. */
#ifndef NOE_SYMMETRY_CHECK_H
#define NOE_SYMMETRY_CHECK_H

#include "symmetry/canon_int.h"
#include "symmetry/rotations.h"
#include "symmetry/runs_int.h"
#include "symmetry/twins.h"

/* Made once for a model. */
const char *noe_symmetry_blocks_check(const struct noe_symmetry *symmetry);
const char *noe_symmetry_group_check(const struct noe_group *group);
const char *noe_symmetry_facts_check(const struct noe_facts *facts);
const char *noe_symmetry_outline_check(const struct noe_outline *outline);
const char *noe_symmetry_listed_check(const struct noe_listed_permutations *turns);
const char *noe_symmetry_rotations_check(const struct noe_rotations *rotations);

/* Made for each state. */
const char *noe_symmetry_cells_check(const struct noe_symmetry *symmetry, const struct noe_cells *cells);
/* The orbits of points that a node of the search tree knows. */
const char *noe_symmetry_orbits_check(const struct noe_symmetry *symmetry, const struct noe_level *level);
const char *noe_symmetry_twins_check(const struct noe_twins *twins);
/* After a state was encoded. */
const char *noe_symmetry_runs_check(const struct noe_runs *runs);

#endif
