/* Colour refinement: the colour of a vertex becomes a hash of its colour and of
 * the ties it stands in, with the colours of their other vertices. Sums make
 * the order of ties irrelevant. Equal hashes of different ties leave a cell
 * unsplit, no more: what decides in the end is the state itself. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/canon_int.h"
#include "symmetry/check.h"

#define STEP_SINGLED UINT64_C(13)

/* ------------------------------------------------------------------ rounds */

static void add_tie(struct noe_canoniser *canoniser, const struct noe_hyperedge *tie, const uint64_t *colours) {
  assert(tie->first + tie->count <= canoniser->tied_count && "vertices of a tie stand together");
  const uint32_t *vertices = canoniser->tied + tie->first;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < tie->count; i++)
    sum += colours[vertices[i]] * noe_place(i);
  uint64_t hash = noe_mix(tie->label, sum);
  for (uint32_t i = 0; i < tie->count; i++)
    canoniser->sums[vertices[i]] += hash * noe_place(i);
}

static void do_round(struct noe_canoniser *canoniser, uint64_t *colours) {
  memset(canoniser->sums, 0, canoniser->vertices * sizeof *canoniser->sums);
  for (uint32_t i = 0; i < canoniser->tie_count; i++)
    add_tie(canoniser, &canoniser->ties[i], colours);
  for (uint32_t i = 0; i < canoniser->vertices; i++)
    colours[i] = noe_mix(colours[i], canoniser->sums[i]);
}

/* ------------------------------------------------------------------- cells */

static void insert_points(uint16_t *points, uint32_t count, const uint64_t *colours) {
  for (uint32_t i = 1; i < count; i++) {
    uint16_t point = points[i];
    uint64_t colour = colours[point];
    uint32_t at = i;
    for (; at && colours[points[at - 1]] > colour; at--)
      points[at] = points[at - 1];
    points[at] = point;
  }
}

/* By merging, stable; few points, or sorted ones, take no time. */
static void sort_points(uint16_t *points, uint32_t count, const uint64_t *colours, uint16_t *scratch) {
  enum { FEW = 16 };
  if (count <= FEW) {
    insert_points(points, count, colours);
    return;
  }
  uint32_t half = count / 2;
  sort_points(points, half, colours, scratch);
  sort_points(points + half, count - half, colours, scratch);
  if (colours[points[half - 1]] <= colours[points[half]])
    return;
  memcpy(scratch, points, half * sizeof *points);
  for (uint32_t left = 0, right = half, to = 0; left < half; to++) {
    bool take_right = right < count && colours[points[right]] < colours[scratch[left]];
    points[to] = take_right ? points[right++] : scratch[left++];
  }
}

static bool has_one_colour(const struct noe_level *level, uint32_t cell) {
  const struct noe_cells *cells = &level->cells;
  for (uint32_t i = cells->begin[cell] + 1u; i < cells->begin[cell + 1]; i++)
    if (level->colours[cells->order[i]] != level->colours[cells->order[i - 1]])
      return false;
  return true;
}

static bool have_one_colour(const struct noe_level *level) {
  for (uint32_t i = 0; i < level->cells.count; i++)
    if (!has_one_colour(level, i))
      return false;
  return true;
}

/* Sorts the points of every cell by their colours and splits it where they
 * change. Cells keep their places, which isomorphic states agree on. */
static void split_cells(struct noe_canoniser *canoniser, struct noe_level *level) {
  struct noe_cells *cells = &level->cells;
  assert(cells->begin[cells->count] == canoniser->symmetry->points && "cells hold all points");
  uint16_t *begin = canoniser->begin;
  uint32_t count = 0;
  for (uint32_t i = 0; i < cells->count; i++) {
    uint32_t first = cells->begin[i], end = cells->begin[i + 1];
    begin[count++] = (uint16_t)first;
    if (end - first == 1)
      continue;
    sort_points(cells->order + first, end - first, level->colours, canoniser->inverse);
    for (uint32_t k = first + 1; k < end; k++)
      if (level->colours[cells->order[k]] != level->colours[cells->order[k - 1]])
        begin[count++] = (uint16_t)k;
  }
  begin[count] = (uint16_t)canoniser->symmetry->points;
  canoniser->begin = cells->begin;
  cells->begin = begin;
  cells->count = count;
  NOE_COSTLY(!noe_symmetry_cells_check(canoniser->symmetry, cells) && "each point is in one cell");
  NOE_COSTLY(have_one_colour(level) && "where colours change a cell ends");
}

/* Points that stand in no tie will not be told apart: can any others be? */
static bool can_split(const struct noe_canoniser *canoniser, const struct noe_cells *cells) {
  for (uint32_t i = 0; i < cells->count; i++)
    for (uint32_t k = cells->begin[i]; cells->begin[i + 1] - cells->begin[i] > 1 && k < cells->begin[i + 1]; k++)
      if (canoniser->attached[cells->order[k]] & NOE_POINT_TIED)
        return true;
  return false;
}

/* With slots in between it takes two rounds for points to hear of each other. */
void noe_symmetry_refine(struct noe_canoniser *canoniser, struct noe_level *level) {
  assert(canoniser->vertices >= canoniser->symmetry->points && "points are the first vertices");
  uint32_t patience = canoniser->vertices > canoniser->symmetry->points ? 2 : 1;
  for (uint32_t idle = 0; idle < patience && can_split(canoniser, &level->cells);) {
    uint32_t before = level->cells.count;
    do_round(canoniser, level->colours);
    split_cells(canoniser, level);
    assert(level->cells.count >= before && "refinement never joins cells, so it ends");
    idle = level->cells.count == before ? idle + 1 : 0;
  }
}

void noe_symmetry_first_colours(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  struct noe_cells *cells = &level->cells;
  noe_symmetry_colour(canoniser, level->colours);
  noe_symmetry_identity(symmetry, cells->order);
  cells->count = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 0; i < (symmetry->blocks[b].is_rigid ? symmetry->blocks[b].size : 1); i++)
      cells->begin[cells->count++] = (uint16_t)(symmetry->blocks[b].first + i);
  cells->begin[cells->count] = (uint16_t)symmetry->points;
  split_cells(canoniser, level);
  if (canoniser->vertices > symmetry->points) {
    noe_symmetry_colour_by_multisets(canoniser, level->colours);
    split_cells(canoniser, level);
  }
  noe_symmetry_refine(canoniser, level);
}

void noe_symmetry_set_invariant(struct noe_level *level) {
  const struct noe_cells *cells = &level->cells;
  uint64_t hash = cells->count;
  for (uint32_t i = 0; i < cells->count; i++)
    hash = noe_mix(noe_mix(hash, cells->begin[i]), level->colours[cells->order[cells->begin[i]]]);
  level->invariant = hash;
}

/* The point comes first in what was its cell. */
void noe_symmetry_single_out(struct noe_level *level, uint32_t cell, uint32_t point) {
  assert(cell < level->cells.count && level->cells.begin[cell + 1] - level->cells.begin[cell] > 1 &&
         "a point is singled out of several");
  struct noe_cells *cells = &level->cells;
  uint32_t first = cells->begin[cell], at = first;
  while (cells->order[at] != point)
    at++;
  assert(at < cells->begin[cell + 1] && "the point is one of the cell");
  memmove(cells->order + first + 1, cells->order + first, (at - first) * sizeof *cells->order);
  cells->order[first] = (uint16_t)point;
  memmove(cells->begin + cell + 2, cells->begin + cell + 1, (cells->count - cell) * sizeof *cells->begin);
  cells->begin[cell + 1] = (uint16_t)(first + 1);
  cells->count++;
  level->colours[point] = noe_mix(level->colours[point], STEP_SINGLED);
}
