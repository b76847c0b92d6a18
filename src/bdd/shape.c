/* How a transposition of neighbours lies in the order of bits, and which bits may bring its two points out of order. */
#include <assert.h>

#include "bdd/bdd_int.h"

enum { MOST_BITS = 60 }; /* of a local state: a row is a number */

/* The pairs of bits are two rows, one behind the other. Without any the end of the order is where they would be. */
static bool find_rows(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  uint32_t width = swap->pair_count;
  if (width > MOST_BITS)
    return false;
  swap->width = width;
  swap->first_rank = width ? b->rank[swap->left[0]] : b->circuits->bit_count;
  for (uint32_t i = 0; i < width; i++) {
    if (b->rank[swap->left[i]] != swap->first_rank + i || b->rank[swap->right[i]] != swap->first_rank + width + i)
      return false;
    if (swap->is_local[swap->left[i]])
      swap->compared |= UINT64_C(1) << (width - 1 - i);
  }
  return true;
}

/* The cells that name one of the two stay where they are, above the rows. */
static bool find_namings(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  struct noe_bdd_naming *namings = NOE_NEW_ARRAY(b->arena, struct noe_bdd_naming, swap->cell_count + 1);
  swap->namings = namings;
  for (uint32_t i = 0; i < swap->cell_count; i++) {
    uint32_t cell = swap->cells[i];
    const struct noe_cell_code *code = &b->circuits->codes[cell];
    int64_t value = b->model->cells[cell].type->low, image, more, other;
    if (!noe_bdd_next_exchange(b, swap->permutation, cell, &value, &image))
      continue;
    more = value + 1;
    uint32_t first = b->rank[code->first + code->width - 1u];
    if (swap->places[cell].image != cell || first + code->width > swap->first_rank || code->width > MOST_BITS ||
        noe_bdd_next_exchange(b, swap->permutation, cell, &more, &other))
      return false;
    namings[swap->naming_count++] = (struct noe_bdd_naming){.first_rank = first,
                                                            .width = code->width,
                                                            .left = (uint64_t)(value - code->base),
                                                            .right = (uint64_t)(image - code->base),
                                                            .decides = !swap->places[cell].points};
  }
  return true;
}

void noe_bdd_find_shape(struct noe_bdd *b, struct noe_bdd_swap *swap) {
  swap->is_side_by_side = find_rows(b, swap) && find_namings(b, swap);
}

/* -------------------------------------------------------------------- touched */

static void touch(uint32_t *first, uint32_t *end, uint32_t bit, uint32_t swap) {
  if (first[bit] > swap)
    first[bit] = swap;
  if (end[bit] <= swap)
    end[bit] = swap + 1;
}

void noe_bdd_find_touched(struct noe_bdd *b) {
  uint32_t bits = b->circuits->bit_count;
  uint32_t *first = NOE_NEW_ARRAY(b->arena, uint32_t, bits + 1), *end = NOE_NEW_ARRAY(b->arena, uint32_t, bits + 1);
  for (uint32_t k = 0; k < bits; k++)
    first[k] = UINT32_MAX;
  for (uint32_t i = 0; i < b->swap_count; i++) {
    const struct noe_bdd_swap *swap = &b->swaps[i];
    for (uint32_t k = 0; k < swap->pair_count; k++) {
      touch(first, end, swap->left[k], i);
      touch(first, end, swap->right[k], i);
    }
    for (uint32_t n = 0; n < swap->cell_count; n++) {
      const struct noe_cell_code *code = &b->circuits->codes[swap->cells[n]];
      for (uint32_t k = 0; k < code->width; k++)
        touch(first, end, code->first + k, i);
    }
  }
  b->first_touched = first;
  b->end_touched = end;
}

void noe_bdd_touch(const struct noe_bdd *b, const struct noe_bdd_part *part, bool *touched) {
  for (uint32_t i = 0; b->symmetry && i < part->bit_count; i++)
    for (uint32_t k = b->first_touched[part->bits[i]]; k < b->end_touched[part->bits[i]]; k++)
      touched[k] = true;
}
