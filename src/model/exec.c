/* Statements. */
#include <assert.h>

#include "model/coverage_int.h"
#include "model/print.h"
#include "model/value.h"
#include "model/watch_int.h"

static void exec_assign(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (machine->watching && noe_model_gathers(stmt)) {
    noe_model_exec_reduction(machine, stmt);
    return;
  }
  if (machine->watching && noe_model_exec_extremum(machine, stmt))
    return;
  int64_t value = noe_model_eval(machine, stmt->value);
  size_t location = noe_model_locate(machine, stmt->target);
  noe_model_store(machine, stmt->target, location, value, stmt->place);
}

/* Reads the source before the target's indices are evaluated: into scratch. */
size_t noe_model_read_cells(struct noe_machine *machine, const struct noe_expr *value) {
  size_t source = noe_model_locate(machine, value);
  noe_model_will_read(machine, source, value->type->cells);
  size_t scratch = noe_model_push(machine, value->type->cells);
  noe_model_move(machine, scratch, source, value->type->cells);
  return scratch;
}

static void exec_copy(struct noe_machine *machine, const struct noe_stmt *stmt) {
  assert(stmt->target->type->cells == stmt->value->type->cells && "copies are between equal types");
  size_t scratch = noe_model_read_cells(machine, stmt->value);
  size_t target = noe_model_locate(machine, stmt->target);
  noe_model_will_write_row(machine, target, machine->cells + scratch, stmt->value->type->cells);
  noe_model_move(machine, target, scratch, stmt->value->type->cells);
  noe_model_note_write(machine, target);
  machine->top = scratch;
}

/* A watched fill is made elsewhere first: the watch wants to see the values. */
void noe_model_refill(struct noe_machine *machine, const struct noe_type *type, size_t target, bool clear) {
  if (machine->watching) {
    size_t scratch = noe_model_push(machine, type->cells);
    noe_model_fill(type, machine->cells + scratch, clear);
    noe_model_will_write_row(machine, target, machine->cells + scratch, type->cells);
    machine->top = scratch;
  }
  noe_model_fill(type, machine->cells + target, clear);
}

static void exec_fill(struct noe_machine *machine, const struct noe_stmt *stmt) {
  size_t target = noe_model_locate(machine, stmt->target);
  noe_model_refill(machine, stmt->target->type, target, stmt->kind == NOE_STMT_CLEAR);
  noe_model_note_write(machine, target);
}

/* ----------------------------------------------------------------- control */

static uint32_t find_arm(struct noe_machine *machine, const struct noe_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (noe_model_eval_defined(machine, stmt->arms[i].conditions[k]))
        return i;
  return stmt->arm_count;
}

static const struct noe_stmt *choose_arm(struct noe_machine *machine, const struct noe_stmt *stmt) {
  const uint32_t arm = find_arm(machine, stmt);
  if (__builtin_expect(machine->marks != NULL, 0))
    noe_model_mark_branch(machine->marks, stmt, arm);
  return arm < stmt->arm_count ? stmt->arms[arm].body : stmt->otherwise;
}

static void exec_return(struct noe_machine *machine, const struct noe_stmt *stmt) {
  const struct noe_type *type = machine->function ? machine->function->result : NULL;
  bool compound = type && !noe_type_is_simple(type);
  int64_t result = 0;
  if (stmt->value)
    result = compound ? (int64_t)noe_model_locate(machine, stmt->value) : noe_model_eval(machine, stmt->value);
  if (stmt->value && type && !compound && !noe_model_is_storable(type, result)) {
    struct noe_text *message = noe_model_fault_start(machine, NOE_R_RANGE, stmt->place);
    noe_model_print_outside(type, "value", result, message);
    noe_base_text_printf(message, " of the result of %s", machine->function->name);
    noe_model_fault_raise(machine);
  }
  machine->has_result = stmt->value != NULL;
  machine->result = result;
}

static void exec_bind(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_BIND_VALUE) {
    int64_t value = noe_model_eval(machine, stmt->value);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    return;
  }
  size_t location = noe_model_locate(machine, stmt->value);
  if (stmt->kind == NOE_STMT_BIND_LOCATION) {
    noe_model_set_slot(machine, stmt->slot, (int64_t)location);
    return;
  }
  noe_model_will_read(machine, location, stmt->value->type->cells);
  noe_model_will_bind(machine, machine->frame + stmt->slot, stmt->value->type->cells);
  noe_model_move(machine, machine->frame + stmt->slot, location, stmt->value->type->cells);
}

/* ------------------------------------------------------------------ claims */

static void exec_assert(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (noe_model_eval_defined(machine, stmt->value))
    return;
  if (machine->autopsy)
    noe_model_autopsy_condition(machine, stmt->value);
  noe_model_fault(machine, NOE_R_ASSERT, stmt->place, "%s", stmt->text ? stmt->text : "assertion failed");
}

static void exec_cover(struct noe_machine *machine, const struct noe_stmt *stmt) {
  assert(stmt->property < machine->model->property_count && "covers are properties");
  if (!noe_model_eval_defined(machine, stmt->value))
    return;
  noe_model_watch_cover(machine);
  machine->covers[stmt->property]++;
}

/* --------------------------------------------------------------------- put */

static void put_leaf(void *context, const char *path, const struct noe_type *type, const int64_t *cells) {
  struct noe_text *sink = context;
  noe_base_text_printf(sink, "%s:", path);
  noe_model_print_compound(type, cells, sink);
  noe_base_text_puts(sink, "\n");
}

/* The operand is evaluated even if nobody listens: its errors are errors. */
static void exec_put(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_text *sink = machine->sink;
  if (stmt->kind == NOE_STMT_PUT_TEXT) {
    if (sink)
      noe_base_text_puts(sink, stmt->text);
  } else if (stmt->kind == NOE_STMT_PUT_VALUE) {
    int64_t value = noe_model_eval(machine, stmt->value);
    if (sink)
      noe_model_print_value(stmt->value->type, value, sink);
  } else {
    size_t location = noe_model_locate(machine, stmt->value);
    if (sink)
      noe_model_each_leaf(machine->memory, stmt->text ? stmt->text : "", stmt->value->type, machine->cells + location,
                          put_leaf, sink);
  }
}

/* ---------------------------------------------------------------- dispatch */

static bool exec_one(struct noe_machine *machine, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN: exec_assign(machine, stmt); return false;
  case NOE_STMT_COPY: exec_copy(machine, stmt); return false;
  case NOE_STMT_SWITCH: {
    int64_t value = noe_model_eval(machine, stmt->value);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    return noe_model_exec(machine, choose_arm(machine, stmt));
  }
  case NOE_STMT_IF:
    if (machine->watching && noe_model_exec_extremum(machine, stmt))
      return false;
    return noe_model_exec(machine, choose_arm(machine, stmt));
  case NOE_STMT_FOR: return noe_model_exec_for(machine, stmt);
  case NOE_STMT_WHILE: return noe_model_exec_while(machine, stmt);
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS: exec_bind(machine, stmt); return false;
  case NOE_STMT_CALL: noe_model_call(machine, stmt->value); return false;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: exec_fill(machine, stmt); return false;
  case NOE_STMT_ERROR: noe_model_fault(machine, NOE_R_ERROR, stmt->place, "%s", stmt->text);
  case NOE_STMT_PUT_TEXT:
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_PUT_LOCATION: exec_put(machine, stmt); return false;
  case NOE_STMT_RETURN: exec_return(machine, stmt); return true;
  case NOE_STMT_ASSERT: exec_assert(machine, stmt); return false;
  case NOE_STMT_ASSUME:
    if (!noe_model_eval_defined(machine, stmt->value))
      noe_model_discard(machine);
    return false;
  case NOE_STMT_COVER: exec_cover(machine, stmt); return false;
  case NOE_STMT_MULTISET_ADD:
  case NOE_STMT_MULTISET_REMOVE:
  case NOE_STMT_MULTISET_REMOVE_IF: noe_model_exec_multiset(machine, stmt); return false;
  }
  assert(false && "no such statement");
  return false;
}

bool noe_model_exec(struct noe_machine *machine, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    noe_model_check_stack(machine, stmt->place);
    if (__builtin_expect(machine->marks != NULL, 0))
      noe_model_mark_statement(machine->marks, stmt);
    if (exec_one(machine, stmt))
      return true;
  }
  return false;
}
