/* The image of a state under a permutation of the points. */
#include <stdio.h>

#include "compile/emit_canon_int.h"

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

uint32_t noe_compile_argument_limit(const struct noe_facts *facts) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].presence == NOE_NO_CELL && facts->facts[i].count > most)
      most = facts->facts[i].count;
  return most;
}

const struct noe_cell *noe_compile_cell_at(const struct noe_canon_emitter *canon, uint32_t cell) {
  return &canon->emitter->model->cells[cell];
}

const struct noe_outline_slot *noe_compile_slots(const struct noe_canon_emitter *canon, uint32_t bag) {
  const struct noe_outline_slot *slot = canon->outline->slots;
  while (slot->cell != canon->facts->bags[bag].cell)
    slot++;
  return slot;
}

bool noe_compile_is_multiset_of(const struct noe_canon_emitter *canon, uint32_t bag,
                                const struct noe_fact_multiset *like) {
  return canon->facts->bags[bag].type == like->type && canon->facts->bags[bag].count == like->count;
}

bool noe_compile_is_first_multiset(const struct noe_canon_emitter *canon, uint32_t bag) {
  for (uint32_t i = 0; i < bag; i++)
    if (noe_compile_is_multiset_of(canon, i, &canon->facts->bags[bag]))
      return false;
  return true;
}

/* ------------------------------------------------------------------- tables */

static bool is_relation(const struct noe_canon_emitter *canon, const struct noe_fact *fact,
                        const struct noe_type *type) {
  return fact->presence == NOE_NO_CELL && fact->count >= 2 && !noe_compile_is_in_matrix(canon, fact) &&
         (fact->pointed ? noe_compile_cell_at(canon, fact->cell)->type : NULL) == type;
}

bool noe_compile_is_related(const struct noe_canon_emitter *canon, const struct noe_type *type) {
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (is_relation(canon, &canon->facts->facts[i], type))
      return true;
  return false;
}

static void table_name(const struct noe_type *type, char *name, size_t room) {
  if (type)
    snprintf(name, room, "moved%u", type->id);
  else
    snprintf(name, room, "moved");
}

static void write_arguments(struct noe_canon_emitter *canon, const struct noe_fact_argument *arguments,
                            uint32_t count) {
  put(canon, "{");
  for (uint32_t i = 0; i < count; i++)
    PRINT("%u,", arguments[i].vertex);
  put(canon, "}, {");
  for (uint32_t i = 0; i < count; i++)
    PRINT("%u,", arguments[i].stride);
  put(canon, "}},\n");
}

static void write_relations(struct noe_canon_emitter *canon, const struct noe_type *type) {
  char name[32];
  if (!noe_compile_is_related(canon, type))
    return;
  table_name(type, name, sizeof name);
  PRINT("\nstatic const struct { uint32_t cell; uint16_t v[%u]; uint32_t stride[%u]; } %s[] = {\n", NOE_MOST_ARGUMENTS,
        NOE_MOST_ARGUMENTS, name);
  for (uint32_t i = 0; i < canon->facts->count; i++) {
    const struct noe_fact *fact = &canon->facts->facts[i];
    if (!is_relation(canon, fact, type))
      continue;
    PRINT("  {%u, ", fact->cell);
    write_arguments(canon, canon->facts->arguments + fact->first, fact->count);
  }
  put(canon, "};\n");
}

static void write_bags(struct noe_canon_emitter *canon, uint32_t first) {
  PRINT("\nstatic const struct { uint32_t cell; uint16_t v[2]; uint32_t stride[2]; } bags%u[] = {\n", first);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++) {
    const struct noe_fact_multiset *bag = &canon->facts->bags[i];
    if (!noe_compile_is_multiset_of(canon, i, &canon->facts->bags[first]))
      continue;
    const struct noe_fact_argument none[2] = {{0}};
    PRINT("  {%u, ", bag->cell);
    write_arguments(canon, bag->count ? canon->facts->arguments + bag->first : none, bag->count ? bag->count : 2);
  }
  put(canon, "};\n");
}

static void write_tables(struct noe_canon_emitter *canon) {
  write_relations(canon, NULL);
  for (uint32_t i = 0; i < canon->emitter->model->type_count; i++)
    if (canon->known[canon->emitter->model->types[i]->id])
      write_relations(canon, canon->emitter->model->types[i]);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      write_bags(canon, i);
}

/* ------------------------------------------------------------------- images */

/* `to` := the image of `from`, both C expressions; the fact's content. */
static void write_moved(struct noe_canon_emitter *canon, uint32_t cell, bool names, const char *to, const char *from) {
  if (!names) {
    PRINT("%s = %s;\n", to, from);
    return;
  }
  PRINT("t = point%u(%s), %s = t < 0 ? %s : (cell)(%s + p[t] - t);\n", noe_compile_cell_at(canon, cell)->type->id, from,
        to, from, from);
}

static void write_slice_images(struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  for (uint32_t b = 0; b < outline->symmetry->block_count; b++) {
    const struct noe_block *block = &outline->symmetry->blocks[b];
    uint32_t first = outline->trait_first[block->first], count = outline->trait_first[block->first + 1] - first;
    if (!count)
      continue;
    PRINT("  for (uint32_t i = 0; i < %u; i++) {\n    const uint32_t j = p[%u + i] - %uu;\n", block->size, block->first,
          block->first);
    if (noe_compile_has_many_local_states(canon, b))
      noe_compile_local_images(canon, b);
    for (uint32_t i = 0; i < count && !noe_compile_has_many_local_states(canon, b); i++) {
      const struct noe_local_component *trait = &outline->traits[first + i];
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
static void write_relation_images(struct noe_canon_emitter *canon, const struct noe_type *type) {
  char name[32];
  if (!noe_compile_is_related(canon, type))
    return;
  table_name(type, name, sizeof name);
  PRINT("  for (uint32_t i = 0; i < sizeof %s / sizeof *%s; i++) {\n"
        "    const cell from = c[%s[i].cell];\n    uint32_t at = %s[i].cell;\n",
        name, name, name, name);
  PRINT("    for (uint32_t k = 0; k < %u; k++) at += %s[i].stride[k] * (p[%s[i].v[k]] - %s[i].v[k]);\n    ",
        noe_compile_argument_limit(canon->facts), name, name, name);
  if (type)
    PRINT("t = point%u(from), d[at] = t < 0 ? from : (cell)(from + p[t] - t);\n", type->id);
  else
    put(canon, "d[at] = from;\n");
  put(canon, "  }\n");
}

static void write_bag_images(struct noe_canon_emitter *canon, uint32_t first) {
  const struct noe_outline *outline = canon->outline;
  const struct noe_fact_multiset *like = &canon->facts->bags[first];
  const struct noe_outline_slot *slot = noe_compile_slots(canon, first);
  PRINT("  for (uint32_t i = 0; i < sizeof bags%u / sizeof *bags%u; i++) {\n    uint32_t at = bags%u[i].cell;\n"
        "    for (uint32_t k = 0; k < %u; k++) at += bags%u[i].stride[k] * (p[bags%u[i].v[k]] - bags%u[i].v[k]);\n",
        first, first, first, like->count, first, first, first);
  PRINT("    const cell *s = c + bags%u[i].cell;\n    cell *const to = d + at;\n"
        "    if (*s != 1 && c[at] != 1) continue;\n"
        "    if (at != bags%u[i].cell) memcpy(to, s, %u * sizeof *to);\n    if (*s != 1) continue;\n",
        first, first, like->type->cells);
  if (slot->link != slot->link_end) {
    PRINT("    for (cell *e = to; e < to + %u && *e == 1; e += %u) {\n", like->type->cells, like->type->stride);
    for (uint32_t k = slot->link; k < slot->link_end; k++) {
      char place[32];
      snprintf(place, sizeof place, "e[%u]", outline->links[k].cell - slot->cell);
      put(canon, "      ");
      write_moved(canon, outline->links[k].cell, true, place, place);
    }
    PRINT("    }\n    sort_present%u(to, %u);\n", like->type->id, like->type->capacity);
  }
  put(canon, "  }\n");
}

void noe_compile_images(struct noe_canon_emitter *canon) {
  noe_compile_find_matrices(canon);
  write_tables(canon);
  put(canon, "\n/* The image of c under p. */\nstatic void image(const cell *restrict c, const uint16_t *p, cell "
             "*restrict d) {\n"
             "  int32_t t;\n  (void)t;\n  memcpy(d, c, sizeof(struct work));\n");
  if (noe_compile_has_many_names(canon))
    noe_compile_names_images(canon);
  for (uint32_t i = 0; i < canon->outline->global_count && !noe_compile_has_many_names(canon); i++) {
    char to[32], from[32];
    snprintf(to, sizeof to, "d[%u]", canon->outline->globals[i].cell);
    snprintf(from, sizeof from, "c[%u]", canon->outline->globals[i].cell);
    put(canon, "  ");
    write_moved(canon, canon->outline->globals[i].cell, true, to, from);
  }
  write_slice_images(canon);
  noe_compile_matrix_images(canon);
  write_relation_images(canon, NULL);
  for (uint32_t i = 0; i < canon->emitter->model->type_count; i++)
    if (canon->known[canon->emitter->model->types[i]->id])
      write_relation_images(canon, canon->emitter->model->types[i]);
  for (uint32_t i = 0; i < canon->facts->bag_count; i++)
    if (noe_compile_is_first_multiset(canon, i))
      write_bag_images(canon, i);
  put(canon, "}\n");
}
