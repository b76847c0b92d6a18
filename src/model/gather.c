/* x := x + e, x := x - e, x := x | e, x := x & e: rounds of a watched loop that do
 * no more to x than this gather in it, in any order. */
#include "model/access.h"
#include "model/watch_int.h"

/* Do the two expressions denote the same place whenever they are evaluated one
 * right after the other? */
static bool same_place(const struct noe_expr *a, const struct noe_expr *b);

static bool same_index(const struct noe_expr *a, const struct noe_expr *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind == NOE_EXPR_CONSTANT)
    return a->value == b->value;
  return a->kind == NOE_EXPR_READ && same_place(a->left, b->left);
}

static bool same_place(const struct noe_expr *a, const struct noe_expr *b) {
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
    return a->slot == b->slot;
  case NOE_EXPR_FIELD:
    return a->slot == b->slot && same_place(a->left, b->left);
  case NOE_EXPR_ELEMENT:
    return same_place(a->left, b->left) && same_index(a->right, b->right);
  default:
    return false;
  }
}

static bool reads_target(const struct noe_stmt *stmt, const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_READ && same_place(expr->left, stmt->target);
}

static bool has_form(const struct noe_stmt *stmt) {
  switch (stmt->value->kind) {
  case NOE_EXPR_ADD:
    return reads_target(stmt, stmt->value->left) || reads_target(stmt, stmt->value->right);
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_OR:
  case NOE_EXPR_AND:
    return reads_target(stmt, stmt->value->left);
  default:
    return false;
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

/* The right side is evaluated even if the left one decides: another order would
 * have evaluated it. */
static int64_t gather_truth(struct noe_machine *machine, const struct noe_stmt *stmt, int64_t before) {
  struct operand right = {.expr = stmt->value->right};
  bool decided = before == (stmt->value->kind == NOE_EXPR_OR);
  if (!decided) {
    eval_operand(machine, &right);
    return right.value;
  }
  if (noe_model_probe(machine, eval_operand, &right))
    noe_model_order_here(machine);
  return before;
}

static int64_t gather_number(struct noe_machine *machine, const struct noe_stmt *stmt, int64_t before,
                             int64_t *delta) {
  const struct noe_expr *value = stmt->value;
  bool left = reads_target(stmt, value->left);
  *delta = noe_model_eval_defined(machine, left ? value->right : value->left);
  int64_t after = left ? noe_model_arithmetic(machine, value, before, *delta)
                       : noe_model_arithmetic(machine, value, *delta, before);
  if (value->kind == NOE_EXPR_SUBTRACT)
    *delta = -*delta; /* fits: the difference did, and undefined is excluded */
  return after;
}

static enum noe_gathering operator_of(const struct noe_expr *value) {
  return value->kind == NOE_EXPR_OR ? NOE_GATHER_OR : value->kind == NOE_EXPR_AND ? NOE_GATHER_AND : NOE_GATHER_SUM;
}

void noe_model_exec_gather(struct noe_machine *machine, const struct noe_stmt *stmt) {
  size_t location = noe_model_locate(machine, stmt->target);
  int64_t before = machine->cells[location], delta = 0, after;
  if (before == NOE_UNDEFINED)
    noe_model_fault_undefined(machine, stmt->value->left, location);
  enum noe_gathering operator = operator_of(stmt->value);
  bool truth = operator != NOE_GATHER_SUM;
  after = truth ? gather_truth(machine, stmt, before) : gather_number(machine, stmt, before, &delta);
  noe_model_check_store(machine, stmt->target, location, after, stmt->place);
  noe_model_watch_sum(machine, location, stmt->target->type, operator, delta, after);
  machine->cells[location] = after;
  noe_model_note_write(machine, location);
}
