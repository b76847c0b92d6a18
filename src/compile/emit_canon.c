/* Canonical forms in compiled code, for keys that are packed states (symmetry/canon.h).
 *
 * The generated code does what look.c and refine.c do, with the same numbers, so that it
 * comes to the same representative. Steps that cannot change it are left out: ties are
 * looked at only if the first colours do not decide, and colours are not
 * refined when all points of one colour are twins, which no refinement tells apart. Where
 * colours and twins do not decide it gives up on the state, and the host searches: that is
 * rare, and too long to be written out. Whether points are twins is seen on the state
 * itself, here as there.
 *
 * What does not change between states is written as constants and tables. A model with
 * multisets inside multisets, or with arrays over points inside them, is left to the
 * host altogether. */
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_canon_int.h"
#include "compile/runtime.h"

enum { MOST_VERTICES = 16384, MOST_LINKS = 16384, MOST_FACTS = 32768, MOST_OWNERS = 2 };

/* ------------------------------------------------------------ what is taken */

static bool takes_slots(const struct noe_outline *outline) {
  for (uint32_t i = 0; i < outline->slot_count; i++) {
    const struct noe_outline_slot *slot = &outline->slots[i];
    if (slot->outer >= 0 || slot->owner_count > MOST_OWNERS)
      return false;
    for (uint32_t k = slot->link; k < slot->link_end; k++)
      if (outline->links[k].count)
        return false;
  }
  return true;
}

static bool takes_bags(const struct noe_facts *facts) {
  for (uint32_t i = 0; i < facts->bag_count; i++)
    if (facts->bags[i].indexed || facts->bags[i].count > MOST_OWNERS || facts->bags[i].type->element->has_multiset)
      return false;
  return true;
}

/* Is every trait of a point as far from that of the next point as from there on? */
static bool takes_traits(const struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    for (uint32_t p = 0; p < block->size; p++)
      for (uint32_t i = 0; i < count; i++) {
        const struct noe_local_component *zero = &outline->traits[first + i], *trait = zero + p * count;
        if (trait->cell - zero->cell != p * (zero[count].cell - zero->cell) || trait->shift != zero->shift)
          return false;
      }
  }
  return true;
}

static bool is_taken(const struct noe_canon_emitter *canon) {
  const struct noe_facts *facts = canon->facts;
  return facts->vertices <= MOST_VERTICES && canon->outline->link_count <= MOST_LINKS && facts->count <= MOST_FACTS &&
         noe_compile_argument_limit(facts) <= NOE_MOST_ARGUMENTS && takes_traits(canon) &&
         takes_slots(canon->outline) && takes_bags(facts);
}

/* ---------------------------------------------------------------- functions */

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

static void write_row(struct noe_canon_emitter *canon, const struct noe_type *type, const int32_t *points,
                      const uint32_t *shapes) {
  for (int64_t v = 0; v <= type->high; v++)
    PRINT("%d,", points ? points[v] : (int32_t)shapes[v]);
}

/* The point that a value of the type names, or -1. */
static void write_type(struct noe_canon_emitter *canon, const struct noe_type *type, const int32_t *pointed) {
  if (canon->known[type->id])
    return;
  canon->known[type->id] = true;
  PRINT("static inline int32_t point%u(int64_t v) {\n", type->id);
  if (type->kind == NOE_TYPE_SCALARSET) {
    PRINT("  return v == U ? -1 : (int32_t)v + %d;\n}\n", pointed[0]);
    return;
  }
  put(canon, "  static const int32_t points[] = {");
  write_row(canon, type, pointed, NULL);
  put(canon, "};\n  return v == U ? -1 : points[v];\n}\n");
}

/* What a slice says instead. */
static void write_shape(struct noe_canon_emitter *canon, const struct noe_type *type, const uint32_t *shapes) {
  if (canon->shaped[type->id])
    return;
  canon->shaped[type->id] = true;
  PRINT("static inline uint64_t shape%u(int64_t v) {\n  static const uint32_t shapes[] = {", type->id);
  write_row(canon, type, NULL, shapes);
  put(canon, "};\n  return v == U ? 0 : shapes[v];\n}\n");
}

static void write_types(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (canon->facts->facts[i].pointed)
      write_type(canon, noe_compile_cell_at(canon, canon->facts->facts[i].cell)->type, canon->facts->facts[i].pointed);
  for (uint32_t i = 0; i < canon->outline->trait_count; i++)
    if (canon->outline->traits[i].shapes)
      write_shape(canon, noe_compile_cell_at(canon, canon->outline->traits[i].cell)->type,
                  canon->outline->traits[i].shapes);
}

/* ------------------------------------------------------------------- ties */

/* Links with so many points that name a value of this type (NULL: none). */
static bool is_in_family(const struct noe_canon_emitter *canon, const struct noe_link *link, uint32_t count,
                         const struct noe_type *type) {
  return link->count == count && (link->pointed ? noe_compile_cell_at(canon, link->cell)->type : NULL) == type;
}

static void write_link_table(struct noe_canon_emitter *canon, uint32_t count, const struct noe_type *type) {
  put(canon, "  {\n    static const struct { uint64_t label; uint32_t cell; cell quiet; uint16_t v[");
  PRINT("%u]; } links[] = {\n", count);
  for (uint32_t i = 0; i < canon->outline->link_count; i++) {
    const struct noe_link *link = &canon->outline->links[i];
    if (!is_in_family(canon, link, count, type))
      continue;
    char quiet[NOE_TERM_TEXT];
    PRINT("      {UINT64_C(%" PRIu64 "), %u, %s, {", link->label, link->cell,
          link->quiet == NOE_UNDEFINED ? "U" : noe_compile_number(link->quiet, quiet));
    for (uint32_t k = 0; k < count; k++)
      PRINT("%u,", canon->outline->points[link->first + k]);
    put(canon, "}},\n");
  }
  put(canon, "    };\n    for (uint32_t i = 0; i < sizeof links / sizeof *links; i++) {\n"
             "      const int64_t v = wide(c[links[i].cell]);\n"
             "      if (c[links[i].cell] == links[i].quiet) continue;\n");
}

static void write_links_of(struct noe_canon_emitter *canon, uint32_t count, const struct noe_type *type) {
  write_link_table(canon, count, type);
  if (type)
    PRINT("      t = point%u(c[links[i].cell]);\n%s", type->id, count == 1 ? "      if (t < 0) continue;\n" : "");
  else
    put(canon, "      t = -1;\n");
  put(canon, "      uint64_t label = links[i].label + (uint64_t)(t < 0 ? v : v - t) * STEP_VALUE;\n");
  for (uint32_t k = 0; type && k < count; k++)
    PRINT("      if (t == links[i].v[%u]) label += PLACE(%u);\n", k, k);
  for (uint32_t k = 0; k < count; k++)
    PRINT("      g->attached[links[i].v[%u]] |= TIED;\n", k);
  put(canon, "      if (t >= 0) g->attached[t] |= TIED;\n");
  if (count == 1)
    put(canon, "      pair(g, label, links[i].v[0], (uint32_t)t);\n");
  else if (count == 2 && !type)
    put(canon, "      pair(g, label, links[i].v[0], links[i].v[1]);\n");
  else
    PRINT("      tie(g, label, links[i].v, %u, t);\n", count);
  put(canon, "    }\n  }\n");
}

static void write_links(struct noe_canon_emitter *canon) {
  NOE_LIST(const struct noe_link *) firsts = {0};
  for (uint32_t i = 0; i < canon->outline->link_count; i++) {
    const struct noe_link *link = &canon->outline->links[i];
    const struct noe_type *type = link->pointed ? noe_compile_cell_at(canon, link->cell)->type : NULL;
    bool again = false;
    for (size_t k = 0; k < firsts.count && !again; k++)
      again = is_in_family(canon, firsts.items[k], link->count, type);
    if (again)
      continue;
    NOE_LIST_PUSH(canon->emitter->arena, &firsts, link);
    write_links_of(canon, link->count, type);
  }
}

/* Messages are vertices. */
static void write_messages(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_outline_slot *slot = noe_compile_slots(canon, first);
  const struct noe_type *type = canon->facts->bags[first].type;
  PRINT("  for (uint32_t i = 0; i < sizeof slots%u / sizeof *slots%u; i++)\n"
        "    for (const cell *s = c + slots%u[i].cell, *end = s + %u; s < end && *s == 1; s += %u) {\n",
        first, first, first, type->cells, type->stride);
  noe_compile_slot_colour(canon, first);
  put(canon, "    const uint32_t vertex = g->vertices++;\n    g->colours[vertex] = h;\n");
  if (slot->owner_count == 1)
    PRINT("    pair(g, slots%u[i].labels[0], vertex, slots%u[i].owners[0]);\n", first, first);
  else if (slot->owner_count)
    PRINT("    const uint16_t v[] = {(uint16_t)vertex, slots%u[i].owners[0]};\n"
          "    tie(g, slots%u[i].labels[0], v, 2, slots%u[i].owners[1]);\n",
          first, first, first);
  for (uint32_t k = slot->link; k < slot->link_end; k++) {
    uint32_t at = outline->links[k].cell - slot->cell;
    PRINT("    t = point%u(s[%u]);\n    if (t >= 0)\n"
          "      pair(g, slots%u[i].labels[%u] + (uint64_t)((int64_t)s[%u] - t) * STEP_VALUE, vertex, (uint32_t)t);\n",
          noe_compile_cell_at(canon, outline->links[k].cell)->type->id, at, first, k - slot->link + 1, at);
  }
  put(canon, "    }\n");
}

static void write_attach(struct noe_canon_emitter *canon) {
  put(canon, "\nstatic void attach(struct canon *g, const cell *c) {\n  int32_t t;\n  (void)t;\n"
             "  g->vertices = POINTS;\n  g->pairs = g->ties = 0;\n");
  write_links(canon);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      write_messages(canon, i);
  put(canon, "}\n");
}

/* --------------------------------------------------------------------- all */

static void write_sizes(struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  PRINT("\nenum { POINTS = %u, BLOCKS = %u, VERTICES = %u, MOST_TIES = %u, TELLS = %d, GROUPS = %d };\n",
        outline->symmetry->points, outline->symmetry->block_count, canon->facts->vertices, outline->most_ties + 1,
        canon->facts->bag_count > 0, outline->symmetry->points >= NOE_MANY_POINTS);
  put(canon, "static const uint16_t block_first[] = {");
  for (uint32_t i = 0; i < outline->symmetry->block_count; i++)
    PRINT("%u, ", outline->symmetry->blocks[i].first);
  put(canon, "POINTS};\n");
  PRINT("#define STEP_VALUE UINT64_C(%" PRIu64 ")\n#define PLACE(i) (UINT64_C(%" PRIu64 ") + (i) * UINT64_C(%" PRIu64
        "))\n",
        NOE_STEP_VALUE, noe_place(0), noe_place(1) - noe_place(0));
}

bool noe_compile_canon(struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->keys != NOE_NATIVE_PACKED || !emitter->symmetry)
    return false;
  struct noe_canon_emitter canon = {.emitter = emitter, .out = out};
  canon.facts = noe_symmetry_facts(emitter->arena, emitter->symmetry);
  canon.outline = noe_symmetry_outline(emitter->arena, canon.facts);
  canon.known = NOE_NEW_ARRAY(emitter->arena, bool, emitter->model->type_count + 1);
  canon.shaped = NOE_NEW_ARRAY(emitter->arena, bool, emitter->model->type_count + 1);
  if (!is_taken(&canon))
    return false;
  write_sizes(&canon);
  noe_compile_runtime(NOE_RUNTIME_CANON_TYPES, out);
  write_types(&canon);
  noe_compile_local_tables(&canon);
  noe_compile_colouring(&canon);
  write_attach(&canon);
  noe_compile_images(&canon);
  noe_compile_exchange(&canon);
  noe_compile_rank(&canon);
  noe_compile_runtime(NOE_RUNTIME_CANON_STEPS, out);
  return true;
}
