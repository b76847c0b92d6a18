#include "explore/visits.h"

#include <string.h>

#include "store/hash.h"
#include "system/claims.h"
#include "verdict/record.h"

/* What a search may cost: it holds up everything else. */
enum { MOST_BYTES = 256 << 20 };

static uint64_t hash_of(const uint8_t *key, uint32_t length) { return noe_store_hash_key(key, length); }

static void grow(struct noe_visits *visits) {
  size_t slots = visits->slots ? 2 * visits->slots : 256;
  uint32_t *table = NOE_NEW_ARRAY(visits->arena, uint32_t, slots);
  for (size_t i = 0; i < visits->list.count; i++) {
    if (!visits->keys.items[i])
      continue; /* before the start states */
    size_t at = hash_of(visits->keys.items[i], visits->lengths.items[i]) % slots;
    while (table[at])
      at = (at + 1) % slots;
    table[at] = (uint32_t)i + 1;
  }
  visits->table = table;
  visits->slots = slots;
}

uint32_t noe_explore_visits_add(struct noe_visits *visits, struct noe_visit visit, bool *is_new) {
  struct noe_walk *walk = visits->walk;
  const uint8_t *key = (const uint8_t *)visit.state;
  uint32_t length = walk->model->cell_count * (uint32_t)sizeof(int64_t);
  if (visits->orbits) {
    length = noe_explore_key(walk, visit.state);
    key = (const uint8_t *)walk->key;
  }
  if (2 * (visits->list.count + 1) > visits->slots)
    grow(visits);
  size_t at = hash_of(key, length) % visits->slots;
  for (; visits->table[at]; at = (at + 1) % visits->slots) {
    uint32_t other = visits->table[at] - 1;
    if (visits->lengths.items[other] == length && !memcmp(visits->keys.items[other], key, length)) {
      *is_new = false;
      return other;
    }
  }
  uint8_t *copy = noe_base_arena_take(visits->arena, length ? length : 1);
  memcpy(copy, key, length);
  visit.arguments = visit.clause ? noe_verdict_copy_arguments(visits->arena, visit.clause, visit.arguments) : NULL;
  const uint8_t *kept = copy;
  NOE_LIST_PUSH(visits->arena, &visits->keys, kept);
  NOE_LIST_PUSH(visits->arena, &visits->lengths, length);
  NOE_LIST_PUSH(visits->arena, &visits->list, visit);
  visits->table[at] = (uint32_t)visits->list.count;
  *is_new = true;
  return (uint32_t)visits->list.count - 1;
}

/* Before the start states there is no state, and no key. */
static void add_root(struct noe_visits *visits) {
  struct noe_visit root = {.parent = NOE_WALK_NONE};
  const uint8_t *none = NULL;
  uint32_t length = UINT32_MAX;
  NOE_LIST_PUSH(visits->arena, &visits->list, root);
  NOE_LIST_PUSH(visits->arena, &visits->keys, none);
  NOE_LIST_PUSH(visits->arena, &visits->lengths, length);
}

void noe_explore_visits_open(struct noe_visits *visits, struct noe_walk *walk, uint32_t node, uint64_t most,
                             bool orbits) {
  bool is_new;
  uint64_t fit = MOST_BYTES / ((uint64_t)walk->model->cell_count * 16 + 64);
  const int64_t *state = walk->nodes.items[node].state;
  *visits =
      (struct noe_visits){.walk = walk, .most = most < fit ? most : fit, .orbits = orbits && walk->has_orbits && state};
  visits->arena = noe_base_arena_new(walk->memory);
  if (state)
    noe_explore_visits_add(visits, (struct noe_visit){.parent = NOE_WALK_NONE, .state = state}, &is_new);
  else
    add_root(visits);
}

void noe_explore_visits_close(struct noe_visits *visits) { noe_base_arena_delete(visits->arena); }

void noe_explore_visits_enable(struct noe_visits *visits, uint32_t at) {
  struct noe_walk *walk = visits->walk;
  if (visits->list.items[at].state)
    noe_system_enabled_rules(&walk->enabled, visits->list.items[at].state, NULL, NULL);
  else
    noe_system_enabled_starts(&walk->enabled, NULL, NULL);
}

const int64_t *noe_explore_visits_successor(struct noe_visits *visits, uint32_t at, size_t i) {
  struct noe_walk *walk = visits->walk;
  const struct noe_clause *failed;
  int64_t *state = NOE_NEW_ARRAY(visits->arena, int64_t, walk->model->cell_count);
  enum noe_outcome outcome =
      noe_model_machine_fire(walk->machine, walk->enabled.items[i].clause, noe_enabled_arguments(&walk->enabled, i),
                             visits->list.items[at].state, state);
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_system_assumptions(walk->machine, walk->model, state, &failed);
  return outcome == NOE_OUTCOME_TRUE ? state : NULL;
}

uint32_t noe_explore_visits_go(struct noe_visits *visits, uint32_t node, uint32_t at) {
  const struct noe_visit visit = visits->list.items[at];
  const char *why;
  if (visit.parent == NOE_WALK_NONE)
    return node;
  return noe_explore_fire(visits->walk, noe_explore_visits_go(visits, node, visit.parent), visit.clause,
                          visit.arguments, &why);
}
