/* Statements. */
#include <assert.h>

#include "model/print.h"
#include "model/value_int.h"
#include "model/watch_int.h"

static void exec_assign(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (machine->watching && noe_model_gathers(stmt)) {
    noe_model_exec_gather(machine, stmt);
    return;
  }
  int64_t value = noe_model_eval(machine, stmt->value);
  size_t location = noe_model_locate(machine, stmt->target);
  noe_model_store(machine, stmt->target, location, value, stmt->place);
}

/* Reads the source before the target's indices are evaluated: into scratch. */
static size_t read_cells(struct noe_machine *machine, const struct noe_expr *value) {
  size_t source = noe_model_locate(machine, value);
  noe_model_will_read(machine, source, value->type->cells);
  size_t scratch = noe_model_push(machine, value->type->cells);
  noe_model_move(machine, scratch, source, value->type->cells);
  return scratch;
}

static void exec_copy(struct noe_machine *machine, const struct noe_stmt *stmt) {
  assert(stmt->target->type->cells == stmt->value->type->cells && "copies are between equal types");
  size_t scratch = read_cells(machine, stmt->value);
  size_t target = noe_model_locate(machine, stmt->target);
  noe_model_will_write_row(machine, target, machine->cells + scratch, stmt->value->type->cells);
  noe_model_move(machine, target, scratch, stmt->value->type->cells);
  noe_model_note_write(machine, target);
  machine->top = scratch;
}

/* A watched fill is made elsewhere first: the watch wants to see the values. */
static void fill(struct noe_machine *machine, const struct noe_type *type, size_t target, bool clear) {
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
  fill(machine, stmt->target->type, target, stmt->kind == NOE_STMT_CLEAR);
  noe_model_note_write(machine, target);
}

/* ----------------------------------------------------------------- control */

static const struct noe_stmt *choose_arm(struct noe_machine *machine, const struct noe_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (noe_model_eval_defined(machine, stmt->arms[i].conditions[k]))
        return stmt->arms[i].body;
  return stmt->otherwise;
}

struct round {
  const struct noe_stmt *body;
  bool returned;
};

static void exec_round(struct noe_machine *machine, void *context) {
  struct round *round = context;
  round->returned = noe_model_exec(machine, round->body);
}

/* A round has returned: the rounds that another order would have run instead
 * must return the same or nothing, and none may leave a trace. */
static void try_other_rounds(struct noe_machine *machine, const struct noe_stmt *stmt, struct noe_watch *watch,
                             struct noe_span_of_values *span) {
  const bool has_result = machine->has_result;
  const int64_t result = machine->result;
  bool compound = has_result && machine->function && !noe_type_is_simple(machine->function->result);
  if (watch->wrote || compound)
    noe_model_order(machine, stmt->loop);
  for (int64_t value; noe_model_domain_next(span, &value);) {
    struct round round = {.body = stmt->body};
    noe_model_watch_round(machine, watch, stmt->slot);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    if (noe_model_probe(machine, exec_round, &round) || watch->wrote ||
        (round.returned && (machine->has_result != has_result || machine->result != result)))
      noe_model_order(machine, stmt->loop);
  }
  machine->has_result = has_result;
  machine->result = result;
}

static bool exec_watched_for(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_span_of_values span = noe_model_domain(machine, &stmt->domain, stmt->place);
  struct noe_watch *watch = noe_model_watch_begin(machine, stmt->loop);
  bool returned = false;
  for (int64_t value; !returned && noe_model_domain_next(&span, &value);) {
    noe_model_watch_round(machine, watch, stmt->slot);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    returned = noe_model_exec(machine, stmt->body);
  }
  if (returned)
    try_other_rounds(machine, stmt, watch, &span);
  noe_model_watch_end(machine, watch);
  return returned;
}

static bool exec_for(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (noe_model_watch_kind(machine, stmt->loop))
    return exec_watched_for(machine, stmt);
  struct noe_span_of_values span = noe_model_domain(machine, &stmt->domain, stmt->place);
  for (int64_t value; noe_model_domain_next(&span, &value);) {
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    if (noe_model_exec(machine, stmt->body))
      return true;
  }
  return false;
}

static bool exec_while(struct noe_machine *machine, const struct noe_stmt *stmt) {
  for (uint64_t round = 0; noe_model_eval_defined(machine, stmt->value); round++) {
    noe_model_tick(machine);
    if (round >= machine->model->loop_limit)
      noe_model_fault(machine, NOE_R_LOOP, stmt->place, "more than %llu rounds of a while loop",
                      (unsigned long long)machine->model->loop_limit);
    if (noe_model_exec(machine, stmt->body))
      return true;
  }
  return false;
}

static void exec_return(struct noe_machine *machine, const struct noe_stmt *stmt) {
  const struct noe_type *type = machine->function ? machine->function->result : NULL;
  bool compound = type && !noe_type_is_simple(type);
  int64_t result = 0;
  if (stmt->value)
    result =
        compound ? (int64_t)noe_model_locate(machine, stmt->value) : noe_model_eval(machine, stmt->value);
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
  noe_model_move(machine, machine->frame + stmt->slot, location, stmt->value->type->cells);
}

/* ------------------------------------------------------------------ claims */

static void exec_assert(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (!noe_model_eval_defined(machine, stmt->value))
    noe_model_fault(machine, NOE_R_ASSERT, stmt->place, "%s", stmt->text ? stmt->text : "assertion failed");
}

static void exec_cover(struct noe_machine *machine, const struct noe_stmt *stmt) {
  assert(stmt->property < machine->model->property_count && "covers are properties");
  if (noe_model_eval_defined(machine, stmt->value))
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
      noe_model_each_leaf(machine->memory, stmt->text ? stmt->text : "", stmt->value->type,
                          machine->cells + location, put_leaf, sink);
  }
}

/* --------------------------------------------------------------- multisets */

static size_t free_slot(struct noe_machine *machine, const struct noe_stmt *stmt, size_t multiset) {
  const struct noe_type *type = stmt->target->type;
  for (uint32_t i = 0; i < type->capacity; i++)
    if (!noe_model_is_present(machine->cells + multiset + (size_t)i * type->stride))
      return multiset + (size_t)i * type->stride;
  struct noe_text *message = noe_model_fault_start(machine, NOE_R_MULTISET_FULL, stmt->place);
  noe_model_describe(machine, stmt->target, multiset, message);
  noe_base_text_printf(message, " is full: it holds at most %lu elements", (unsigned long)type->capacity);
  noe_model_fault_raise(machine);
}

/* Bags have no order: rounds that add to one gather in it as a whole. */
static void will_add(struct noe_machine *machine, const struct noe_stmt *stmt, size_t multiset) {
  if (machine->watching)
    noe_model_watch_gather(machine, multiset, stmt->target->type->cells);
}

static void add_simple(struct noe_machine *machine, const struct noe_stmt *stmt) {
  const struct noe_type *element = stmt->target->type->element;
  int64_t value = noe_model_eval(machine, stmt->value);
  size_t multiset = noe_model_locate(machine, stmt->target);
  if (!noe_model_is_storable(element, value)) {
    struct noe_text *message = noe_model_fault_start(machine, NOE_R_RANGE, stmt->place);
    noe_model_print_outside(element, "value", value, message);
    noe_base_text_puts(message, " of the elements of ");
    noe_model_describe(machine, stmt->target, multiset, message);
    noe_model_fault_raise(machine);
  }
  size_t slot = free_slot(machine, stmt, multiset);
  will_add(machine, stmt, multiset);
  machine->cells[slot] = 1;
  machine->cells[slot + 1] = value;
  noe_model_note_write(machine, slot);
}

static void add_compound(struct noe_machine *machine, const struct noe_stmt *stmt) {
  size_t scratch = read_cells(machine, stmt->value);
  size_t multiset = noe_model_locate(machine, stmt->target);
  size_t slot = free_slot(machine, stmt, multiset);
  will_add(machine, stmt, multiset);
  machine->cells[slot] = 1;
  noe_model_move(machine, slot + 1, scratch, stmt->value->type->cells);
  noe_model_note_write(machine, slot);
  machine->top = scratch;
}

static void remove_slot(struct noe_machine *machine, const struct noe_stmt *stmt, size_t slot) {
  if (machine->watching) {
    const struct noe_type *element = stmt->target->type->element;
    noe_model_will_write(machine, slot, 0);
    fill(machine, element, slot + 1, false);
  }
  noe_model_fill_absent(stmt->target->type, machine->cells + slot);
  noe_model_note_write(machine, slot);
}

static void exec_remove(struct noe_machine *machine, const struct noe_stmt *stmt) {
  int64_t number = noe_model_eval_defined(machine, stmt->value);
  size_t multiset = noe_model_locate(machine, stmt->target);
  remove_slot(machine, stmt, noe_model_locate_slot(machine, stmt->target, multiset, number, stmt->place));
}

static void exec_remove_if(struct noe_machine *machine, const struct noe_stmt *stmt) {
  const struct noe_type *type = stmt->target->type;
  size_t multiset = noe_model_locate(machine, stmt->target);
  struct noe_watch *watch = noe_model_watch_begin(machine, stmt->loop);
  for (uint32_t i = 0; i < type->capacity; i++) {
    size_t slot = multiset + (size_t)i * type->stride;
    noe_model_watch_round(machine, watch, stmt->slot);
    noe_model_will_read(machine, slot, 1);
    if (!noe_model_is_present(machine->cells + slot))
      continue;
    noe_model_set_slot(machine, stmt->slot, i);
    if (noe_model_eval_defined(machine, stmt->value))
      remove_slot(machine, stmt, slot);
  }
  noe_model_watch_end(machine, watch);
}

static void exec_multiset(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_MULTISET_REMOVE)
    exec_remove(machine, stmt);
  else if (stmt->kind == NOE_STMT_MULTISET_REMOVE_IF)
    exec_remove_if(machine, stmt);
  else if (noe_type_is_simple(stmt->target->type->element))
    add_simple(machine, stmt);
  else
    add_compound(machine, stmt);
}

/* ---------------------------------------------------------------- dispatch */

static bool exec_one(struct noe_machine *machine, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN:
    exec_assign(machine, stmt);
    return false;
  case NOE_STMT_COPY:
    exec_copy(machine, stmt);
    return false;
  case NOE_STMT_SWITCH: {
    int64_t value = noe_model_eval(machine, stmt->value);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    return noe_model_exec(machine, choose_arm(machine, stmt));
  }
  case NOE_STMT_IF:
    return noe_model_exec(machine, choose_arm(machine, stmt));
  case NOE_STMT_FOR:
    return exec_for(machine, stmt);
  case NOE_STMT_WHILE:
    return exec_while(machine, stmt);
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS:
    exec_bind(machine, stmt);
    return false;
  case NOE_STMT_CALL:
    noe_model_call(machine, stmt->value);
    return false;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE:
    exec_fill(machine, stmt);
    return false;
  case NOE_STMT_ERROR:
    noe_model_fault(machine, NOE_R_ERROR, stmt->place, "%s", stmt->text);
  case NOE_STMT_PUT_TEXT:
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_PUT_LOCATION:
    exec_put(machine, stmt);
    return false;
  case NOE_STMT_RETURN:
    exec_return(machine, stmt);
    return true;
  case NOE_STMT_ASSERT:
    exec_assert(machine, stmt);
    return false;
  case NOE_STMT_ASSUME:
    if (!noe_model_eval_defined(machine, stmt->value))
      noe_model_discard(machine);
    return false;
  case NOE_STMT_COVER:
    exec_cover(machine, stmt);
    return false;
  case NOE_STMT_MULTISET_ADD:
  case NOE_STMT_MULTISET_REMOVE:
  case NOE_STMT_MULTISET_REMOVE_IF:
    exec_multiset(machine, stmt);
    return false;
  }
  assert(false && "no such statement");
  return false;
}

bool noe_model_exec(struct noe_machine *machine, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    noe_model_check_stack(machine, stmt->place);
    if (exec_one(machine, stmt))
      return true;
  }
  return false;
}
