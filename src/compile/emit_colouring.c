/* First colours in compiled code (symmetry/colouring.c): those of a state, and those of what a
 * firing made of it.
 *
 * A first colour is a sum: what the point's own cells say, what cells without index say
 * that name the point, what messages say to their owners and to those whom they name. A
 * firing changes few cells. So what is known of the state that is expanded is kept (`home`),
 * and of a successor only that is looked at which differs.
 *
 * The same look tells whom the firing has *touched*: the points that index a cell that has
 * changed, or that its content names now, the owners of a multiset that has changed, and
 * those whom elements name that it has lost or gained. Twins of the state that is expanded
 * who are not touched are twins of the successor: their exchange leaves every change in its
 * place and as it is, and carries what has not changed into what has not changed.
 *
 * A point counts as attached if it was in the state that is expanded, although what
 * attached it may be gone: that only means that more is looked at than need be. */
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_canon_int.h"
#include "compile/runtime.h"

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

/* ------------------------------------------------------------------- slices */

/* `place` of the cell, as C. */
static void write_code(struct noe_canon_emitter *canon, const struct noe_local_component *trait, const char *place) {
  const struct noe_cell *cell = noe_compile_cell_at(canon, trait->cell);
  char base[NOE_TERM_TEXT];
  if (trait->shapes)
    PRINT("shape%u(%s)", cell->type->id, place);
  else if (!cell->type)
    PRINT("(uint64_t)%s", place); /* presence: 0 or 1 */
  else
    PRINT("(%s == U ? 0 : (uint64_t)%s - (uint64_t)%s + 1)", place, place, noe_compile_number(cell->base, base));
}

/* The words of a slice, mixed into h; those of a point (moving) are added up. */
static void write_words(struct noe_canon_emitter *canon, const struct noe_local_component *traits, uint32_t count,
                        uint32_t origin, uint32_t moving) {
  for (uint32_t i = 0, word = 0; i < count; i++) {
    char place[64];
    if (traits[i].opens)
      put(canon, "    x = 0;\n");
    if (moving)
      snprintf(place, sizeof place, "c[%u + i * %u]", traits[i].cell - origin,
               traits[i + moving].cell - traits[i].cell);
    else
      snprintf(place, sizeof place, "s[%u]", traits[i].cell - origin);
    put(canon, "    x |= ");
    write_code(canon, &traits[i], place);
    PRINT(" << %u;\n", traits[i].shift);
    if (i + 1 < count && !traits[i + 1].opens)
      continue;
    if (moving)
      PRINT("    h += x ? noe_mix(PLACE(%u), x) : 0;\n", word++);
    else
      put(canon, "    h = noe_mix(h, x);\n");
  }
}

/* Who names somebody, and who is named. */
static void write_ties(struct noe_canon_emitter *canon, const struct noe_block *block,
                       const struct noe_local_component *traits, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (traits[i].shapes)
      PRINT("    t = point%u(c[%u + i * %u]);\n    if (t >= 0) g->attached[t] |= TIED, g->attached[%u + i] |= TIED;\n",
            noe_compile_cell_at(canon, traits[i].cell)->type->id, traits[i].cell,
            traits[i + count].cell - traits[i].cell, block->first);
}

/* The look at the cells of one point. */
static void write_slices(struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    bool many = noe_compile_has_many_local_states(canon, b);
    PRINT("\nstatic inline void slice%u(struct canon *g, const cell *c, uint32_t i) {\n"
          "    uint64_t h = UINT64_C(%" PRIu64 "), x;\n    int32_t t;\n    (void)x, (void)t, (void)c;\n",
          b, noe_block_colour(b));
    if (many)
      noe_compile_local_colouring(canon, b);
    else
      write_words(canon, outline->traits + first, count, 0, count);
    PRINT("    g->slices[%u + i] = h;\n", block->first);
    if (many)
      noe_compile_local_hyperedges(canon, b);
    else
      write_ties(canon, block, outline->traits + first, count);
    put(canon, "}\n");
  }
}

/* -------------------------------------------------------------------- names */

static void write_names(struct noe_canon_emitter *canon) {
  put(canon, "\n/* From here on a slice has to do with names, too. */\n"
             "static void add_names(struct canon *g, const cell *c) {\n  int32_t t;\n  (void)t, (void)c;\n");
  if (noe_compile_has_many_names(canon))
    noe_compile_names_colouring(canon);
  for (uint32_t i = 0; i < canon->outline->global_count && !noe_compile_has_many_names(canon); i++) {
    const struct noe_link *global = &canon->outline->globals[i];
    PRINT("  t = point%u(c[%u]);\n", noe_compile_cell_at(canon, global->cell)->type->id, global->cell);
    put(canon, "  if (t >= 0) {\n    g->attached[t] |= NAMED;\n");
    if (noe_compile_cell_at(canon, global->cell)->type->kind == NOE_TYPE_SCALARSET)
      PRINT("    g->slices[t] += UINT64_C(%" PRIu64 ");\n  }\n",
            noe_mix(global->label, (uint64_t) - (int64_t)global->pointed[0]));
    else
      PRINT("    g->slices[t] += noe_mix(UINT64_C(%" PRIu64 "), (uint64_t)((int64_t)c[%u] - t));\n  }\n", global->label,
            global->cell);
  }
  put(canon, "}\n");
}

/* The first colours, from what is known of slices and messages. */
static void write_colours(struct noe_canon_emitter *canon) {
  uint32_t points = canon->outline->symmetry->points;
  put(canon, "\nstatic void add_colours(struct canon *g) {\n");
  if (points >= NOE_MANY_POINTS)
    put(canon, "  for (uint32_t i = 0; i < POINTS; i++) g->colours[i] = g->slices[i] + (TELLS ? g->told[i] : 0);\n");
  for (uint32_t i = 0; points < NOE_MANY_POINTS && i < points; i++)
    PRINT("  g->colours[%u] = g->slices[%u] + (TELLS ? g->told[%u] : 0);\n", i, i, i);
  put(canon, "}\n");
}

/* ----------------------------------------------------------------- messages */

/* Bags of one type, with as many owners. */
static void write_bag_table(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_outline_slot *like = noe_compile_slots(canon, first);
  PRINT("\nstatic const struct { uint32_t cell, number; uint16_t owners[2]; uint64_t labels[%u]; } slots%u[] = {\n",
        like->link_end - like->link + 1, first);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++) {
    if (!noe_compile_is_multiset_of(canon, i, &canon->facts->bags[first]))
      continue;
    const struct noe_outline_slot *slot = noe_compile_slots(canon, i);
    PRINT("  {%u, %u, {", slot->cell, noe_compile_multiset_number(canon->emitter->model, slot->cell));
    for (uint32_t k = 0; k < slot->owner_count; k++)
      PRINT("%u,", outline->points[slot->owners + k]);
    PRINT("%s}, {UINT64_C(%" PRIu64 "),", slot->owner_count ? "" : "0", slot->label);
    for (uint32_t k = slot->link; k < slot->link_end; k++)
      PRINT(" UINT64_C(%" PRIu64 "),", outline->links[k].label);
    put(canon, "}},\n");
  }
  put(canon, "};\n");
}

void noe_compile_slot_colour(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline_slot *slot = noe_compile_slots(canon, first);
  PRINT("    uint64_t h = slots%u[i].labels[0], x;\n    (void)x;\n", first);
  write_words(canon, canon->outline->traits + slot->trait, slot->trait_end - slot->trait, slot->cell, 0);
}

/* What one message of bag i says to the owners, and to those it names: `times` over. */
static void write_telling(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_outline_slot *slot = noe_compile_slots(canon, first);
  PRINT("\nstatic inline void tell%u(struct canon *g, const cell *s, uint32_t i, uint64_t times) {\n"
        "  int32_t t;\n  (void)t, (void)g;\n",
        first);
  noe_compile_slot_colour(canon, first);
  put(canon, "    h *= times;\n");
  for (uint32_t i = 0; i < slot->owner_count; i++)
    PRINT("    g->touched[slots%u[i].owners[%u]] = 1;\n    g->attached[slots%u[i].owners[%u]] |= TIED;\n"
          "    g->told[slots%u[i].owners[%u]] += h * PLACE(%u);\n",
          first, i, first, i, first, i, i);
  for (uint32_t k = slot->link; k < slot->link_end; k++)
    PRINT("    t = point%u(s[%u]);\n    if (t >= 0) {\n      g->touched[t] = 1;\n      g->attached[t] |= TIED;\n"
          "      g->told[t] += h * (slots%u[i].labels[%u] | 1);\n    }\n",
          noe_compile_cell_at(canon, outline->links[k].cell)->type->id, outline->links[k].cell - slot->cell, first,
          k - slot->link + 1);
  put(canon, "}\n");
}

/* All messages of a state; those of the state h that are gone, and those that are new. Both
 * multisets are sorted. */
static void write_tidings(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_type *type = canon->facts->bags[first].type;
  PRINT("static inline void tell_all%u(struct canon *g, const cell *c) {\n"
        "  for (uint32_t i = 0; i < sizeof slots%u / sizeof *slots%u; i++)\n"
        "    for (const cell *s = c + slots%u[i].cell, *end = s + %u; s < end && *s == 1; s += %u) tell%u(g, s, i, "
        "1);\n}\n",
        first, first, first, first, type->cells, type->stride, first);
  PRINT("static APART void tell_changes%u(struct canon *g, const cell *c, const cell *h, uint32_t i) {\n"
        "  const cell *s = c + slots%u[i].cell, *end = s + %u, *was = h + slots%u[i].cell, *was_end = was + %u;\n",
        first, first, type->cells, first, type->cells);
  PRINT("  for (;;) {\n    const bool is = s < end && *s == 1, other = was < was_end && *was == 1;\n"
        "    if (!is && !other) return;\n"
        "    const int order = !is ? 1 : !other ? -1 : order_of(s, was, %u);\n",
        type->stride);
  PRINT("    if (order < 0) tell%u(g, s, i, 1);\n    if (order > 0) tell%u(g, was, i, UINT64_MAX);\n"
        "    if (order <= 0) s += %u;\n    if (order >= 0) was += %u;\n  }\n}\n",
        first, first, type->stride, type->stride);
}

/* ------------------------------------------------------------------ touched */

/* Every cell outside of multisets that is about points: which ones index it, and whom it may
 * name. In the order of cells; `spans` are the rows of them without a gap. */
static const struct noe_fact **facts_by_cell(struct noe_canon_emitter *canon) {
  const struct noe_facts *facts = canon->facts;
  const struct noe_fact **by_cell =
      NOE_NEW_ARRAY(canon->emitter->arena, const struct noe_fact *, canon->emitter->model->cell_count + 1);
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].presence == NOE_NO_CELL)
      by_cell[facts->facts[i].cell] = &facts->facts[i];
  return by_cell;
}

static void write_about(struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  uint32_t most = noe_compile_argument_limit(canon->facts), *traits = noe_compile_local_numbers(canon);
  PRINT("\nstatic const struct { uint32_t type, trait; cell base, empty; uint16_t count, points[%u]; } about[] = {",
        most ? most : 1);
  for (uint32_t cell = 0; cell < canon->emitter->model->cell_count; cell++) {
    const struct noe_fact *fact = by_cell[cell];
    char base[NOE_TERM_TEXT];
    if (!fact)
      continue;
    const struct noe_cell *about = noe_compile_cell_at(canon, cell);
    PRINT("\n  {%u, %u, %s, %s, %u, {", fact->pointed ? about->type->id + 1 : 0, traits[cell],
          noe_compile_number(about->base, base), about->type ? "U" : "0", fact->count);
    for (uint32_t k = 0; k < fact->count; k++)
      PRINT("%u,", canon->facts->arguments[fact->first + k].vertex);
    put(canon, fact->count ? "}}," : "0}},");
  }
  put(canon, " {0}\n};\n");
}

static void write_spans(struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  put(canon, "static const struct { uint32_t first, end, number; } spans[] = {");
  uint32_t number = 0;
  for (uint32_t cell = 0, end; cell < canon->emitter->model->cell_count; cell = end + 1) {
    for (end = cell; by_cell[end];) /* NULL behind the last cell */
      end++;
    if (end > cell)
      PRINT("\n  {%u, %u, %u},", cell, end, number);
    number += end - cell;
  }
  put(canon, " {0}\n};\n");
}

/* With few cells, a line for each. */
enum { FEW_CELLS = 32 };

static bool has_few_cells(const struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  uint32_t count = 0;
  for (uint32_t cell = 0; cell < canon->emitter->model->cell_count; cell++)
    count += by_cell[cell] != NULL;
  for (uint32_t b = 0; b < canon->outline->symmetry->block_count; b++)
    if (noe_compile_has_many_local_states(canon, b))
      return false;
  return count <= FEW_CELLS;
}

static void find_few(struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  put(canon, "\nstatic void find_touched(struct canon *g, const cell *c, const cell *h) {\n"
             "  bool is;\n  int32_t t;\n  (void)is, (void)t, (void)g, (void)c, (void)h;\n");
  for (uint32_t cell = 0; cell < canon->emitter->model->cell_count; cell++) {
    const struct noe_fact *fact = by_cell[cell];
    if (!fact)
      continue;
    PRINT("  is = c[%u] != h[%u];\n", cell, cell);
    for (uint32_t k = 0; k < fact->count; k++)
      PRINT("  g->touched[%u] |= is;\n", canon->facts->arguments[fact->first + k].vertex);
    if (fact->pointed)
      PRINT("  if (is && (t = point%u(c[%u])) >= 0) g->touched[t] = 1;\n", noe_compile_cell_at(canon, cell)->type->id,
            cell);
  }
  put(canon, "}\n");
}

static void write_touching(struct noe_canon_emitter *canon) {
  const struct noe_fact **by_cell = facts_by_cell(canon);
  if (has_few_cells(canon, by_cell)) {
    find_few(canon, by_cell);
    return;
  }
  write_about(canon, by_cell);
  write_spans(canon, by_cell);
  noe_compile_runtime(NOE_RUNTIME_TOUCHING, canon->out);
}

/* --------------------------------------------------------------------- looks */

/* The look at the cells of points, and the look into multisets. */
static void write_look(struct noe_canon_emitter *canon) {
  const struct noe_symmetry *symmetry = canon->outline->symmetry;
  put(canon, "\nstatic void look(struct canon *g, const cell *c) {\n  (void)c;\n  memset(g->attached, 0, sizeof "
             "g->attached);\n");
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    PRINT("  for (uint32_t i = 0; i < %u; i++) slice%u(g, c, i);\n", symmetry->blocks[b].size, b);
  put(canon, "}\nstatic void look_into_bags(struct canon *g, const cell *c) {\n  (void)c;\n"
             "  memset(g->told, 0, sizeof g->told);\n");
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      PRINT("  tell_all%u(g, c);\n", i);
  put(canon, "}\n");
}

/* The same at what became of the state h that is expanded. */
static void write_second_look(struct noe_canon_emitter *canon) {
  const struct noe_symmetry *symmetry = canon->outline->symmetry;
  put(canon, "\nstatic void look_again(struct canon *g, const cell *c, const cell *h) {\n"
             "  memset(g->touched, 0, sizeof g->touched);\n"
             "  memcpy(g->attached, g->home.attached, sizeof g->attached);\n"
             "  memcpy(g->slices, g->home.slices, sizeof g->slices);\n  find_touched(g, c, h);\n");
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    if (!noe_compile_has_many_local_states(canon, b)) /* whose slices have changed with the cells */
      PRINT("  for (uint32_t i = 0; i < %u; i++)\n    if (g->touched[%u + i]) slice%u(g, c, i);\n",
            symmetry->blocks[b].size, symmetry->blocks[b].first, b);
  put(canon,
      "}\nstatic void look_into_bags_again(struct canon *g, const cell *c, const cell *h, const uint8_t *changed) {\n"
      "  (void)c, (void)h, (void)changed;\n  memcpy(g->told, g->home.told, sizeof g->told);\n");
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      PRINT("  for (uint32_t i = 0; i < sizeof slots%u / sizeof *slots%u; i++)\n"
            "    if (changed[slots%u[i].number]) tell_changes%u(g, c, h, i);\n",
            i, i, i, i);
  put(canon, "}\n");
}

void noe_compile_colouring(struct noe_canon_emitter *canon) {
  write_slices(canon);
  write_names(canon);
  write_colours(canon);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i)) {
      write_bag_table(canon, i);
      write_telling(canon, i);
      write_tidings(canon, i);
    }
  write_touching(canon);
  write_look(canon);
  write_second_look(canon);
}
