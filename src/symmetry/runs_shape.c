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
    assert(fact->count == 1 && strides[i] && "in a unary model a point that indexes a cell is alone to do so");
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
  assert(shape->pointer_count <= facts->pointer_count && "only cells that no point indexes name points");
  shape->plain = plain;
  shape->pointers = pointers;
  shape->pointed = pointed;
}

/* Each point on its own, or as many pairs as there are, whichever takes more. */
static uint64_t most_bits(const struct noe_runs_shape *shape) {
  const struct noe_symmetry *symmetry = shape->large;
  uint64_t bits = shape->plain_bits;
  for (uint32_t i = 0; i < symmetry->block_count; i++) {
    uint64_t size = symmetry->blocks[i].size, one = (uint64_t)shape->slices[i].bits + 1;
    uint64_t pairs = size / 2 * (one + shape->slices[i].count_bits) + size % 2 * one;
    bits += pairs > size * one ? pairs : size * one;
  }
  return bits;
}

/* Which cells of the plain part the large blocks have no say in, and where they are. */
static void list_bits(struct noe_arena *arena, struct noe_runs_shape *shape, struct noe_listed_permutations *turns) {
  const struct noe_model *model = shape->symmetry->model;
  uint32_t *bit_of = NOE_NEW_ARRAY(arena, uint32_t, model->cell_count), bit = 0;
  bool *is_plain = NOE_NEW_ARRAY(arena, bool, model->cell_count);
  for (uint32_t i = 0, pointer = 0; i < shape->plain_count; i++) {
    bool points = pointer < shape->pointer_count && shape->pointers[pointer] == i;
    pointer += points;
    is_plain[shape->plain[i]] = !points;
    bit_of[shape->plain[i]] = bit;
    bit += model->cells[shape->plain[i]].width;
  }
  shape->bit_of = bit_of;
  noe_symmetry_listed_decide(arena, turns, is_plain);
}

static const struct noe_runs_shape *make_shape(struct noe_arena *arena, struct noe_arena *scratch,
                                               const struct noe_symmetry *symmetry, const struct noe_facts *facts,
                                               const bool *is_small) {
  struct noe_runs_shape *shape = NOE_NEW(arena, struct noe_runs_shape);
  shape->symmetry = symmetry;
  shape->large = facts->symmetry;
  shape->slices = make_slices(arena, facts);
  list_plain(arena, shape, facts, facts_by_cell(scratch, facts));
  uint64_t bits = most_bits(shape);
  shape->most_bytes = (uint32_t)((bits + 7) / 8);
  if (bits > (uint64_t)1 << 31)
    return NULL;
  struct noe_listed_permutations *turns = noe_symmetry_list_permutations(arena, symmetry, shape->large, is_small);
  shape->turns = turns;
  if (turns->count == 1)
    return shape;
  list_bits(arena, shape, turns);
  noe_symmetry_listed_count(arena, turns, shape->slices);
  bool seen = turns->deciding_count || turns->census_count;
  return seen || turns->count <= NOE_MOST_LISTED_UNSEEN ? shape : NULL;
}

/* ------------------------------------------------------------ small blocks */

struct choice {
  struct noe_arena *arena; /* of what may be kept */
  struct noe_arena *scratch;
  const struct noe_symmetry *symmetry;
  bool *is_small; /* by block: under trial */
  bool *best;     /* the best choice so far, */
  uint32_t turns; /* with this many turns (0: none so far) */
  uint32_t cells; /* and this many cells in slices */
  const struct noe_facts *facts;
};

/* No more turns than permutations of the others, of which there have to be some. */
static bool is_worth_while(const struct choice *choice, uint32_t turns) {
  uint64_t others = 1;
  for (uint32_t b = 0; b < choice->symmetry->block_count; b++)
    for (uint32_t i = 2; !choice->is_small[b] && i <= choice->symmetry->blocks[b].size && others < NOE_MOST_LISTED; i++)
      others *= i;
  return others > 1 && others >= turns;
}

static const struct noe_facts *facts_of_large(struct choice *choice) {
  const struct noe_symmetry *symmetry = choice->symmetry;
  bool *use = NOE_NEW_ARRAY(choice->scratch, bool, symmetry->model->type_count);
  for (uint32_t i = 0; i < symmetry->model->type_count; i++)
    use[i] = symmetry->block_of_type[i] != NOE_NO_BLOCK && !choice->is_small[symmetry->block_of_type[i]];
  return noe_symmetry_facts(choice->scratch, noe_symmetry_new(choice->arena, symmetry->model, use));
}

static uint32_t count_indexed(const struct noe_facts *facts) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < facts->count; i++)
    count += facts->facts[i].count > 0;
  return count;
}

static void try_choice(struct choice *choice, uint32_t turns) {
  if ((choice->turns && turns > choice->turns) || !is_worth_while(choice, turns))
    return;
  const struct noe_facts *facts = facts_of_large(choice);
  uint32_t cells = count_indexed(facts);
  if (!is_unary(facts) || (choice->turns && turns == choice->turns && cells <= choice->cells))
    return;
  choice->turns = turns;
  choice->cells = cells;
  choice->facts = facts;
  memcpy(choice->best, choice->is_small, choice->symmetry->block_count * sizeof *choice->best);
}

/* All sets of blocks, from this one on, that have few enough turns. */
static void try_blocks(struct choice *choice, uint32_t block, uint32_t turns) {
  if (block == choice->symmetry->block_count) {
    if (turns > 1)
      try_choice(choice, turns);
    return;
  }
  try_blocks(choice, block + 1, turns);
  for (uint32_t i = 2; i <= choice->symmetry->blocks[block].size && turns <= NOE_MOST_LISTED; i++)
    turns *= i;
  if (turns > NOE_MOST_LISTED)
    return;
  choice->is_small[block] = true;
  try_blocks(choice, block + 1, turns);
  choice->is_small[block] = false;
}

/* Beyond this many blocks nobody looks for small ones. */
enum { MOST_BLOCKS = 12 };

const struct noe_runs_shape *noe_symmetry_runs_shape(struct noe_arena *arena, struct noe_memory *memory,
                                                     const struct noe_symmetry *symmetry) {
  if (symmetry->rigid_count)
    return NULL; /* a ring is no bag of slices */
  struct noe_arena *scratch = noe_base_arena_new(memory);
  struct choice choice = {.arena = arena, .scratch = scratch, .symmetry = symmetry};
  choice.is_small = NOE_NEW_ARRAY(scratch, bool, symmetry->block_count);
  choice.best = NOE_NEW_ARRAY(scratch, bool, symmetry->block_count);
  choice.facts = noe_symmetry_facts(scratch, symmetry);
  if (!is_unary(choice.facts)) {
    choice.facts = NULL;
    if (symmetry->block_count <= MOST_BLOCKS)
      try_blocks(&choice, 0, 1);
  }
  const struct noe_runs_shape *shape =
      choice.facts ? make_shape(arena, scratch, symmetry, choice.facts, choice.best) : NULL;
  noe_base_arena_delete(scratch);
  return shape;
}
