#include "detect/rewrite.h"

#include <assert.h>

static struct noe_type *mutable(const struct noe_type *type) { return (struct noe_type *)(uintptr_t)type; }

static void carry_name(const struct noe_type *made, const struct noe_type *type) {
  if (made == NULL)
    return;
  mutable(made)->name = type->name;
  mutable(made)->place = type->place;
}

/* ----------------------------------------------------------------- copies */

static const struct noe_type *copy_union(struct noe_rewriter *rewriter, const struct noe_type *type) {
  const struct noe_type **parts = NOE_NEW_ARRAY(rewriter->builder.arena, const struct noe_type *, type->part_count);
  for (uint32_t i = 0; i < type->part_count; i++)
    parts[i] = noe_detect_copy_type(rewriter, type->parts[i]);
  return noe_model_union(&rewriter->builder, parts, type->part_count);
}

static const struct noe_type *copy_simple(struct noe_rewriter *rewriter, const struct noe_type *type) {
  struct noe_builder *builder = &rewriter->builder;
  switch (type->kind) {
  case NOE_TYPE_RANGE: return noe_model_range(builder, type->low, type->high);
  case NOE_TYPE_ENUM: return noe_model_enum(builder, type->members, (uint32_t)noe_type_size(type));
  case NOE_TYPE_SCALARSET:
    return type->is_ring ? noe_model_ringset(builder, (int64_t)noe_type_size(type))
                         : noe_model_scalarset(builder, (int64_t)noe_type_size(type));
  case NOE_TYPE_UNION: return copy_union(rewriter, type);
  default: break;
  }
  rewriter->failed = true;
  return builder->boolean;
}

const struct noe_type *noe_detect_copy_type(struct noe_rewriter *rewriter, const struct noe_type *type) {
  if (type->kind == NOE_TYPE_BOOLEAN)
    return rewriter->builder.boolean;
  if (type->kind == NOE_TYPE_INTEGER)
    return rewriter->builder.integer;
  assert(type->id < rewriter->model->type_count && "a type of the model");
  if (!rewriter->copies[type->id]) {
    const struct noe_type *made = copy_simple(rewriter, type);
    if (made != rewriter->builder.boolean)
      carry_name(made, type);
    rewriter->copies[type->id] = made;
  }
  return rewriter->copies[type->id];
}

/* ------------------------------------------------------------------ pieces */

const struct noe_type *noe_detect_piece_type(struct noe_rewriter *rewriter, struct noe_piece *piece) {
  const struct noe_piece *none = NULL;
  while (rewriter->pieces.count < rewriter->builder.types.count)
    NOE_LIST_PUSH(rewriter->builder.arena, &rewriter->pieces, none);
  assert(piece->type->id < rewriter->pieces.count && "the type of a piece is one of the view");
  rewriter->pieces.items[piece->type->id] = piece;
  return piece->type;
}

const struct noe_piece *noe_detect_piece_of(const struct noe_rewriter *rewriter, const struct noe_type *type) {
  return type->id < rewriter->pieces.count ? rewriter->pieces.items[type->id] : NULL;
}

static const struct noe_type *view_simple(struct noe_rewriter *rewriter, const struct noe_value_shape *shape) {
  struct noe_found *found = rewriter->founds[noe_detect_root(&rewriter->inference->classes, shape->class)];
  struct noe_builder *builder = &rewriter->builder;
  if (!found)
    return noe_detect_copy_type(rewriter, shape->type);
  return noe_detect_piece_type(rewriter, shape->low <= shape->high
                                             ? noe_detect_piece(builder, found, shape->low, shape->high)
                                             : noe_detect_universe(builder, found));
}

/* ------------------------------------------------------------------ shapes */

static const struct noe_type *made_before(const struct noe_rewriter *rewriter, const struct noe_value_shape *shape,
                                          const struct noe_type *const *parts) {
  for (size_t i = 0; i < rewriter->compounds.count; i++) {
    const struct noe_compound *compound = &rewriter->compounds.items[i];
    bool same = compound->type == shape->type && compound->part_count == shape->part_count;
    for (uint32_t k = 0; same && k < shape->part_count; k++)
      same = compound->parts[k] == parts[k];
    if (same)
      return compound->made;
  }
  return NULL;
}

static const struct noe_type *make_record(struct noe_rewriter *rewriter, const struct noe_value_shape *shape,
                                          const struct noe_type *const *parts) {
  struct noe_field *fields = NOE_NEW_ARRAY(rewriter->builder.arena, struct noe_field, shape->part_count + 1);
  for (uint32_t i = 0; i < shape->part_count; i++)
    fields[i] = (struct noe_field){.name = shape->type->fields[i].name, .type = parts[i]};
  return noe_model_record(&rewriter->builder, fields, shape->part_count);
}

static const struct noe_type *make_compound(struct noe_rewriter *rewriter, const struct noe_value_shape *shape,
                                            const struct noe_type *const *parts) {
  switch (shape->type->kind) {
  case NOE_TYPE_ARRAY: return noe_model_array(&rewriter->builder, parts[0], parts[1]);
  case NOE_TYPE_RECORD: return make_record(rewriter, shape, parts);
  case NOE_TYPE_MULTISET: return noe_model_multiset(&rewriter->builder, shape->type->capacity, parts[0]);
  case NOE_TYPE_SLOT: return noe_model_slot(&rewriter->builder, parts[0]);
  default: break;
  }
  rewriter->failed = true;
  return rewriter->builder.boolean;
}

static const struct noe_type *view_compound(struct noe_rewriter *rewriter, const struct noe_value_shape *shape) {
  struct noe_arena *arena = rewriter->builder.arena;
  const struct noe_type **parts = NOE_NEW_ARRAY(arena, const struct noe_type *, shape->part_count + 1);
  for (uint32_t i = 0; i < shape->part_count; i++)
    parts[i] = noe_detect_view_type(rewriter, shape->parts[i]);
  const struct noe_type *made = made_before(rewriter, shape, parts);
  if (made)
    return made;
  made = make_compound(rewriter, shape, parts);
  assert(made && made->cells == shape->type->cells && "a value takes as many cells as in the model");
  if (made != rewriter->builder.boolean)
    carry_name(made, shape->type);
  struct noe_compound compound = {shape->type, parts, shape->part_count, made};
  NOE_LIST_PUSH(arena, &rewriter->compounds, compound);
  return made;
}

const struct noe_type *noe_detect_view_type(struct noe_rewriter *rewriter, const struct noe_value_shape *shape) {
  if (shape->view)
    return shape->view;
  bool is_simple = noe_type_is_simple(shape->type) && shape->type->kind != NOE_TYPE_SLOT;
  const struct noe_type *view = is_simple ? view_simple(rewriter, shape) : view_compound(rewriter, shape);
  ((struct noe_value_shape *)(uintptr_t)shape)->view = view;
  return view;
}

const struct noe_type *noe_detect_slot_type(struct noe_rewriter *rewriter, uint32_t slot) {
  const struct noe_value_shape *shape = rewriter->inference->frames[rewriter->owner][slot];
  return shape ? noe_detect_view_type(rewriter, shape) : NULL;
}
