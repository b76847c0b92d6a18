#include "symmetry/runs.h"

#include <assert.h>

#include "symmetry/runs_int.h"
#include "symmetry/multinomial.h"

/* ---------------------------------------------------------------- lifetime */

static struct noe_runs_field make_field(const struct noe_model *model, uint32_t number, uint32_t stride) {
  const struct noe_cell *cell = &model->cells[number];
  return (struct noe_runs_field){
      .cell = number, .stride = stride, .width = cell->width, .base = cell->base, .empty = cell->empty};
}

static struct noe_runs_slice make_slice(struct noe_arena *arena, const struct noe_model *model,
                                        const struct noe_slice *from, const struct noe_block *block, uint32_t whole) {
  struct noe_runs_field *fields = NOE_NEW_ARRAY(arena, struct noe_runs_field, from->count);
  uint32_t bit = 0;
  for (uint32_t i = 0; i < from->count; i++) {
    fields[i] = make_field(model, from->cells[i], from->strides[i]);
    fields[i].word = bit / 64;
    fields[i].shift = (uint8_t)(bit % 64);
    bit += fields[i].width;
  }
  return (struct noe_runs_slice){.fields = fields,
                                 .count = from->count,
                                 .words = bit ? (bit + 63) / 64 : 1,
                                 .count_bits = from->count_bits,
                                 .first = block->first,
                                 .size = block->size,
                                 .whole = whole};
}

static void make_room_for_turns(struct noe_runs *runs) {
  uint32_t cells = runs->shape->symmetry->model->cell_count;
  runs->chosen = NOE_NEW_ARRAY(runs->arena, uint16_t, runs->shape->symmetry->points);
  runs->turned = NOE_NEW_ARRAY(runs->arena, int64_t, cells);
  runs->best = NOE_NEW_ARRAY(runs->arena, int64_t, cells);
  runs->other = NOE_NEW_ARRAY(runs->arena, uint8_t, runs->shape->most_bytes);
}

struct noe_runs *noe_symmetry_runs_new(struct noe_memory *memory, const struct noe_runs_shape *shape) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_runs *runs = NOE_NEW(arena, struct noe_runs);
  const struct noe_symmetry *symmetry = shape->large;
  const struct noe_listed_permutations *turns = shape->turns;
  uint32_t points = symmetry->points, cells = 0;
  size_t row_words = 0;
  *runs = (struct noe_runs){.arena = arena, .shape = shape};
  runs->slices = NOE_NEW_ARRAY(arena, struct noe_runs_slice, symmetry->block_count);
  for (uint32_t i = 0; i < symmetry->block_count; i++) {
    struct noe_runs_slice slice = make_slice(arena, symmetry->model, &shape->slices[i], &symmetry->blocks[i],
                                             shape->symmetry->blocks[turns->block_of_large[i]].first);
    size_t words = slice.words > 1 ? (size_t)slice.words * slice.size : 0;
    row_words = words > row_words ? words : row_words;
    cells = slice.count > cells ? slice.count : cells;
    runs->slices[i] = slice;
  }
  runs->plain = NOE_NEW_ARRAY(arena, struct noe_runs_field, shape->plain_count);
  for (uint32_t i = 0; i < shape->plain_count; i++)
    runs->plain[i] = make_field(symmetry->model, shape->plain[i], 0);
  runs->items = NOE_NEW_ARRAY(arena, struct noe_runs_item, points);
  runs->spare = NOE_NEW_ARRAY(arena, struct noe_runs_item, points);
  runs->rows = NOE_NEW_ARRAY(arena, uint64_t, row_words);
  runs->last = NOE_NEW_ARRAY(arena, uint32_t, points);
  runs->permutation = NOE_NEW_ARRAY(arena, uint16_t, shape->symmetry->points);
  runs->entry = NOE_NEW_ARRAY(arena, uint16_t, points);
  runs->count = NOE_NEW_ARRAY(arena, uint16_t, points);
  runs->start = NOE_NEW_ARRAY(arena, uint16_t, points);
  runs->values = NOE_NEW_ARRAY(arena, int64_t, cells);
  runs->chosen = runs->permutation;
  runs->same = 1;
  if (turns->count > 1)
    make_room_for_turns(runs);
  return runs;
}

void noe_symmetry_runs_delete(struct noe_runs *runs) {
  if (runs)
    noe_base_arena_delete(runs->arena);
}

/* ------------------------------------------------------------- orbit sizes */

const uint16_t *noe_symmetry_runs_permutation(const struct noe_runs *runs) { return runs->chosen; }

/* How many ways there are to hand the entries out to the points. The largest one
 * takes what is left. */
static void multiply_block(struct noe_multinomial *ways, const uint16_t *counts, uint32_t entries) {
  uint32_t largest = 0;
  assert(entries && "a state was encoded");
  for (uint32_t i = 1; i < entries; i++)
    if (counts[i] > counts[largest])
      largest = i;
  uint32_t points = counts[largest];
  for (uint32_t i = 0; i < entries; i++)
    if (i != largest)
      points = noe_symmetry_multinomial_choose(ways, points, counts[i]);
}

void noe_symmetry_runs_orbit_size(const struct noe_runs *runs, struct noe_number *size) {
  struct noe_multinomial ways = {.small = 1, .large = size};
  noe_symmetry_multinomial_multiply(&ways, runs->shape->turns->count, runs->same);
  for (uint32_t i = 0; i < runs->shape->large->block_count; i++)
    multiply_block(&ways, runs->count + runs->slices[i].first, runs->slices[i].entries);
  noe_symmetry_multinomial_end(&ways);
}
