/* Keys that are value x count (symmetry/runs.h): reading one into entries, and writing
 * entries as one. An entry that a plain cell names keeps to itself; others with equal
 * slices join. */
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

/* More plain cells than this are read and written by tables: a line for each would take too
 * long to compile. */
#ifdef NOE_HOSTILE
enum { CELLS_BY_HAND = 0 };
#else
enum { CELLS_BY_HAND = 256 };
#endif

static bool has_tables(const struct noe_emitter *emitter) { return emitter->plain_cells > CELLS_BY_HAND; }

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
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_compile_order_fields(emitter, i, out);
  uint64_t points = 0;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    points += emitter->blocks[i].size;
  noe_base_text_printf(out, "  uint32_t moves[%" PRIu64 "];\n", 2 * points + emitter->block_count);
  noe_base_text_printf(out, "  uint8_t key[%" PRIu64 "];\n", most_bytes(emitter) + 16);
  if (emitter->turns)
    noe_compile_listed_fields(emitter, most_bytes(emitter) + 16, out);
}

/* ---------------------------------------------------------------- decoding */

/* Cells that are read or written at once. */
struct chunk {
  uint32_t first, end; /* numbers of the cells */
  uint32_t width;
};

static struct chunk next_chunk(const struct noe_emitter *emitter, const uint32_t *cells, uint32_t count, uint32_t first,
                               uint32_t most) {
  struct chunk chunk = {.first = first, .end = first};
  for (; chunk.end < count; chunk.end++) {
    uint32_t width = emitter->model->cells[cells[chunk.end]].width;
    if (chunk.end > first && chunk.width + width > most)
      break;
    chunk.width += width;
  }
  return chunk;
}

/* The cell, from its place among the bits that were read. */
static void read_cell(struct noe_emitter *emitter, const char *indent, const char *place, uint32_t number,
                      uint32_t from, uint32_t shift, struct noe_text *out) {
  const struct noe_cell *cell = &emitter->model->cells[from];
  char buffer[NOE_TERM_TEXT];
  if (!cell->width) {
    noe_base_text_printf(out, "%s%s[%u] = %s;\n", indent, place, number, cell->type ? "U" : "0");
    return;
  }
  uint64_t mask = cell->width < 64 ? (UINT64_C(1) << cell->width) - 1 : UINT64_MAX;
  noe_base_text_printf(out, "%sv = chunk >> %u & UINT64_C(%" PRIu64 ");\n%s%s[%u] = v ? (cell)((v - 1) %s) : %s;\n",
                       indent, shift, mask, indent, place, number, noe_compile_plus(cell->base, buffer),
                       cell->type ? "U" : "0");
}

static void read_cells(struct noe_emitter *emitter, const char *indent, const char *place, const uint32_t *cells,
                       uint32_t count, struct noe_text *out) {
  for (struct chunk chunk = {0}; chunk.end < count;) {
    chunk = next_chunk(emitter, cells, count, chunk.end, 32);
    if (chunk.width)
      noe_base_text_printf(out, "%schunk = get(&r, %u);\n", indent, chunk.width);
    for (uint32_t i = chunk.first, shift = 0; i < chunk.end; i++) {
      read_cell(emitter, indent, place, i, cells[i], shift, out);
      shift += emitter->model->cells[cells[i]].width;
    }
  }
}

static void write_table(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct { cell base, empty; uint8_t width; } plain[] = {");
  for (uint32_t i = 0; i < emitter->plain_cells; i++) {
    const struct noe_cell *cell = &emitter->model->cells[emitter->plain[i]];
    char base[NOE_TERM_TEXT];
    noe_base_text_printf(out, "%s{%s,%s,%u},", i % 8 ? "" : "\n  ", noe_compile_number(cell->base, base),
                         cell->type ? "U" : "0", cell->width);
  }
  noe_base_text_puts(out, "\n};\n");
}

static void write_decode(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n"
                          "  struct reader r = {key, 0, 0};\n  uint64_t chunk, v;\n  (void)f, (void)chunk, (void)v;\n");
  if (has_tables(emitter))
    noe_base_text_puts(
        out, "  for (uint32_t i = 0; i < sizeof plain / sizeof *plain; i++) {\n    v = get(&r, plain[i].width);\n"
             "    w->c[i] = v ? (cell)(v - 1 + (uint64_t)plain[i].base) : plain[i].empty;\n  }\n");
  else
    read_cells(emitter, "  ", "w->c", emitter->plain, emitter->plain_cells, out);
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    const struct noe_emit_block *block = &emitter->blocks[i];
    noe_base_text_printf(out, "  w->m%u = 0;\n  for (uint32_t total = 0; total < %u && w->m%u < %u; w->m%u++) {\n", i,
                         block->size, i, block->size, i);
    noe_base_text_printf(out, "    struct entry%u *const e = &w->b%u[w->m%u];\n", i, i, i);
    read_cells(emitter, "    ", "e->c", block->first, block->cells, out);
    noe_base_text_printf(out,
                         "    e->weight = get(&r, 1) ? 2 + (uint32_t)get(&r, %u) : 1;\n"
                         "    e->origin = w->m%u;\n    total += e->weight;\n  }\n",
                         block->count_bits, i);
  }
  noe_base_text_puts(out, "}\n");
}

/* ---------------------------------------------------------------- encoding */

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
  noe_base_text_printf(out,
                       "  if (w->c[%u] >= %" PRId64 " && w->c[%u] <= %" PRId64
                       ") name%d(f, (uint32_t)(w->c[%u] - %" PRId64 "), %u);\n",
                       pointer.cell, first, pointer.cell, last, block, pointer.cell, first, pointer.number + 1);
}

static void renumber(struct noe_emitter *emitter, struct noe_text *out, struct pointer pointer, int64_t first,
                     int64_t last, int block) {
  (void)emitter;
  noe_base_text_printf(out,
                       "  if (w->c[%u] >= %" PRId64 " && w->c[%u] <= %" PRId64 ") w->c[%u] = (cell)(f->rank%d[w->c[%u]"
                       " - %" PRId64 "] + %" PRId64 ");\n",
                       pointer.cell, first, pointer.cell, last, pointer.cell, block, pointer.cell, first, first);
}

static void list(struct noe_emitter *emitter, struct noe_text *out, struct pointer pointer, int64_t first, int64_t last,
                 int block) {
  (void)emitter;
  noe_base_text_printf(out, "\n  {%u, %" PRId64 ", %" PRId64 ", %u, %d},", pointer.cell, first, last,
                       pointer.number + 1, block);
}

/* The same for many of them, in their order. */
static void write_pointers(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(
      out, "\nstatic const struct { uint32_t cell; cell first, last; uint32_t number; uint8_t block; } pointers[] = {");
  each_pointer(emitter, out, list);
  noe_base_text_puts(out, " {0}\n};\n");
}

static void each_listed(struct noe_emitter *emitter, const char *act, struct noe_text *out) {
  noe_base_text_puts(out,
                     "  for (uint32_t i = 0; i + 1 < sizeof pointers / sizeof *pointers; i++) {\n"
                     "    cell *const c = w->c + pointers[i].cell;\n"
                     "    if (*c < pointers[i].first || *c > pointers[i].last) continue;\n"
                     "    const uint32_t e = (uint32_t)(*c - pointers[i].first);\n    switch (pointers[i].block) {\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, act, i, i);
  noe_base_text_puts(out, "    }\n  }\n");
}

static void write_plain(struct noe_emitter *emitter, struct noe_text *out) {
  if (has_tables(emitter)) {
    noe_base_text_puts(out, "  for (uint32_t i = 0; i < sizeof plain / sizeof *plain; i++)\n"
                            "    put(&b, w->c[i] == plain[i].empty ? 0 : (uint64_t)w->c[i] - (uint64_t)plain[i].base + "
                            "1, plain[i].width);\n");
    return;
  }
  for (struct chunk chunk = {0}; chunk.end < emitter->plain_cells;) {
    chunk = next_chunk(emitter, emitter->plain, emitter->plain_cells, chunk.end, 64);
    if (!chunk.width)
      continue;
    noe_base_text_puts(out, "  put(&b, 0");
    for (uint32_t i = chunk.first, shift = 0; i < chunk.end; i++) {
      uint32_t width = emitter->model->cells[emitter->plain[i]].width;
      if (width)
        noe_base_text_printf(out, " | %s << %u", noe_compile_stored(emitter, "w->c", i, emitter->plain[i]), shift);
      shift += width;
    }
    noe_base_text_printf(out, ", %u);\n", chunk.width);
  }
}

static void write_encode(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_compile_order(emitter, i, out);
  if (has_tables(emitter))
    write_pointers(emitter, out);
  noe_base_text_printf(out,
                       "\n/* The number of bytes; 0 if something is wrong. */\n"
                       "static uint32_t %s(struct frame *f, struct work *w) {\n",
                       emitter->turns ? "write_key" : "encode");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  slice%u(f, w);\n", i);
  if (has_tables(emitter))
    each_listed(emitter, "    case %u: name%u(f, e, pointers[i].number); break;\n", out);
  else
    each_pointer(emitter, out, mark_named);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  const uint32_t n%u = sort%u(f, w);\n  if (UNLIKELY(!n%u)) return 0;\n", i, i, i);
  if (has_tables(emitter))
    each_listed(emitter, "    case %u: *c = (cell)(f->rank%u[e] + pointers[i].first); break;\n", out);
  else
    each_pointer(emitter, out, renumber);
  noe_base_text_puts(out, "  struct noe_native_bits b = {f->key, 0, 0};\n");
  write_plain(emitter, out);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  write%u(f, w, &b, n%u);\n", i, i);
  noe_base_text_puts(out, "  return flush(&b, f->key);\n}\n");
}

/* ----------------------------------------------------------------- entries */

static void write_copy(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic inline void copy(struct work *to, const struct work *from) {\n");
  noe_base_text_puts(out, "  memcpy(to->c, from->c, sizeof to->c);\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  copy%u(to, from);\n", i);
  noe_base_text_puts(out, "}\n");
}

static void write_changed(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic bool changed(const struct work *a, const struct work *b) {\n");
  noe_base_text_puts(out, "  if (memcmp(a->c, b->c, sizeof a->c)) return 1;\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    if (emitter->blocks[i].cells)
      noe_base_text_printf(out, "  if (changed%u(a, b)) return 1;\n", i);
  noe_base_text_puts(out, "  return 0;\n}\n");
}

/* After encoding. */
static void write_moves(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic void note_moves(struct frame *f) {\n  uint32_t *to = f->moves;\n");
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  to = moves%u(f, to);\n", i);
  noe_base_text_puts(out, "  f->host.moves = f->moves;\n}\n");
}

void noe_compile_runs(struct noe_emitter *emitter, struct noe_text *out) {
  noe_compile_runtime(NOE_RUNTIME_BITS, out);
  if (has_tables(emitter))
    write_table(emitter, out);
  write_decode(emitter, out);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_compile_for_part(i, NOE_RUNTIME_ENTRIES, out);
  write_copy(emitter, out);
  write_changed(emitter, out);
  write_encode(emitter, out);
  if (emitter->turns)
    noe_compile_listed(emitter, out);
  write_moves(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_DELIVER_RUNS, out);
}
