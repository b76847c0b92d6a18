/* Elements of multisets, packed and unpacked.
 *
 * They come behind the cells that have places (model/pack.h), one after the other: in a state
 * that is settled present elements are the first of a multiset, and all cells of absent ones
 * are empty. Where a word can hold an element, pack<id> makes one number of it, the lowest bit
 * of which says that it is present; others are put cell by cell. Elements of
 * a few bytes are packed as a whole (emit_bytes.c). */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_int.h"

static uint64_t mask_of(uint8_t width) {
  assert(width <= 64 && "a cell fits a word");
  return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static const struct noe_multiset_place *first_bag(const struct noe_model *model, const struct noe_type *type) {
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    if (model->outer_bags[i].type == type)
      return &model->outer_bags[i];
  return NULL;
}

/* The cells of the first element of the type. */
static const struct noe_cell *cells_of(const struct noe_model *model, const struct noe_type *type) {
  assert(first_bag(model, type) && "only types of multisets in the state are packed");
  return &model->cells[first_bag(model, type)->cell];
}

static bool fits_in_a_word(const struct noe_model *model, const struct noe_type *type) {
  return first_bag(model, type)->slot_bits <= 64;
}

/* -------------------------------------------------------------------- cells */

static void pack_cells(const struct noe_cell *cells, const struct noe_type *type, struct noe_text *out) {
  noe_base_text_puts(out, "  return 0");
  for (uint32_t i = 0, at = 0; i < type->stride; at += cells[i++].width) {
    char base[NOE_TERM_TEXT];
    if (cells[i].width)
      noe_base_text_printf(out, " |\n         (e[%u] == %s ? 0 : (uint64_t)e[%u] - (uint64_t)%s + 1) << %u", i,
                           cells[i].type ? "U" : "0", i, noe_compile_number(cells[i].base, base), at);
  }
  noe_base_text_puts(out, ";\n");
}

static void unpack_cells(const struct noe_cell *cells, const struct noe_type *type, struct noe_text *out) {
  noe_base_text_puts(out, "  uint64_t x;\n");
  for (uint32_t i = 0, at = 0; i < type->stride; at += cells[i++].width) {
    char base[NOE_TERM_TEXT];
    if (cells[i].width)
      noe_base_text_printf(out, "  x = v >> %u & UINT64_C(%" PRIu64 ");\n  e[%u] = x ? (cell)((x - 1) %s) : %s;\n", at,
                           mask_of(cells[i].width), i, noe_compile_plus(cells[i].base, base),
                           cells[i].type ? "U" : "0");
  }
}

static void write_slot(struct noe_emitter *emitter, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(emitter->model, type);
  bool bytes = noe_compile_is_row_of_bytes(emitter, cells, type->stride);
  noe_base_text_printf(out, "static inline uint64_t pack%u(const cell *e) {\n", type->id);
  if (bytes) {
    noe_base_text_printf(out, "#ifdef SHORT_SLOTS\n  const uint64_t x = slot_bytes(e, %u);\n", type->stride);
    noe_compile_pack_bytes(cells, type->stride, 0, false, out);
    noe_base_text_puts(out, "  return v;\n#else\n");
  }
  pack_cells(cells, type, out);
  noe_base_text_printf(out, "%s}\nstatic inline void unpack%u(cell *e, uint64_t v) {\n", bytes ? "#endif\n" : "",
                       type->id);
  if (bytes) {
    noe_base_text_puts(out, "#ifdef SHORT_SLOTS\n");
    noe_compile_unpack_bytes(cells, type->stride, false, out);
    noe_base_text_printf(out, "  memcpy(e, &x, %u);\n#else\n", type->stride);
  }
  unpack_cells(cells, type, out);
  noe_base_text_printf(out, "%s}\n", bytes ? "#endif\n" : "");
}

/* ----------------------------------------------------------- in several words */

static void unpack_apart(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(model, type);
  noe_base_text_puts(out, "      if (!get(key, at++, 1)) break;\n      e[0] = 1;\n");
  for (uint32_t k = 1; k < type->stride; k++) {
    char base[NOE_TERM_TEXT];
    if (cells[k].width)
      noe_base_text_printf(out, "      v = get(key, at, %u), at += %u;\n      e[%u] = v ? (cell)((v - 1) %s) : %s;\n",
                           cells[k].width, cells[k].width, k, noe_compile_plus(cells[k].base, base),
                           cells[k].type ? "U" : "0");
  }
}

static void pack_apart(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(model, type);
  for (uint32_t k = 0; k < type->stride; k++) {
    char base[NOE_TERM_TEXT];
    if (cells[k].width)
      noe_base_text_printf(out, "      put(k, at, e[%u] == %s ? 0 : (uint64_t)e[%u] - (uint64_t)%s + 1), at += %u;\n",
                           k, cells[k].type ? "U" : "0", k, noe_compile_number(cells[k].base, base), cells[k].width);
  }
}

/* ------------------------------------------------------------------ in a word */

static void unpack_word(const struct noe_type *type, uint32_t bits, struct noe_text *out) {
  noe_base_text_puts(out, "      v = lanes(key + at / 64 * 8) >> at % 64;\n      if (!(v & 1)) {\n        at++;\n      "
                          "  break;\n      }\n");
  noe_base_text_printf(out,
                       "      if (at %% 64 > %u) v |= lanes(key + at / 64 * 8 + 8) << (64 - at %% 64);\n"
                       "      unpack%u(e, v);\n      at += %u;\n",
                       64 - bits, type->id, bits);
}

/* --------------------------------------------------------------------- all */

/* Where the multisets of a type begin. */
static void write_table(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  noe_base_text_printf(out, "\nstatic const uint32_t packed%u[] = {", type->id);
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    if (model->outer_bags[i].type == type)
      noe_base_text_printf(out, "%u,", model->outer_bags[i].cell);
  noe_base_text_puts(out, "};\n");
}

static void unpack_bags(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  noe_base_text_printf(out,
                       "  for (uint32_t i = 0; i < sizeof packed%u / sizeof *packed%u; i++) {\n"
                       "    cell *e = w->c + packed%u[i];\n"
                       "    for (uint32_t s = 0; s < %u; s++, e += %u) {\n",
                       type->id, type->id, type->id, type->capacity, type->stride);
  if (fits_in_a_word(model, type))
    unpack_word(type, first_bag(model, type)->slot_bits, out);
  else
    unpack_apart(model, type, out);
  noe_base_text_puts(out, "    }\n  }\n");
}

/* `put` of emit_packed.c is written out here: each key has several of these, and tcc calls
 * what others inline. */
static void pack_bags(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  noe_base_text_printf(out,
                       "  for (uint32_t i = 0, s; i < sizeof packed%u / sizeof *packed%u; i++) {\n"
                       "    const cell *e = c + packed%u[i];\n"
                       "    for (s = 0; s < %u && *e; s++, e += %u) {\n",
                       type->id, type->id, type->id, type->capacity, type->stride);
  if (fits_in_a_word(model, type))
    noe_base_text_printf(out,
                         "      const uint64_t v = pack%u(e);\n      k[at / 64] |= v << at %% 64;\n"
                         "      k[at / 64 + 1] = v >> 1 >> (63 - at %% 64);\n      at += %u;\n",
                         type->id, first_bag(model, type)->slot_bits);
  else
    pack_apart(model, type, out);
  noe_base_text_printf(out, "    }\n    if (s < %u) k[at++ / 64 + 1] = 0;\n  }\n", type->capacity);
}

static void each_type(const struct noe_model *model, struct noe_text *out,
                      void (*write)(const struct noe_model *, const struct noe_type *, struct noe_text *)) {
  const struct noe_type *last = NULL;
  for (uint32_t i = 0; i < model->outer_bag_count; last = model->outer_bags[i++].type)
    if (model->outer_bags[i].type != last && model->outer_bags[i].type->cells)
      write(model, model->outer_bags[i].type, out);
}

void noe_compile_slots_packing(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  each_type(model, out, write_table);
  for (uint32_t i = 0; i < model->outer_bag_count; i++) {
    const struct noe_type *type = model->outer_bags[i].type;
    if (type->cells && (!i || type != model->outer_bags[i - 1].type) && fits_in_a_word(model, type))
      write_slot(emitter, type, out);
  }
}

void noe_compile_unpack_slots(const struct noe_model *model, struct noe_text *out) {
  if (!noe_compile_has_streams(model))
    return;
  noe_base_text_puts(out, "  uint32_t at = FIXED_BITS;\n  (void)at;\n");
  each_type(model, out, unpack_bags);
}

/* Multisets without room for an element have no bits, as if there were none: all bits of the
 * state have their places, and a key of no bits is a byte. */
bool noe_compile_has_streams(const struct noe_model *model) { return model->packed_bits > model->fixed_bits; }

void noe_compile_pack_slots(const struct noe_model *model, struct noe_text *out) {
  if (!noe_compile_has_streams(model)) {
    noe_base_text_puts(out, "  return KEY_BYTES;\n");
    return;
  }
  noe_base_text_puts(out, "  uint32_t at = FIXED_BITS;\n");
  each_type(model, out, pack_bags);
  noe_base_text_puts(out, "  return at ? (at + 7) / 8 : 1;\n");
}
