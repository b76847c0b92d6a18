/* Relations of representatives: xi(r, s'), r stands for s. Bits of r are the variables, bits of s their next values.
 *
 * orbit (Orbit_To_xi): the orbit relation is the closure of v = v' under transpositions of the right side;
 *   representatives are the least of their orbits, and xi is what the relation says of them.
 * create-xi: of the states that a search has kept, closed in the same way; no relation over all states is made.
 * multiple: each state is represented by the images under the identity and the transpositions (k i) of the first
 *   process of a block that are in order as far as k is concerned: k comes before all others. One of these images is,
 *   since the order is total; there may be several. */
#include <assert.h>

#include "bdd/bdd_int.h"

/* v = v'. */
static BDD identity(const struct noe_bdd *b) {
  const uint32_t *bits = b->bits_by_rank; /* the last one first: diagrams are made from below */
  BDD same = noe_bdd_hold(bddtrue);
  for (uint32_t r = b->circuits->bit_count; r-- > 0;) {
    BDD one =
        noe_bdd_hold(bdd_biimp(noe_bdd_literal(b, bits[r], true, false), noe_bdd_literal(b, bits[r], true, true)));
    same = noe_bdd_instead(same, bdd_and(one, same));
    noe_bdd_drop(one);
  }
  return same;
}

/* v' < v as rows of bits. */
static BDD smaller(const struct noe_bdd *b) {
  const uint32_t *bits = b->bits_by_rank;
  BDD less = noe_bdd_hold(bddfalse);
  for (uint32_t r = b->circuits->bit_count; r-- > 0;) {
    BDD low = noe_bdd_hold(bdd_ite(noe_bdd_literal(b, bits[r], true, true), bddfalse, less));
    BDD high = noe_bdd_hold(bdd_ite(noe_bdd_literal(b, bits[r], true, true), less, bddtrue));
    less = noe_bdd_instead(less, bdd_ite(noe_bdd_literal(b, bits[r], true, false), high, low));
    noe_bdd_drop(low);
    noe_bdd_drop(high);
  }
  return less;
}

/* The relation and its images under transpositions of the right side, until there are no more. It is given up. */
static BDD closure(struct noe_bdd *b, BDD relation) { return noe_bdd_closure(b, relation, noe_bdd_swap_next, 0); }

static BDD of_least(struct noe_bdd *b) {
  BDD orbits = closure(b, identity(b)), less = smaller(b);
  BDD others = noe_bdd_hold(bdd_relprod(orbits, less, b->next_cube));
  b->orbit_nodes = (uint64_t)bdd_nodecount(orbits);
  orbits = noe_bdd_instead(orbits, bdd_apply(orbits, others, bddop_diff));
  noe_bdd_drop(less);
  noe_bdd_drop(others);
  return orbits;
}

static BDD of_reached(struct noe_bdd *b) {
  BDD same = identity(b);
  same = noe_bdd_instead(same, bdd_and(same, b->reached));
  return closure(b, same);
}

/* The points of a block that no swap moves now come first. */
static uint32_t first_moved(const struct noe_bdd *b, const struct noe_block *block) {
  uint32_t first = block->first;
  for (uint32_t i = 0; i < b->swap_count; i++)
    if (b->swaps[i].rests && b->swaps[i].point >= block->first && b->swaps[i].point < block->first + block->size)
      first = b->swaps[i].other;
  return first;
}

static BDD of_first(struct noe_bdd *b) {
  BDD relation = identity(b), allowed = noe_bdd_hold(bddtrue);
  for (uint32_t i = 0; i < b->symmetry->block_count; i++) {
    const struct noe_block *block = &b->symmetry->blocks[i];
    BDD all = noe_bdd_hold(relation);
    uint32_t first = first_moved(b, block);
    for (uint32_t k = first + 1; k < block->first + block->size; k++) {
      struct noe_bdd_swap swap;
      noe_bdd_step(b);
      noe_bdd_make_swap(b, &swap, first, k);
      BDD other = noe_bdd_swap_next(b, &swap, relation);
      all = noe_bdd_instead(all, bdd_or(all, other));
      allowed = noe_bdd_instead(allowed, bdd_and(allowed, noe_bdd_sorted(b, &swap)));
      noe_bdd_drop(other);
      noe_bdd_forget_swap(&swap);
    }
    noe_bdd_drop(relation);
    relation = all;
  }
  relation = noe_bdd_instead(relation, bdd_and(relation, allowed));
  noe_bdd_drop(allowed);
  return relation;
}

void noe_bdd_make_xi(struct noe_bdd *b) {
  if (b->xi >= 0)
    noe_bdd_drop(b->xi);
  b->xi = -1;
  if (!b->symmetry)
    return;
  switch (b->strategy) {
  case NOE_STRATEGY_ORBIT: b->xi = of_least(b); break;
  case NOE_STRATEGY_CREATE_XI: b->xi = of_reached(b); break;
  case NOE_STRATEGY_MULTIPLE: b->xi = of_first(b); break;
  default: return;
  }
  b->xi_nodes = (uint64_t)bdd_nodecount(b->xi);
}

BDD noe_bdd_represent(struct noe_bdd *b, BDD set) {
  noe_bdd_step(b);
  BDD next = noe_bdd_hold(bdd_replace(set, b->prime));
  return noe_bdd_instead(next, bdd_relprod(next, b->xi, b->next_cube));
}

BDD noe_bdd_represented(struct noe_bdd *b, BDD set) {
  noe_bdd_step(b);
  BDD found = noe_bdd_hold(bdd_relprod(set, b->xi, b->now_cube));
  return noe_bdd_instead(found, bdd_replace(found, b->unprime));
}
