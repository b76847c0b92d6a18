/* Sets of nodes for the formulas of branching time, computed bottom-up on the whole graph
 * (logic/branching.h):
 *
 *   EX f    = { u : some edge leads to f }
 *   E(f U g): backwards from g through f
 *   EG f    = { u : within f, a fair cycle of f can be reached }
 *   <r> f   = { u : an edge by a rule named r leads to f }
 *   mu, nu:   iteration from nothing, from everything; inner ones anew in each round
 *
 * EX and EU have to ask for an end from which a fair run begins (Clarke, Emerson and Sistla 1986). Where fairness is
 * about rules alone one begins everywhere: take, again and again, of the groups that are enabled the one that has
 * waited longest. Conditions can keep all runs from being fair; then nodes with a fair run are found first.
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
  struct noe_bitset fair;    /* nodes with a fair run, if that is not all of them */
  uint64_t clock;
  uint64_t *letters;      /* of a formula of CTL*, by node */
  uint64_t *step_letters; /* likewise, by edge; NULL: it is about states alone */
  bool *good;             /* by product node: an accepted fair run goes on from it */
  size_t *back_first;     /* edges turned around: by target, one more at the end */
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

/* Does a fair run begin in the node? `mu` asks for no runs. */
static inline bool noe_sets_has_fair_run(const struct noe_sets *sets, uint32_t node) {
  return !sets->fair.words || noe_bitset_has(&sets->fair, node);
}

/* The product of a path of CTL* from one node, in sets->product, whose first nodes are where runs of the automaton begin;
 * sets->cycles is ready to search it. Sets of parts of the path must have been asked for. */
void noe_fair_sets_open_path(struct noe_sets *sets, const struct noe_node_path *path, uint32_t node);
void noe_fair_sets_close_path(struct noe_sets *sets);

/* Of a fixed point: by node, the round of its iteration, from 1, in which it came in (mu) or went out (nu); 0: never. */
void noe_fair_set_ranks(struct noe_sets *sets, uint32_t number, uint32_t *ranks);

/* The nodes in which formula node `number` is true. Says nothing if the space was stopped. */
const struct noe_bitset *noe_fair_set(struct noe_sets *sets, uint32_t number);

#endif
