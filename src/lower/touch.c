/* The accesses of a list, one by one, and whether each certainly happens: at the top, or in
 * loops over all values of a type, before anything may leave. */
#include "lower/lower_int.h"

struct walk {
  noe_low_visit visit;
  void *context;
  bool certain;
};

static void touch(const struct walk *walk, const struct noe_low_op *op, const struct noe_low_address *address,
                  bool writes, bool certain) {
  if (!address || address->root == NOE_LOW_FRAME)
    return;
  struct noe_low_touch made = {
      .operation = op, .address = address, .writes = writes, .certain = walk->certain && certain};
  walk->visit(walk->context, &made);
}

/* Which cells of a multiset are written depends on which slots are taken. */
static void touches_of(const struct walk *walk, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_LOAD:
  case NOE_LOW_CHECK_ROOM:
  case NOE_LOW_CHECK_PRESENT:
  case NOE_LOW_COUNT:
  case NOE_LOW_PUT_PLACE: touch(walk, op, op->address, false, true); break;
  case NOE_LOW_SAME:
    touch(walk, op, op->address, false, true);
    touch(walk, op, op->source, false, true);
    break;
  case NOE_LOW_MOVE:
    touch(walk, op, op->source, false, true);
    touch(walk, op, op->address, true, true);
    break;
  case NOE_LOW_STORE:
  case NOE_LOW_UNDEFINE:
  case NOE_LOW_CLEAR: touch(walk, op, op->address, true, true); break;
  case NOE_LOW_MULTISET_ADD:
  case NOE_LOW_MULTISET_REMOVE:
  case NOE_LOW_REMOVE_IF:
    touch(walk, op, op->source, false, true);
    touch(walk, op, op->address, false, true);
    touch(walk, op, op->address, true, false);
    break;
  default: break;
  }
}

static bool may_leave(const struct noe_low_op *list) {
  for (; list; list = list->next)
    if (list->kind == NOE_LOW_LEAVE ||
        (list->kind != NOE_LOW_REGION &&
         (may_leave(list->body.first) || may_leave(list->otherwise.first) || may_leave(list->condition.first))))
      return true;
  return false;
}

static void walk_list(struct walk *walk, const struct noe_low_op *list);

static void walk_inside(struct walk *walk, const struct noe_low_op *list, bool certain) {
  bool outside = walk->certain;
  walk->certain = outside && certain;
  walk_list(walk, list);
  walk->certain = outside;
}

static void walk_operation(struct walk *walk, const struct noe_low_op *op) {
  touches_of(walk, op);
  bool whole = op->kind == NOE_LOW_FOR && op->domain.type && op->domain.type->low <= op->domain.type->high;
  bool leaves = op->kind != NOE_LOW_REGION &&
                (may_leave(op->body.first) || may_leave(op->otherwise.first) || may_leave(op->condition.first));
  walk_inside(walk, op->condition.first, true);
  walk_inside(walk, op->body.first, op->kind == NOE_LOW_REGION || (whole && !leaves));
  walk_inside(walk, op->otherwise.first, false);
  if (leaves)
    walk->certain = false;
}

static void walk_list(struct walk *walk, const struct noe_low_op *list) {
  for (; list; list = list->next)
    walk_operation(walk, list);
}

void noe_lower_touches(const struct noe_low_block *block, noe_low_visit visit, void *context) {
  struct walk walk = {.visit = visit, .context = context, .certain = true};
  walk_list(&walk, block->first);
}
