/* What can be said of expressions and cells without running anything: the questions that
 * proofs of symmetry and code generators ask of the tree. Which cells a clause touches is
 * known of its lowered form (lower/lower.h). */
#ifndef NOE_MODEL_ACCESS_H
#define NOE_MODEL_ACCESS_H

#include "base/bitset.h"
#include "model/model.h"

/* Does evaluating the expression certainly change nothing that outlives it? */
bool noe_model_is_pure(const struct noe_expr *expr);

/* Do the two expressions denote the same place whenever they are evaluated one
 * right after the other? Or the same value, if it is defined? */
bool noe_model_same_place(const struct noe_expr *a, const struct noe_expr *b);
bool noe_model_same_value(const struct noe_expr *a, const struct noe_expr *b);

/* x := x + e, x := x - e, x := x | e, x := x & e, of pure values: e; NULL for any other
 * assignment. `*left`: x stands on the left. Rounds of a loop that do no more to x than
 * this gather in it, in any order (watch_int.h). */
const struct noe_expr *noe_model_gathered(const struct noe_stmt *stmt, bool *left);

/* x becomes the greatest, or the least, of x and e: if e > x then x := e end,
 * x := e > x ? e : x, with any comparison, and with conditions before it. Rounds that do
 * no more to x than one of the two gather in it as well. */
struct noe_extremum {
  const struct noe_expr *when;                  /* must be true, or nothing happens; NULL: it always does */
  const struct noe_expr *target, *read, *value; /* x as a location and as it is read, and e */
  bool target_first;                            /* x stands on the left of the comparison */
  bool greatest;
  struct noe_place place; /* of the assignment */
};
/* False: the statement is something else. */
bool noe_model_extremum(const struct noe_stmt *stmt, struct noe_extremum *extreme);

/* One step on the way from a variable to a cell (noe_model_descend). */
struct noe_step {
  enum { NOE_STEP_INDEX, NOE_STEP_FIELD, NOE_STEP_SLOT } kind;
  const struct noe_type *type; /* INDEX: the index type */
  int64_t value;               /* index, field number or slot number */
};

/* Cells that lie inside an array indexed by `type` (or by a union of it). */
struct noe_bitset noe_model_cells_indexed_by(struct noe_memory *memory, const struct noe_model *model,
                                             const struct noe_type *type);

/* Cells that can hold a value of `type`: of that type, or a union of it. */
struct noe_bitset noe_model_cells_holding(struct noe_memory *memory, const struct noe_model *model,
                                          const struct noe_type *type);

#endif
