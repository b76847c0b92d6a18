/* Which instances are the same but for names: those of one rule whose successors are of one orbit. */
#include <string.h>

#include "explore/walk.h"

struct group {
  const struct noe_clause *clause;
  const uint8_t *key;
  uint32_t length; /* 0: its successor is not known, so every instance of the rule is in it */
};

static struct group group_of(struct noe_walk *walk, struct noe_arena *arena, size_t instance, const int64_t *state) {
  struct group group = {.clause = walk->enabled.items[instance].clause};
  const int64_t *arguments = noe_enabled_arguments(&walk->enabled, instance);
  int64_t *successor = walk->view.successor;
  if (walk->has_orbits &&
      noe_model_machine_fire(walk->machine, group.clause, arguments, state, successor) == NOE_OUTCOME_TRUE) {
    group.length = noe_explore_key(walk, successor);
    group.key = (const uint8_t *)noe_base_arena_text(arena, (const char *)walk->key, group.length);
  }
  return group;
}

static bool is_one(const struct group *a, const struct group *b) {
  return a->clause == b->clause && a->length == b->length && (!a->length || !memcmp(a->key, b->key, a->length));
}

uint32_t noe_explore_groups(struct noe_walk *walk, uint32_t node, size_t count, uint32_t *numbers) {
  struct noe_arena *arena = noe_base_arena_new(walk->memory);
  struct group *groups = NOE_NEW_ARRAY(arena, struct group, count + 1);
  const int64_t *state = walk->nodes.items[node].state;
  uint32_t group_count = 0;
  for (size_t i = 0; i < count; i++) {
    struct group group = group_of(walk, arena, i, state);
    uint32_t at = 0;
    while (at < group_count && !is_one(&groups[at], &group))
      at++;
    if (at == group_count)
      groups[group_count++] = group;
    numbers[i] = at;
  }
  noe_base_arena_delete(arena);
  return group_count;
}
