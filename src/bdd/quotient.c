/* Claims about runs, on representatives: steps of the quotient, and which symmetries a claim leaves.
 *
 * A claim about a process by its name holds of a state and not of all that are symmetric to it. The symmetries that
 * can be used for an instance are those that fix the points which it names, its stabiliser; of instances that symmetries
 * carry into each other one is judged, and its points come first in their blocks: the transpositions of
 * neighbours behind them generate the stabiliser.
 *
 * Every set here has all reached states of an orbit of the stabiliser, or none: that is so of propositions, and
 * what follows keeps it. So EX Z is r with R(r, t), t symmetric to a state of Z. If each orbit has one representative,
 * these are the representatives of Pre(Z) (R(r, t) and z = pi t: R(pi r, z)). */
#include <string.h>

#include "bdd/bdd_int.h"

BDD noe_bdd_before(struct noe_bdd *b, BDD set, const char *rule) {
  BDD found, all;
  if (!b->symmetry || b->strategy == NOE_STRATEGY_LIVE_REP)
    found = noe_bdd_preimage(b, set, rule);
  else if (b->xi < 0 && b->is_unique)
    found = noe_bdd_canonise(b, noe_bdd_preimage(b, set, rule));
  else {
    all = b->xi >= 0 ? noe_bdd_represented(b, set) : noe_bdd_orbits(b, set);
    found = noe_bdd_preimage(b, all, rule);
    noe_bdd_drop(all);
  }
  return noe_bdd_instead(found, bdd_and(found, b->reached));
}

BDD noe_bdd_after(struct noe_bdd *b, BDD set) {
  BDD next = noe_bdd_image_all(b, set), all;
  if (b->symmetry && b->strategy != NOE_STRATEGY_LIVE_REP) {
    if (b->xi >= 0 || b->is_unique)
      next = noe_bdd_canonise(b, next);
    else {
      all = noe_bdd_orbits(b, next);
      noe_bdd_drop(next);
      next = all;
    }
  }
  return noe_bdd_instead(next, bdd_and(next, b->reached));
}

/* -------------------------------------------------------------------- leaders */

/* The points that arguments name: each is one of those before it in its block, or the next. */
static bool count_points(const struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments,
                         uint32_t *named) {
  bool in_order = true;
  for (uint32_t i = 0, k = 0; i < claim->binder_count; i++) {
    if (claim->binders[i].kind != NOE_BINDER_RANGE)
      continue;
    int32_t point = noe_symmetry_point(b->symmetry, claim->binders[i].type, arguments[k++]);
    for (uint32_t n = 0; point >= 0 && n < b->symmetry->block_count; n++) {
      const struct noe_block *block = &b->symmetry->blocks[n];
      if ((uint32_t)point < block->first || (uint32_t)point >= block->first + block->size)
        continue;
      uint32_t place = (uint32_t)point - block->first;
      in_order &= place <= named[n];
      if (place >= named[n])
        named[n] = place + 1;
    }
  }
  return in_order;
}

bool noe_bdd_is_leader(const struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments) {
  if (!b->symmetry)
    return true;
  uint32_t *named = noe_base_alloc(b->memory, (b->symmetry->block_count + 1) * sizeof *named);
  memset(named, 0, b->symmetry->block_count * sizeof *named);
  bool leads = count_points(b, claim, arguments, named);
  noe_base_free(b->memory, named);
  return leads;
}

/* A name that the formula binds takes every value in turn. */
static void count_bound(const struct noe_bdd *b, const struct noe_clause *claim, uint32_t *named) {
  for (uint32_t i = 0; claim->temporal && i < claim->temporal->variable_count; i++)
    for (uint32_t n = 0; n < b->symmetry->block_count; n++)
      for (uint32_t k = 0; k < b->symmetry->blocks[n].size; k++) {
        const struct noe_type *type = claim->temporal->variables[i].type;
        for (int64_t value = type->low; value <= type->high; value++) {
          int32_t point = noe_symmetry_point(b->symmetry, type, value);
          if (point >= 0 && (uint32_t)point == b->symmetry->blocks[n].first + k)
            named[n] = b->symmetry->blocks[n].size;
        }
      }
}

/* ---------------------------------------------------------------------- focus */

static void drop_search(struct noe_bdd *b) {
  noe_bdd_drop(b->reached);
  if (b->xi >= 0)
    noe_bdd_drop(b->xi);
  b->xi = -1;
  for (uint32_t i = 0; i < b->rings.count; i++)
    noe_bdd_drop(b->rings.items[i]);
  noe_base_free(b->memory, b->rings.items);
  b->rings = (struct noe_bdd_rings){0};
}

static void let_rest(struct noe_bdd *b, const uint32_t *named) {
  for (uint32_t i = 0; i < b->swap_count; i++) {
    struct noe_bdd_swap *swap = &b->swaps[i];
    swap->rests = false;
    for (uint32_t n = 0; n < b->symmetry->block_count; n++) {
      const struct noe_block *block = &b->symmetry->blocks[n];
      if (swap->point >= block->first && swap->point < block->first + block->size)
        swap->rests = swap->point - block->first < named[n];
    }
  }
}

static bool any_rests(const struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->swap_count; i++)
    if (b->swaps[i].rests)
      return true;
  return false;
}

void noe_bdd_focus_on_states(struct noe_bdd *b) {
  if (!b->is_focused)
    return;
  drop_search(b);
  b->reached = b->of_states.reached;
  b->xi = b->of_states.xi;
  b->rings = b->of_states.rings;
  b->depth = b->of_states.depth;
  b->is_focused = false;
  memset(b->named, 0, b->symmetry->block_count * sizeof *b->named);
  let_rest(b, b->named);
}

static void search_for_claim(struct noe_bdd *b) {
  if (b->is_focused)
    drop_search(b);
  else
    b->of_states = (struct noe_bdd_search){b->reached, b->xi, b->rings, b->depth};
  b->xi = -1;
  b->rings = (struct noe_bdd_rings){0};
  b->is_focused = true;
  if (b->strategy != NOE_STRATEGY_CREATE_XI)
    noe_bdd_make_xi(b);
  b->is_quiet = true;
  noe_bdd_search(b);
  b->is_quiet = false;
}

/* create-xi: what was reached is known only now. */
static void relate_reached(struct noe_bdd *b) {
  if (b->strategy == NOE_STRATEGY_CREATE_XI && b->xi < 0)
    noe_bdd_make_xi(b);
}

void noe_bdd_focus(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments) {
  if (!b->symmetry)
    return;
  uint32_t *named = NOE_NEW_ARRAY(b->arena, uint32_t, b->symmetry->block_count + 1);
  count_points(b, claim, arguments, named);
  count_bound(b, claim, named);
  if (memcmp(named, b->named, b->symmetry->block_count * sizeof *named)) {
    let_rest(b, named);
    if (any_rests(b))
      search_for_claim(b);
    else
      noe_bdd_focus_on_states(b);
    memcpy(b->named, named, b->symmetry->block_count * sizeof *named);
  }
  relate_reached(b);
}
