/* Keys that are packed states (model/pack.h). The work is one row of cells. What is here
 * of packing is for small states (runtime/packed.h); emit_change.c does it for large ones. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

static const char *empty_of(const struct noe_cell *cell) { return cell->type ? "U" : "0"; }

/* A state without a value in it, to begin with. */
static void write_nothing(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct work nothing = {{");
  for (uint32_t i = 0; i < model->cell_count; i++)
    noe_base_text_printf(out, "%s%s,", i % 32 ? "" : "\n  ", empty_of(&model->cells[i]));
  noe_base_text_puts(out, "\n}};\n");
}

/* ------------------------------------------------------------------- bytes */

enum { ROW = 8, MOST_VALUE = 126 };

static bool is_byte(const struct noe_cell *cell) {
  return (cell->base == 0 || cell->base == 1) && cell->width < 8 && (!cell->type || cell->type->high <= MOST_VALUE);
}

/* Cells that are bytes, and that together are one number (runtime/bytes.h). */
static bool is_row_of_bytes(const struct noe_emitter *emitter, const struct noe_cell *cells, uint32_t count) {
  bool fits = emitter->cell_bits == 8 && count >= 2 && count <= ROW;
  for (uint32_t i = 0; fits && i < count; i++)
    fits = cells[i].width && is_byte(&cells[i]);
  return fits;
}

struct masks {
  uint64_t added, typed, bits; /* as runtime/bytes.h has them */
};

static struct masks masks_of(const struct noe_cell *cells, uint32_t count) {
  struct masks masks = {0};
  assert(count <= ROW && "a word holds eight bytes");
  for (uint32_t i = 0; i < count; i++) {
    masks.added |= (uint64_t)(cells[i].base == 0) << 8 * i;
    masks.typed |= (uint64_t)(cells[i].type != NULL) << 8 * i;
    assert(cells[i].width <= 8 && "cells of a row are bytes, or less");
    masks.bits |= (((uint64_t)1 << cells[i].width) - 1) << 8 * i;
  }
  return masks;
}

/* ------------------------------------------------------------------- cells */

static void list_cell(const struct noe_cell *cell, uint32_t number, struct noe_text *out) {
  char base[NOE_TERM_TEXT];
  if (cell->width)
    noe_base_text_printf(out, " CELL(%u, %u, %u, %u, %s, %s)", number, cell->word, cell->shift, cell->width,
                         noe_compile_number(cell->base, base), empty_of(cell));
  else
    noe_base_text_printf(out, " EMPTY(%u, %s)", number, empty_of(cell));
}

/* From this cell on, so many that are bytes and have places one behind the other in a word. */
static uint32_t row_at(const struct noe_emitter *emitter, uint32_t first) {
  const struct noe_cell *cells = emitter->model->cells + first;
  uint32_t left = emitter->model->cell_count - first, count = 0, shift = cells->shift;
  while (count < ROW && count < left && !cells[count].in_multiset && cells[count].word == cells->word &&
         cells[count].shift == shift)
    shift += cells[count++].width;
  while (count > 1 && !is_row_of_bytes(emitter, cells, count))
    count--;
  return emitter->model->cell_count >= ROW ? count : 1;
}

static void open_row(const struct noe_emitter *emitter, uint32_t first, uint32_t count, struct noe_text *out) {
  const struct noe_cell *cells = emitter->model->cells + first;
  uint32_t last = emitter->model->cell_count - ROW;
  assert(emitter->model->cell_count >= ROW && "there are eight cells to read");
  struct masks masks = masks_of(cells, count);
  noe_base_text_printf(
      out, " ROW(%u, %u, %u, %u, %u, UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 "),", first,
      count, first < last ? first : last, cells->word, cells->shift, masks.added, masks.typed, masks.bits);
}

/* Cells that have places of their own. */
static void list_cells(const struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_base_text_puts(out, "\n#define PACKED");
  for (uint32_t first = 0, count; first < model->cell_count; first += count) {
    count = model->cells[first].in_multiset ? 1 : row_at(emitter, first);
    if (count > 1)
      open_row(emitter, first, count, out);
    for (uint32_t i = first; i < first + count; i++)
      if (!model->cells[i].in_multiset)
        list_cell(&model->cells[i], i, out);
    noe_base_text_puts(out, count > 1 ? ")" : "");
  }
  noe_base_text_puts(out, "\n");
}

/* --------------------------------------------------------------- multisets */

/* Multisets without room for an element have no bits, as if there were none: all bits of the
 * state have their places, and a key of no bits is a byte. */
bool noe_compile_has_streams(const struct noe_model *model) { return model->packed_bits > model->fixed_bits; }

/* Is it the first of its type? Those of one type lie one behind the other. */
static bool is_first(const struct noe_model *model, uint32_t bag) {
  return model->outer_bags[bag].type->cells && (!bag || model->outer_bags[bag - 1].type != model->outer_bags[bag].type);
}

/* The multisets of the type of this one, for runtime/packed_slots.h. */
static void write_slots(const struct noe_emitter *emitter, uint32_t first, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  const struct noe_multiset_place *bag = &model->outer_bags[first];
  const struct noe_type *type = bag->type;
  const struct noe_cell *cells = model->cells + bag->cell;
  bool in_word = bag->slot_bits <= 64, in_bytes = in_word && is_row_of_bytes(emitter, cells, type->stride);
  noe_base_text_printf(out, "\nenum { CAPACITY%u = %u, SLOT_BITS%u = %u };\n", type->id, type->capacity, type->id,
                       bag->slot_bits);
  noe_base_text_printf(out, "#define IN_WORD%u %d\n#define IN_BYTES%u %d\n", type->id, in_word, type->id, in_bytes);
  struct masks masks = in_bytes ? masks_of(cells, type->stride) : (struct masks){0};
  noe_base_text_printf(out, "#define ADDED%u UINT64_C(0x%" PRIx64 ")\n", type->id, masks.added);
  noe_base_text_printf(out, "#define TYPED%u UINT64_C(0x%" PRIx64 ")\n", type->id, masks.typed);
  noe_base_text_printf(out, "#define BITS%u UINT64_C(0x%" PRIx64 ")\n#define SLOT%u", type->id, masks.bits, type->id);
  for (uint32_t i = 0, at = 0; i < type->stride; at += cells[i++].width) {
    char base[NOE_TERM_TEXT];
    if (cells[i].width)
      noe_base_text_printf(out, " CELL(%u, %u, %u, %s, %s)", i, at, cells[i].width,
                           noe_compile_number(cells[i].base, base), empty_of(&cells[i]));
  }
  noe_base_text_printf(out, "\nstatic const uint32_t packed%u[] = {", type->id);
  for (uint32_t i = first; i < model->outer_bag_count; i++)
    if (model->outer_bags[i].type == type)
      noe_base_text_printf(out, "%u,", model->outer_bags[i].cell);
  noe_base_text_puts(out, "};\n");
  noe_compile_for_part(type->id, NOE_RUNTIME_PACKED_SLOTS, out);
}

static void write_small(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  bool has_streams = noe_compile_has_streams(model);
  for (uint32_t i = 0; has_streams && i < model->outer_bag_count; i++)
    if (is_first(model, i))
      write_slots(emitter, i, out);
  if (model->bag_count)
    write_nothing(model, out);
  noe_base_text_printf(out, "\nenum { STREAMS = %d };\n#define HAS_BAGS %d\n#define BAG_TYPES", has_streams,
                       model->bag_count > 0);
  for (uint32_t i = 0; has_streams && i < model->outer_bag_count; i++)
    if (is_first(model, i))
      noe_base_text_printf(out, " EACH(%u)", model->outer_bags[i].type->id);
  list_cells(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_PACKED, out);
}

/* ------------------------------------------------------------------ firing */

/* How to find representatives; or not at all. */
static const char canonise[] =
    "canonise(&(f)->canon, (f)->next.c, (f)->here.c, (f)->changed, (f)->image.c, &(f)->host)";

void noe_compile_packed(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_base_text_printf(out, "\nenum { FIXED_BITS = %u, KEY_BYTES = %u };\n", model->fixed_bits, model->packed_bytes);
  if (noe_compile_has_streams(model))
    noe_compile_runtime(NOE_RUNTIME_PACKED_BITS, out);
  if (noe_compile_is_large(emitter))
    noe_compile_changes(emitter, out);
  else
    write_small(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_LEADS, out);
  noe_base_text_printf(out, "\n#define CANONISE(f) %s\n#define IMAGE(f) &(f)->%s\n",
                       emitter->canonical ? canonise : "0", emitter->canonical ? "image" : "next");
  noe_compile_runtime(NOE_RUNTIME_DELIVER_PACKED, out);
}
