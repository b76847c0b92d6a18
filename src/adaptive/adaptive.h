/* The engines of this room that call each other. */
#ifndef NOE_ADAPTIVE_ADAPTIVE_H
#define NOE_ADAPTIVE_ADAPTIVE_H

#include "verdict/engine.h"

extern const struct noe_engine noe_adaptive_engine;

#endif
