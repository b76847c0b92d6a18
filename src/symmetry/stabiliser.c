/* What fixes the state that was canonised last. The order of its stabiliser is
 * the product, along the way to the best leaf, of the number of points of each
 * target cell that lead to it, times the permutations of the twins at the leaf
 * (orbit and stabiliser, level by level). */
#include <assert.h>

#include "symmetry/canon_int.h"

static const struct noe_cells *final_cells(const struct noe_canoniser *canoniser) {
  return canoniser->searched ? &canoniser->best_cells : &canoniser->levels[0]->cells;
}

static uint32_t cell_size(const struct noe_cells *cells, uint32_t cell) {
  return (uint32_t)(cells->begin[cell + 1] - cells->begin[cell]);
}

void noe_symmetry_group_order(const struct noe_symmetry *symmetry, struct noe_number *order) {
  noe_base_number_set(order, 1);
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    noe_base_number_factorial(order, symmetry->blocks[i].size);
}

void noe_symmetry_stabiliser_order(const struct noe_canoniser *canoniser, struct noe_number *order) {
  const struct noe_cells *cells = final_cells(canoniser);
  noe_base_number_set(order, 1);
  for (uint32_t i = 0; i < cells->count; i++)
    noe_base_number_factorial(order, cell_size(cells, i));
  for (uint32_t i = 0; canoniser->searched && i < canoniser->best_depth; i++)
    noe_base_number_multiply(order, canoniser->levels[i]->best_count);
}

/* |G| / |Stab|, one factor at a time: every partial product divides the order. */
void noe_symmetry_orbit_size(const struct noe_canoniser *canoniser, struct noe_number *size) {
  const struct noe_cells *cells = final_cells(canoniser);
  uint32_t rest = 0;
  noe_symmetry_group_order(canoniser->symmetry, size);
  for (uint32_t i = 0; i < cells->count; i++)
    for (uint32_t k = 2; k <= cell_size(cells, i); k++)
      rest |= noe_base_number_divide(size, k);
  for (uint32_t i = 0; canoniser->searched && i < canoniser->best_depth; i++)
    rest |= noe_base_number_divide(size, canoniser->levels[i]->best_count);
  assert(!rest && "the order of a subgroup divides that of the group");
  (void)rest;
}

/* -------------------------------------------------------------- generators */

static uint32_t twin_pairs(const struct noe_cells *cells) {
  return cells->count ? cells->begin[cells->count] - cells->count : 0;
}

uint32_t noe_symmetry_generator_count(const struct noe_canoniser *canoniser) {
  return twin_pairs(final_cells(canoniser)) + canoniser->automorphism_count;
}

/* Transposition number `number` of neighbours in one cell. */
static void twin_generator(const struct noe_cells *cells, uint32_t number, uint16_t *permutation) {
  uint32_t cell = 0;
  for (; number >= cell_size(cells, cell) - 1; cell++)
    number -= cell_size(cells, cell) - 1;
  uint16_t a = cells->order[cells->begin[cell] + number], b = cells->order[cells->begin[cell] + number + 1];
  permutation[a] = b;
  permutation[b] = a;
}

void noe_symmetry_generator(const struct noe_canoniser *canoniser, uint32_t number, uint16_t *permutation) {
  const struct noe_cells *cells = final_cells(canoniser);
  uint32_t points = canoniser->symmetry->points, pairs = twin_pairs(cells);
  noe_symmetry_identity(canoniser->symmetry, permutation);
  if (number < pairs)
    twin_generator(cells, number, permutation);
  else
    for (uint32_t i = 0; i < points; i++)
      permutation[i] = canoniser->automorphisms[(size_t)(number - pairs) * points + i];
}
