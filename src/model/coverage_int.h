/* Marking points of a coverage; for the machine. */
#ifndef NOE_MODEL_COVERAGE_INT_H
#define NOE_MODEL_COVERAGE_INT_H

#include "model/coverage.h"
#include "model/visit.h"

#define NOE_NO_POINT UINT32_MAX

/* The statement is executed. */
void noe_model_mark_statement(struct noe_coverage_marks *marks, const struct noe_stmt *stmt);
/* Of an `if`, `switch` or conditional expression this arm is taken; one more than there are: none. */
void noe_model_mark_branch(struct noe_coverage_marks *marks, const void *key, uint32_t arm);

/* By function: is it called by a start state, a rule or a claim about states, through others perhaps? May escape. */
const bool *noe_model_coverage_called(struct noe_arena *arena, const struct noe_model *model);

#endif
