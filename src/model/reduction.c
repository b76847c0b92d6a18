/* x := x + e, x := x - e, x := x | e, x := x & e: rounds of a watched loop that do
 * no more to x than this gather in it, in any order. */
#include <assert.h>

#include "model/access.h"
#include "model/watch_int.h"

static bool is_variable(const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY;
}

bool noe_model_same_value(const struct noe_expr *a, const struct noe_expr *b) {
  if (is_variable(a) && is_variable(b))
    return noe_model_same_place(a->left, b->left);
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case NOE_EXPR_CONSTANT: return a->value == b->value;
  case NOE_EXPR_SHIFT_PART: /* to a union, or from one */
  case NOE_EXPR_NARROW: return a->value == b->value && noe_model_same_value(a->left, b->left);
  case NOE_EXPR_NEGATE: return noe_model_same_value(a->left, b->left);
  case NOE_EXPR_ADD:
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_MULTIPLY: return noe_model_same_value(a->left, b->left) && noe_model_same_value(a->right, b->right);
  default: return false;
  }
}

bool noe_model_same_place(const struct noe_expr *a, const struct noe_expr *b) {
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE: return a->slot == b->slot;
  case NOE_EXPR_FIELD: return a->slot == b->slot && noe_model_same_place(a->left, b->left);
  case NOE_EXPR_ELEMENT: return noe_model_same_place(a->left, b->left) && noe_model_same_value(a->right, b->right);
  default: return false;
  }
}

static bool reads_target(const struct noe_stmt *stmt, const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_READ && noe_model_same_place(expr->left, stmt->target);
}

static bool has_form(const struct noe_stmt *stmt) {
  switch (stmt->value->kind) {
  case NOE_EXPR_ADD: return reads_target(stmt, stmt->value->left) || reads_target(stmt, stmt->value->right);
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_OR:
  case NOE_EXPR_AND: return reads_target(stmt, stmt->value->left);
  default: return false;
  }
}

/* Only pure values: then it does not matter when the target is located. */
bool noe_model_gathers(const struct noe_stmt *stmt) { return has_form(stmt) && noe_model_is_pure(stmt->value); }

const struct noe_expr *noe_model_gathered(const struct noe_stmt *stmt, bool *left) {
  if (!noe_model_gathers(stmt))
    return NULL;
  *left = reads_target(stmt, stmt->value->left);
  return *left ? stmt->value->right : stmt->value->left;
}

struct operand {
  const struct noe_expr *expr;
  int64_t value;
};

static void eval_operand(struct noe_machine *machine, void *context) {
  struct operand *operand = context;
  operand->value = noe_model_eval_defined(machine, operand->expr);
}

int64_t noe_model_read_gathered(struct noe_machine *machine, const struct noe_expr *read, size_t *location) {
  *location = noe_model_locate(machine, read->left);
  if (machine->cells[*location] == NOE_UNDEFINED)
    noe_model_fault_undefined(machine, read, *location);
  return machine->cells[*location];
}

/* The right side is evaluated even if the left one decides: another order would
 * have evaluated it. */
static int64_t gather_truth(struct noe_machine *machine, const struct noe_expr *value, size_t *location) {
  int64_t before = noe_model_read_gathered(machine, value->left, location);
  struct operand right = {.expr = value->right};
  bool decided = before == (value->kind == NOE_EXPR_OR);
  if (!decided) {
    eval_operand(machine, &right);
    return right.value;
  }
  if (noe_model_probe(machine, eval_operand, &right))
    noe_model_order_here(machine);
  return before;
}

/* The left side first: the first error that there is must be the one of a loop that is
 * not watched. */
static int64_t gather_number(struct noe_machine *machine, const struct noe_stmt *stmt, size_t *location,
                             int64_t *delta) {
  const struct noe_expr *value = stmt->value;
  int64_t before, after;
  if (reads_target(stmt, value->left)) {
    before = noe_model_read_gathered(machine, value->left, location);
    *delta = noe_model_eval_defined(machine, value->right);
    after = noe_model_arithmetic(machine, value, before, *delta);
  } else {
    *delta = noe_model_eval_defined(machine, value->left);
    before = noe_model_read_gathered(machine, value->right, location);
    after = noe_model_arithmetic(machine, value, *delta, before);
  }
  if (value->kind == NOE_EXPR_SUBTRACT)
    *delta = -*delta; /* fits: the difference did, and undefined is excluded */
  return after;
}

static enum noe_gathering operator_of(const struct noe_expr *value) {
  return value->kind == NOE_EXPR_OR    ? NOE_REDUCTION_OR
         : value->kind == NOE_EXPR_AND ? NOE_REDUCTION_AND
                                       : NOE_REDUCTION_SUM;
}

void noe_model_exec_reduction(struct noe_machine *machine, const struct noe_stmt *stmt) {
  enum noe_gathering operator= operator_of(stmt->value);
  size_t location;
  int64_t delta = 0, after = operator== NOE_REDUCTION_SUM ? gather_number(machine, stmt, &location, &delta)
                                                          : gather_truth(machine, stmt->value, &location);
  assert(noe_type_is_simple(stmt->target->type) && "numbers and truth values are gathered");
  noe_model_check_store(machine, stmt->target, location, after, stmt->place);
  noe_model_watch_sum(machine, location, stmt->target->type, operator, delta, after);
  machine->cells[location] = after;
  noe_model_note_write(machine, location);
}
