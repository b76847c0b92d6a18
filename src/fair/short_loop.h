/* A shortest lasso, by a search on the real system: for what the quotient cannot tell, since a loop of the quotient
 * may have to be gone round several times, and since serving one group after the other is not the shortest way.
 *
 * Stems are as long in the quotient as in the real system, so only loops are sought there. Each product node r on
 * a fair cycle is a place where a loop may begin; a walk that began in r stands in a real state with an automaton
 * state, and has served some obligations:
 *
 *   mark         an edge of the automaton carried it
 *   weak group   taken by a step, or not enabled in a state of the walk
 *   strong group taken by a step, or enabled in no state of the walk
 *
 * Walks of all r are extended together, breadth first in the length of stem and walk, so that the first one that
 * comes back to its r with everything served is part of a shortest lasso. The search gives up after a fixed amount
 * of work, which does not depend on the machine. */
#ifndef NOE_FAIR_SHORT_LOOP_H
#define NOE_FAIR_SHORT_LOOP_H

#include "fair/walk.h"

struct noe_short_loop;

/* Takes the fair nodes of `cycles` (noe_fair_cycles_search_all) of a product that was explored breadth first. May
 * escape; can be deleted then. */
struct noe_short_loop *noe_fair_short_loop_new(struct noe_product *product, const struct noe_cycles *cycles);
void noe_fair_short_loop_delete(struct noe_short_loop *search);

/* The product node where the loop of a shortest lasso begins; NOE_NO_NODE if the search has given up. May escape. */
uint32_t noe_fair_short_loop_find(struct noe_short_loop *search);

/* Walks it, from this node. False if that cannot be. */
bool noe_fair_short_loop_walk(struct noe_short_loop *search, struct noe_walk *walk);

#endif
