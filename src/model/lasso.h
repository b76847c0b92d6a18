/* Runs judged against temporal claims, directly: a formula of linear time on a lasso,
 * a sequence on a finite run, fairness of a loop. Nothing here knows automata or
 * searches; it is what makes an engine's counterexample believed (replay.h).
 *
 * The run must have been replayed: its steps happen, its loop closes. The positions
 * of the infinite word are the steps, the last one left out if it merely comes back
 * to step `loop`; behind the last position comes position `loop`. */
#ifndef NOE_MODEL_LASSO_H
#define NOE_MODEL_LASSO_H

#include "model/result.h"

/* Does the run satisfy the formula of an `ltl` claim, for the instance `arguments`?
 * FAULT if a run-time error in an atom leaves it open. A run without a loop is the beginning of others: FALSE if
 * it is enough to tell that none of them satisfies it, TRUE if all do, FAULT if that cannot be told. */
enum noe_outcome noe_model_lasso_satisfies(struct noe_machine *machine, const struct noe_clause *property,
                                           const int64_t *arguments, const struct noe_trace *trace);

/* Of a claim of CTL*: does the run satisfy the formula of a path (NOE_FORMULA_PATH, with values) from step `from` on? FAULT
 * also if that is about other runs. */
enum noe_outcome noe_model_lasso_goes_on(struct noe_machine *machine, const struct noe_finding *finding,
                                         const struct noe_trace *trace, uint32_t from, const struct noe_formula *path);

/* Does a block of at least one state of the run match the sequence of a `never`
 * claim? A run that stands still at its end may stand there for as long as it takes. */
bool noe_model_run_matches(struct noe_machine *machine, const struct noe_clause *property, const int64_t *arguments,
                           const struct noe_trace *trace);

/* Is the loop fair: does it take every weak group that it does not find disabled
 * somewhere, and every strong group that it finds enabled anywhere? A group is enabled
 * where one of its instances can fire: no smaller priority holds it back, the firing
 * exists and no assumption is against where it leads. */
bool noe_model_loop_is_fair(struct noe_machine *machine, const struct noe_model *model, const struct noe_trace *trace);

/* Does no step lead out of the state, not even back to it? */
bool noe_model_stands_still(struct noe_machine *machine, const struct noe_model *model, const int64_t *state);

static inline uint32_t noe_lasso_positions(const struct noe_trace *trace) {
  return trace->loop + 1 < trace->count ? trace->count - 1 : trace->count;
}

#endif
