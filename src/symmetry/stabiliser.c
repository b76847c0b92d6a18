/* What fixes the state that was canonised last. The order of its stabiliser is
 * the product, along the way to the best leaf, of the number of points of each
 * target cell that lead to it, times the permutations of the twins at the leaf
 * (orbit and stabiliser, level by level). */
#include <assert.h>

#include "base/contract.h"
#include "symmetry/canon_int.h"
#include "symmetry/multinomial.h"

static const struct noe_cells *final_cells(const struct noe_canoniser *canoniser) {
  return canoniser->searched ? &canoniser->best_cells : &canoniser->levels[0]->cells;
}

static uint32_t cell_size(const struct noe_cells *cells, uint32_t cell) {
  return (uint32_t)(cells->begin[cell + 1] - cells->begin[cell]);
}

void noe_symmetry_group_order(const struct noe_symmetry *symmetry, struct noe_number *order) {
  noe_base_number_set(order, 1);
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    if (symmetry->blocks[i].is_rigid)
      noe_base_number_multiply(order, noe_rigid_order(&symmetry->blocks[i]));
    else
      noe_base_number_factorial(order, symmetry->blocks[i].size);
}

void noe_symmetry_stabiliser_order(const struct noe_canoniser *canoniser, struct noe_number *order) {
  const struct noe_cells *cells = final_cells(canoniser);
  assert((!canoniser->searched || canoniser->best_depth <= canoniser->symmetry->points) && "a way singles points out");
  noe_base_number_set(order, 1);
  for (uint32_t i = 0; i < cells->count; i++)
    noe_base_number_factorial(order, cell_size(cells, i));
  for (uint32_t i = 0; canoniser->searched && i < canoniser->best_depth; i++) {
    assert(canoniser->levels[i]->best_count && "some point of each level leads to the best leaf");
    noe_base_number_multiply(order, canoniser->levels[i]->best_count);
  }
}

static bool is_in(const struct noe_cells *cells, uint32_t cell, const struct noe_block *block) {
  uint32_t point = cells->order[cells->begin[cell]];
  return point >= block->first && point < block->first + block->size;
}

/* The ways to hand the points of a block out to its cells. */
static void multiply_block(struct noe_multinomial *ways, const struct noe_cells *cells, const struct noe_block *block) {
  uint32_t points = 0, largest = 0;
  for (uint32_t i = 0; i < cells->count; i++)
    if (is_in(cells, i, block) && cell_size(cells, i) > points) {
      points = cell_size(cells, i);
      largest = i;
    }
  for (uint32_t i = 0; i < cells->count && points < block->size; i++)
    if (i != largest && is_in(cells, i, block))
      points = noe_symmetry_multinomial_choose(ways, points, cell_size(cells, i));
  assert(points == block->size && "the cells of a block hold its points");
}

/* |G| / |Stab|: the order of a subgroup divides that of the group, and here the cells of
 * the leaf come first, then one level after the other. */
void noe_symmetry_orbit_size(const struct noe_canoniser *canoniser, struct noe_number *size) {
  struct noe_multinomial ways = {.small = 1, .large = size};
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    if (!symmetry->blocks[i].is_rigid)
      multiply_block(&ways, final_cells(canoniser), &symmetry->blocks[i]);
  for (uint32_t i = canoniser->searched ? canoniser->best_depth : 0; i-- > 0;)
    noe_symmetry_multinomial_multiply(&ways, 1, canoniser->levels[i]->best_count);
  noe_symmetry_multinomial_end(&ways);
}

/* -------------------------------------------------------------- generators */

static uint32_t twin_pairs(const struct noe_cells *cells) {
  return cells->count ? cells->begin[cells->count] - cells->count : 0;
}

uint32_t noe_symmetry_generator_count(const struct noe_canoniser *canoniser) {
  return twin_pairs(final_cells(canoniser)) + canoniser->automorphism_count;
}

bool noe_symmetry_has_automorphisms(const struct noe_canoniser *canoniser) {
  return canoniser->searched && noe_symmetry_generator_count(canoniser);
}

/* Transposition number `number` of neighbours in one cell. */
static void twin_generator(const struct noe_cells *cells, uint32_t number, uint16_t *permutation) {
  uint32_t cell = 0;
  for (; number >= cell_size(cells, cell) - 1; cell++)
    number -= cell_size(cells, cell) - 1;
  assert(cell < cells->count && "the generator is one of the pairs of neighbours");
  uint16_t a = cells->order[cells->begin[cell] + number], b = cells->order[cells->begin[cell] + number + 1];
  permutation[a] = b;
  permutation[b] = a;
}

void noe_symmetry_generator(const struct noe_canoniser *canoniser, uint32_t number, uint16_t *permutation) {
  const struct noe_cells *cells = final_cells(canoniser);
  assert(number < noe_symmetry_generator_count(canoniser) && "a generator has a number below their count");
  uint32_t points = canoniser->symmetry->points, pairs = twin_pairs(cells);
  noe_symmetry_identity(canoniser->symmetry, permutation);
  if (number < pairs)
    twin_generator(cells, number, permutation);
  else
    for (uint32_t i = 0; i < points; i++)
      permutation[i] = canoniser->automorphisms[(size_t)(number - pairs) * points + i];
  NOE_COSTLY(noe_symmetry_is_permutation(canoniser->symmetry, permutation) && "a generator keeps every block");
}
