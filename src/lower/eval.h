/* Executes the lowered form, so that it can be compared with the reference interpreter
 * (model/machine.h), whose contract each function here has: the same outcomes, successors,
 * faults with their places and messages, counters and texts of `put`. No loop is watched.
 *
 * While it runs it holds the form to what the passes say of it: each value is asserted to be
 * within its bounds and defined where it should be, each commuting update to be one. */
#ifndef NOE_LOWER_EVAL_H
#define NOE_LOWER_EVAL_H

#include "lower/lower.h"
#include "model/machine.h"

struct noe_evaluator;

struct noe_evaluator *noe_lower_evaluator_new(struct noe_memory *memory, const struct noe_lowered *form);
void noe_lower_evaluator_delete(struct noe_evaluator *evaluator);

void noe_lower_evaluator_put(struct noe_evaluator *evaluator, struct noe_text *sink);
const struct noe_fault *noe_lower_evaluator_fault(const struct noe_evaluator *evaluator);
const uint64_t *noe_lower_evaluator_covers(const struct noe_evaluator *evaluator);
const uint64_t *noe_lower_evaluator_witnesses(const struct noe_evaluator *evaluator);

/* From now on cells of the state that are read and written are added to these sets (NULL: no
 * longer). Sorting bags and dropping effects count as neither. */
void noe_lower_evaluator_record(struct noe_evaluator *evaluator, struct noe_bitset *reads, struct noe_bitset *writes);

/* None of these may be asked of a clause that was refused, or calls a function that was. */
bool noe_lower_evaluator_instances(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                   const int64_t *state, noe_instance_visit visit, void *context);
enum noe_outcome noe_lower_evaluator_test(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                          const int64_t *arguments, const int64_t *state);
enum noe_outcome noe_lower_evaluator_fire(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                          const int64_t *arguments, const int64_t *state, int64_t *successor);
enum noe_outcome noe_lower_evaluator_atom(struct noe_evaluator *evaluator, const struct noe_low_clause *property,
                                          const int64_t *arguments, const int64_t *values, uint32_t atom,
                                          const int64_t *state);

#endif
