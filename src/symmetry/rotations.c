#include "symmetry/rotations.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/check.h"
#include "symmetry/necklace.h"

/* Tables larger than so many entries are not made: rotations are then applied
 * one after the other. */
enum { MOST_ENTRIES = 1 << 22 };

static uint32_t count_rotations(const struct noe_symmetry *symmetry) {
  uint32_t count = 1;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    const uint32_t order = symmetry->blocks[b].is_rigid ? noe_rigid_order(&symmetry->blocks[b]) : 1;
    assert(order && count <= UINT32_MAX / order && "rotations can be counted off, or they would not be used");
    count *= order;
  }
  return count;
}

/* Rotation number k, read as a number with one digit for each ring: how far
 * that ring is rotated. */
static void list_permutations(const struct noe_symmetry *symmetry, uint32_t count, uint16_t *rows) {
  for (uint32_t k = 0; k < count; k++) {
    uint16_t *row = rows + (size_t)k * symmetry->points;
    uint32_t rest = k;
    noe_symmetry_identity(symmetry, row);
    for (uint32_t b = 0; b < symmetry->block_count; b++) {
      const struct noe_block *block = &symmetry->blocks[b];
      if (!block->is_rigid)
        continue;
      for (uint32_t i = 0; i < block->size; i++)
        row[block->first + i] = (uint16_t)(block->first + noe_rigid_image(block, rest % noe_rigid_order(block), i));
      rest /= noe_rigid_order(block);
    }
    assert(!rest && "a rotation is one digit for each ring");
  }
}

/* ------------------------------------------------------------------ tables */

struct walk {
  struct noe_arena *arena;
  const struct noe_symmetry *symmetry;
  const uint16_t *row;
  uint32_t *sources;             /* by cell */
  const struct noe_type **types; /* by cell: of simple type whose values move, or NULL */
  bool has_multiset;             /* one that is moved */
};

/* A value at `from` that goes to `to`. */
static void follow(struct walk *walk, const struct noe_type *type, uint32_t from, uint32_t to) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (int64_t i = type->index->low; i <= type->index->high; i++) {
      int64_t image = noe_symmetry_apply_value(walk->symmetry, walk->row, type->index, i);
      follow(walk, type->element, from + (uint32_t)(i - type->index->low) * type->stride,
             to + (uint32_t)(image - type->index->low) * type->stride);
    }
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      follow(walk, type->fields[i].type, from + type->fields[i].offset, to + type->fields[i].offset);
    break;
  case NOE_TYPE_MULTISET:
    walk->has_multiset |= walk->symmetry->moves[type->id] || from != to;
    for (uint32_t i = 0; i < type->cells; i++)
      walk->sources[to + i] = from + i;
    break;
  default: walk->sources[to] = from; walk->types[to] = walk->symmetry->moves[type->id] ? type : NULL;
  }
}

static void follow_all(struct walk *walk, const uint16_t *row) {
  const struct noe_model *model = walk->symmetry->model;
  walk->row = row;
  for (uint32_t i = 0; i < model->variable_count; i++)
    follow(walk, model->variables[i].type, model->variables[i].cell, model->variables[i].cell);
}

static void list_cells(struct walk *walk, struct noe_rotations *rotations) {
  const uint32_t all = rotations->symmetry->model->cell_count;
  uint32_t *cells = NOE_NEW_ARRAY(walk->arena, uint32_t, all);
  bool *moved = NOE_NEW_ARRAY(walk->arena, bool, all);
  for (uint32_t k = 0; k < rotations->count; k++) {
    follow_all(walk, noe_rotation_row(rotations, k));
    for (uint32_t cell = 0; cell < all; cell++)
      moved[cell] |= walk->sources[cell] != cell || walk->types[cell];
  }
  for (uint32_t cell = 0; cell < all; cell++)
    if (moved[cell])
      cells[rotations->cell_count++] = cell;
  rotations->cells = cells;
}

static const int32_t *image_table(struct walk *walk, const struct noe_type *type, const int32_t **tables) {
  if (!type)
    return NULL;
  if (!tables[type->id]) {
    int32_t *table = NOE_NEW_ARRAY(walk->arena, int32_t, type->high + 1);
    for (int64_t value = 0; value <= type->high; value++)
      table[value] = (int32_t)noe_symmetry_apply_value(walk->symmetry, walk->row, type, value);
    tables[type->id] = table;
  }
  return tables[type->id];
}

static void make_tables(struct walk *walk, struct noe_rotations *rotations) {
  const struct noe_model *model = rotations->symmetry->model;
  const size_t count = rotations->cell_count;
  uint32_t *sources = NOE_NEW_ARRAY(walk->arena, uint32_t, rotations->count * count);
  const int32_t **images = NOE_NEW_ARRAY(walk->arena, const int32_t *, rotations->count *count);
  for (uint32_t k = 0; k < rotations->count; k++) {
    const int32_t **tables = NOE_NEW_ARRAY(walk->arena, const int32_t *, model->type_count);
    follow_all(walk, noe_rotation_row(rotations, k));
    for (size_t i = 0; i < count; i++) {
      sources[k * count + i] = walk->sources[rotations->cells[i]];
      images[k * count + i] = image_table(walk, walk->types[rotations->cells[i]], tables);
    }
  }
  rotations->sources = sources;
  rotations->images = images;
}

const struct noe_rotations *noe_symmetry_rotations(struct noe_arena *arena, const struct noe_symmetry *symmetry) {
  if (!symmetry->rigid_count)
    return NULL;
  struct noe_rotations *rotations = NOE_NEW(arena, struct noe_rotations);
  rotations->symmetry = symmetry;
  rotations->count = count_rotations(symmetry);
  uint16_t *rows = NOE_NEW_ARRAY(arena, uint16_t, (size_t)rotations->count * symmetry->points);
  list_permutations(symmetry, rotations->count, rows);
  rotations->permutations = rows;
  if (symmetry->rigid_count < symmetry->block_count) {
    NOE_COSTLY(!noe_symmetry_rotations_check(rotations) && "rotations leave what is on no ring");
    return rotations;
  }
  struct walk walk = {.arena = arena, .symmetry = symmetry};
  walk.sources = NOE_NEW_ARRAY(arena, uint32_t, symmetry->model->cell_count);
  walk.types = NOE_NEW_ARRAY(arena, const struct noe_type *, symmetry->model->cell_count);
  list_cells(&walk, rotations);
  rotations->is_direct = !walk.has_multiset && (uint64_t)rotations->count * rotations->cell_count <= MOST_ENTRIES;
  if (rotations->is_direct) {
    make_tables(&walk, rotations);
    rotations->necklace = noe_symmetry_necklace(arena, rotations);
  }
  NOE_COSTLY(!noe_symmetry_rotations_check(rotations) && "rotations are what rotations.h promises");
  return rotations;
}

/* ---------------------------------------------------------------- the least */

static int64_t content(const struct noe_rotations *rotations, size_t entry, const int64_t *state) {
  const int64_t value = state[rotations->sources[entry]];
  const int32_t *image = rotations->images[entry];
  return image && value != NOE_UNDEFINED ? image[value] : value;
}

/* Is the image of rotation k less than the best one so far (-1), equal to it
 * (0), or greater (1)? If it is less it takes its place. */
static int race(const struct noe_rotations *rotations, uint32_t k, const int64_t *state, int64_t *best) {
  const size_t first = (size_t)k * rotations->cell_count;
  for (uint32_t i = 0; i < rotations->cell_count; i++) {
    const int64_t value = content(rotations, first + i, state), other = best[rotations->cells[i]];
    if (value == other)
      continue;
    if (value > other)
      return 1;
    for (; i < rotations->cell_count; i++)
      best[rotations->cells[i]] = content(rotations, first + i, state);
    return -1;
  }
  return 0;
}

static void write_image(const struct noe_rotations *rotations, uint32_t k, const int64_t *state, int64_t *result) {
  const size_t first = (size_t)k * rotations->cell_count;
  memcpy(result, state, rotations->symmetry->model->cell_count * sizeof *result);
  for (uint32_t i = 0; k && i < rotations->cell_count; i++)
    result[rotations->cells[i]] = content(rotations, first + i, state);
}

/* The string of a ring decides, then what is not in it. */
static uint32_t least_by_letters(const struct noe_rotations *rotations, const int64_t *state, int64_t *result,
                                 uint32_t *ties) {
  uint32_t best[NOE_MOST_LETTERED], count = noe_symmetry_least_letters(rotations->necklace, state, best);
  uint32_t least = best[0];
  write_image(rotations, least, state, result);
  *ties = rotations->necklace->is_all ? count : 1;
  for (uint32_t i = 1; i < count && !rotations->necklace->is_all; i++) {
    const int order = race(rotations, best[i], state, result);
    least = order < 0 ? best[i] : least;
    *ties = order < 0 ? 1 : *ties + !order;
  }
  return least;
}

/* The first of several that lead to the least image. */
static uint32_t least_by_race(const struct noe_rotations *rotations, const int64_t *state, int64_t *result,
                              uint32_t *ties) {
  uint32_t least = 0;
  write_image(rotations, 0, state, result);
  *ties = 1;
  for (uint32_t k = 1; k < rotations->count; k++) {
    const int order = race(rotations, k, state, result);
    least = order < 0 ? k : least;
    *ties = order < 0 ? 1 : *ties + !order;
  }
  return least;
}

uint32_t noe_symmetry_least_rotation(const struct noe_rotations *rotations, const int64_t *state, int64_t *result,
                                     uint32_t *ties) {
  assert(rotations->is_direct && "rotations of other models need canonical forms in between");
  const uint32_t least = rotations->necklace ? least_by_letters(rotations, state, result, ties)
                                             : least_by_race(rotations, state, result, ties);
  assert(rotations->count % *ties == 0 && "the rotations that tie are a coset");
  assert(least < rotations->count && "one of the rotations is the first that leads to the least image");
  return least;
}
