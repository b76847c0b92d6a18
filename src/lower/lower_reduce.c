/* Updates that commute, as one operation each (NOE_LOW_REDUCE), for code that watches loops: x := x + e and its like
 * (model/reduction.c), and x becomes the greatest or the least of x and e (model/extremum.c). Rounds that do no more
 * to x than this do not get in each other's way, though each of them reads what another one wrote. */
#include "lower/lower_int.h"
#include "model/access.h"

static void reduce(struct noe_lowering *lowering, const struct noe_expr *target, const struct noe_expr *value,
                   enum noe_low_update update, struct noe_place place) {
  struct noe_low_spot spot = noe_lower_place(lowering, target);
  const struct noe_low_address *address = noe_lower_target(lowering, &spot);
  uint32_t operand = noe_lower_defined(lowering, value);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_REDUCE, place);
  op->address = address;
  op->type = target->type;
  op->left = op->operand = operand;
  op->update = update;
  bool bounded = target->type->kind <= NOE_TYPE_UNION;
  op->low = bounded ? target->type->low : INT64_MIN + 1;
  op->high = bounded ? target->type->high : INT64_MAX;
}

static void gather(struct noe_lowering *lowering, const struct noe_stmt *stmt, const struct noe_expr *operand) {
  struct noe_low_op **last = lowering->end;
  enum noe_expr_kind kind = stmt->value->kind;
  reduce(lowering, stmt->target, operand,
         kind == NOE_EXPR_OR    ? NOE_UPDATE_OR
         : kind == NOE_EXPR_AND ? NOE_UPDATE_AND
                                : NOE_UPDATE_ADD,
         stmt->place);
  while ((*last)->next)
    last = &(*last)->next;
  (*last)->negated = kind == NOE_EXPR_SUBTRACT;
}

static void keep_extremum(struct noe_lowering *lowering, const struct noe_extremum *extremum) {
  enum noe_low_update update = extremum->greatest ? NOE_UPDATE_GREATEST : NOE_UPDATE_LEAST;
  if (!extremum->when) {
    reduce(lowering, extremum->target, extremum->value, update, extremum->place);
    return;
  }
  uint32_t condition = noe_lower_defined(lowering, extremum->when);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_IF, extremum->place);
  op->left = condition;
  struct noe_low_open open = noe_lower_open(lowering, &op->body);
  reduce(lowering, extremum->target, extremum->value, update, extremum->place);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

struct noe_low_op *noe_lower_reduction(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  struct noe_extremum extremum;
  bool left;
  const struct noe_expr *operand = stmt->kind == NOE_STMT_ASSIGN ? noe_model_gathered(stmt, &left) : NULL;
  if (!operand && !noe_model_extremum(stmt, &extremum))
    return NULL;
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_WATCHED, stmt->place);
  struct noe_low_open open = noe_lower_open(lowering, &op->otherwise);
  if (operand)
    gather(lowering, stmt, operand);
  else
    keep_extremum(lowering, &extremum);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
  return op;
}
