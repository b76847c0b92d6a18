/* Keys that are packed states (model/pack.h). The work is one row of cells. What is here
 * of packing is for small states; emit_change.c does it for large ones. */
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

static uint64_t mask_of(uint8_t width) { return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }

static const char *empty_of(const struct noe_cell *cell) { return cell->type ? "U" : "0"; }

/* A state without a value in it, to begin with. */
static void write_nothing(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct work nothing = {{");
  for (uint32_t i = 0; i < model->cell_count; i++)
    noe_base_text_printf(out, "%s%s,", i % 32 ? "" : "\n  ", empty_of(&model->cells[i]));
  noe_base_text_puts(out, "\n}};\n");
}

/* ------------------------------------------------------------------ single */

static void unpack_cell(const struct noe_cell *cell, uint32_t number, struct noe_text *out) {
  char base[NOE_TERM_TEXT];
  if (!cell->width)
    noe_base_text_printf(out, "  w->c[%u] = %s;\n", number, empty_of(cell));
  else
    noe_base_text_printf(out, "  v = k[%u] >> %u & UINT64_C(%" PRIu64 ");\n  w->c[%u] = v ? (cell)((v - 1) %s) : %s;\n",
                         cell->word, cell->shift, mask_of(cell->width), number, noe_compile_plus(cell->base, base),
                         empty_of(cell));
}

static void pack_cell(const struct noe_cell *cell, uint32_t number, struct noe_text *out) {
  char base[NOE_TERM_TEXT];
  if (cell->width)
    noe_base_text_printf(out, "  k[%u] |= (c[%u] == %s ? 0 : (uint64_t)c[%u] - (uint64_t)%s + 1) << %u;\n", cell->word,
                         number, empty_of(cell), number, noe_compile_number(cell->base, base), cell->shift);
}

/* -------------------------------------------------------------------- rows */

enum { ROW = 8 };

/* From this cell on, so many that are bytes and have places one behind the other in a word. */
static uint32_t row_at(const struct noe_emitter *emitter, uint32_t first) {
  const struct noe_cell *cells = emitter->model->cells + first;
  uint32_t left = emitter->model->cell_count - first, count = 0, shift = cells->shift;
  while (count < ROW && count < left && !cells[count].in_multiset && cells[count].word == cells->word &&
         cells[count].shift == shift)
    shift += cells[count++].width;
  while (count > 1 && !noe_compile_is_row_of_bytes(emitter, cells, count))
    count--;
  return emitter->model->cell_count >= ROW ? count : 1;
}

static void unpack_row(const struct noe_emitter *emitter, uint32_t first, uint32_t count, struct noe_text *out) {
  const struct noe_cell *cells = emitter->model->cells + first;
  noe_base_text_printf(out, "#ifdef GATHERS\n  {\n  const uint64_t v = k[%u] >> %u;\n", cells->word, cells->shift);
  noe_compile_unpack_bytes(cells, count, true, out);
  noe_base_text_printf(out, "  memcpy(w->c + %u, &x, %u);\n  }\n#else\n", first, count);
}

static void pack_row(const struct noe_emitter *emitter, uint32_t first, uint32_t count, struct noe_text *out) {
  const struct noe_cell *cells = emitter->model->cells + first;
  uint32_t last = emitter->model->cell_count - ROW, from = first < last ? first : last;
  noe_base_text_printf(out, "#ifdef GATHERS\n  {\n  const uint64_t x = lanes(c + %u);\n", from);
  noe_compile_pack_bytes(cells, count, first - from, true, out);
  noe_base_text_printf(out, "  k[%u] |= v << %u;\n  }\n#else\n", cells->word, cells->shift);
}

/* Cells that have places of their own. */
static void each_cell(const struct noe_emitter *emitter, struct noe_text *out,
                      void (*write_row)(const struct noe_emitter *, uint32_t, uint32_t, struct noe_text *),
                      void (*write)(const struct noe_cell *, uint32_t, struct noe_text *)) {
  const struct noe_model *model = emitter->model;
  for (uint32_t first = 0, count; first < model->cell_count; first += count) {
    count = 1;
    if (model->cells[first].in_multiset)
      continue;
    count = row_at(emitter, first);
    if (count > 1)
      write_row(emitter, first, count, out);
    for (uint32_t i = first; i < first + count; i++)
      write(&model->cells[i], i, out);
    if (count > 1)
      noe_base_text_puts(out, "#endif\n");
  }
}

/* --------------------------------------------------------------- multisets */

/* ------------------------------------------------------------------ firing */

/* How to find representatives; or not at all. */
static const char canonical[] =
    "\n#define CANONISE(f) canonise(&(f)->canon, (f)->next.c, (f)->here.c, (f)->changed, (f)->image.c, &(f)->host)\n"
    "#define IMAGE(f) &(f)->image\n";
static const char plain[] = "\n#define CANONISE(f) 0\n#define IMAGE(f) &(f)->next\n";

static void write_small(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_compile_slots_packing(emitter, out);
  if (model->bag_count)
    write_nothing(model, out);
  noe_base_text_puts(out, "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n"
                          "  uint64_t k[FIXED_BITS / 64 + 1] = {0}, v;\n  memcpy(k, key, (FIXED_BITS + 7) / 8);\n"
                          "  (void)f, (void)v;\n");
  if (model->bag_count)
    noe_base_text_puts(out, "  *w = nothing;\n");
  each_cell(emitter, out, unpack_row, unpack_cell);
  noe_compile_unpack_slots(model, out);
  noe_base_text_puts(out, "}\n\nstatic uint32_t encode(struct frame *f, const struct work *w) {\n"
                          "  const cell *const c = w->c;\n  uint64_t *const k = f->key;\n"
                          "  memset(k, 0, (FIXED_BITS / 64 + 1) * sizeof *k);\n  (void)c;\n");
  each_cell(emitter, out, pack_row, pack_cell);
  noe_compile_pack_slots(model, out);
  noe_base_text_puts(out, "}\n");
}

void noe_compile_packed(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_base_text_printf(out, "\nenum { FIXED_BITS = %u, KEY_BYTES = %u };\n", model->fixed_bits, model->packed_bytes);
  if (noe_compile_has_streams(model))
    noe_compile_runtime(NOE_RUNTIME_PACKED_BITS, out);
  if (noe_compile_is_large(emitter))
    noe_compile_changes(emitter, out);
  else
    write_small(emitter, out);
  noe_base_text_puts(out, "\nstatic inline void copy(struct work *to, const struct work *from) { *to = *from; }\n");
  noe_compile_runtime(NOE_RUNTIME_LEADS, out);
  noe_base_text_puts(out, emitter->canonical ? canonical : plain);
  noe_compile_runtime(NOE_RUNTIME_DELIVER_PACKED, out);
}
