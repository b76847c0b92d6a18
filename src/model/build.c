/* Constructors of types: every size and offset is computed here and nowhere
 * else. The layout of a state is in layout.c. */
#include <assert.h>

#include "model/build.h"

static struct noe_type *make(struct noe_builder *builder, enum noe_type_kind kind) {
  struct noe_type *type = NOE_NEW(builder->arena, struct noe_type);
  type->kind = kind;
  type->id = (uint32_t)builder->types.count;
  type->cells = 1;
  NOE_LIST_PUSH(builder->arena, &builder->types, type);
  return type;
}

static struct noe_type *make_simple(struct noe_builder *builder, enum noe_type_kind kind, int64_t low, int64_t high) {
  struct noe_type *type = make(builder, kind);
  type->low = low;
  type->high = high;
  return type;
}

void noe_model_builder_init(struct noe_builder *builder, struct noe_arena *arena) {
  *builder = (struct noe_builder){.arena = arena};
  struct noe_type *boolean = make_simple(builder, NOE_TYPE_BOOLEAN, 0, 1);
  boolean->name = "boolean";
  builder->boolean = boolean;
  builder->integer = make_simple(builder, NOE_TYPE_INTEGER, NOE_VALUE_MIN, NOE_VALUE_MAX);
}

struct noe_type *noe_model_range(struct noe_builder *builder, int64_t low, int64_t high) {
  return make_simple(builder, NOE_TYPE_RANGE, low, high);
}

struct noe_type *noe_model_enum(struct noe_builder *builder, const char *const *members, uint32_t count) {
  struct noe_type *type = make_simple(builder, NOE_TYPE_ENUM, 0, (int64_t)count - 1);
  type->members = members;
  return type;
}

struct noe_type *noe_model_scalarset(struct noe_builder *builder, int64_t size) {
  return make_simple(builder, NOE_TYPE_SCALARSET, 0, size - 1);
}

struct noe_type *noe_model_ringset(struct noe_builder *builder, int64_t size) {
  struct noe_type *type = noe_model_scalarset(builder, size);
  type->is_ring = true;
  return type;
}

/* The parts that `type` brings into a union: itself, or its own parts. */
static uint32_t part_count(const struct noe_type *type) { return type->kind == NOE_TYPE_UNION ? type->part_count : 1; }

static const struct noe_type *part_at(const struct noe_type *type, uint32_t i) {
  return type->kind == NOE_TYPE_UNION ? type->parts[i] : type;
}

static bool has_part(const struct noe_type *const *parts, uint32_t count, const struct noe_type *part) {
  for (uint32_t i = 0; i < count; i++)
    if (parts[i] == part)
      return true;
  return false;
}

struct noe_type *noe_model_union(struct noe_builder *builder, const struct noe_type *const *parts, uint32_t count) {
  size_t room = 0;
  for (uint32_t i = 0; i < count; i++)
    room += part_count(parts[i]);
  const struct noe_type **flat = NOE_NEW_ARRAY(builder->arena, const struct noe_type *, room);
  int64_t *offsets = NOE_NEW_ARRAY(builder->arena, int64_t, room);
  uint32_t used = 0;
  int64_t size = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < part_count(parts[i]); k++) {
      const struct noe_type *part = part_at(parts[i], k);
      /* A type that comes in twice, through two unions, is still one part. */
      if (has_part(flat, used, part))
        continue;
      if ((uint64_t)size + noe_type_size(part) > (uint64_t)NOE_VALUE_MAX)
        return NULL;
      flat[used] = part;
      offsets[used++] = size;
      size += (int64_t)noe_type_size(part);
    }
  assert(used <= room && "parts of parts come in once");
  struct noe_type *type = make_simple(builder, NOE_TYPE_UNION, 0, size - 1);
  type->parts = flat;
  type->part_offsets = offsets;
  type->part_count = used;
  return type;
}

/* `count` pieces of `stride` cells. The count is limited even if the pieces are
 * empty: everything that walks a type walks each of them. */
static bool fits(uint64_t count, uint64_t stride) {
  return count <= NOE_CELL_LIMIT && count * stride <= NOE_CELL_LIMIT;
}

struct noe_type *noe_model_array(struct noe_builder *builder, const struct noe_type *index,
                                 const struct noe_type *element) {
  if (!fits(noe_type_size(index), element->cells))
    return NULL;
  assert(noe_type_is_simple(index) && "indices are values");
  struct noe_type *type = make(builder, NOE_TYPE_ARRAY);
  type->index = index;
  type->element = element;
  type->stride = element->cells;
  type->cells = (uint32_t)noe_type_size(index) * element->cells;
  type->has_multiset = element->has_multiset;
  return type;
}

struct noe_type *noe_model_record(struct noe_builder *builder, struct noe_field *fields, uint32_t count) {
  uint64_t cells = 0;
  bool has_multiset = false;
  for (uint32_t i = 0; i < count; i++) {
    fields[i].offset = (uint32_t)cells;
    cells += fields[i].type->cells;
    has_multiset |= fields[i].type->has_multiset;
    if (cells > NOE_CELL_LIMIT)
      return NULL;
  }
  struct noe_type *type = make(builder, NOE_TYPE_RECORD);
  type->fields = fields;
  type->field_count = count;
  type->cells = (uint32_t)cells;
  type->has_multiset = has_multiset;
  return type;
}

struct noe_type *noe_model_multiset(struct noe_builder *builder, uint64_t capacity, const struct noe_type *element) {
  if (!fits(capacity, (uint64_t)element->cells + 1))
    return NULL;
  struct noe_type *type = make(builder, NOE_TYPE_MULTISET);
  type->element = element;
  type->capacity = (uint32_t)capacity;
  type->stride = element->cells + 1;
  type->cells = type->capacity * type->stride;
  type->has_multiset = true;
  return type;
}

struct noe_type *noe_model_slot(struct noe_builder *builder, const struct noe_type *multiset) {
  struct noe_type *type = make_simple(builder, NOE_TYPE_SLOT, 0, (int64_t)multiset->capacity - 1);
  type->element = multiset;
  return type;
}
