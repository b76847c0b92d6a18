/* Cells that two points index, where they fill a whole array, for runtime/matrix.h: loops through rows and columns need
 * no tables of cells. */
#include <assert.h>

#include "compile/emit_canon_int.h"

#define PRINT NOE_CANON_PRINT

/* ---------------------------------------------------------------- finding */

static const struct noe_block *block_of(const struct noe_canon_emitter *canon, uint32_t point) {
  const struct noe_block *block = canon->outline->symmetry->blocks;
  while (point >= block->first + block->size)
    block++;
  assert(point >= block->first && "blocks follow each other without a gap");
  return block;
}

/* The matrix that the cell would be in. */
static struct noe_matrix matrix_of(const struct noe_canon_emitter *canon, const struct noe_fact *fact) {
  struct noe_matrix matrix = {.cell = fact->cell};
  matrix.type = noe_compile_named_type(canon, fact->cell, fact->pointed);
  for (int i = 0; i < 2; i++) {
    const struct noe_fact_argument *argument = &canon->facts->arguments[fact->first + (uint32_t)i];
    matrix.sides[i].block = block_of(canon, argument->vertex);
    matrix.sides[i].stride = argument->stride;
    matrix.cell -= (argument->vertex - matrix.sides[i].block->first) * argument->stride;
  }
  return matrix;
}

static bool is_same(const struct noe_matrix *a, const struct noe_matrix *b) {
  for (int i = 0; i < 2; i++)
    if (a->sides[i].block != b->sides[i].block || a->sides[i].stride != b->sides[i].stride)
      return false;
  return a->cell == b->cell && a->type == b->type;
}

static bool is_candidate(const struct noe_fact *fact) { return fact->presence == NOE_NO_CELL && fact->count == 2; }

static uint32_t count_cells(const struct noe_canon_emitter *canon, const struct noe_matrix *matrix) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < canon->facts->count; i++)
    if (is_candidate(&canon->facts->facts[i])) {
      struct noe_matrix other = matrix_of(canon, &canon->facts->facts[i]);
      count += is_same(matrix, &other);
    }
  return count;
}

static bool is_known(const struct noe_canon_emitter *canon, const struct noe_matrix *matrix) {
  for (uint32_t i = 0; i < canon->matrices.count; i++)
    if (is_same(&canon->matrices.items[i], matrix))
      return true;
  return false;
}

static void find_matrices(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->facts->count; i++) {
    if (!is_candidate(&canon->facts->facts[i]))
      continue;
    struct noe_matrix matrix = matrix_of(canon, &canon->facts->facts[i]);
    if (canon->facts->facts[i].cell == matrix.cell && !is_known(canon, &matrix) &&
        count_cells(canon, &matrix) == matrix.sides[0].block->size * matrix.sides[1].block->size)
      NOE_LIST_PUSH(canon->emitter->arena, &canon->matrices, matrix);
  }
}

bool noe_compile_is_in_matrix(const struct noe_canon_emitter *canon, const struct noe_fact *fact) {
  if (!is_candidate(fact))
    return false;
  struct noe_matrix matrix = matrix_of(canon, fact);
  return is_known(canon, &matrix);
}

/* --------------------------------------------------------------- families */

static bool is_alike(const struct noe_matrix *a, const struct noe_matrix *b) {
  struct noe_matrix moved = *b;
  moved.cell = a->cell;
  return is_same(a, &moved);
}

static bool is_first_alike(const struct noe_canon_emitter *canon, uint32_t number) {
  for (uint32_t i = 0; i < number; i++)
    if (is_alike(&canon->matrices.items[i], &canon->matrices.items[number]))
      return false;
  return true;
}

/* Matrices that differ in nothing but their place are a family, known by the number of the first. */
static void write_family(struct noe_canon_emitter *canon, uint32_t part) {
  const struct noe_matrix *first = &canon->matrices.items[part];
  static const char *const sides[] = {"ROW", "COLUMN"};
  PRINT("\nenum { MATRIX_NAMES%u = %d", part, first->type != NULL);
  for (int i = 0; i < 2; i++)
    PRINT(", %s_COUNT%u = %u, %s_FIRST%u = %u, %s_STRIDE%u = %u", sides[i], part, first->sides[i].block->size, sides[i],
          part, first->sides[i].block->first, sides[i], part, first->sides[i].stride);
  PRINT(" };\n");
  noe_compile_point_macro(canon, "MATRIX_POINT", part, first->type);
  PRINT("static const uint32_t matrices%u[] = {", part);
  for (uint32_t i = part; i < canon->matrices.count; i++)
    if (is_alike(first, &canon->matrices.items[i]))
      PRINT("%u, ", canon->matrices.items[i].cell);
  PRINT("};\n");
  noe_compile_for_part(part, NOE_RUNTIME_MATRIX, canon->out);
}

void noe_compile_matrices(struct noe_canon_emitter *canon) {
  find_matrices(canon);
  for (uint32_t i = 0; i < canon->matrices.count; i++)
    if (is_first_alike(canon, i))
      write_family(canon, i);
  PRINT("\n#define MATRIX_PARTS");
  for (uint32_t i = 0; i < canon->matrices.count; i++)
    if (is_first_alike(canon, i))
      PRINT(" EACH(%u)", i);
  PRINT("\n");
}
