/* Components that meet every condition, by Tarjan and removal of nodes: a strong group
 * that is enabled but never taken in a component can only be left alone by cycles that
 * avoid the nodes in which it is enabled. */
#include <string.h>

#include "brute.h"

struct search {
  struct noe_arena *arena;
  const struct brute_product *product;
  bool *fair;
  bool found;
  uint32_t *component; /* by node, of the walk it was last seen in */
  uint32_t components;
};

struct tarjan {
  uint32_t *number, *low, *stack, *path, *edge;
  uint32_t next, depth;
};

static void look_into(struct search *search, const bool *allowed);

static void judge(struct search *search, const uint32_t *members, uint32_t count) {
  const struct brute_product *product = search->product;
  uint32_t number = ++search->components;
  for (uint32_t i = 0; i < count; i++)
    search->component[members[i]] = number;
  uint64_t taken = 0, marks = 0, enabled = 0, disabled = 0, met = 0, answered = 0;
  bool cyclic = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t node = members[i];
    marks |= product->marks[node];
    met |= product->met[node];
    answered |= product->answered[node];
    enabled |= product->enabled[node];
    disabled |= ~product->enabled[node];
    for (uint32_t e = product->first[node]; e < product->first[node + 1]; e++)
      if (search->component[product->targets[e]] == number) {
        cyclic = true;
        taken |= product->taken[e];
      }
  }
  if (!cyclic || (marks & product->all) != product->all || (product->weak & ~(taken | disabled)) ||
      (product->single & ~met))
    return;
  uint64_t bad = product->strong & enabled & ~taken, unanswered = product->doubled & met & ~answered;
  if (!bad && !unanswered) {
    search->found = true;
    for (uint32_t i = 0; i < count; i++)
      search->fair[members[i]] = true;
    return;
  }
  bool *inside = NOE_NEW_ARRAY(search->arena, bool, product->nodes);
  for (uint32_t i = 0; i < count; i++)
    inside[members[i]] = !(product->enabled[members[i]] & bad) && !(product->met[members[i]] & unanswered);
  look_into(search, inside);
}

static void walk(struct search *search, const bool *allowed, struct tarjan *t, uint32_t root) {
  const struct brute_product *product = search->product;
  uint32_t length = 0;
  t->path[length] = root;
  t->edge[length++] = product->first[root];
  t->number[root] = t->low[root] = ++t->next;
  t->stack[t->depth++] = root;
  while (length) {
    uint32_t node = t->path[length - 1];
    if (t->edge[length - 1] < product->first[node + 1]) {
      uint32_t target = product->targets[t->edge[length - 1]++];
      if (!allowed[target])
        continue;
      if (!t->number[target]) {
        t->path[length] = target;
        t->edge[length++] = product->first[target];
        t->number[target] = t->low[target] = ++t->next;
        t->stack[t->depth++] = target;
      } else if (t->number[target] != UINT32_MAX && t->number[target] < t->low[node]) {
        t->low[node] = t->number[target];
      }
      continue;
    }
    length--;
    if (length && t->low[node] < t->low[t->path[length - 1]])
      t->low[t->path[length - 1]] = t->low[node];
    if (t->low[node] != t->number[node])
      continue;
    uint32_t first = t->depth;
    while (t->stack[--first] != node) {
    }
    for (uint32_t i = first; i < t->depth; i++)
      t->number[t->stack[i]] = UINT32_MAX;
    uint32_t count = t->depth - first;
    t->depth = first;
    uint32_t *members = NOE_NEW_ARRAY(search->arena, uint32_t, count);
    memcpy(members, t->stack + first, count * sizeof *members);
    judge(search, members, count);
  }
}

static void look_into(struct search *search, const bool *allowed) {
  uint32_t nodes = search->product->nodes;
  struct tarjan t = {
      .number = NOE_NEW_ARRAY(search->arena, uint32_t, nodes + 1),
      .low = NOE_NEW_ARRAY(search->arena, uint32_t, nodes + 1),
      .stack = NOE_NEW_ARRAY(search->arena, uint32_t, nodes + 1),
      .path = NOE_NEW_ARRAY(search->arena, uint32_t, nodes + 1),
      .edge = NOE_NEW_ARRAY(search->arena, uint32_t, nodes + 1),
  };
  for (uint32_t i = 0; i < nodes; i++)
    if (allowed[i] && !t.number[i])
      walk(search, allowed, &t, i);
}

bool brute_fair(struct noe_arena *arena, const struct brute_product *product, const bool *allowed, bool *fair) {
  struct search search = {.arena = arena, .product = product, .fair = fair};
  search.component = NOE_NEW_ARRAY(arena, uint32_t, product->nodes + 1);
  memset(fair, 0, product->nodes * sizeof *fair);
  look_into(&search, allowed);
  return search.found;
}
