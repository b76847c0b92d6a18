#include <assert.h>
#include <string.h>

#include "compile/emit_int.h"
#include "compile/processor.h"

#ifdef NOE_HOSTILE
enum { MANY_CELLS = 0 };
#else
enum { MANY_CELLS = 64 };
#endif

/* ------------------------------------------------------------------- parts */

int noe_compile_block(const struct noe_emitter *emitter, const struct noe_type *type) {
  if (!emitter->block_count || type->kind != NOE_TYPE_SCALARSET)
    return -1;
  uint16_t block = emitter->symmetry->block_of_type[type->id];
  return block == NOE_NO_BLOCK ? -1 : block;
}

uint64_t noe_compile_blocks(const struct noe_emitter *emitter, const struct noe_type *type) {
  int block = noe_compile_block(emitter, type);
  assert(block < NOE_MOST_BLOCKS && "a set of blocks is a word");
  uint64_t blocks = block >= 0 ? (uint64_t)1 << block : 0;
  for (uint32_t i = 0; type->kind == NOE_TYPE_UNION && i < type->part_count; i++)
    blocks |= noe_compile_blocks(emitter, type->parts[i]);
  return blocks;
}

uint32_t noe_compile_part(const struct noe_emitter *emitter, const struct noe_type *type, uint32_t part) {
  assert(part <= emitter->block_count && "a part is a block or, behind the last, the plain cells");
  if (!emitter->block_count)
    return type->cells;
  return emitter->parts[(size_t)type->id * (emitter->block_count + 1) + part];
}

bool noe_compile_is_spread(const struct noe_emitter *emitter, const struct noe_type *type) {
  return emitter->block_count && !noe_type_is_simple(type) &&
         noe_compile_part(emitter, type, emitter->block_count) != type->cells;
}

static void add_parts(uint32_t *parts, const uint32_t *more, uint64_t times, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    parts[i] += (uint32_t)(more[i] * times);
}

static void measure(struct noe_emitter *emitter, const struct noe_type *type);

/* Values of the index that belong to a block share one slice: its cells count once. */
static void measure_array(struct noe_emitter *emitter, const struct noe_type *type, uint32_t *parts) {
  uint32_t count = emitter->block_count + 1;
  const uint32_t *element = emitter->parts + (size_t)type->element->id * count;
  uint64_t others = noe_type_size(type->index);
  const struct noe_type *const *members = type->index->kind == NOE_TYPE_UNION ? type->index->parts : &type->index;
  uint32_t member_count = type->index->kind == NOE_TYPE_UNION ? type->index->part_count : 1;
  for (uint32_t i = 0; i < member_count; i++) {
    int block = noe_compile_block(emitter, members[i]);
    if (block < 0)
      continue;
    others -= noe_type_size(members[i]);
    parts[block] += type->element->cells;
  }
  add_parts(parts, element, others, count);
}

static void measure(struct noe_emitter *emitter, const struct noe_type *type) {
  uint32_t count = emitter->block_count + 1;
  uint32_t *parts = emitter->parts + (size_t)type->id * count;
  memset(parts, 0, count * sizeof *parts);
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    measure(emitter, type->element);
    measure_array(emitter, type, parts);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++) {
      measure(emitter, type->fields[i].type);
      add_parts(parts, emitter->parts + (size_t)type->fields[i].type->id * count, 1, count);
    }
    break;
  default: /* the elements of a multiset of a unary model contain no array over a block */
    parts[emitter->block_count] = type->cells;
  }
}

/* --------------------------------------------------------------- the state */

struct walk {
  struct noe_emitter *emitter;
  uint32_t cell;
  int block;  /* of the array around it, or -1 */
  bool first; /* under the block's point 0 */
  NOE_LIST(uint32_t) plain, slices[NOE_MOST_BLOCKS];
  bool failed;
};

static void place_cell(struct walk *walk, const struct noe_type *type) {
  assert(walk->cell < walk->emitter->model->cell_count && "types have the cells that the state has");
  struct noe_emitter *emitter = walk->emitter;
  if (walk->block < 0) {
    emitter->plain_of[walk->cell] = (uint32_t)walk->plain.count;
    NOE_LIST_PUSH(emitter->arena, &walk->plain, walk->cell);
  } else {
    if (walk->first)
      NOE_LIST_PUSH(emitter->arena, &walk->slices[walk->block], walk->cell);
    walk->failed |= type && noe_compile_blocks(emitter, type);
  }
  walk->cell++;
}

static void place_value(struct walk *walk, const struct noe_type *type) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (int64_t i = type->index->low; type->stride && i <= type->index->high; i++) {
      int64_t local;
      int block = noe_compile_block(walk->emitter, noe_model_value_type(type->index, i, &local));
      int outer = walk->block;
      bool first = walk->first;
      walk->failed |= block >= 0 && outer >= 0;
      if (block >= 0) {
        walk->block = block;
        walk->first = local == 0;
      }
      place_value(walk, type->element);
      walk->block = outer;
      walk->first = first;
    }
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      place_value(walk, type->fields[i].type);
    break;
  case NOE_TYPE_MULTISET:
    walk->failed |= walk->emitter->block_count && walk->emitter->symmetry->moves[type->id];
    for (uint32_t i = 0; i < type->capacity; i++) {
      place_cell(walk, NULL);
      place_value(walk, type->element);
    }
    break;
  default: place_cell(walk, type);
  }
}

static void measure_block(struct noe_emitter *emitter, uint32_t number, const uint32_t *cells, uint32_t count) {
  struct noe_emit_block *block = &emitter->blocks[number];
  *block = (struct noe_emit_block){.size = emitter->symmetry->blocks[number].size, .cells = count, .first = cells};
  for (uint32_t i = 0; i < count; i++)
    block->bits += emitter->model->cells[cells[i]].width;
  block->words = block->bits ? (block->bits + 63) / 64 : 1;
  assert(block->size >= 2 && "one value alone is no block");
  assert(block->bits <= block->words * 64 && "a slice fits its words");
  for (uint32_t most = block->size - 2; most; most >>= 1)
    block->count_bits++;
}

/* The narrowest cells that hold every value of every type: less to copy and to compare. Bytes
 * only in large states, or where they are packed many at a time: processors like wider cells
 * better. */
static void choose_cells(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  bool gathers = emitter->keys == NOE_NATIVE_PACKED && noe_compile_processor_gathers();
  emitter->is_tight = model->cell_count <= MANY_CELLS && gathers && !emitter->at_ease;
  emitter->cell_bits = model->cell_count <= MANY_CELLS && !emitter->is_tight ? 16 : 8;
  for (uint32_t i = 0; i < model->type_count; i++)
    while (emitter->cell_bits < 64 && noe_type_is_simple(model->types[i]) && model->types[i]->kind <= NOE_TYPE_UNION &&
           !noe_compile_fits(emitter, model->types[i]->low, model->types[i]->high))
      emitter->cell_bits *= 2;
}

/* Those of all parts, with the slices of all points. */
static uint64_t count_cells(const struct noe_emitter *emitter) {
  uint64_t cells = emitter->plain_cells;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    cells += (uint64_t)emitter->blocks[i].size * emitter->blocks[i].cells;
  return cells;
}

bool noe_compile_layout(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  emitter->block_count = emitter->keys == NOE_NATIVE_RUNS ? emitter->symmetry->block_count : 0;
  if (emitter->block_count > NOE_MOST_BLOCKS)
    return false;
  emitter->plain_of = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->cell_count + 1);
  choose_cells(emitter);
  struct walk walk = {.emitter = emitter, .block = -1};
  for (uint32_t i = 0; i < model->variable_count; i++)
    place_value(&walk, model->variables[i].type);
  if (walk.failed)
    return false;
  emitter->plain = walk.plain.items;
  emitter->plain_cells = (uint32_t)walk.plain.count;
  assert(walk.cell == model->cell_count && "each cell was met once");
  emitter->blocks = NOE_NEW_ARRAY(emitter->arena, struct noe_emit_block, emitter->block_count + 1);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    measure_block(emitter, i, walk.slices[i].items, (uint32_t)walk.slices[i].count);
  assert(count_cells(emitter) == model->cell_count && "each cell is plain, or that of one point of one block");
  if (emitter->block_count) {
    emitter->parts = NOE_NEW_ARRAY(emitter->arena, uint32_t, (size_t)model->type_count * (emitter->block_count + 1));
    for (uint32_t i = 0; i < model->type_count; i++)
      measure(emitter, model->types[i]);
  }
  return true;
}
