/* Which values are certainly defined. A cell may always be undefined; a check makes the
 * difference, and so does every operator. */
#include "lower/lower_int.h"

struct walk {
  struct noe_low_unit *unit;
  const struct noe_low_trust *trust; /* in this list; NULL: none */
  bool region;                       /* everything that the innermost region was left with is */
};

static bool is(const struct walk *walk, uint32_t value) {
  return value != NOE_NO_VALUE && walk->unit->values[value].defined;
}

static void list_of(struct walk *walk, const struct noe_low_op *list);

static bool region(struct walk *walk, const struct noe_low_op *op) {
  bool outside = walk->region;
  walk->region = true;
  list_of(walk, op->body.first);
  bool defined = walk->region;
  walk->region = outside;
  return defined;
}

static bool result_of(struct walk *walk, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_UNDEFINED:
  case NOE_LOW_CALL: return false;
  case NOE_LOW_LOAD: return walk->trust && walk->trust->is_defined(walk->trust->context, op->address);
  case NOE_LOW_SHIFT:
  case NOE_LOW_CHECK_WITHIN: return is(walk, op->left);
  case NOE_LOW_IF:
    list_of(walk, op->body.first);
    list_of(walk, op->otherwise.first);
    return is(walk, op->body.yield) && is(walk, op->otherwise.yield);
  case NOE_LOW_REGION: return region(walk, op);
  case NOE_LOW_LEAVE: walk->region = walk->region && is(walk, op->left); return false;
  default:
    list_of(walk, op->condition.first);
    list_of(walk, op->body.first);
    list_of(walk, op->otherwise.first);
    return true;
  }
}

static void list_of(struct walk *walk, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    if (list->bound != NOE_NO_VALUE)
      walk->unit->values[list->bound].defined = true;
    bool defined = result_of(walk, list);
    if (list->result != NOE_NO_VALUE)
      walk->unit->values[list->result].defined = defined;
  }
}

void noe_lower_definedness(struct noe_low_unit *unit, struct noe_low_lists lists, const struct noe_low_trust *trust) {
  struct walk walk = {.unit = unit};
  for (uint32_t i = 0; i < unit->value_count; i++)
    unit->values[i].defined = unit->values[i].origin != NOE_ORIGIN_OPERATION;
  for (uint32_t i = 0; i < lists.count; i++) {
    walk.trust = lists.blocks[i] == lists.body ? NULL : trust;
    list_of(&walk, lists.blocks[i]->first);
  }
}
