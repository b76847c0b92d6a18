/* Unions of many sets, in a balanced way: each level of the tree has at most one set that waits for another of its
 * size. One after the other would go through all that was gathered before for each new set. */
#include <assert.h>

#include "bdd/bdd_int.h"

void noe_bdd_union_add(struct noe_bdd_union *all, BDD set) {
  uint32_t level = 0;
  if (set == bddfalse)
    return;
  for (; all->count >> level & 1; level++) {
    BDD both = noe_bdd_hold(bdd_or(all->items[level], set));
    noe_bdd_drop(all->items[level]);
    noe_bdd_drop(set);
    set = both;
  }
  assert(level < NOE_UNION_LEVELS && "there are fewer sets than that");
  all->items[level] = set;
  all->count++;
}

BDD noe_bdd_union_take(struct noe_bdd_union *all) {
  BDD sum = noe_bdd_hold(bddfalse);
  for (uint32_t level = 0; level < NOE_UNION_LEVELS; level++)
    if (all->count >> level & 1) {
      sum = noe_bdd_instead(sum, bdd_or(sum, all->items[level]));
      noe_bdd_drop(all->items[level]);
    }
  all->count = 0;
  return sum;
}
