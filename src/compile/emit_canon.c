/* Canonical forms in compiled code, for keys that are packed states (symmetry/canon.h).
 *
 * The generated code does what symmetry/colouring.c and symmetry/refine.c do, with the same numbers, so that it
 * comes to the same representative. Steps that cannot change it are left out: ties are
 * looked at only if the first colours do not decide, and colours are not
 * refined when all points of one colour are twins, which no refinement tells apart. Where
 * colours and twins do not decide it gives up on the state, and the host searches: that is
 * rare, and too long to be written out. Whether points are twins is seen on the state
 * itself, here as there.
 *
 * What does not change between states is constants, lists and tables. A model with
 * multisets inside multisets, or with arrays over points inside them, is left to the
 * host altogether. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_canon_int.h"
#include "compile/runtime.h"

#define PRINT NOE_CANON_PRINT

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

/* ------------------------------------------------------------------- types */

const struct noe_cell *noe_compile_cell_at(const struct noe_canon_emitter *canon, uint32_t cell) {
  return &canon->emitter->model->cells[cell];
}

const struct noe_type *noe_compile_named_type(const struct noe_canon_emitter *canon, uint32_t cell,
                                              const int32_t *pointed) {
  return pointed ? noe_compile_cell_at(canon, cell)->type : NULL;
}

void noe_compile_point_macro(struct noe_canon_emitter *canon, const char *name, uint32_t part,
                             const struct noe_type *type) {
  if (type)
    PRINT("#define %s%u(v) point%u(v)\n", name, part, type->id);
  else
    PRINT("#define %s%u(v) (-1)\n", name, part);
}

/* The points that values of the type name. */
static void list_points(struct noe_canon_emitter *canon, const struct noe_type *type, const int32_t *pointed) {
  bool is_union = type->kind == NOE_TYPE_UNION;
  assert((is_union || type->kind == NOE_TYPE_SCALARSET) && "only values of these types name points");
  if (canon->known[type->id])
    return;
  canon->known[type->id] = true;
  PRINT(is_union ? " UNION(%u" : " SCALARSET(%u", type->id);
  for (int64_t v = 0; v <= (is_union ? type->high : 0); v++)
    PRINT(", %d", pointed[v]);
  PRINT(")");
}

/* What a slice says instead. */
static void list_shapes(struct noe_canon_emitter *canon, const struct noe_type *type, const uint32_t *shapes) {
  if (canon->shaped[type->id])
    return;
  canon->shaped[type->id] = true;
  PRINT(" SHAPE(%u", type->id);
  for (int64_t v = 0; v <= type->high; v++)
    PRINT(", %u", shapes[v]);
  PRINT(")");
}

static void write_types(struct noe_canon_emitter *canon) {
  const struct noe_facts *facts = canon->facts;
  const struct noe_outline *outline = canon->outline;
  PRINT("\n#define POINT_TYPES");
  for (uint32_t i = 0; i < facts->count; i++)
    if (facts->facts[i].pointed)
      list_points(canon, noe_compile_cell_at(canon, facts->facts[i].cell)->type, facts->facts[i].pointed);
  PRINT("\n#define SHAPED_TYPES");
  for (uint32_t i = 0; i < outline->trait_count; i++)
    if (outline->traits[i].shapes)
      list_shapes(canon, noe_compile_cell_at(canon, outline->traits[i].cell)->type, outline->traits[i].shapes);
  PRINT("\n");
  noe_compile_runtime(NOE_RUNTIME_POINTS, canon->out);
}

/* -------------------------------------------------------------------- rank */

enum { FEW_POINTS = 5 };

static void rank_few(struct noe_canon_emitter *canon, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    PRINT(" POINT(%u)", i);
  for (uint32_t a = first; a < end; a++)
    for (uint32_t b = a + 1; b < end; b++)
      PRINT(" COMPARE(%u, %u)", a, b);
  for (uint32_t i = first; i < end; i++)
    PRINT(" PUT(%u)", i);
}

static void write_rank(struct noe_canon_emitter *canon) {
  const struct noe_symmetry *symmetry = canon->outline->symmetry;
  PRINT("\n#define RANKED");
  for (uint32_t i = 0; symmetry->points < NOE_MANY_POINTS && i < symmetry->block_count; i++) {
    uint32_t first = symmetry->blocks[i].first, end = first + symmetry->blocks[i].size;
    if (end - first <= FEW_POINTS)
      rank_few(canon, first, end);
    else
      PRINT(" SEVERAL(%u, %u)", first, end);
  }
  PRINT("\n");
  noe_compile_runtime(NOE_RUNTIME_RANK, canon->out);
}

/* --------------------------------------------------------------------- all */

static void write_sizes(struct noe_canon_emitter *canon) {
  const struct noe_outline *outline = canon->outline;
  PRINT("\nenum { POINTS = %u, BLOCKS = %u, VERTICES = %u, MOST_TIES = %u, TELLS = %d, GROUPS = %d };\n",
        outline->symmetry->points, outline->symmetry->block_count, canon->facts->vertices, outline->most_ties + 1,
        canon->facts->bag_count > 0, outline->symmetry->points >= NOE_MANY_POINTS);
  PRINT("static const uint16_t block_first[] = {");
  for (uint32_t i = 0; i < outline->symmetry->block_count; i++)
    PRINT("%u, ", outline->symmetry->blocks[i].first);
  PRINT("POINTS};\n");
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
  assert(canon.outline->symmetry->points <= canon.facts->vertices && "points are the first vertices");
  write_sizes(&canon);
  noe_compile_runtime(NOE_RUNTIME_CANON_TYPES, out);
  write_types(&canon);
  noe_compile_local_states(&canon);
  noe_compile_messages(&canon);
  noe_compile_matrices(&canon);
  noe_compile_relations(&canon);
  noe_compile_links(&canon);
  noe_compile_names(&canon);
  noe_compile_touching(&canon);
  noe_compile_runtime(NOE_RUNTIME_COLOURING, out);
  write_rank(&canon);
  noe_compile_runtime(NOE_RUNTIME_CANON_STEPS, out);
  return true;
}
