/* Transpositions of two processes, as pairs of bits and as names that are exchanged; which states are in order as far as
 * these two are concerned.
 *
 * Order (after Emerson and Wahl 2005, who look at local states first): process p comes before q if the first cell that
 * names either of them names q; where none does, if the local state of p is not larger. A local state is what the cells
 * say that the process indexes alone and that hold no names. If these, and names in cells that no process indexes, are
 * all that permutations can change, then sorting gives one representative to an orbit; otherwise there may be several.
 * Names of a process, in the order of the cells, are a row of flags, so that this is an order of rows: total, and no cell
 * decides it but the first that tells two processes apart.
 *
 * Names come first since a process that is named then keeps its place whatever it does, and the cells that name
 * processes have few contents: the first one names the last process or none. A queue of names has one
 * content for each length, where it had as many as there are ways to mix local states in it. */
#include <assert.h>

#include "bdd/bdd_int.h"

/* -------------------------------------------------------------- cells */

struct mapping {
  struct noe_bdd *b;
  const uint16_t *permutation;
  struct noe_bdd_place *places;
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
      mapping->places[from + i] = (struct noe_bdd_place){to + i, points};
    break;
  default: mapping->places[from] = (struct noe_bdd_place){to, points};
  }
}

static bool holds_names(const struct noe_bdd *b, uint32_t cell) {
  const struct noe_cell *known = &b->model->cells[cell];
  return known->type && !known->in_multiset && b->symmetry->moves[known->type->id];
}

/* ------------------------------------------------------------ building sets */

BDD noe_bdd_has_value(struct noe_bdd *b, uint32_t cell, int64_t value, bool next) {
  const struct noe_cell_code *code = &b->circuits->codes[cell];
  uint64_t number = (uint64_t)value - (uint64_t)code->base;
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t k = 0; k < code->width; k++)
    set = noe_bdd_instead(set, bdd_and(set, noe_bdd_literal(b, code->first + k, number >> k & 1, next)));
  return set;
}

/* Which values of the cell the transposition exchanges: value < image; false: no more from `*value` on. */
bool noe_bdd_next_exchange(const struct noe_bdd *b, const uint16_t *permutation, uint32_t cell, int64_t *value,
                           int64_t *image) {
  const struct noe_type *type = b->model->cells[cell].type;
  for (; *value <= type->high; ++*value) {
    *image = noe_symmetry_apply_value(b->symmetry, permutation, type, *value);
    if (*image > *value)
      return true;
  }
  return false;
}

static const uint16_t *transposition(const struct noe_bdd *b, uint32_t point, uint32_t other) {
  uint16_t *permutation = NOE_NEW_ARRAY(b->arena, uint16_t, b->symmetry->points);
  noe_symmetry_identity(b->symmetry, permutation);
  permutation[point] = (uint16_t)other;
  permutation[other] = (uint16_t)point;
  return permutation;
}

/* If neither is named: the local state of the first is not larger. */
static BDD locals_in_order(struct noe_bdd *b, const struct noe_bdd_swap *swap) {
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t i = swap->pair_count; i-- > 0;) {
    if (!swap->is_local[swap->left[i]])
      continue;
    BDD x = bdd_ithvar(noe_bdd_now(b, swap->left[i])), y = bdd_ithvar(noe_bdd_now(b, swap->right[i]));
    BDD smaller = noe_bdd_hold(bdd_ite(y, set, bddfalse)); /* x: y must be, too, and the rest in order */
    BDD other = noe_bdd_hold(bdd_ite(y, bddtrue, set));    /* !x: y makes it smaller */
    set = noe_bdd_instead(set, bdd_ite(x, smaller, other));
    noe_bdd_drop(smaller);
    noe_bdd_drop(other);
  }
  return set;
}

/* The first cell that names one of the two names the second; where none does the rest decides. */
BDD noe_bdd_sorted(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  if (swap->sorted >= 0)
    return swap->sorted;
  BDD set = locals_in_order(b, swap);
  for (uint32_t i = swap->cell_count; i-- > 0;) {
    uint32_t cell = swap->cells[i];
    if (swap->places[cell].points)
      continue;
    int64_t value = b->model->cells[cell].type->low, image;
    for (; noe_bdd_next_exchange(b, swap->permutation, cell, &value, &image); value++) {
      BDD first = noe_bdd_has_value(b, cell, value, false), second = noe_bdd_has_value(b, cell, image, false);
      set = noe_bdd_instead(set, bdd_ite(first, bddfalse, set));
      set = noe_bdd_instead(set, bdd_ite(second, bddtrue, set));
      noe_bdd_drop(first);
      noe_bdd_drop(second);
    }
  }
  return swap->sorted = set;
}

/* Certainly: pairs of bits are equal, and no name is exchanged. */
BDD noe_bdd_fixed(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  if (swap->fixed >= 0)
    return swap->fixed;
  BDD set = noe_bdd_hold(bddtrue);
  for (uint32_t i = swap->pair_count; i-- > 0;) {
    BDD same =
        noe_bdd_hold(bdd_biimp(bdd_ithvar(noe_bdd_now(b, swap->left[i])), bdd_ithvar(noe_bdd_now(b, swap->right[i]))));
    set = noe_bdd_instead(set, bdd_and(set, same));
    noe_bdd_drop(same);
  }
  for (uint32_t i = 0; i < swap->cell_count; i++) {
    int64_t value = b->model->cells[swap->cells[i]].type->low, image;
    for (; noe_bdd_next_exchange(b, swap->permutation, swap->cells[i], &value, &image); value++) {
      BDD first = noe_bdd_has_value(b, swap->cells[i], value, false),
          second = noe_bdd_has_value(b, swap->cells[i], image, false);
      set = noe_bdd_instead(set, bdd_apply(set, first, bddop_diff));
      set = noe_bdd_instead(set, bdd_apply(set, second, bddop_diff));
      noe_bdd_drop(first);
      noe_bdd_drop(second);
    }
  }
  return swap->fixed = set;
}

/* Bit k of the cell after the exchange of names: of each name the image has the bit instead. */
static BDD bit_of_image(struct noe_bdd *b, const struct noe_bdd_swap *swap, uint32_t cell, uint32_t k, bool next) {
  const struct noe_cell_code *code = &b->circuits->codes[cell];
  BDD bit = noe_bdd_hold(noe_bdd_literal(b, code->first + k, true, next));
  int64_t value = b->model->cells[cell].type->low, image;
  for (; noe_bdd_next_exchange(b, swap->permutation, cell, &value, &image); value++) {
    BDD one = noe_bdd_has_value(b, cell, value, next), other = noe_bdd_has_value(b, cell, image, next);
    uint64_t of_one = (uint64_t)(value - code->base), of_other = (uint64_t)(image - code->base);
    bit = noe_bdd_instead(bit, bdd_ite(one, of_other >> k & 1 ? bddtrue : bddfalse, bit));
    bit = noe_bdd_instead(bit, bdd_ite(other, of_one >> k & 1 ? bddtrue : bddfalse, bit));
    noe_bdd_drop(one);
    noe_bdd_drop(other);
  }
  return bit;
}

/* What becomes of each bit: a cell that moves takes its names along, which are exchanged as well. */
static bddPair *make_exchange(struct noe_bdd *b, const struct noe_bdd_swap *swap, bool next) {
  bddPair *pair = bdd_newpair();
  for (uint32_t cell = 0; cell < b->model->cell_count; cell++) {
    const struct noe_cell_code *code = &b->circuits->codes[cell];
    uint32_t image = swap->places[cell].image;
    bool names = holds_names(b, cell);
    for (uint32_t k = 0; (names || image != cell) && k < code->width; k++) {
      uint32_t bit = code->first + k;
      BDD becomes = names ? bit_of_image(b, swap, image, k, next)
                          : noe_bdd_hold(noe_bdd_literal(b, b->circuits->codes[image].first + k, true, next));
      bdd_setbddpair(pair, next ? noe_bdd_next(b, bit) : noe_bdd_now(b, bit), becomes);
      noe_bdd_drop(becomes);
    }
  }
  return pair;
}

BDD noe_bdd_swap(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set) {
  if (!swap->now)
    swap->now = make_exchange(b, swap, false);
  return noe_bdd_hold(bdd_veccompose(set, swap->now));
}

BDD noe_bdd_swap_next(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD relation) {
  if (!swap->next)
    swap->next = make_exchange(b, swap, true);
  return noe_bdd_hold(bdd_veccompose(relation, swap->next));
}

/* ------------------------------------------------------------- transpositions */

static const struct noe_bdd_place *find_places(struct noe_bdd *b, const uint16_t *permutation) {
  const struct noe_model *model = b->model;
  struct noe_bdd_place *places = NOE_NEW_ARRAY(b->arena, struct noe_bdd_place, model->cell_count + 1);
  struct mapping mapping = {b, permutation, places};
  for (uint32_t i = 0; i < model->variable_count; i++)
    map_value(&mapping, model->variables[i].type, model->variables[i].cell, model->variables[i].cell, 0);
  return places;
}

/* Cells that hold names, and pairs of bits that change places; is there one representative to an orbit? */
static void find_bits(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  bool *is_local = NOE_NEW_ARRAY(b->arena, bool, b->circuits->bit_count + 1);
  uint32_t *left = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  uint32_t *right = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  uint32_t *cells = NOE_NEW_ARRAY(b->arena, uint32_t, b->model->cell_count + 1);
  const struct noe_bdd_place *places = swap->places;
  for (uint32_t r = 0; r < b->model->cell_count; r++) {
    uint32_t i = b->cells_by_rank[r];
    const struct noe_cell_code *code = &b->circuits->codes[i], *other = &b->circuits->codes[places[i].image];
    bool names = holds_names(b, i);
    assert(code->width == other->width && code->count == other->count && "cells that change places are alike");
    b->is_unique &= names ? !places[i].points : places[i].points <= 1;
    if (names)
      cells[swap->cell_count++] = i;
    for (uint32_t k = code->width; places[i].image > i && k-- > 0;) {
      is_local[code->first + k] = !names && places[i].points == 1;
      left[swap->pair_count] = code->first + k;
      right[swap->pair_count++] = other->first + k;
    }
  }
  swap->is_local = is_local;
  swap->left = left;
  swap->right = right;
  swap->cells = cells;
}

void noe_bdd_make_swap(struct noe_bdd *b, struct noe_bdd_swap *swap, uint32_t point, uint32_t second) {
  const uint16_t *permutation = transposition(b, point, second);
  *swap = (struct noe_bdd_swap){.point = point,
                                .other = second,
                                .permutation = permutation,
                                .places = find_places(b, permutation),
                                .sorted = -1,
                                .fixed = -1};
  find_bits(b, swap);
  noe_bdd_find_shape(b, swap);
}

void noe_bdd_forget_swap(struct noe_bdd_swap *swap) {
  if (swap->sorted >= 0)
    noe_bdd_drop(swap->sorted);
  if (swap->fixed >= 0)
    noe_bdd_drop(swap->fixed);
  if (swap->now)
    bdd_freepair(swap->now);
  if (swap->next)
    bdd_freepair(swap->next);
}

void noe_bdd_make_swaps(struct noe_bdd *b) {
  b->swaps = NOE_NEW_ARRAY(b->arena, struct noe_bdd_swap, b->symmetry->points + 1);
  b->is_unique = true;
  for (uint32_t i = 0; i < b->symmetry->block_count; i++) {
    const struct noe_block *block = &b->symmetry->blocks[i];
    for (uint32_t k = 0; k + 1 < block->size; k++)
      noe_bdd_make_swap(b, &b->swaps[b->swap_count++], block->first + k, block->first + k + 1);
  }
  noe_bdd_find_touched(b);
}
