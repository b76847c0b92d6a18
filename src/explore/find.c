/* A state that an expression makes a goal, looked for breadth first; and random steps. Small, by the interpreter:
 * they hold up everything else. */
#include "base/clock.h"
#include "base/random.h"
#include "explore/visits.h"

static const double most_seconds = 10;

/* Says whether the expression is true there; false: it cannot be evaluated, and `found` says why. */
static bool judge(struct noe_visits *search, const char *expression, const int64_t *state, bool *holds,
                  struct noe_found *found) {
  struct noe_text text = noe_base_text(search->walk->memory);
  enum noe_watch_status status = noe_explore_watch(search->walk, expression, state, &text);
  *holds = status == NOE_WATCH_TRUE;
  bool is_bad = status == NOE_WATCH_OTHER || (status == NOE_WATCH_ERROR && search->list.count <= 2);
  if (is_bad)
    found->why = status == NOE_WATCH_OTHER
                     ? "this is a value and no condition"
                     : noe_base_arena_text(search->walk->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return !is_bad;
}

static bool expand(struct noe_visits *search, uint32_t at, const char *expression, struct noe_found *found,
                   uint32_t *goal) {
  noe_explore_visits_enable(search, at);
  for (size_t i = 0; i < search->walk->enabled.count; i++) {
    const int64_t *state = noe_explore_visits_successor(search, at, i);
    bool is_new = false, holds = false;
    if (!state)
      continue;
    uint32_t to =
        noe_explore_visits_add(search,
                               (struct noe_visit){.parent = at,
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
  struct noe_visits search;
  uint32_t goal = NOE_WALK_NONE;
  double began = noe_base_now();
  noe_explore_visits_open(&search, walk, node, most, false);
  for (uint32_t at = 0; at < search.list.count && !found.why && goal == NOE_WALK_NONE; at++) {
    if (search.list.count >= search.most || noe_base_now() - began > most_seconds)
      found.why = "not found so far: the search was ended";
    else
      expand(&search, at, expression, &found, &goal);
  }
  found.states = search.list.count;
  if (goal != NOE_WALK_NONE)
    found.node = noe_explore_visits_go(&search, node, goal);
  else if (!found.why)
    found.why = "it is true in no state that follows";
  noe_explore_visits_close(&search);
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
