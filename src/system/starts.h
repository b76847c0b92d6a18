/* Do start states treat all values alike? */
#ifndef NOE_SYSTEM_STARTS_H
#define NOE_SYSTEM_STARTS_H

#include "system/view.h"

/* Finds out whether start states are uneven (symmetry/prove.h), and sets system->keys.is_uneven: before the first state
 * is stored, and before views are opened that watch. The view was just opened, and is as it was afterwards. `stop` is
 * asked now and then; if it says yes, what was found out does not matter. May escape. */
void noe_system_inspect_starts(struct noe_view *view, bool (*stop)(void *context), void *context);

#endif
