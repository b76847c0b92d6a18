#include "counter/space.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/contract.h"
#include "base/mix.h"

/* ------------------------------------------------------------------ tables */

enum { LEAST_ROWS = 16 };

static uint64_t hash_row(const int64_t *row, uint32_t width) {
  uint64_t hash = width;
  for (uint32_t i = 0; i < width; i++)
    hash = noe_mix(hash, (uint64_t)row[i]);
  return hash;
}

static void enter(struct noe_counter_table *table, uint32_t number) {
  uint64_t hash = hash_row(noe_counter_row(table, number), table->width) >> 7;
  while (table->slots[hash & table->slot_mask])
    hash++;
  table->slots[hash & table->slot_mask] = number + 1;
}

static void grow(struct noe_counter_table *table) {
  uint32_t room = table->room ? 2 * table->room : LEAST_ROWS;
  table->rows = noe_base_realloc(table->memory, table->rows, ((size_t)room * table->width + 1) * sizeof *table->rows);
  uint32_t *slots = noe_base_alloc(table->memory, (size_t)2 * room * sizeof *slots);
  noe_base_free(table->memory, table->slots);
  table->slots = slots;
  table->slot_mask = 2 * room - 1;
  table->room = room;
  for (uint32_t i = 0; i < table->count; i++)
    enter(table, i);
  NOE_COSTLY(!noe_counter_table_check(table) && "after it has grown a table finds each row under its number");
}

uint32_t noe_counter_find(const struct noe_counter_table *table, const int64_t *row) {
  size_t bytes = table->width * sizeof *row;
  if (!table->slots)
    return UINT32_MAX;
  uint64_t hash = hash_row(row, table->width) >> 7;
  for (uint32_t found; (found = table->slots[hash & table->slot_mask]); hash++)
    if (!memcmp(noe_counter_row(table, found - 1), row, bytes))
      return found - 1;
  return UINT32_MAX;
}

uint32_t noe_counter_intern(struct noe_counter_table *table, const int64_t *row) {
  size_t bytes = table->width * sizeof *row;
  uint32_t known = noe_counter_find(table, row);
  if (known != UINT32_MAX)
    return known;
  if (table->count == table->room)
    grow(table);
  memcpy(table->rows + (size_t)table->count * table->width, row, bytes);
  enter(table, table->count);
  return table->count++;
}

static void free_table(struct noe_counter_table *table) {
  noe_base_free(table->memory, table->rows);
  noe_base_free(table->memory, table->slots);
}

/* ------------------------------------------------------------------- space */

static void place_slices(struct noe_counter_space *space, struct noe_counter_cell *cells) {
  for (uint32_t block = 0; block < space->symmetry->block_count; block++) {
    const struct noe_slice *slice = &space->shape->slices[block];
    for (uint32_t i = 0; i < slice->count; i++)
      for (uint32_t number = 0; number < space->symmetry->blocks[block].size; number++)
        cells[slice->cells[i] + number * slice->strides[i]] = (struct noe_counter_cell){(uint16_t)block, i, number};
  }
}

static void place_cells(struct noe_counter_space *space, struct noe_arena *arena) {
  const struct noe_runs_shape *shape = space->shape;
  struct noe_counter_cell *cells = NOE_NEW_ARRAY(arena, struct noe_counter_cell, space->model->cell_count);
  uint32_t *pointer_of = NOE_NEW_ARRAY(arena, uint32_t, shape->plain_count + 1);
  place_slices(space, cells);
  for (uint32_t i = 0; i < shape->plain_count; i++) {
    cells[shape->plain[i]] = (struct noe_counter_cell){NOE_NO_BLOCK, i, 0};
    pointer_of[i] = UINT32_MAX;
  }
  for (uint32_t i = 0; i < shape->pointer_count; i++)
    pointer_of[shape->pointers[i]] = i;
  space->cells = cells;
  space->pointer_of = pointer_of;
}

struct noe_counter_space *noe_counter_space_new(struct noe_memory *memory, struct noe_arena *arena,
                                                const struct noe_runs_shape *shape, uint32_t label_bits) {
  struct noe_counter_space *space = NOE_NEW(arena, struct noe_counter_space);
  uint32_t blocks = shape->large->block_count;
  *space = (struct noe_counter_space){.memory = memory, .model = shape->symmetry->model, .shape = shape};
  space->symmetry = shape->large;
  space->processes = shape->large->points;
  space->tracked = shape->pointer_count;
  space->flag_words = (uint32_t)noe_bitset_words(shape->pointer_count + 1);
  space->index_bits = label_bits;
  while ((blocks - 1) >> (label_bits - space->index_bits))
    space->index_bits--;
  if (space->index_bits == 32)
    space->index_bits = 31; /* the number of no element stays free */
  place_cells(space, arena);
  space->globals = (struct noe_counter_table){.memory = memory, .width = shape->plain_count};
  space->locals = NOE_NEW_ARRAY(arena, struct noe_counter_table, blocks);
  for (uint32_t i = 0; i < blocks; i++)
    space->locals[i] =
        (struct noe_counter_table){.memory = memory, .width = shape->slices[i].count + space->flag_words};
  assert(space->index_bits && blocks && "a label tells blocks apart, and local states in them");
  NOE_COSTLY(!noe_counter_space_check(space) && "each cell has its place in a process, or in none");
  return space;
}

void noe_counter_space_delete(struct noe_counter_space *space) {
  free_table(&space->globals);
  for (uint32_t i = 0; i < space->symmetry->block_count; i++)
    free_table(&space->locals[i]);
}

uint32_t noe_counter_global(struct noe_counter_space *space, const int64_t *row) {
  return noe_counter_intern(&space->globals, row);
}

static bool has_flags(const struct noe_counter_space *space, uint32_t block, const int64_t *row) {
  for (uint32_t i = 0; i < space->flag_words; i++)
    if (row[space->shape->slices[block].count + i])
      return true;
  return false;
}

uint32_t noe_counter_local(struct noe_counter_space *space, uint32_t block, const int64_t *row) {
  uint32_t number = noe_counter_intern(&space->locals[block], row);
  uint32_t half = noe_counter_half(space);
  if (number >= half - 1)
    noe_base_memory_escape(space->memory); /* more local states than there are labels */
  uint32_t element = block << space->index_bits | (has_flags(space, block, row) ? half - 1 - number : half + number);
  assert(noe_counter_block(space, element) == block &&
         noe_counter_local_row(space, element) == noe_counter_row(&space->locals[block], number) &&
         "an element leads back to its local state");
  return element;
}

int32_t noe_counter_named(const struct noe_counter_space *space, uint32_t pointer, int64_t value, uint32_t *block) {
  if (value == NOE_UNDEFINED)
    return -1;
  assert(pointer < space->tracked && value >= 0 && "a pointer holds a value of its type, which begins at 0");
  int32_t point = space->shape->pointed[pointer][value];
  if (point < 0)
    return -1;
  for (*block = 0; *block + 1 < space->symmetry->block_count; ++*block)
    if ((uint32_t)point < space->symmetry->blocks[*block + 1].first)
      break;
  return point - (int32_t)space->symmetry->blocks[*block].first;
}

/* ------------------------------------------------------------------ states */

static int order(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

/* Rows of all processes, block after block, with no flags yet; `rows` has where each begins. */
static int64_t *take_slices(struct noe_counter_space *space, const int64_t *state, int64_t **rows) {
  size_t words = 0;
  for (uint32_t block = 0; block < space->symmetry->block_count; block++)
    words += (size_t)space->symmetry->blocks[block].size * space->locals[block].width;
  int64_t *all = noe_base_alloc(space->memory, (words + 1) * sizeof *all), *row = all;
  for (uint32_t block = 0; block < space->symmetry->block_count; block++) {
    const struct noe_slice *slice = &space->shape->slices[block];
    for (uint32_t number = 0; number < space->symmetry->blocks[block].size; number++) {
      *rows++ = row;
      for (uint32_t i = 0; i < slice->count; i++)
        row[i] = state[slice->cells[i] + number * slice->strides[i]];
      row += space->locals[block].width;
    }
  }
  return all;
}

static void set_flag(const struct noe_counter_space *space, uint32_t block, int64_t *row, uint32_t flag) {
  noe_counter_flags(space, block, row)[flag / 64] |= (uint64_t)1 << (flag % 64);
}

/* As many elements of each block as it has processes, block after block; and a flag for each pointer that names one. */
static bool are_whole(const struct noe_counter_space *space, const uint32_t *elements, uint32_t pointers) {
  uint32_t flags = 0;
  for (uint32_t block = 0, i = 0; block < space->symmetry->block_count; block++)
    for (uint32_t k = 0; k < space->symmetry->blocks[block].size; k++, i++) {
      if (noe_counter_block(space, elements[i]) != block)
        return false;
      for (uint32_t flag = 0; flag < space->tracked; flag++)
        flags += noe_counter_has_flag(space, elements[i], flag);
    }
  return flags == pointers;
}

uint32_t noe_counter_decompose(struct noe_counter_space *space, const int64_t *state, uint32_t block, uint32_t number,
                               uint32_t *elements) {
  uint32_t pointers = 0;
  const struct noe_runs_shape *shape = space->shape;
  int64_t **rows = noe_base_alloc(space->memory, (space->processes + 1) * sizeof *rows);
  int64_t *slices = take_slices(space, state, rows);
  int64_t *global = noe_base_alloc(space->memory, (shape->plain_count + 1) * sizeof *global);
  for (uint32_t i = 0; i < shape->plain_count; i++) {
    global[i] = state[shape->plain[i]];
    if (space->pointer_of[i] == UINT32_MAX)
      continue;
    uint32_t its;
    int32_t named = noe_counter_named(space, space->pointer_of[i], global[i], &its);
    if (named < 0)
      continue;
    pointers++;
    global[i] -= named;
    set_flag(space, its, rows[space->symmetry->blocks[its].first + (uint32_t)named], space->pointer_of[i]);
  }
  if (block != NOE_NO_BLOCK)
    set_flag(space, block, rows[space->symmetry->blocks[block].first + number], space->tracked);
  for (uint32_t its = 0, i = 0; its < space->symmetry->block_count; its++)
    for (uint32_t k = 0; k < space->symmetry->blocks[its].size; k++, i++)
      elements[i] = noe_counter_local(space, its, rows[i]);
  qsort(elements, space->processes, sizeof *elements, order);
  NOE_COSTLY(are_whole(space, elements, pointers) &&
             "each process has a local state, each pointer that names one a flag");
  (void)pointers;
  assert((block == NOE_NO_BLOCK || number < space->symmetry->blocks[block].size) &&
         "the tracked process is one of its block");
  uint32_t result = noe_counter_global(space, global);
  noe_base_free(space->memory, rows);
  noe_base_free(space->memory, slices);
  noe_base_free(space->memory, global);
  return result;
}
