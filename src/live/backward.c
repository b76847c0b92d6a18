/* A graph turned around, and who can reach what in it. */
#include <assert.h>

#include "live/live_int.h"

static void count_edge(void *context, uint64_t source, uint64_t target) {
  struct noe_backward *backward = context;
  assert(source < backward->nodes && target < backward->nodes && "an edge is between nodes");
  backward->offsets[target]++;
}

static void place_edge(void *context, uint64_t source, uint64_t target) {
  struct noe_backward *backward = context;
  assert(backward->offsets[target] && "there is a place for each edge that was counted");
  backward->sources[--backward->offsets[target]] = (uint32_t)source;
}

static bool take_room(struct noe_search *search, uint64_t edges, uint64_t nodes) {
  struct noe_backward *backward = &noe_live_of(search)->backward;
  struct noe_memory *memory = search->task->memory;
  if (nodes >= UINT32_MAX)
    return false;
  backward->nodes = nodes;
  backward->offsets = noe_base_try_alloc(memory, (nodes + 1) * sizeof *backward->offsets);
  backward->sources = noe_base_try_alloc(memory, (edges + 1) * sizeof *backward->sources);
  return backward->offsets && backward->sources;
}

static bool take_more_room(struct noe_search *search, uint64_t nodes) {
  struct noe_backward *backward = &noe_live_of(search)->backward;
  struct noe_memory *memory = search->task->memory;
  backward->stack = noe_base_try_alloc(memory, (nodes + 1) * sizeof *backward->stack);
  backward->reach.words = noe_base_try_alloc(memory, (noe_bitset_words(nodes) + 1) * sizeof *backward->reach.words);
  backward->reach.memory = memory;
  backward->reach.bits = nodes;
  return backward->stack && backward->reach.words;
}

/* Counting sort of the edges by target. While edges are placed, offsets[t] moves
 * from the end of the sources of t to their beginning. */
bool noe_live_reverse_edges(struct noe_search *search, struct noe_edges *const *edges, uint32_t count, uint64_t nodes) {
  assert(!noe_live_of(search)->backward.offsets && "the graph before was given back");
  struct noe_backward *backward = &noe_live_of(search)->backward;
  uint64_t edge_count = 0;
  for (uint32_t i = 0; i < count; i++)
    edge_count += edges[i]->edge_count;
  bool fits = take_room(search, edge_count, nodes);
  for (uint32_t i = 0; fits && i < count; i++)
    noe_live_edges_each(edges[i], count_edge, backward);
  for (uint64_t i = 1; fits && i <= nodes; i++)
    backward->offsets[i] += backward->offsets[i - 1];
  for (uint32_t i = 0; i < count; i++) {
    if (fits)
      noe_live_edges_each(edges[i], place_edge, backward);
    noe_live_edges_free(edges[i]);
  }
  assert((!fits || (!backward->offsets[0] && backward->offsets[nodes] == edge_count)) && "each edge has its place");
  fits = fits && take_more_room(search, nodes);
  if (!fits)
    noe_live_backward_free(search);
  return fits;
}

void noe_live_backward_free(struct noe_search *search) {
  struct noe_memory *memory = search->task->memory;
  struct noe_backward *backward = &noe_live_of(search)->backward;
  noe_base_free(memory, backward->offsets);
  noe_base_free(memory, backward->sources);
  noe_base_free(memory, backward->stack);
  noe_base_free(memory, backward->reach.words);
  *backward = (struct noe_backward){0};
}

void noe_live_close_backwards(struct noe_search *search) {
  assert(noe_live_of(search)->backward.offsets && "edges have been turned around");
  struct noe_backward *backward = &noe_live_of(search)->backward;
  struct noe_worker *chief = noe_explicit_worker_0(search);
  uint64_t depth = 0;
  for (uint64_t i = 0; i < backward->reach.bits; i++)
    if (noe_bitset_has(&backward->reach, i))
      backward->stack[depth++] = (uint32_t)i;
  while (depth && !search->stop) {
    noe_explicit_watch(chief);
    uint32_t target = backward->stack[--depth];
    for (uint64_t i = backward->offsets[target]; i < backward->offsets[target + 1]; i++) {
      uint32_t source = backward->sources[i];
      if (noe_bitset_has(&backward->reach, source))
        continue;
      assert(depth < backward->nodes && "each node is on the stack once");
      noe_bitset_add(&backward->reach, source);
      backward->stack[depth++] = source; /* each node once: there is room */
    }
  }
}
