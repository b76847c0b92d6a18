/* Sets of nodes for the formulas of branching time, computed bottom-up on the whole graph
 * (logic/branching.h):
 *
 *   EX f    = { u : some edge leads to f }
 *   E(f U g): backwards from g through f
 *   EG f    = { u : within f, a fair cycle of f can be reached }
 *   <r> f   = { u : an edge by a rule named r leads to f }
 *   mu, nu:   iteration from nothing, from everything; inner ones anew in each round
 *
 * Fairness matters to EG alone. EX and EU would have to ask for an end from which a fair run
 * begins (Clarke, Emerson and Sistla 1986), but one begins everywhere: take, again and again,
 * of the groups that are enabled the one that has waited longest.
 *
 * A set of nodes is a set of pairs (state, tracked points) that is closed under symmetry;
 * whether a step, a path or a fair cycle exists is the same for all pairs of a node. */
#ifndef NOE_FAIR_SETS_H
#define NOE_FAIR_SETS_H

#include "fair/cycles.h"
#include "logic/branching.h"

struct noe_sets {
  struct noe_fair_graph *graph;
  struct noe_fair_claim *claim;
  const struct noe_branching *formula;
  bool firings_only;         /* standing still is no step: for `mu` */
  uint32_t nodes;            /* of the graph, all of them expanded */
  struct noe_bitset *values; /* by formula node */
  uint64_t *computed_at;     /* by formula node; 0: never */
  uint64_t *changed_at;      /* by fixed-point variable */
  struct noe_bitset *points; /* by fixed-point variable */
  uint64_t clock;
  size_t *back_first; /* edges turned around: by target, one more at the end */
  uint32_t *back_sources;
  uint32_t *stack;
  struct noe_product product; /* for fair cycles */
  struct noe_cycles cycles;
};

/* The graph must be complete: every node that can be reached is expanded. May escape; can be
 * freed then. */
struct noe_sets *noe_fair_sets_new(struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                                   const struct noe_branching *formula);
void noe_fair_sets_free(struct noe_sets *sets);

/* The nodes in which formula node `number` is true. Says nothing if the space was stopped. */
const struct noe_bitset *noe_fair_set(struct noe_sets *sets, uint32_t number);

#endif
