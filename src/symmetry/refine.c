/* Colour refinement: the colour of a vertex becomes a hash of its colour and of
 * the facts it stands in, with the colours of their other vertices. Sums make
 * the order of facts irrelevant. Equal hashes of different facts leave a cell
 * unsplit, no more: what decides in the end is the state itself. */
#include <stdlib.h>
#include <string.h>

#include "symmetry/canon_int.h"

enum { STEP_TARGET = 7, STEP_SAME_AS = 11, STEP_SINGLED = 13 };

/* What a fact contributes to its vertices, given the colours of all of them. */
static uint64_t fact_hash(const struct noe_fact *fact, const struct noe_fact_argument *arguments,
                          const uint64_t *colours, int64_t value, int32_t target) {
  uint64_t hash = fact->label;
  if (target < 0)
    hash = noe_mix(hash, (uint64_t)value);
  for (uint32_t i = 0; i < fact->count; i++) {
    hash = noe_mix(hash, colours[arguments[i].vertex]);
    if ((int32_t)arguments[i].vertex == target)
      hash = noe_mix(hash, STEP_SAME_AS);
  }
  return target < 0 ? hash : noe_mix(hash, colours[target] + STEP_TARGET);
}

static void add_fact(struct noe_canoniser *canoniser, const struct noe_fact *fact, const uint64_t *colours) {
  const int64_t *state = canoniser->state;
  if (fact->presence != NOE_NO_CELL && state[fact->presence] != 1)
    return;
  const struct noe_fact_argument *arguments = canoniser->facts->arguments + fact->first;
  int64_t value = state[fact->cell];
  int32_t target = noe_fact_target(fact, value);
  uint64_t hash = fact_hash(fact, arguments, colours, value, target);
  for (uint32_t i = 0; i < fact->count; i++)
    canoniser->sums[arguments[i].vertex] += noe_mix(hash, i);
  if (target >= 0)
    canoniser->sums[target] += noe_mix(hash, STEP_TARGET);
}

static void round_of(struct noe_canoniser *canoniser, uint64_t *colours, uint32_t from) {
  const struct noe_facts *facts = canoniser->facts;
  memset(canoniser->sums, 0, facts->vertices * sizeof *canoniser->sums);
  for (uint32_t i = from; i < facts->count; i++)
    add_fact(canoniser, &facts->facts[i], colours);
  for (uint32_t i = 0; i < facts->vertices; i++)
    colours[i] = noe_mix(colours[i], canoniser->sums[i]);
}

/* ------------------------------------------------------------------- cells */

static void sort_short(uint16_t *points, uint32_t count, const uint64_t *colours) {
  for (uint32_t i = 1; i < count; i++) {
    uint16_t point = points[i];
    uint32_t at = i;
    for (; at && colours[points[at - 1]] > colours[point]; at--)
      points[at] = points[at - 1];
    points[at] = point;
  }
}

static int by_colour(const void *a, const void *b, void *context) {
  const uint64_t *colours = context;
  uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
  if (colours[x] != colours[y])
    return colours[x] < colours[y] ? -1 : 1;
  return (x > y) - (x < y);
}

/* Within a colour points stay in the order of their numbers. */
static void sort_points(uint16_t *points, uint32_t count, uint64_t *colours) {
  enum { SHORT = 24 };
  if (count <= SHORT)
    sort_short(points, count, colours);
  else
    qsort_r(points, count, sizeof *points, by_colour, colours);
}

static void sort_cells(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  struct noe_cells *cells = &level->cells;
  cells->count = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    const struct noe_block *block = &symmetry->blocks[b];
    uint16_t *order = cells->order + block->first;
    for (uint32_t i = 0; i < block->size; i++)
      order[i] = (uint16_t)(block->first + i);
    sort_points(order, block->size, level->colours);
    for (uint32_t i = 0; i < block->size; i++)
      if (!i || level->colours[order[i]] != level->colours[order[i - 1]])
        cells->begin[cells->count++] = (uint16_t)(block->first + i);
  }
  cells->begin[cells->count] = (uint16_t)symmetry->points;
}

static void set_invariant(struct noe_level *level) {
  const struct noe_cells *cells = &level->cells;
  uint64_t hash = cells->count;
  for (uint32_t i = 0; i < cells->count; i++)
    hash = noe_mix(noe_mix(hash, cells->begin[i]), level->colours[cells->order[cells->begin[i]]]);
  level->invariant = hash;
}

/* Facts about one vertex have done their part in the first round. With slots in
 * between it takes two rounds for points to hear of each other. */
void noe_symmetry_refine(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_facts *facts = canoniser->facts;
  sort_cells(canoniser, level);
  uint32_t patience = facts->has_bags ? 2 : 1;
  for (uint32_t idle = 0; idle < patience && level->cells.count < canoniser->symmetry->points;) {
    if (facts->unary == facts->count)
      break;
    uint32_t before = level->cells.count;
    round_of(canoniser, level->colours, facts->unary);
    sort_cells(canoniser, level);
    idle = level->cells.count == before ? idle + 1 : 0;
  }
  set_invariant(level);
}

void noe_symmetry_first_colours(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  memset(level->colours, 0, canoniser->facts->vertices * sizeof *level->colours);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 0; i < symmetry->blocks[b].size; i++)
      level->colours[symmetry->blocks[b].first + i] = b + 1;
  round_of(canoniser, level->colours, 0);
  noe_symmetry_refine(canoniser, level);
}

void noe_symmetry_single_out(struct noe_level *level, uint32_t point) {
  level->colours[point] = noe_mix(level->colours[point], STEP_SINGLED);
}
