/* Colour refinement: the colour of a vertex becomes a hash of its colour and of
 * the facts it stands in, with the colours of their other vertices. Sums make
 * the order of facts irrelevant. Equal hashes of different facts leave a cell
 * unsplit, no more: what decides in the end is the state itself. */
#include <string.h>

#include "symmetry/canon_int.h"

#define STEP_VALUE UINT64_C(0xc2b2ae3d27d4eb4f)
#define STEP_SINGLED UINT64_C(13)

/* Odd numbers that tell the places apart in which a vertex may stand in a fact.
 * Colours are hashes already: to combine them it is enough to multiply and add. */
static uint64_t place(uint32_t number) { return UINT64_C(0x9e3779b97f4a7c15) + number * UINT64_C(0x165667b19e3779f8); }

enum { PLACE_TARGET = UINT16_MAX };

/* What a fact contributes to its vertices, given the colours of all of them. A
 * value that names a point differs from it by a number that tells the parts of a
 * union apart, whatever the point. */
static uint64_t fact_hash(const struct noe_fact *fact, const struct noe_fact_argument *arguments,
                          const uint64_t *colours, int64_t value, int32_t target) {
  uint64_t sum = target < 0 ? 0 : colours[target] * place(PLACE_TARGET);
  for (uint32_t i = 0; i < fact->count; i++) {
    sum += colours[arguments[i].vertex] * place(i);
    if ((int32_t)arguments[i].vertex == target)
      sum += STEP_VALUE * place(i);
  }
  return noe_mix(fact->label + (uint64_t)(target < 0 ? value : value - target) * STEP_VALUE, sum);
}

static bool is_present(const struct noe_canoniser *canoniser, const struct noe_fact *fact) {
  return fact->presence == NOE_NO_CELL || canoniser->state[fact->presence] == 1;
}

static void add_fact(struct noe_canoniser *canoniser, const struct noe_fact *fact, const uint64_t *colours) {
  const struct noe_fact_argument *arguments = canoniser->facts->arguments + fact->first;
  int64_t value = canoniser->state[fact->cell];
  int32_t target = noe_fact_target(fact, value);
  uint64_t hash = fact_hash(fact, arguments, colours, value, target);
  for (uint32_t i = 0; i < fact->count; i++)
    canoniser->sums[arguments[i].vertex] += hash * place(i);
  if (target >= 0)
    canoniser->sums[target] += hash * place(PLACE_TARGET);
}

/* One vertex only: its colour is added by the caller. */
static void add_unary_fact(struct noe_canoniser *canoniser, const struct noe_fact *fact) {
  int64_t value = canoniser->state[fact->cell];
  if (fact->count) {
    canoniser->sums[canoniser->facts->arguments[fact->first].vertex] += noe_mix(fact->label, (uint64_t)value);
    return;
  }
  int32_t target = noe_fact_target(fact, value);
  if (target >= 0)
    canoniser->sums[target] += noe_mix(fact->label, (uint64_t)(value - target));
}

static void start_round(struct noe_canoniser *canoniser) {
  memset(canoniser->sums, 0, canoniser->facts->vertices * sizeof *canoniser->sums);
}

static void end_round(struct noe_canoniser *canoniser, uint64_t *colours) {
  for (uint32_t i = 0; i < canoniser->facts->vertices; i++)
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

/* Sorts the points of every cell by their colours and splits it where they
 * change. Cells keep their places, which isomorphic states agree on. */
static void split_cells(struct noe_canoniser *canoniser, struct noe_level *level) {
  struct noe_cells *cells = &level->cells;
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
}

/* Facts about one vertex have done their part in the first colours. With slots in
 * between it takes two rounds for points to hear of each other. */
void noe_symmetry_refine(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_facts *facts = canoniser->facts;
  uint32_t patience = facts->unary == facts->count ? 0 : facts->bag_count ? 2 : 1;
  for (uint32_t idle = 0; idle < patience && level->cells.count < canoniser->symmetry->points;) {
    uint32_t before = level->cells.count;
    start_round(canoniser);
    for (uint32_t i = facts->unary; i < facts->count; i++)
      if (is_present(canoniser, &facts->facts[i]))
        add_fact(canoniser, &facts->facts[i], level->colours);
    end_round(canoniser, level->colours);
    split_cells(canoniser, level);
    idle = level->cells.count == before ? idle + 1 : 0;
  }
}

void noe_symmetry_first_colours(struct noe_canoniser *canoniser, struct noe_level *level) {
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  const struct noe_facts *facts = canoniser->facts;
  struct noe_cells *cells = &level->cells;
  memset(level->colours, 0, facts->vertices * sizeof *level->colours);
  noe_symmetry_identity(symmetry, cells->order);
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    cells->begin[b] = (uint16_t)symmetry->blocks[b].first;
    for (uint32_t i = 0; i < symmetry->blocks[b].size; i++)
      level->colours[symmetry->blocks[b].first + i] = b + 1;
  }
  cells->count = symmetry->block_count;
  cells->begin[cells->count] = (uint16_t)symmetry->points;
  start_round(canoniser);
  for (uint32_t i = 0; i < facts->unary; i++)
    if (is_present(canoniser, &facts->facts[i]))
      add_unary_fact(canoniser, &facts->facts[i]);
  end_round(canoniser, level->colours);
  split_cells(canoniser, level);
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
  struct noe_cells *cells = &level->cells;
  uint32_t first = cells->begin[cell], at = first;
  while (cells->order[at] != point)
    at++;
  memmove(cells->order + first + 1, cells->order + first, (at - first) * sizeof *cells->order);
  cells->order[first] = (uint16_t)point;
  memmove(cells->begin + cell + 2, cells->begin + cell + 1, (cells->count - cell) * sizeof *cells->begin);
  cells->begin[cell + 1] = (uint16_t)(first + 1);
  cells->count++;
  level->colours[point] = noe_mix(level->colours[point], STEP_SINGLED);
}
