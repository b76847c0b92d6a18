/* A process whose local state has changed is brought to its place among the others, which are in order.
 *
 * States in which it comes behind its upper neighbour are exchanged, and only these can be out of order with the
 * neighbour after that: what stays is done. So each exchange goes through fewer states than the one before, and nothing
 * is looked at twice. Those that stay at the first exchange may have to go down instead, in the same way. */
#include "bdd/bdd_int.h"

/* The swap of the point and the next one above, or below; swap_count: none that is used. */
static uint32_t swap_above(const struct noe_bdd *b, uint32_t point) {
  uint32_t i = 0;
  while (i < b->swap_count && (b->swaps[i].point != point || b->swaps[i].rests))
    i++;
  return i;
}

static uint32_t swap_below(const struct noe_bdd *b, uint32_t point) {
  uint32_t i = 0;
  while (i < b->swap_count && (b->swaps[i].other != point || b->swaps[i].rests))
    i++;
  return i;
}

/* Ranks of the bits of the point's local state. False: they do not stand together. */
static bool find_row(const struct noe_bdd *b, uint32_t point, uint32_t *first, uint32_t *end) {
  for (uint32_t i = 0; i < b->swap_count; i++) {
    const struct noe_bdd_swap *swap = &b->swaps[i];
    if ((swap->point != point && swap->other != point) || !swap->is_side_by_side)
      continue;
    *first = swap->first_rank + (swap->other == point ? swap->width : 0);
    *end = *first + swap->width;
    return true;
  }
  return false;
}

bool noe_bdd_moves_one(const struct noe_bdd *b, const struct noe_bdd_part *part) {
  uint32_t first, end;
  if (!part->component || !find_row(b, part->component - 1, &first, &end))
    return false;
  for (uint32_t i = 0; i < part->bit_count; i++) {
    uint32_t bit = part->bits[i];
    bool is_compared = b->first_touched[bit] != UINT32_MAX;
    if (is_compared && (b->rank[bit] < first || b->rank[bit] >= end))
      return false;
  }
  return true;
}

/* From swap number i on, upwards or downwards. `set` is given up. */
static void carry(struct noe_bdd *b, BDD set, uint32_t i, bool up, struct noe_bdd_union *done) {
  while (i < b->swap_count && set != bddfalse) {
    BDD stay, go;
    noe_bdd_part(b, &b->swaps[i], set, &stay, &go);
    noe_bdd_union_add(done, stay);
    noe_bdd_drop(set);
    set = go;
    i = up ? swap_above(b, b->swaps[i].other) : swap_below(b, b->swaps[i].point);
  }
  noe_bdd_union_add(done, set);
}

BDD noe_bdd_insert(struct noe_bdd *b, uint32_t point, BDD set) {
  struct noe_bdd_union done = {.count = 0};
  uint32_t above = swap_above(b, point);
  if (above < b->swap_count && set != bddfalse) {
    BDD stay, go;
    noe_bdd_part(b, &b->swaps[above], set, &stay, &go);
    noe_bdd_drop(set);
    carry(b, go, swap_above(b, b->swaps[above].other), true, &done);
    set = stay;
  }
  carry(b, set, swap_below(b, point), false, &done);
  return noe_bdd_union_take(&done);
}
