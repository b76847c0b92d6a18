/* Shared decision diagrams whose leaves are numbers below NOE_MONITOR_QUESTION. */
#include <assert.h>

#include "logic/monitor_int.h"

void noe_logic_decisions_init(struct noe_decisions *decisions, struct noe_arena *arena) {
  *decisions = (struct noe_decisions){.arena = arena, .slot_count = 64};
  decisions->slots = NOE_NEW_ARRAY(arena, uint32_t, decisions->slot_count);
}

static size_t slot_of(const struct noe_decisions *decisions, const struct noe_decision *node) {
  uint64_t hash = node->proposition;
  hash = (hash ^ ((uint64_t)node->low << 32 | node->high)) * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(hash ^ hash >> 32) & (decisions->slot_count - 1);
}

static void grow(struct noe_decisions *decisions) {
  decisions->slot_count *= 2;
  decisions->slots = NOE_NEW_ARRAY(decisions->arena, uint32_t, decisions->slot_count);
  for (size_t i = 0; i < decisions->nodes.count; i++) {
    size_t slot = slot_of(decisions, &decisions->nodes.items[i]);
    while (decisions->slots[slot])
      slot = (slot + 1) & (decisions->slot_count - 1);
    decisions->slots[slot] = (uint32_t)i + 1;
  }
}

uint32_t noe_logic_decide(struct noe_decisions *decisions, uint32_t proposition, uint32_t low, uint32_t high) {
  struct noe_decision node = {proposition, low, high};
  if (low == high)
    return low;
  assert(decisions->nodes.count < decisions->slot_count && "a slot is empty: probing ends");
  size_t slot = slot_of(decisions, &node);
  for (; decisions->slots[slot]; slot = (slot + 1) & (decisions->slot_count - 1)) {
    const struct noe_decision *other = &decisions->nodes.items[decisions->slots[slot] - 1];
    if (other->proposition == proposition && other->low == low && other->high == high)
      return NOE_MONITOR_QUESTION | (decisions->slots[slot] - 1);
  }
  NOE_LIST_PUSH(decisions->arena, &decisions->nodes, node);
  decisions->slots[slot] = (uint32_t)decisions->nodes.count;
  if (3 * decisions->nodes.count > 2 * decisions->slot_count)
    grow(decisions);
  return NOE_MONITOR_QUESTION | (uint32_t)(decisions->nodes.count - 1);
}
