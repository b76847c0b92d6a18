/* The annotated quotient times an automaton over the propositions of a claim.
 *
 * A product node is (node u, automaton state a). The automaton reads the letter of u on
 * the way out of it: (u, a) -> (v, b) if u -> v and the automaton has an edge a -> b that
 * fits the letter of u. Acceptance marks sit on automaton edges; a run is accepted if it
 * passes every mark infinitely often. */
#ifndef NOE_FAIR_PRODUCT_H
#define NOE_FAIR_PRODUCT_H

#include "base/bitset.h"
#include "fair/claim.h"
#include "logic/automaton.h"

struct noe_product {
  struct noe_fair_graph *graph;
  struct noe_fair_claim *claim; /* NULL: letters are empty */
  const struct noe_automaton *automaton;
  const struct noe_bitset *within; /* graph nodes that exist; NULL: all */
  struct noe_rows nodes;           /* node, state */
  uint64_t edges;                  /* that were looked at */
};

/* Goes through the edges out of a product node. */
struct noe_product_cursor {
  uint32_t node;
  uint32_t arc, edge; /* next: automaton arc, edge of the graph node */
};

struct noe_product_edge {
  uint32_t target;
  uint64_t marks;
  uint32_t label, rule;
};

/* The automaton with one state that accepts everything. */
extern const struct noe_automaton noe_fair_everything;

void noe_fair_product_init(struct noe_product *product, struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                           const struct noe_automaton *automaton);
void noe_fair_product_free(struct noe_product *product);

uint32_t noe_fair_product_node(struct noe_product *product, uint32_t node, uint32_t state);
static inline uint32_t noe_product_graph_node(const struct noe_product *product, uint32_t node) {
  return noe_row_words(&product->nodes, node)[0];
}
static inline uint32_t noe_product_state(const struct noe_product *product, uint32_t node) {
  return noe_row_words(&product->nodes, node)[1];
}

struct noe_product_cursor noe_fair_product_edges(const struct noe_product *product, uint32_t node);
/* False at the end, and if something stopped it (the space says so). May escape. */
bool noe_fair_product_next(struct noe_product *product, struct noe_product_cursor *cursor,
                           struct noe_product_edge *edge);

#endif
