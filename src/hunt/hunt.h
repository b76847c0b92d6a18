/* Hunting: random walks where there are too many states to look at all of them.
 *
 * A hunt can refute and nothing else: its verdict is VIOLATED, with a run that was made short
 * and replayed by the reference interpreter like all evidence, or UNKNOWN. `complete` is never set. */
#ifndef NOE_HUNT_HUNT_H
#define NOE_HUNT_HUNT_H

#include "verdict/engine.h"

/* `noether sim`: walks until a violation is found, options->walks have been taken, or
 * options->time is over. One thread gives the same result for the same seed (not 0); with more,
 * threads learn from each other, and which one is first depends on their speed. */
extern const struct noe_engine noe_hunt_engine;

/* `noether check --swarm`: many small searches in different orders, until a violation is found or options->time is
 * over, on all threads. */
extern const struct noe_engine noe_swarm_engine;

#endif
