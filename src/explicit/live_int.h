/* Between live.c, live_home.c and live_indexed.c: graphs turned around. */
#ifndef NOE_EXPLICIT_LIVE_INT_H
#define NOE_EXPLICIT_LIVE_INT_H

#include "explicit/search_int.h"

/* Turns the edges of `count` workers over `nodes` nodes around. `ids`: they are between
 * ids of states, and the nodes are the numbers. May escape. */
void noe_explicit_turn_around(struct noe_search *search, struct noe_edges *const *edges, uint32_t count, bool ids,
                              uint64_t nodes);
void noe_explicit_backward_free(struct noe_search *search);

/* Adds to `reach` all that lead to what is in it. */
void noe_explicit_close_backwards(struct noe_search *search);

/* Does the instance hold in worker->state, which is state `id`? Records errors. */
bool noe_explicit_live_test(struct noe_worker *worker, const struct noe_clause *property, const int64_t *arguments,
                            uint64_t id);

/* live_home.c: an indexed claim that may be decided on the graph of the states: true if
 * it holds; false says nothing. Wants the graph turned around. May escape. */
bool noe_explicit_live_by_home(struct noe_search *search, const struct noe_clause *property);

/* Of states with the numbers >= `number`, how many lie no deeper than it: numbers grow
 * with the depth. */
uint64_t noe_explicit_same_depth(const struct noe_search *search, uint64_t number);

#endif
