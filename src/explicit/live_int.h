/* Between live.c and live_indexed.c: graphs turned around, instances of claims. */
#ifndef NOE_EXPLICIT_LIVE_INT_H
#define NOE_EXPLICIT_LIVE_INT_H

#include "explicit/search_int.h"

/* Turns `edges`, over `nodes` nodes, around and frees them. May escape. */
void noe_explicit_turn_around(struct noe_search *search, struct noe_edges *edges, uint64_t nodes);
void noe_explicit_backward_free(struct noe_search *search);

/* Adds to `reach` all that lead to the `depth` nodes on the stack. */
void noe_explicit_close_backwards(struct noe_search *search, uint64_t depth);

/* Does the instance hold in search->state, which is state `id`? Records errors. */
bool noe_explicit_live_test(struct noe_search *search, const struct noe_clause *property, const int64_t *arguments,
                            uint64_t id);

/* The first instance; false if there is none. The next one; false after the last. */
bool noe_explicit_first_instance(const struct noe_clause *property, int64_t *arguments);
bool noe_explicit_next_instance(const struct noe_clause *property, int64_t *arguments);

#endif
