/* The product with an automaton, and its fair hull (Emerson and Lei 1986; strong demands as Kesten, Pnueli and Raviv 1998).
 *
 * A member of the product is (q, s): the automaton has read what came before s. A step reads the letter of s by an edge
 * q -> r and goes on to a successor t, or stays in s if no step leaves it: (r, t).
 *
 * The hull is not empty if and only if there is a run that meets all demands: take a strongly connected part of the
 * hull that no step leaves within the hull; whatever its members have a way to is in it. */
#include <string.h>

#include "bdd/hull.h"

/* ------------------------------------------------------------------ families */

noe_bdd_family noe_bdd_family_new(struct noe_bdd_product *product) {
  uint32_t count = product->automaton->state_count;
  noe_bdd_family family = noe_base_alloc(product->b->memory, (count + 1) * sizeof *family);
  for (uint32_t q = 0; q < count; q++)
    family[q] = noe_bdd_hold(bddfalse);
  return family;
}

void noe_bdd_family_drop(struct noe_bdd_product *product, noe_bdd_family family) {
  for (uint32_t q = 0; q < product->automaton->state_count; q++)
    noe_bdd_drop(family[q]);
  noe_base_free(product->b->memory, family);
}

bool noe_bdd_family_is_empty(const struct noe_bdd_product *product, noe_bdd_family family) {
  for (uint32_t q = 0; q < product->automaton->state_count; q++)
    if (family[q] != bddfalse)
      return false;
  return true;
}

static bool is_same(const struct noe_bdd_product *product, noe_bdd_family a, noe_bdd_family b) {
  return !memcmp(a, b, product->automaton->state_count * sizeof *a);
}

/* `more` is given up. True if something is new. */
static bool join(struct noe_bdd_product *product, noe_bdd_family all, noe_bdd_family more) {
  bool grows = false;
  for (uint32_t q = 0; q < product->automaton->state_count; q++) {
    BDD before = noe_bdd_hold(all[q]);
    all[q] = noe_bdd_instead(all[q], bdd_or(all[q], more[q]));
    grows |= all[q] != before;
    noe_bdd_drop(before);
  }
  noe_bdd_family_drop(product, more);
  return grows;
}

static void add(BDD *set, BDD more) {
  *set = noe_bdd_instead(*set, bdd_or(*set, more));
  noe_bdd_drop(more);
}

/* --------------------------------------------------------------------- steps */

/* Those of the set that cannot do anything else but stay. */
static BDD staying(const struct noe_bdd_product *product, BDD set) { return noe_bdd_hold(bdd_and(set, product->ends)); }

static noe_bdd_family after(struct noe_bdd_product *product, noe_bdd_family from) {
  const struct noe_automaton *automaton = product->automaton;
  noe_bdd_family next = noe_bdd_family_new(product);
  for (uint32_t i = 0; i < automaton->edge_count; i++) {
    const struct noe_edge *edge = &automaton->edges[i];
    BDD some = noe_bdd_hold(bdd_and(from[edge->source], product->letters[i]));
    if (some != bddfalse) {
      add(&next[edge->target], noe_bdd_after(product->b, some));
      add(&next[edge->target], staying(product, some));
    }
    noe_bdd_drop(some);
  }
  return next;
}

noe_bdd_family noe_bdd_family_from(struct noe_bdd_product *product, BDD starts) {
  noe_bdd_family all = noe_bdd_family_new(product), fresh = noe_bdd_family_new(product);
  all[0] = noe_bdd_instead(all[0], starts);
  fresh[0] = noe_bdd_instead(fresh[0], starts);
  while (!noe_bdd_family_is_empty(product, fresh)) {
    noe_bdd_family next = after(product, fresh);
    for (uint32_t q = 0; q < product->automaton->state_count; q++) {
      fresh[q] = noe_bdd_instead(fresh[q], bdd_apply(next[q], all[q], bddop_diff));
      all[q] = noe_bdd_instead(all[q], bdd_or(all[q], fresh[q]));
    }
    noe_bdd_family_drop(product, next);
  }
  noe_bdd_family_drop(product, fresh);
  return all;
}

/* States with a step into the set; of a demand: with one that meets it, as far as the step tells. */
static BDD before_set(struct noe_bdd_product *product, BDD set, const struct noe_bdd_demand *demand) {
  struct noe_bdd *b = product->b;
  BDD found = noe_bdd_hold(bddfalse);
  if (set == bddfalse)
    return found;
  if (!demand || demand->from != bddfalse) {
    add(&found, noe_bdd_preimage(b, set, NULL));
    add(&found, staying(product, set));
  }
  if (demand)
    found = noe_bdd_instead(found, bdd_and(found, demand->from));
  for (uint32_t i = 0; demand && i < demand->part_count; i++)
    add(&found, noe_bdd_preimage_of(b, &b->parts[demand->parts[i]], set));
  return found;
}

noe_bdd_family noe_bdd_family_before(struct noe_bdd_product *product, noe_bdd_family within, noe_bdd_family to,
                                     const struct noe_bdd_demand *demand) {
  const struct noe_automaton *automaton = product->automaton;
  noe_bdd_family found = noe_bdd_family_new(product), steps = noe_bdd_family_new(product);
  for (uint32_t q = 0; q < automaton->state_count; q++)
    add(&steps[q], before_set(product, to[q], demand));
  for (uint32_t i = 0; i < automaton->edge_count; i++) {
    const struct noe_edge *edge = &automaton->edges[i];
    if (demand && demand->mark && !(edge->marks & demand->mark))
      continue;
    BDD some = noe_bdd_hold(bdd_and(steps[edge->target], product->letters[i]));
    some = noe_bdd_instead(some, bdd_and(some, within[edge->source]));
    add(&found[edge->source], some);
  }
  noe_bdd_family_drop(product, steps);
  return found;
}

/* ---------------------------------------------------------------------- hull */

/* Members of the family that have a way in it to a step that meets the demand; of a strong one, or that it does not
 * ask. */
static noe_bdd_family can_meet(struct noe_bdd_product *product, noe_bdd_family family,
                               const struct noe_bdd_demand *demand) {
  noe_bdd_family found = noe_bdd_family_before(product, family, family, demand);
  while (join(product, found, noe_bdd_family_before(product, family, found, NULL)))
    ;
  for (uint32_t q = 0; demand->strong && q < product->automaton->state_count; q++)
    add(&found[q], noe_bdd_hold(bdd_apply(family[q], demand->asks, bddop_diff)));
  return found;
}

/* Replaces the family by a part of it, which is given up. True if that is smaller. */
static bool shrink(struct noe_bdd_product *product, noe_bdd_family *family, noe_bdd_family part) {
  bool smaller = !is_same(product, *family, part);
  noe_bdd_family_drop(product, *family);
  *family = part;
  return smaller;
}

noe_bdd_family noe_bdd_hull(struct noe_bdd_product *product, noe_bdd_family family) {
  for (bool smaller = true; smaller && !noe_bdd_family_is_empty(product, family);) {
    smaller = false;
    for (uint32_t i = 0; i < product->demand_count; i++)
      smaller |= shrink(product, &family, can_meet(product, family, &product->demands[i]));
    while (shrink(product, &family, noe_bdd_family_before(product, family, family, NULL)))
      smaller = true;
  }
  return family;
}

/* ------------------------------------------------------------------- product */

static BDD letter_of(const struct noe_bdd_product *product, const struct noe_edge *edge, const BDD *propositions) {
  BDD set = noe_bdd_hold(product->b->reached);
  for (uint32_t i = 0; (edge->positive | edge->negative) >> i; i++) {
    if (edge->positive >> i & 1)
      set = noe_bdd_instead(set, bdd_and(set, propositions[i]));
    if (edge->negative >> i & 1)
      set = noe_bdd_instead(set, bdd_apply(set, propositions[i], bddop_diff));
    if (i == 63)
      break;
  }
  return set;
}

void noe_bdd_product_open(struct noe_bdd_product *product, struct noe_bdd *b, const struct noe_automaton *automaton,
                          const BDD *propositions) {
  *product = (struct noe_bdd_product){.b = b, .automaton = automaton, .fault = noe_bdd_hold(bddfalse)};
  product->letters = NOE_NEW_ARRAY(b->arena, BDD, automaton->edge_count + 1);
  for (uint32_t i = 0; i < automaton->edge_count; i++)
    product->letters[i] = letter_of(product, &automaton->edges[i], propositions);
  product->ends = noe_bdd_ends(b);
  noe_bdd_add_demands(product);
}

void noe_bdd_product_close(struct noe_bdd_product *product) {
  for (uint32_t i = 0; i < product->automaton->edge_count; i++)
    noe_bdd_drop(product->letters[i]);
  for (uint32_t i = 0; i < product->demand_count; i++) {
    noe_bdd_drop(product->demands[i].asks);
    noe_bdd_drop(product->demands[i].from);
  }
  noe_bdd_drop(product->ends);
  noe_bdd_drop(product->fault);
}
