/* Requests and answers of the explorer, as JSON. A request is an object:
 *
 *   {"do": "node", "node": n, "watch": [e, …]}        the node, what can fire, what is true
 *   {"do": "fire", "node": n, "instance": i}          the number of the node after it
 *   {"do": "find", "node": n, "expression": e}        the node where e is true
 *   {"do": "run", "node": n, "steps": k, "break": […]} random steps
 *   {"do": "around", "node": n, "depth": d, "orbits": b} the states around
 *   {"do": "trace", "node": n}                        the run to the node, as `replay` reads it
 *
 * Anything else is answered by {"error": …}. */
#ifndef NOE_EXPLORE_ANSWER_H
#define NOE_EXPLORE_ANSWER_H

#include "explore/walk.h"

void noe_explore_answer(struct noe_walk *walk, const char *body, size_t length, struct noe_text *out);

/* The page itself. */
void noe_explore_page(struct noe_walk *walk, struct noe_text *out);

#endif
