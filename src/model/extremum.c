/* The greatest or the least of what the rounds of a loop meet. Each round compares x with
 * its own e and replaces it if e is further on: whatever the order, the furthest stays. An
 * e that does not fit into x is met in any order, since no x can be as far. */
#include "model/access.h"
#include "model/coverage_int.h"
#include "model/watch_int.h"

static bool is_target(const struct noe_expr *expr, const struct noe_expr *target) {
  return (expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY) && noe_model_same_place(expr->left, target);
}

/* `condition` compares x with e, and is true if e is `greater` than x; or else if it is less. Equal or not is
 * all the same. */
static bool compares(const struct noe_expr *condition, struct noe_extremum *extreme, bool *greater) {
  bool opposite = condition->kind == NOE_EXPR_NOT;
  const struct noe_expr *order = opposite ? condition->left : condition;
  if (order->kind != NOE_EXPR_LESS && order->kind != NOE_EXPR_LESS_EQUAL)
    return false;
  extreme->target_first = is_target(order->left, extreme->target);
  extreme->read = extreme->target_first ? order->left : order->right;
  const struct noe_expr *other = extreme->target_first ? order->right : order->left;
  bool same = noe_model_same_value(other, extreme->value);
  extreme->value = other; /* the one that may not be undefined */
  *greater = extreme->target_first != opposite;
  return same && noe_model_is_pure(other) && extreme->read->kind == NOE_EXPR_READ &&
         is_target(extreme->read, extreme->target);
}

/* if e > x then x := e end */
static bool replaces_if(const struct noe_stmt *stmt, struct noe_extremum *extreme) {
  const struct noe_stmt *then = stmt->arm_count == 1 && !stmt->otherwise ? stmt->arms[0].body : NULL;
  if (!then || then->next || then->kind != NOE_STMT_ASSIGN || stmt->arms[0].condition_count != 1)
    return false;
  const struct noe_expr *condition = stmt->arms[0].conditions[0];
  bool guarded = condition->kind == NOE_EXPR_AND;
  *extreme = (struct noe_extremum){
      .when = guarded ? condition->left : NULL, .target = then->target, .value = then->value, .place = then->place};
  return compares(guarded ? condition->right : condition, extreme, &extreme->greatest);
}

/* x := e > x ? e : x, or x := e < x ? x : e */
static bool chooses(const struct noe_stmt *stmt, struct noe_extremum *extreme) {
  const struct noe_expr *choice = stmt->value;
  if (choice->kind != NOE_EXPR_CONDITIONAL)
    return false;
  bool keeps = is_target(choice->left, stmt->target), greater;
  if (!keeps && !is_target(choice->right, stmt->target))
    return false;
  *extreme = (struct noe_extremum){
      .target = stmt->target, .value = keeps ? choice->right : choice->left, .place = stmt->place};
  if (!compares(choice->condition, extreme, &greater))
    return false;
  extreme->greatest = greater != keeps;
  return true;
}

bool noe_model_extremum(const struct noe_stmt *stmt, struct noe_extremum *extreme) {
  return stmt->kind == NOE_STMT_IF       ? replaces_if(stmt, extreme)
         : stmt->kind == NOE_STMT_ASSIGN ? chooses(stmt, extreme)
                                         : false;
}

/* ------------------------------------------------------------------ coverage */

/* Was the comparison true, as it is written? */
static bool compared(const struct noe_expr *condition, int64_t left, int64_t right) {
  bool opposite = condition->kind == NOE_EXPR_NOT;
  const struct noe_expr *order = opposite ? condition->left : condition;
  return (order->kind == NOE_EXPR_LESS ? left < right : left <= right) != opposite;
}

/* What the machine would have marked, had it executed the statement as it is written. */
static void mark(struct noe_machine *machine, const struct noe_stmt *stmt, bool is_tried, int64_t left, int64_t right) {
  if (stmt->kind == NOE_STMT_ASSIGN) {
    noe_model_mark_branch(machine->marks, stmt->value, !compared(stmt->value->condition, left, right));
    return;
  }
  const struct noe_expr *condition = stmt->arms[0].conditions[0];
  bool taken = is_tried && compared(condition->kind == NOE_EXPR_AND ? condition->right : condition, left, right);
  noe_model_mark_branch(machine->marks, stmt, !taken);
  if (taken)
    noe_model_mark_statement(machine->marks, stmt->arms[0].body);
}

static void note(struct noe_machine *machine, const struct noe_stmt *stmt, bool is_tried, int64_t left, int64_t right) {
  if (__builtin_expect(machine->marks != NULL, 0))
    mark(machine, stmt, is_tried, left, right);
}

bool noe_model_exec_extremum(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_extremum extreme;
  size_t location;
  int64_t before, value;
  if (!noe_model_extremum(stmt, &extreme))
    return false;
  if (extreme.when && !noe_model_eval_defined(machine, extreme.when)) {
    note(machine, stmt, false, 0, 0);
    return true;
  }
  if (extreme.target_first) {
    before = noe_model_read_gathered(machine, extreme.read, &location);
    value = noe_model_eval_defined(machine, extreme.value);
  } else {
    value = noe_model_eval_defined(machine, extreme.value);
    before = noe_model_read_gathered(machine, extreme.read, &location);
  }
  note(machine, stmt, true, extreme.target_first ? before : value, extreme.target_first ? value : before);
  int64_t after = (value > before) == extreme.greatest ? value : before;
  noe_model_check_store(machine, extreme.target, location, after, extreme.place);
  noe_model_watch_sum(machine, location, extreme.target->type,
                      extreme.greatest ? NOE_REDUCTION_GREATEST : NOE_REDUCTION_LEAST, 0, after);
  machine->cells[location] = after;
  noe_model_note_write(machine, location);
  return true;
}
