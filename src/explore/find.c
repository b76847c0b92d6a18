/* Searches from where somebody stands: breadth first, small, by the interpreter. */
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "explore/walk.h"
#include "store/hash.h"
#include "system/claims.h"
#include "verdict/record.h"

/* What a search may cost: it holds up everything else. */
enum { MOST_BYTES = 256 << 20 };
static const double most_seconds = 10;

struct visit {
  uint32_t parent;
  const struct noe_clause *clause;
  const int64_t *arguments;
  const int64_t *state;
};

struct search {
  struct noe_walk *walk;
  struct noe_arena *arena;
  bool orbits; /* states that differ in names only are one */
  NOE_LIST(struct visit) visits;
  NOE_LIST(const uint8_t *) keys;
  NOE_LIST(uint32_t) lengths;
  uint32_t *table; /* visits by the hash of their keys, 0: none, else 1 + position */
  size_t slots;
  uint64_t most;
};

static uint64_t hash_of(const uint8_t *key, uint32_t length) { return noe_store_hash_key(key, length); }

static void grow(struct search *search) {
  size_t slots = search->slots ? 2 * search->slots : 256;
  uint32_t *table = NOE_NEW_ARRAY(search->arena, uint32_t, slots);
  for (size_t i = 0; i < search->visits.count; i++) {
    if (!search->keys.items[i])
      continue; /* before the start states */
    size_t at = hash_of(search->keys.items[i], search->lengths.items[i]) % slots;
    while (table[at])
      at = (at + 1) % slots;
    table[at] = (uint32_t)i + 1;
  }
  search->table = table;
  search->slots = slots;
}

/* The position of the state, new (`*is_new`) or known. */
static uint32_t take_in(struct search *search, struct visit visit, bool *is_new) {
  struct noe_walk *walk = search->walk;
  const uint8_t *key = (const uint8_t *)visit.state;
  uint32_t length = walk->model->cell_count * (uint32_t)sizeof(int64_t);
  if (search->orbits) {
    length = noe_explore_key(walk, visit.state);
    key = (const uint8_t *)walk->key;
  }
  if (2 * (search->visits.count + 1) > search->slots)
    grow(search);
  size_t at = hash_of(key, length) % search->slots;
  for (; search->table[at]; at = (at + 1) % search->slots) {
    uint32_t other = search->table[at] - 1;
    if (search->lengths.items[other] == length && !memcmp(search->keys.items[other], key, length)) {
      *is_new = false;
      return other;
    }
  }
  uint8_t *copy = noe_base_arena_take(search->arena, length ? length : 1);
  memcpy(copy, key, length);
  visit.arguments = visit.clause ? noe_verdict_copy_arguments(search->arena, visit.clause, visit.arguments) : NULL;
  const uint8_t *kept = copy;
  NOE_LIST_PUSH(search->arena, &search->keys, kept);
  NOE_LIST_PUSH(search->arena, &search->lengths, length);
  NOE_LIST_PUSH(search->arena, &search->visits, visit);
  search->table[at] = (uint32_t)search->visits.count;
  *is_new = true;
  return (uint32_t)search->visits.count - 1;
}

static void open(struct search *search, struct noe_walk *walk, uint32_t node, uint64_t most) {
  bool is_new;
  uint64_t fit = MOST_BYTES / ((uint64_t)walk->model->cell_count * 16 + 64);
  *search = (struct search){.walk = walk, .most = most < fit ? most : fit};
  search->arena = noe_base_arena_new(walk->memory);
  const int64_t *state = walk->nodes.items[node].state;
  if (state)
    take_in(search, (struct visit){.parent = NOE_WALK_NONE, .state = state}, &is_new);
  else {
    struct visit root = {.parent = NOE_WALK_NONE};
    const uint8_t *none = NULL;
    uint32_t length = UINT32_MAX;
    NOE_LIST_PUSH(search->arena, &search->visits, root);
    NOE_LIST_PUSH(search->arena, &search->keys, none);
    NOE_LIST_PUSH(search->arena, &search->lengths, length);
    search->slots = 0;
  }
}

/* The instances of a visited state: walk->enabled. */
static void enable(struct search *search, uint32_t at) {
  struct noe_walk *walk = search->walk;
  if (search->visits.items[at].state)
    noe_system_enabled_rules(&walk->enabled, search->visits.items[at].state, NULL, NULL);
  else
    noe_system_enabled_starts(&walk->enabled, NULL, NULL);
}

/* The state after instance `i`, in the search's arena; NULL: there is none. */
static const int64_t *successor(struct search *search, uint32_t at, size_t i) {
  struct noe_walk *walk = search->walk;
  const struct noe_clause *failed;
  int64_t *state = NOE_NEW_ARRAY(search->arena, int64_t, walk->model->cell_count);
  enum noe_outcome outcome =
      noe_model_machine_fire(walk->machine, walk->enabled.items[i].clause, noe_enabled_arguments(&walk->enabled, i),
                             search->visits.items[at].state, state);
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_system_assumptions(walk->machine, walk->model, state, &failed);
  return outcome == NOE_OUTCOME_TRUE ? state : NULL;
}

/* Fires the steps to a visited state from the node that the search began at. */
static uint32_t go(struct search *search, uint32_t node, uint32_t at) {
  const struct visit visit = search->visits.items[at];
  const char *why;
  if (visit.parent == NOE_WALK_NONE)
    return node;
  return noe_explore_fire(search->walk, go(search, node, visit.parent), visit.clause, visit.arguments, &why);
}

/* Says whether the expression is true there; false: it cannot be evaluated, and `found` says why. */
static bool judge(struct search *search, const char *expression, const int64_t *state, bool *holds,
                  struct noe_found *found) {
  struct noe_text text = noe_base_text(search->walk->memory);
  enum noe_watch_status status = noe_explore_watch(search->walk, expression, state, &text);
  *holds = status == NOE_WATCH_TRUE;
  bool is_bad = status == NOE_WATCH_OTHER || (status == NOE_WATCH_ERROR && search->visits.count <= 2);
  if (is_bad)
    found->why = status == NOE_WATCH_OTHER
                     ? "this is a value and no condition"
                     : noe_base_arena_text(search->walk->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return !is_bad;
}

static bool expand(struct search *search, uint32_t at, const char *expression, struct noe_found *found,
                   uint32_t *goal) {
  enable(search, at);
  for (size_t i = 0; i < search->walk->enabled.count; i++) {
    const int64_t *state = successor(search, at, i);
    bool is_new = false, holds = false;
    if (!state)
      continue;
    uint32_t to = take_in(search,
                          (struct visit){.parent = at,
                                         .clause = search->walk->enabled.items[i].clause,
                                         .arguments = noe_enabled_arguments(&search->walk->enabled, i),
                                         .state = state},
                          &is_new);
    if (is_new && !judge(search, expression, state, &holds, found))
      return false;
    if (holds) {
      *goal = to;
      return false;
    }
  }
  return true;
}

struct noe_found noe_explore_find(struct noe_walk *walk, uint32_t node, const char *expression, uint64_t most) {
  struct noe_found found = {.node = NOE_WALK_NONE};
  struct search search;
  uint32_t goal = NOE_WALK_NONE;
  double began = noe_base_now();
  open(&search, walk, node, most);
  for (uint32_t at = 0; at < search.visits.count && !found.why && goal == NOE_WALK_NONE; at++) {
    if (search.visits.count >= search.most || noe_base_now() - began > most_seconds)
      found.why = "not found so far: the search was ended";
    else
      expand(&search, at, expression, &found, &goal);
  }
  found.states = search.visits.count;
  if (goal != NOE_WALK_NONE)
    found.node = go(&search, node, goal);
  else if (!found.why)
    found.why = "it is true in no state that follows";
  noe_base_arena_delete(search.arena);
  return found;
}

/* ------------------------------------------------------------------- run */

const char *noe_explore_violated(struct noe_walk *walk, const int64_t *state) {
  for (uint32_t i = 0; i < walk->model->property_count; i++) {
    const struct noe_clause *property = &walk->model->properties[i];
    if (property->property == NOE_PROPERTY_INVARIANT && !property->is_statement &&
        noe_model_machine_claim(walk->machine, property, state) == NOE_OUTCOME_FALSE)
      return property->title;
  }
  return NULL;
}

static const char *stops_at(struct noe_walk *walk, const int64_t *state, const char *const *breakpoints, size_t count) {
  struct noe_text text = noe_base_text(walk->memory);
  const char *why = NULL;
  for (size_t i = 0; i < count && !why; i++) {
    noe_base_text_clear(&text);
    if (noe_explore_watch(walk, breakpoints[i], state, &text) == NOE_WATCH_TRUE)
      why = noe_base_arena_format(walk->arena, "breakpoint: %s", breakpoints[i]);
  }
  noe_base_text_free(&text);
  const char *violated = why ? NULL : noe_explore_violated(walk, state);
  return violated ? noe_base_arena_format(walk->arena, "violated: %s", violated) : why;
}

/* Xorshift: where a walk goes need not be hard to guess. */
static uint64_t next_random(struct noe_walk *walk) {
  walk->random ^= walk->random << 13;
  walk->random ^= walk->random >> 7;
  walk->random ^= walk->random << 17;
  return walk->random;
}

struct noe_found noe_explore_run(struct noe_walk *walk, uint32_t node, const char *const *breakpoints, size_t count,
                                 uint32_t steps) {
  struct noe_found found = {.node = node};
  double began = noe_base_now();
  for (uint32_t i = 0; i < steps && !found.why && noe_base_now() - began < most_seconds; i++) {
    const char *why = NULL;
    noe_explore_enabled(walk, found.node);
    if (!walk->enabled.count) {
      found.why = "no rule can fire";
      break;
    }
    size_t pick = next_random(walk) % walk->enabled.count;
    uint32_t next = noe_explore_fire(walk, found.node, walk->enabled.items[pick].clause,
                                     noe_enabled_arguments(&walk->enabled, pick), &why);
    if (next == NOE_WALK_NONE) {
      found.why = why;
      break;
    }
    found.node = next;
    found.states++;
    found.why = stops_at(walk, walk->nodes.items[next].state, breakpoints, count);
  }
  return found;
}

/* ---------------------------------------------------------------- around */

static void add_edge(struct noe_arena *arena, struct noe_around *around, struct noe_around_edge edge) {
  for (size_t i = 0; i < around->edge_count; i++)
    if (around->edges[i].from == edge.from && around->edges[i].to == edge.to && around->edges[i].clause == edge.clause)
      return;
  if (around->edge_count == around->edge_capacity)
    around->edges = noe_base_arena_grow(arena, around->edges, around->edge_count, &around->edge_capacity, sizeof edge);
  around->edges[around->edge_count++] = edge;
}

static void leave(struct search *search, struct noe_arena *arena, uint32_t at, struct noe_around *around) {
  enable(search, at);
  for (size_t i = 0; i < search->walk->enabled.count; i++) {
    const int64_t *state = successor(search, at, i);
    bool is_new = false;
    if (!state)
      continue;
    if (search->visits.count >= search->most) {
      around->is_cut = true;
      return;
    }
    const struct noe_clause *clause = search->walk->enabled.items[i].clause;
    uint32_t to = take_in(search,
                          (struct visit){.parent = at,
                                         .clause = clause,
                                         .arguments = noe_enabled_arguments(&search->walk->enabled, i),
                                         .state = state},
                          &is_new);
    if (is_new) {
      uint32_t depth = around->depths.items[at] + 1;
      NOE_LIST_PUSH(arena, &around->depths, depth);
    }
    add_edge(arena, around, (struct noe_around_edge){at, to, clause});
  }
}

void noe_explore_around(struct noe_walk *walk, struct noe_arena *arena, uint32_t node, uint32_t depth, uint32_t most,
                        bool orbits, struct noe_around *around) {
  struct search search;
  uint32_t none = 0;
  *around = (struct noe_around){.edge_count = 0};
  open(&search, walk, node, most);
  search.orbits = orbits && walk->has_orbits && walk->nodes.items[node].state;
  if (search.orbits) { /* the first state has its key as one of an orbit */
    bool is_new;
    search.visits.count = search.keys.count = search.lengths.count = 0;
    search.slots = 0;
    take_in(&search, (struct visit){.parent = NOE_WALK_NONE, .state = walk->nodes.items[node].state}, &is_new);
  }
  NOE_LIST_PUSH(arena, &around->depths, none);
  for (uint32_t at = 0; at < search.visits.count; at++)
    if (around->depths.items[at] < depth)
      leave(&search, arena, at, around);
    else
      around->is_cut = true;
  for (size_t i = 0; i < search.visits.count; i++) {
    const int64_t *state = NULL;
    if (search.visits.items[i].state) {
      int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, walk->model->cell_count);
      memcpy(copy, search.visits.items[i].state, walk->model->cell_count * sizeof *copy);
      state = copy;
    }
    NOE_LIST_PUSH(arena, &around->states, state);
  }
  noe_base_arena_delete(search.arena);
}
