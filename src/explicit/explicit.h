/* The explicit engine: looks at every reachable state, one by one. */
#ifndef NOE_EXPLICIT_EXPLICIT_H
#define NOE_EXPLICIT_EXPLICIT_H

#include "verdict/engine.h"

extern const struct noe_engine noe_explicit_engine;

#endif
