/* Names of elements of multisets that show where an element stands.
 *
 * `choose i: m`, `multisetcount(i: m, …)` and the like bind a name to an element. What
 * the name holds is the place of the element among the others, which depends on their
 * contents, and so on the names of processes in them. That does not show as long as the name
 * stands for the element: m[i], multisetremove(i, m). It does if it is used for another
 * bag, compared, or used after the place may have gone to another element. */
#ifndef NOE_SYMMETRY_SLOTS_H
#define NOE_SYMMETRY_SLOTS_H

#include "model/model.h"

/* By type id of a multiset: where a name of its elements is used so; line 0: nowhere. Safe:
 * what is not listed shows nothing. */
const struct noe_place *noe_symmetry_loose_slots(struct noe_arena *arena, const struct noe_model *model);

#endif
