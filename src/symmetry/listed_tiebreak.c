/* What tells turns apart before keys are made: the deciding cells, and the census. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/check.h"

/* ---------------------------------------------------------- which cells tell */

void noe_symmetry_listed_decide(struct noe_arena *arena, struct noe_listed_permutations *turns, const bool *is_plain) {
  const struct noe_model *model = turns->symmetry->model;
  struct noe_deciding *deciding = NOE_NEW_ARRAY(arena, struct noe_deciding, turns->cell_count);
  uint32_t bits = 0;
  for (uint32_t i = 0; i < turns->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[turns->cells[i]];
    if (!is_plain[turns->cells[i]] || turns->in_bag[turns->cells[i]] || !cell->width ||
        cell->width > NOE_DECIDING_WIDTH || cell->width > 64 - bits)
      continue;
    deciding[turns->deciding_count++] = (struct noe_deciding){.turned = i, .shift = bits};
    bits += cell->width;
  }
  turns->deciding = deciding;
  assert(bits <= 64 && "deciding cells are one word together");
  NOE_COSTLY(!noe_symmetry_listed_check(turns) && "deciding cells stand side by side");
}

static const int32_t *named_by(struct noe_arena *arena, const struct noe_listed_permutations *turns,
                               const struct noe_type *type) {
  int32_t *named = NOE_NEW_ARRAY(arena, int32_t, type->high + 1);
  for (int64_t value = 0; value <= type->high; value++) {
    int32_t point = noe_symmetry_point(turns->symmetry, type, value);
    named[value] = -1;
    for (uint32_t i = 0; i < turns->small_count; i++)
      if (turns->small[i] == point)
        named[value] = (int32_t)i;
  }
  return named;
}

/* Does the cell name small points, and stay where it is? Cells that small points index
 * change places, and so do those of multisets that are sorted again. */
static bool is_counted(const struct noe_listed_permutations *turns, uint32_t number) {
  uint32_t cell = turns->cells[number];
  if (!turns->turns[0].images[number] || turns->in_bag[cell])
    return false;
  for (uint32_t i = 0; i < turns->count; i++)
    if (turns->turns[i].sources[number] != cell)
      return false;
  return true;
}

void noe_symmetry_listed_count(struct noe_arena *arena, struct noe_listed_permutations *turns,
                               const struct noe_slice *slices) {
  const struct noe_model *model = turns->symmetry->model;
  struct noe_census *census = NOE_NEW_ARRAY(arena, struct noe_census, turns->cell_count);
  uint32_t bits = 0;
  for (uint32_t b = 0; b < turns->large->block_count; b++) {
    uint32_t size = turns->large->blocks[b].size, width = 0;
    while (size >> width)
      width++;
    for (uint32_t k = 0, at = 0; k < slices[b].count && bits + width <= 64; k++) {
      uint32_t cell = slices[b].cells[k];
      while (at < turns->cell_count && turns->cells[at] < cell)
        at++;
      if (at == turns->cell_count || turns->cells[at] != cell || !is_counted(turns, at))
        continue;
      census[turns->census_count++] = (struct noe_census){.block = b,
                                                          .cell = cell,
                                                          .stride = slices[b].strides[k],
                                                          .size = size,
                                                          .named = named_by(arena, turns, model->cells[cell].type),
                                                          .shift = bits};
      bits += width;
    }
  }
  turns->census = census;
  assert(bits <= 64 && "the counts of a small point are one word together");
}

/* ------------------------------------------------------------- what they tell */

static uint64_t deciding_number(const struct noe_listed_permutations *turns, uint32_t turn, const int64_t *state) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < turns->deciding_count; i++) {
    const struct noe_deciding *deciding = &turns->deciding[i];
    const struct noe_cell *cell = &turns->symmetry->model->cells[turns->cells[deciding->turned]];
    int64_t value = noe_listed_content(&turns->turns[turn], deciding->turned, state);
    number |= (value == cell->empty ? 0 : (uint64_t)value - (uint64_t)cell->base + 1) << deciding->shift;
  }
  return number;
}

uint32_t noe_symmetry_listed_decided(const struct noe_listed_permutations *turns, const int64_t *state) {
  uint64_t least = deciding_number(turns, 0, state);
  uint32_t tied = 1;
  for (uint32_t i = 1; i < turns->count; i++) {
    uint64_t number = deciding_number(turns, i, state);
    if (number > least)
      continue;
    tied = (number == least ? tied : 0) | (uint32_t)1 << i;
    least = number;
  }
  return tied;
}

static void take_census(const struct noe_listed_permutations *turns, const int64_t *state, uint64_t *census) {
  memset(census, 0, turns->small_count * sizeof *census);
  for (uint32_t i = 0; i < turns->census_count; i++) {
    const struct noe_census *of = &turns->census[i];
    const int64_t *cell = state + of->cell;
    for (uint32_t k = 0; k < of->size; k++, cell += of->stride)
      if (*cell != NOE_UNDEFINED && of->named[*cell] >= 0)
        census[of->named[*cell]] += (uint64_t)1 << of->shift;
  }
}

static int compare_census(const struct noe_listed_permutations *turns, const uint64_t *census, uint32_t a, uint32_t b) {
  const uint8_t *left = turns->origins + a * turns->small_count, *right = turns->origins + b * turns->small_count;
  for (uint32_t i = 0; i < turns->small_count; i++)
    if (census[left[i]] != census[right[i]])
      return census[left[i]] < census[right[i]] ? -1 : 1;
  return 0;
}

uint32_t noe_symmetry_listed_counted(const struct noe_listed_permutations *turns, uint32_t set, const int64_t *state) {
  assert(set && (turns->count == 32 || !(set >> turns->count)) && "some turn is least, and it is one of the list");
  if (!turns->census_count || !(set & (set - 1)))
    return set;
  uint64_t census[NOE_MOST_SMALL];
  take_census(turns, state, census);
  uint32_t best = (uint32_t)__builtin_ctz(set), least = (uint32_t)1 << best;
  for (set &= set - 1; set; set &= set - 1) {
    uint32_t turn = (uint32_t)__builtin_ctz(set);
    int order = compare_census(turns, census, turn, best);
    if (order <= 0)
      least = (order ? 0 : least) | (uint32_t)1 << turn;
    best = order < 0 ? turn : best;
  }
  return least;
}
