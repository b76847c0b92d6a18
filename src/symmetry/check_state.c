/* Cells, orbits, twins and entries of one state. */
#include <string.h>

#include "symmetry/check.h"

/* Of points: which were seen. */
struct marks {
  uint64_t words[NOE_POINT_LIMIT / 64 + 1];
};

static void clear(struct marks *marks, uint32_t points) {
  memset(marks->words, 0, (points / 64 + 1) * sizeof *marks->words);
}

/* True the first time. */
static bool mark(struct marks *marks, uint32_t point) {
  const uint64_t bit = (uint64_t)1 << point % 64;
  const bool first = !(marks->words[point / 64] & bit);
  marks->words[point / 64] |= bit;
  return first;
}

static const struct noe_block *block_of(const struct noe_symmetry *symmetry, uint32_t point) {
  const struct noe_block *block = symmetry->blocks;
  while (point >= block->first + block->size)
    block++;
  return block;
}

/* ------------------------------------------------------------------- cells */

static const char *check_cell(const struct noe_symmetry *symmetry, const uint16_t *order, uint32_t size,
                              struct marks *marks) {
  for (uint32_t i = 0; i < size; i++) {
    if (order[i] >= symmetry->points || !mark(marks, order[i]))
      return "a point is in two cells, or none";
    if (block_of(symmetry, order[i]) != block_of(symmetry, order[0]))
      return "a cell has points of two blocks";
  }
  return size > 1 && block_of(symmetry, order[0])->is_rigid ? "a point of a rigid block is not alone in its cell"
                                                            : NULL;
}

const char *noe_symmetry_cells_check(const struct noe_symmetry *symmetry, const struct noe_cells *cells) {
  struct marks marks;
  clear(&marks, symmetry->points);
  if (cells->begin[0] || cells->begin[cells->count] != symmetry->points)
    return "cells do not hold all points";
  for (uint32_t i = 0; i < cells->count; i++) {
    if (cells->begin[i] >= cells->begin[i + 1])
      return "a cell is empty";
    const char *wrong =
        check_cell(symmetry, cells->order + cells->begin[i], (uint32_t)(cells->begin[i + 1] - cells->begin[i]), &marks);
    if (wrong)
      return wrong;
  }
  return NULL;
}

/* ------------------------------------------------------------------ orbits */

const char *noe_symmetry_orbits_check(const struct noe_symmetry *symmetry, const struct noe_level *level) {
  for (uint32_t p = 0; p < symmetry->points; p++) {
    uint32_t root = p;
    for (uint32_t steps = 0; level->orbits[root] != root; steps++) {
      if (steps == symmetry->points || level->orbits[root] >= symmetry->points)
        return "an orbit has no root";
      root = level->orbits[root];
    }
    if (block_of(symmetry, p) != block_of(symmetry, root))
      return "an orbit has points of two blocks";
  }
  return NULL;
}

/* ------------------------------------------------------------------- twins */

/* The ranks of a class are 0, 1, … once each. */
static const char *check_class(const struct noe_twins *twins, uint32_t class) {
  struct marks ranks;
  const struct noe_block *block = NULL;
  uint32_t members = 0;
  clear(&ranks, twins->symmetry->points);
  for (uint32_t p = 0; p < twins->symmetry->points; p++) {
    if (twins->class_of[p] != class)
      continue;
    if (block && block != block_of(twins->symmetry, p))
      return "twins are in two blocks";
    block = block_of(twins->symmetry, p);
    members++;
    if (twins->rank_of[p] >= twins->size_of[class] || !mark(&ranks, twins->rank_of[p]))
      return "two members of a class have one rank";
  }
  if (members < 2 || members != twins->size_of[class])
    return "a class has more members, or fewer, than its size says";
  return block->is_rigid ? "points of a rigid block are said to be twins" : NULL;
}

const char *noe_symmetry_twins_check(const struct noe_twins *twins) {
  for (uint32_t p = 0; p < twins->symmetry->points; p++)
    if (twins->class_of[p] != NOE_NO_TWINS && twins->class_of[p] >= twins->count)
      return "a point is in a class that does not exist";
  for (uint32_t class = 0; class < twins->count; class ++) {
    const char *wrong = check_class(twins, class);
    if (wrong)
      return wrong;
  }
  return NULL;
}

/* -------------------------------------------------------------------- runs */

static const char *check_entries(const struct noe_runs *runs, const struct noe_runs_slice *slice) {
  uint32_t points = 0;
  if (!slice->entries || slice->entries > slice->size)
    return "a block has no entries, or more than points";
  for (uint32_t i = 0; i < slice->entries; i++) {
    if (!runs->count[slice->first + i])
      return "an entry stands for no point";
    points += runs->count[slice->first + i];
  }
  if (points != slice->size)
    return "counts do not sum to the size of the block";
  for (uint32_t p = slice->first; p < slice->first + slice->size; p++)
    if (runs->entry[p] < slice->first || runs->entry[p] >= slice->first + slice->entries)
      return "a point has an entry that does not exist";
    else if (runs->last[p])
      return "what named a point is remembered for the next state";
  return NULL;
}

/* Points of an entry become neighbours, and those of an earlier entry come before them. */
static const char *check_places(const struct noe_runs *runs, const struct noe_runs_slice *slice) {
  struct marks marks;
  clear(&marks, slice->size);
  for (uint32_t p = 0; p < slice->size; p++) {
    const uint32_t image = runs->permutation[slice->whole + p], entry = runs->entry[slice->first + p];
    uint32_t begin = slice->whole;
    if (image < slice->whole || image >= slice->whole + slice->size || !mark(&marks, image - slice->whole))
      return "two points become one";
    for (uint32_t i = slice->first; i < entry; i++)
      begin += runs->count[i];
    if (image < begin || image >= begin + runs->count[entry])
      return "a point does not come to its entry";
  }
  return NULL;
}

const char *noe_symmetry_runs_check(const struct noe_runs *runs) {
  const char *wrong = NULL;
  for (uint32_t b = 0; b < runs->shape->large->block_count && !wrong; b++) {
    wrong = check_entries(runs, &runs->slices[b]);
    wrong = wrong ? wrong : check_places(runs, &runs->slices[b]);
  }
  return wrong;
}
