/* The least number of steps, stem and loop, of a lasso that meets every condition: from each node on a fair cycle,
 * all walks by what they have met so far, breadth first, until one comes back. Standing still is one step. */
#include <string.h>

#include "brute.h"

enum { MOST_WALKS = 1 << 21, SLOTS = 1 << 22 };

struct walk {
  uint32_t node, length;
  uint64_t served, wanted, marks; /* groups taken or (weak) disabled; strong ones enabled and not taken; conditions */
  uint64_t met, answered;         /* conditions of fairness: first atoms, second atoms */
};

struct search {
  const struct brute_product *product;
  struct walk *walks;
  uint32_t count, *slots;
  uint64_t work; /* walks of all starts */
};

static uint64_t mix(const struct walk *walk) {
  uint64_t hash = walk->node * UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ walk->served ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  hash = (hash ^ walk->wanted ^ hash >> 31) * UINT64_C(0x94d049bb133111eb);
  hash = (hash ^ walk->met ^ walk->answered << 32 ^ hash >> 27) * UINT64_C(0x9e3779b97f4a7c15);
  return (hash ^ walk->marks ^ hash >> 30) * UINT64_C(0xd6e8feb86659fd93) >> 32;
}

/* What a walk has met by arriving. */
static void arrive(const struct brute_product *product, struct walk *walk) {
  uint64_t enabled = product->enabled[walk->node];
  walk->marks |= product->marks[walk->node] & product->all;
  walk->met |= product->met[walk->node] & (product->single | product->doubled);
  walk->answered |= product->answered[walk->node] & product->doubled;
  walk->served |= product->weak & ~enabled;
  walk->wanted = (walk->wanted | (product->strong & enabled)) & ~walk->served;
}

static bool is_served(const struct brute_product *product, const struct walk *walk) {
  return walk->marks == product->all && !walk->wanted && !(product->weak & ~walk->served) &&
         !(product->single & ~walk->met) && !(product->doubled & walk->met & ~walk->answered);
}

static void add(struct search *search, struct walk walk) {
  uint32_t at = (uint32_t)mix(&walk) & (SLOTS - 1);
  for (; search->slots[at]; at = (at + 1) & (SLOTS - 1)) {
    const struct walk *other = &search->walks[search->slots[at] - 1];
    if (other->node == walk.node && other->served == walk.served && other->wanted == walk.wanted &&
        other->marks == walk.marks && other->met == walk.met && other->answered == walk.answered)
      return;
  }
  search->walks[search->count++] = walk;
  search->slots[at] = search->count;
}

/* The least loop through `start` of fewer than `most` steps, or `most`; 0: too much work. */
static uint32_t loop_from(struct search *search, uint32_t start, uint32_t most, const bool *fair) {
  const struct brute_product *product = search->product;
  memset(search->slots, 0, SLOTS * sizeof *search->slots);
  struct walk first = {.node = start};
  search->count = 0;
  arrive(product, &first);
  add(search, first);
  for (uint32_t i = 0; i < search->count && search->walks[i].length + 1 < most; i++) {
    const struct walk walk = search->walks[i];
    if (search->count + product->nodes > MOST_WALKS || ++search->work > MOST_WALKS)
      return 0;
    for (uint32_t e = product->first[walk.node]; e < product->first[walk.node + 1]; e++) {
      struct walk next = walk;
      next.node = product->targets[e];
      next.length++;
      next.served |= product->taken[e] & (product->weak | product->strong);
      if (!fair[next.node])
        continue;
      arrive(product, &next);
      if (next.node == start && is_served(product, &next))
        return next.length;
      if (search->count == MOST_WALKS)
        return 0;
      add(search, next);
    }
  }
  return most;
}

uint32_t brute_shortest(struct noe_arena *arena, const struct brute_product *product, const bool *starts,
                        const bool *fair) {
  static struct walk walks[MOST_WALKS];
  static uint32_t slots[SLOTS];
  struct search search = {.product = product, .walks = walks, .slots = slots};
  uint32_t *queue = NOE_NEW_ARRAY(arena, uint32_t, product->nodes + 1);
  uint32_t *depth = NOE_NEW_ARRAY(arena, uint32_t, product->nodes + 1);
  uint32_t count = 0, best = UINT32_MAX;
  for (uint32_t i = 0; i < product->nodes; i++)
    if (starts[i]) {
      depth[i] = 1;
      queue[count++] = i;
    }
  for (uint32_t i = 0; i < count && depth[queue[i]] <= best - 1; i++) {
    uint32_t node = queue[i], stem = depth[node] - 1;
    if (fair[node]) {
      uint32_t loop = loop_from(&search, node, best - stem, fair);
      if (!loop)
        return 0;
      best = loop < best - stem ? stem + loop : best;
    }
    for (uint32_t e = product->first[node]; e < product->first[node + 1]; e++)
      if (!depth[product->targets[e]]) {
        depth[product->targets[e]] = depth[node] + 1;
        queue[count++] = product->targets[e];
      }
  }
  return best;
}
