/* Statements on multisets. */
#include <assert.h>

#include "model/value.h"
#include "model/watch_int.h"

/* Bags have no order: rounds that add to one gather in it as a whole. That is told before
 * the bag is found full, which may depend on the order. */
static size_t free_slot(struct noe_machine *machine, const struct noe_stmt *stmt, size_t multiset) {
  const struct noe_type *type = stmt->target->type;
  if (machine->watching)
    noe_model_watch_reduction(machine, multiset, type->cells);
  for (uint32_t i = 0; i < type->capacity; i++)
    if (!noe_model_is_present(machine->cells + multiset + (size_t)i * type->stride))
      return multiset + (size_t)i * type->stride;
  struct noe_text *message = noe_model_fault_start(machine, NOE_R_MULTISET_FULL, stmt->place);
  noe_model_describe(machine, stmt->target, multiset, message);
  noe_base_text_printf(message, " is full: it holds at most %lu element%s", (unsigned long)type->capacity,
                       type->capacity == 1 ? "" : "s");
  noe_model_fault_raise(machine);
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
  machine->cells[slot] = 1;
  machine->cells[slot + 1] = value;
  noe_model_note_write(machine, slot);
}

static void add_compound(struct noe_machine *machine, const struct noe_stmt *stmt) {
  size_t scratch = noe_model_read_cells(machine, stmt->value);
  size_t multiset = noe_model_locate(machine, stmt->target);
  size_t slot = free_slot(machine, stmt, multiset);
  assert(stmt->value->type->cells + 1 == stmt->target->type->stride &&
         "an element and whether it is there fill a slot");
  machine->cells[slot] = 1;
  noe_model_move(machine, slot + 1, scratch, stmt->value->type->cells);
  noe_model_note_write(machine, slot);
  machine->top = scratch;
}

static void remove_slot(struct noe_machine *machine, const struct noe_stmt *stmt, size_t slot) {
  if (machine->watching) {
    const struct noe_type *element = stmt->target->type->element;
    noe_model_watch_arrange(machine, slot);
    noe_model_will_write(machine, slot, 0);
    noe_model_refill(machine, element, slot + 1, false);
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
  const struct noe_watch_each each = noe_model_watch_each(machine, stmt->loop, stmt->value, true);
  machine->apart++;
  struct noe_watch *watch = noe_model_watch_begin_each(machine, &each);
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
  machine->apart--;
}

void noe_model_exec_multiset(struct noe_machine *machine, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_MULTISET_REMOVE)
    exec_remove(machine, stmt);
  else if (stmt->kind == NOE_STMT_MULTISET_REMOVE_IF)
    exec_remove_if(machine, stmt);
  else if (noe_type_is_simple(stmt->target->type->element))
    add_simple(machine, stmt);
  else
    add_compound(machine, stmt);
}
