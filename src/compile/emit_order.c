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

void noe_compile_for_block(uint32_t number, const char *text, struct noe_text *out) {
  for (; *text; text++)
    if (*text == '#')
      noe_base_text_printf(out, "%u", number);
    else
      noe_base_text_add(out, text, 1);
}

/* ------------------------------------------------------------------ narrow */

/* The cells of a slice, for who makes numbers of them. */
static void write_cells(const struct noe_emitter *emitter, uint32_t number, struct split split, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  uint32_t count = 0;
  noe_base_text_puts(out, "  static const struct noe_native_cell cells[] = {");
  for (uint32_t i = 0, at = split.slice; i < block->cells; i++) {
    const struct noe_cell *cell = &emitter->model->cells[block->first[i]];
    if (cell->width)
      noe_base_text_printf(out, "{%u,%u,%" PRId64 ",%s},", i, at, cell->base, cell->type ? "INT8_MIN" : "0");
    count += cell->width > 0;
    at += cell->width;
  }
  noe_compile_for_block(
      number, " {0}};\n  if (AIDED) {\n    aid->slices(f->sorted#, w->m#, w->b#, sizeof *w->b#, cells, ", out);
  noe_base_text_printf(out, "%u);\n    return;\n  }\n", count);
}

static void write_narrow_slices(struct noe_emitter *emitter, uint32_t number, struct split split,
                                struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  if (emitter->cell_bits == 8)
    write_cells(emitter, number, split, out);
  noe_compile_for_block(
      number,
      "  for (uint32_t i = 0; i < w->m#; i++) {\n    const cell *const c = w->b#[i].c;\n    (void)c;\n"
      "    f->sorted#[i] = i",
      out);
  for (uint32_t i = 0, at = split.slice; i < block->cells; i++) {
    uint32_t width = emitter->model->cells[block->first[i]].width;
    if (width)
      noe_base_text_printf(out, " | %s << %u", noe_compile_stored(emitter, "c", i, block->first[i]), at);
    at += width;
  }
  noe_base_text_puts(out, ";\n  }\n");
}

static const char insertion[] = "  for (uint32_t i = 1; i < m; i++) {\n"
                                "    const uint64_t v = s[i];\n"
                                "    if (s[i - 1] < v) continue;\n"
                                "    uint32_t k = i;\n"
                                "    do s[k] = s[k - 1]; while (--k && s[k - 1] > v);\n"
                                "    s[k] = v;\n"
                                "  }\n";

/* Equal entries that nobody names join the first of them. */
static const char joining[] = "  uint32_t n = 0, wrong = 0;\n"
                              "  for (uint32_t i = 0; i < m; i++) {\n"
                              "    const uint64_t v = f->sorted#[i], before = f->sorted#[n - (n > 0)];\n"
                              "    const uint32_t e = v & ENTRY#, weight = w->b#[e].weight;\n"
                              "    const bool named = v & NAME#;\n"
                              "    const bool joins = (n > 0) & !named & ((before ^ v) <= ENTRY#);\n"
                              "    wrong |= named & (weight != 1);\n"
                              "    n += !joins;\n"
                              "    f->rank#[e] = n - 1;\n"
                              "    f->sorted#[n - 1] = joins ? before : v;\n"
                              "    f->weight#[n - 1] = (joins ? f->weight#[n - 1] : 0) + weight;\n"
                              "  }\n"
                              "  return wrong ? 0 : n;\n";

static void write_narrow_sort(uint32_t number, struct noe_text *out) {
  noe_compile_for_block(number,
                        "  if (AIDED) {\n    const struct noe_native_order order = ORDER#;\n"
                        "    return aid->order(&order, &w->b#[0].weight, sizeof *w->b#, w->m#);\n  }\n",
                        out);
  noe_compile_for_block(number, "  uint64_t *const s = f->sorted#;\n  const uint32_t m = w->m#;\n", out);
  noe_compile_for_block(number, insertion, out);
  noe_compile_for_block(number, joining, out);
}

static void write_narrow(struct noe_emitter *emitter, uint32_t number, struct split split, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  uint64_t entry = (UINT64_C(1) << split.name) - 1, name = (UINT64_C(1) << split.slice) - 1 - entry;
  noe_base_text_printf(out, "#define ENTRY%u UINT64_C(%" PRIu64 ")\n#define NAME%u UINT64_C(%" PRIu64 ")\n", number,
                       entry, number, name);
  noe_base_text_printf(out, "#define ORDER%u {f->sorted%u, f->rank%u, f->weight%u, ENTRY%u, NAME%u, %u, %u, %u}\n",
                       number, number, number, number, number, number, split.slice, block->bits, block->count_bits);
  noe_compile_for_block(number, "static inline void slice#(struct frame *f, const struct work *w) {\n", out);
  write_narrow_slices(emitter, number, split, out);
  noe_compile_for_block(number, "}\nstatic inline void name#(struct frame *f, uint32_t e, uint64_t pointer) {\n", out);
  noe_compile_for_block(number, "  f->sorted#[e] = (f->sorted#[e] & ~NAME#) | pointer << ", out);
  noe_base_text_printf(out, "%u;\n}\n", split.name);
  noe_compile_for_block(number, "static inline uint32_t sort#(struct frame *f, struct work *w) {\n", out);
  write_narrow_sort(number, out);
  noe_compile_for_block(number, "}\n", out);
}

/* Slice and count at once. */
static void write_narrow_entry(const struct noe_emit_block *block, uint32_t number, struct split split,
                               struct noe_text *out) {
  noe_compile_for_block(number, "    const uint32_t weight = f->weight#[i];\n", out);
  noe_base_text_printf(out,
                       "    const uint64_t count = weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0;\n"
                       "    put(b, f->sorted%u[i] >> %u | count << %u, weight > 1 ? %u : %u);\n",
                       number, split.slice, block->bits, block->bits + block->count_bits + 1, block->bits + 1);
}

/* -------------------------------------------------------------------- wide */

static void write_wide_slices(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_compile_for_block(number,
                        "  for (uint32_t i = 0; i < w->m#; i++) {\n    const cell *const c = w->b#[i].c;\n"
                        "    uint64_t *const s = f->words#[i];\n    (void)c;\n",
                        out);
  for (uint32_t i = 0; i < block->words; i++)
    noe_base_text_printf(out, "    s[%u] = 0;\n", i);
  for (uint32_t i = 0, at = 0; i < block->cells; i++) {
    uint32_t width = emitter->model->cells[block->first[i]].width;
    const char *value = noe_compile_stored(emitter, "c", i, block->first[i]);
    if (width)
      noe_base_text_printf(out, "    s[%u] |= %s << %u;\n", at / 64, value, at % 64);
    if (at % 64 + width > 64)
      noe_base_text_printf(out, "    s[%u] |= %s >> %u;\n", at / 64 + 1, value, 64 - at % 64);
    at += width;
  }
  noe_compile_for_block(number, "    f->named#[i] = 0;\n  }\n", out);
}

/* The highest word decides first. */
static void write_compare(const struct noe_emit_block *block, uint32_t number, struct noe_text *out) {
  noe_compile_for_block(number, "\nstatic inline int compare#(const struct frame *f, uint32_t a, uint32_t b) {\n", out);
  for (uint32_t i = block->words; i-- > 0;)
    noe_base_text_printf(out,
                         "  if (f->words%u[a][%u] != f->words%u[b][%u]) return f->words%u[a][%u] < f->words%u[b][%u]"
                         " ? -1 : 1;\n",
                         number, i, number, i, number, i, number, i);
  noe_compile_for_block(number, "  return (f->named#[a] > f->named#[b]) - (f->named#[a] < f->named#[b]);\n}\n", out);
}

static const char wide_sort[] = "  uint32_t *const order = f->order#;\n"
                                "  uint32_t n = 0;\n"
                                "  for (uint32_t i = 0; i < w->m#; i++) {\n"
                                "    uint32_t k = i;\n"
                                "    for (; k && compare#(f, order[k - 1], i) > 0; k--) order[k] = order[k - 1];\n"
                                "    order[k] = i;\n"
                                "  }\n"
                                "  for (uint32_t i = 0; i < w->m#; i++) {\n"
                                "    const uint32_t e = order[i];\n"
                                "    if (f->named#[e]) {\n"
                                "      if (UNLIKELY(w->b#[e].weight != 1)) return 0;\n"
                                "    } else if (n && !compare#(f, order[n - 1], e)) {\n"
                                "      w->b#[order[n - 1]].weight += w->b#[e].weight;\n"
                                "      f->rank#[e] = n - 1;\n"
                                "      continue;\n"
                                "    }\n"
                                "    f->rank#[e] = n;\n"
                                "    order[n++] = e;\n"
                                "  }\n"
                                "  return n;\n";

static void write_wide(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  write_compare(&emitter->blocks[number], number, out);
  noe_compile_for_block(number, "static inline void slice#(struct frame *f, const struct work *w) {\n", out);
  write_wide_slices(emitter, number, out);
  noe_compile_for_block(number,
                        "}\nstatic inline void name#(struct frame *f, uint32_t e, uint32_t pointer) {\n"
                        "  f->named#[e] = pointer;\n}\n"
                        "static inline uint32_t sort#(struct frame *f, struct work *w) {\n",
                        out);
  noe_compile_for_block(number, wide_sort, out);
  noe_compile_for_block(number, "}\n", out);
}

static void write_wide_entry(const struct noe_emit_block *block, uint32_t number, struct noe_text *out) {
  noe_compile_for_block(number, "    const uint32_t e = f->order#[i], weight = w->b#[e].weight;\n", out);
  for (uint32_t i = 0, left = block->bits; left; i++) {
    uint32_t width = left < 64 ? left : 64;
    noe_base_text_printf(out, "    put(b, f->words%u[e][%u], %u);\n", number, i, width);
    left -= width;
  }
  noe_base_text_printf(out, "    put(b, weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0, weight > 1 ? %u : 1);\n",
                       block->count_bits + 1);
}

/* -------------------------------------------------------------------- both */

void noe_compile_order(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  struct split split = split_of(emitter, number);
  noe_base_text_puts(out, "\n");
  if (split.is_narrow)
    write_narrow(emitter, number, split, out);
  else
    write_wide(emitter, number, out);
  noe_compile_for_block(
      number,
      "static inline void write#(struct frame *f, const struct work *w, struct noe_native_bits *b, uint32_t n) {\n",
      out);
  if (split.is_narrow)
    noe_compile_for_block(number,
                          "  if (AIDED) {\n    const struct noe_native_order order = ORDER#;\n"
                          "    aid->write(b, &order, n);\n    return;\n  }\n",
                          out);
  noe_base_text_puts(out, "  for (uint32_t i = 0; i < n; i++) {\n");
  if (split.is_narrow)
    write_narrow_entry(block, number, split, out);
  else
    write_wide_entry(block, number, out);
  noe_base_text_puts(out, "  }\n}\n");
}
