/* Keys that are value x count (symmetry/runs.h): reading one into entries, and writing
 * entries as one. An entry that a plain cell names keeps to itself; others with equal
 * slices join. */
#include <inttypes.h>

#include "compile/emit_int.h"

static bool names_point(const struct noe_emitter *emitter, uint32_t cell) {
  const struct noe_type *type = emitter->model->cells[cell].type;
  return type && noe_compile_blocks(emitter, type);
}

static uint64_t most_bytes(const struct noe_emitter *emitter) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    bits += emitter->model->cells[emitter->plain[i]].width;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    bits += (uint64_t)emitter->blocks[i].size * (emitter->blocks[i].bits + 1 + emitter->blocks[i].count_bits);
  return bits / 8 + 1;
}

void noe_compile_runs_fields(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    const struct noe_emit_block *block = &emitter->blocks[i];
    noe_base_text_printf(out, "  uint64_t slice%u[%u][%u];\n", i, block->size, block->words);
    noe_base_text_printf(out, "  uint32_t named%u[%u], order%u[%u], rank%u[%u];\n", i, block->size, i, block->size, i,
                         block->size);
  }
  uint64_t points = 0;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    points += emitter->blocks[i].size;
  noe_base_text_printf(out, "  uint32_t moves[%" PRIu64 "];\n", 2 * points + emitter->block_count);
  noe_base_text_printf(out, "  uint8_t key[%" PRIu64 "];\n", most_bytes(emitter) + 16);
  if (emitter->turns)
    noe_compile_turns_fields(emitter, most_bytes(emitter) + 16, out);
}

/* -------------------------------------------------------------------- bits */

static const char bits[] =
    "\nstruct bits { uint8_t *at; uint64_t held; uint32_t fill; };\n"
    "static inline void put(struct bits *b, uint64_t value, uint32_t width) {\n"
    "  uint32_t room = 64 - b->fill;\n"
    "  b->held |= value << b->fill;\n"
    "  if (width < room) {\n"
    "    b->fill += width;\n"
    "    return;\n"
    "  }\n"
    "  memcpy(b->at, &b->held, 8);\n"
    "  b->at += 8;\n"
    "  b->held = room < 64 ? value >> room : 0;\n"
    "  b->fill = width - room;\n"
    "}\n"
    "struct reader { const uint8_t *at; uint64_t held; uint32_t fill; };\n"
    "static inline uint64_t get(struct reader *r, uint32_t width) {\n"
    "  uint64_t value;\n"
    "  if (width > 32) {\n"
    "    value = get(r, 32);\n"
    "    return value | get(r, width - 32) << 32;\n"
    "  }\n"
    "  for (; r->fill < width; r->fill += 8) r->held |= (uint64_t)*r->at++ << r->fill;\n"
    "  value = r->held & ((UINT64_C(1) << width) - 1);\n"
    "  r->held >>= width;\n"
    "  r->fill -= width;\n"
    "  return value;\n"
    "}\n";

static const char *base_of(const struct noe_cell *cell, char buffer[NOE_TERM_TEXT]) {
  return noe_compile_number(cell->base, buffer);
}

/* ---------------------------------------------------------------- decoding */

static void read_cell(struct noe_emitter *emitter, const char *indent, const char *place, uint32_t number,
                      uint32_t from, struct noe_text *out) {
  const struct noe_cell *cell = &emitter->model->cells[from];
  char buffer[NOE_TERM_TEXT];
  if (!cell->width)
    noe_base_text_printf(out, "%s%s[%u] = %s;\n", indent, place, number, cell->type ? "U" : "0");
  else
    noe_base_text_printf(out, "%sv = get(&r, %u);\n%s%s[%u] = v ? (cell)(v - 1) + %s : %s;\n", indent, cell->width,
                         indent, place, number, base_of(cell, buffer), cell->type ? "U" : "0");
}

static void write_decode(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n"
                          "  struct reader r = {key, 0, 0};\n  uint64_t v;\n  (void)f;\n");
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    read_cell(emitter, "  ", "w->c", i, emitter->plain[i], out);
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    const struct noe_emit_block *block = &emitter->blocks[i];
    noe_base_text_printf(out, "  w->m%u = 0;\n  for (uint32_t total = 0; total < %u && w->m%u < %u; w->m%u++) {\n", i,
                         block->size, i, block->size, i);
    noe_base_text_printf(out, "    struct entry%u *const e = &w->b%u[w->m%u];\n", i, i, i);
    for (uint32_t k = 0; k < block->cells; k++)
      read_cell(emitter, "    ", "e->c", k, block->first[k], out);
    noe_base_text_printf(out, "    e->weight = get(&r, 1) ? 2 + (uint32_t)get(&r, %u) : 1;\n"
                              "    e->origin = w->m%u;\n    total += e->weight;\n  }\n",
                         block->count_bits, i);
  }
  noe_base_text_puts(out, "}\n");
}

/* ---------------------------------------------------------------- encoding */

/* The stored number of a cell. */
static const char *stored(struct noe_emitter *emitter, const char *place, uint32_t number, uint32_t from) {
  const struct noe_cell *cell = &emitter->model->cells[from];
  char buffer[NOE_TERM_TEXT];
  if (!cell->type)
    return noe_base_arena_format(emitter->arena, "(uint64_t)(%s[%u] == 1)", place, number);
  return noe_base_arena_format(emitter->arena, "(%s[%u] == U ? 0 : (uint64_t)%s[%u] - (uint64_t)%s + 1)", place, number,
                               place, number, base_of(cell, buffer));
}

static void write_slices(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < w->m%u; i++) {\n    const cell *const c = w->b%u[i].c;\n", number,
                       number);
  noe_base_text_printf(out, "    uint64_t *const s = f->slice%u[i];\n", number);
  for (uint32_t i = 0; i < block->words; i++)
    noe_base_text_printf(out, "    s[%u] = 0;\n", i);
  noe_base_text_puts(out, "    (void)c;\n");
  for (uint32_t i = 0, at = 0; i < block->cells; i++) {
    uint32_t width = emitter->model->cells[block->first[i]].width;
    const char *value = stored(emitter, "c", i, block->first[i]);
    if (width)
      noe_base_text_printf(out, "    s[%u] |= %s << %u;\n", at / 64, value, at % 64);
    if (at % 64 + width > 64)
      noe_base_text_printf(out, "    s[%u] |= %s >> %u;\n", at / 64 + 1, value, 64 - at % 64);
    at += width;
  }
  noe_base_text_printf(out, "    f->named%u[i] = 0;\n  }\n", number);
}

struct pointer {
  uint32_t cell;   /* of the plain part */
  uint32_t number; /* among the pointers */
};

/* Runs through the parts of each pointer's type that are in a block. */
static void each_pointer(struct noe_emitter *emitter, struct noe_text *out,
                         void (*act)(struct noe_emitter *emitter, struct noe_text *out, struct pointer pointer,
                                     int64_t first, int64_t last, int block)) {
  struct pointer pointer = {0};
  for (uint32_t i = 0; i < emitter->plain_cells; i++) {
    if (!names_point(emitter, emitter->plain[i]))
      continue;
    const struct noe_type *type = emitter->model->cells[emitter->plain[i]].type;
    bool is_union = type->kind == NOE_TYPE_UNION;
    pointer.cell = i;
    for (uint32_t k = 0; k < (is_union ? type->part_count : 1); k++) {
      const struct noe_type *part = is_union ? type->parts[k] : type;
      int64_t first = is_union ? type->part_offsets[k] : 0;
      int block = noe_compile_block(emitter, part);
      if (block >= 0)
        act(emitter, out, pointer, first, first + part->high, block);
    }
    pointer.number++;
  }
}

/* Of several pointers that name an entry the last one counts. */
static void mark_named(struct noe_emitter *emitter, struct noe_text *out, struct pointer pointer, int64_t first,
                       int64_t last, int block) {
  (void)emitter;
  noe_base_text_printf(out, "  if (w->c[%u] >= %" PRId64 " && w->c[%u] <= %" PRId64 ") f->named%d[w->c[%u] - %" PRId64
                            "] = %u;\n",
                       pointer.cell, first, pointer.cell, last, block, pointer.cell, first, pointer.number + 1);
}

static void renumber(struct noe_emitter *emitter, struct noe_text *out, struct pointer pointer, int64_t first,
                     int64_t last, int block) {
  (void)emitter;
  noe_base_text_printf(out, "  if (w->c[%u] >= %" PRId64 " && w->c[%u] <= %" PRId64 ") w->c[%u] = (cell)(f->rank%d[w->c[%u]"
                            " - %" PRId64 "] + %" PRId64 ");\n",
                       pointer.cell, first, pointer.cell, last, pointer.cell, block, pointer.cell, first, first);
}

/* Entries in increasing order; the highest word decides first. */
static void write_order(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  noe_base_text_printf(out, "\nstatic inline int compare%u(const struct frame *f, uint32_t a, uint32_t b) {\n", number);
  for (uint32_t i = emitter->blocks[number].words; i-- > 0;)
    noe_base_text_printf(out, "  if (f->slice%u[a][%u] != f->slice%u[b][%u]) return f->slice%u[a][%u] < f->slice%u[b][%u]"
                              " ? -1 : 1;\n",
                         number, i, number, i, number, i, number, i);
  noe_base_text_printf(out, "  return (f->named%u[a] > f->named%u[b]) - (f->named%u[a] < f->named%u[b]);\n}\n", number,
                       number, number, number);
}

/* Sorts, then lets equal entries that nobody names join the first of them. */
static void write_sort(uint32_t n, struct noe_text *out) {
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < w->m%u; i++) {\n    uint32_t k = i;\n", n);
  noe_base_text_printf(out, "    for (; k && compare%u(f, f->order%u[k - 1], i) > 0; k--) f->order%u[k] = f->order%u[k - 1];\n"
                            "    f->order%u[k] = i;\n  }\n",
                       n, n, n, n, n);
  noe_base_text_printf(out, "  uint32_t n%u = 0;\n  for (uint32_t i = 0; i < w->m%u; i++) {\n"
                            "    const uint32_t e = f->order%u[i];\n",
                       n, n, n);
  noe_base_text_printf(out, "    if (f->named%u[e]) {\n      if (UNLIKELY(w->b%u[e].weight != 1)) return 0;\n    }\n", n, n);
  noe_base_text_printf(out, "    else if (n%u && !compare%u(f, f->order%u[n%u - 1], e)) {\n"
                            "      w->b%u[f->order%u[n%u - 1]].weight += w->b%u[e].weight;\n      f->rank%u[e] = n%u - 1;\n"
                            "      continue;\n    }\n",
                       n, n, n, n, n, n, n, n, n, n);
  noe_base_text_printf(out, "    f->rank%u[e] = n%u;\n    f->order%u[n%u++] = e;\n  }\n", n, n, n, n);
}

static void write_entries(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < n%u; i++) {\n    const uint32_t e = f->order%u[i];\n", number,
                       number);
  for (uint32_t i = 0, left = block->bits; left; i++) {
    uint32_t width = left < 64 ? left : 64;
    noe_base_text_printf(out, "    put(&b, f->slice%u[e][%u], %u);\n", number, i, width);
    left -= width;
  }
  noe_base_text_printf(out, "    const uint32_t weight = w->b%u[e].weight;\n"
                            "    put(&b, weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0, weight > 1 ? %u : 1);\n  }\n",
                       number, block->count_bits + 1);
}

static void write_encode(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_order(emitter, i, out);
  noe_base_text_printf(out, "\n/* The number of bytes; 0 if something is wrong. */\n"
                            "static uint32_t %s(struct frame *f, struct work *w) {\n",
                       emitter->turns ? "write_key" : "encode");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_slices(emitter, i, out);
  each_pointer(emitter, out, mark_named);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_sort(i, out);
  each_pointer(emitter, out, renumber);
  noe_base_text_puts(out, "  struct bits b = {f->key, 0, 0};\n");
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    if (emitter->model->cells[emitter->plain[i]].width)
      noe_base_text_printf(out, "  put(&b, %s, %u);\n", stored(emitter, "w->c", i, emitter->plain[i]),
                           emitter->model->cells[emitter->plain[i]].width);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_entries(emitter, i, out);
  noe_base_text_puts(out, "  memcpy(b.at, &b.held, 8);\n  return (uint32_t)(b.at - f->key) + (b.fill + 7) / 8;\n}\n");
}

/* ----------------------------------------------------------------- entries */

/* # stands for the number of the block. */
static const char entries[] =
    "\nstatic APART int64_t split#(struct work *w, int64_t e) {\n"
    "  if (w->b#[e].weight == 1) return e;\n"
    "  const uint32_t x = w->m#++;\n"
    "  w->b#[x] = w->b#[e];\n"
    "  w->b#[x].weight = 1;\n"
    "  w->b#[x].origin = (uint32_t)e;\n"
    "  w->b#[e].weight--;\n"
    "  return x;\n"
    "}\n"
    "static APART void join#(struct work *w, int64_t e, int64_t x) {\n"
    "  if (x == e) return;\n"
    "  w->m#--;\n"
    "  w->b#[e].weight++;\n"
    "}\n"
    "static inline void scatter#(struct work *w) {\n"
    "  for (uint32_t e = 0, m = w->m#; e < m; e++)\n"
    "    while (w->b#[e].weight > 1) split#(w, e);\n"
    "}\n"
    "static inline void gather#(struct work *w, uint32_t m, const uint32_t *weights) {\n"
    "  w->m# = m;\n"
    "  for (uint32_t e = 0; e < m; e++) w->b#[e].weight = weights[e];\n"
    "}\n";

static void write_for_block(const char *text, uint32_t block, struct noe_text *out) {
  for (; *text; text++)
    if (*text == '#')
      noe_base_text_printf(out, "%u", block);
    else
      noe_base_text_add(out, text, 1);
}

static void write_copy(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic inline void copy(struct work *to, const struct work *from) {\n"
                          "  memcpy(to->c, from->c, sizeof to->c);\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_for_block("  to->m# = from->m#;\n  for (uint32_t i = 0; i < from->m#; i++) {\n"
                    "    to->b#[i] = from->b#[i];\n    to->b#[i].origin = i;\n  }\n",
                    i, out);
  noe_base_text_puts(out, "}\n");
}

/* Values that were taken out are compared with the entry that they came from. */
static void write_changed(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic bool changed(const struct work *a, const struct work *b) {\n"
                          "  if (memcmp(a->c, b->c, sizeof a->c)) return 1;\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    if (emitter->blocks[i].cells)
      write_for_block("  for (uint32_t i = 0; i < b->m#; i++)\n"
                      "    if (memcmp(b->b#[i].c, a->b#[b->b#[i].origin].c, sizeof b->b#[i].c)) return 1;\n",
                      i, out);
  noe_base_text_puts(out, "  return 0;\n}\n");
}

/* After encoding: where the parts of the entries came from and where they went. */
static void write_moves(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic void note_moves(struct frame *f) {\n  uint32_t *to = f->moves;\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_for_block("  *to++ = f->next.m#;\n  for (uint32_t i = 0; i < f->next.m#; i++) {\n"
                    "    *to++ = f->next.b#[i].origin;\n    *to++ = f->rank#[i];\n  }\n",
                    i, out);
  noe_base_text_puts(out, "  f->host.moves = f->moves;\n}\n");
}

static const char deliver[] =
    "\nstatic bool deliver(struct frame *f, uint32_t rule, uint64_t weight) {\n"
    "  settle(&f->next);\n"
    "  if (!f->host.progress) f->host.progress = changed(&f->here, &f->next);\n"
    "  const uint32_t bytes = encode(f, &f->next);\n"
    "  if (f->host.want_moves) note_moves(f);\n"
    "  return bytes && f->host.successor(&f->host, rule, weight, f->key, bytes, 0, 0);\n"
    "}\n";

void noe_compile_runs(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, bits);
  write_decode(emitter, out);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_for_block(entries, i, out);
  write_copy(emitter, out);
  write_changed(emitter, out);
  write_encode(emitter, out);
  if (emitter->turns)
    noe_compile_turns(emitter, out);
  write_moves(emitter, out);
  noe_base_text_puts(out, deliver);
}
