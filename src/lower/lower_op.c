/* Making operations, values and lists. */
#include <assert.h>

#include "lower/lower_int.h"

enum { MOST_NESTED = 1000 };

struct noe_low_op *noe_lower_op(struct noe_lowering *lowering, enum noe_low_kind kind, struct noe_place place) {
  struct noe_low_op *op = NOE_NEW(lowering->arena, struct noe_low_op);
  *op = (struct noe_low_op){.kind = kind,
                            .place = place,
                            .result = NOE_NO_VALUE,
                            .left = NOE_NO_VALUE,
                            .right = NOE_NO_VALUE,
                            .bound = NOE_NO_VALUE,
                            .operand = NOE_NO_VALUE,
                            .loop = UINT32_MAX,
                            .domain = {.from = NOE_NO_VALUE, .to = NOE_NO_VALUE, .by = NOE_NO_VALUE},
                            .body.yield = NOE_NO_VALUE,
                            .otherwise.yield = NOE_NO_VALUE,
                            .condition.yield = NOE_NO_VALUE};
  assert(!*lowering->end && "operations are added at the end of a list");
  *lowering->end = op;
  lowering->end = &op->next;
  lowering->operations++;
  return op;
}

uint32_t noe_lower_new_value(struct noe_lowering *lowering, const struct noe_type *type, enum noe_low_origin origin,
                             uint32_t number, const struct noe_low_op *operation) {
  struct noe_low_value value = {.type = type, .origin = origin, .number = number, .operation = operation};
  NOE_LIST_PUSH(lowering->arena, &lowering->values, value);
  return (uint32_t)lowering->values.count - 1;
}

struct noe_low_op *noe_lower_value_op(struct noe_lowering *lowering, enum noe_low_kind kind,
                                      const struct noe_type *type, struct noe_place place, uint32_t left,
                                      uint32_t right) {
  struct noe_low_op *op = noe_lower_op(lowering, kind, place);
  op->left = left;
  op->right = right;
  op->type = type;
  op->result = noe_lower_new_value(lowering, type, NOE_ORIGIN_OPERATION, 0, op);
  return op;
}

uint32_t noe_lower_constant(struct noe_lowering *lowering, const struct noe_type *type, int64_t number) {
  struct noe_low_op *op =
      noe_lower_value_op(lowering, NOE_LOW_CONSTANT, type, (struct noe_place){0}, NOE_NO_VALUE, NOE_NO_VALUE);
  op->number = number;
  return op->result;
}

uint32_t noe_lower_check_defined(struct noe_lowering *lowering, uint32_t left, struct noe_place place,
                                 const struct noe_low_label *label) {
  const struct noe_type *type = lowering->values.items[left].type;
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_CHECK_DEFINED, type, place, left, NOE_NO_VALUE);
  op->code = NOE_R_UNDEFINED;
  op->text = label ? " is undefined" : "the value is undefined";
  op->label = label;
  return op->result;
}

uint32_t noe_lower_check_storable(struct noe_lowering *lowering, uint32_t left, const struct noe_type *type,
                                  struct noe_place place, const char *text, const struct noe_low_label *label) {
  if (type->kind > NOE_TYPE_UNION)
    return left; /* without bounds */
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_CHECK_WITHIN, type, place, left, NOE_NO_VALUE);
  op->low = type->low;
  op->high = type->high;
  op->code = NOE_R_RANGE;
  op->text = text;
  op->label = label;
  return op->result;
}

void noe_lower_fail(struct noe_lowering *lowering, enum noe_diagnostic_code code, struct noe_place place,
                    const char *text) {
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_FAIL, place);
  op->code = code;
  op->text = text;
}

void noe_lower_store(struct noe_lowering *lowering, const struct noe_low_address *address, uint32_t value) {
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_STORE, (struct noe_place){0});
  op->address = address;
  op->left = value;
}

void noe_lower_bind_value(struct noe_lowering *lowering, const struct noe_low_address *address, uint32_t value) {
  struct noe_low_op **made = lowering->end;
  noe_lower_store(lowering, address, value);
  (*made)->is_binding = true;
}

void noe_lower_bind_cells(struct noe_lowering *lowering, const struct noe_low_address *target,
                          const struct noe_low_address *source) {
  struct noe_low_op **made = lowering->end;
  noe_lower_move(lowering, target, source);
  (*made)->is_binding = true;
}

void noe_lower_move(struct noe_lowering *lowering, const struct noe_low_address *target,
                    const struct noe_low_address *source) {
  assert(target->cells == source->cells && "copies are between equal types");
  struct noe_low_op *op = noe_lower_op(lowering, NOE_LOW_MOVE, (struct noe_place){0});
  op->address = target;
  op->source = source;
}

struct noe_low_open noe_lower_open(struct noe_lowering *lowering, struct noe_low_block *block) {
  struct noe_low_open open = {.outside = lowering->end, .bindings = lowering->scope->bindings, .block = block};
  lowering->end = &block->first;
  return open;
}

void noe_lower_close(struct noe_lowering *lowering, struct noe_low_open open, uint32_t yield) {
  assert(open.block && (yield == NOE_NO_VALUE || yield < lowering->values.count) &&
         "what a block comes to is known by now");
  open.block->yield = yield;
  lowering->end = open.outside;
  lowering->scope->bindings = open.bindings;
}

bool noe_lower_enter(struct noe_lowering *lowering) {
  if (++lowering->nesting <= MOST_NESTED)
    return true;
  lowering->unit->refused = "expressions or statements are nested too deeply";
  return false;
}

bool noe_lower_is_write(const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_STORE:
  case NOE_LOW_MOVE:
  case NOE_LOW_UNDEFINE:
  case NOE_LOW_CLEAR:
  case NOE_LOW_FRESH:
  case NOE_LOW_MULTISET_ADD:
  case NOE_LOW_MULTISET_REMOVE:
  case NOE_LOW_REDUCE:
  case NOE_LOW_REMOVE_IF: return true;
  default: return op->kind == NOE_LOW_CALL;
  }
}

bool noe_lower_any(const struct noe_low_op *list, noe_low_test test, const void *context) {
  for (; list; list = list->next)
    if (test(context, list) || noe_lower_any(list->body.first, test, context) ||
        noe_lower_any(list->otherwise.first, test, context) || noe_lower_any(list->condition.first, test, context))
      return true;
  return false;
}

static bool writes(const void *unused, const struct noe_low_op *op) {
  (void)unused;
  return noe_lower_is_write(op);
}

static bool writes_state(const void *unused, const struct noe_low_op *op) {
  return writes(unused, op) && (!op->address || op->address->root != NOE_LOW_FRAME);
}

bool noe_lower_writes(const struct noe_low_op *list) { return noe_lower_any(list, writes, NULL); }

bool noe_lower_writes_state(const struct noe_low_op *list) { return noe_lower_any(list, writes_state, NULL); }
