/* Loops that look for something: rounds that change nothing, and some of which return one
 * and the same constant.
 *
 *   for p: Process do if busy[p] then return false; end; end;
 *
 * Whichever round returns, the result is the same, so there is nothing to watch but errors
 * in rounds that another order would have skipped. All rounds are run, and the first error
 * bails, as everywhere, and so does the first assumption that does not hold; the constant is
 * returned behind the last round. Loops inside may do the same; those whose order is fixed end
 * where they return, and the next round of the one around them comes. */
#include "compile/emit_int.h"
#include "model/access.h"

/* An alias changes nothing that outlives the round. */
static bool binds(const struct noe_stmt *stmt) {
  return stmt->kind == NOE_STMT_BIND_LOCATION || stmt->kind == NOE_STMT_BIND_VALUE || stmt->kind == NOE_STMT_BIND_CELLS;
}

static bool has_pure_domain(const struct noe_stmt *loop) {
  const struct noe_expr *const parts[] = {loop->domain.from, loop->domain.to, loop->domain.by};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i] && !noe_model_is_pure(parts[i]))
      return false;
  return true;
}

/* All that the statements do is to return the constant of `*found`, the first one met. */
static bool only_returns(const struct noe_stmt *list, const struct noe_stmt **found) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    if (stmt->kind == NOE_STMT_RETURN) {
      if (!stmt->value || stmt->value->kind != NOE_EXPR_CONSTANT ||
          (*found && (*found)->value->value != stmt->value->value))
        return false;
      *found = stmt;
      continue;
    }
    if (binds(stmt)) {
      if (!noe_model_is_pure(stmt->value))
        return false;
      continue;
    }
    if (stmt->kind == NOE_STMT_FOR) {
      if (!has_pure_domain(stmt) || !only_returns(stmt->body, found))
        return false;
      continue;
    }
    if (stmt->kind != NOE_STMT_IF || !only_returns(stmt->otherwise, found))
      return false;
    for (uint32_t i = 0; i < stmt->arm_count; i++) {
      for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
        if (!noe_model_is_pure(stmt->arms[i].conditions[k]))
          return false;
      if (!only_returns(stmt->arms[i].body, found))
        return false;
    }
  }
  return true;
}

const struct noe_stmt *noe_compile_sought(const struct noe_stmt *loop) {
  const struct noe_stmt *found = NULL;
  return only_returns(loop->body, &found) ? found : NULL;
}
