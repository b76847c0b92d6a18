#include "symmetry/symmetry.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "symmetry/check.h"

/* ---------------------------------------------------------------- building */

static bool is_usable(const struct noe_model *model, const bool *use, uint32_t id) {
  const struct noe_type *type = model->types[id];
  return type->kind == NOE_TYPE_SCALARSET && use[id] && type->high >= 1 && type->high < NOE_POINT_LIMIT;
}

/* By the type that stands for them: how many scalarsets are tied, 0 if one of them cannot be used. A tied
 * class is used as a whole or not at all. */
static uint32_t *count_members(struct noe_arena *arena, const struct noe_model *model, const bool *use) {
  uint32_t *members = NOE_NEW_ARRAY(arena, uint32_t, model->type_count);
  for (uint32_t i = 0; i < model->type_count; i++)
    members[model->tied[i]] += model->types[i]->kind == NOE_TYPE_SCALARSET;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SCALARSET && !is_usable(model, use, i))
      members[model->tied[i]] = 0;
  return members;
}

static struct noe_block make_block(struct noe_arena *arena, const struct noe_model *model, uint32_t leader,
                                   uint32_t members, uint32_t first) {
  const struct noe_type **types = NOE_NEW_ARRAY(arena, const struct noe_type *, members);
  struct noe_block block = {.types = types, .type_count = members, .first = first};
  uint32_t at = 0;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SCALARSET && model->tied[i] == leader) {
      assert(at < members && "all scalarsets of a tied class were counted");
      types[at++] = model->types[i];
    }
  assert(at == members && at && "a tied class is used as a whole");
  block.size = (uint32_t)types[0]->high + 1;
  block.is_rigid = types[0]->is_ring;
  for (uint32_t i = 1; i < members; i++)
    assert(types[i]->high == types[0]->high && "only scalarsets of one size are mixed");
  return block;
}

/* The points of the listed group, if there is one: types in use that have it. */
static struct noe_block make_group_block(struct noe_arena *arena, const struct noe_model *model, const bool *use,
                                         uint32_t first) {
  const struct noe_type **types = NOE_NEW_ARRAY(arena, const struct noe_type *, model->type_count);
  struct noe_block block = {.types = types, .first = first, .is_rigid = true};
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->group && use[i]) {
      assert((!block.group || block.group == model->types[i]->group) && "a model has one listed group");
      NOE_COSTLY((block.group || !noe_symmetry_group_check(model->types[i]->group)) && "a listed group is a group");
      block.group = model->types[i]->group;
      block.size = block.group->degree;
      types[block.type_count++] = model->types[i];
    }
  return block;
}

bool noe_symmetry_moves(const struct noe_type *type, const bool *permuted) {
  switch (type->kind) {
  case NOE_TYPE_RANGE:
  case NOE_TYPE_ENUM:
  case NOE_TYPE_SCALARSET: return permuted[type->id];
  case NOE_TYPE_UNION:
    for (uint32_t i = 0; i < type->part_count; i++)
      if (noe_symmetry_moves(type->parts[i], permuted))
        return true;
    return false;
  case NOE_TYPE_ARRAY: return noe_symmetry_moves(type->index, permuted) || noe_symmetry_moves(type->element, permuted);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (noe_symmetry_moves(type->fields[i].type, permuted))
        return true;
    return false;
  case NOE_TYPE_MULTISET: return noe_symmetry_moves(type->element, permuted);
  default: return false;
  }
}

static void find_blocks(struct noe_arena *arena, struct noe_symmetry *symmetry, const bool *use) {
  const struct noe_model *model = symmetry->model;
  struct noe_block *blocks = NOE_NEW_ARRAY(arena, struct noe_block, model->type_count + 1);
  uint16_t *block_of_type = NOE_NEW_ARRAY(arena, uint16_t, model->type_count);
  const uint32_t *all_members = count_members(arena, model, use);
  for (uint32_t i = 0; i < model->type_count; i++)
    block_of_type[i] = NOE_NO_BLOCK;
  for (uint32_t i = 0; i < model->type_count; i++) {
    uint32_t members = all_members[i];
    if (!members || symmetry->points + (uint32_t)model->types[i]->high + 1 > NOE_POINT_LIMIT)
      continue;
    struct noe_block block = make_block(arena, model, i, members, symmetry->points);
    for (uint32_t j = 0; j < members; j++)
      block_of_type[block.types[j]->id] = (uint16_t)symmetry->block_count;
    symmetry->points += block.size;
    symmetry->rigid_count += block.is_rigid;
    blocks[symmetry->block_count++] = block;
  }
  struct noe_block group = make_group_block(arena, model, use, symmetry->points);
  if (group.type_count && symmetry->points + group.size <= NOE_POINT_LIMIT) {
    for (uint32_t j = 0; j < group.type_count; j++)
      block_of_type[group.types[j]->id] = (uint16_t)symmetry->block_count;
    symmetry->points += group.size;
    symmetry->rigid_count++;
    blocks[symmetry->block_count++] = group;
  }
  symmetry->blocks = blocks;
  symmetry->block_of_type = block_of_type;
}

struct noe_symmetry *noe_symmetry_new(struct noe_arena *arena, const struct noe_model *model, const bool *use) {
  assert(use && "which scalarsets may be permuted is known");
  struct noe_symmetry *symmetry = NOE_NEW(arena, struct noe_symmetry);
  symmetry->model = model;
  symmetry->few_traits = NOE_FEW_LOCAL_STATES;
  find_blocks(arena, symmetry, use);
  bool *moves = NOE_NEW_ARRAY(arena, bool, model->type_count), *permuted;
  permuted = NOE_NEW_ARRAY(arena, bool, model->type_count);
  for (uint32_t i = 0; i < model->type_count; i++)
    permuted[i] = symmetry->block_of_type[i] != NOE_NO_BLOCK;
  for (uint32_t i = 0; i < model->type_count; i++)
    moves[i] = noe_symmetry_moves(model->types[i], permuted);
  symmetry->moves = moves;
  assert(!noe_symmetry_blocks_check(symmetry) && "blocks share the points out");
  return symmetry;
}

bool noe_symmetry_has_group(const struct noe_symmetry *symmetry) {
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    if (symmetry->blocks[i].group)
      return true;
  return false;
}

/* ------------------------------------------------------------------ action */

int32_t noe_symmetry_point(const struct noe_symmetry *symmetry, const struct noe_type *type, int64_t value) {
  assert(type->id < symmetry->model->type_count && "a type of this model");
  if (value == NOE_UNDEFINED || !symmetry->moves[type->id])
    return -1;
  int64_t local;
  const struct noe_type *part = noe_model_value_type(type, value, &local);
  if (type->group) {
    assert(symmetry->block_of_type[type->id] != NOE_NO_BLOCK && "a type with a group moves only as part of its block");
    const uint32_t first = symmetry->blocks[symmetry->block_of_type[type->id]].first + type->group_first;
    return value < type->low || value > type->high ? -1 : (int32_t)(first + (uint32_t)(value - type->low));
  }
  if (part->kind != NOE_TYPE_SCALARSET || symmetry->block_of_type[part->id] == NOE_NO_BLOCK)
    return -1;
  assert((uint64_t)local < symmetry->blocks[symmetry->block_of_type[part->id]].size &&
         "a value of a scalarset is a point");
  return (int32_t)(symmetry->blocks[symmetry->block_of_type[part->id]].first + (uint32_t)local);
}

int64_t noe_symmetry_apply_value(const struct noe_symmetry *symmetry, const uint16_t *permutation,
                                 const struct noe_type *type, int64_t value) {
  int32_t point = noe_symmetry_point(symmetry, type, value);
  return point < 0 ? value : value + (int64_t)permutation[point] - point;
}

static void apply_array(const struct noe_symmetry *symmetry, const uint16_t *permutation, const struct noe_type *type,
                        const int64_t *from, int64_t *to) {
  for (int64_t i = type->index->low; i <= type->index->high; i++) {
    int64_t image = noe_symmetry_apply_value(symmetry, permutation, type->index, i);
    noe_symmetry_apply_cells(symmetry, permutation, type->element, from + (i - type->index->low) * type->stride,
                             to + (image - type->index->low) * type->stride);
  }
}

/* Slots keep their places here; the bag is sorted when the state is complete. */
static void apply_multiset(const struct noe_symmetry *symmetry, const uint16_t *permutation,
                           const struct noe_type *type, const int64_t *from, int64_t *to) {
  for (uint32_t i = 0; i < type->capacity; i++, from += type->stride, to += type->stride) {
    to[0] = from[0];
    noe_symmetry_apply_cells(symmetry, permutation, type->element, from + 1, to + 1);
  }
}

void noe_symmetry_apply_cells(const struct noe_symmetry *symmetry, const uint16_t *permutation,
                              const struct noe_type *type, const int64_t *from, int64_t *to) {
  if (!symmetry->moves[type->id]) {
    memcpy(to, from, type->cells * sizeof *to);
    return;
  }
  switch (type->kind) {
  case NOE_TYPE_ARRAY: apply_array(symmetry, permutation, type, from, to); break;
  case NOE_TYPE_MULTISET: apply_multiset(symmetry, permutation, type, from, to); break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      noe_symmetry_apply_cells(symmetry, permutation, type->fields[i].type, from + type->fields[i].offset,
                               to + type->fields[i].offset);
    break;
  default: *to = noe_symmetry_apply_value(symmetry, permutation, type, *from);
  }
}

void noe_symmetry_apply(const struct noe_symmetry *symmetry, const uint16_t *permutation, const int64_t *from,
                        int64_t *to) {
  assert((from != to || !symmetry->model->cell_count) && "an image is made beside its state");
  NOE_COSTLY(noe_symmetry_is_permutation(symmetry, permutation) && "each block is permuted within itself");
  const struct noe_model *model = symmetry->model;
  for (uint32_t i = 0; i < model->variable_count; i++)
    noe_symmetry_apply_cells(symmetry, permutation, model->variables[i].type, from + model->variables[i].cell,
                             to + model->variables[i].cell);
  noe_model_normalise(model, to);
  NOE_COSTLY((noe_model_state_is_legal(model, to) || !noe_model_state_is_legal(model, from)) &&
             "the image of a legal state is legal");
}

/* ------------------------------------------------------------ permutations */

void noe_symmetry_identity(const struct noe_symmetry *symmetry, uint16_t *permutation) {
  for (uint32_t i = 0; i < symmetry->points; i++)
    permutation[i] = (uint16_t)i;
}

void noe_symmetry_compose(const struct noe_symmetry *symmetry, const uint16_t *left, const uint16_t *right,
                          uint16_t *result) {
  assert(((result != left && result != right) || !symmetry->points) && "a product is made beside its factors");
  for (uint32_t i = 0; i < symmetry->points; i++)
    result[i] = left[right[i]];
  NOE_COSTLY(noe_symmetry_is_permutation(symmetry, result) && "a product of permutations is one");
}

void noe_symmetry_invert(const struct noe_symmetry *symmetry, const uint16_t *permutation, uint16_t *result) {
  assert((result != permutation || !symmetry->points) && "the inverse is made beside the permutation");
  NOE_COSTLY(noe_symmetry_is_permutation(symmetry, permutation) && "only a permutation has an inverse");
  for (uint32_t i = 0; i < symmetry->points; i++)
    result[permutation[i]] = (uint16_t)i;
}

/* `seen`, a set of points: the images so far. */
static bool permutes_block(const struct noe_block *block, const uint16_t *permutation, uint64_t *seen) {
  for (uint32_t i = 0; i < block->size; i++) {
    const uint32_t image = permutation[block->first + i];
    const uint64_t bit = (uint64_t)1 << image % 64;
    if (image < block->first || image >= block->first + block->size || (seen[image / 64] & bit))
      return false;
    seen[image / 64] |= bit;
  }
  return true;
}

bool noe_symmetry_is_permutation(const struct noe_symmetry *symmetry, const uint16_t *permutation) {
  uint64_t seen[NOE_POINT_LIMIT / 64 + 1];
  memset(seen, 0, (symmetry->points / 64 + 1) * sizeof *seen);
  for (uint32_t i = 0; i < symmetry->block_count; i++)
    if (!permutes_block(&symmetry->blocks[i], permutation, seen))
      return false;
  return true;
}
