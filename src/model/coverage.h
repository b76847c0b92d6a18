/* Coverage: which statements of a model were ever executed, and which branches ever taken.
 *
 * A *point* is a statement of a body, or a branch: an arm of `if`, `switch` or `? :`, also the one that is not
 * written (no condition is true, no case fits). A *unit* is what the text has points in: a start state, a rule with
 * its guard, a function, a claim about states. Declarations and aliases are no statements.
 *
 * Executions mark points through the machine (noe_model_machine_cover). Only whether a point was ever met is kept:
 * so a clause all of whose points are marked need not be executed again, and marks of several threads are joined by
 * `or`. A firing that an `assume` statement discards never was, and marks nothing. */
#ifndef NOE_MODEL_COVERAGE_H
#define NOE_MODEL_COVERAGE_H

#include "model/machine.h"

enum noe_point_kind {
  NOE_POINT_STATEMENT,
  NOE_POINT_IF,      /* the condition of an arm is true */
  NOE_POINT_ELSE,    /* none is */
  NOE_POINT_CASE,    /* of a switch: a value of the arm is met */
  NOE_POINT_NO_CASE, /* none is */
  NOE_POINT_THEN,    /* condition ? this : that */
  NOE_POINT_THAT,
};

struct noe_coverage_point {
  enum noe_point_kind kind;
  struct noe_place place;           /* of a branch: where its condition or its first statement stands */
  const struct noe_expr *condition; /* of a branch: the (first) condition that decides; NULL of statements */
  uint32_t unit;
  uint32_t around; /* 1 more than the number of the branch that it is in; 0: of none */
  bool is_written; /* false: a branch that the text leaves out */
};

struct noe_coverage_unit {
  const struct noe_clause *clause;     /* start state, rule or property; or NULL: */
  const struct noe_function *function; /* this */
  uint32_t first, count;               /* its points */
};

struct noe_point_index; /* from statements and expressions to points */

struct noe_coverage {
  const struct noe_coverage_point *points;
  uint32_t point_count, words; /* of 64 points */
  const struct noe_coverage_unit *units;
  uint32_t unit_count;
  const struct noe_point_index *index;
  uint32_t index_size;
  bool has_extrema; /* loops that keep the greatest or the least: in which branch rounds end depends on their order */

  uint64_t *ran;           /* bits by point */
  uint64_t states, looked; /* expanded by the search; of these, looked at */
  bool is_whole;           /* every state of a complete search was looked at: what is not marked never runs */
  bool is_rough; /* what loops over interchangeable values came to may be that of an order that is not reached */
};

/* All points, none of them marked. May escape. */
struct noe_coverage *noe_model_coverage(struct noe_arena *arena, const struct noe_model *model);

/* Bits by point: what executing the clause may mark, through the functions that it calls. May escape. */
const uint64_t *noe_model_coverage_reach(struct noe_arena *arena, const struct noe_coverage *coverage,
                                         const struct noe_model *model, const struct noe_clause *clause);

static inline bool noe_coverage_ran(const struct noe_coverage *coverage, uint32_t point) {
  return coverage->ran[point / 64] >> point % 64 & 1;
}

/* Where a machine marks; belongs to its thread. */
struct noe_coverage_marks {
  const struct noe_coverage *coverage;
  uint64_t *bits;   /* by point */
  uint64_t *before; /* room for as many */
  /* Loops over the scalarsets of `moves` (by type id; NULL: none) run backwards. If each permuted state is reached,
   * that is an order as good as the other one. */
  const bool *moves;
};

/* From now on, or no more (NULL): executions mark points. */
void noe_model_machine_cover(struct noe_machine *machine, struct noe_coverage_marks *marks);

#endif
