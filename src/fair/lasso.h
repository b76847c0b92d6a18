/* A real run that ends in a real, fair loop, out of a fair component of the product
 * (ALGORITHMS 2.5).
 *
 * In the component a closed walk W is sought that serves every group and passes every mark.
 * It ends in a state c' = pi c, c being the one it began in, where pi fixes the tracked
 * points; W, pi W, pi pi W, … come back to c after finitely many rounds. */
#ifndef NOE_FAIR_LASSO_H
#define NOE_FAIR_LASSO_H

#include "fair/walk.h"

/* NULL if the run cannot be made: `*why` says what went wrong. May escape. */
const struct noe_trace *noe_fair_lasso(struct noe_walk *walk, const uint32_t *starts, uint32_t count,
                                       const char **why);

/* A finite run to a product node, out of the path found last. */
const struct noe_trace *noe_fair_run(struct noe_walk *walk, uint32_t start);

#endif
