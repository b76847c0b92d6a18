/* The layout of a state: which cell holds what, where its bits are in the
 * packed state, and where the multisets are. */
#include <assert.h>

#include "model/build.h"

/* Packed states are compared and hashed as bytes, the first ones carrying the
 * low bits; the rooms above rely on it. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "packed states need a little-endian machine");

struct layout {
  struct noe_arena *arena;
  struct noe_cell *cells;
  uint32_t count;
  uint32_t variable;
  uint64_t word; /* the next free bit */
  uint32_t bit;
  uint32_t depth; /* of the multisets around */
  uint64_t inner; /* bits of cells inside of multisets */
  NOE_LIST(struct noe_multiset_place) bags, outer;
};

/* Bits for the stored numbers 0 .. size. */
static uint8_t width_of(uint64_t size) { return size ? (uint8_t)(64 - __builtin_clzll(size)) : 0; }

static void add_cell(struct layout *layout, const struct noe_type *type) {
  struct noe_cell *cell = &layout->cells[layout->count++];
  cell->type = type;
  cell->variable = layout->variable;
  cell->width = type ? width_of(noe_type_size(type)) : 1;
  cell->base = type ? type->low : 1;
  cell->empty = type ? NOE_UNDEFINED : 0;
  cell->in_multiset = layout->depth;
  if (cell->in_multiset) {
    layout->inner += cell->width;
    return;
  }
  if (!cell->width)
    return; /* a type without values: always undefined, no bits */
  if (layout->bit + cell->width > 64) {
    layout->word++;
    layout->bit = 0;
  }
  assert(layout->bit + cell->width <= 64 && "a cell lies in one word");
  cell->word = (uint32_t)layout->word;
  cell->shift = (uint8_t)layout->bit;
  layout->bit += cell->width;
}

static void add_value(struct layout *layout, const struct noe_type *type);

static void add_multiset(struct layout *layout, const struct noe_type *type) {
  struct noe_multiset_place bag = {.cell = layout->count, .type = type};
  uint64_t before = layout->inner;
  layout->depth++;
  for (uint32_t i = 0; i < type->capacity; i++) {
    add_cell(layout, NULL);
    add_value(layout, type->element);
  }
  layout->depth--;
  bag.slot_bits = type->capacity ? (uint32_t)((layout->inner - before) / type->capacity) : 0;
  NOE_LIST_PUSH(layout->arena, &layout->bags, bag);
  if (!layout->depth)
    NOE_LIST_PUSH(layout->arena, &layout->outer, bag);
}

static void add_value(struct layout *layout, const struct noe_type *type) {
  uint32_t first = layout->count;
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint64_t i = 0; type->stride && i < noe_type_size(type->index); i++)
      add_value(layout, type->element);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      add_value(layout, type->fields[i].type);
    break;
  case NOE_TYPE_MULTISET: add_multiset(layout, type); break;
  default: assert(type->kind <= NOE_TYPE_UNION && "only values of finite types are stored"); add_cell(layout, type);
  }
  assert(layout->count - first == type->cells && "the size of a type is what its value takes");
}

/* In an order that lets one loop do all of a type. */
static void order_outer(struct noe_builder *builder, struct noe_model *model, const struct layout *layout) {
  struct noe_multiset_place *ordered = NOE_NEW_ARRAY(builder->arena, struct noe_multiset_place, layout->outer.count);
  for (size_t type = 0; type < builder->types.count; type++)
    for (size_t i = 0; builder->types.items[type]->kind == NOE_TYPE_MULTISET && i < layout->outer.count; i++)
      if (layout->outer.items[i].type == builder->types.items[type])
        ordered[model->outer_bag_count++] = layout->outer.items[i];
  assert(model->outer_bag_count == layout->outer.count && "every type is the builder's");
  model->outer_bags = ordered;
}

bool noe_model_layout(struct noe_builder *builder, struct noe_model *model, struct noe_variable *variables,
                      uint32_t count) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; i++) {
    variables[i].cell = (uint32_t)total;
    total += variables[i].type->cells;
    if (total > NOE_CELL_LIMIT)
      return false;
  }
  struct layout layout = {.arena = builder->arena, .cells = NOE_NEW_ARRAY(builder->arena, struct noe_cell, total)};
  for (uint32_t i = 0; i < count; i++) {
    layout.variable = i;
    add_value(&layout, variables[i].type);
  }
  model->types = builder->types.items;
  model->type_count = (uint32_t)builder->types.count;
  model->variables = variables;
  model->variable_count = count;
  model->cells = layout.cells;
  model->cell_count = layout.count;
  model->bags = layout.bags.items;
  model->bag_count = (uint32_t)layout.bags.count;
  order_outer(builder, model, &layout);
  /* At least one byte, so that a state without variables is still a key. */
  model->fixed_bits = (uint32_t)(layout.word * 64 + layout.bit);
  assert(layout.count == total && model->fixed_bits + layout.inner <= UINT32_MAX &&
         "there are so few cells that their bits can be counted");
  model->packed_bits = (uint32_t)(model->fixed_bits + layout.inner);
  model->packed_bytes = model->packed_bits ? (model->packed_bits + 7) / 8 : 1;
  model->packed_words = (model->packed_bytes + 7) / 8;
  return true;
}
