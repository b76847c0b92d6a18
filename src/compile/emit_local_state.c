/* Where points have many cells each, or names stand in many cells without index: tables of
 * them and loops, instead of a line for each, which would take too long to compile. What is
 * computed is the same, and in the same order.
 *
 * traits<b> are the cells of the first point of block b, names the cells without index. In
 * both, `type` is 0 for a cell that names nobody, else the number of its type, plus one. */
#include <inttypes.h>

#include "compile/emit_canon_int.h"

#ifdef NOE_HOSTILE
enum { FEW_NAMES = 0 };
#else
enum { FEW_NAMES = 32 };
#endif

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

static uint32_t count_traits(const struct noe_canon_emitter *canon, uint32_t block) {
  uint32_t first = canon->outline->symmetry->blocks[block].first;
  return canon->outline->trait_first[first + 1] - canon->outline->trait_first[first];
}

static const struct noe_local_component *first_trait(const struct noe_canon_emitter *canon, uint32_t block) {
  return canon->outline->traits + canon->outline->trait_first[canon->outline->symmetry->blocks[block].first];
}

bool noe_compile_has_many_local_states(const struct noe_canon_emitter *canon, uint32_t block) {
  return count_traits(canon, block) > canon->outline->symmetry->few_traits;
}

bool noe_compile_has_many_names(const struct noe_canon_emitter *canon) {
  return canon->outline->global_count > FEW_NAMES;
}

static uint32_t number_of(const struct noe_canon_emitter *canon, uint32_t cell, bool names) {
  return names ? noe_compile_cell_at(canon, cell)->type->id + 1 : 0;
}

/* ------------------------------------------------------------------- tables */

static void write_traits(struct noe_canon_emitter *canon, uint32_t block) {
  const struct noe_local_component *traits = first_trait(canon, block);
  uint32_t count = count_traits(canon, block);
  PRINT("\nstatic const struct { cell base, empty; uint32_t cell, stride, type; } traits%u[] = {\n", block);
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_cell *cell = noe_compile_cell_at(canon, traits[i].cell);
    char base[NOE_TERM_TEXT];
    PRINT("  {%s,%s,%u,%u,%u},\n", noe_compile_number(cell->base, base), cell->type ? "U" : "0", traits[i].cell,
          traits[i + count].cell - traits[i].cell, number_of(canon, traits[i].cell, traits[i].shapes != NULL));
  }
  put(canon, "};\n");
}

static void write_names(struct noe_canon_emitter *canon) {
  put(canon, "\nstatic const struct { uint64_t label; uint32_t cell, type; } names[] = {\n");
  for (uint32_t i = 0; i < canon->outline->global_count; i++)
    PRINT("  {UINT64_C(%" PRIu64 "), %u, %u},\n", canon->outline->globals[i].label, canon->outline->globals[i].cell,
          number_of(canon, canon->outline->globals[i].cell, true));
  put(canon, "};\n");
}

static void write_choice(struct noe_canon_emitter *canon, const char *head, const char *name, const bool *has) {
  put(canon, head);
  for (uint32_t i = 0; i < canon->emitter->model->type_count; i++) {
    uint32_t id = canon->emitter->model->types[i]->id;
    if (has[id])
      PRINT("  case %u: return %s%u(v);\n", id + 1, name, id);
  }
}

void noe_compile_local_tables(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->outline->symmetry->block_count; i++)
    if (noe_compile_has_many_local_states(canon, i))
      write_traits(canon, i);
  if (noe_compile_has_many_names(canon))
    write_names(canon);
  write_choice(canon, "\nstatic inline int32_t point_of(uint32_t type, int64_t v) {\n  switch (type) {\n", "point",
               canon->known);
  put(canon, "  }\n  return -1;\n}\n");
  write_choice(canon, "static inline uint64_t shape_of(uint32_t type, int64_t v) {\n  switch (type) {\n", "shape",
               canon->shaped);
  put(canon, "  }\n  return 0;\n}\n");
}

/* ------------------------------------------------------------------- traits */

static void open_loop(struct noe_canon_emitter *canon, uint32_t block) {
  PRINT("    for (uint32_t k = 0; k < sizeof traits%u / sizeof *traits%u; k++) {\n", block, block);
}

static bool has_names(const struct noe_canon_emitter *canon, uint32_t block) {
  for (uint32_t i = 0; i < count_traits(canon, block); i++)
    if (first_trait(canon, block)[i].shapes)
      return true;
  return false;
}

uint32_t *noe_compile_local_numbers(struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  uint32_t *numbers = NOE_NEW_ARRAY(canon->emitter->arena, uint32_t, canon->emitter->model->cell_count + 1);
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++)
    for (uint32_t i = 0; i < outline->symmetry->blocks[b].size && noe_compile_has_many_local_states(canon, b); i++) {
      uint32_t point = outline->symmetry->blocks[b].first + i;
      for (uint32_t k = outline->trait_first[point]; k < outline->trait_first[point + 1]; k++)
        numbers[outline->traits[k].cell] = k - outline->trait_first[point] + 1;
    }
  return numbers;
}

void noe_compile_local_colouring(struct noe_canon_emitter *canon, uint32_t block) {
  open_loop(canon, block);
  PRINT("      const cell v = c[traits%u[k].cell + i * traits%u[k].stride];\n"
        "      if (v == traits%u[k].empty) continue;\n",
        block, block, block);
  PRINT("      h += noe_mix(PLACE(k), traits%u[k].type ? shape_of(traits%u[k].type, v) : "
        "(uint64_t)v - (uint64_t)traits%u[k].base + 1);\n    }\n",
        block, block, block);
}

void noe_compile_local_hyperedges(struct noe_canon_emitter *canon, uint32_t block) {
  if (!has_names(canon, block))
    return;
  open_loop(canon, block);
  PRINT("      const cell v = c[traits%u[k].cell + i * traits%u[k].stride];\n"
        "      t = v == U || !traits%u[k].type ? -1 : point_of(traits%u[k].type, v);\n",
        block, block, block, block);
  PRINT("      if (t >= 0) g->attached[t] |= TIED, g->attached[%u + i] |= TIED;\n    }\n",
        canon->outline->symmetry->blocks[block].first);
}

/* Where nothing moves only names are others. */
void noe_compile_local_images(struct noe_canon_emitter *canon, uint32_t block) {
  open_loop(canon, block);
  PRINT("      const cell from = c[traits%u[k].cell + i * traits%u[k].stride];\n", block, block);
  PRINT("      if (i == j && (from == U || !traits%u[k].type)) continue;\n", block);
  PRINT("      t = from == U || !traits%u[k].type ? -1 : point_of(traits%u[k].type, from);\n", block, block);
  PRINT("      d[traits%u[k].cell + j * traits%u[k].stride] = t < 0 ? from : (cell)(from + p[t] - t);\n    }\n", block,
        block);
}

void noe_compile_local_likeness(struct noe_canon_emitter *canon, uint32_t block, bool all) {
  open_loop(canon, block);
  PRINT("      const uint32_t at = traits%u[k].cell, stride = traits%u[k].stride;\n", block, block);
  PRINT("      if (c[at + i * stride] != c[at + j * stride]%s) return 0;\n    }\n",
        all ? "" : noe_base_arena_format(canon->emitter->arena, " && !traits%u[k].type", block));
}

void noe_compile_local_exchange(struct noe_canon_emitter *canon, uint32_t number) {
  const struct noe_block *block = &canon->outline->symmetry->blocks[number];
  if (!has_names(canon, number))
    return;
  open_loop(canon, number);
  PRINT("      if (!traits%u[k].type) continue;\n      const uint32_t at = traits%u[k].cell, stride = "
        "traits%u[k].stride;\n",
        number, number, number);
  PRINT("      for (uint32_t i = 0; i < %u; i++) {\n        const cell from = c[at + i * stride];\n"
        "        const int32_t v = (int32_t)i + %u;\n",
        block->size, block->first);
  PRINT("        t = point_of(traits%u[k].type, from);\n        if (t != a && t != b && v != a) continue;\n"
        "        if (c[at + (uint32_t)(OTHER(v) - %u) * stride] != (t < 0 ? from : (cell)(from + OTHER(t) - t))) "
        "return 0;\n"
        "      }\n    }\n",
        number, block->first);
}

/* -------------------------------------------------------------------- names */

static const char each_name[] = "  for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {\n"
                                "    t = point_of(names[i].type, c[names[i].cell]);\n";

void noe_compile_names_colouring(struct noe_canon_emitter *canon) {
  put(canon, each_name);
  put(canon, "    if (t < 0) continue;\n    g->attached[t] |= NAMED;\n"
             "    g->slices[t] += noe_mix(names[i].label, (uint64_t)((int64_t)c[names[i].cell] - t));\n  }\n");
}

void noe_compile_names_images(struct noe_canon_emitter *canon) {
  put(canon, each_name);
  put(canon, "    if (t >= 0) d[names[i].cell] = (cell)(c[names[i].cell] + p[t] - t);\n  }\n");
}

void noe_compile_names_exchange(struct noe_canon_emitter *canon) {
  put(canon, each_name);
  put(canon, "    if (t == a || t == b) return 0;\n  }\n");
}
