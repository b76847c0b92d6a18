/* The states near a node, breadth first: what a picture of them shows. */
#include <string.h>

#include "explore/visits.h"

static void add_edge(struct noe_arena *arena, struct noe_around *around, struct noe_around_edge edge) {
  for (size_t i = 0; i < around->edge_count; i++)
    if (around->edges[i].from == edge.from && around->edges[i].to == edge.to && around->edges[i].clause == edge.clause)
      return;
  if (around->edge_count == around->edge_capacity)
    around->edges = noe_base_arena_grow(arena, around->edges, around->edge_count, &around->edge_capacity, sizeof edge);
  around->edges[around->edge_count++] = edge;
}

static void leave(struct noe_visits *visits, struct noe_arena *arena, uint32_t at, struct noe_around *around) {
  noe_explore_visits_enable(visits, at);
  for (size_t i = 0; i < visits->walk->enabled.count; i++) {
    const int64_t *state = noe_explore_visits_successor(visits, at, i);
    bool is_new = false;
    if (!state)
      continue;
    if (visits->list.count >= visits->most) {
      around->is_cut = around->is_full = true;
      return;
    }
    const struct noe_clause *clause = visits->walk->enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&visits->walk->enabled, i);
    uint32_t to = noe_explore_visits_add(
        visits, (struct noe_visit){.parent = at, .clause = clause, .arguments = arguments, .state = state}, &is_new);
    if (is_new) {
      uint32_t depth = around->depths.items[at] + 1;
      NOE_LIST_PUSH(arena, &around->depths, depth);
    }
    add_edge(arena, around, (struct noe_around_edge){at, to, clause});
  }
}

static void look(struct noe_visits *visits, struct noe_arena *arena, uint32_t depth, struct noe_around *around) {
  uint32_t none = 0;
  *around = (struct noe_around){.edge_count = 0};
  NOE_LIST_PUSH(arena, &around->depths, none);
  for (uint32_t at = 0; at < visits->list.count; at++)
    if (around->depths.items[at] < depth)
      leave(visits, arena, at, around);
    else
      around->is_cut = true;
}

void noe_explore_around(struct noe_walk *walk, struct noe_arena *arena, uint32_t node, struct noe_near near,
                        struct noe_around *around) {
  struct noe_visits visits;
  noe_explore_visits_open(&visits, walk, node, near.most, near.orbits);
  look(&visits, arena, near.depth, around);
  for (size_t i = 0; i < visits.list.count; i++) {
    const int64_t *state = NULL;
    if (visits.list.items[i].state) {
      int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, walk->model->cell_count);
      memcpy(copy, visits.list.items[i].state, walk->model->cell_count * sizeof *copy);
      state = copy;
    }
    NOE_LIST_PUSH(arena, &around->states, state);
  }
  noe_explore_visits_close(&visits);
}

uint32_t noe_explore_around_to(struct noe_walk *walk, uint32_t node, struct noe_near near, uint32_t at) {
  struct noe_visits visits;
  struct noe_around around;
  noe_explore_visits_open(&visits, walk, node, near.most, near.orbits);
  look(&visits, visits.arena, near.depth, &around);
  uint32_t to = at < visits.list.count ? noe_explore_visits_go(&visits, node, at) : NOE_WALK_NONE;
  noe_explore_visits_close(&visits);
  return to;
}
