/* Locations. A row of cells is a C pointer and an offset; a place that contains arrays
 * over a block has an offset in each part of the state, and becomes a row as soon as it
 * is indexed by a value of the block: a piece of that entry's slice. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"

struct noe_spot noe_compile_row(const char *base) {
  struct noe_spot spot = {0};
  snprintf(spot.base, sizeof spot.base, "%s", base);
  return spot;
}

const char *noe_compile_cell(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t number) {
  int64_t fixed = spot->at.fixed + number;
  if (!*spot->at.moving)
    return noe_base_arena_format(emitter->arena, "%s[%" PRId64 "]", spot->base, fixed);
  if (!fixed)
    return noe_base_arena_format(emitter->arena, "%s[%s]", spot->base, spot->at.moving);
  return noe_base_arena_format(emitter->arena, "%s[%" PRId64 " + %s]", spot->base, fixed, spot->at.moving);
}

const char *noe_compile_pointer(struct noe_emitter *emitter, const struct noe_spot *spot) {
  if (spot->spread)
    noe_compile_refuse(emitter, "a place that contains an array over a symmetric type is named as a whole");
  if (!*spot->at.moving && !spot->at.fixed)
    return noe_base_arena_format(emitter->arena, "%s", spot->base);
  return noe_base_arena_format(emitter->arena, "&%s", noe_compile_cell(emitter, spot, 0));
}

/* ------------------------------------------------------------------- roots */

struct noe_spot noe_compile_variable(struct noe_emitter *emitter, const struct noe_variable *variable) {
  struct noe_spot spot = noe_compile_row("w->c");
  const struct noe_model *model = emitter->model;
  spot.spread = noe_compile_is_spread(emitter, variable->type);
  if (spot.spread)
    spot.slices = NOE_NEW_ARRAY(emitter->arena, struct noe_offset, emitter->block_count);
  for (const struct noe_variable *before = model->variables; before < variable; before++) {
    spot.at.fixed += noe_compile_part(emitter, before->type, emitter->block_count);
    for (uint32_t i = 0; spot.spread && i < emitter->block_count; i++)
      spot.slices[i].fixed += noe_compile_part(emitter, before->type, i);
  }
  return spot;
}

static struct noe_spot global(struct noe_emitter *emitter, const struct noe_expr *expr) {
  const struct noe_model *model = emitter->model;
  for (uint32_t i = 0; i < model->variable_count; i++)
    if (model->variables[i].cell == expr->slot && model->variables[i].type->cells == expr->type->cells)
      return noe_compile_variable(emitter, &model->variables[i]);
  noe_compile_refuse(emitter, "a part of a variable is named directly");
  return noe_compile_row("w->c");
}

struct noe_spot noe_compile_local_spot(struct noe_emitter *emitter, uint32_t slot, const struct noe_type *type) {
  char base[NOE_TERM_TEXT];
  snprintf(base, sizeof base, "l%u", slot);
  if (noe_compile_is_spread(emitter, type))
    noe_compile_refuse(emitter, "a local variable contains an array over a symmetric type");
  noe_compile_use_local(emitter, slot, noe_type_is_simple(type) ? 1 : type->cells);
  const struct noe_term *bound = noe_compile_bound(emitter, slot);
  if (bound)
    noe_compile_set_local(emitter, slot, bound);
  return noe_compile_row(base);
}

static struct noe_spot reference(struct noe_emitter *emitter, const struct noe_expr *expr) {
  char base[NOE_TERM_TEXT];
  snprintf(base, sizeof base, "p%u", expr->slot);
  if (noe_compile_is_spread(emitter, expr->type))
    noe_compile_refuse(emitter, "a reference to an array over a symmetric type");
  noe_compile_use_reference(emitter, expr->slot);
  return noe_compile_row(base);
}

/* ------------------------------------------------------------------- steps */

struct noe_spot noe_compile_field(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *record,
                                  uint32_t field) {
  if (!spot.spread) {
    spot.at.fixed += record->fields[field].offset;
    return spot;
  }
  struct noe_offset *slices = NOE_NEW_ARRAY(emitter->arena, struct noe_offset, emitter->block_count);
  memcpy(slices, spot.slices, emitter->block_count * sizeof *slices);
  for (uint32_t i = 0; i < field; i++) {
    spot.at.fixed += noe_compile_part(emitter, record->fields[i].type, emitter->block_count);
    for (uint32_t k = 0; k < emitter->block_count; k++)
      slices[k].fixed += noe_compile_part(emitter, record->fields[i].type, k);
  }
  spot.slices = slices;
  spot.spread = noe_compile_is_spread(emitter, record->fields[field].type);
  return spot;
}

/* From there on numbers are counted from the first of their range, lest a multiple of them
 * overflow; nearer ones do without the subtraction. */
#define FAR_OFF ((int64_t)1 << 30)

/* offset + (index - low) * stride */
static void advance(struct noe_emitter *emitter, struct noe_offset *offset, const struct noe_term *index, int64_t low,
                    uint32_t stride) {
  if (noe_term_is_constant(index)) {
    offset->fixed += (index->low - low) * stride;
    return;
  }
  if (!stride)
    return;
  struct noe_term term;
  if (low > FAR_OFF || low < -FAR_OFF) {
    char number[NOE_TERM_TEXT];
    term = noe_compile_term(emitter, index->low - low, index->high - low, true, "%s - %s", index->text,
                            noe_compile_number(low, number));
    advance(emitter, offset, &term, 0, stride);
    return;
  }
  offset->fixed -= low * stride;
  if (*offset->moving)
    term = noe_compile_term(emitter, 0, 0, true, "%s + %s * %u", offset->moving, index->text, stride);
  else if (stride != 1)
    term = noe_compile_term(emitter, 0, 0, true, "%s * %u", index->text, stride);
  else
    term = *index;
  memcpy(offset->moving, term.text, sizeof offset->moving);
}

/* The piece of slice that a value of part number `part` of the index names. */
static struct noe_spot in_slice(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *array,
                                uint32_t part, const struct noe_term *index) {
  const struct noe_type *type = array->index;
  bool is_union = type->kind == NOE_TYPE_UNION;
  int block = noe_compile_block(emitter, is_union ? type->parts[part] : type);
  int64_t before = 0, offset = is_union ? type->part_offsets[part] : 0;
  for (uint32_t i = 0; i < part; i++)
    before += noe_compile_block(emitter, type->parts[i]) == block;
  char base[NOE_SPOT_BASE];
  if (offset)
    snprintf(base, sizeof base, "w->b%d[%s - %" PRId64 "].c", block, index->text, offset);
  else
    snprintf(base, sizeof base, "w->b%d[%s].c", block, index->text);
  struct noe_spot result = noe_compile_row(base);
  result.at = spot->slices[block];
  result.at.fixed += before * array->element->cells;
  return result;
}

/* A value of the index that is in no block: they are counted without the blocks' ones. */
static struct noe_spot in_plain(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *array,
                                uint32_t part, const struct noe_term *index) {
  struct noe_spot result = noe_compile_row("w->c");
  const struct noe_type *type = array->index;
  int64_t skipped = type->low;
  for (uint32_t i = 0; i < part; i++)
    if (noe_compile_block(emitter, type->parts[i]) >= 0)
      skipped += (int64_t)noe_type_size(type->parts[i]);
  result.at = spot->at;
  advance(emitter, &result.at, index, skipped, noe_compile_part(emitter, array->element, emitter->block_count));
  return result;
}

static struct noe_spot in_part(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *array,
                               uint32_t part, const struct noe_term *index) {
  return noe_compile_block(emitter, array->index->parts[part]) >= 0 ? in_slice(emitter, spot, array, part, index)
                                                                    : in_plain(emitter, spot, array, part, index);
}

/* Which part of the union the value belongs to may be seen only when it is there. */
static struct noe_spot by_union(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *array,
                                const struct noe_term *index) {
  const struct noe_type *type = array->index;
  for (uint32_t i = 0; i < type->part_count; i++)
    if (index->low >= type->part_offsets[i] &&
        index->high < type->part_offsets[i] + (int64_t)noe_type_size(type->parts[i]))
      return in_part(emitter, spot, array, i, index);
  if (noe_compile_is_spread(emitter, array->element)) {
    noe_compile_refuse(emitter, "an array over a union contains arrays over a symmetric type");
    return *spot;
  }
  char base[NOE_TERM_TEXT];
  snprintf(base, sizeof base, "q%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "cell *%s;", base);
  for (uint32_t i = 0; i < type->part_count; i++) {
    if (i + 1 < type->part_count)
      noe_compile_open(emitter, "%sif (%s < %" PRId64 ")", i ? "else " : "", index->text, type->part_offsets[i + 1]);
    else
      noe_compile_open(emitter, i ? "else" : "if (1)");
    struct noe_spot part = in_part(emitter, spot, array, i, index);
    noe_compile_line(emitter, "%s = &%s;", base, noe_compile_cell(emitter, &part, 0));
    noe_compile_close(emitter);
  }
  return noe_compile_row(base);
}

struct noe_spot noe_compile_element(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *array,
                                    const struct noe_term *index) {
  if (!spot.spread) {
    advance(emitter, &spot.at, index, array->index->low, array->stride);
    return spot;
  }
  if (noe_compile_block(emitter, array->index) >= 0)
    return in_slice(emitter, &spot, array, 0, index);
  if (noe_compile_blocks(emitter, array->index))
    return by_union(emitter, &spot, array, index);
  struct noe_offset *slices = NOE_NEW_ARRAY(emitter->arena, struct noe_offset, emitter->block_count);
  memcpy(slices, spot.slices, emitter->block_count * sizeof *slices);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    advance(emitter, &slices[i], index, array->index->low, noe_compile_part(emitter, array->element, i));
  advance(emitter, &spot.at, index, array->index->low, noe_compile_part(emitter, array->element, emitter->block_count));
  spot.slices = slices;
  return spot;
}

static struct noe_spot element(struct noe_emitter *emitter, const struct noe_expr *expr) {
  const struct noe_type *array = expr->left->type;
  struct noe_spot spot = noe_compile_place(emitter, expr->left);
  struct noe_term index = noe_compile_defined(emitter, expr->right);
  char number[NOE_TERM_TEXT];
  if (index.low < array->index->low)
    noe_compile_bail_if(emitter, "%s < %s", index.text, noe_compile_number(array->index->low, number));
  if (index.high > array->index->high)
    noe_compile_bail_if(emitter, "%s > %s", index.text, noe_compile_number(array->index->high, number));
  if (noe_term_is_constant(&index) && (index.low < array->index->low || index.low > array->index->high))
    index = noe_compile_constant(array->index->low); /* never reached */
  if (index.low < array->index->low)
    index.low = array->index->low;
  if (index.high > array->index->high)
    index.high = array->index->high;
  return noe_compile_element(emitter, spot, array, &index);
}

static struct noe_spot slot(struct noe_emitter *emitter, const struct noe_expr *expr) {
  const struct noe_type *multiset = expr->left->type;
  struct noe_spot spot = noe_compile_place(emitter, expr->left);
  struct noe_term number = noe_compile_defined(emitter, expr->right);
  noe_compile_bail_if(emitter, "%s < 0 || %s >= %u", number.text, number.text, multiset->capacity);
  advance(emitter, &spot.at, &number, 0, multiset->stride);
  noe_compile_will_read(emitter, &spot, 0, 1);
  noe_compile_bail_if(emitter, "%s != 1", noe_compile_cell(emitter, &spot, 0));
  spot.at.fixed++;
  return spot;
}

static uint32_t field_number(const struct noe_expr *expr) {
  const struct noe_type *record = expr->left->type;
  for (uint32_t i = 0; i < record->field_count; i++)
    if (record->fields[i].offset == expr->slot && record->fields[i].type == expr->type)
      return i;
  return UINT32_MAX;
}

static struct noe_spot conditional(struct noe_emitter *emitter, const struct noe_expr *expr) {
  char base[NOE_TERM_TEXT];
  snprintf(base, sizeof base, "q%u", noe_compile_name(emitter));
  struct noe_term condition = noe_compile_defined(emitter, expr->condition);
  noe_compile_line(emitter, "cell *%s;", base);
  noe_compile_open(emitter, "if (%s)", condition.text);
  struct noe_spot left = noe_compile_place(emitter, expr->left);
  noe_compile_line(emitter, "%s = %s;", base, noe_compile_pointer(emitter, &left));
  noe_compile_close(emitter);
  noe_compile_open(emitter, "else");
  struct noe_spot right = noe_compile_place(emitter, expr->right);
  noe_compile_line(emitter, "%s = %s;", base, noe_compile_pointer(emitter, &right));
  noe_compile_close(emitter);
  return noe_compile_row(base);
}

struct noe_spot noe_compile_place(struct noe_emitter *emitter, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL: return global(emitter, expr);
  case NOE_EXPR_LOCAL: return noe_compile_local_spot(emitter, expr->slot, expr->type);
  case NOE_EXPR_REFERENCE: return reference(emitter, expr);
  case NOE_EXPR_ELEMENT: return element(emitter, expr);
  case NOE_EXPR_SLOT: return slot(emitter, expr);
  case NOE_EXPR_CONDITIONAL: return conditional(emitter, expr);
  case NOE_EXPR_FIELD: {
    uint32_t field = field_number(expr);
    struct noe_spot spot = noe_compile_place(emitter, expr->left);
    if (field != UINT32_MAX)
      return noe_compile_field(emitter, spot, expr->left->type, field);
    noe_compile_refuse(emitter, "a field of another type");
    return spot;
  }
  case NOE_EXPR_CALL: {
    struct noe_spot spot;
    noe_compile_call(emitter, expr, &spot);
    return spot;
  }
  default: noe_compile_refuse(emitter, "an unknown place"); return noe_compile_row("w->c");
  }
}
