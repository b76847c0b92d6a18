/* Cells that two points index, where they fill a whole array: the matrix of those who have
 * a copy, of who has voted for whom. Loops through rows and columns need no tables, and an
 * exchange of two points concerns two rows and two columns only. */
#include "compile/emit_canon_int.h"

static void put(struct noe_canon_emitter *canon, const char *text) { noe_base_text_puts(canon->out, text); }

#define PRINT(...) noe_base_text_printf(canon->out, __VA_ARGS__)

/* ---------------------------------------------------------------- finding */

static const struct noe_block *block_of(const struct noe_canon_emitter *canon, uint32_t point) {
  const struct noe_block *block = canon->outline->symmetry->blocks;
  while (point >= block->first + block->size)
    block++;
  return block;
}

/* The matrix that the cell would be in. */
static struct noe_matrix matrix_of(const struct noe_canon_emitter *canon, const struct noe_fact *fact) {
  struct noe_matrix matrix = {.cell = fact->cell};
  matrix.type = fact->pointed ? noe_compile_cell_at(canon, fact->cell)->type : NULL;
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

void noe_compile_find_matrices(struct noe_canon_emitter *canon) {
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

/* Matrices that differ in nothing but their place are treated by one loop. */
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

/* Where the matrix begins, as C; with several alike that is a loop over them. */
static const char *open_family(struct noe_canon_emitter *canon, uint32_t number) {
  const struct noe_matrix *first = &canon->matrices.items[number];
  uint32_t count = 0;
  for (uint32_t i = number; i < canon->matrices.count; i++)
    count += is_alike(first, &canon->matrices.items[i]);
  if (count == 1) {
    put(canon, "  {\n");
    return noe_base_arena_format(canon->emitter->arena, "%u", first->cell);
  }
  put(canon, "  {\n    static const uint32_t cells[] = {");
  for (uint32_t i = number; i < canon->matrices.count; i++)
    if (is_alike(first, &canon->matrices.items[i]))
      PRINT("%u, ", canon->matrices.items[i].cell);
  PRINT("};\n    for (uint32_t m = 0; m < %u; m++) {\n    const uint32_t first = cells[m];\n", count);
  return "first";
}

static void close_family(struct noe_canon_emitter *canon, const char *at) {
  put(canon, *at == 'f' ? "    }\n  }\n" : "  }\n");
}

/* ---------------------------------------------------------------- writing */

static void open_loops(struct noe_canon_emitter *canon, const struct noe_matrix *matrix, const char *at) {
  PRINT("  for (uint32_t i = 0; i < %u; i++)\n    for (uint32_t j = 0; j < %u; j++) {\n", matrix->sides[0].block->size,
        matrix->sides[1].block->size);
  PRINT("      const cell from = c[%s + i * %u + j * %u];\n", at, matrix->sides[0].stride, matrix->sides[1].stride);
}

void noe_compile_matrix_images(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->matrices.count; i++) {
    const struct noe_matrix *matrix = &canon->matrices.items[i];
    uint32_t first = matrix->sides[0].block->first, second = matrix->sides[1].block->first;
    if (!is_first_alike(canon, i))
      continue;
    const char *at = open_family(canon, i);
    open_loops(canon, matrix, at);
    PRINT("      cell *const to = d + %s + (p[%u + i] - %uu) * %u + (p[%u + j] - %uu) * %u;\n", at, first, first,
          matrix->sides[0].stride, second, second, matrix->sides[1].stride);
    if (matrix->type)
      PRINT("      t = point%u(from), *to = t < 0 ? from : (cell)(from + p[t] - t);\n    }\n", matrix->type->id);
    else
      put(canon, "      *to = from;\n    }\n");
    close_family(canon, at);
  }
}

/* Names may be anywhere. */
static void exchange_names(struct noe_canon_emitter *canon, const struct noe_matrix *matrix, const char *at) {
  uint32_t first = matrix->sides[0].block->first, second = matrix->sides[1].block->first;
  open_loops(canon, matrix, at);
  PRINT("      const int32_t u = (int32_t)i + %u, v = (int32_t)j + %u;\n      t = point%u(from);\n", first, second,
        matrix->type->id);
  PRINT("      if (t != a && t != b && u != a && v != a) continue;\n"
        "      if (c[%s + (uint32_t)(OTHER(u) - %u) * %u + (uint32_t)(OTHER(v) - %u) * %u] != (t < 0 ? from : "
        "(cell)(from + OTHER(t) - t))) "
        "return 0;\n    }\n",
        at, first, matrix->sides[0].stride, second, matrix->sides[1].stride);
}

/* The row of a, or its column, becomes that of b. */
static void exchange_side(struct noe_canon_emitter *canon, const struct noe_matrix *matrix, int side, const char *at) {
  const struct noe_block *block = matrix->sides[side].block, *other = matrix->sides[!side].block;
  uint32_t stride = matrix->sides[side].stride, along = matrix->sides[!side].stride;
  PRINT("  if (a >= %u && a < %u)\n    for (uint32_t i = 0; i < %u; i++)\n", block->first, block->first + block->size,
        other->size);
  PRINT("      if (c[%s + (uint32_t)(a - %u) * %u + i * %u] != c[%s + (uint32_t)(b - %u) * %u + "
        "(uint32_t)(OTHER((int32_t)i + %u) - %u) * %u]) "
        "return 0;\n",
        at, block->first, stride, along, at, block->first, stride, other->first, other->first, along);
}

void noe_compile_matrix_exchange(struct noe_canon_emitter *canon) {
  for (uint32_t i = 0; i < canon->matrices.count; i++) {
    const struct noe_matrix *matrix = &canon->matrices.items[i];
    if (!is_first_alike(canon, i))
      continue;
    const char *at = open_family(canon, i);
    if (matrix->type)
      exchange_names(canon, matrix, at);
    for (int side = 0; !matrix->type && side < 2; side++)
      exchange_side(canon, matrix, side, at);
    close_family(canon, at);
  }
}
