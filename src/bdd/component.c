/* Appold's search: one process after the other, each until it finds nothing new, on representatives.
 *
 * toExplore[c] has the states that process c has not expanded yet. When c is done it is empty, and c has expanded
 * every state reached so far. So a state that does not change when c and its neighbour c - 1 are exchanged need not be
 * expanded by c - 1: whatever c - 1 does there c has done, up to symmetry. The processes of a block take their turns
 * from the highest down, so that this carries from neighbour to neighbour. */
#include "bdd/bdd_int.h"

struct turns {
  struct noe_bdd *b;
  BDD *to_explore; /* by component; [0]: rules of no process */
  uint32_t count;
};

static BDD image_by(struct noe_bdd *b, uint32_t component, BDD set) {
  BDD all = noe_bdd_hold(bddfalse);
  for (uint32_t i = 0; i < b->part_count; i++) {
    if (b->parts[i].component != component)
      continue;
    BDD some = noe_bdd_image(b, &b->parts[i], set);
    all = noe_bdd_instead(all, bdd_or(all, some));
    noe_bdd_drop(some);
  }
  return all;
}

static void take_turn(struct turns *turns, uint32_t component) {
  struct noe_bdd *b = turns->b;
  BDD frontier = turns->to_explore[component], found = noe_bdd_hold(bddfalse);
  turns->to_explore[component] = noe_bdd_hold(bddfalse);
  while (!noe_bdd_is_over(b, frontier)) {
    BDD next = noe_bdd_canonise(b, noe_bdd_allow(b, image_by(b, component, frontier)));
    frontier = noe_bdd_instead(frontier, bdd_apply(next, b->reached, bddop_diff));
    noe_bdd_drop(next);
    if (frontier == bddfalse)
      break;
    b->reached = noe_bdd_instead(b->reached, bdd_or(b->reached, frontier));
    found = noe_bdd_instead(found, bdd_or(found, frontier));
    noe_bdd_expanded(b, noe_bdd_found(b, frontier), frontier);
  }
  for (uint32_t i = 0; i < turns->count; i++)
    if (i != component)
      turns->to_explore[i] = noe_bdd_instead(turns->to_explore[i], bdd_or(turns->to_explore[i], found));
  noe_bdd_drop(frontier);
  noe_bdd_drop(found);
}

static void spare_neighbour(struct turns *turns, uint32_t component) {
  const struct noe_bdd *b = turns->b;
  for (uint32_t i = 0; i < b->swap_count; i++)
    if (component >= 1 && b->swaps[i].point + 2 == component) { /* points count from 0, components from 1 */
      BDD *left = &turns->to_explore[component - 1];
      *left = noe_bdd_instead(*left, bdd_apply(*left, b->swaps[i].fixed, bddop_diff));
    }
}

static bool is_done(const struct turns *turns) {
  for (uint32_t i = 0; i < turns->count; i++)
    if (turns->to_explore[i] != bddfalse)
      return false;
  return true;
}

void noe_bdd_search_components(struct noe_bdd *b, bool by_states) {
  BDD starts = noe_bdd_canonise(b, noe_bdd_allow(b, noe_bdd_hold(b->starts)));
  struct turns turns = {.b = b, .count = 1 + (b->symmetry ? b->symmetry->points : 0)};
  turns.to_explore = noe_base_alloc(b->memory, turns.count * sizeof *turns.to_explore);
  b->reached = noe_bdd_hold(starts);
  noe_bdd_expanded(b, noe_bdd_found(b, starts), starts);
  for (uint32_t i = 0; i < turns.count; i++)
    turns.to_explore[i] = noe_bdd_hold(starts);
  while (!is_done(&turns) && !noe_bdd_is_over(b, b->everything)) {
    b->depth++;
    for (uint32_t i = turns.count; i-- > 0 && !noe_bdd_is_over(b, b->everything);) {
      take_turn(&turns, i);
      if (by_states)
        spare_neighbour(&turns, i);
    }
  }
  b->explored = is_done(&turns);
  for (uint32_t i = 0; i < turns.count; i++)
    noe_bdd_drop(turns.to_explore[i]);
  noe_base_free(b->memory, turns.to_explore);
  noe_bdd_drop(starts);
}
