/* Why a condition is true or false in a state: the parts that decide it, down to comparisons
 * and the values that were compared. The reference interpreter finds them as it evaluates the
 * condition once more, from left to right as always; nothing here takes part in a verdict.
 *
 * A part is a condition with its value. What decides is
 *   a & b    true: both; false: the first that is false
 *   a | b    true: the first that is true; false: both
 *   a -> b   false: both; true: `a` if it is false, else `b`
 *   !a       what decides a
 *   forall   false: the first value for which the body is false (the witness); true: all values,
 *            in groups for which the same parts decide with the same values
 *   exists   the other way round
 *   f(x)     what decides the value returned, if the body of `f` is one `return`. */
#ifndef NOE_MODEL_WHY_H
#define NOE_MODEL_WHY_H

#include "model/result.h"

enum noe_why_kind {
  NOE_WHY_LEAF,    /* a comparison, a Boolean variable: `operands` are what was compared */
  NOE_WHY_CALL,    /* `operands` are the arguments, `parts` what decides in the function */
  NOE_WHY_WITNESS, /* a quantifier that one value decides: `values`, with its `parts` */
  NOE_WHY_EVERY,   /* a quantifier that it takes all values to decide: parts are groups */
  NOE_WHY_GROUP,   /* values for which the `parts` are the same, up to the names of places */
};

/* An expression that is not constant, and what it came to. */
struct noe_why_operand {
  const struct noe_expr *expr;
  const char *path;  /* `state[Proc_2]`, if it is a place; a parameter: its name; or NULL */
  const char *value; /* `Idle` */
};

struct noe_why {
  enum noe_why_kind kind;
  const struct noe_expr *expr;
  bool value;
  NOE_LIST(struct noe_why_operand) operands;
  const struct noe_type *type; /* WITNESS, GROUP: of the values, NULL for integers */
  NOE_LIST(int64_t) values;
  NOE_LIST(struct noe_why) parts;
  uint64_t left_out; /* EVERY: values that were not looked at, to keep it short */
};

/* The parts that decide the guard or claim of an instance, as those of a node without an
 * expression; NULL if it cannot be evaluated (again) or says nothing beyond itself. */
const struct noe_why *noe_model_why(struct noe_arena *arena, const struct noe_model *model,
                                    const struct noe_clause *clause, const int64_t *arguments, const int64_t *state);

/* ------------------------------------------------------------- autopsies */

/* A call that was under way when an execution failed. */
struct noe_why_call {
  const struct noe_function *function;
  struct noe_place place;    /* of the call */
  const char *const *values; /* of the parameters, as they are when it fails */
};

struct noe_autopsy {
  struct noe_arena *arena;
  const struct noe_why_call *calls; /* the innermost first */
  uint32_t call_count;
  uint32_t calls_left_out;         /* in the middle of a deep recursion */
  uint32_t first_part;             /* of a deep recursion: so many calls are innermost ones */
  const struct noe_why *condition; /* of an assertion: why it is false; or NULL */
};

/* Executes the end of a run that ends in a run-time error once more. False if there is
 * nothing to say: no error, or another one than the run shows. */
bool noe_model_autopsy(struct noe_arena *arena, const struct noe_model *model, const struct noe_trace *trace,
                       struct noe_autopsy *autopsy);

#endif
