/* Canonical forms in compiled code, for keys that are packed states (symmetry/canon.h).
 *
 * The generated code does what look.c and refine.c do, step by step and with the same
 * numbers, so that it comes to the same representative. Where colours and twins do not
 * decide it gives up on the state, and the host searches: that is rare, and too long to
 * be written out. Whether points are twins is seen on the state itself, here as there.
 *
 * What does not change between states is written as constants and tables. A model with
 * multisets inside multisets, or with arrays over points inside them, is left to the
 * host altogether. */
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"
#include "symmetry/outline.h"

enum { MOST_VERTICES = 4096, MOST_TABLE = 4096, MOST_OWNERS = 2, MOST_ARGUMENTS = 4 };

struct canon {
  struct noe_emitter *emitter;
  struct noe_text *out;
  const struct noe_facts *facts;
  const struct noe_outline *outline;
  bool *known, *shaped; /* by type id: its functions have been written */
};

/* ------------------------------------------------------------ what is taken */

static uint32_t argument_limit(const struct noe_facts *facts) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].presence == NOE_NO_CELL && facts->facts[i].count > most)
      most = facts->facts[i].count;
  return most;
}

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
static bool takes_traits(const struct canon *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    for (uint32_t p = 0; p < block->size; p++)
      for (uint32_t i = 0; i < count; i++) {
        const struct noe_trait *zero = &outline->traits[first + i], *trait = zero + p * count;
        if (trait->cell - zero->cell != p * (zero[count].cell - zero->cell) || trait->shift != zero->shift)
          return false;
      }
  }
  return true;
}

static bool is_taken(const struct canon *canon) {
  const struct noe_facts *facts = canon->facts;
  return facts->vertices <= MOST_VERTICES && canon->outline->link_count <= MOST_TABLE &&
         facts->count <= 4 * MOST_TABLE && argument_limit(facts) <= MOST_ARGUMENTS && takes_traits(canon) &&
         takes_slots(canon->outline) && takes_bags(facts);
}

/* ---------------------------------------------------------------- functions */

static void put(struct canon *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

static const struct noe_cell *cell_at(const struct canon *canon, uint32_t cell) {
  return &canon->emitter->model->cells[cell];
}

static void write_row(struct canon *canon, const struct noe_type *type, const int32_t *points,
                      const uint32_t *shapes) {
  for (int64_t v = 0; v <= type->high; v++)
    PRINT("%d,", points ? points[v] : (int32_t)shapes[v]);
}

/* The point that a value of the type names, or -1. */
static void write_type(struct canon *canon, const struct noe_type *type, const int32_t *pointed) {
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
static void write_shape(struct canon *canon, const struct noe_type *type, const uint32_t *shapes) {
  if (canon->shaped[type->id])
    return;
  canon->shaped[type->id] = true;
  PRINT("static inline uint64_t shape%u(int64_t v) {\n  static const uint32_t shapes[] = {", type->id);
  write_row(canon, type, NULL, shapes);
  put(canon, "};\n  return v == U ? 0 : shapes[v];\n}\n");
}

static void write_types(struct canon *canon) {
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (canon->facts->facts[i].pointed)
      write_type(canon, cell_at(canon, canon->facts->facts[i].cell)->type, canon->facts->facts[i].pointed);
  for (uint32_t i = 0; i < canon->outline->trait_count; i++)
    if (canon->outline->traits[i].shapes)
      write_shape(canon, cell_at(canon, canon->outline->traits[i].cell)->type, canon->outline->traits[i].shapes);
}

/* ---------------------------------------------------------------- one look */

/* `place` of the cell, as C. */
static void write_code(struct canon *canon, const struct noe_trait *trait, const char *place) {
  const struct noe_cell *cell = cell_at(canon, trait->cell);
  char base[NOE_TERM_TEXT];
  if (trait->shapes)
    PRINT("shape%u(%s)", cell->type->id, place);
  else if (!cell->type)
    PRINT("(uint64_t)%s", place); /* presence: 0 or 1 */
  else
    PRINT("(%s == U ? 0 : (uint64_t)((int64_t)%s - %s + 1))", place, place, noe_compile_number(cell->base, base));
}

/* The words of a slice, mixed into h; `keep` says where they stay, or is NULL. */
static void write_slice(struct canon *canon, const struct noe_trait *traits, uint32_t count, uint32_t origin,
                        uint32_t moving, const char *keep) {
  uint32_t word = 0;
  for (uint32_t i = 0; i < count; i++) {
    char place[64];
    if (traits[i].opens)
      put(canon, "    x = 0;\n");
    if (moving)
      snprintf(place, sizeof place, "c[%u + i * %u]", traits[i].cell - origin, traits[i + moving].cell - traits[i].cell);
    else
      snprintf(place, sizeof place, "s[%u]", traits[i].cell - origin);
    put(canon, "    x |= ");
    write_code(canon, &traits[i], place);
    PRINT(" << %u;\n", traits[i].shift);
    if (i + 1 < count && !traits[i + 1].opens)
      continue;
    if (keep)
      PRINT("    %s[%u] = x;\n", keep, word);
    word++;
    put(canon, "    h = mix(h, x);\n");
  }
}

static void write_points(struct canon *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    PRINT("  for (uint32_t i = 0; i < %u; i++) {\n    uint64_t h = UINT64_C(%" PRIu64 "), x;\n", block->size,
          noe_block_colour(b));
    PRINT("    uint64_t *const k = g->slices[%u + i];\n    (void)x, (void)k;\n", block->first);
    write_slice(canon, outline->traits + first, count, 0, count, "k");
    PRINT("    g->colours[%u + i] = h;\n  }\n", block->first);
  }
  for (uint32_t i = 0; i < outline->global_count; i++) {
    const struct noe_link *global = &outline->globals[i];
    PRINT("  t = point%u(c[%u]);\n  if (t >= 0) {\n    g->attached[t] |= 2;\n", cell_at(canon, global->cell)->type->id,
          global->cell);
    PRINT("    g->colours[t] += mix(UINT64_C(%" PRIu64 "), (uint64_t)((int64_t)c[%u] - t));\n  }\n", global->label,
          global->cell);
  }
}

/* Links with so many points that name a value of this type (NULL: none). */
static bool is_in_family(const struct canon *canon, const struct noe_link *link, uint32_t count,
                         const struct noe_type *type) {
  return link->count == count && (link->pointed ? cell_at(canon, link->cell)->type : NULL) == type;
}

static void write_link_table(struct canon *canon, uint32_t count, const struct noe_type *type) {
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

static void write_links_of(struct canon *canon, uint32_t count, const struct noe_type *type) {
  write_link_table(canon, count, type);
  if (type)
    PRINT("      t = point%u(c[links[i].cell]);\n%s", type->id, count == 1 ? "      if (t < 0) continue;\n" : "");
  else
    put(canon, "      t = -1;\n");
  put(canon, "      uint64_t label = links[i].label + (uint64_t)(t < 0 ? v : v - t) * STEP_VALUE;\n");
  for (uint32_t k = 0; type && k < count; k++)
    PRINT("      if (t == links[i].v[%u]) label += PLACE(%u);\n", k, k);
  for (uint32_t k = 0; k < count; k++)
    PRINT("      g->attached[links[i].v[%u]] |= 1;\n", k);
  put(canon, "      if (t >= 0) g->attached[t] |= 1;\n");
  if (count == 1)
    put(canon, "      pair(g, label, links[i].v[0], (uint32_t)t);\n");
  else if (count == 2 && !type)
    put(canon, "      pair(g, label, links[i].v[0], links[i].v[1]);\n");
  else
    PRINT("      tie(g, label, links[i].v, %u, t);\n", count);
  put(canon, "    }\n  }\n");
}

static void write_links(struct canon *canon) {
  for (uint32_t i = 0; i < canon->outline->link_count; i++) {
    const struct noe_link *link = &canon->outline->links[i];
    const struct noe_type *type = link->pointed ? cell_at(canon, link->cell)->type : NULL;
    bool again = false;
    for (uint32_t k = 0; k < i && !again; k++)
      again = is_in_family(canon, &canon->outline->links[k], link->count, type);
    if (!again)
      write_links_of(canon, link->count, type);
  }
}

/* -------------------------------------------------------------------- bags */

/* The slots of bag number `bag` are those from the result on. */
static const struct noe_outline_slot *slots_of(const struct canon *canon, uint32_t bag) {
  const struct noe_outline_slot *slot = canon->outline->slots;
  while (slot->cell != canon->facts->bags[bag].cell)
    slot++;
  return slot;
}

static bool is_bag_of(const struct canon *canon, uint32_t bag, const struct noe_fact_bag *like) {
  return canon->facts->bags[bag].type == like->type && canon->facts->bags[bag].count == like->count;
}

/* Bags of one type, with as many owners. */
static void write_bag_table(struct canon *canon, const struct noe_fact_bag *like) {
  const struct noe_outline *outline = canon->outline;
  put(canon, "  {\n    static const struct { uint32_t cell; uint16_t owners[2]; uint64_t labels[");
  PRINT("%u]; } bags[] = {\n", slots_of(canon, (uint32_t)(like - canon->facts->bags))->link_end -
                                   slots_of(canon, (uint32_t)(like - canon->facts->bags))->link + 1);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++) {
    if (!is_bag_of(canon, i, like))
      continue;
    const struct noe_outline_slot *slot = slots_of(canon, i);
    PRINT("      {%u, {", slot->cell);
    for (uint32_t k = 0; k < slot->owner_count; k++)
      PRINT("%u,", outline->points[slot->owners + k]);
    PRINT("%s}, {UINT64_C(%" PRIu64 "),", slot->owner_count ? "" : "0", slot->label);
    for (uint32_t k = slot->link; k < slot->link_end; k++)
      PRINT(" UINT64_C(%" PRIu64 "),", outline->links[k].label);
    put(canon, "}},\n");
  }
  put(canon, "    };\n");
}

static void write_bags_of(struct canon *canon, const struct noe_fact_bag *like) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_outline_slot *slot = slots_of(canon, (uint32_t)(like - canon->facts->bags));
  write_bag_table(canon, like);
  PRINT("    for (uint32_t i = 0; i < sizeof bags / sizeof *bags; i++)\n"
        "      for (const cell *s = c + bags[i].cell, *end = s + %u; s < end && *s == 1; s += %u) {\n"
        "    const uint32_t vertex = g->vertices++;\n"
        "    uint64_t h = bags[i].labels[0], x;\n    (void)x;\n",
        like->type->cells, like->type->stride);
  write_slice(canon, outline->traits + slot->trait, slot->trait_end - slot->trait, slot->cell, 0, NULL);
  put(canon, "    g->colours[vertex] = h;\n");
  for (uint32_t i = 0; i < slot->owner_count; i++)
    PRINT("    g->attached[bags[i].owners[%u]] |= 1;\n", i);
  if (slot->owner_count == 1)
    put(canon, "    pair(g, bags[i].labels[0], vertex, bags[i].owners[0]);\n");
  else if (slot->owner_count)
    put(canon, "    {\n      const uint16_t v[] = {(uint16_t)vertex, bags[i].owners[0]};\n"
               "      tie(g, bags[i].labels[0], v, 2, bags[i].owners[1]);\n    }\n");
  for (uint32_t k = slot->link; k < slot->link_end; k++) {
    uint32_t at = outline->links[k].cell - slot->cell;
    PRINT("    t = point%u(s[%u]);\n    if (t >= 0) {\n      g->attached[t] |= 1;\n"
          "      pair(g, bags[i].labels[%u] + (uint64_t)((int64_t)s[%u] - t) * STEP_VALUE, vertex, (uint32_t)t);\n    }\n",
          cell_at(canon, outline->links[k].cell)->type->id, at, k - slot->link + 1, at);
  }
  put(canon, "      }\n  }\n");
}

static bool is_first_bag(const struct canon *canon, uint32_t bag) {
  for (uint32_t i = 0; i < bag; i++)
    if (is_bag_of(canon, i, &canon->facts->bags[bag]))
      return false;
  return true;
}

static void write_look(struct canon *canon) {
  put(canon, "\nstatic void look(struct canon *g, const cell *c) {\n  int32_t t;\n  (void)t;\n"
             "  g->vertices = POINTS;\n  g->pairs = g->ties = 0;\n  memset(g->attached, 0, sizeof g->attached);\n");
  write_points(canon);
  write_links(canon);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (is_first_bag(canon, i))
      write_bags_of(canon, &canon->facts->bags[i]);
  put(canon, "}\n");
}

/* ------------------------------------------------------------------- images */

/* `to` := the image of `from`, both C expressions; the fact's content. */
static void write_moved(struct canon *canon, uint32_t cell, bool names, const char *to, const char *from) {
  if (!names) {
    PRINT("%s = %s;\n", to, from);
    return;
  }
  PRINT("t = point%u(%s), %s = t < 0 ? %s : (cell)(%s + p[t] - t);\n", cell_at(canon, cell)->type->id, from, to, from,
        from);
}

static void write_slice_images(struct canon *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    if (!count)
      continue;
    PRINT("  for (uint32_t i = 0; i < %u; i++) {\n    const uint32_t j = p[%u + i] - %uu;\n", block->size, block->first,
          block->first);
    for (uint32_t i = 0; i < count; i++) {
      const struct noe_trait *trait = &outline->traits[first + i];
      char from[64], to[64];
      snprintf(from, sizeof from, "c[%u + i * %u]", trait->cell, trait[count].cell - trait->cell);
      snprintf(to, sizeof to, "d[%u + j * %u]", trait->cell, trait[count].cell - trait->cell);
      put(canon, "    ");
      write_moved(canon, trait->cell, trait->shapes != NULL, to, from);
    }
    put(canon, "  }\n");
  }
}

/* Cells that several points index, by type. */
static void write_relation_images(struct canon *canon, const struct noe_type *type) {
  bool any = false;
  for (uint32_t i = 0; i < canon->facts->count; i++) {
    const struct noe_fact *fact = &canon->facts->facts[i];
    if (fact->presence != NOE_NO_CELL || fact->count < 2 ||
        (fact->pointed ? cell_at(canon, fact->cell)->type : NULL) != type)
      continue;
    if (!any)
      PRINT("  {\n    static const struct { uint32_t cell; uint16_t v[%u]; uint32_t stride[%u]; } moved[] = {\n",
            MOST_ARGUMENTS, MOST_ARGUMENTS);
    any = true;
    PRINT("      {%u, {", fact->cell);
    for (uint32_t k = 0; k < fact->count; k++)
      PRINT("%u,", canon->facts->arguments[fact->first + k].vertex);
    put(canon, "}, {");
    for (uint32_t k = 0; k < fact->count; k++)
      PRINT("%u,", canon->facts->arguments[fact->first + k].stride);
    put(canon, "}},\n");
  }
  if (!any)
    return;
  put(canon, "    };\n    for (uint32_t i = 0; i < sizeof moved / sizeof *moved; i++) {\n"
             "      uint32_t at = moved[i].cell;\n");
  PRINT("      for (uint32_t k = 0; k < %u; k++) at += moved[i].stride[k] * (p[moved[i].v[k]] - moved[i].v[k]);\n      ",
        argument_limit(canon->facts));
  if (type)
    PRINT("t = point%u(c[moved[i].cell]), d[at] = t < 0 ? c[moved[i].cell] : (cell)(c[moved[i].cell] + p[t] - t);\n",
          type->id);
  else
    put(canon, "d[at] = c[moved[i].cell];\n");
  put(canon, "    }\n  }\n");
}

static void write_bag_images(struct canon *canon, const struct noe_fact_bag *like) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_outline_slot *slot = slots_of(canon, (uint32_t)(like - canon->facts->bags));
  put(canon, "  {\n    static const struct { uint32_t cell; uint16_t v[2]; uint32_t stride[2]; } bags[] = {\n");
  for (uint32_t i = 0; i < canon->facts->bag_count; i++) {
    const struct noe_fact_bag *bag = &canon->facts->bags[i];
    if (!is_bag_of(canon, i, like))
      continue;
    const struct noe_fact_argument *arguments = canon->facts->arguments + bag->first;
    PRINT("      {%u, {%u, %u}, {%u, %u}},\n", bag->cell, bag->count > 0 ? arguments[0].vertex : 0,
          bag->count > 1 ? arguments[1].vertex : 0, bag->count > 0 ? arguments[0].stride : 0,
          bag->count > 1 ? arguments[1].stride : 0);
  }
  PRINT("    };\n    for (uint32_t i = 0; i < sizeof bags / sizeof *bags; i++) {\n"
        "      uint32_t at = bags[i].cell;\n"
        "      for (uint32_t k = 0; k < %u; k++) at += bags[i].stride[k] * (p[bags[i].v[k]] - bags[i].v[k]);\n",
        like->count);
  PRINT("      const cell *s = c + bags[i].cell;\n      cell *const to = d + at;\n"
        "      if (to != d + bags[i].cell) memcpy(to, s, %u * sizeof *to);\n      if (*s != 1) continue;\n",
        like->type->cells);
  if (slot->link != slot->link_end) {
    PRINT("      for (cell *e = to; e < to + %u && *e == 1; e += %u) {\n", like->type->cells, like->type->stride);
    for (uint32_t k = slot->link; k < slot->link_end; k++) {
      char place[32];
      snprintf(place, sizeof place, "e[%u]", outline->links[k].cell - slot->cell);
      put(canon, "        ");
      write_moved(canon, outline->links[k].cell, true, place, place);
    }
    PRINT("      }\n      sort_bag(to, %u, %u);\n", like->type->capacity, like->type->stride);
  }
  put(canon, "    }\n  }\n");
}

static void write_image(struct canon *canon) {
  const struct noe_facts *facts = canon->facts;
  put(canon, "\n/* The image of c under p. */\nstatic void image(const cell *restrict c, const uint16_t *p, cell *restrict d) {\n"
             "  int32_t t;\n  (void)t;\n  memcpy(d, c, sizeof(struct work));\n");
  for (uint32_t i = 0; i < canon->outline->global_count; i++) {
    char to[32], from[32];
    snprintf(to, sizeof to, "d[%u]", canon->outline->globals[i].cell);
    snprintf(from, sizeof from, "c[%u]", canon->outline->globals[i].cell);
    put(canon, "  ");
    write_moved(canon, canon->outline->globals[i].cell, true, to, from);
  }
  write_slice_images(canon);
  write_relation_images(canon, NULL);
  for (uint32_t i = 0; i < canon->emitter->model->type_count; i++)
    if (canon->known[canon->emitter->model->types[i]->id])
      write_relation_images(canon, canon->emitter->model->types[i]);
  for (uint32_t i = 0; i < facts->bag_count; i++)
    if (is_first_bag(canon, i))
      write_bag_images(canon, &facts->bags[i]);
  put(canon, "}\n");
}

/* --------------------------------------------------------------------- all */

static void write_sizes(struct canon *canon) {
  const struct noe_outline *outline = canon->outline;
  PRINT("\nenum { POINTS = %u, BLOCKS = %u, VERTICES = %u, WORDS = %u, MOST_TIES = %u };\n", outline->symmetry->points,
        outline->symmetry->block_count, canon->facts->vertices, outline->words ? outline->words : 1,
        outline->most_ties + 1);
  put(canon, "static const uint16_t block_first[] = {");
  for (uint32_t i = 0; i < outline->symmetry->block_count; i++)
    PRINT("%u, ", outline->symmetry->blocks[i].first);
  put(canon, "POINTS};\n");
  PRINT("#define STEP_VALUE UINT64_C(%" PRIu64 ")\n#define PLACE(i) (UINT64_C(%" PRIu64 ") + (i) * UINT64_C(%" PRIu64 "))\n",
        NOE_STEP_VALUE, noe_place(0), noe_place(1) - noe_place(0));
}

bool noe_compile_canon(struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->keys != NOE_NATIVE_PACKED || !emitter->symmetry)
    return false;
  struct canon canon = {.emitter = emitter, .out = out};
  canon.facts = noe_symmetry_facts(emitter->arena, emitter->symmetry);
  canon.outline = noe_symmetry_outline(emitter->arena, canon.facts);
  canon.known = NOE_NEW_ARRAY(emitter->arena, bool, emitter->model->type_count + 1);
  canon.shaped = NOE_NEW_ARRAY(emitter->arena, bool, emitter->model->type_count + 1);
  if (!is_taken(&canon))
    return false;
  write_sizes(&canon);
  noe_compile_canon_types(out);
  write_types(&canon);
  write_look(&canon);
  write_image(&canon);
  noe_compile_canon_steps(out);
  return true;
}
