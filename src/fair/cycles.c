#include "fair/cycles.h"

#include <assert.h>

/* Automata with more states are not looked at: all of their states are hopeful. */
enum { MOST_STATES = 64 };

uint64_t noe_fair_hopeful_states(const struct noe_automaton *automaton) {
  uint64_t reach[MOST_STATES] = {0}, hopeful = 0;
  uint32_t count = automaton->state_count;
  if (count > MOST_STATES)
    return UINT64_MAX;
  for (uint32_t s = 0; s < count; s++)
    for (uint32_t i = automaton->first[s]; i < automaton->first[s + 1]; i++)
      reach[s] |= (uint64_t)1 << automaton->edges[i].target;
  for (uint32_t by = 0; by < count; by++)
    for (uint32_t s = 0; s < count; s++)
      if (reach[s] >> by & 1)
        reach[s] |= reach[by];
  for (uint32_t s = 0; s < count; s++) {
    uint64_t marks = 0;
    for (uint32_t t = 0; t < count; t++)
      for (uint32_t i = automaton->first[t]; i < automaton->first[t + 1]; i++)
        if ((reach[s] >> t & 1) && (reach[automaton->edges[i].target] >> s & 1))
          marks |= automaton->edges[i].marks;
    if ((reach[s] >> s & 1) && marks == noe_automaton_all_marks(automaton))
      hopeful |= (uint64_t)1 << s;
  }
  return hopeful;
}

static bool is_hopeful(const struct noe_cycles *cycles, uint32_t node) {
  uint32_t state = noe_product_state(cycles->product, node);
  return state >= MOST_STATES || (cycles->hopeful >> state & 1);
}

void noe_fair_cycles_init(struct noe_cycles *cycles, struct noe_product *product) {
  *cycles = (struct noe_cycles){
      .product = product, .hopeful = noe_fair_hopeful_states(product->automaton), .limit = UINT32_MAX};
  cycles->threads = (struct noe_threads){.memory = product->graph->space->memory};
}

void noe_fair_cycles_free(struct noe_cycles *cycles) {
  if (!cycles->product)
    return;
  struct noe_memory *memory = cycles->threads.memory;
  noe_fair_threads_free(&cycles->threads);
  noe_base_free(memory, cycles->nodes);
  noe_base_free(memory, cycles->live);
  noe_base_free(memory, cycles->components);
  noe_base_free(memory, cycles->path);
  noe_base_free(memory, cycles->again);
  *cycles = (struct noe_cycles){0};
}

static struct noe_cycle_node *node_at(struct noe_cycles *cycles, uint32_t node) {
  while (node >= cycles->node_room)
    noe_fair_grow(cycles->threads.memory, (void **)&cycles->nodes, cycles->node_room, &cycles->node_room,
                  sizeof *cycles->nodes);
  return &cycles->nodes[node];
}

/* ----------------------------------------------------------------- merging */

/* The edge runs inside the component: its marks, whom it takes, what it renames. */
static void join_edge(struct noe_cycles *cycles, struct noe_component *component, uint32_t source,
                      const struct noe_product_edge *edge) {
  struct noe_label label = noe_fair_label(cycles->product->graph, edge->label);
  uint32_t from = cycles->nodes[source].threads, to = cycles->nodes[edge->target].threads;
  component->marks |= edge->marks;
  if (!is_hopeful(cycles, source))
    return;
  for (uint32_t i = 0; i < label.taken_count; i++)
    noe_fair_thread_take(&cycles->threads, from + label.taken[i], &component->bad);
  for (uint32_t i = 0; i < label.pair_count; i++)
    noe_fair_threads_join(&cycles->threads, from + label.pairs[2 * i], to + label.pairs[2 * i + 1], &component->bad);
}

/* An edge back to a live node: everything since then is one component. */
static void close_cycle(struct noe_cycles *cycles, uint32_t source, const struct noe_product_edge *edge) {
  uint32_t least = cycles->nodes[edge->target].live;
  struct noe_component *top = &cycles->components[cycles->component_count - 1];
  while (top->root > least) {
    struct noe_component merged = *top--;
    cycles->component_count--;
    top->marks |= merged.marks;
    top->bad += merged.bad;
    join_edge(cycles, top, merged.entry_source, &merged.entry);
  }
  top->is_cyclic = true;
  join_edge(cycles, top, source, edge);
}

static bool accepts(const struct noe_cycles *cycles, const struct noe_component *component) {
  assert(component->bad >= 0 && "components are counted once");
  return component->is_cyclic && !component->bad &&
         component->marks == noe_automaton_all_marks(cycles->product->automaton);
}

/* ----------------------------------------------------------------- visiting */

static bool enter(struct noe_cycles *cycles, uint32_t node, uint32_t source, const struct noe_product_edge *entry) {
  struct noe_memory *memory = cycles->threads.memory;
  struct noe_fair_graph *graph = cycles->product->graph;
  uint32_t place = noe_product_graph_node(cycles->product, node);
  if (!noe_fair_graph_expand(graph, place))
    return false;
  struct noe_component component = {.root = (uint32_t)cycles->live_count, .entry_source = source};
  if (entry)
    component.entry = *entry;
  uint32_t flags = graph->nodes[place].flags;
  struct noe_cycle_node *visited = node_at(cycles, node);
  visited->threads = 0;
  if (is_hopeful(cycles, node))
    visited->threads = noe_fair_threads_add(&cycles->threads, noe_row_words(&graph->flags, flags),
                                            noe_row_length(&graph->flags, flags), &component.bad);
  visited->status = NOE_CYCLE_LIVE;
  visited->live = (uint32_t)cycles->live_count;
  struct noe_product_cursor cursor = noe_fair_product_edges(node);
  NOE_FAIR_PUSH(memory, cycles->live, cycles->live_count, cycles->live_room, node);
  NOE_FAIR_PUSH(memory, cycles->components, cycles->component_count, cycles->component_room, component);
  NOE_FAIR_PUSH(memory, cycles->path, cycles->path_count, cycles->path_room, cursor);
  return true;
}

/* ------------------------------------------------------------ strong groups */

/* Threads that nobody serves. Every component of threads passes through every node of the
 * component of nodes, so that one node tells. */
static bool only_strong_are_bad(struct noe_cycles *cycles, uint32_t node) {
  struct noe_fair_graph *graph = cycles->product->graph;
  uint32_t place = noe_product_graph_node(cycles->product, node);
  size_t classes = noe_row_length(&graph->flags, graph->nodes[place].flags);
  for (uint32_t i = 0; i < classes; i++) {
    uint8_t flags = noe_fair_thread_flags(&cycles->threads, cycles->nodes[node].threads + i);
    if (noe_thread_is_bad(flags) && !(flags & NOE_THREAD_STRONG))
      return false;
  }
  return true;
}

/* Is a thread enabled here that nobody serves? */
static bool has_unserved(struct noe_cycles *cycles, uint32_t node) {
  struct noe_fair_graph *graph = cycles->product->graph;
  uint32_t place = noe_product_graph_node(cycles->product, node);
  const uint32_t *flags = noe_row_words(&graph->flags, graph->nodes[place].flags);
  size_t classes = noe_row_length(&graph->flags, graph->nodes[place].flags);
  for (uint32_t i = 0; i < classes; i++)
    if ((flags[i] & NOE_THREAD_ENABLED) &&
        noe_thread_is_bad(noe_fair_thread_flags(&cycles->threads, cycles->nodes[node].threads + i)))
      return true;
  return false;
}

/* The nodes of the component in which no unserved group is enabled make a new set. */
static void search_again(struct noe_cycles *cycles, const struct noe_component *component) {
  uint32_t home = 0;
  for (size_t i = component->root; i < cycles->live_count; i++) {
    uint32_t node = cycles->live[i];
    cycles->nodes[node].home = NOE_NO_NODE;
    if (has_unserved(cycles, node))
      continue;
    if (!home)
      home = ++cycles->homes;
    cycles->nodes[node].home = home;
    cycles->nodes[node].status = NOE_CYCLE_NEW;
    NOE_FAIR_PUSH(cycles->threads.memory, cycles->again, cycles->again_count, cycles->again_room, node);
  }
}

/* ------------------------------------------------------------------ leaving */

/* The topmost component is complete. */
static void leave_component(struct noe_cycles *cycles) {
  struct noe_component component = cycles->components[--cycles->component_count];
  bool fair = accepts(cycles, &component);
  bool marked = component.is_cyclic && component.marks == noe_automaton_all_marks(cycles->product->automaton);
  for (size_t i = component.root; i < cycles->live_count; i++) {
    cycles->nodes[cycles->live[i]].status = NOE_CYCLE_DEAD;
    cycles->nodes[cycles->live[i]].fair |= fair;
  }
  if (marked && !fair && only_strong_are_bad(cycles, cycles->live[component.root]))
    search_again(cycles, &component);
  cycles->live_count = component.root;
}

static void leave(struct noe_cycles *cycles) {
  uint32_t node = cycles->path[--cycles->path_count].node;
  if (cycles->components[cycles->component_count - 1].root == cycles->nodes[node].live)
    leave_component(cycles);
}

/* Follows one edge; false if a fair cycle is complete or something stopped it. */
static bool follow(struct noe_cycles *cycles, uint32_t source, const struct noe_product_edge *edge) {
  if (edge->target >= cycles->limit || !is_hopeful(cycles, edge->target))
    return true;
  struct noe_cycle_node *target = node_at(cycles, edge->target);
  if (target->home != cycles->home || target->status == NOE_CYCLE_DEAD)
    return true;
  if (target->status == NOE_CYCLE_NEW)
    return enter(cycles, edge->target, source, edge);
  close_cycle(cycles, source, edge);
  cycles->found = !cycles->all && accepts(cycles, &cycles->components[cycles->component_count - 1]);
  return !cycles->found;
}

/* From one node, within the set at hand. False if found or stopped. */
static bool search_from(struct noe_cycles *cycles, uint32_t start) {
  struct noe_cycle_node *node = node_at(cycles, start);
  if (node->home != cycles->home || node->status != NOE_CYCLE_NEW)
    return true;
  if (!enter(cycles, start, NOE_NO_NODE, NULL))
    return false;
  struct noe_space *space = cycles->product->graph->space;
  while (cycles->path_count) {
    struct noe_product_cursor *cursor = &cycles->path[cycles->path_count - 1];
    uint32_t source = cursor->node;
    struct noe_product_edge edge;
    bool more = noe_fair_product_next(cycles->product, cursor, &edge);
    if (noe_fair_is_stopped(space) || (cycles->product->claim && cycles->product->claim->fault))
      return false;
    if (!more)
      leave(cycles);
    else if (!follow(cycles, source, &edge))
      return false;
  }
  return true;
}

static bool search_rest(struct noe_cycles *cycles) {
  while (cycles->again_next < cycles->again_count) {
    uint32_t node = cycles->again[cycles->again_next++];
    cycles->home = cycles->nodes[node].home;
    if (!search_from(cycles, node))
      return cycles->found;
  }
  return false;
}

bool noe_fair_cycles_search(struct noe_cycles *cycles, const uint32_t *starts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!search_from(cycles, starts[i]))
      return cycles->found;
  return search_rest(cycles);
}

bool noe_fair_cycles_search_explored(struct noe_cycles *cycles) {
  cycles->limit = cycles->product->expanded;
  for (uint32_t i = 0; i < cycles->limit; i++)
    if (is_hopeful(cycles, i) && !search_from(cycles, i))
      return cycles->found;
  return search_rest(cycles);
}

void noe_fair_cycles_search_all_explored(struct noe_cycles *cycles) {
  cycles->all = true;
  noe_fair_cycles_search_explored(cycles);
}

void noe_fair_cycles_search_all(struct noe_cycles *cycles, const uint32_t *starts, uint32_t count) {
  cycles->all = true;
  noe_fair_cycles_search(cycles, starts, count);
}
