/* Statements. */
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"
#include "model/access.h"

/* ------------------------------------------------------------- assignments */

void noe_compile_store(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *type,
                       const struct noe_term *value) {
  noe_compile_check(emitter, type, value);
  bool fits = type->kind <= NOE_TYPE_UNION ? noe_compile_fits(emitter, type->low, type->high)
                                           : noe_compile_fits(emitter, value->low, value->high);
  if (!fits)
    noe_compile_misfit(emitter, value);
  noe_compile_line(emitter, "%s = (cell)%s;", noe_compile_cell(emitter, spot, 0), value->text);
}

static void assign(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  if (noe_compile_reduction(emitter, stmt) || noe_compile_extremum(emitter, stmt))
    return;
  struct noe_term value = noe_compile_value(emitter, stmt->value);
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  noe_compile_will_write(emitter, &spot, 0, value.text);
  noe_compile_store(emitter, &spot, stmt->target->type, &value);
}

/* The interpreter reads the source before it looks for the target; that makes a
 * difference only if looking for it changes something. */
static void copy(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  if (!noe_model_is_pure(stmt->target))
    noe_compile_refuse(emitter, "a place that is found by changing something");
  struct noe_spot source = noe_compile_place(emitter, stmt->value);
  noe_compile_will_read(emitter, &source, 0, stmt->target->type->cells);
  struct noe_spot target = noe_compile_place(emitter, stmt->target);
  noe_compile_will_copy(emitter, &target, &source, stmt->target->type->cells);
  noe_compile_copy(emitter, &target, &source, stmt->target->type);
}

static void bind(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_BIND_VALUE) {
    struct noe_term value = noe_compile_value(emitter, stmt->value);
    noe_compile_check(emitter, stmt->value->type, &value);
    noe_compile_set_local(emitter, stmt->slot, &value);
    return;
  }
  struct noe_spot spot = noe_compile_place(emitter, stmt->value);
  if (stmt->kind == NOE_STMT_BIND_LOCATION) {
    noe_compile_use_reference(emitter, stmt->slot);
    NOE_LIST_PUSH(emitter->arena, &emitter->in->aliased, stmt->value);
    noe_compile_line(emitter, "p%u = %s;", stmt->slot, noe_compile_pointer(emitter, &spot));
    return;
  }
  noe_compile_will_read(emitter, &spot, 0, stmt->value->type->cells);
  struct noe_spot target = noe_compile_local_spot(emitter, stmt->slot, stmt->value->type);
  noe_compile_copy(emitter, &target, &spot, stmt->value->type);
}

/* ----------------------------------------------------------------- control */

/* One condition after the other, each in braces of its own: no deep nesting. */
static void arm(struct noe_emitter *emitter, const struct noe_arm *arm, unsigned end) {
  unsigned taken = noe_compile_name(emitter);
  if (arm->condition_count == 1) {
    noe_compile_brace(emitter);
    struct noe_term condition = noe_compile_defined(emitter, arm->conditions[0]);
    noe_compile_open(emitter, "if (%s)", condition.text);
    noe_compile_stmts(emitter, arm->body);
    noe_compile_line(emitter, "goto j%u;", end);
    noe_compile_close(emitter);
    noe_compile_close(emitter);
    return;
  }
  for (uint32_t i = 0; i < arm->condition_count; i++) {
    noe_compile_brace(emitter);
    struct noe_term condition = noe_compile_defined(emitter, arm->conditions[i]);
    noe_compile_line(emitter, "if (%s) goto a%u;", condition.text, taken);
    noe_compile_close(emitter);
  }
  noe_compile_line(emitter, "goto n%u;", taken);
  noe_compile_line(emitter, "a%u:;", taken);
  noe_compile_brace(emitter);
  noe_compile_stmts(emitter, arm->body);
  noe_compile_line(emitter, "goto j%u;", end);
  noe_compile_close(emitter);
  noe_compile_line(emitter, "n%u:;", taken);
}

/* All arms behind a jump to one of them. */
static void jump(struct noe_emitter *emitter, const struct noe_stmt *stmt, unsigned end) {
  unsigned *names = NOE_NEW_ARRAY(emitter->arena, unsigned, stmt->arm_count), none = noe_compile_name(emitter);
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    names[i] = noe_compile_name(emitter);
  noe_compile_brace(emitter);
  noe_compile_jump(emitter, stmt, names);
  noe_compile_close(emitter);
  noe_compile_line(emitter, "goto n%u;", none);
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    noe_compile_line(emitter, "a%u:;", names[i]);
    noe_compile_brace(emitter);
    noe_compile_stmts(emitter, stmt->arms[i].body);
    noe_compile_line(emitter, "goto j%u;", end);
    noe_compile_close(emitter);
  }
  noe_compile_line(emitter, "n%u:;", none);
}

static void choose(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_SWITCH) {
    struct noe_term value = noe_compile_value(emitter, stmt->value);
    noe_compile_check(emitter, stmt->value->type, &value);
    noe_compile_set_local(emitter, stmt->slot, &value);
  }
  unsigned end = noe_compile_name(emitter);
  if (stmt->kind == NOE_STMT_SWITCH && noe_compile_has_labels(stmt))
    jump(emitter, stmt, end);
  else
    for (uint32_t i = 0; i < stmt->arm_count; i++)
      arm(emitter, &stmt->arms[i], end);
  if (stmt->otherwise) {
    noe_compile_brace(emitter);
    noe_compile_stmts(emitter, stmt->otherwise);
    noe_compile_close(emitter);
  }
  noe_compile_line(emitter, "j%u:;", end);
}

/* With runs: one round per entry if rounds touch only what is their own, and nothing
 * inside takes values of the same block. */
static enum noe_binding binding_of(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  uint64_t blocks = stmt->domain.type ? noe_compile_blocks(emitter, stmt->domain.type) : 0;
  if (!blocks)
    return NOE_BINDING_PLAIN;
  if (!(blocks & noe_compile_binds_stmts(emitter, stmt->body)) &&
      noe_symmetry_rounds(emitter->memory, stmt) == NOE_ROUNDS_INDEPENDENT)
    return NOE_BINDING_LIGHT;
  return NOE_BINDING_EACH;
}

/* `seek`: the name of the loop, if it looks for something; else 0. */
static void rounds(struct noe_emitter *emitter, const struct noe_stmt *stmt, bool watched, unsigned seek) {
  noe_compile_brace(emitter);
  struct noe_range range = noe_compile_domain(emitter, &stmt->domain, binding_of(emitter, stmt), emitter->in->pure);
  bool fixed = !noe_compile_exposes(stmt->body, stmt->slot);
  noe_compile_bind(emitter, stmt->slot, &range.value, fixed);
  if (watched)
    noe_compile_watch_round(emitter);
  if (seek)
    emitter->in->seek_undo = emitter->in->undo.count;
  noe_compile_stmts(emitter, stmt->body);
  if (seek)
    noe_compile_line(emitter, "n%u:;", seek);
  noe_compile_release(emitter, fixed);
  noe_compile_range_end(emitter, &range);
  noe_compile_close(emitter);
  noe_compile_range_after(emitter, &range);
  noe_compile_close(emitter);
}

/* What the function returns is known to be storable once it is noted by a round. */
static void search(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  const unsigned around = emitter->in->seek, name = emitter->in->seek = noe_compile_name(emitter);
  const size_t undo = emitter->in->seek_undo;
  noe_compile_line(emitter, "bool found%u = 0;", name);
  noe_compile_line(emitter, "int64_t result%u = 0;", name);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, true);
  if (emitter->taints) { /* the interpreter watches this loop, and tries no others inside */
    emitter->watches = true;
    noe_compile_line(emitter, "f->searching++;");
  }
  rounds(emitter, stmt, false, name);
  if (emitter->taints)
    noe_compile_line(emitter, "f->searching--;");
  emitter->in->leave = leave;
  emitter->in->seek = around;
  emitter->in->seek_undo = undo;
  struct noe_term result = {.low = INT64_MIN + 1, .high = INT64_MAX};
  snprintf(result.text, sizeof result.text, "result%u", name);
  noe_compile_open(emitter, "if (found%u)", name);
  noe_compile_leave_with(emitter, &result);
  noe_compile_close(emitter);
}

/* With another watched loop around it here a `return` is in doubt, whatever it returns. */
static void loop(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  bool watched = emitter->proof && emitter->proof->kinds[stmt->loop] != NOE_WATCH_NOTHING;
  if (watched && !emitter->in->loop && !emitter->in->trial && noe_compile_is_search(stmt)) {
    search(emitter, stmt);
    return;
  }
  if (!watched) {
    rounds(emitter, stmt, false, 0);
    return;
  }
  struct noe_attempt attempt;
  const bool tries = noe_compile_attempt(emitter, stmt, &attempt);
  struct noe_watching before = noe_compile_watch_begin(emitter, stmt);
  rounds(emitter, stmt, true, 0);
  noe_compile_watch_end(emitter, &before);
  if (tries)
    noe_compile_try_orders(emitter, stmt, &attempt);
}

static void repeat(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  unsigned name = noe_compile_name(emitter);
  noe_compile_open(emitter, "for (uint64_t i%u = 0;; i%u++)", name, name);
  struct noe_term condition = noe_compile_defined(emitter, stmt->value);
  noe_compile_line(emitter, "if (!%s) break;", condition.text);
  noe_compile_bail_if(emitter, "i%u >= UINT64_C(%" PRIu64 ") || tick(f)", name, emitter->model->loop_limit);
  noe_compile_stmts(emitter, stmt->body);
  noe_compile_close(emitter);
}

static void give_back(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  const struct noe_function *function = emitter->in->function;
  const struct noe_type *type = function ? function->result : NULL;
  struct noe_term value = noe_compile_constant(0);
  if (emitter->in->loop || emitter->in->trial) { /* what would other rounds have returned? */
    noe_compile_bail_if(emitter, "1");
    return;
  }
  if (stmt->value && type && !noe_type_is_simple(type)) {
    struct noe_spot spot = noe_compile_place(emitter, stmt->value), result = noe_compile_row("result");
    noe_compile_will_read(emitter, &spot, 0, type->cells);
    noe_compile_copy(emitter, &result, &spot, type);
  } else if (stmt->value) {
    value = noe_compile_value(emitter, stmt->value);
    if (type)
      noe_compile_check(emitter, type, &value);
  } else if (type)
    noe_compile_bail_if(emitter, "1"); /* a function without a result */
  noe_compile_leave_with(emitter, &value);
}

/* ------------------------------------------------------------------ claims */

static void assume(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  struct noe_term value = noe_compile_defined(emitter, stmt->value);
  /* Where the state has to be put in order again a firing is not just dropped. */
  if ((emitter->in->pure && emitter->block_count) || emitter->in->watching || emitter->in->trial)
    noe_compile_bail_if(emitter, "!%s", value.text);
  else {
    noe_compile_line(emitter, "if (!%s) { f->status = DISCARDED; goto leave; }", value.text);
    emitter->in->leaves = true;
  }
}

static void cover(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  struct noe_term value = noe_compile_defined(emitter, stmt->value);
  noe_compile_line(emitter, "if (%s) f->fresh[%u]++, f->pending |= FRESH;", value.text, stmt->property);
}

static void require_truth(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  struct noe_term value = noe_compile_defined(emitter, stmt->value);
  noe_compile_bail_if(emitter, "!%s", value.text);
}

static void statement(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN: assign(emitter, stmt); break;
  case NOE_STMT_COPY: copy(emitter, stmt); break;
  case NOE_STMT_IF:
    if (noe_compile_extremum(emitter, stmt))
      break; /* fall through */
  case NOE_STMT_SWITCH: choose(emitter, stmt); break;
  case NOE_STMT_FOR: loop(emitter, stmt); break;
  case NOE_STMT_WHILE: repeat(emitter, stmt); break;
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS: bind(emitter, stmt); break;
  case NOE_STMT_CALL: {
    struct noe_spot result;
    noe_compile_call(emitter, stmt->value, &result);
    break;
  }
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE:
    noe_compile_fill(emitter, noe_compile_place(emitter, stmt->target), stmt->target->type,
                     stmt->kind == NOE_STMT_CLEAR);
    break;
  case NOE_STMT_ERROR: noe_compile_bail_if(emitter, "1"); break;
  case NOE_STMT_PUT_TEXT: break;
  case NOE_STMT_PUT_VALUE: noe_compile_value(emitter, stmt->value); break;
  case NOE_STMT_PUT_LOCATION: noe_compile_place(emitter, stmt->value); break;
  case NOE_STMT_RETURN: give_back(emitter, stmt); break;
  case NOE_STMT_ASSERT: require_truth(emitter, stmt); break;
  case NOE_STMT_ASSUME: assume(emitter, stmt); break;
  case NOE_STMT_COVER: cover(emitter, stmt); break;
  case NOE_STMT_MULTISET_ADD:
  case NOE_STMT_MULTISET_REMOVE:
  case NOE_STMT_MULTISET_REMOVE_IF: noe_compile_multiset(emitter, stmt); break;
  }
}

/* Braces for each one: labels stand before statements, and temporaries do not pile up. */
void noe_compile_stmts(struct noe_emitter *emitter, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    if (stmt->kind == NOE_STMT_PUT_TEXT)
      continue;
    noe_compile_brace(emitter);
    statement(emitter, stmt);
    noe_compile_close(emitter);
  }
}
