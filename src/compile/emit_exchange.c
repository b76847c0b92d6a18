/* Are two points twins? They are if their exchange leaves the state as it is, and that is
 * asked most of all about canonical forms: once or more for each successor. So it is
 * decided in place. Every cell that the exchange moves, or whose contents it moves, is
 * compared with what comes there; the rest need not be looked at.
 *
 * What comes to the place of `a` is at the place of `b` now; an exchange that is done
 * twice is none, so of the two comparisons one is enough.
 *
 * Most points can do without. First colours do not depend on names, so twins have the same
 * one. Many were twins before the firing, and it has not touched them (emit_look.c). And
 * many points are idle: they name nobody, nobody names them, and no message is theirs. Of
 * two idle ones the slices are compared and nothing else. */
#include "compile/emit_canon_int.h"

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

/* Cells of one point that name nobody, or all of them. */
static void write_plain_slices(struct noe_canon_emitter *canon, uint32_t number, bool all) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_block *block = &outline->symmetry->blocks[number];
  uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
  PRINT("  if (a >= %u && a < %u) {\n    const uint32_t i = (uint32_t)a - %u, j = (uint32_t)b - %u;\n    (void)i, "
        "(void)j;\n",
        block->first, block->first + block->size, block->first, block->first);
  if (noe_compile_has_many_local_states(canon, number))
    noe_compile_local_likeness(canon, number, all);
  for (uint32_t i = 0; i < count && !noe_compile_has_many_local_states(canon, number); i++) {
    const struct noe_local_component *trait = &outline->traits[first + i];
    uint32_t stride = trait[count].cell - trait->cell;
    if (all || !trait->shapes)
      PRINT("    if (c[%u + i * %u] != c[%u + j * %u]) return 0;\n", trait->cell, stride, trait->cell, stride);
  }
  put(canon, "  }\n");
}

/* Cells of one point that name points. */
static void write_slices(struct noe_canon_emitter *canon, const struct noe_block *block) {
  const struct noe_outline *outline = canon->outline;
  uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_local_component *trait = &outline->traits[first + i];
    uint32_t stride = trait[count].cell - trait->cell;
    if (!trait->shapes)
      continue;
    PRINT("  for (uint32_t i = 0; i < %u; i++) {\n    const cell from = c[%u + i * %u];\n    t = point%u(from);\n",
          block->size, trait->cell, stride, noe_compile_cell_at(canon, trait->cell)->type->id);
    PRINT("    const int32_t v = (int32_t)i + %u;\n    if (t != a && t != b && v != a) continue;\n"
          "    if (c[%u + (uint32_t)(OTHER(v) - %u) * %u] != (t < 0 ? from : (cell)(from + OTHER(t) - t))) return 0;\n "
          " }\n",
          block->first, trait->cell, block->first, stride);
  }
}

/* Cells that several points index. */
static void write_relation(struct noe_canon_emitter *canon, const struct noe_type *type) {
  uint32_t limit = noe_compile_argument_limit(canon->facts);
  const char *name = type ? noe_base_arena_format(canon->emitter->arena, "moved%u", type->id) : "moved";
  if (!noe_compile_is_related(canon, type))
    return;
  PRINT("  for (uint32_t i = 0; i < sizeof %s / sizeof *%s; i++) {\n    const uint16_t *const v = %s[i].v;\n", name,
        name, name);
  if (type)
    PRINT("    const cell from = c[%s[i].cell];\n    t = point%u(from);\n", name, type->id);
  put(canon, type ? "    if (t != a && t != b" : "    if (v[0] != a");
  for (uint32_t k = type ? 0 : 1; k < limit; k++)
    PRINT(" && v[%u] != a", k);
  PRINT(") continue;\n    uint32_t at = %s[i].cell;\n", name);
  PRINT("    for (uint32_t k = 0; k < %u; k++) at += %s[i].stride[k] * (uint32_t)(OTHER(v[k]) - v[k]);\n", limit, name);
  if (type)
    put(canon, "    if (c[at] != (t < 0 ? from : (cell)(from + OTHER(t) - t))) return 0;\n  }\n");
  else
    PRINT("    if (c[at] != c[%s[i].cell]) return 0;\n  }\n", name);
}

/* The elements of the bag s that name one of the two, in C. */
static void write_named(struct noe_canon_emitter *canon, const struct noe_fact_multiset *like,
                        const struct noe_outline_slot *slot) {
  const struct noe_outline *outline = canon->outline;
  PRINT("      bool named = 0;\n      for (const cell *e = s; e < s + %u && *e == 1; e += %u) {\n", like->type->cells,
        like->type->stride);
  for (uint32_t k = slot->link; k < slot->link_end; k++)
    PRINT("        t = point%u(e[%u]), named |= t == a || t == b;\n",
          noe_compile_cell_at(canon, outline->links[k].cell)->type->id, outline->links[k].cell - slot->cell);
  put(canon, "      }\n      if (!named) continue;\n");
}

static void write_bag(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_fact_multiset *like = &canon->facts->bags[first];
  const struct noe_outline_slot *slot = noe_compile_slots(canon, first);
  bool names = slot->link != slot->link_end;
  if (!names && !like->count)
    return;
  PRINT("  for (uint32_t i = 0; i < sizeof bags%u / sizeof *bags%u; i++) {\n    const cell *const s = c + "
        "bags%u[i].cell;\n"
        "    uint32_t at = bags%u[i].cell;\n",
        first, first, first, first);
  PRINT("    for (uint32_t k = 0; k < %u; k++) at += bags%u[i].stride[k] * (uint32_t)(OTHER(bags%u[i].v[k]) - "
        "bags%u[i].v[k]);\n"
        "    if (*s != 1 && c[at] != 1) continue;\n",
        like->count, first, first, first);
  PRINT("    if (at == bags%u[i].cell) {\n", first);
  if (names)
    write_named(canon, like, slot);
  else
    put(canon, "      continue;\n");
  put(canon, "    }\n");
  if (names) {
    PRINT("    cell *e = scratch;\n    for (const cell *from = s; from < s + %u; from += %u, e += %u) {\n"
          "      if ((*e = *from) != 1) break;\n      for (uint32_t k = 1; k < %u; k++) e[k] = from[k];\n",
          like->type->cells, like->type->stride, like->type->stride, like->type->stride);
    for (uint32_t k = slot->link; k < slot->link_end; k++) {
      uint32_t at = outline->links[k].cell - slot->cell;
      PRINT("      t = point%u(e[%u]);\n      if (t >= 0) e[%u] = (cell)(e[%u] + OTHER(t) - t);\n",
            noe_compile_cell_at(canon, outline->links[k].cell)->type->id, at, at, at);
    }
    PRINT("    }\n    sort_present%u(scratch, (e - scratch) / %u);\n", like->type->id, like->type->stride);
  }
  PRINT("    if (!are_same(%s, c + at, %u, %u)) return 0;\n  }\n", names ? "scratch" : "s", like->type->capacity,
        like->type->stride);
}

/* -------------------------------------------------------------------- twins */

/* With cells that two points index nobody is idle. */
static bool can_be_idle(const struct noe_canon_emitter *canon) { return noe_compile_argument_limit(canon->facts) < 2; }

/* That of two idle points. */
static void write_likeness(struct noe_canon_emitter *canon) {
  put(canon, "static bool is_like(const cell *c, int32_t a, int32_t b) {\n  (void)c;\n");
  for (uint32_t b = 0; b < canon->outline->symmetry->block_count; b++)
    write_plain_slices(canon, b, true);
  put(canon, "  return 1;\n}\n");
}

/* Points of one block, after a look at the state. */
static void write_twins(struct noe_canon_emitter *canon) {
  bool idle = can_be_idle(canon);
  if (idle)
    write_likeness(canon);
  put(canon, "static bool are_twins(const struct canon *g, const cell *c, cell *scratch, int32_t a, int32_t b) {\n"
             "  if (g->colours[a] != g->colours[b]) return 0;\n"
             "  if (!GROUPS && g->at_home && follows(g, (uint32_t)a, (uint32_t)b) && !g->touched[a] && "
             "g->home.class_of[a] != 65535)\n"
             "    return 1;\n");
  if (idle)
    put(canon, "  if (!g->attached[a] && !g->attached[b]) return is_like(c, a, b);\n");
  put(canon, "  return keeps(c, scratch, a, b);\n}\n");
}

void noe_compile_exchange(struct noe_canon_emitter *canon) {
  put(canon, "\n#define OTHER(x) ((x) == a ? b : (x) == b ? a : (int32_t)(x))\n"
             "/* Does the exchange of a and b, of one block, leave the state as it is? */\n"
             "static bool keeps(const cell *c, cell *scratch, int32_t a, int32_t b) {\n"
             "  int32_t t;\n  (void)t, (void)scratch, (void)c;\n");
  for (uint32_t b = 0; b < canon->outline->symmetry->block_count; b++)
    write_plain_slices(canon, b, false);
  if (noe_compile_has_many_names(canon))
    noe_compile_names_exchange(canon);
  for (uint32_t i = 0; i < canon->outline->global_count && !noe_compile_has_many_names(canon); i++)
    PRINT("  t = point%u(c[%u]);\n  if (t == a || t == b) return 0;\n",
          noe_compile_cell_at(canon, canon->outline->globals[i].cell)->type->id, canon->outline->globals[i].cell);
  for (uint32_t b = 0; b < canon->outline->symmetry->block_count; b++)
    if (noe_compile_has_many_local_states(canon, b))
      noe_compile_local_exchange(canon, b);
    else
      write_slices(canon, &canon->outline->symmetry->blocks[b]);
  noe_compile_matrix_exchange(canon);
  write_relation(canon, NULL);
  for (uint32_t i = 0; i < canon->emitter->model->type_count; i++)
    if (canon->known[canon->emitter->model->types[i]->id])
      write_relation(canon, canon->emitter->model->types[i]);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      write_bag(canon, i);
  put(canon, "  return 1;\n}\n");
  write_twins(canon);
}
