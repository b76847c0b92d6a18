#include "fair/product.h"

static const struct noe_edge any_edge = {0};
static const uint32_t any_first[] = {0, 1};
const struct noe_automaton noe_fair_everything = {
    .state_count = 1, .edge_count = 1, .edges = &any_edge, .first = any_first};

void noe_fair_product_init(struct noe_product *product, struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                           const struct noe_automaton *automaton) {
  *product = (struct noe_product){.graph = graph, .claim = claim, .automaton = automaton};
  product->nodes = noe_fair_rows(graph->space->memory);
}

void noe_fair_product_free(struct noe_product *product) {
  noe_fair_rows_free(&product->nodes);
  product->edges = 0;
}

uint32_t noe_fair_product_node(struct noe_product *product, uint32_t node, uint32_t state) {
  uint32_t row[2] = {node, state};
  return noe_fair_row(&product->nodes, row, 2, NULL);
}

struct noe_product_cursor noe_fair_product_edges(const struct noe_product *product, uint32_t node) {
  return (struct noe_product_cursor){.node = node, .arc = product->automaton->first[noe_product_state(product, node)]};
}

static bool fits(struct noe_product *product, const struct noe_edge *arc, uint32_t node) {
  if (!(arc->positive | arc->negative))
    return true;
  return noe_edge_takes(arc, noe_fair_letter(product->claim, product->graph, node));
}

bool noe_fair_product_next(struct noe_product *product, struct noe_product_cursor *cursor,
                           struct noe_product_edge *edge) {
  struct noe_fair_graph *graph = product->graph;
  uint32_t node = noe_product_graph_node(product, cursor->node);
  uint32_t end = product->automaton->first[noe_product_state(product, cursor->node) + 1];
  if (!noe_fair_graph_expand(graph, node))
    return false;
  for (; cursor->arc < end; cursor->arc++, cursor->edge = 0) {
    const struct noe_edge *arc = &product->automaton->edges[cursor->arc];
    if (!cursor->edge && !fits(product, arc, node))
      continue;
    if (graph->space->stop || (product->claim && product->claim->fault))
      return false;
    while (cursor->edge < graph->nodes[node].count) {
      struct noe_fair_edge step = graph->edges[graph->nodes[node].first + cursor->edge++];
      if (product->within && !noe_bitset_has(product->within, step.target))
        continue;
      *edge = (struct noe_product_edge){.marks = arc->marks, .label = step.label, .rule = step.rule};
      edge->target = noe_fair_product_node(product, step.target, arc->target);
      product->edges++;
      return true;
    }
  }
  return false;
}
