/* Fair cycles: strongly connected sets of product nodes round which a run can go for
 * ever, fairly and with every acceptance mark.
 *
 * One depth-first pass with a stack of partial components (after Couvreur, FM 1999): an
 * edge back to a node on the stack makes one component of all those from there on. A
 * component keeps which marks its edges carry, and how many threads of groups are not
 * served in it (threads.h), which is exact for the edges seen so far; so a fair cycle is
 * found at the very edge that completes it (docs/algorithms.md#fair-cycles).
 *
 * A component of the product lies over one of the automaton. Where that one lacks a mark no
 * cycle is accepted, and nobody keeps threads.
 *
 * Strong fairness: a complete component in which only strong groups are unserved is
 * searched again without the nodes where one of those is enabled, with threads of their
 * own, since fewer cycles may keep more groups apart (docs/algorithms.md#strong-fairness). */
#ifndef NOE_FAIR_CYCLES_H
#define NOE_FAIR_CYCLES_H

#include "fair/product.h"
#include "fair/threads.h"

enum noe_cycle_status { NOE_CYCLE_NEW, NOE_CYCLE_LIVE, NOE_CYCLE_DEAD };

struct noe_cycle_node {
  uint32_t home;    /* the set that is searched in which it belongs; NOE_NO_NODE: none any more */
  uint32_t live;    /* position on the stack of live nodes */
  uint32_t threads; /* the first of its threads, if its automaton state is hopeful */
  uint8_t status;
  bool fair; /* lies on a fair cycle, when all are asked for */
};

/* A partial component: the live nodes from `root` to the root of the next one. */
struct noe_component {
  uint32_t root;
  uint64_t marks;
  int64_t bad;
  bool is_cyclic;
  struct noe_product_edge entry; /* the edge that led to the root, and where from */
  uint32_t entry_source;
};

struct noe_cycles {
  struct noe_product *product;
  uint64_t hopeful; /* automaton states, as bits: their component shows all marks, or nobody looked */
  struct noe_threads threads;
  struct noe_cycle_node *nodes;
  size_t node_room;
  uint32_t *live;
  size_t live_count, live_room;
  struct noe_component *components;
  size_t component_count, component_room;
  struct noe_product_cursor *path;
  size_t path_count, path_room;
  uint32_t *again; /* nodes of sets to be searched once more, one set after the other */
  size_t again_count, again_room;
  size_t again_next;
  uint32_t limit; /* nodes from here on are not looked at */
  uint32_t home;  /* the set being searched */
  uint32_t homes; /* sets so far */
  bool all;       /* look for every fair cycle */
  bool found;     /* the topmost component is one */
};

/* States of an automaton, as bits, whose component has edges with all marks, inside it; all of them if there are more
 * than 64. */
uint64_t noe_fair_hopeful_states(const struct noe_automaton *automaton);

void noe_fair_cycles_init(struct noe_cycles *cycles, struct noe_product *product);
void noe_fair_cycles_free(struct noe_cycles *cycles);

/* Is there a fair cycle that can be reached from one of these product nodes? May escape; the
 * answer says nothing if the space was stopped. */
bool noe_fair_cycles_search(struct noe_cycles *cycles, const uint32_t *starts, uint32_t count);

/* Is there one among the nodes that were expanded when the product was explored? All of them can be reached, and
 * those of an automaton state that has no hope are left out. */
bool noe_fair_cycles_search_explored(struct noe_cycles *cycles);

/* All of them: marks every node that lies on one. */
void noe_fair_cycles_search_all(struct noe_cycles *cycles, const uint32_t *starts, uint32_t count);
void noe_fair_cycles_search_all_explored(struct noe_cycles *cycles);

/* After a cycle was found: is the node of its component? */
static inline bool noe_cycle_has(const struct noe_cycles *cycles, uint32_t node) {
  return node < cycles->node_room && cycles->nodes[node].status == NOE_CYCLE_LIVE &&
         cycles->nodes[node].home == cycles->home &&
         cycles->nodes[node].live >= cycles->components[cycles->component_count - 1].root;
}

#endif
