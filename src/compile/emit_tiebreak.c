/* What tells beforehand which turn makes the key least (symmetry/listed.h): `tied`, by the
 * deciding cells, and `narrow`, by the census. Both are sets of turns, as bits. */
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

/* ---------------------------------------------------------------- deciding */

static void write_deciding(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  noe_base_text_puts(out, "\nstatic inline uint64_t deciding(const cell *c, uint32_t turn) {\n  uint64_t n = 0;\n"
                          "  cell v;\n  (void)c, (void)v;\n  switch (turn) {\n");
  for (uint32_t t = 0; t < turns->count; t++) {
    noe_base_text_printf(out, "  case %u:\n", t);
    for (uint32_t i = 0; i < turns->deciding_count; i++) {
      uint32_t k = turns->deciding[i].turned;
      const struct noe_cell *cell = &emitter->model->cells[turns->cells[k]];
      const char *source =
          noe_base_arena_format(emitter->arena, "c[%u]", emitter->plain_of[turns->turns[t].sources[k]]);
      char base[NOE_TERM_TEXT];
      noe_base_text_printf(out, "    v = %s;\n", noe_compile_image(emitter, t, k, source));
      if (cell->type)
        noe_base_text_printf(out, "    n |= (v == U ? 0 : (uint64_t)v - (uint64_t)%s + 1) << %u;\n",
                             noe_compile_number(cell->base, base), turns->deciding[i].shift);
      else
        noe_base_text_printf(out, "    n |= (uint64_t)(v == 1) << %u;\n", turns->deciding[i].shift);
    }
    noe_base_text_puts(out, "    break;\n");
  }
  noe_base_text_puts(out, "  }\n  return n;\n}\n\n/* The turns that make it least, as bits. */\n"
                          "static inline uint32_t tied(const struct work *w) {\n"
                          "  uint64_t least = deciding(w->c, 0), n;\n  uint32_t set = 1;\n");
  for (uint32_t t = 1; t < turns->count; t++)
    noe_base_text_printf(out,
                         "  n = deciding(w->c, %u);\n  set = n < least ? %uu : n == least ? set | %uu : set;\n"
                         "  least = n < least ? n : least;\n",
                         t, 1u << t, 1u << t);
  noe_base_text_puts(out, "  return set;\n}\n");
}

/* ------------------------------------------------------------------ census */

/* Where a cell of a slice lies in it. */
static uint32_t position_in(const struct noe_emit_block *block, uint32_t cell) {
  uint32_t i = 0;
  while (block->first[i] != cell)
    i++;
  return i;
}

/* Adds the points of an entry to those that its cell names. */
static void write_counting(struct noe_emitter *emitter, const struct noe_census *census, struct noe_text *out) {
  const struct noe_type *type = emitter->model->cells[census->cell].type;
  uint32_t position = position_in(&emitter->blocks[census->block], census->cell);
  for (int64_t first = 0, last; first <= type->high; first = last + 1) {
    last = first;
    if (census->named[first] < 0)
      continue;
    while (last < type->high && census->named[last + 1] == census->named[last] + 1)
      last++;
    noe_base_text_printf(out,
                         "    if (c[%u] >= %" PRId64 " && c[%u] <= %" PRId64 ") n[c[%u] - %" PRId64 " + %" PRId32
                         "] += weight << %u;\n",
                         position, first, position, last, position, first, census->named[first], census->shift);
  }
}

static void write_census(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  if (!turns->census_count) {
    noe_base_text_puts(
        out, "\nstatic inline uint32_t narrow(const struct work *w, uint32_t set) { return (void)w, set; }\n");
    return;
  }
  noe_base_text_printf(out, "\nenum { SMALL = %u };\nstatic const uint8_t origins[%u][SMALL] = {\n", turns->small_count,
                       turns->count);
  for (uint32_t t = 0; t < turns->count; t++) {
    noe_base_text_puts(out, "  {");
    for (uint32_t i = 0; i < turns->small_count; i++)
      noe_base_text_printf(out, "%s%u", i ? ", " : "", turns->origins[t * turns->small_count + i]);
    noe_base_text_puts(out, "},\n");
  }
  noe_base_text_puts(out, "};\nstatic inline void take_census(const struct work *w, uint64_t *n) {\n");
  for (uint32_t i = 0, last; i < turns->census_count; i = last) {
    uint32_t block = turns->census[i].block;
    noe_base_text_printf(out,
                         "  for (uint32_t i = 0; i < w->m%u; i++) {\n    const cell *const c = w->b%u[i].c;\n"
                         "    const uint64_t weight = w->b%u[i].weight;\n",
                         block, block, block);
    for (last = i; last < turns->census_count && turns->census[last].block == block; last++)
      write_counting(emitter, &turns->census[last], out);
    noe_base_text_puts(out, "  }\n");
  }
  noe_base_text_puts(out, "}\n");
  noe_compile_runtime(NOE_RUNTIME_NARROW, out);
}

void noe_compile_listed_tiebreak(struct noe_emitter *emitter, struct noe_text *out) {
  write_deciding(emitter, out);
  write_census(emitter, out);
}
