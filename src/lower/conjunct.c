/* The conjuncts of a guard. `a & b` is: a, then IF a: b, else false. The list in front of such an IF is one side, its
 * body the other; both may be taken apart again. Operations are copied, lists in them shared. */
#include <assert.h>
#include <string.h>

#include "lower/lower_int.h"

struct splitting {
  struct noe_arena *arena;
  const struct noe_low_unit *unit;
  NOE_LIST(struct noe_low_block) blocks;
};

static bool is_false(const struct noe_low_unit *unit, const struct noe_low_block *block) {
  const struct noe_low_value *value = &unit->values[block->yield];
  return value->defined && value->low == 0 && value->high == 0 && (!block->first || !block->first->next) &&
         (!block->first || block->first->kind == NOE_LOW_CONSTANT);
}

/* The IF that the list ends with, if it is a conjunction. What restores the state behind it concerns nobody who may
 * take guards apart. */
static const struct noe_low_op *conjunction(const struct noe_low_unit *unit, const struct noe_low_block *block) {
  const struct noe_low_op *op = block->first;
  while (op && op->result != block->yield)
    op = op->next;
  return op && op->kind == NOE_LOW_IF && is_false(unit, &op->otherwise) ? op : NULL;
}

static struct noe_low_op *copy_until(struct noe_arena *arena, const struct noe_low_op *list,
                                     const struct noe_low_op *end) {
  struct noe_low_op *first = NULL, **last = &first;
  for (; list && list != end; list = list->next) {
    *last = NOE_NEW(arena, struct noe_low_op);
    memcpy(*last, list, sizeof *list);
    (*last)->next = NULL;
    last = &(*last)->next;
  }
  return first;
}

static void split(struct splitting *splitting, const struct noe_low_block *block) {
  assert(block->yield < splitting->unit->value_count && "a conjunct yields");
  const struct noe_low_op *both = conjunction(splitting->unit, block);
  if (!both) {
    NOE_LIST_PUSH(splitting->arena, &splitting->blocks, *block);
    return;
  }
  split(splitting, &(struct noe_low_block){copy_until(splitting->arena, block->first, both), both->left});
  split(splitting, &both->body);
}

struct noe_low_conjuncts noe_lower_conjuncts(struct noe_arena *arena, const struct noe_low_unit *unit,
                                             const struct noe_low_block *block) {
  struct splitting splitting = {.arena = arena, .unit = unit};
  split(&splitting, block);
  assert(splitting.blocks.count && "a guard has a conjunct at least");
  return (struct noe_low_conjuncts){splitting.blocks.items, (uint32_t)splitting.blocks.count};
}
