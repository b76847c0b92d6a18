/* The successors of a stored state, found once more, when the search is over: by compiled
 * code where there is some, else by the interpreter. Nothing is counted or noticed again.
 * Only those that are stored: others were dropped by an assumption. */
#ifndef NOE_LIVE_SUCCESSORS_H
#define NOE_LIVE_SUCCESSORS_H

#include "explicit/search.h"

/* The id of a successor, perhaps not for the first time; false: that is enough. */
typedef bool (*noe_successor_visit)(void *context, uint64_t id);

/* worker->key and worker->view.state are used up. May escape. */
void noe_live_successors(struct noe_worker *worker, uint64_t id, noe_successor_visit visit, void *context);

/* For each of these states the first successor, or NOE_NO_STATE if that takes a closer
 * look: for several at a time, so that the memory that will be touched can be asked for
 * before. worker->key and worker->view.state are used up. May escape. */
enum { NOE_FIRST_AT_ONCE = 32 };
void noe_live_first_successors(struct noe_worker *worker, const uint64_t *ids, uint32_t count, uint64_t *found);

#endif
