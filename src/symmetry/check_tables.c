/* Listed permutations of small blocks, and rotations. */
#include <string.h>

#include "symmetry/check.h"
#include "symmetry/necklace.h"

static bool is_among(const uint32_t *cells, uint32_t count, uint32_t cell) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (cells[middle] < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && cells[low] == cell;
}

/* Cells that move change places with each other: where contents come from are the same cells, in another order. */
static const char *check_sources(const uint32_t *cells, uint32_t count, const uint32_t *sources, bool stays) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i && cells[i - 1] >= cells[i])
      return "the cells that are moved are not in order";
    if (!is_among(cells, count, sources[i]) || (stays && sources[i] != cells[i]))
      return "a content comes from a cell that is not moved";
    sum += (uint64_t)cells[i] - sources[i];
  }
  return sum ? "one cell becomes two" : NULL;
}

/* ---------------------------------------------------- permutations one by one */

static const char *check_turn(const struct noe_listed_permutations *turns, uint32_t number) {
  const struct noe_symmetry *symmetry = turns->symmetry;
  const uint16_t *row = turns->turns[number].permutation;
  if (!noe_symmetry_is_permutation(symmetry, row))
    return "a turn is no permutation";
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t p = symmetry->blocks[b].first; p < symmetry->blocks[b].first + symmetry->blocks[b].size; p++)
      if (row[p] != p && (!number || !turns->is_small[b]))
        return "the first turn moves a point, or a later one a point of a large block";
  for (uint32_t i = 0; i < number; i++)
    if (!memcmp(turns->turns[i].permutation, row, symmetry->points * sizeof *row))
      return "a turn is listed twice";
  for (uint32_t i = 0; i < turns->small_count; i++)
    if (row[turns->small[turns->origins[number * turns->small_count + i]]] != turns->small[i])
      return "a small point is not what becomes of its origin";
  return check_sources(turns->cells, turns->cell_count, turns->turns[number].sources, !number);
}

static const char *check_deciding(const struct noe_listed_permutations *turns) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < turns->deciding_count; i++) {
    const struct noe_deciding *deciding = &turns->deciding[i];
    if (deciding->turned >= turns->cell_count || deciding->shift != bits)
      return "deciding cells share bits";
    bits += turns->symmetry->model->cells[turns->cells[deciding->turned]].width;
  }
  return bits > 64 ? "deciding cells do not fit into a word" : NULL;
}

const char *noe_symmetry_listed_check(const struct noe_listed_permutations *turns) {
  const char *wrong = NULL;
  if (!turns->count || turns->count > NOE_MOST_LISTED || turns->small_count > NOE_MOST_SMALL)
    return "there are too many turns for a set of them to be a word";
  for (uint32_t i = 0; i < turns->count && turns->count > 1 && !wrong; i++)
    wrong = check_turn(turns, i);
  for (uint32_t i = 0; i < turns->exchange_count && !wrong; i++) {
    const struct noe_listed_exchange *exchange = &turns->exchanges[i];
    if (exchange->a >= exchange->b || turns->turns[exchange->turn].permutation[exchange->a] != exchange->b)
      wrong = "an exchange does not exchange its points";
  }
  return wrong ? wrong : check_deciding(turns);
}

/* --------------------------------------------------------------- rotations */

static const char *check_row(const struct noe_rotations *rotations, uint32_t number) {
  const struct noe_symmetry *symmetry = rotations->symmetry;
  const uint16_t *row = noe_rotation_row(rotations, number);
  if (!noe_symmetry_is_permutation(symmetry, row))
    return "a rotation is no permutation";
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t p = symmetry->blocks[b].first; p < symmetry->blocks[b].first + symmetry->blocks[b].size; p++)
      if (row[p] != p && (!number || !symmetry->blocks[b].is_rigid))
        return "the first rotation moves a point, or a later one a point that is not on a ring";
  if (!rotations->is_direct)
    return NULL;
  return check_sources(rotations->cells, rotations->cell_count,
                       rotations->sources + (size_t)number * rotations->cell_count, !number);
}

static const char *check_necklace(const struct noe_rotations *rotations, const struct noe_necklace *necklace) {
  uint64_t seen[NOE_MOST_LETTERED / 64] = {0};
  if (!necklace->length || necklace->strings > 2 || necklace->length * necklace->strings != rotations->count)
    return "the strings of a ring are not as many as its rotations";
  for (uint32_t k = 0; k < rotations->count; k++) {
    const uint32_t element = necklace->element[k];
    if (element >= rotations->count || seen[element / 64] >> element % 64 & 1)
      return "a rotation begins two strings, or none";
    seen[element / 64] |= (uint64_t)1 << element % 64;
  }
  for (uint32_t i = 0; i < necklace->part_count; i++)
    if (necklace->parts[i].cell >= rotations->cell_count || necklace->parts[i].shift > 63 ||
        (i && necklace->parts[i - 1].shift > necklace->parts[i].shift))
      return "a letter is not made of cells side by side";
  return NULL;
}

const char *noe_symmetry_rotations_check(const struct noe_rotations *rotations) {
  const char *wrong = rotations->count ? NULL : "there is no rotation, not even the one that moves nothing";
  for (uint32_t k = 0; k < rotations->count && !wrong; k++)
    wrong = check_row(rotations, k);
  return wrong || !rotations->necklace ? wrong : check_necklace(rotations, rotations->necklace);
}
