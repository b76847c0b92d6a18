/* Symmetry of sets: transpositions of neighbouring processes, and representatives by sorting them.
 *
 * A transposition exchanges the bits of cells that the two processes index, pair by pair, and then their names in
 * cells that hold names. Exchanging the bits x and y of a set S:
 *
 *   (S & x = y)  |  (x & !y & S[x := 0, y := 1])  |  (!x & y & S[x := 1, y := 0])
 *
 * Order (Emerson and Wahl 2005, with the rule for names mended): process p comes before p + 1 if its local
 * state is smaller; of equal ones, if the first cell that names either of them names p + 1, or none does. A local
 * state is what the cells say that the process indexes alone and that hold no names. If these, and names in cells
 * that no process indexes, are all that permutations can change, then sorting gives one representative to an orbit;
 * otherwise there may be several, which is sound for claims about states. Sorting ends: each exchange makes the row of
 * local states smaller, or leaves it and makes the row of names larger. */
#include <assert.h>
#include <string.h>

#include "bdd/bdd_int.h"

/* -------------------------------------------------------------- cells */

struct cell_place {
  uint32_t image;  /* where the transposition moves it */
  uint32_t points; /* that index it */
};

struct mapping {
  struct noe_bdd *b;
  const uint16_t *permutation;
  struct cell_place *places;
};

static void map_value(const struct mapping *mapping, const struct noe_type *type, uint32_t from, uint32_t to,
                      uint32_t points) {
  const struct noe_symmetry *symmetry = mapping->b->symmetry;
  switch (type->kind) {
  case NOE_TYPE_ARRAY: {
    const struct noe_type *index = type->index;
    for (uint32_t i = 0; type->stride && i < type->cells / type->stride; i++) {
      int64_t value = index->low + i, image = noe_symmetry_apply_value(symmetry, mapping->permutation, index, value);
      bool is_point = noe_symmetry_point(symmetry, index, value) >= 0;
      map_value(mapping, type->element, from + i * type->stride, to + (uint32_t)(image - index->low) * type->stride,
                points + is_point);
    }
    break;
  }
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      map_value(mapping, type->fields[i].type, from + type->fields[i].offset, to + type->fields[i].offset, points);
    break;
  case NOE_TYPE_MULTISET: /* no permutation changes what is in it */
    for (uint32_t i = 0; i < type->cells; i++)
      mapping->places[from + i] = (struct cell_place){to + i, points};
    break;
  default: mapping->places[from] = (struct cell_place){to, points};
  }
}

static bool holds_names(const struct noe_bdd *b, uint32_t cell) {
  const struct noe_cell *known = &b->model->cells[cell];
  return known->type && !known->in_multiset && b->symmetry->moves[known->type->id];
}

/* ------------------------------------------------------------ building sets */

static BDD literal_of(const struct noe_bdd *b, uint32_t bit, bool truth) {
  return truth ? bdd_ithvar(noe_bdd_now(b, bit)) : bdd_nithvar(noe_bdd_now(b, bit));
}

/* The cell has this value. */
static BDD has_value(struct noe_bdd *b, uint32_t cell, int64_t value) {
  const struct noe_cell_code *code = &b->circuits->codes[cell];
  uint64_t number = (uint64_t)value - (uint64_t)code->base;
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t k = 0; k < code->width; k++)
    set = noe_bdd_instead(set, bdd_and(set, literal_of(b, code->first + k, number >> k & 1)));
  return set;
}

/* Which values of the cell the transposition exchanges: value < image; false: no more from `*value` on. */
static bool next_exchange(const struct noe_bdd *b, const uint16_t *permutation, uint32_t cell, int64_t *value,
                          int64_t *image) {
  const struct noe_type *type = b->model->cells[cell].type;
  for (; *value <= type->high; ++*value) {
    *image = noe_symmetry_apply_value(b->symmetry, permutation, type, *value);
    if (*image > *value)
      return true;
  }
  return false;
}

static void transposition(const struct noe_bdd *b, uint32_t point, uint16_t *permutation) {
  noe_symmetry_identity(b->symmetry, permutation);
  permutation[point] = (uint16_t)(point + 1);
  permutation[point + 1] = (uint16_t)point;
}

/* Of equal local states: the first cell that names one of the two names the second, or none does. */
static BDD names_in_order(struct noe_bdd *b, const struct noe_bdd_swap *swap, const uint16_t *permutation,
                          const struct cell_place *places) {
  BDD fine = noe_bdd_hold(bddtrue);
  for (uint32_t i = swap->cell_count; i-- > 0;) {
    uint32_t cell = swap->cells[i];
    if (places[cell].points)
      continue;
    int64_t value = b->model->cells[cell].type->low, image;
    for (; next_exchange(b, permutation, cell, &value, &image); value++) {
      BDD first = has_value(b, cell, value), second = has_value(b, cell, image);
      fine = noe_bdd_instead(fine, bdd_ite(first, bddfalse, fine));
      fine = noe_bdd_instead(fine, bdd_ite(second, bddtrue, fine));
      noe_bdd_drop(first);
      noe_bdd_drop(second);
    }
  }
  return fine;
}

static int by_rank_of(const struct noe_bdd *b, uint32_t x, uint32_t y) {
  return b->rank[x] < b->rank[y] ? -1 : b->rank[x] > b->rank[y];
}

/* Pairs of bits in the order of the left ones. */
static void sort_pairs(const struct noe_bdd *b, uint32_t *left, uint32_t *right, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t k = i; k > 0 && by_rank_of(b, left[k], left[k - 1]) < 0; k--) {
      uint32_t x = left[k], y = right[k];
      left[k] = left[k - 1], right[k] = right[k - 1];
      left[k - 1] = x, right[k - 1] = y;
    }
}

static void make_sorted(struct noe_bdd *b, struct noe_bdd_swap *swap, const uint16_t *permutation,
                        const struct cell_place *places, const bool *is_local) {
  BDD set = names_in_order(b, swap, permutation, places);
  for (uint32_t i = swap->pair_count; i-- > 0;) {
    if (!is_local[swap->left[i]])
      continue;
    BDD x = bdd_ithvar(noe_bdd_now(b, swap->left[i])), y = bdd_ithvar(noe_bdd_now(b, swap->right[i]));
    BDD smaller = noe_bdd_hold(bdd_ite(y, set, bddfalse)); /* x: y must be, too, and the rest in order */
    BDD other = noe_bdd_hold(bdd_ite(y, bddtrue, set));    /* !x: y makes it smaller */
    set = noe_bdd_instead(set, bdd_ite(x, smaller, other));
    noe_bdd_drop(smaller);
    noe_bdd_drop(other);
  }
  swap->sorted = set;
}

/* Certainly: pairs of bits are equal, and no name is exchanged. */
static void make_fixed(struct noe_bdd *b, struct noe_bdd_swap *swap, const uint16_t *permutation) {
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t i = swap->pair_count; i-- > 0;) {
    BDD same =
        noe_bdd_hold(bdd_biimp(bdd_ithvar(noe_bdd_now(b, swap->left[i])), bdd_ithvar(noe_bdd_now(b, swap->right[i]))));
    set = noe_bdd_instead(set, bdd_and(set, same));
    noe_bdd_drop(same);
  }
  for (uint32_t i = 0; i < swap->cell_count; i++) {
    int64_t value = b->model->cells[swap->cells[i]].type->low, image;
    for (; next_exchange(b, permutation, swap->cells[i], &value, &image); value++) {
      BDD first = has_value(b, swap->cells[i], value), second = has_value(b, swap->cells[i], image);
      set = noe_bdd_instead(set, bdd_apply(set, first, bddop_diff));
      set = noe_bdd_instead(set, bdd_apply(set, second, bddop_diff));
      noe_bdd_drop(first);
      noe_bdd_drop(second);
    }
  }
  swap->fixed = set;
}

static void make_swap(struct noe_bdd *b, struct noe_bdd_swap *swap, uint32_t point) {
  const struct noe_model *model = b->model;
  uint16_t *permutation = NOE_NEW_ARRAY(b->arena, uint16_t, b->symmetry->points);
  struct cell_place *places = NOE_NEW_ARRAY(b->arena, struct cell_place, model->cell_count + 1);
  bool *is_local = NOE_NEW_ARRAY(b->arena, bool, b->circuits->bit_count + 1);
  transposition(b, point, permutation);
  struct mapping mapping = {b, permutation, places};
  for (uint32_t i = 0; i < model->variable_count; i++)
    map_value(&mapping, model->variables[i].type, model->variables[i].cell, model->variables[i].cell, 0);
  uint32_t *left = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  uint32_t *right = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  uint32_t *cells = NOE_NEW_ARRAY(b->arena, uint32_t, model->cell_count + 1);
  *swap = (struct noe_bdd_swap){.point = point, .left = left, .right = right, .cells = cells};
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell_code *code = &b->circuits->codes[i], *other = &b->circuits->codes[places[i].image];
    bool names = holds_names(b, i);
    assert(code->width == other->width && code->count == other->count && "cells that change places are alike");
    b->is_unique &= names ? !places[i].points : places[i].points <= 1;
    if (names)
      cells[swap->cell_count++] = i;
    for (uint32_t k = 0; places[i].image > i && k < code->width; k++) {
      is_local[code->first + k] = !names && places[i].points == 1;
      left[swap->pair_count] = code->first + k;
      right[swap->pair_count++] = other->first + k;
    }
  }
  sort_pairs(b, left, right, swap->pair_count);
  make_sorted(b, swap, permutation, places, is_local);
  make_fixed(b, swap, permutation);
}

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

void noe_bdd_make_swaps(struct noe_bdd *b) {
  b->swaps = NOE_NEW_ARRAY(b->arena, struct noe_bdd_swap, b->symmetry->points + 1);
  b->is_unique = true;
  for (uint32_t i = 0; i < b->symmetry->block_count; i++) {
    const struct noe_block *block = &b->symmetry->blocks[i];
    for (uint32_t k = 0; k + 1 < block->size; k++)
      make_swap(b, &b->swaps[b->swap_count++], block->first + k);
  }
}

/* --------------------------------------------------------------- permutation */

static BDD swap_bits(struct noe_bdd *b, uint32_t left, uint32_t right, BDD set) {
  BDD yes = noe_bdd_hold(bdd_and(literal_of(b, left, true), literal_of(b, right, false)));
  BDD no = noe_bdd_hold(bdd_and(literal_of(b, left, false), literal_of(b, right, true)));
  BDD of_yes = noe_bdd_hold(bdd_restrict(set, yes)), of_no = noe_bdd_hold(bdd_restrict(set, no));
  if (of_yes != of_no) {
    BDD rest = noe_bdd_hold(bdd_ite(yes, of_no, set));
    set = noe_bdd_instead(set, bdd_ite(no, of_yes, rest));
    noe_bdd_drop(rest);
  }
  noe_bdd_drop(yes);
  noe_bdd_drop(no);
  noe_bdd_drop(of_yes);
  noe_bdd_drop(of_no);
  return set;
}

static BDD swap_values(struct noe_bdd *b, uint32_t cell, int64_t value, int64_t image, BDD set) {
  BDD one = has_value(b, cell, value), other = has_value(b, cell, image);
  BDD of_one = noe_bdd_hold(bdd_restrict(set, one)), of_other = noe_bdd_hold(bdd_restrict(set, other));
  if (of_one != of_other) {
    BDD rest = noe_bdd_hold(bdd_ite(one, of_other, set));
    set = noe_bdd_instead(set, bdd_ite(other, of_one, rest));
    noe_bdd_drop(rest);
  }
  noe_bdd_drop(one);
  noe_bdd_drop(other);
  noe_bdd_drop(of_one);
  noe_bdd_drop(of_other);
  return set;
}

BDD noe_bdd_swap(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set) {
  uint16_t *permutation = noe_base_alloc(b->memory, b->symmetry->points * sizeof *permutation);
  transposition(b, swap->point, permutation);
  set = noe_bdd_hold(set);
  for (uint32_t i = 0; i < swap->pair_count; i++)
    set = swap_bits(b, swap->left[i], swap->right[i], set);
  for (uint32_t i = 0; i < swap->cell_count; i++) {
    int64_t value = b->model->cells[swap->cells[i]].type->low, image;
    for (; next_exchange(b, permutation, swap->cells[i], &value, &image); value++)
      set = swap_values(b, swap->cells[i], value, image, set);
  }
  noe_base_free(b->memory, permutation);
  return set;
}

/* Puts those right that are not in order here; true if there were some. */
static bool sort_here(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD *set) {
  BDD wrong = noe_bdd_hold(bdd_apply(*set, swap->sorted, bddop_diff));
  bool any = wrong != bddfalse;
  if (any) {
    noe_bdd_step(b);
    *set = noe_bdd_instead(*set, bdd_and(*set, swap->sorted));
    BDD right = noe_bdd_swap(b, swap, wrong);
    *set = noe_bdd_instead(*set, bdd_or(*set, right));
    noe_bdd_drop(right);
  }
  noe_bdd_drop(wrong);
  return any;
}

/* There and back, until all is in order. */
BDD noe_bdd_canonise(struct noe_bdd *b, BDD set) {
  for (bool changed = b->symmetry && set != bddfalse; changed;) {
    changed = false;
    for (uint32_t i = 0; i < b->swap_count; i++)
      changed |= sort_here(b, &b->swaps[i], &set);
    for (uint32_t i = b->swap_count; changed && i-- > 0;)
      sort_here(b, &b->swaps[i], &set);
  }
  return set;
}

/* sigma_Step (Barner and Grumberg): neighbours are exchanged until nothing is added. */
BDD noe_bdd_orbits(struct noe_bdd *b, BDD set) { return noe_bdd_orbits_within(b, set, 0); }

BDD noe_bdd_orbits_within(struct noe_bdd *b, BDD set, uint64_t rounds) {
  uint64_t round = 0;
  set = noe_bdd_hold(set);
  for (bool changed = true; changed && (!rounds || round < rounds); round++) {
    changed = false;
    for (uint32_t i = 0; i < b->swap_count; i++) {
      noe_bdd_step(b);
      BDD other = noe_bdd_swap(b, &b->swaps[i], set), before = noe_bdd_hold(set);
      set = noe_bdd_instead(set, bdd_or(set, other));
      changed |= set != before;
      noe_bdd_drop(before);
      noe_bdd_drop(other);
    }
  }
  return set;
}
