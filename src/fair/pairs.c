#include "fair/pairs.h"

#include "base/contract.h"
#include "fair/rows.h"

#ifdef NOE_HOSTILE
enum { FIRST_SLOTS = 4 };
#else
enum { FIRST_SLOTS = 256 };
#endif
enum { MOST_CHECKED = 256 }; /* pairs: in a hostile build nearly all of them share a chain */

struct noe_fair_pairs noe_fair_pairs(struct noe_memory *memory) {
  return (struct noe_fair_pairs){.memory = memory};
}

void noe_fair_pairs_free(struct noe_fair_pairs *pairs) {
  if (!pairs->memory)
    return;
  noe_base_free(pairs->memory, pairs->items);
  noe_base_free(pairs->memory, pairs->slots);
  *pairs = (struct noe_fair_pairs){.memory = pairs->memory};
}

static size_t first_slot(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  uint64_t mixed = ((uint64_t)second << 32 | first) * UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ mixed >> 32) * UINT64_C(0xd6e8feb86659fd93);
#ifdef NOE_HOSTILE
  mixed &= UINT64_C(7) << 32;
#endif
  return (size_t)(mixed >> 32) & (pairs->slot_count - 1);
}

static uint32_t *find_slot(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  for (size_t i = first_slot(pairs, first, second);; i = (i + 1) & (pairs->slot_count - 1)) {
    uint32_t slot = pairs->slots[i];
    if (!slot || (pairs->items[slot - 1].first == first && pairs->items[slot - 1].second == second))
      return &pairs->slots[i];
  }
}

/* True if there are more slots now. */
static bool make_slots(struct noe_fair_pairs *pairs) {
  if (pairs->slot_count && pairs->count < pairs->slot_count / 2)
    return false;
  size_t more = pairs->slot_count ? pairs->slot_count * 2 : FIRST_SLOTS;
  uint32_t *slots = noe_base_alloc(pairs->memory, more * sizeof *slots);
  noe_base_free(pairs->memory, pairs->slots);
  pairs->slots = slots;
  pairs->slot_count = more;
  for (uint32_t i = 0; i < pairs->count; i++)
    *find_slot(pairs, pairs->items[i].first, pairs->items[i].second) = i + 1;
  NOE_COSTLY((pairs->count > MOST_CHECKED || !noe_fair_pairs_check(pairs)) &&
             "after it has grown a table has each pair once");
  return true;
}

/* A table without slots has pairs that are never asked for. */
const char *noe_fair_pairs_check(const struct noe_fair_pairs *pairs) {
  uint32_t used = 0;
  if (!pairs->slot_count)
    return NULL;
  if (pairs->slot_count & (pairs->slot_count - 1) || pairs->count >= pairs->slot_count)
    return "a table has no free slot";
  for (size_t i = 0; i < pairs->slot_count; i++) {
    if (pairs->slots[i] > pairs->count)
      return "a slot names a pair that does not exist";
    used += pairs->slots[i] != 0;
  }
  if (used != pairs->count)
    return "used slots are not as many as pairs";
  for (uint32_t i = 0; i < pairs->count; i++)
    if (noe_fair_pair_find(pairs, pairs->items[i].first, pairs->items[i].second) != i)
      return "a pair cannot be found, or is there twice";
  return NULL;
}

uint32_t noe_fair_pair_add(struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  struct noe_fair_pair pair = {first, second};
  size_t count = pairs->count;
  NOE_FAIR_PUSH(pairs->memory, pairs->items, count, pairs->room, pair);
  return pairs->count++;
}

uint32_t noe_fair_pair(struct noe_fair_pairs *pairs, uint32_t first, uint32_t second, bool *fresh) {
  uint32_t *slot = pairs->slot_count ? find_slot(pairs, first, second) : NULL;
  if (fresh)
    *fresh = !slot || !*slot;
  if (slot && *slot)
    return *slot - 1;
  if (make_slots(pairs))
    slot = find_slot(pairs, first, second);
  *slot = noe_fair_pair_add(pairs, first, second) + 1;
  return *slot - 1;
}

uint32_t noe_fair_pair_find(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  return pairs->slot_count ? *find_slot(pairs, first, second) - 1 : UINT32_MAX;
}

void noe_fair_pair_prefetch(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  if (pairs->slot_count)
    __builtin_prefetch(&pairs->slots[first_slot(pairs, first, second)]);
}

void noe_fair_pair_prefetch_item(const struct noe_fair_pairs *pairs, uint32_t first, uint32_t second) {
  uint32_t slot = pairs->slot_count ? pairs->slots[first_slot(pairs, first, second)] : 0;
  if (slot)
    __builtin_prefetch(&pairs->items[slot - 1]);
}
