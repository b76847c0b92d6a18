/* Statements. */
#include <assert.h>

#include "lower/lower_int.h"

static bool is_compound(const struct noe_type *type) { return type && !noe_type_is_simple(type); }

/* -------------------------------------------------------------- assignments */

static void assign(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  uint32_t value = noe_lower_value(lowering, stmt->value);
  struct noe_low_spot target = noe_lower_place(lowering, stmt->target);
  const struct noe_low_address *address = noe_lower_target(lowering, &target);
  value = noe_lower_check_storable(lowering, value, stmt->target->type, stmt->place, " of ",
                                   noe_lower_label(lowering, &target, stmt->target->type));
  noe_lower_store(lowering, address, value);
}

/* Where the cells of a compound value are. */
static const struct noe_low_address *cells_of(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = noe_lower_place(lowering, expr);
  return noe_lower_target(lowering, &spot);
}

/* The source is read before the target's indices are evaluated. */
static void copy(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  uint32_t top = lowering->frame_top;
  const struct noe_low_address *source = cells_of(lowering, stmt->value);
  struct noe_low_op **mark = lowering->end;
  const struct noe_low_address *target = cells_of(lowering, stmt->target);
  noe_lower_move(lowering, target, noe_lower_hold(lowering, mark, source));
  lowering->frame_top = top;
}

static void fill(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  const struct noe_low_address *target = cells_of(lowering, stmt->target);
  enum noe_low_kind kind = stmt->kind == NOE_STMT_CLEAR ? NOE_LOW_CLEAR : NOE_LOW_UNDEFINE;
  noe_lower_op(lowering, kind, stmt->place)->address = target;
}

static void bind(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_BIND_VALUE) {
    noe_lower_bind_name(lowering, stmt->slot, stmt->value->type, noe_lower_value(lowering, stmt->value));
    return;
  }
  struct noe_low_spot spot = noe_lower_place(lowering, stmt->value);
  const struct noe_low_address *address = noe_lower_target(lowering, &spot);
  if (stmt->kind == NOE_STMT_BIND_LOCATION)
    noe_lower_bind_address(lowering, lowering->scope, stmt->slot, address);
  else
    noe_lower_bind_cells(lowering, noe_lower_slot(lowering, stmt->slot, stmt->value->type), address);
}

/* ------------------------------------------------------------------ control */

/* Conditions from `condition` of arm `arm` on, each tested if those before are false; an arm
 * with several is entered from the first that is true. */
static uint32_t any_of(struct noe_lowering *lowering, const struct noe_arm *arm, uint32_t condition) {
  uint32_t value = noe_lower_defined(lowering, arm->conditions[condition]);
  if (condition + 1 == arm->condition_count)
    return value;
  const struct noe_type *type = arm->conditions[condition]->type;
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_IF, type, arm->conditions[condition]->place, value, NOE_NO_VALUE);
  struct noe_low_open open = noe_lower_open(lowering, &op->body);
  noe_lower_close(lowering, open, noe_lower_constant(lowering, type, 1));
  open = noe_lower_open(lowering, &op->otherwise);
  uint32_t rest = noe_lower_enter(lowering) ? any_of(lowering, arm, condition + 1) : value;
  lowering->nesting--;
  noe_lower_close(lowering, open, rest);
  return op->result;
}

static void arms(struct noe_lowering *lowering, const struct noe_stmt *stmt, uint32_t arm) {
  while (arm < stmt->arm_count && !stmt->arms[arm].condition_count)
    arm++;
  if (arm == stmt->arm_count) {
    noe_lower_statements(lowering, stmt->otherwise);
    return;
  }
  uint32_t value = any_of(lowering, &stmt->arms[arm], 0);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_IF, stmt->place);
  op->left = value;
  struct noe_low_open open = noe_lower_open(lowering, &op->body);
  noe_lower_statements(lowering, stmt->arms[arm].body);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
  open = noe_lower_open(lowering, &op->otherwise);
  if (noe_lower_enter(lowering))
    arms(lowering, stmt, arm + 1);
  lowering->nesting--;
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

static void loop_over(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  struct noe_low_domain domain = noe_lower_domain(lowering, &stmt->domain, stmt->place);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_FOR, stmt->place);
  op->domain = domain;
  op->loop = stmt->loop;
  const struct noe_type *type = domain.type ? domain.type : stmt->domain.from->type;
  struct noe_low_open open = noe_lower_open_loop(lowering, op, stmt->slot, type);
  noe_lower_statements(lowering, stmt->body);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

static void loop_while(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_WHILE, stmt->place);
  uint64_t limit = lowering->model->loop_limit;
  op->number = limit > INT64_MAX ? INT64_MAX : (int64_t)limit;
  op->code = NOE_R_LOOP;
  op->text = noe_base_arena_format(lowering->arena, "more than %llu rounds of a while loop", (unsigned long long)limit);
  struct noe_low_open open = noe_lower_open(lowering, &op->condition);
  noe_lower_close(lowering, open, noe_lower_defined(lowering, stmt->value));
  open = noe_lower_open(lowering, &op->body);
  noe_lower_statements(lowering, stmt->body);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

/* The value, checked, and the end of the region; without a value where one is wanted it is as if
 * the function had come to its end. */
static void leave(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  const struct noe_low_scope *scope = lowering->scope;
  const struct noe_function *function = scope->function;
  assert(scope->region < lowering->unit->region_count && "a return leaves a region of the unit");
  const struct noe_type *type = function ? function->result : NULL;
  uint32_t value = NOE_NO_VALUE;
  if (type && !stmt->value)
    noe_lower_fail(lowering, NOE_R_NO_RETURN, function->place,
                   noe_base_arena_format(lowering->arena, "function %s ended without a result",
                                         function->name ? function->name : "?"));
  else if (is_compound(type))
    noe_lower_bind_cells(lowering, scope->result, cells_of(lowering, stmt->value));
  else if (stmt->value)
    value = noe_lower_value(lowering, stmt->value);
  if (type && value != NOE_NO_VALUE)
    value =
        noe_lower_check_storable(lowering, value, type, stmt->place,
                                 noe_base_arena_format(lowering->arena, " of the result of %s", function->name), NULL);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_LEAVE, stmt->place);
  op->number = scope->region;
  op->left = type ? value : NOE_NO_VALUE;
}

/* ---------------------------------------------------------------- multisets */

/* The value, or the cells, that are going to be an element. */
struct addition {
  uint32_t value;
  const struct noe_low_address *source;
};

static void add(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  const struct noe_type *multiset = stmt->target->type, *element = multiset->element;
  uint32_t top = lowering->frame_top;
  struct addition addition = {.value = NOE_NO_VALUE};
  if (is_compound(element))
    addition.source = cells_of(lowering, stmt->value);
  else
    addition.value = noe_lower_value(lowering, stmt->value);
  struct noe_low_op **mark = lowering->end;
  struct noe_low_spot target = noe_lower_place(lowering, stmt->target);
  const struct noe_low_label *label = noe_lower_label(lowering, &target, multiset);
  if (addition.source)
    addition.source = noe_lower_hold(lowering, mark, addition.source);
  else
    addition.value =
        noe_lower_check_storable(lowering, addition.value, element, stmt->place, " of the elements of ", label);
  struct noe_low_op *room = noe_lower_op(lowering, NOE_LOW_CHECK_ROOM, stmt->place);
  room->address = noe_lower_target(lowering, &target);
  room->code = NOE_R_MULTISET_FULL;
  room->label = label;
  room->text = noe_base_arena_format(lowering->arena, " is full: it holds at most %lu element%s",
                                     (unsigned long)multiset->capacity, multiset->capacity == 1 ? "" : "s");
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_MULTISET_ADD, stmt->place);
  op->address = room->address;
  op->left = addition.value;
  op->source = addition.source;
  assert(lowering->frame_top >= top && "what was held is behind what there was");
  lowering->frame_top = top;
}

static void remove_one(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  uint32_t number = noe_lower_defined(lowering, stmt->value);
  struct noe_low_spot target = noe_lower_place(lowering, stmt->target);
  struct noe_low_op *check =
      noe_lower_value_op(lowering, NOE_LOW_CHECK_PRESENT, stmt->value->type, stmt->place, number, NOE_NO_VALUE);
  check->address = noe_lower_target(lowering, &target);
  check->code = NOE_R_MULTISET_ELEMENT;
  check->text = "the element is no longer in ";
  check->label = noe_lower_label(lowering, &target, stmt->target->type);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_MULTISET_REMOVE, stmt->place);
  op->address = check->address;
  op->left = check->result;
}

static void remove_if(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  const struct noe_low_address *target = cells_of(lowering, stmt->target);
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_REMOVE_IF, stmt->place);
  op->address = target;
  op->loop = stmt->loop;
  struct noe_low_open open =
      noe_lower_open_loop(lowering, op, stmt->slot, noe_lower_slot_type(lowering->model, stmt->target->type));
  noe_lower_close(lowering, open, noe_lower_defined(lowering, stmt->value));
}

/* ------------------------------------------------------------------- claims */

static void claim(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  uint32_t value = noe_lower_defined(lowering, stmt->value);
  if (stmt->kind == NOE_STMT_COVER) {
    struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_IF, stmt->place);
    op->left = value;
    struct noe_low_open open = noe_lower_open(lowering, &op->body);
    noe_lower_op(lowering, NOE_LOW_COVER, stmt->place)->number = stmt->property;
    noe_lower_close(lowering, open, NOE_NO_VALUE);
    return;
  }
  bool assertion = stmt->kind == NOE_STMT_ASSERT;
  struct noe_low_op *op = noe_lower_op(lowering, assertion ? NOE_LOW_CHECK_TRUE : NOE_LOW_ASSUME, stmt->place);
  op->left = value;
  op->code = NOE_R_ASSERT;
  op->text = stmt->text ? stmt->text : "assertion failed";
}

static void put(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  uint32_t value = NOE_NO_VALUE;
  const struct noe_low_address *address = NULL;
  enum noe_low_kind kind = NOE_LOW_PUT_TEXT;
  if (stmt->kind == NOE_STMT_PUT_VALUE) {
    value = noe_lower_value(lowering, stmt->value);
    kind = NOE_LOW_PUT_VALUE;
  } else if (stmt->kind == NOE_STMT_PUT_LOCATION) {
    struct noe_low_spot spot = noe_lower_place(lowering, stmt->value);
    kind = NOE_LOW_PUT_PLACE;
    address = spot.address;
    value = spot.value;
  }
  struct noe_low_op *op = noe_lower_op(lowering, kind, stmt->place);
  op->left = value;
  op->address = address;
  op->type = stmt->value ? stmt->value->type : NULL;
  op->text = stmt->text ? stmt->text : "";
}

/* ----------------------------------------------------------------- dispatch */

static void plain_statement(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN: assign(lowering, stmt); break;
  case NOE_STMT_COPY: copy(lowering, stmt); break;
  case NOE_STMT_SWITCH:
    noe_lower_bind_name(lowering, stmt->slot, stmt->value->type, noe_lower_value(lowering, stmt->value));
    arms(lowering, stmt, 0);
    break;
  case NOE_STMT_IF: arms(lowering, stmt, 0); break;
  case NOE_STMT_FOR: loop_over(lowering, stmt); break;
  case NOE_STMT_WHILE: loop_while(lowering, stmt); break;
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_VALUE:
  case NOE_STMT_BIND_CELLS: bind(lowering, stmt); break;
  case NOE_STMT_CALL: noe_lower_call(lowering, stmt->value, NULL); break;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: fill(lowering, stmt); break;
  case NOE_STMT_ERROR: noe_lower_fail(lowering, NOE_R_ERROR, stmt->place, stmt->text); break;
  case NOE_STMT_PUT_TEXT:
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_PUT_LOCATION: put(lowering, stmt); break;
  case NOE_STMT_RETURN: leave(lowering, stmt); break;
  case NOE_STMT_ASSERT:
  case NOE_STMT_ASSUME:
  case NOE_STMT_COVER: claim(lowering, stmt); break;
  case NOE_STMT_MULTISET_ADD: add(lowering, stmt); break;
  case NOE_STMT_MULTISET_REMOVE: remove_one(lowering, stmt); break;
  case NOE_STMT_MULTISET_REMOVE_IF: remove_if(lowering, stmt); break;
  }
}

static void statement(struct noe_lowering *lowering, const struct noe_stmt *stmt) {
  struct noe_low_op *watched = lowering->form->for_code ? noe_lower_reduction(lowering, stmt) : NULL;
  struct noe_low_open open;
  if (watched)
    open = noe_lower_open(lowering, &watched->body);
  plain_statement(lowering, stmt);
  if (watched)
    noe_lower_close(lowering, open, NOE_NO_VALUE);
}

/* What stands behind a `return` is never executed. */
void noe_lower_statements(struct noe_lowering *lowering, const struct noe_stmt *list) {
  if (noe_lower_enter(lowering))
    for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
      statement(lowering, stmt);
      if (stmt->kind == NOE_STMT_RETURN)
        break;
    }
  lowering->nesting--;
}
