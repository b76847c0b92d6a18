/* Keys of large packed states (model/pack.h), made of what changes.
 *
 * A firing touches a few cells of many, and the states that a worker expands one after
 * the other are much alike. So the frame keeps the key of the state that is expanded,
 * `home`, along with its cells, `here`. Reading another key, only words that differ from
 * those of `home` are unpacked; the key of a successor is `home` but for the cells that
 * differ from those of `here`. Either takes a comparison, many cells at a time, and a
 * table of where each cell is packed, which compiles in no time, however long it is.
 *
 * It rests on this: nobody but `decode` writes `here` or `home`, from the first call on a
 * frame to the last, whichever module of the text is called. A frame begins as zeros, when
 * `home` is the key of a state with nothing in it, but `here` is not yet that state: `at_home`
 * says so. */
#include "compile/emit_int.h"

/* So many cells are packed faster one by one, and so many if most of them are those of
 * multisets, whose absent elements are passed over. */
#ifdef NOE_HOSTILE
enum { FEW_CELLS = 0, FEW_OF_BAGS = 0 };
#else
enum { FEW_CELLS = 128, FEW_OF_BAGS = 1024 };
#endif

bool noe_compile_is_large(const struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  uint64_t plain = model->cell_count;
  for (uint32_t i = 0; i < model->bag_count; i++) /* those inside of others count twice, which does no harm */
    plain -= model->bags[i].type->cells < plain ? model->bags[i].type->cells : plain;
  return emitter->keys == NOE_NATIVE_PACKED && (plain > FEW_CELLS || model->cell_count > FEW_OF_BAGS);
}

void noe_compile_change_fields(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_printf(out, "  uint64_t home[%u];\n  bool at_home;\n", emitter->model->packed_words);
}

/* Where each cell is packed; cells of a type without values have no bits. */
static void write_packing(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct packing { cell base, empty; uint8_t shift, width; uint32_t word; } packing[] = {");
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    char base[NOE_TERM_TEXT];
    noe_base_text_printf(out, "%s{%s,%s,%u,%u,%u},", i % 8 ? "" : "\n  ", noe_compile_number(cell->base, base),
                         cell->type ? "U" : "0", cell->shift, cell->width, cell->word);
  }
  noe_base_text_puts(out, "\n};\n");
}

/* Cells are packed in their order: by word, the first of its cells, those without bits
 * counted to the word before. */
static void write_firsts(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const uint32_t first_in[] = {");
  uint32_t word = 0;
  for (uint32_t i = 0; i < model->cell_count; i++)
    for (; model->cells[i].width && word <= model->cells[i].word; word++)
      noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", i);
  for (; word <= model->packed_words; word++)
    noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", model->cell_count);
  noe_base_text_puts(out, "\n};\n");
}

static const char functions[] =
    "\nenum { CELLS = sizeof packing / sizeof *packing, WORDS = sizeof first_in / sizeof *first_in - 1 };\n"
    "static inline uint64_t bits_of(const struct packing *p) { return p->width ? UINT64_MAX >> (64 - p->width) : 0; }\n"
    "\nstatic void unpack_word(cell *c, uint32_t number, uint64_t word) {\n"
    "  for (uint32_t i = first_in[number]; i < first_in[number + 1]; i++) {\n"
    "    const uint64_t v = word >> packing[i].shift & bits_of(&packing[i]);\n"
    "    c[i] = v ? (cell)(v - 1 + (uint64_t)packing[i].base) : packing[i].empty;\n"
    "  }\n"
    "}\n"
    "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n"
    "  if (!f->at_home) {\n"
    "    for (uint32_t i = 0; i < CELLS; i++) w->c[i] = packing[i].empty;\n"
    "    f->at_home = 1;\n"
    "  }\n"
    "  for (uint32_t i = 0; i < KEY_BYTES / 8; i++) {\n"
    "    const uint64_t word = lanes(key + 8 * i);\n"
    "    if (word != f->home[i]) unpack_word(w->c, i, f->home[i] = word);\n"
    "  }\n"
    "  if (KEY_BYTES % 8) {\n"
    "    uint64_t word = 0;\n"
    "    memcpy(&word, key + KEY_BYTES / 8 * 8, KEY_BYTES % 8);\n"
    "    if (word != f->home[WORDS - 1]) unpack_word(w->c, WORDS - 1, f->home[WORDS - 1] = word);\n"
    "  }\n"
    "}\n"
    "\nstatic void repack(uint64_t *k, const struct packing *p, cell v) {\n"
    "  const uint64_t stored = v == p->empty ? 0 : (uint64_t)v - (uint64_t)p->base + 1;\n"
    "  k[p->word] = (k[p->word] & ~(bits_of(p) << p->shift)) | stored << p->shift;\n"
    "}\n"
    "\n/* So many cells at a time. */\n"
    "enum { STEP = 8 / sizeof(cell) };\n"
    "#define differ(c, h) (lanes(c) ^ lanes(h))\n"
    "#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__\n"
    "static inline void repack_lanes(uint64_t *k, const struct packing *p, const cell *c, const cell *h) {\n"
    "  const uint64_t lane = UINT64_MAX >> (64 - 8 * sizeof(cell));\n"
    "  for (uint64_t x = differ(c, h); x;) {\n"
    "    const uint32_t i = (uint32_t)__builtin_ctzll(x) / (8 * sizeof(cell));\n"
    "    repack(k, p + i, c[i]);\n"
    "    x &= ~(lane << 8 * sizeof(cell) * i);\n"
    "  }\n"
    "}\n"
    "#else\n"
    "static void repack_lanes(uint64_t *k, const struct packing *p, const cell *c, const cell *h) {\n"
    "  for (uint32_t i = 0; i < STEP; i++)\n"
    "    if (c[i] != h[i]) repack(k, p + i, c[i]);\n"
    "}\n"
    "#endif\n"
    "static void encode(struct frame *f, const struct work *w) {\n"
    "  const cell *const c = w->c, *const h = f->here.c;\n"
    "  uint32_t i = 0;\n"
    "  memcpy(f->key, f->home, sizeof f->key);\n"
    "  for (; i + 4 * STEP <= CELLS; i += 4 * STEP) {\n"
    "    if (!(differ(c + i, h + i) | differ(c + i + STEP, h + i + STEP) | differ(c + i + 2 * STEP, h + i + 2 * STEP) |\n"
    "          differ(c + i + 3 * STEP, h + i + 3 * STEP))) continue;\n"
    "    for (uint32_t k = i; k < i + 4 * STEP; k += STEP) repack_lanes(f->key, packing + k, c + k, h + k);\n"
    "  }\n"
    "  for (; i < CELLS; i++)\n"
    "    if (c[i] != h[i]) repack(f->key, &packing[i], c[i]);\n"
    "}\n";

void noe_compile_changes(struct noe_emitter *emitter, struct noe_text *out) {
  write_packing(emitter->model, out);
  write_firsts(emitter->model, out);
  noe_base_text_puts(out, functions);
}
