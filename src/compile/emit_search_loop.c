/* Loops that look for something: rounds that change nothing, and some of which return a value.
 *
 *   for p: Process do if busy[p] then return false; end; end;
 *   for p: Process do if owns[p] then return p; end; end;
 *
 * If all rounds that return anything return the same, whichever comes first, there is nothing to
 * watch but errors in rounds that another order would have skipped. So all rounds are run; the first
 * error bails, as everywhere, and so do the first assumption that does not hold and a round that
 * returns another value than one before it; what was found is returned behind the last round.
 * Loops inside may do the same; those whose order is fixed end where they return, and the next round
 * of the one around them comes. */
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

/* Returns a value that takes one cell, and computing it changes nothing. */
static bool returns_value(const struct noe_stmt *stmt) {
  return stmt->value && noe_type_is_simple(stmt->value->type) && noe_model_is_pure(stmt->value);
}

/* All that the statements do is to return values; `*found` is set if there is such a statement. */
static bool only_returns(const struct noe_stmt *list, bool *found) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    if (stmt->kind == NOE_STMT_RETURN) {
      if (!returns_value(stmt))
        return false;
      *found = true;
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

bool noe_compile_is_search(const struct noe_stmt *loop) {
  bool found = false;
  return only_returns(loop->body, &found) && found;
}

/* A round of a loop that looks for something has come to a value: on with the next one. */
static void note_found(struct noe_emitter *emitter, const struct noe_term *value) {
  struct noe_emit_function *in = emitter->in;
  noe_compile_bail_if(emitter, "found%u && result%u != %s", in->seek, in->seek, value->text);
  noe_compile_line(emitter, "found%u = 1;", in->seek);
  noe_compile_line(emitter, "result%u = %s;", in->seek, value->text);
  for (size_t i = in->undo.count; i-- > in->seek_undo;)
    noe_compile_line(emitter, "%s", in->undo.items[i]);
  noe_compile_line(emitter, "goto n%u;", in->seek);
}

void noe_compile_leave_with(struct noe_emitter *emitter, const struct noe_term *value) {
  if (emitter->in->seek) {
    note_found(emitter, value);
    return;
  }
  for (size_t i = emitter->in->undo.count; i-- > 0;)
    noe_compile_line(emitter, "%s", emitter->in->undo.items[i]);
  noe_compile_line(emitter, emitter->in->function ? "return %s;" : "return;", value->text);
}
