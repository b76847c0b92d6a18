/* Inside the evaluator of the lowered form.
 *
 * eval.c         entry points, clauses, calls
 * eval_op.c      operations on values and memory, checks
 * eval_loop.c    control
 * eval_fault.c   messages
 *
 * Two rows grow and shrink with calls: cells (the state, then a frame for each unit under
 * way) and values (those of each unit under way). Both may move when they grow: everything
 * is named by index. */
#ifndef NOE_LOWER_EVAL_INT_H
#define NOE_LOWER_EVAL_INT_H

#include "lower/eval.h"

/* How a list, or an operation, came to its end. */
enum noe_flow {
  NOE_FLOW_ON,
  NOE_FLOW_LEAVE, /* the region `leaving`, with the value `left_with` */
  NOE_FLOW_FAULT,
  NOE_FLOW_DISCARD, /* an ASSUME failed */
};

struct noe_evaluator {
  struct noe_memory *memory;
  const struct noe_lowered *form;
  const struct noe_model *model;

  int64_t *cells;
  size_t cell_capacity, cell_top, frame;
  int64_t *values;
  size_t value_capacity, value_top, first_value;

  const struct noe_low_unit *unit;
  const int64_t *state; /* what the clause was given; NULL: everything undefined */
  uint32_t depth;       /* calls under way around the unit */
  int64_t leaving, left_with;

  struct noe_fault fault;
  struct noe_text message;
  struct noe_text *sink;
  uint64_t *covers, *witnesses;
  uint64_t *covers_before; /* the current firing */
  struct noe_bitset *reads, *writes;
};

static inline int64_t noe_eval_get(const struct noe_evaluator *evaluator, uint32_t value) {
  return value == NOE_NO_VALUE ? 0 : evaluator->values[evaluator->first_value + value];
}

/* Asserts what is known of the value. */
void noe_eval_set(struct noe_evaluator *evaluator, uint32_t value, int64_t number);

size_t noe_eval_address(const struct noe_evaluator *evaluator, const struct noe_low_address *address);

/* Begins a unit: its frame, undefined, and room for its values. */
void noe_eval_push(struct noe_evaluator *evaluator, const struct noe_low_unit *unit);
void noe_eval_load(struct noe_evaluator *evaluator);

enum noe_flow noe_eval_list(struct noe_evaluator *evaluator, const struct noe_low_op *list);
enum noe_flow noe_eval_call(struct noe_evaluator *evaluator, const struct noe_low_op *op);
enum noe_flow noe_eval_control(struct noe_evaluator *evaluator, const struct noe_low_op *op);
enum noe_flow noe_eval_operation(struct noe_evaluator *evaluator, const struct noe_low_op *op);

/* The error of a check that failed, or of a FAIL. */
enum noe_flow noe_eval_fault(struct noe_evaluator *evaluator, const struct noe_low_op *op);

#endif
