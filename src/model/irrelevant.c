/* Parameters that nothing depends on.
 *
 * Slots of a frame are not shared: a name that is bound around a clause is known by its
 * slot in all of it. So a parameter is idle if its slot is named nowhere. What can be
 * seen of an execution but for its outcome, the text of `put` and the count of a cover
 * statement, is seen of every instance: a clause that may come to such a statement has no
 * idle parameters. */
#include <string.h>

#include "model/access.h"
#include "model/build.h"
#include "model/visit.h"

/* Of more instances than that one does not stand for all: weights are added up. */
#define MOST_ALIKE ((uint64_t)1 << 32)

static bool names_slot(const struct noe_visit *visit, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
  case NOE_EXPR_COUNT: return expr->slot == visit->slot;
  default: return false;
  }
}

static bool binds_slot(const struct noe_visit *visit, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_SWITCH:
  case NOE_STMT_FOR:
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS:
  case NOE_STMT_MULTISET_REMOVE_IF: return stmt->slot == visit->slot;
  default: return false;
  }
}

static bool is_told(const struct noe_visit *visit, const struct noe_stmt *stmt) {
  (void)visit;
  switch (stmt->kind) {
  case NOE_STMT_PUT_TEXT:
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_PUT_LOCATION:
  case NOE_STMT_COVER: return true;
  default: return false;
  }
}

static bool clause_has(const struct noe_visit *visit, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (noe_model_visit_expr(visit, clause->binders[i].value))
      return true;
  return noe_model_visit_expr(visit, clause->guard) || noe_model_visit_stmts(visit, clause->body);
}

/* By function id: may a call of it come to a statement that is seen whatever its outcome? */
static const bool *tellers_of(struct noe_arena *arena, const struct noe_model *model) {
  return noe_model_visit_functions(arena, model, &(struct noe_visit){.stmt = is_told});
}

/* Is the parameter idle, and does it still count? */
static bool is_idle(const struct noe_clause *clause, const struct noe_binder *binder) {
  if (binder->kind != NOE_BINDER_RANGE || binder->step <= 0)
    return false;
  uint64_t values = noe_model_value_count(binder);
  return values > 1 && values <= MOST_ALIKE / clause->alike &&
         !clause_has(&(struct noe_visit){.expr = names_slot, .stmt = binds_slot, .slot = binder->slot}, clause);
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

/* Does a claim ask which instance of the rule a step fires? */
static bool is_asked_for(const struct noe_model *model, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < model->property_count && clause->name; i++) {
    const struct noe_temporal *temporal = model->properties[i].temporal;
    for (uint32_t k = 0; temporal && temporal->steps && k < temporal->atom_count; k++)
      if (temporal->steps[k] && temporal->steps[k]->count && !strcmp(temporal->steps[k]->rule, clause->name))
        return true;
  }
  return false;
}

void noe_model_find_irrelevant(const struct noe_model *model, struct noe_clause *clauses, uint32_t count) {
  struct noe_visit visit = {.stmt = is_told, .functions = tellers_of(model->arena, model)};
  for (uint32_t i = 0; i < count; i++)
    if (!clause_has(&visit, &clauses[i]) && !is_asked_for(model, &clauses[i]))
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
