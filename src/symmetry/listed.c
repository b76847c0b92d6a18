#include "symmetry/listed.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "symmetry/check.h"

/* ------------------------------------------------------------ permutations */

/* Multiplies the rows by the permutations of one more block: those of the first points,
 * each followed by every exchange of the next point with one before it, or with none. */
static uint32_t add_block(uint16_t **rows, uint32_t count, const struct noe_block *block, uint32_t points) {
  for (uint32_t size = 2; size <= block->size; size++) {
    uint32_t last = block->first + size - 1, before = count;
    for (uint32_t at = 1; at < size; at++)
      for (uint32_t i = 0; i < before; i++, count++) {
        memcpy(rows[count], rows[i], points * sizeof **rows);
        rows[count][last] = rows[i][last - at];
        rows[count][last - at] = rows[i][last];
      }
  }
  return count;
}

static uint32_t count_turns(const struct noe_symmetry *symmetry, const bool *is_small) {
  uint32_t count = 1;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 2; is_small[b] && i <= symmetry->blocks[b].size; i++)
      count *= i;
  return count;
}

static uint16_t **list_permutations(struct noe_arena *arena, const struct noe_listed_permutations *turns) {
  const struct noe_symmetry *symmetry = turns->symmetry;
  uint16_t **rows = NOE_NEW_ARRAY(arena, uint16_t *, turns->count);
  uint32_t count = 1;
  for (uint32_t i = 0; i < turns->count; i++)
    rows[i] = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  noe_symmetry_identity(symmetry, rows[0]);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    if (turns->is_small[b])
      count = add_block(rows, count, &symmetry->blocks[b], symmetry->points);
  assert(count == turns->count && "there are as many turns as products of permutations of the small blocks");
  return rows;
}

/* Two points that change places, and no other one does. */
static bool is_exchange(const uint16_t *row, uint32_t points, uint32_t *a, uint32_t *b) {
  uint32_t moved = 0;
  for (uint32_t i = 0; i < points; i++)
    if (row[i] != i) {
      *(moved ? b : a) = i;
      moved++;
    }
  return moved == 2;
}

static void list_exchanges(struct noe_arena *arena, struct noe_listed_permutations *turns, uint16_t *const *rows) {
  struct noe_listed_exchange *exchanges = NOE_NEW_ARRAY(arena, struct noe_listed_exchange, turns->count);
  uint32_t a = 0, b = 0;
  for (uint32_t i = 1; i < turns->count; i++)
    if (is_exchange(rows[i], turns->symmetry->points, &a, &b))
      exchanges[turns->exchange_count++] = (struct noe_listed_exchange){(uint16_t)a, (uint16_t)b, (uint16_t)i};
  turns->exchanges = exchanges;
}

uint32_t noe_symmetry_listed_exchange(const struct noe_listed_permutations *turns, uint32_t a, uint32_t b) {
  uint32_t i = 0;
  assert(a < b && "an exchange is known by its lesser point first");
  while (i < turns->exchange_count && (turns->exchanges[i].a != a || turns->exchanges[i].b != b))
    i++;
  assert(i < turns->exchange_count && "any two points of a small block can be exchanged");
  return turns->exchanges[i].turn;
}

static void list_small(struct noe_arena *arena, struct noe_listed_permutations *turns, uint16_t *const *rows) {
  const struct noe_symmetry *symmetry = turns->symmetry;
  uint16_t *small = NOE_NEW_ARRAY(arena, uint16_t, NOE_MOST_SMALL);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 0; turns->is_small[b] && i < symmetry->blocks[b].size; i++) {
      assert(turns->small_count < NOE_MOST_SMALL && "few turns means few points");
      small[turns->small_count++] = (uint16_t)(symmetry->blocks[b].first + i);
    }
  uint8_t *origins = NOE_NEW_ARRAY(arena, uint8_t, (size_t)turns->count * turns->small_count);
  for (uint32_t t = 0; t < turns->count; t++)
    for (uint32_t i = 0; i < turns->small_count; i++)
      for (uint32_t k = 0; k < turns->small_count; k++)
        if (rows[t][small[k]] == small[i])
          origins[t * turns->small_count + i] = (uint8_t)k;
  turns->small = small;
  turns->origins = origins;
}

/* ------------------------------------------------------------ turned cells */

struct walk {
  struct noe_arena *arena;
  const struct noe_listed_permutations *turns;
  const uint16_t *row;
  const bool *moves;             /* by type id: does some turn? */
  uint32_t *sources;             /* by cell */
  const struct noe_type **types; /* by cell: of simple type whose values a turn moves, or NULL */
  bool *in_bag;                  /* by cell: in a multiset that a turn changes */
};

/* A value at `from` that goes to `to`. */
static void follow(struct walk *walk, const struct noe_type *type, uint32_t from, uint32_t to, bool in_bag) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (int64_t i = type->index->low; i <= type->index->high; i++) {
      int64_t image = noe_symmetry_apply_value(walk->turns->symmetry, walk->row, type->index, i);
      follow(walk, type->element, from + (uint32_t)(i - type->index->low) * type->stride,
             to + (uint32_t)(image - type->index->low) * type->stride, in_bag);
    }
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      follow(walk, type->fields[i].type, from + type->fields[i].offset, to + type->fields[i].offset, in_bag);
    break;
  case NOE_TYPE_MULTISET:
    in_bag |= walk->moves[type->id];
    for (uint32_t i = 0; i < type->capacity; i++, from += type->stride, to += type->stride) {
      walk->sources[to] = from;
      walk->in_bag[to] = in_bag;
      follow(walk, type->element, from + 1, to + 1, in_bag);
    }
    break;
  default:
    walk->sources[to] = from;
    walk->in_bag[to] = in_bag;
    walk->types[to] = walk->moves[type->id] ? type : NULL;
  }
}

static void follow_all(struct walk *walk, const uint16_t *row) {
  const struct noe_model *model = walk->turns->symmetry->model;
  walk->row = row;
  for (uint32_t i = 0; i < model->variable_count; i++)
    follow(walk, model->variables[i].type, model->variables[i].cell, model->variables[i].cell, false);
}

static const bool *find_moves(struct noe_arena *arena, const struct noe_listed_permutations *turns) {
  const struct noe_symmetry *symmetry = turns->symmetry;
  const struct noe_model *model = symmetry->model;
  bool *permuted = NOE_NEW_ARRAY(arena, bool, model->type_count), *moves;
  moves = NOE_NEW_ARRAY(arena, bool, model->type_count);
  for (uint32_t i = 0; i < model->type_count; i++)
    permuted[i] = symmetry->block_of_type[i] != NOE_NO_BLOCK && turns->is_small[symmetry->block_of_type[i]];
  for (uint32_t i = 0; i < model->type_count; i++)
    moves[i] = noe_symmetry_moves(model->types[i], permuted);
  return moves;
}

/* Cells that some turn gives another content. */
static void list_cells(struct walk *walk, struct noe_listed_permutations *turns, uint16_t *const *rows) {
  uint32_t all = turns->symmetry->model->cell_count;
  uint32_t *cells = NOE_NEW_ARRAY(walk->arena, uint32_t, all);
  bool *turned = NOE_NEW_ARRAY(walk->arena, bool, all);
  for (uint32_t i = 0; i < turns->count; i++) {
    follow_all(walk, rows[i]);
    for (uint32_t cell = 0; cell < all; cell++)
      turned[cell] |= walk->sources[cell] != cell || walk->types[cell] || walk->in_bag[cell];
  }
  for (uint32_t cell = 0; cell < all; cell++) {
    if (!turned[cell])
      continue;
    turns->bags |= walk->in_bag[cell];
    cells[turns->cell_count++] = cell;
  }
  turns->cells = cells;
}

static const int32_t *image_table(struct walk *walk, const struct noe_type *type, const uint16_t *row,
                                  const int32_t **tables) {
  if (!type)
    return NULL;
  if (!tables[type->id]) {
    int32_t *table = NOE_NEW_ARRAY(walk->arena, int32_t, type->high + 1);
    for (int64_t value = 0; value <= type->high; value++)
      table[value] = (int32_t)noe_symmetry_apply_value(walk->turns->symmetry, row, type, value);
    tables[type->id] = table;
  }
  return tables[type->id];
}

static struct noe_listed_permutation make_turn(struct walk *walk, const uint16_t *row) {
  const struct noe_listed_permutations *turns = walk->turns;
  uint32_t *sources = NOE_NEW_ARRAY(walk->arena, uint32_t, turns->cell_count);
  const int32_t **images = NOE_NEW_ARRAY(walk->arena, const int32_t *, turns->cell_count);
  const int32_t **tables = NOE_NEW_ARRAY(walk->arena, const int32_t *, turns->symmetry->model->type_count);
  follow_all(walk, row);
  for (uint32_t i = 0; i < turns->cell_count; i++) {
    sources[i] = walk->sources[turns->cells[i]];
    images[i] = image_table(walk, walk->types[turns->cells[i]], row, tables);
  }
  return (struct noe_listed_permutation){.permutation = row, .sources = sources, .images = images};
}

struct noe_listed_permutations *noe_symmetry_list_permutations(struct noe_arena *arena,
                                                               const struct noe_symmetry *symmetry,
                                                               const struct noe_symmetry *large, const bool *is_small) {
  struct noe_listed_permutations *turns = NOE_NEW(arena, struct noe_listed_permutations);
  bool *small = NOE_NEW_ARRAY(arena, bool, symmetry->block_count);
  uint16_t *block_of_large = NOE_NEW_ARRAY(arena, uint16_t, symmetry->block_count);
  memcpy(small, is_small, symmetry->block_count * sizeof *small);
  for (uint32_t b = 0, at = 0; b < symmetry->block_count; b++)
    if (!small[b])
      block_of_large[at++] = (uint16_t)b;
  *turns = (struct noe_listed_permutations){.symmetry = symmetry, .large = large, .is_small = small};
  turns->block_of_large = block_of_large;
  turns->count = count_turns(symmetry, small);
  if (turns->count == 1)
    return turns;
  uint16_t **rows = list_permutations(arena, turns);
  list_small(arena, turns, rows);
  list_exchanges(arena, turns, rows);
  uint32_t cells = symmetry->model->cell_count;
  struct walk walk = {.arena = arena, .turns = turns, .moves = find_moves(arena, turns)};
  walk.sources = NOE_NEW_ARRAY(arena, uint32_t, cells);
  walk.types = NOE_NEW_ARRAY(arena, const struct noe_type *, cells);
  walk.in_bag = NOE_NEW_ARRAY(arena, bool, cells);
  turns->in_bag = walk.in_bag;
  list_cells(&walk, turns, rows);
  struct noe_listed_permutation *each = NOE_NEW_ARRAY(arena, struct noe_listed_permutation, turns->count);
  for (uint32_t i = 0; i < turns->count; i++)
    each[i] = make_turn(&walk, rows[i]);
  turns->turns = each;
  NOE_COSTLY(!noe_symmetry_listed_check(turns) && "turns are what listed.h promises");
  return turns;
}

/* ------------------------------------------------------------------ states */

void noe_symmetry_apply_listed(const struct noe_listed_permutations *turns, uint32_t turn, const int64_t *from,
                               int64_t *to) {
  assert(turn < turns->count && from != to && "a turn of the list is applied, beside the state");
  const struct noe_model *model = turns->symmetry->model;
  memcpy(to, from, model->cell_count * sizeof *to);
  if (!turn)
    return;
  for (uint32_t i = 0; i < turns->cell_count; i++)
    to[turns->cells[i]] = noe_listed_content(&turns->turns[turn], i, from);
  if (turns->bags)
    noe_model_normalise(model, to);
  NOE_COSTLY((noe_model_state_is_legal(model, to) || !noe_model_state_is_legal(model, from)) &&
             "a turn of a legal state is legal");
}

bool noe_symmetry_listed_fixes(const struct noe_listed_permutations *turns, uint32_t turn, const int64_t *state,
                               int64_t *scratch) {
  if (turns->bags) {
    noe_symmetry_apply_listed(turns, turn, state, scratch);
    return !memcmp(scratch, state, turns->symmetry->model->cell_count * sizeof *state);
  }
  for (uint32_t i = 0; i < turns->cell_count; i++)
    if (noe_listed_content(&turns->turns[turn], i, state) != state[turns->cells[i]])
      return false;
  return true;
}
