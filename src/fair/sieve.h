/* Is there a fair cycle in the product of the whole quotient and an automaton, or a bad path in that with a monitor?
 * A pass in few bytes for each node, which knows when the answer is no.
 *
 * Components come from depth-first passes over numbers (dense.h), by all threads at the same time (sieve_int.h); edges are made of kinds of
 * steps as they are needed. A component that shows every mark is judged by threads (threads.h) that are put together
 * by frame: what becomes of a class of groups in one node of the component counts for all nodes with that frame. So
 * threads are few, and a class may look served that is not: that no fair cycle is there is certain, that one is there
 * is not. Strong groups that are not served are taken out with the nodes where they are enabled, and what is left is
 * searched again; that removes no fair cycle, since of the threads that were put together none is served.
 *
 * Where the automaton can stay in its initial state whatever node comes, and cycles in that state do not count, every
 * node is in it, and its edges are not looked at. */
#ifndef NOE_FAIR_SIEVE_H
#define NOE_FAIR_SIEVE_H

#include "fair/dense.h"
#include "logic/monitor.h"

enum noe_sieve_answer {
  NOE_SIEVE_NOTHING, /* there is no fair cycle */
  NOE_SIEVE_REST,    /* there may be one */
  NOE_SIEVE_UNFIT,   /* the pass cannot be made here, or something stopped it */
};

/* What is looked for: fair cycles that an automaton accepts; or paths that a monitor calls bad. The other one is
 * NULL. */
struct noe_acceptance {
  const struct noe_automaton *automaton;
  const struct noe_monitor *monitor;
};

struct noe_sieve;
struct noe_counted;

/* May escape: `*sieve` can be deleted then, and any time. `starts`: nodes of the graph. `counted`: the same quotient in
 * keys that count, which is looked at instead; or NULL. */
enum noe_sieve_answer noe_fair_sieve(struct noe_sieve **made, struct noe_fair_graph *graph, struct noe_counted *counted,
                                     const struct noe_fair_claim *claim, struct noe_acceptance acceptance,
                                     const struct noe_rows *starts);
void noe_fair_sieve_delete(struct noe_sieve *sieve);

/* Was nothing found in the whole product whatever names the followed points have in start states? */
bool noe_fair_sieve_is_about_all_names(const struct noe_sieve *sieve);

/* Nodes and edges of the product that were looked at; the nodes of the quotient. */
uint64_t noe_fair_sieve_nodes(const struct noe_sieve *sieve);
uint64_t noe_fair_sieve_edges(const struct noe_sieve *sieve);
const struct noe_dense *noe_fair_sieve_dense(const struct noe_sieve *sieve);

#endif
