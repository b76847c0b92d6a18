/* Elements of multisets, packed and unpacked.
 *
 * The bits of an element that a word can hold lie in one word or in two, and in the same
 * order for all elements of a type: pack<id> makes a number of an element that is present,
 * which only has to be shifted to its place, or cut and shifted. In a state that is settled present
 * elements come first, and all cells of absent ones are empty: at the first of these the
 * multiset is done.
 *
 * Where cells are bytes and an element has eight at most, all of its cells are one number to
 * begin with, and what is stored of each comes of a few operations on all of them. */
#include <inttypes.h>

#include "compile/emit_int.h"

static uint64_t mask_of(uint8_t width) { return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }

static const struct noe_bag *first_bag(const struct noe_model *model, const struct noe_type *type) {
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (model->bags[i].type == type)
      return &model->bags[i];
  return NULL;
}

/* The cells of the first element of the type. */
static const struct noe_cell *cells_of(const struct noe_model *model, const struct noe_type *type) {
  return &model->cells[first_bag(model, type)->cell];
}

/* For multisets of multisets it is not worth the trouble. */
bool noe_compile_has_slots(const struct noe_type *type) {
  return type->kind == NOE_TYPE_MULTISET && type->cells && !type->element->has_multiset;
}

static bool fits_in_a_word(const struct noe_model *model, const struct noe_type *type) {
  const struct noe_cell *cells = cells_of(model, type);
  uint32_t bits = 0;
  for (uint32_t i = 0; i < type->stride; i++)
    bits += cells[i].width;
  return bits <= 64;
}

/* -------------------------------------------------------------------- bytes */

enum { MOST_BYTES = 8, MOST_VALUE = 126 };

static bool is_row_of_bytes(const struct noe_emitter *emitter, const struct noe_type *type) {
  const struct noe_cell *cells = cells_of(emitter->model, type);
  bool fits = emitter->cell_bits == 8 && type->stride >= 2 && type->stride <= MOST_BYTES;
  for (uint32_t i = 0; fits && i < type->stride; i++)
    fits = cells[i].width && (cells[i].base == 0 || cells[i].base == 1) && cells[i].width < 8 &&
           (!cells[i].type || cells[i].type->high <= MOST_VALUE);
  return fits;
}

/* One in each byte whose cell is stored as the value plus one; in each that can be undefined. */
static uint64_t ones_of(const struct noe_cell *cells, uint32_t count, bool added) {
  uint64_t ones = 0;
  for (uint32_t i = 0; i < count; i++)
    if (added ? cells[i].base == 0 : cells[i].type != NULL)
      ones |= (uint64_t)1 << 8 * i;
  return ones;
}

/* A value is not negative, and undefined is the highest bit alone. */
static void pack_bytes(const struct noe_cell *cells, const struct noe_type *type, struct noe_text *out) {
  uint64_t added = ones_of(cells, type->stride, true);
  noe_base_text_printf(out, "  const uint64_t x = slot_bytes(e, %u);\n"
                            "  const uint64_t y = (x & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x%" PRIx64
                            ") - (x >> 7 & UINT64_C(0x%" PRIx64 "));\n  return (y & 1)",
                       type->stride, added, added);
  for (uint32_t i = 1, at = cells[0].width; i < type->stride; at += cells[i++].width)
    noe_base_text_printf(out, " |\n         (y >> %u & UINT64_C(%" PRIu64 "))", 8 * i - at, mask_of(cells[i].width) << at);
  noe_base_text_puts(out, ";\n");
}

static void unpack_bytes(const struct noe_cell *cells, const struct noe_type *type, struct noe_text *out) {
  uint64_t added = ones_of(cells, type->stride, true), typed = ones_of(cells, type->stride, false);
  noe_base_text_puts(out, "  const uint64_t y = (v & 1)");
  for (uint32_t i = 1, at = cells[0].width; i < type->stride; at += cells[i++].width)
    noe_base_text_printf(out, " |\n         (v & UINT64_C(%" PRIu64 ")) << %u", mask_of(cells[i].width) << at, 8 * i - at);
  noe_base_text_printf(out, ";\n  const uint64_t is = (y + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x%" PRIx64 ");\n"
                            "  const uint64_t x = (y - (is & UINT64_C(0x%" PRIx64 "))) | (is ^ UINT64_C(0x%" PRIx64 ")) << 7;\n"
                            "  memcpy(e, &x, %u);\n",
                       typed, added, typed, type->stride);
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
      noe_base_text_printf(out, "  x = v >> %u & UINT64_C(%" PRIu64 ");\n  e[%u] = x ? (cell)(x - 1) + %s : %s;\n", at,
                           mask_of(cells[i].width), i, noe_compile_number(cells[i].base, base), cells[i].type ? "U" : "0");
  }
}

static void write_slot(struct noe_emitter *emitter, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(emitter->model, type);
  bool bytes = is_row_of_bytes(emitter, type);
  noe_base_text_printf(out, "static inline uint64_t pack%u(const cell *e) {\n", type->id);
  if (bytes) {
    noe_base_text_puts(out, "#ifdef SHORT_SLOTS\n");
    pack_bytes(cells, type, out);
    noe_base_text_puts(out, "#else\n");
  }
  pack_cells(cells, type, out);
  noe_base_text_printf(out, "%s}\nstatic inline void unpack%u(cell *e, uint64_t v) {\n", bytes ? "#endif\n" : "", type->id);
  if (bytes) {
    noe_base_text_puts(out, "#ifdef SHORT_SLOTS\n");
    unpack_bytes(cells, type, out);
    noe_base_text_puts(out, "#else\n");
  }
  unpack_cells(cells, type, out);
  noe_base_text_printf(out, "%s}\n", bytes ? "#endif\n" : "");
}

/* ------------------------------------------------------------ in several words */

static void unpack_apart(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(model, type);
  for (uint32_t k = 0; k < type->stride; k++) {
    if (!cells[k].width)
      continue;
    char base[NOE_TERM_TEXT];
    noe_base_text_printf(out, "      v = k[packed%u[i].at[s + %u].word] >> packed%u[i].at[s + %u].shift & UINT64_C(%" PRIu64 ");\n",
                         type->id, k, type->id, k, mask_of(cells[k].width));
    if (!k)
      noe_base_text_puts(out, "      if (!v) break;\n");
    noe_base_text_printf(out, "      e[%u] = v ? (cell)(v - 1) + %s : %s;\n", k, noe_compile_number(cells[k].base, base),
                         cells[k].type ? "U" : "0");
  }
}

static void pack_apart(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  const struct noe_cell *cells = cells_of(model, type);
  for (uint32_t k = 0; k < type->stride; k++) {
    char base[NOE_TERM_TEXT];
    if (cells[k].width)
      noe_base_text_printf(out, "      k[packed%u[i].at[s + %u].word] |= (e[%u] == %s ? 0 : (uint64_t)e[%u] - (uint64_t)%s + 1)"
                                " << packed%u[i].at[s + %u].shift;\n",
                           type->id, k, k, cells[k].type ? "U" : "0", k, noe_compile_number(cells[k].base, base), type->id, k);
  }
}

/* --------------------------------------------------------------------- all */

/* How many bits of the element are in the word where it begins; WHOLE: all. */
enum { WHOLE = 64 };

static uint32_t cut_of(const struct noe_cell *cells, uint32_t count) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < count; bits += cells[i++].width)
    if (cells[i].width && cells[i].word != cells[0].word)
      return bits;
  return WHOLE;
}

/* Where the elements of all multisets of a type are packed, or the cells of each. */
static void write_table(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  uint32_t step = fits_in_a_word(model, type) ? type->stride : 1;
  noe_base_text_printf(out, "\nstatic const struct { uint32_t cell; struct { uint16_t word; uint8_t shift, cut; } at[%u]; } packed%u[] = {\n",
                       type->cells / step, type->id);
  for (uint32_t i = 0; i < model->bag_count; i++) {
    if (model->bags[i].type != type)
      continue;
    noe_base_text_printf(out, "  {%u, {", model->bags[i].cell);
    for (uint32_t k = 0; k < type->cells; k += step) {
      const struct noe_cell *cell = &model->cells[model->bags[i].cell + k];
      noe_base_text_printf(out, "{%u,%u,%u},", cell->word, cell->shift, cut_of(cell, step));
    }
    noe_base_text_puts(out, "}},\n");
  }
  noe_base_text_puts(out, "};\n");
}

static void open_bags(const struct noe_type *type, const char *kind, const char *state, struct noe_text *out) {
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < sizeof packed%u / sizeof *packed%u; i++) {\n"
                            "    %s *e = %s + packed%u[i].cell;\n",
                       type->id, type->id, kind, state, type->id);
}

static void unpack_bags(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  open_bags(type, "cell", "w->c", out);
  if (fits_in_a_word(model, type)) {
    noe_base_text_printf(out, "    for (uint32_t s = 0; s < %u; s++, e += %u) {\n"
                              "      const uint32_t word = packed%u[i].at[s].word, cut = packed%u[i].at[s].cut;\n"
                              "      v = k[word] >> packed%u[i].at[s].shift;\n      if (!(v & 1)) break;\n"
                              "      if (cut < 64) v = (v & ((UINT64_C(1) << cut) - 1)) | k[word + 1] << cut;\n"
                              "      unpack%u(e, v);\n",
                         type->capacity, type->stride, type->id, type->id, type->id, type->id);
  } else {
    noe_base_text_printf(out, "    for (uint32_t s = 0; s < %u; s += %u, e += %u) {\n", type->cells, type->stride, type->stride);
    unpack_apart(model, type, out);
  }
  noe_base_text_puts(out, "    }\n  }\n");
}

static void pack_bags(const struct noe_model *model, const struct noe_type *type, struct noe_text *out) {
  open_bags(type, "const cell", "c", out);
  if (fits_in_a_word(model, type)) {
    noe_base_text_printf(out, "    for (uint32_t s = 0; s < %u && *e; s++, e += %u) {\n"
                              "      const uint32_t word = packed%u[i].at[s].word, cut = packed%u[i].at[s].cut;\n"
                              "      const uint64_t v = pack%u(e);\n"
                              "      k[word] |= (cut < 64 ? v & ((UINT64_C(1) << cut) - 1) : v) << packed%u[i].at[s].shift;\n"
                              "      if (cut < 64) k[word + 1] |= v >> cut;\n    }\n",
                         type->capacity, type->stride, type->id, type->id, type->id, type->id);
  } else {
    noe_base_text_printf(out, "    for (uint32_t s = 0; s < %u && *e; s += %u, e += %u) {\n", type->cells, type->stride,
                         type->stride);
    pack_apart(model, type, out);
    noe_base_text_puts(out, "    }\n");
  }
  noe_base_text_puts(out, "  }\n");
}

static void each_type(const struct noe_model *model, struct noe_text *out,
                      void (*write)(const struct noe_model *, const struct noe_type *, struct noe_text *)) {
  for (uint32_t i = 0; i < model->type_count; i++)
    if (noe_compile_has_slots(model->types[i]) && first_bag(model, model->types[i]))
      write(model, model->types[i], out);
}

void noe_compile_slots_packing(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  each_type(model, out, write_table);
  for (uint32_t i = 0; i < model->type_count; i++)
    if (noe_compile_has_slots(model->types[i]) && first_bag(model, model->types[i]) && fits_in_a_word(model, model->types[i]))
      write_slot(emitter, model->types[i], out);
}

void noe_compile_unpack_slots(const struct noe_model *model, struct noe_text *out) { each_type(model, out, unpack_bags); }

void noe_compile_pack_slots(const struct noe_model *model, struct noe_text *out) { each_type(model, out, pack_bags); }
