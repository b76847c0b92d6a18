/* Cells that several points index, for runtime/relation.h, and those that tie points to each other, for
 * runtime/links.h. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_canon_int.h"

#define PRINT NOE_CANON_PRINT

/* ---------------------------------------------------------------- relations */

uint32_t noe_compile_argument_limit(const struct noe_facts *facts) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].presence == NOE_NO_CELL && facts->facts[i].count > most)
      most = facts->facts[i].count;
  return most;
}

/* Is it a cell of several points, in no matrix, with names of this type (NULL: without)? */
static bool is_relation(const struct noe_canon_emitter *canon, const struct noe_fact *fact,
                        const struct noe_type *type) {
  return fact->presence == NOE_NO_CELL && fact->count >= 2 && !noe_compile_is_in_matrix(canon, fact) &&
         noe_compile_named_type(canon, fact->cell, fact->pointed) == type;
}

static bool is_related(const struct noe_canon_emitter *canon, const struct noe_type *type) {
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (is_relation(canon, &canon->facts->facts[i], type))
      return true;
  return false;
}

static void write_fact(struct noe_canon_emitter *canon, const struct noe_fact *fact) {
  const struct noe_fact_argument *arguments = canon->facts->arguments + fact->first;
  assert(fact->count <= NOE_MOST_ARGUMENTS && "larger ones are not taken");
  PRINT("\n  {%u, {", fact->cell);
  for (uint32_t i = 0; i < fact->count; i++)
    PRINT("%u,", arguments[i].vertex);
  PRINT("}, {");
  for (uint32_t i = 0; i < fact->count; i++)
    PRINT("%u,", arguments[i].stride);
  PRINT("}},");
}

static void write_relation(struct noe_canon_emitter *canon, uint32_t part, const struct noe_type *type) {
  PRINT("\nenum { RELATED%u = %d };\n", part, type != NULL);
  noe_compile_point_macro(canon, "RELATED_POINT", part, type);
  PRINT("static const struct { uint32_t cell; uint16_t v[%u]; uint32_t stride[%u]; } moved%u[] = {", NOE_MOST_ARGUMENTS,
        NOE_MOST_ARGUMENTS, part);
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (is_relation(canon, &canon->facts->facts[i], type))
      write_fact(canon, &canon->facts->facts[i]);
  PRINT("\n};\n");
  noe_compile_for_part(part, NOE_RUNTIME_RELATION, canon->out);
}

/* Those without names are part 0, those with names of type number i part i + 1. */
void noe_compile_relations(struct noe_canon_emitter *canon) {
  const struct noe_model *model = canon->emitter->model;
  struct noe_text parts = noe_base_text(canon->emitter->memory);
  PRINT("\nenum { ARGUMENTS = %u };\n", noe_compile_argument_limit(canon->facts));
  for (uint32_t part = 0; part <= model->type_count; part++) {
    const struct noe_type *type = part ? model->types[part - 1] : NULL;
    if ((type && !canon->known[type->id]) || !is_related(canon, type))
      continue;
    write_relation(canon, part, type);
    noe_base_text_printf(&parts, " EACH(%u)", part);
  }
  PRINT("\n#define RELATION_PARTS%s\n", noe_base_text_string(&parts));
  noe_base_text_free(&parts);
}

/* -------------------------------------------------------------------- links */

/* Cells that as many points index, with names of the same type, are a family, known by the number of the first. */
static bool is_alike(const struct noe_canon_emitter *canon, const struct noe_link *a, const struct noe_link *b) {
  return a->count == b->count &&
         noe_compile_named_type(canon, a->cell, a->pointed) == noe_compile_named_type(canon, b->cell, b->pointed);
}

static void write_link(struct noe_canon_emitter *canon, const struct noe_link *link) {
  char quiet[NOE_TERM_TEXT];
  PRINT("\n  {UINT64_C(%" PRIu64 "), %u, %s, {", link->label, link->cell,
        link->quiet == NOE_UNDEFINED ? "U" : noe_compile_number(link->quiet, quiet));
  for (uint32_t i = 0; i < link->count; i++)
    PRINT("%u,", canon->outline->points[link->first + i]);
  PRINT("}},");
}

static void write_links(struct noe_canon_emitter *canon, uint32_t part) {
  const struct noe_link *links = canon->outline->links;
  const struct noe_type *type = noe_compile_named_type(canon, links[part].cell, links[part].pointed);
  PRINT("\nenum { INDEXED%u = %u, LINK_NAMES%u = %d };\n", part, links[part].count, part, type != NULL);
  noe_compile_point_macro(canon, "LINK_POINT", part, type);
  PRINT("static const struct { uint64_t label; uint32_t cell; cell quiet; uint16_t v[%u]; } links%u[] = {",
        links[part].count, part);
  for (uint32_t i = part; i < canon->outline->link_count; i++)
    if (is_alike(canon, &links[i], &links[part]))
      write_link(canon, &links[i]);
  PRINT("\n};\n");
  noe_compile_for_part(part, NOE_RUNTIME_LINKS, canon->out);
}

void noe_compile_links(struct noe_canon_emitter *canon) {
  const struct noe_link *links = canon->outline->links;
  NOE_LIST(uint32_t) firsts = {0};
  for (uint32_t i = 0; i < canon->outline->link_count; i++) {
    size_t k = 0;
    while (k < firsts.count && !is_alike(canon, &links[firsts.items[k]], &links[i]))
      k++;
    if (k == firsts.count)
      NOE_LIST_PUSH(canon->emitter->arena, &firsts, i);
  }
  for (size_t i = 0; i < firsts.count; i++)
    write_links(canon, firsts.items[i]);
  PRINT("\n#define LINK_PARTS");
  for (size_t i = 0; i < firsts.count; i++)
    PRINT(" EACH(%u)", firsts.items[i]);
  PRINT("\n");
}
