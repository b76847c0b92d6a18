/* Which points the cells that a firing has changed are about.
 *
 * A firing changes few cells, so what is known of the state that is expanded is kept (`home`), and of a successor only
 * that is looked at which differs. This look tells whom the firing has *touched*: the points that index a cell that has
 * changed, or that its content names now, the owners of a multiset that has changed, and those whom elements name that
 * it has lost or gained. Twins of the state that is expanded who are not touched are twins of the successor: their
 * exchange leaves every change in its place and as it is, and carries what has not changed into what has not changed.
 *
 * A point counts as attached if it was in the state that is expanded, although what attached it may be gone: that only
 * means that more is looked at than need be. */
#include "compile/emit_canon_int.h"

#define PRINT NOE_CANON_PRINT

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

/* -------------------------------------------------------------------- tables */

static void write_row(struct noe_canon_emitter *canon, const struct noe_fact *fact, uint32_t trait) {
  const struct noe_cell *cell = noe_compile_cell_at(canon, fact->cell);
  char base[NOE_TERM_TEXT];
  PRINT("\n  {%u, %u, %s, %s, %u, {", fact->pointed && cell->type ? cell->type->id + 1 : 0, trait,
        noe_compile_number(cell->base, base), cell->type ? "U" : "0", fact->count);
  for (uint32_t i = 0; i < fact->count; i++)
    PRINT("%u,", canon->facts->arguments[fact->first + i].vertex);
  PRINT(fact->count ? "}}," : "0}},");
}

static void write_about(struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  uint32_t most = noe_compile_argument_limit(canon->facts), *traits = noe_compile_local_numbers(canon);
  PRINT("\nstatic const struct { uint32_t type, trait; cell base, empty; uint16_t count, points[%u]; } about[] = {",
        most ? most : 1);
  for (uint32_t cell = 0; cell < canon->emitter->model->cell_count; cell++)
    if (by_cell[cell])
      write_row(canon, by_cell[cell], traits[cell]);
  PRINT(" {0}\n};\n");
}

static void write_spans(struct noe_canon_emitter *canon, const struct noe_fact **by_cell) {
  PRINT("static const struct { uint32_t first, end, number; } spans[] = {");
  uint32_t number = 0;
  for (uint32_t cell = 0, end; cell < canon->emitter->model->cell_count; cell = end + 1) {
    for (end = cell; by_cell[end];) /* NULL behind the last cell */
      end++;
    if (end > cell)
      PRINT("\n  {%u, %u, %u},", cell, end, number);
    number += end - cell;
  }
  PRINT(" {0}\n};\n");
}

/* --------------------------------------------------------------------- lines */

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

static void write_lines(struct noe_canon_emitter *canon, const struct noe_fact *fact) {
  PRINT(" CHANGED(%u)", fact->cell);
  for (uint32_t i = 0; i < fact->count; i++)
    PRINT(" TOUCHES(%u)", canon->facts->arguments[fact->first + i].vertex);
  if (fact->pointed)
    PRINT(" NAMES(%u, %u)", noe_compile_cell_at(canon, fact->cell)->type->id, fact->cell);
}

void noe_compile_touching(struct noe_canon_emitter *canon) {
  const struct noe_fact **by_cell = facts_by_cell(canon);
  if (!has_few_cells(canon, by_cell)) {
    write_about(canon, by_cell);
    write_spans(canon, by_cell);
    noe_compile_runtime(NOE_RUNTIME_TOUCHING, canon->out);
    return;
  }
  PRINT("\n#define ABOUT");
  for (uint32_t cell = 0; cell < canon->emitter->model->cell_count; cell++)
    if (by_cell[cell])
      write_lines(canon, by_cell[cell]);
  PRINT("\n");
  noe_compile_runtime(NOE_RUNTIME_TOUCHING_FEW, canon->out);
}
