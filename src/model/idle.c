/* Parameters that nothing depends on.
 *
 * Slots of a frame are not shared: a name that is bound around a clause is known by its
 * slot in all of it. So a parameter is idle if its slot is named nowhere. What can be
 * seen of an execution but for its outcome, the text of `put` and the count of a cover
 * statement, is seen of every instance: a clause that may come to such a statement has no
 * idle parameters. */
#include "model/access.h"
#include "model/build.h"

/* Of more instances than that one does not stand for all: weights are added up. */
#define MOST_ALIKE ((uint64_t)1 << 32)

/* What is looked for: a slot, or (if it is NO_SLOT) statements that tell, here or in
 * functions of which that is known already. */
enum { NO_SLOT = UINT32_MAX };
struct look {
  uint32_t slot;
  const bool *tells; /* by function id */
};

static bool stmts_have(const struct look *look, const struct noe_stmt *list);

static bool expr_names(const struct noe_expr *expr, uint32_t slot) {
  switch (expr->kind) {
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
  case NOE_EXPR_COUNT: return expr->slot == slot;
  default: return false;
  }
}

static bool expr_has(const struct look *look, const struct noe_expr *expr) {
  if (!expr)
    return false;
  if (look->slot == NO_SLOT ? expr->call && look->tells[expr->call->function->id] : expr_names(expr, look->slot))
    return true;
  for (uint32_t i = 0; expr->call && i < expr->call->function->parameter_count; i++)
    if (expr_has(look, expr->call->arguments[i].value))
      return true;
  return expr_has(look, expr->condition) || expr_has(look, expr->left) || expr_has(look, expr->right) ||
         expr_has(look, expr->domain.from) || expr_has(look, expr->domain.to) || expr_has(look, expr->domain.by);
}

static bool arm_has(const struct look *look, const struct noe_arm *arm) {
  for (uint32_t i = 0; i < arm->condition_count; i++)
    if (expr_has(look, arm->conditions[i]))
      return true;
  return stmts_have(look, arm->body);
}

static bool stmt_is(const struct look *look, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_PUT_TEXT:
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_PUT_LOCATION:
  case NOE_STMT_COVER: return look->slot == NO_SLOT;
  case NOE_STMT_SWITCH:
  case NOE_STMT_FOR:
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS:
  case NOE_STMT_MULTISET_REMOVE_IF: return stmt->slot == look->slot;
  default: return false;
  }
}

static bool stmts_have(const struct look *look, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    if (stmt_is(look, stmt) || expr_has(look, stmt->target) || expr_has(look, stmt->value) ||
        expr_has(look, stmt->domain.from) || expr_has(look, stmt->domain.to) || expr_has(look, stmt->domain.by) ||
        stmts_have(look, stmt->body) || stmts_have(look, stmt->otherwise))
      return true;
    for (uint32_t i = 0; i < stmt->arm_count; i++)
      if (arm_has(look, &stmt->arms[i]))
        return true;
  }
  return false;
}

static bool clause_has(const struct look *look, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (expr_has(look, clause->binders[i].value))
      return true;
  return expr_has(look, clause->guard) || stmts_have(look, clause->body);
}

const bool *noe_model_tellers(struct noe_arena *arena, const struct noe_model *model) {
  bool *tells = NOE_NEW_ARRAY(arena, bool, model->function_count + 1), more = true;
  struct look look = {NO_SLOT, tells};
  while (more) {
    more = false;
    for (uint32_t i = 0; i < model->function_count; i++)
      if (!tells[i] && stmts_have(&look, model->functions[i]->body))
        tells[i] = more = true;
  }
  return tells;
}

bool noe_model_tells(const bool *tellers, const struct noe_expr *expr) {
  return expr_has(&(struct look){NO_SLOT, tellers}, expr);
}

/* Is the parameter idle, and does it still count? */
static bool is_idle(const struct noe_clause *clause, const struct noe_binder *binder) {
  if (binder->kind != NOE_BINDER_RANGE || binder->step <= 0)
    return false;
  uint64_t values = noe_model_value_count(binder);
  return values > 1 && values <= MOST_ALIKE / clause->alike &&
         !clause_has(&(struct look){.slot = binder->slot}, clause);
}

static void look_at(const struct noe_model *model, struct noe_clause *clause) {
  bool *idle = NOE_NEW_ARRAY(model->arena, bool, clause->binder_count + 1);
  clause->alike = 1;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    idle[i] = is_idle(clause, &clause->binders[i]);
    if (idle[i])
      clause->alike *= noe_model_value_count(&clause->binders[i]);
  }
  if (clause->alike > 1)
    clause->idle = idle;
}

void noe_model_find_idle(const struct noe_model *model, struct noe_clause *clauses, uint32_t count) {
  struct look look = {NO_SLOT, noe_model_tellers(model->arena, model)};
  for (uint32_t i = 0; i < count; i++)
    if (!clause_has(&look, &clauses[i]))
      look_at(model, &clauses[i]);
}

uint64_t noe_model_alike(const struct noe_clause *clause, const int64_t *arguments) {
  uint64_t alike = 1;
  for (uint32_t i = 0, parameter = 0; clause->idle && i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    if (arguments[parameter++] != NOE_UNDEFINED && clause->idle[i])
      alike *= noe_model_value_count(binder);
  }
  return alike;
}
