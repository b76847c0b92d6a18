#include "fair/product.h"

#include <string.h>

static const struct noe_edge any_edge = {0};
static const uint32_t any_first[] = {0, 1};
const struct noe_automaton noe_fair_everything = {
    .state_count = 1, .edge_count = 1, .edges = &any_edge, .first = any_first};

/* An automaton with more states has no table: most of it would be empty. */
enum { FEW_STATES = 16 };

void noe_fair_product_init(struct noe_product *product, struct noe_fair_graph *graph, struct noe_fair_claim *claim,
                           const struct noe_automaton *automaton) {
  *product = (struct noe_product){.graph = graph, .claim = claim, .automaton = automaton};
  product->nodes = noe_fair_pairs(graph->space->memory);
}

void noe_fair_product_free(struct noe_product *product) {
  if (product->nodes.memory) {
    noe_base_free(product->nodes.memory, product->places);
    noe_base_free(product->nodes.memory, product->levels);
  }
  noe_fair_pairs_free(&product->nodes);
  product->places = NULL;
  product->levels = NULL;
  product->place_count = product->level_count = product->level_room = 0;
  product->edges = product->expanded = product->next_level = 0;
}

static uint32_t *place_of(struct noe_product *product, uint32_t node, uint32_t state) {
  uint32_t states = product->automaton->state_count;
  if (((size_t)node + 1) * states > product->place_count) {
    size_t count = noe_fair_node_count(product->graph) * (size_t)states * 2, before = product->place_count;
    product->places = noe_base_realloc(product->graph->space->memory, product->places, count * sizeof *product->places);
    memset(product->places + before, 0, (count - before) * sizeof *product->places);
    product->place_count = count;
  }
  return &product->places[(size_t)node * states + state];
}

uint32_t noe_fair_product_node(struct noe_product *product, uint32_t node, uint32_t state) {
  if (product->automaton->state_count > FEW_STATES)
    return noe_fair_pair(&product->nodes, node, state, NULL);
  uint32_t *place = place_of(product, node, state);
  if (!*place)
    *place = noe_fair_pair_add(&product->nodes, node, state) + 1;
  return *place - 1;
}

struct noe_product_cursor noe_fair_product_edges(uint32_t node) {
  return (struct noe_product_cursor){.node = node};
}

/* False if stopped. */
static bool open_cursor(struct noe_product *product, struct noe_product_cursor *cursor) {
  struct noe_fair_graph *graph = product->graph;
  uint32_t node = noe_product_graph_node(product, cursor->node), state = noe_product_state(product, cursor->node);
  if (!noe_fair_graph_expand(graph, node))
    return false;
  cursor->arc = product->automaton->first[state];
  cursor->first = graph->nodes[node].first;
  cursor->edge_end = graph->nodes[node].count;
  cursor->is_open = true;
  return true;
}

bool noe_fair_product_takes(struct noe_product *product, const struct noe_edge *arc, uint32_t node,
                            uint64_t step_letter) {
  if (!(arc->positive | arc->negative))
    return true;
  uint64_t letter = product->letters ? product->letters[node] : noe_fair_letter(product->claim, product->graph, node);
  return noe_edge_takes(arc, letter | step_letter);
}

static uint64_t step_letter(struct noe_product *product, const struct noe_product_cursor *cursor) {
  if (product->step_letters)
    return product->step_letters[cursor->first + cursor->edge];
  return product->claim && product->claim->steps
             ? noe_fair_step_letter(product->claim, product->graph, noe_product_graph_node(product, cursor->node),
                                    cursor->edge)
             : 0;
}

bool noe_fair_product_next(struct noe_product *product, struct noe_product_cursor *cursor,
                           struct noe_product_edge *edge) {
  struct noe_fair_graph *graph = product->graph;
  if (!cursor->is_open && !open_cursor(product, cursor))
    return false;
  uint32_t state = noe_product_state(product, cursor->node);
  const struct noe_automaton *automaton = product->automaton;
  for (; cursor->edge < cursor->edge_end; cursor->edge++, cursor->arc = automaton->first[state]) {
    const struct noe_fair_edge *step = &graph->edges[cursor->first + cursor->edge];
    if (product->within && !noe_bitset_has(product->within, step->target))
      continue;
    while (cursor->arc < automaton->first[state + 1]) {
      const struct noe_edge *arc = &automaton->edges[cursor->arc++];
      uint64_t letter = step_letter(product, cursor);
      bool takes = noe_fair_product_takes(product, arc, step->target, letter);
      if (graph->space->stop || (product->claim && product->claim->fault))
        return false;
      if (!takes)
        continue;
      *edge = (struct noe_product_edge){.marks = arc->marks, .label = step->label, .rule = step->rule};
      edge->step_letter = letter;
      edge->target = noe_fair_product_node(product, step->target, arc->target);
      product->edges++;
      return true;
    }
  }
  return false;
}

bool noe_fair_product_explore(struct noe_product *product, uint32_t most) {
  struct noe_space *space = product->graph->space;
  while (product->expanded < product->nodes.count && product->expanded < most) {
    if (!product->level_count || product->expanded == product->next_level) {
      NOE_FAIR_PUSH(space->memory, product->levels, product->level_count, product->level_room, product->expanded);
      product->next_level = product->nodes.count;
    }
    struct noe_product_cursor cursor = noe_fair_product_edges(product->expanded);
    struct noe_product_edge edge;
    while (noe_fair_product_next(product, &cursor, &edge)) {
    }
    if (noe_fair_is_stopped(space) || (product->claim && product->claim->fault))
      return false;
    product->expanded++;
  }
  return true;
}
