/* What each point of a block has for itself, and cells without index that name points, for runtime/local_state.h and
 * runtime/colouring.h: as lists of macros, a line for each cell, or where there are many as tables, since lines would
 * take too long to compile. What is computed is the same, and in the same order. */
#include <inttypes.h>

#include "compile/emit_canon_int.h"

#define PRINT NOE_CANON_PRINT

#ifdef NOE_HOSTILE
enum { FEW_NAMES = 0 };
#else
enum { FEW_NAMES = 32 };
#endif

/* ------------------------------------------------------------------- traits */

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

void noe_compile_components(struct noe_canon_emitter *canon, const struct noe_local_component *traits, uint32_t count,
                            uint32_t origin, uint32_t next, bool rows) {
  for (uint32_t i = 0, words = 0; i < count; i++) {
    const struct noe_cell *cell = noe_compile_cell_at(canon, traits[i].cell);
    const char *empty = cell->type ? "U" : "0";
    char number[NOE_TERM_TEXT];
    const char *base = noe_compile_number(cell->base, number);
    uint32_t at = traits[i].cell - origin, stride = traits[i + next].cell - traits[i].cell;
    if (rows)
      PRINT("\n  {%s, %s, %u, %u, %u},", base, empty, at, stride, traits[i].shapes ? cell->type->id + 1 : 0);
    else if (traits[i].shapes)
      PRINT(" NAME(%u, %u, %u, %u)", at, stride, cell->type->id, traits[i].shift);
    else
      PRINT(" PLAIN(%u, %u, %s, %s, %u)", at, stride, base, empty, traits[i].shift);
    if (!rows && (i + 1 == count || traits[i + 1].opens))
      PRINT(" WORD(%u)", words++);
  }
}

static bool has_names(const struct noe_canon_emitter *canon, uint32_t block) {
  for (uint32_t i = 0; i < count_traits(canon, block); i++)
    if (first_trait(canon, block)[i].shapes)
      return true;
  return false;
}

static void write_block(struct noe_canon_emitter *canon, uint32_t number) {
  const struct noe_block *block = &canon->outline->symmetry->blocks[number];
  bool many = noe_compile_has_many_local_states(canon, number);
  uint32_t count = count_traits(canon, number);
  PRINT("\nenum { FIRST%u = %u, SIZE%u = %u, NAMING%u = %d };\n#define MANY%u %d\n", number, block->first, number,
        block->size, number, has_names(canon, number), number, many);
  PRINT("#define COLOUR%u UINT64_C(%" PRIu64 ")\n", number, noe_block_colour(number));
  PRINT(many ? "static const struct trait traits%u[] = {" : "#define TRAITS%u", number);
  noe_compile_components(canon, first_trait(canon, number), count, 0, count, many);
  PRINT(many ? "\n};\n" : "\n");
  noe_compile_for_part(number, NOE_RUNTIME_LOCAL_STATE, canon->out);
}

void noe_compile_local_states(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->outline->symmetry->block_count; i++)
    write_block(canon, i);
  PRINT("\n#define BLOCK_PARTS");
  for (uint32_t i = 0; i < canon->outline->symmetry->block_count; i++)
    PRINT(" EACH(%u)", i);
  PRINT("\n");
}

/* -------------------------------------------------------------------- names */

static void write_name(struct noe_canon_emitter *canon, const struct noe_link *global, bool row) {
  const struct noe_type *type = noe_compile_cell_at(canon, global->cell)->type;
  if (row)
    PRINT("\n  {UINT64_C(%" PRIu64 "), %u, %u},", global->label, global->cell, type->id + 1);
  else if (type->kind == NOE_TYPE_SCALARSET)
    PRINT(" GLOBAL(%u, %u, UINT64_C(%" PRIu64 "))", type->id, global->cell,
          noe_mix(global->label, (uint64_t) - (int64_t)global->pointed[0]));
  else
    PRINT(" GLOBAL(%u, %u, noe_mix(UINT64_C(%" PRIu64 "), (uint64_t)((int64_t)c[%u] - t)))", type->id, global->cell,
          global->label, global->cell);
}

void noe_compile_names(struct noe_canon_emitter *canon) {
  bool many = canon->outline->global_count > FEW_NAMES;
  PRINT("\n#define MANY_NAMES %d\n%s", many,
        many ? "static const struct { uint64_t label; uint32_t cell, type; } names[] = {" : "#define GLOBALS");
  for (uint32_t i = 0; i < canon->outline->global_count; i++)
    write_name(canon, &canon->outline->globals[i], many);
  PRINT(many ? "\n};\n" : "\n");
}
