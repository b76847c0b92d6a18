/* Updates that commute: x := x + e, x := x - e, x := x | e, x := x & e, where e does not
 * depend on x and nothing is written between reading x and writing it; and elements added
 * to a multiset. They are recognised in the operations, so that it does not matter how the
 * text writes them. */
#include <assert.h>

#include "lower/lower_int.h"

enum { MOST_STEPS = 64 };

static const struct noe_low_op *operation(const struct noe_low_unit *unit, uint32_t value) {
  return value == NOE_NO_VALUE ? NULL : unit->values[value].operation;
}

uint32_t noe_lower_unchecked(const struct noe_low_unit *unit, uint32_t value) {
  const struct noe_low_op *op = operation(unit, value);
  while (op && unit->values[value].origin == NOE_ORIGIN_OPERATION &&
         (op->kind == NOE_LOW_CHECK_DEFINED || op->kind == NOE_LOW_CHECK_WITHIN || op->kind == NOE_LOW_CHECK_NONZERO ||
          op->kind == NOE_LOW_CHECK_PRESENT)) {
    value = op->left;
    op = operation(unit, value);
  }
  return value;
}

static bool same_value(const struct noe_low_unit *unit, uint32_t a, uint32_t b) {
  a = noe_lower_unchecked(unit, a);
  b = noe_lower_unchecked(unit, b);
  if (a == b)
    return true;
  const struct noe_low_op *left = operation(unit, a), *right = operation(unit, b);
  return left && right && left->kind == NOE_LOW_CONSTANT && right->kind == NOE_LOW_CONSTANT &&
         left->number == right->number;
}

static bool same_address(const struct noe_low_unit *unit, const struct noe_low_address *a,
                         const struct noe_low_address *b) {
  if (a->root != b->root || a->base != b->base || a->index_count != b->index_count || a->cells != b->cells)
    return false;
  if (a->root == NOE_LOW_REFERENCE && a->reference != b->reference)
    return false;
  for (uint32_t i = 0; i < a->index_count; i++)
    if (a->indices[i].stride != b->indices[i].stride || a->indices[i].low != b->indices[i].low ||
        !same_value(unit, a->indices[i].value, b->indices[i].value))
      return false;
  return true;
}

uint64_t noe_lower_end(const struct noe_low_address *address) {
  uint64_t end = (uint64_t)address->base + address->cells;
  for (uint32_t i = 0; i < address->index_count; i++)
    end += (address->indices[i].count - 1) * address->indices[i].stride;
  return end;
}

static bool may_overlap(const struct noe_low_address *a, const struct noe_low_address *b) {
  if (a->root == NOE_LOW_REFERENCE || b->root == NOE_LOW_REFERENCE)
    return true;
  return a->root == b->root && a->base < noe_lower_end(b) && b->base < noe_lower_end(a);
}

static bool depends(const struct noe_low_unit *unit, uint32_t value, const struct noe_low_address *x, int steps);

static bool indices_depend(const struct noe_low_unit *unit, const struct noe_low_address *address,
                           const struct noe_low_address *x, int steps) {
  for (uint32_t i = 0; i < address->index_count; i++)
    if (depends(unit, address->indices[i].value, x, steps))
      return true;
  return false;
}

/* May the value depend on what x holds? */
static bool depends(const struct noe_low_unit *unit, uint32_t value, const struct noe_low_address *x, int steps) {
  if (value == NOE_NO_VALUE || unit->values[value].origin != NOE_ORIGIN_OPERATION)
    return value != NOE_NO_VALUE && unit->values[value].origin == NOE_ORIGIN_REFERENCE;
  const struct noe_low_op *op = unit->values[value].operation;
  if (steps >= MOST_STEPS)
    return true;
  if (op->kind == NOE_LOW_LOAD)
    return may_overlap(op->address, x) || indices_depend(unit, op->address, x, steps + 1);
  if (op->kind > NOE_LOW_ARITHMETIC && (op->kind < NOE_LOW_CHECK_DEFINED || op->kind > NOE_LOW_CHECK_NONZERO))
    return true;
  return depends(unit, op->left, x, steps + 1) || depends(unit, op->right, x, steps + 1);
}

/* Is the value what x held, read in the same list as the store, with nothing written since? */
static bool is_read(const struct noe_low_unit *unit, uint32_t value, const struct noe_low_op *store) {
  const struct noe_low_op *load = operation(unit, noe_lower_unchecked(unit, value));
  if (!load || load->kind != NOE_LOW_LOAD || !same_address(unit, load->address, store->address))
    return false;
  for (load = load->next; load && load != store; load = load->next) {
    struct noe_low_op alone = *load;
    alone.next = NULL;
    if (noe_lower_writes(&alone))
      return false;
  }
  return load == store;
}

static void note(struct noe_low_op *store, enum noe_low_update update, uint32_t operand, bool negated) {
  assert(noe_lower_is_write(store) && "an update is what a write does");
  store->update = update;
  store->operand = operand;
  store->negated = negated;
}

static void sum(const struct noe_low_unit *unit, struct noe_low_op *store, const struct noe_low_op *value) {
  bool minus = value->operator== NOE_EXPR_SUBTRACT;
  if (!minus && value->operator!= NOE_EXPR_ADD)
    return;
  if (is_read(unit, value->left, store) && !depends(unit, value->right, store->address, 0))
    note(store, NOE_UPDATE_ADD, value->right, minus);
  else if (!minus && is_read(unit, value->right, store) && !depends(unit, value->left, store->address, 0))
    note(store, NOE_UPDATE_ADD, value->left, false);
}

static bool is_truth(const struct noe_low_unit *unit, uint32_t value, int64_t truth) {
  const struct noe_low_op *op = operation(unit, value);
  return op && op->kind == NOE_LOW_CONSTANT && op->number == truth;
}

/* x ? true : e is x | e; x ? e : false is x & e. */
static void logic(const struct noe_low_unit *unit, struct noe_low_op *store, const struct noe_low_op *value) {
  if (!is_read(unit, value->left, store))
    return;
  if (is_truth(unit, value->body.yield, 1) && !depends(unit, value->otherwise.yield, store->address, 0))
    note(store, NOE_UPDATE_OR, value->otherwise.yield, false);
  else if (is_truth(unit, value->otherwise.yield, 0) && !depends(unit, value->body.yield, store->address, 0))
    note(store, NOE_UPDATE_AND, value->body.yield, false);
}

static void store(const struct noe_low_unit *unit, struct noe_low_op *op) {
  const struct noe_low_op *value = operation(unit, noe_lower_unchecked(unit, op->left));
  if (!value || op->address->root == NOE_LOW_FRAME)
    return;
  if (value->kind == NOE_LOW_ARITHMETIC)
    sum(unit, op, value);
  else if (value->kind == NOE_LOW_IF)
    logic(unit, op, value);
}

static void walk(const struct noe_low_unit *unit, struct noe_low_op *list) {
  for (; list; list = list->next) {
    if (list->kind == NOE_LOW_STORE)
      store(unit, list);
    else if (list->kind == NOE_LOW_MULTISET_ADD)
      note(list, NOE_UPDATE_INSERT, list->left, false);
    walk(unit, list->body.first);
    walk(unit, list->otherwise.first);
    walk(unit, list->condition.first);
  }
}

void noe_lower_commute(struct noe_low_unit *unit, struct noe_low_lists lists) {
  for (uint32_t i = 0; i < lists.count; i++)
    walk(unit, lists.blocks[i]->first);
}
