/* The annotated quotient times an automaton over the propositions of a claim.
 *
 * A product node is (node u, automaton state a): the automaton has read the letter of u and is
 * in a. So (u, a) -> (v, b) if u -> v and the automaton has an edge a -> b that fits the letter of v, and a run
 * begins in (u, b) if its first state has an edge to b that fits the letter of u. Acceptance marks sit on automaton edges; a run is accepted if it
 * passes every mark infinitely often.
 *
 * A proposition about steps belongs to the letter of the state that the step leads to; of the first state it is false. */
#ifndef NOE_FAIR_PRODUCT_H
#define NOE_FAIR_PRODUCT_H

#include "base/bitset.h"
#include "fair/claim.h"
#include "logic/automaton.h"

struct noe_product {
  struct noe_fair_graph *graph;
  struct noe_fair_claim *claim; /* NULL: letters are empty */
  const struct noe_automaton *automaton;
  const uint64_t *letters;         /* by graph node, instead of those of the claim; or NULL */
  const uint64_t *step_letters;    /* by graph edge, likewise: what the step adds to the letter of its target */
  const struct noe_bitset *within; /* graph nodes that exist; NULL: all */
  struct noe_fair_pairs nodes;     /* node, state */
  uint32_t *places;                /* by node and state, if the automaton is small: 1 + product node, or 0 */
  size_t place_count;
  uint64_t edges; /* that were looked at */

  uint32_t expanded; /* nodes before this one are, breadth first from the first ones */
  uint32_t *levels;  /* by depth: the first node */
  size_t level_count, level_room;
  uint32_t next_level; /* the first node of the level after the last one */
};

/* Goes through the edges out of a product node. What is known of the node is at hand here: there
 * are many nodes, and their edges are looked at one now and one then. */
struct noe_product_cursor {
  uint32_t node;
  uint32_t arc;            /* the next automaton arc */
  uint32_t edge, edge_end; /* edges of the graph node, counted from `first`: the one at hand, and where they end */
  size_t first;
  bool is_open;
};

struct noe_product_edge {
  uint32_t target;
  uint64_t marks;
  uint32_t label, rule;
  uint64_t step_letter;
};

/* The automaton with one state that accepts everything. */
extern const struct noe_automaton noe_fair_everything;

void noe_fair_product_init(struct noe_product *product, struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                           const struct noe_automaton *automaton);
void noe_fair_product_free(struct noe_product *product);

/* Does the letter of a graph node fit, with what the step that led there adds to it? */
bool noe_fair_product_takes(struct noe_product *product, const struct noe_edge *arc, uint32_t node,
                            uint64_t step_letter);

uint32_t noe_fair_product_node(struct noe_product *product, uint32_t node, uint32_t state);
static inline uint32_t noe_product_graph_node(const struct noe_product *product, uint32_t node) {
  return product->nodes.items[node].first;
}
static inline uint32_t noe_product_state(const struct noe_product *product, uint32_t node) {
  return product->nodes.items[node].second;
}

/* Expands nodes breadth first until `most` are expanded, or all: those that were there before the first call are of
 * depth 0. False if something stopped it. May escape. */
bool noe_fair_product_explore(struct noe_product *product, uint32_t most);

struct noe_product_cursor noe_fair_product_edges(uint32_t node);
/* False at the end, and if something stopped it (the space says so). May escape. */
bool noe_fair_product_next(struct noe_product *product, struct noe_product_cursor *cursor,
                           struct noe_product_edge *edge);

#endif
