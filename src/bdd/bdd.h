/* The engine on binary decision diagrams (BuDDy): sets of states instead of states.
 *
 * BuDDy keeps everything in variables of its own, one instance for the process: a second check in the same
 * process waits until the first is done (session.c). */
#ifndef NOE_BDD_BDD_H
#define NOE_BDD_BDD_H

#include "verdict/engine.h"

extern const struct noe_engine noe_bdd_engine;

#endif
