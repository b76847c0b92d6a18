/* Looking for something in expressions and statements, through the functions that they call.
 *
 * A visit is answered with yes as soon as one of its questions is. Bodies of functions are not
 * walked into at every call, which may be recursive: `noe_model_visit_functions` answers for all
 * of them once, and a call of one with the answer yes counts. */
#ifndef NOE_MODEL_VISIT_H
#define NOE_MODEL_VISIT_H

#include "model/model.h"

struct noe_visit {
  bool (*expr)(const struct noe_visit *visit, const struct noe_expr *expr); /* NULL: never */
  bool (*stmt)(const struct noe_visit *visit, const struct noe_stmt *stmt); /* NULL: never */
  const bool *functions; /* by function id: calls of it count; NULL: no call does */
  uint32_t slot;         /* for the questions */
};

/* Is the answer yes for the expression or a part of it (NULL: no)? For one of the statements, or a part of one? */
bool noe_model_visit_expr(const struct noe_visit *visit, const struct noe_expr *expr);
bool noe_model_visit_stmts(const struct noe_visit *visit, const struct noe_stmt *list);

/* By function id: is the answer yes for its body, or that of a function it calls? `visit->functions`
 * is not looked at. */
const bool *noe_model_visit_functions(struct noe_arena *arena, const struct noe_model *model,
                                      const struct noe_visit *visit);

#endif
