/* Addresses. A row of cells is a C pointer and an offset; a place that contains arrays
 * over a block has an offset in each part of the state, and becomes a row as soon as it
 * is indexed by a value of the block: a piece of that entry's slice. */
#include <assert.h>
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

/* ------------------------------------------------------------------- steps */

struct noe_spot noe_compile_field(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *record,
                                  uint32_t field) {
  assert(record->kind == NOE_TYPE_RECORD && field < record->field_count && "the record has such a field");
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

void noe_compile_advance(struct noe_emitter *emitter, struct noe_offset *offset, const struct noe_term *index,
                         int64_t low, uint32_t stride) {
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
    noe_compile_advance(emitter, offset, &term, 0, stride);
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
  assert(block >= 0 && spot->slices && "slices are those of the blocks of a spread place");
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
  noe_compile_advance(emitter, &result.at, index, skipped,
                      noe_compile_part(emitter, array->element, emitter->block_count));
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
  assert(array->kind == NOE_TYPE_ARRAY && "arrays have elements");
  if (!spot.spread) {
    noe_compile_advance(emitter, &spot.at, index, array->index->low, array->stride);
    return spot;
  }
  if (noe_compile_block(emitter, array->index) >= 0)
    return in_slice(emitter, &spot, array, 0, index);
  if (noe_compile_blocks(emitter, array->index))
    return by_union(emitter, &spot, array, index);
  struct noe_offset *slices = NOE_NEW_ARRAY(emitter->arena, struct noe_offset, emitter->block_count);
  memcpy(slices, spot.slices, emitter->block_count * sizeof *slices);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_compile_advance(emitter, &slices[i], index, array->index->low, noe_compile_part(emitter, array->element, i));
  noe_compile_advance(emitter, &spot.at, index, array->index->low,
                      noe_compile_part(emitter, array->element, emitter->block_count));
  spot.slices = slices;
  return spot;
}

/* -------------------------------------------------------------- the state */

static const struct noe_variable *variable_at(const struct noe_model *model, uint32_t cell) {
  for (uint32_t i = 0; i < model->variable_count; i++)
    if (cell - model->variables[i].cell < model->variables[i].type->cells)
      return &model->variables[i];
  return NULL;
}

/* From a spread variable to a part of it: offset and indices of the address tell the way. */
struct way {
  const struct noe_low_address *address;
  uint32_t rest; /* cells from here to the base */
  uint32_t used; /* indices so far */
};

static struct noe_spot step_into_array(struct noe_emitter *emitter, struct way *way, struct noe_spot spot,
                                       const struct noe_type *array) {
  const struct noe_low_index *index = &way->address->indices[way->used];
  if (way->used < way->address->index_count && index->stride == array->stride && index->type == array->index) {
    way->used++;
    return noe_compile_element(emitter, spot, array, noe_compile_term_of(emitter, index->value));
  }
  assert(array->stride && way->rest < array->cells && "the way leads into this array");
  struct noe_term number = noe_compile_constant(array->index->low + way->rest / array->stride);
  way->rest %= array->stride;
  return noe_compile_element(emitter, spot, array, &number);
}

static uint32_t field_at(const struct noe_type *record, uint32_t offset) {
  uint32_t field = record->field_count - 1;
  while (field && (record->fields[field].offset > offset || !record->fields[field].type->cells))
    field--;
  return field;
}

static void add_indices(struct noe_emitter *emitter, const struct noe_low_address *address, uint32_t first,
                        struct noe_spot *spot) {
  for (uint32_t i = first; i < address->index_count; i++)
    noe_compile_advance(emitter, &spot->at, noe_compile_term_of(emitter, address->indices[i].value),
                        address->indices[i].low, address->indices[i].stride);
}

static struct noe_spot in_spread(struct noe_emitter *emitter, const struct noe_low_address *address,
                                 const struct noe_variable *variable) {
  struct noe_spot spot = noe_compile_variable(emitter, variable);
  struct way way = {.address = address, .rest = address->base - variable->cell};
  const struct noe_type *type = variable->type;
  while (spot.spread && !(type == address->type && !way.rest && way.used == address->index_count)) {
    if (type->kind == NOE_TYPE_ARRAY) {
      spot = step_into_array(emitter, &way, spot, type);
      type = type->element;
      continue;
    }
    assert(type->kind == NOE_TYPE_RECORD && "only arrays and records are spread");
    assert(way.rest < type->cells && "the way leads into this record");
    uint32_t field = field_at(type, way.rest);
    way.rest -= type->fields[field].offset;
    spot = noe_compile_field(emitter, spot, type, field);
    type = type->fields[field].type;
  }
  if (spot.spread)
    return spot;
  spot.at.fixed += way.rest;
  add_indices(emitter, address, way.used, &spot);
  return spot;
}

static struct noe_spot in_state(struct noe_emitter *emitter, const struct noe_low_address *address) {
  const struct noe_variable *variable = variable_at(emitter->model, address->base);
  struct noe_spot spot = noe_compile_row("w->c");
  if (!variable) /* of no cells, as all that has none */
    return spot;
  if (noe_compile_is_spread(emitter, variable->type))
    return in_spread(emitter, address, variable);
  spot = noe_compile_variable(emitter, variable);
  spot.at.fixed += address->base - variable->cell;
  add_indices(emitter, address, 0, &spot);
  return spot;
}

/* --------------------------------------------------------------- elsewhere */

static struct noe_spot in_frame(struct noe_emitter *emitter, const struct noe_low_address *address) {
  struct noe_piece *piece = noe_compile_piece_of(emitter, address);
  struct noe_spot spot = noe_compile_row(noe_base_arena_format(emitter->arena, "l%u", piece->first));
  spot.piece = piece;
  assert(address->base >= piece->first && noe_lower_end(address) <= (uint64_t)piece->first + piece->cells &&
         "a piece holds all that the address can mean");
  spot.at.fixed = address->base - piece->first;
  piece->is_used = true;
  return spot;
}

static struct noe_spot by_reference(struct noe_emitter *emitter, const struct noe_low_address *address) {
  struct noe_spot spot = noe_compile_row(noe_compile_term_of(emitter, address->reference)->text);
  spot.at.fixed = address->base;
  return spot;
}

struct noe_spot noe_compile_address(struct noe_emitter *emitter, const struct noe_low_address *address) {
  if (address->root == NOE_LOW_STATE)
    return in_state(emitter, address);
  if (address->type && noe_compile_is_spread(emitter, address->type))
    noe_compile_refuse(emitter, "a local variable or a reference contains an array over a symmetric type");
  struct noe_spot spot = (address->root == NOE_LOW_FRAME ? in_frame : by_reference)(emitter, address);
  spot.root = address->root;
  add_indices(emitter, address, 0, &spot);
  return spot;
}
