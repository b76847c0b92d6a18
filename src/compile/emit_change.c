/* Keys of large packed states (model/pack.h), made of what changes.
 *
 * A firing touches a few cells of many, and the states that a worker expands one after
 * the other are much alike. So the frame keeps the key of the state that is expanded,
 * `home`, along with its cells, `here`. Reading another key, only words that differ from
 * those of `home` are unpacked; the key of a successor is `home` but for the cells that
 * differ from those of `here`. Either takes a comparison, many cells at a time, and a
 * table of where each cell is packed, which compiles in no time, however long it is. All this
 * is about cells that have places; multisets, of which mostly few elements are present, are
 * read and written anew each time.
 *
 * It rests on this: nobody but `decode` writes `here` or `home`, from the first call on a
 * frame to the last, whichever module of the text is called. A frame begins as zeros, when
 * `home` is the key of a state with nothing in it, but `here` is not yet that state: `at_home`
 * says so. How many cells of `here` are undefined that should not be (emit_whole.c), `holes`,
 * is counted along. */
#include "compile/emit_int.h"

/* So many cells are packed faster one by one, and so many if most of them are those of
 * multisets, whose elements that are present are packed by code of their own. */
#ifdef NOE_HOSTILE
enum { FEW_CELLS = 0, FEW_OF_BAGS = 0 };
#else
enum { FEW_CELLS = 128, FEW_OF_BAGS = 1024 };
#endif

bool noe_compile_is_large(const struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  uint64_t plain = model->cell_count;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    plain -= model->outer_bags[i].type->cells;
  return emitter->keys == NOE_NATIVE_PACKED && (plain > FEW_CELLS || model->cell_count > FEW_OF_BAGS);
}

void noe_compile_change_fields(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_printf(out, "  uint64_t home[%u];\n  bool at_home;\n  uint32_t holes;\n", (emitter->model->fixed_bits + 63) / 64 + 1);
}

/* Where each cell is packed, those of multisets within their elements, and whether it is taken to
 * be defined; cells of a type without values have no bits. The first cell of a multiset needs no
 * row of its own and says how many cells there are to pass over: it is a `word` without bits. */
static void write_packing(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  uint32_t *over = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->cell_count), trusted = 0;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    if (model->outer_bags[i].type->cells)
      over[model->outer_bags[i].cell] = model->outer_bags[i].type->cells;
  noe_base_text_puts(out, "\nstatic const struct packing { cell base, empty; uint8_t shift, width, trusted; uint32_t word; } packing[] = {");
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    char base[NOE_TERM_TEXT];
    bool trusts = noe_compile_is_trusted(emitter, i);
    trusted += trusts;
    noe_base_text_printf(out, "%s{%s,%s,%u,%u,%u,%u},", i % 8 ? "" : "\n  ", noe_compile_number(cell->base, base),
                         cell->type ? "U" : "0", cell->shift, over[i] ? 0 : cell->width, trusts, over[i] ? over[i] : cell->word);
  }
  noe_base_text_printf(out, "\n};\nenum { TRUSTED = %u };\n", trusted);
}

/* Cells that have places, without gaps. */
static void write_spans(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const struct { uint32_t first, end; } spans_of_cells[] = {");
  for (uint32_t i = 0, first = 0; i <= model->cell_count; i++)
    if (i == model->cell_count || model->cells[i].in_multiset) {
      if (first < i)
        noe_base_text_printf(out, "\n  {%u, %u},", first, i);
      first = i + 1;
    }
  noe_base_text_puts(out, " {0}\n};\n");
}

static void write_streams(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const struct { uint32_t cell, end, stride; } streams[] = {");
  for (uint32_t i = 0; i < model->outer_bag_count; i++) {
    const struct noe_bag *bag = &model->outer_bags[i];
    if (bag->type->cells)
      noe_base_text_printf(out, "\n  {%u, %u, %u},", bag->cell, bag->cell + bag->type->cells, bag->type->stride);
  }
  noe_base_text_puts(out, " {0}\n};\n");
}

/* Cells are packed in their order: by word, the first of its cells, those without bits, and
 * multisets, counted to the word before. */
static void write_firsts(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const uint32_t first_in[] = {");
  uint32_t word = 0;
  for (uint32_t i = 0; i < model->cell_count; i++)
    for (; !model->cells[i].in_multiset && model->cells[i].width && word <= model->cells[i].word; word++)
      noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", i);
  for (; word <= (model->fixed_bits + 63) / 64; word++)
    noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", model->cell_count);
  noe_base_text_puts(out, "\n};\n");
}

static const char arithmetic[] =
    "\nenum { CELLS = sizeof packing / sizeof *packing };\n"
    "static inline uint64_t bits_of(const struct packing *p) { return p->width ? UINT64_MAX >> (64 - p->width) : 0; }\n"
    "static inline cell value_of(const struct packing *p, uint64_t v) { return v ? (cell)(v - 1 + (uint64_t)p->base) : p->empty; }\n"
    "static inline uint64_t stored_of(const struct packing *p, cell v) {\n"
    "  return v == p->empty ? 0 : (uint64_t)v - (uint64_t)p->base + 1;\n"
    "}\n";

static const char functions[] =
    "\nstatic void unpack_word(struct frame *f, cell *c, uint32_t number, uint64_t word) {\n"
    "  for (uint32_t i = first_in[number]; i < first_in[number + 1]; i++) {\n"
    "    const struct packing *const p = &packing[i];\n"
    "    if (p->width) {\n"
    "      const cell v = value_of(p, word >> p->shift & bits_of(p));\n"
    "      f->holes += p->trusted & (v == U);\n"
    "      f->holes -= p->trusted & (c[i] == U);\n"
    "      c[i] = v;\n"
    "    } else if (p->word) i += p->word - 1;\n"
    "  }\n"
    "}\n"
    "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n"
    "  if (!f->at_home) {\n"
    "    for (uint32_t i = 0; i < CELLS; i++) w->c[i] = packing[i].empty;\n"
    "    f->at_home = 1;\n"
    "    f->holes = TRUSTED;\n"
    "  }\n"
    "  for (uint32_t i = 0; i < FIXED_BITS / 64; i++) {\n"
    "    const uint64_t word = lanes(key + 8 * i);\n"
    "    if (word != f->home[i]) unpack_word(f, w->c, i, f->home[i] = word);\n"
    "  }\n"
    "  if (FIXED_BITS % 64) {\n"
    "    uint64_t word = 0;\n"
    "    memcpy(&word, key + FIXED_BITS / 64 * 8, (FIXED_BITS % 64 + 7) / 8);\n"
    "    word &= UINT64_MAX >> (64 - FIXED_BITS % 64) % 64;\n"
    "    if (word != f->home[FIXED_BITS / 64]) unpack_word(f, w->c, FIXED_BITS / 64, f->home[FIXED_BITS / 64] = word);\n"
    "  }\n"
    "  READ_STREAMS;\n"
    "}\n"
    "\nstatic void repack(uint64_t *k, const struct packing *p, cell v) {\n"
    "  k[p->word] = (k[p->word] & ~(bits_of(p) << p->shift)) | stored_of(p, v) << p->shift;\n"
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
    "static void repack_span(uint64_t *key, const cell *c, const cell *h, uint32_t i, uint32_t end) {\n"
    "  for (; i + 4 * STEP <= end; i += 4 * STEP) {\n"
    "    if (!(differ(c + i, h + i) | differ(c + i + STEP, h + i + STEP) | differ(c + i + 2 * STEP, h + i + 2 * STEP) |\n"
    "          differ(c + i + 3 * STEP, h + i + 3 * STEP))) continue;\n"
    "    for (uint32_t k = i; k < i + 4 * STEP; k += STEP) repack_lanes(key, packing + k, c + k, h + k);\n"
    "  }\n"
    "  for (; i < end; i++)\n"
    "    if (c[i] != h[i]) repack(key, &packing[i], c[i]);\n"
    "}\n"
    "static uint32_t encode(struct frame *f, const struct work *w) {\n"
    "  memcpy(f->key, f->home, (FIXED_BITS + 63) / 64 * sizeof *f->key);\n"
    "  for (uint32_t i = 0; i + 1 < sizeof spans_of_cells / sizeof *spans_of_cells; i++)\n"
    "    repack_span(f->key, w->c, f->here.c, spans_of_cells[i].first, spans_of_cells[i].end);\n"
    "  return WRITE_STREAMS;\n"
    "}\n";

/* A multiset of the state before may have had more elements. */
static const char streams[] =
    "\nstatic void read_streams(cell *c, const uint8_t *key) {\n"
    "  uint32_t at = FIXED_BITS;\n"
    "  for (uint32_t i = 0; i + 1 < sizeof streams / sizeof *streams; i++) {\n"
    "    const struct packing *const p = &packing[streams[i].cell];\n"
    "    const uint32_t stride = streams[i].stride;\n"
    "    cell *e = c + streams[i].cell, *const end = c + streams[i].end;\n"
    "    for (; e < end && get(key, at++, 1); e += stride) {\n"
    "      *e = 1;\n"
    "      for (uint32_t k = 1; k < stride; at += p[k++].width)\n"
    "        if (p[k].width) e[k] = value_of(&p[k], get(key, at, p[k].width));\n"
    "    }\n"
    "    for (; e < end && *e; e += stride)\n"
    "      for (uint32_t k = 0; k < stride; k++) e[k] = p[k].empty;\n"
    "  }\n"
    "}\n"
    "static uint32_t write_streams(uint64_t *k, const cell *c) {\n"
    "  uint32_t at = FIXED_BITS;\n"
    "  if (!(at % 64)) k[at / 64] = 0;\n"
    "  for (uint32_t i = 0; i + 1 < sizeof streams / sizeof *streams; i++) {\n"
    "    const struct packing *const p = &packing[streams[i].cell];\n"
    "    const uint32_t stride = streams[i].stride;\n"
    "    const cell *e = c + streams[i].cell, *const end = c + streams[i].end;\n"
    "    for (; e < end && *e; e += stride) {\n"
    "      put(k, at++, 1);\n"
    "      for (uint32_t n = 1; n < stride; at += p[n++].width)\n"
    "        if (p[n].width) put(k, at, stored_of(&p[n], e[n]));\n"
    "    }\n"
    "    if (e < end) put(k, at++, 0);\n"
    "  }\n"
    "  return at ? (at + 7) / 8 : 1;\n"
    "}\n";

void noe_compile_changes(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  bool has_streams = noe_compile_has_streams(model);
  write_packing(emitter, out);
  write_firsts(model, out);
  write_spans(model, out);
  if (has_streams)
    write_streams(model, out);
  noe_base_text_printf(out, "#define READ_STREAMS %s\n#define WRITE_STREAMS %s\n", has_streams ? "read_streams(w->c, key)" : "(void)0",
                       has_streams ? "write_streams(f->key, w->c)" : "KEY_BYTES");
  noe_base_text_puts(out, arithmetic);
  if (has_streams)
    noe_base_text_puts(out, streams);
  noe_base_text_puts(out, functions);
}
