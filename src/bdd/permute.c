/* Symmetry of sets: the proof, transpositions of sets, representatives by sorting, orbits.
 *
 * A transposition pi is its own inverse, so that pi S = { s : pi s in S }: each bit in the diagram of S is replaced by
 * what pi makes of it, the other one of its pair, or a bit of the other name.
 *
 * Sorting ends: each exchange makes the row of names larger, or leaves it and makes the row of local states smaller
 * (swaps.c has the order). A swap that rests is left out: what is judged names one of its points. */
#include <string.h>

#include "bdd/bdd_int.h"

/* ----------------------------------------------------------------- the proof */

static bool has_moving_multiset(const struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->model->bag_count; i++)
    if (b->symmetry->moves[b->model->bags[i].type->id])
      return true;
  return false;
}

/* Loops that would have to be watched are not: their scalarsets are not used. Of a quantifier it is enough that its
 * circuits show nothing of where it stops: no check in it can fail. */
static void prove(struct noe_bdd *b) {
  b->proof = noe_symmetry_prove(b->arena, b->memory, b->model);
  noe_symmetry_give_up_rings(b->proof, b->memory); /* representatives are sorted, and a ring cannot be */
  for (uint32_t i = 0; i < b->model->loop_count; i++)
    if (b->proof->kinds[i] == NOE_WATCH_ORDER ||
        (b->proof->kinds[i] == NOE_WATCH_ERRORS && b->circuits->shows_in_loop[i]))
      noe_symmetry_give_up_for(b->proof, b->memory, i, NOE_REASON_LOOP);
  b->symmetry = noe_symmetry_new(b->arena, b->model, b->proof->use);
}

bool noe_bdd_prove(struct noe_bdd *b, const char **why) {
  prove(b);
  *why = !b->symmetry->points     ? "no symmetry that is proved by the text alone"
         : has_moving_multiset(b) ? "multisets of interchangeable values"
                                  : NULL;
  if (*why)
    b->symmetry = NULL;
  return b->symmetry;
}

/* ------------------------------------------------------------------- sorting */

void noe_bdd_part(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set, BDD *stay, BDD *go) {
  if (noe_bdd_walk_in_order(b, swap, set, stay, go))
    return;
  BDD sorted = noe_bdd_sorted(b, swap);
  noe_bdd_step(b);
  BDD wrong = noe_bdd_hold(bdd_apply(set, sorted, bddop_diff));
  *stay = noe_bdd_hold(bdd_and(set, sorted));
  *go = noe_bdd_swap(b, swap, wrong);
  noe_bdd_drop(wrong);
}

/* Puts those right that are not in order here; true if there were some. */
static bool sort_here(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD *set) {
  BDD stay, go;
  noe_bdd_part(b, swap, *set, &stay, &go);
  bool changed = go != bddfalse;
  stay = noe_bdd_instead(stay, bdd_or(stay, go));
  noe_bdd_drop(go);
  noe_bdd_drop(*set);
  *set = stay;
  return changed;
}

/* If swap number i is to be looked at: true if something changed, and its neighbours are to be looked at then. */
static bool sort_touched(struct noe_bdd *b, uint32_t i, BDD *set, bool *touched) {
  if (!touched[i] || b->swaps[i].rests)
    return false;
  touched[i] = false;
  if (!sort_here(b, &b->swaps[i], set))
    return false;
  if (i > 0)
    touched[i - 1] = true;
  if (i + 1 < b->swap_count)
    touched[i + 1] = true;
  return true;
}

/* There and back, until all is in order. An exchange of two neighbours changes what is compared for the pairs that
 * one of them is in, and for no other. */
BDD noe_bdd_canonise_touched(struct noe_bdd *b, BDD set, bool *touched) {
  for (bool changed = b->symmetry && set != bddfalse; changed;) {
    changed = false;
    for (uint32_t i = 0; i < b->swap_count; i++)
      changed |= sort_touched(b, i, &set, touched);
    for (uint32_t i = b->swap_count; changed && i-- > 0;)
      sort_touched(b, i, &set, touched);
  }
  return set;
}

BDD noe_bdd_canonise(struct noe_bdd *b, BDD set) {
  if (b->xi >= 0) {
    BDD found = noe_bdd_represent(b, set);
    noe_bdd_drop(set);
    return found;
  }
  bool *touched = noe_base_alloc(b->memory, b->swap_count + 1);
  memset(touched, true, b->swap_count);
  set = noe_bdd_canonise_touched(b, set, touched);
  noe_base_free(b->memory, touched);
  return set;
}

BDD noe_bdd_without_fixed(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set) {
  BDD result = noe_bdd_take_out_fixed(b, swap, set);
  return result >= 0 ? result : noe_bdd_hold(bdd_apply(set, noe_bdd_fixed(b, swap), bddop_diff));
}

/* -------------------------------------------------------------------- orbits */

/* sigma_Step (Barner and Grumberg): neighbours are exchanged until nothing is added. */
BDD noe_bdd_orbits(struct noe_bdd *b, BDD set) { return noe_bdd_orbits_within(b, set, 0); }

BDD noe_bdd_orbits_within(struct noe_bdd *b, BDD set, uint64_t rounds) {
  return noe_bdd_closure(b, noe_bdd_hold(set), noe_bdd_swap, rounds);
}

BDD noe_bdd_closure(struct noe_bdd *b, BDD set, noe_bdd_exchange *exchange, uint64_t rounds) {
  uint64_t round = 0;
  for (bool changed = true; changed && (!rounds || round < rounds); round++) {
    changed = false;
    for (uint32_t i = 0; i < b->swap_count; i++) {
      if (b->swaps[i].rests)
        continue;
      noe_bdd_step(b);
      BDD other = exchange(b, &b->swaps[i], set), before = noe_bdd_hold(set);
      set = noe_bdd_instead(set, bdd_or(set, other));
      changed |= set != before;
      noe_bdd_drop(before);
      noe_bdd_drop(other);
    }
  }
  return set;
}
