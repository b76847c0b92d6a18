#include <assert.h>

#include "detect/shape.h"

static const struct noe_value_shape **parts_of(struct noe_classes *classes, const struct noe_type *type,
                                               uint32_t *count) {
  const struct noe_type *two[2];
  const struct noe_value_shape **parts;
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    two[0] = type->index;
    two[1] = type->element;
    *count = 2;
    break;
  case NOE_TYPE_MULTISET:
  case NOE_TYPE_SLOT:
    two[0] = type->element;
    *count = 1;
    break;
  case NOE_TYPE_RECORD: *count = type->field_count; break;
  default: *count = 0; break;
  }
  assert((!*count || !noe_type_is_simple(type) || type->kind == NOE_TYPE_SLOT) && "only compound types have parts");
  parts = NOE_NEW_ARRAY(classes->arena, const struct noe_value_shape *, *count + 1);
  for (uint32_t i = 0; i < *count; i++)
    parts[i] = noe_detect_shape(classes, type->kind == NOE_TYPE_RECORD ? type->fields[i].type : two[i]);
  return parts;
}

struct noe_value_shape *noe_detect_shape(struct noe_classes *classes, const struct noe_type *type) {
  struct noe_value_shape *shape = NOE_NEW(classes->arena, struct noe_value_shape);
  shape->type = type;
  shape->class = NOE_PLAIN_CLASS;
  shape->parts = parts_of(classes, type, &shape->part_count);
  if (!noe_type_is_simple(type))
    return shape;
  shape->class = noe_detect_class(classes, type);
  shape->low = type->kind == NOE_TYPE_INTEGER ? 1 : type->low;
  shape->high = type->kind == NOE_TYPE_INTEGER ? 0 : type->high;
  return shape;
}

void noe_detect_limit_shape(struct noe_classes *classes, const struct noe_value_shape *shape, enum noe_limit limit,
                            struct noe_place place) {
  noe_detect_limit(classes, shape->class, limit, place);
  for (uint32_t i = 0; i < shape->part_count; i++)
    noe_detect_limit_shape(classes, shape->parts[i], limit, place);
}

void noe_detect_unify(struct noe_classes *classes, const struct noe_value_shape *a, const struct noe_value_shape *b,
                      struct noe_place place) {
  if (a == b)
    return;
  bool same =
      a->type->kind == b->type->kind && a->part_count == b->part_count && a->low == b->low && a->high == b->high;
  if (!same) {
    noe_detect_limit_shape(classes, a, NOE_LIMIT_SHAPE, place);
    noe_detect_limit_shape(classes, b, NOE_LIMIT_SHAPE, place);
    return;
  }
  if (noe_type_is_simple(a->type))
    noe_detect_merge(classes, a->class, b->class, place);
  for (uint32_t i = 0; i < a->part_count; i++)
    noe_detect_unify(classes, a->parts[i], b->parts[i], place);
}

void noe_detect_clear(struct noe_classes *classes, const struct noe_value_shape *shape, struct noe_place place,
                      uint32_t owner) {
  if (noe_type_is_simple(shape->type)) {
    noe_detect_literal(classes, shape->class, shape->low, place, owner);
    return;
  }
  bool is_array = shape->type->kind == NOE_TYPE_ARRAY, is_multiset = shape->type->kind == NOE_TYPE_MULTISET;
  for (uint32_t i = is_array; !is_multiset && i < shape->part_count; i++)
    noe_detect_clear(classes, shape->parts[i], place, owner);
}
