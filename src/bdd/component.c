/* Appold's search: one process after the other, each until it finds nothing new, on representatives.
 *
 * expanded[c] has the reached states that process c has expanded, or need not: at the end of its turn all that are
 * reached. What is left for its next turn is what was reached since. A state that does not change when c
 * and its neighbour c - 1 are exchanged need not be expanded by c - 1 after c: whatever c - 1 does there c has done, up
 * to symmetry. The processes of a block take their turns from the highest down, so that this carries from neighbour to
 * neighbour. */
#include <string.h>

#include "bdd/bdd_int.h"

struct turns {
  struct noe_bdd *b;
  BDD *expanded; /* by component; [0]: rules of no process */
  bool *touched; /* by swap */
  uint32_t count;
};

/* What the component does in states of the set, by those of its rules that can bring no other process out of order, or
 * by the other ones. */
static BDD step(struct turns *turns, uint32_t component, BDD set, bool moves_one) {
  struct noe_bdd *b = turns->b;
  struct noe_bdd_union all = {.count = 0};
  for (uint32_t i = 0; i < b->part_count; i++) {
    struct noe_bdd_part *part = &b->parts[i];
    if (part->component != component || noe_bdd_moves_one(b, part) != moves_one)
      continue;
    BDD some = noe_bdd_image(b, part, set);
    if (some != bddfalse)
      noe_bdd_touch(b, part, turns->touched);
    noe_bdd_union_add(&all, some);
  }
  return noe_bdd_allow(b, noe_bdd_union_take(&all));
}

/* Representatives of what the component does in states of the set, which are representatives. */
static BDD successors(struct turns *turns, uint32_t component, BDD set) {
  struct noe_bdd *b = turns->b;
  BDD near = step(turns, component, set, true);
  if (component)
    near = noe_bdd_insert(b, component - 1, near);
  memset(turns->touched, false, b->swap_count);
  BDD all = noe_bdd_canonise_touched(b, step(turns, component, set, false), turns->touched);
  all = noe_bdd_instead(all, bdd_or(all, near));
  noe_bdd_drop(near);
  return all;
}

/* The neighbour that has just had its turn spares the component what they would do alike. */
static BDD spare(struct turns *turns, uint32_t component, BDD frontier) {
  struct noe_bdd *b = turns->b;
  for (uint32_t i = 0; i < b->swap_count && frontier != bddfalse; i++)
    if (!b->swaps[i].rests && b->swaps[i].point + 1 == component) { /* points count from 0, components from 1 */
      BDD fewer = noe_bdd_without_fixed(b, &b->swaps[i], frontier);
      noe_bdd_drop(frontier);
      frontier = fewer;
    }
  return frontier;
}

static void take_turn(struct turns *turns, uint32_t component, bool by_states) {
  struct noe_bdd *b = turns->b;
  BDD *expanded = &turns->expanded[component];
  BDD frontier = noe_bdd_hold(bdd_apply(b->reached, *expanded, bddop_diff));
  if (by_states)
    frontier = spare(turns, component, frontier);
  while (!noe_bdd_is_over(b, frontier)) {
    BDD next = successors(turns, component, frontier);
    frontier = noe_bdd_instead(frontier, bdd_apply(next, b->reached, bddop_diff));
    noe_bdd_drop(next);
    if (frontier == bddfalse)
      break;
    b->reached = noe_bdd_instead(b->reached, bdd_or(b->reached, frontier));
    noe_bdd_expanded(b, noe_bdd_found(b, frontier), frontier);
  }
  if (frontier == bddfalse)
    *expanded = noe_bdd_instead(*expanded, b->reached);
  noe_bdd_drop(frontier);
}

static bool is_done(const struct turns *turns) {
  for (uint32_t i = 0; i < turns->count; i++)
    if (turns->expanded[i] != turns->b->reached)
      return false;
  return true;
}

void noe_bdd_search_components(struct noe_bdd *b, bool by_states) {
  BDD starts = noe_bdd_canonise(b, noe_bdd_allow(b, noe_bdd_hold(b->starts)));
  struct turns turns = {.b = b, .count = 1 + (b->symmetry ? b->symmetry->points : 0)};
  turns.expanded = noe_base_alloc(b->memory, turns.count * sizeof *turns.expanded);
  turns.touched = noe_base_alloc(b->memory, b->swap_count + 1);
  b->reached = noe_bdd_hold(starts);
  noe_bdd_expanded(b, noe_bdd_found(b, starts), starts);
  for (uint32_t i = 0; i < turns.count; i++)
    turns.expanded[i] = noe_bdd_hold(bddfalse);
  while (!is_done(&turns) && !noe_bdd_is_over(b, b->everything)) {
    b->depth++;
    for (uint32_t i = turns.count; i-- > 0 && !noe_bdd_is_over(b, b->everything);)
      take_turn(&turns, i, by_states);
  }
  b->explored = is_done(&turns);
  for (uint32_t i = 0; i < turns.count; i++)
    noe_bdd_drop(turns.expanded[i]);
  noe_base_free(b->memory, turns.expanded);
  noe_base_free(b->memory, turns.touched);
  noe_bdd_drop(starts);
}
