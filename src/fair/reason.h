/* Why a claim of branching time is false in a start node, as a tree of real runs.
 *
 * What is told of a formula, where the walker stands, follows its operators: of a conjunction that is false, a part that
 * is; of one that is true, all parts, each with a run of its own if it takes one; of E(f U g) that is true, a shortest
 * run to g, and on from there; of one that is false, how many nodes were searched, since that is about all runs. Fixed
 * points are unfolded along ranks: the round of the iteration in which a node came in (of `mu`) or went out (of `nu`),
 * which grows less with every unfolding. */
#ifndef NOE_FAIR_REASON_H
#define NOE_FAIR_REASON_H

#include "fair/judge_int.h"
#include "fair/sets.h"

/* The finding of the judge gets run and reasons. May escape. */
void noe_fair_give_reason(struct noe_judge *judge, const struct noe_branching *formula, uint32_t start);

/* reason_formula.c: a node of the claim's graph as a formula that people can read, in the arena of the task; NULL if it
 * is too large for that. */
const struct noe_formula *noe_fair_readable(struct noe_judge *judge, const struct noe_branching *formula,
                                            uint32_t number);

#endif
