#include <assert.h>
#include <string.h>

#include "symmetry/facts.h"
#include "symmetry/runs.h"

/* A slot that a permutation changes is a vertex of its own; sorting slices does not
 * sort it. Its presence is a fact about one vertex, so it is asked for as well. */
static bool is_unary(const struct noe_facts *facts) {
  return facts->count && facts->unary == facts->count && !facts->bag_count;
}

static struct noe_slice make_slice(struct noe_arena *arena, const struct noe_facts *facts,
                                   const struct noe_block *block) {
  const struct noe_cell *all = facts->symmetry->model->cells;
  uint32_t begin = facts->of_point_first[block->first], end = facts->of_point_first[block->first + 1];
  uint32_t *cells = NOE_NEW_ARRAY(arena, uint32_t, end - begin);
  uint32_t *strides = NOE_NEW_ARRAY(arena, uint32_t, end - begin);
  struct noe_slice slice = {.cells = cells, .strides = strides, .count = end - begin};
  for (uint32_t i = 0; i < slice.count; i++) {
    const struct noe_fact *fact = &facts->facts[facts->of_point[begin + i]];
    cells[i] = fact->cell;
    strides[i] = facts->arguments[fact->first].stride;
    slice.bits += all[fact->cell].width;
    assert((!i || cells[i - 1] < cells[i]) && "facts come in the order of their cells");
  }
  for (uint32_t most = block->size - 2; most; most >>= 1)
    slice.count_bits++;
  return slice;
}

static const struct noe_slice *make_slices(struct noe_arena *arena, const struct noe_facts *facts) {
  const struct noe_symmetry *symmetry = facts->symmetry;
  struct noe_slice *slices = NOE_NEW_ARRAY(arena, struct noe_slice, symmetry->block_count);
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    slices[i] = make_slice(arena, facts, &symmetry->blocks[i]);
  return slices;
}

/* By cell: the fact that it is, if it is one. */
static const struct noe_fact **facts_by_cell(struct noe_arena *arena, const struct noe_facts *facts) {
  const struct noe_fact **by_cell = NOE_NEW_ARRAY(arena, const struct noe_fact *, facts->symmetry->model->cell_count);
  for (uint32_t i = 0; i < facts->count; i++)
    by_cell[facts->facts[i].cell] = &facts->facts[i];
  return by_cell;
}

/* Tables of values belong to the facts, which are given back: copied. */
static const int32_t *copy_pointed(struct noe_arena *arena, const struct noe_type *type, const int32_t *pointed) {
  int32_t *table = NOE_NEW_ARRAY(arena, int32_t, type->high + 1);
  memcpy(table, pointed, (size_t)(type->high + 1) * sizeof *table);
  return table;
}

static void list_plain(struct noe_arena *arena, struct noe_runs_shape *shape, const struct noe_facts *facts,
                       const struct noe_fact **by_cell) {
  const struct noe_model *model = facts->symmetry->model;
  uint32_t *plain = NOE_NEW_ARRAY(arena, uint32_t, model->cell_count);
  uint32_t *pointers = NOE_NEW_ARRAY(arena, uint32_t, facts->pointer_count);
  const int32_t **pointed = NOE_NEW_ARRAY(arena, const int32_t *, facts->pointer_count);
  for (uint32_t cell = 0; cell < model->cell_count; cell++) {
    const struct noe_fact *fact = by_cell[cell];
    if (fact && fact->count)
      continue;
    if (fact) {
      pointed[shape->pointer_count] = copy_pointed(arena, model->cells[cell].type, fact->pointed);
      pointers[shape->pointer_count++] = shape->plain_count;
    }
    shape->plain_bits += model->cells[cell].width;
    plain[shape->plain_count++] = cell;
  }
  shape->plain = plain;
  shape->pointers = pointers;
  shape->pointed = pointed;
}

/* Each point on its own, or as many pairs as there are, whichever takes more. */
static uint64_t most_bits(const struct noe_runs_shape *shape) {
  const struct noe_symmetry *symmetry = shape->symmetry;
  uint64_t bits = shape->plain_bits;
  for (uint32_t i = 0; i < symmetry->block_count; i++) {
    uint64_t size = symmetry->blocks[i].size, one = (uint64_t)shape->slices[i].bits + 1;
    uint64_t pairs = size / 2 * (one + shape->slices[i].count_bits) + size % 2 * one;
    bits += pairs > size * one ? pairs : size * one;
  }
  return bits;
}

const struct noe_runs_shape *noe_symmetry_runs_shape(struct noe_arena *arena, struct noe_memory *memory,
                                                     const struct noe_symmetry *symmetry) {
  struct noe_arena *scratch = noe_base_arena_new(memory);
  const struct noe_facts *facts = noe_symmetry_facts(scratch, symmetry);
  struct noe_runs_shape *shape = NULL;
  if (is_unary(facts)) {
    shape = NOE_NEW(arena, struct noe_runs_shape);
    shape->symmetry = symmetry;
    shape->slices = make_slices(arena, facts);
    list_plain(arena, shape, facts, facts_by_cell(scratch, facts));
    uint64_t bits = most_bits(shape);
    shape->most_bytes = (uint32_t)((bits + 7) / 8);
    if (bits > (uint64_t)1 << 31)
      shape = NULL;
  }
  noe_base_arena_delete(scratch);
  return shape;
}
