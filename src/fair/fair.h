/* Temporal claims, judged soundly with symmetry on: `ltl` under weak and strong fairness,
 * `ctl` with fair path quantifiers, `mu`, and `never` sequences.
 *
 * An engine has searched the model and left these claims UNKNOWN. This room searches
 * again, claim by claim, on the annotated quotient (graph.h), and puts the verdicts in. */
#ifndef NOE_FAIR_FAIR_H
#define NOE_FAIR_FAIR_H

#include "model/engine.h"

bool noe_fair_has_temporal(const struct noe_model *model);

/* Judges the temporal claims of a complete search: verdicts, runs that have been
 * replayed, messages; then sums the result up again. Claims stay UNKNOWN if the search is
 * not complete. Out of memory, out of time, interrupted: UNKNOWN. */
void noe_fair_judge(const struct noe_task *task, struct noe_result *result);

#endif
