/* The engine `counter`: models that are unary in their processes (symmetry/runs.h), by decision diagrams of multisets
 * of local states. Decides claims about states, deadlocks, run-time errors and AG EF; see docs/counter.md. */
#ifndef NOE_COUNTER_COUNTER_H
#define NOE_COUNTER_COUNTER_H

#include "verdict/engine.h"

extern const struct noe_engine noe_counter_engine;

#endif
