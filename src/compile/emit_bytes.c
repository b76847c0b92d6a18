/* Cells that are bytes, packed and unpacked many at a time.
 *
 * Up to eight of them are one number, and what is stored of each comes of a few operations on
 * all: a value is not negative, and undefined is the highest bit alone. The bits that are stored
 * then stand apart, in the order of the key; bringing them together is one instruction where the
 * processor has one (GATHERS). */
#include <inttypes.h>

#include "compile/emit_int.h"

enum { MOST_BYTES = 8, MOST_VALUE = 126 };

static bool is_byte(const struct noe_cell *cell) {
  return (cell->base == 0 || cell->base == 1) && cell->width < 8 && (!cell->type || cell->type->high <= MOST_VALUE);
}

bool noe_compile_is_row_of_bytes(const struct noe_emitter *emitter, const struct noe_cell *cells, uint32_t count) {
  bool fits = emitter->cell_bits == 8 && count >= 2 && count <= MOST_BYTES;
  for (uint32_t i = 0; fits && i < count; i++)
    fits = cells[i].width && is_byte(&cells[i]);
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

/* The bits of each byte that are stored. */
static uint64_t bits_of(const struct noe_cell *cells, uint32_t count) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; i++)
    bits |= (((uint64_t)1 << cells[i].width) - 1) << 8 * i;
  return bits;
}

/* All of them, one after the other; `skipped` bytes come before the first. */
static void write_moves(const struct noe_cell *cells, uint32_t count, uint32_t skipped, bool pack,
                        struct noe_text *out) {
  for (uint32_t i = 0, at = 0; i < count; at += cells[i++].width) {
    uint64_t mask = (((uint64_t)1 << cells[i].width) - 1) << at;
    uint32_t by = 8 * (i + skipped) - at;
    noe_base_text_puts(out, i ? " |\n    " : "");
    if (pack)
      noe_base_text_printf(out, "(y >> %u & UINT64_C(%" PRIu64 "))", by, mask);
    else
      noe_base_text_printf(out, "(v & UINT64_C(%" PRIu64 ")) << %u", mask, by);
  }
}

void noe_compile_pack_bytes(const struct noe_cell *cells, uint32_t count, uint32_t skipped, bool gathered,
                            struct noe_text *out) {
  uint64_t added = ones_of(cells, count, true) << 8 * skipped;
  noe_base_text_printf(out,
                       "  const uint64_t y = (x & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x%" PRIx64
                       ") - (x >> 7 & UINT64_C(0x%" PRIx64 "));\n%s"
                       "  const uint64_t v = gather(y, UINT64_C(0x%" PRIx64 "));\n",
                       added, added, gathered ? "" : "#ifdef GATHERS\n", bits_of(cells, count) << 8 * skipped);
  if (gathered)
    return;
  noe_base_text_puts(out, "#else\n  const uint64_t v = ");
  write_moves(cells, count, skipped, true, out);
  noe_base_text_puts(out, ";\n#endif\n");
}

void noe_compile_unpack_bytes(const struct noe_cell *cells, uint32_t count, bool gathered, struct noe_text *out) {
  uint64_t added = ones_of(cells, count, true), typed = ones_of(cells, count, false);
  noe_base_text_printf(out, "%s  const uint64_t y = spread(v, UINT64_C(0x%" PRIx64 "));\n",
                       gathered ? "" : "#ifdef GATHERS\n", bits_of(cells, count));
  if (!gathered) {
    noe_base_text_puts(out, "#else\n  const uint64_t y = ");
    write_moves(cells, count, 0, false, out);
    noe_base_text_puts(out, ";\n#endif\n");
  }
  noe_base_text_printf(out,
                       "  const uint64_t is = (y + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x%" PRIx64 ");\n"
                       "  const uint64_t x = (y - (is & UINT64_C(0x%" PRIx64 "))) | (is ^ UINT64_C(0x%" PRIx64
                       ")) << 7;\n",
                       typed, added, typed);
}
