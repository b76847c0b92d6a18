/* The entries of a block in the order of a key: by slice, then by who names them.
 *
 * A slice, the number of its pointer and the number of the entry mostly fit into one word:
 * then it is words that are sorted, by noether itself if the compiler would make slow code of
 * it (struct noe_native_helpers). Wide slices are compared word by word. */
#include <inttypes.h>

#include "compile/emit_int.h"

static uint32_t bits_for(uint64_t most) {
  uint32_t bits = 0;
  for (; most; most >>= 1)
    bits++;
  return bits;
}

/* Where the parts of a word are: the entry from bit 0, its pointer, its slice. */
struct split {
  uint32_t name, slice;
  bool is_narrow;
};

static struct split split_of(const struct noe_emitter *emitter, uint32_t number) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  struct split split = {.name = bits_for(block->size - 1)};
  split.slice = split.name + bits_for(emitter->plain_cells);
  split.is_narrow = split.slice + block->bits <= 64 && block->bits + block->count_bits < 64;
  return split;
}

void noe_compile_order_fields(const struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "  uint32_t rank%u[%u];\n", number, block->size);
  if (split_of(emitter, number).is_narrow)
    noe_base_text_printf(out, "  uint64_t sorted%u[%u];\n  uint32_t weight%u[%u];\n", number, block->size, number,
                         block->size);
  else
    noe_base_text_printf(out, "  uint64_t words%u[%u][%u];\n  uint32_t named%u[%u], order%u[%u];\n", number,
                         block->size, block->words, number, block->size, number, block->size);
}

const char *noe_compile_stored(struct noe_emitter *emitter, const char *place, uint32_t number, uint32_t from) {
  const struct noe_cell *cell = &emitter->model->cells[from];
  char buffer[NOE_TERM_TEXT];
  if (!cell->type)
    return noe_base_arena_format(emitter->arena, "(uint64_t)(%s[%u] == 1)", place, number);
  return noe_base_arena_format(emitter->arena, "(%s[%u] == U ? 0 : (uint64_t)%s[%u] - (uint64_t)%s + 1)", place, number,
                               place, number, noe_compile_number(cell->base, buffer));
}

void noe_compile_for_part(uint32_t number, enum noe_runtime_part part, struct noe_text *out) {
  noe_base_text_printf(out, "\n#undef PART\n#define PART %u\n", number);
  noe_compile_runtime(part, out);
}

/* ------------------------------------------------------------------ narrow */

/* The cells of a slice, for noether's own code. */
static void write_cells(const struct noe_emitter *emitter, uint32_t number, struct split split, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "#define CELLS%u ", number);
  for (uint32_t i = 0, at = split.slice; emitter->cell_bits == 8 && i < block->cells; i++) {
    const struct noe_cell *cell = &emitter->model->cells[block->first[i]];
    if (cell->width)
      noe_base_text_printf(out, "{%u, %u, %" PRId64 ", %s}, ", i, at, cell->base, cell->type ? "INT8_MIN" : "0");
    at += cell->width;
  }
  noe_base_text_puts(out, "\n");
}

static void write_number(struct noe_emitter *emitter, uint32_t number, struct split split, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "static inline uint64_t number_of%u(const cell *c) { (void)c; return 0", number);
  for (uint32_t i = 0, at = split.slice; i < block->cells; i++) {
    uint32_t width = emitter->model->cells[block->first[i]].width;
    if (width)
      noe_base_text_printf(out, " | %s << %u", noe_compile_stored(emitter, "c", i, block->first[i]), at);
    at += width;
  }
  noe_base_text_puts(out, "; }\n");
}

static void write_narrow(struct noe_emitter *emitter, uint32_t number, struct split split, struct noe_text *out) {
  uint64_t entry = (UINT64_C(1) << split.name) - 1, name = (UINT64_C(1) << split.slice) - 1 - entry;
  noe_base_text_printf(out, "#define ENTRY%u UINT64_C(%" PRIu64 ")\n", number, entry);
  noe_base_text_printf(out, "#define NAME%u UINT64_C(%" PRIu64 ")\n", number, name);
  noe_base_text_printf(out, "enum { SLICE%u = %u };\n", number, split.slice);
  write_cells(emitter, number, split, out);
  write_number(emitter, number, split, out);
  noe_compile_for_part(number, NOE_RUNTIME_ORDER_NARROW, out);
}

/* -------------------------------------------------------------------- wide */

static void write_wide(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "enum { WORDS%u = %u };\n", number, block->words);
  noe_base_text_printf(out, "static inline void words_of%u(const cell *c, uint64_t *s) {\n", number);
  for (uint32_t i = 0; i < block->words; i++)
    noe_base_text_printf(out, "  s[%u] = 0;\n", i);
  for (uint32_t i = 0, at = 0; i < block->cells; i++) {
    uint32_t width = emitter->model->cells[block->first[i]].width;
    const char *value = noe_compile_stored(emitter, "c", i, block->first[i]);
    if (width)
      noe_base_text_printf(out, "  s[%u] |= %s << %u;\n", at / 64, value, at % 64);
    if (at % 64 + width > 64)
      noe_base_text_printf(out, "  s[%u] |= %s >> %u;\n", at / 64 + 1, value, 64 - at % 64);
    at += width;
  }
  noe_base_text_puts(out, "}\n");
  noe_compile_for_part(number, NOE_RUNTIME_ORDER_WIDE, out);
}

void noe_compile_order(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  struct split split = split_of(emitter, number);
  noe_base_text_printf(out, "\nenum { SLICE_BITS%u = %u, COUNT_BITS%u = %u };\n", number, block->bits, number,
                       block->count_bits);
  if (split.is_narrow)
    write_narrow(emitter, number, split, out);
  else
    write_wide(emitter, number, out);
}
