/* What tells beforehand which turn makes the key least (symmetry/listed.h): the deciding cells, for
 * runtime/deciding.h, and the census, for runtime/census.h. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

/* ---------------------------------------------------------------- deciding */

static void write_deciding(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  for (uint32_t t = 0; t < turns->count; t++) {
    noe_base_text_printf(out, "\n#define DECIDING%u", t);
    for (uint32_t i = 0; i < turns->deciding_count; i++) {
      uint32_t k = turns->deciding[i].turned;
      const struct noe_cell *cell = &emitter->model->cells[turns->cells[k]];
      const char *source =
          noe_base_arena_format(emitter->arena, "c[%u]", emitter->plain_of[turns->turns[t].sources[k]]);
      char base[NOE_TERM_TEXT];
      noe_base_text_printf(out, " DECIDES(%s, %s, %s, %u)", noe_compile_image(emitter, t, k, source),
                           noe_compile_number(cell->base, base), cell->type ? "U" : "0", turns->deciding[i].shift);
    }
  }
  noe_base_text_puts(out, "\n#define TURNS");
  for (uint32_t t = 0; t < turns->count; t++)
    noe_base_text_printf(out, " EACH(%u)", t);
  noe_base_text_puts(out, "\n");
  noe_compile_runtime(NOE_RUNTIME_DECIDING, out);
}

/* ------------------------------------------------------------------ census */

/* Where a cell of a slice lies in it. */
static uint32_t position_in(const struct noe_emit_block *block, uint32_t cell) {
  uint32_t i = 0;
  while (i < block->cells && block->first[i] != cell)
    i++;
  assert(i < block->cells && "the census counts what cells of slices name");
  return i;
}

/* The points of an entry count for those that its cell names. */
static void list_names(struct noe_emitter *emitter, const struct noe_census *census, struct noe_text *out) {
  const struct noe_type *type = emitter->model->cells[census->cell].type;
  uint32_t position = position_in(&emitter->blocks[census->block], census->cell);
  for (int64_t first = 0, last; first <= type->high; first = last + 1) {
    last = first;
    if (census->named[first] < 0)
      continue;
    while (last < type->high && census->named[last + 1] == census->named[last] + 1)
      last++;
    noe_base_text_printf(out, " NAMES(%u, %" PRId64 ", %" PRId64 ", %" PRId32 ", %u)", position, first, last,
                         census->named[first], census->shift);
  }
}

static void write_census(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  noe_base_text_printf(out, "\nenum { SMALL = %u };\nstatic const uint8_t origins[%u][SMALL] = {\n", turns->small_count,
                       turns->count);
  for (uint32_t t = 0; t < turns->count; t++) {
    noe_base_text_puts(out, "  {");
    for (uint32_t i = 0; i < turns->small_count; i++)
      noe_base_text_printf(out, "%s%u", i ? ", " : "", turns->origins[t * turns->small_count + i]);
    noe_base_text_puts(out, "},\n");
  }
  noe_base_text_puts(out, "};\n#define COUNTED");
  for (uint32_t i = 0, last; i < turns->census_count; i = last) {
    uint32_t block = turns->census[i].block;
    noe_base_text_printf(out, " BLOCK(%u,", block);
    for (last = i; last < turns->census_count && turns->census[last].block == block; last++)
      list_names(emitter, &turns->census[last], out);
    noe_base_text_puts(out, ")");
  }
  noe_base_text_puts(out, "\n");
  noe_compile_runtime(NOE_RUNTIME_CENSUS, out);
}

void noe_compile_listed_tiebreak(struct noe_emitter *emitter, struct noe_text *out) {
  write_deciding(emitter, out);
  noe_base_text_printf(out, "#define HAS_CENSUS %d\n", emitter->turns->census_count > 0);
  if (emitter->turns->census_count)
    write_census(emitter, out);
}
