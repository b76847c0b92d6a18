/* Keys that are value x count (symmetry/runs.h), for runtime/runs.h: what is in the plain cells and in the entries of
 * each block.
 *
 * Entries are in the order of a key: by slice, then by who names them. A slice, the number of its pointer and the number
 * of the entry mostly fit into one word: then it is words that are sorted, by noether itself if the compiler would make
 * slow code of it (struct noe_native_helpers). Wide slices are compared word by word. */
#include <assert.h>
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

/* -------------------------------------------------------------------- fields */

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
  assert(split.name < 64 && split.slice < 64 && "entries and pointers are counted in few bits");
  split.is_narrow = split.slice + block->bits <= 64 && block->bits + block->count_bits < 64;
  return split;
}

static void write_order_fields(const struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  noe_base_text_printf(out, "  uint32_t rank%u[%u];\n", number, block->size);
  if (split_of(emitter, number).is_narrow)
    noe_base_text_printf(out, "  uint64_t sorted%u[%u];\n  uint32_t weight%u[%u];\n", number, block->size, number,
                         block->size);
  else
    noe_base_text_printf(out, "  uint64_t words%u[%u][%u];\n  uint32_t named%u[%u], order%u[%u];\n", number,
                         block->size, block->words, number, block->size, number, block->size);
}

void noe_compile_runs_fields(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_order_fields(emitter, i, out);
  uint64_t points = 0;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    points += emitter->blocks[i].size;
  noe_base_text_printf(out, "  uint32_t moves[%" PRIu64 "];\n", 2 * points + emitter->block_count);
  noe_base_text_printf(out, "  uint8_t key[%" PRIu64 "];\n", most_bytes(emitter) + 16);
  if (emitter->turns)
    noe_compile_listed_fields(emitter, most_bytes(emitter) + 16, out);
}

/* --------------------------------------------------------------------- cells */

static const char *empty_of(const struct noe_cell *cell) { return cell->type ? "U" : "0"; }

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

/* The list of the cells, by their places in a row, in chunks of so many bits at most (runtime/entries.h). */
static void list_cells(const struct noe_emitter *emitter, const uint32_t *cells, uint32_t count, uint32_t most,
                       struct noe_text *out) {
  uint32_t at = 0;
  for (struct chunk chunk = {0}; chunk.end < count;) {
    chunk = next_chunk(emitter, cells, count, chunk.end, most);
    assert(chunk.end > chunk.first && (chunk.width <= most || chunk.end == chunk.first + 1) &&
           "a chunk is read at once");
    if (chunk.width)
      noe_base_text_printf(out, " OPEN(%u)", chunk.width);
    for (uint32_t i = chunk.first, shift = 0; i < chunk.end; i++) {
      const struct noe_cell *cell = &emitter->model->cells[cells[i]];
      char base[NOE_TERM_TEXT];
      if (cell->width)
        noe_base_text_printf(out, " CELL(%u, %u, %u, %u, %s, %s)", i, shift, at + shift, cell->width,
                             noe_compile_number(cell->base, base), empty_of(cell));
      else
        noe_base_text_printf(out, " EMPTY(%u, %s)", i, empty_of(cell));
      shift += cell->width;
    }
    if (chunk.width)
      noe_base_text_printf(out, " CLOSE(%u)", chunk.width);
    at += chunk.width;
  }
  noe_base_text_puts(out, "\n");
}

static void write_rows(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct { cell base, empty; uint8_t width; } plain[] = {");
  for (uint32_t i = 0; i < emitter->plain_cells; i++) {
    const struct noe_cell *cell = &emitter->model->cells[emitter->plain[i]];
    char base[NOE_TERM_TEXT];
    noe_base_text_printf(out, "%s{%s,%s,%u},", i % 8 ? "" : "\n  ", noe_compile_number(cell->base, base),
                         empty_of(cell), cell->width);
  }
  noe_base_text_puts(out, "\n};\n");
}

/* --------------------------------------------------------------------- plain */

static void write_pointer(const struct noe_emitter *emitter, uint32_t cell, uint32_t number, struct noe_text *out) {
  const struct noe_type *type = emitter->model->cells[emitter->plain[cell]].type;
  bool is_union = type->kind == NOE_TYPE_UNION;
  for (uint32_t i = 0; i < (is_union ? type->part_count : 1); i++) {
    const struct noe_type *part = is_union ? type->parts[i] : type;
    int64_t first = is_union ? type->part_offsets[i] : 0;
    int block = noe_compile_block(emitter, part);
    if (block >= 0)
      noe_base_text_printf(out,
                           has_tables(emitter) ? "\n  {%u, %" PRId64 ", %" PRId64 ", %u, %d},"
                                               : " POINTER(%u, %" PRId64 ", %" PRId64 ", %u, %d)",
                           cell, first, first + part->high, number, block);
  }
}

/* Values of plain cells that name points of a block. */
static void write_pointers(const struct noe_emitter *emitter, struct noe_text *out) {
  static const char table[] =
      "\nstatic const struct { uint32_t cell; cell first, last; uint32_t number; uint8_t block; } "
      "pointers[] = {";
  uint32_t number = 0;
  noe_base_text_puts(out, has_tables(emitter) ? table : "#define POINTERS");
  for (uint32_t i = 0; i < emitter->plain_cells; i++)
    if (names_point(emitter, emitter->plain[i]))
      write_pointer(emitter, i, ++number, out);
  noe_base_text_puts(out, has_tables(emitter) ? " {0}\n};\n" : "\n");
}

static void write_plain(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_printf(out, "\n#define BY_TABLES %d\n", has_tables(emitter));
  if (has_tables(emitter))
    write_rows(emitter, out);
  for (int write = 0; write < 2 && !has_tables(emitter); write++) {
    noe_base_text_puts(out, write ? "#define PLAIN_WRITTEN" : "#define PLAIN_READ");
    list_cells(emitter, emitter->plain, emitter->plain_cells, write ? 64 : 32, out);
  }
  write_pointers(emitter, out);
}

/* -------------------------------------------------------------------- blocks */

static void write_block(const struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_emit_block *block = &emitter->blocks[number];
  struct split split = split_of(emitter, number);
  noe_base_text_printf(out, "\nenum { PLACES%u = %u, SLICED%u = %u, SLICE_BITS%u = %u, COUNT_BITS%u = %u };\n", number,
                       block->size, number, block->cells, number, block->bits, number, block->count_bits);
  noe_base_text_printf(out, "#define SLICE_CELLS%u", number);
  list_cells(emitter, block->first, block->cells, 32, out);
  noe_compile_for_part(number, NOE_RUNTIME_ENTRIES, out);
  if (split.is_narrow) {
    assert(split.name <= split.slice && split.slice < 64 && "an entry that is sorted as a word has room for its name");
    uint64_t entry = (UINT64_C(1) << split.name) - 1, name = (UINT64_C(1) << split.slice) - 1 - entry;
    noe_base_text_printf(out, "#define ENTRY%u UINT64_C(%" PRIu64 ")\n", number, entry);
    noe_base_text_printf(out, "#define NAME%u UINT64_C(%" PRIu64 ")\n", number, name);
    noe_base_text_printf(out, "enum { SLICE%u = %u };\n", number, split.slice);
  } else {
    noe_base_text_printf(out, "enum { WORDS%u = %u };\n", number, block->words);
  }
  noe_compile_for_part(number, split.is_narrow ? NOE_RUNTIME_ORDER_NARROW : NOE_RUNTIME_ORDER_WIDE, out);
}

void noe_compile_runs(struct noe_emitter *emitter, struct noe_text *out) {
  noe_compile_runtime(NOE_RUNTIME_BITS, out);
  write_plain(emitter, out);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    write_block(emitter, i, out);
  noe_base_text_printf(out, "#define TURNED %d\n#define BLOCK_PARTS", emitter->turns != NULL);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, " EACH(%u)", i);
  noe_base_text_puts(out, "\n");
  noe_compile_runtime(NOE_RUNTIME_RUNS, out);
  if (emitter->turns)
    noe_compile_listed(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_DELIVER_RUNS, out);
}
