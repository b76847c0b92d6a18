/* A real run that ends in a real, fair loop, out of a fair component of the product
 * (docs/algorithms.md#lassos).
 *
 * In the component a closed walk W is sought that serves every group and passes every mark.
 * It ends in a state c' = pi c, c being the one it began in, where pi fixes the tracked
 * points; W, pi W, pi pi W, … come back to c after finitely many rounds. */
#ifndef NOE_FAIR_LASSO_H
#define NOE_FAIR_LASSO_H

#include "fair/short_loop.h"

/* From one of these product nodes, as a start state; or, if the walker has begun to walk, from
 * where it stands, which must be the only one of them. NULL if the run cannot be made: `*why`
 * says what went wrong. May escape. */
const struct noe_trace *noe_fair_lasso(struct noe_walk *walk, const uint32_t *starts, uint32_t count, const char **why);

/* The same, by a shortest lasso that a search on the real system has found: `loop` is where its loop begins. */
const struct noe_trace *noe_fair_short_lasso(struct noe_walk *walk, struct noe_short_loop *search, uint32_t loop,
                                             const uint32_t *starts, uint32_t count, const char **why);

/* Walks along walk->path. False if that cannot be. */
bool noe_fair_go(struct noe_walk *walk);

/* The run so far; in a state that nothing leaves it stands still for ever. NULL if stopped. */
const struct noe_trace *noe_fair_run(struct noe_walk *walk);

#endif
