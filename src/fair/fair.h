/* Temporal claims, judged soundly with symmetry on: `ltl` under weak and strong fairness,
 * `ctl` with fair path quantifiers, `mu`, and `never` sequences.
 *
 * An engine that judges these claims and no others, claim by claim, on the annotated quotient (graph.h). After
 * another engine it puts its verdicts into that one's result, which is complete; by itself it leaves everything
 * else UNKNOWN. Out of memory, out of time, interrupted: UNKNOWN. */
#ifndef NOE_FAIR_FAIR_H
#define NOE_FAIR_FAIR_H

#include "verdict/engine.h"

extern const struct noe_engine noe_fair_engine;

#endif
