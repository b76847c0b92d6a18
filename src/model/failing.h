/* Which run-time error a state is about to meet. */
#ifndef NOE_MODEL_FAILING_H
#define NOE_MODEL_FAILING_H

#include "model/result.h"

/* The run, with the first run-time error that its last state meets: in an assumption, in another claim, in a guard, or in
 * a firing, which becomes one step more. NULL or empty: of start states. NULL if there is no such error. */
const struct noe_trace *noe_model_run_with_fault(struct noe_arena *arena, struct noe_machine *machine,
                                                 const struct noe_model *model, const struct noe_trace *trace);

#endif
