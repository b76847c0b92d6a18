/* Statements: whose values meet. */
#include "detect/infer.h"

static void arms(struct noe_inference *inference, const struct noe_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      noe_detect_value(inference, stmt->arms[i].conditions[k]);
    noe_detect_stmts(inference, stmt->arms[i].body);
  }
  noe_detect_stmts(inference, stmt->otherwise);
}

/* A value, simple or compound, goes to a place of this shape. */
static void put_in(struct noe_inference *inference, const struct noe_expr *value, const struct noe_value_shape *shape) {
  if (noe_type_is_simple(shape->type))
    noe_detect_absorb(inference, value, shape->class);
  else
    noe_detect_unify(&inference->classes, noe_detect_location(inference, value), shape, value->place);
}

/* Elements of the multiset are bound to the slot. */
static void bind_element(struct noe_inference *inference, const struct noe_stmt *stmt) {
  const struct noe_value_shape *multiset = noe_detect_location(inference, stmt->target);
  struct noe_type *type = NOE_NEW(inference->arena, struct noe_type);
  *type = (struct noe_type){
      .kind = NOE_TYPE_SLOT, .cells = 1, .element = multiset->type, .high = multiset->type->capacity - 1};
  const struct noe_value_shape *slot = noe_detect_slot(inference, stmt->slot, type, stmt->place);
  noe_detect_unify(&inference->classes, slot->parts[0], multiset, stmt->place);
}

static void add_element(struct noe_inference *inference, const struct noe_stmt *stmt) {
  const struct noe_value_shape *multiset = noe_detect_location(inference, stmt->target);
  if (multiset->type->kind == NOE_TYPE_MULTISET)
    put_in(inference, stmt->value, multiset->parts[0]);
  else
    inference->failed = true;
}

static void give_back(struct noe_inference *inference, const struct noe_stmt *stmt) {
  bool is_function = inference->owner < inference->model->function_count;
  const struct noe_value_shape *result = is_function ? inference->results[inference->owner] : NULL;
  if (stmt->value && result)
    put_in(inference, stmt->value, result);
  else if (stmt->value)
    inference->failed = true;
}

static void statement(struct noe_inference *inference, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN:
    noe_detect_absorb(inference, stmt->value, noe_detect_location(inference, stmt->target)->class);
    break;
  case NOE_STMT_COPY: put_in(inference, stmt->value, noe_detect_location(inference, stmt->target)); break;
  case NOE_STMT_IF: arms(inference, stmt); break;
  case NOE_STMT_SWITCH:
    noe_detect_absorb(inference, stmt->value,
                      noe_detect_slot(inference, stmt->slot, stmt->value->type, stmt->place)->class);
    arms(inference, stmt);
    break;
  case NOE_STMT_FOR:
    noe_detect_domain(inference, &stmt->domain, stmt->slot, stmt->place);
    noe_detect_stmts(inference, stmt->body);
    break;
  case NOE_STMT_WHILE:
    noe_detect_value(inference, stmt->value);
    noe_detect_stmts(inference, stmt->body);
    break;
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_CELLS:
    noe_detect_bind_slot(inference, stmt->slot, noe_detect_location(inference, stmt->value), stmt->place);
    break;
  case NOE_STMT_BIND_VALUE:
    put_in(inference, stmt->value, noe_detect_slot(inference, stmt->slot, stmt->value->type, stmt->place));
    break;
  case NOE_STMT_CLEAR:
    noe_detect_clear(&inference->classes, noe_detect_location(inference, stmt->target), stmt->place, inference->owner);
    break;
  case NOE_STMT_UNDEFINE: noe_detect_location(inference, stmt->target); break;
  case NOE_STMT_PUT_LOCATION: noe_detect_location(inference, stmt->value); break;
  case NOE_STMT_RETURN: give_back(inference, stmt); break;
  case NOE_STMT_MULTISET_ADD: add_element(inference, stmt); break;
  case NOE_STMT_MULTISET_REMOVE:
    noe_detect_location(inference, stmt->target);
    noe_detect_value(inference, stmt->value);
    break;
  case NOE_STMT_MULTISET_REMOVE_IF:
    bind_element(inference, stmt);
    noe_detect_value(inference, stmt->value);
    break;
  case NOE_STMT_CALL:
    if (stmt->value->call->function->result && !noe_type_is_simple(stmt->value->call->function->result))
      noe_detect_location(inference, stmt->value);
    else if (stmt->value->call->function->result)
      noe_detect_value(inference, stmt->value);
    else
      noe_detect_call(inference, stmt->value->call);
    break;
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_ASSERT:
  case NOE_STMT_ASSUME:
  case NOE_STMT_COVER: noe_detect_value(inference, stmt->value); break;
  case NOE_STMT_ERROR:
  case NOE_STMT_PUT_TEXT: break;
  }
}

void noe_detect_stmts(struct noe_inference *inference, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next)
    statement(inference, stmt);
}
