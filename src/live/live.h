/* AG EF: from every reachable state a state with the goal can be reached (`liveness` in Murphi). Judged on the graph
 * of a breadth-first search (explicit/), so this engine decides with one search everything that explicit decides, and
 * liveness properties. It is asked for models that have some. */
#ifndef NOE_LIVE_LIVE_H
#define NOE_LIVE_LIVE_H

#include "verdict/engine.h"

extern const struct noe_engine noe_live_engine;

#endif
