#include "explore/walk.h"

#include <assert.h>
#include <string.h>

#include "logs/follow.h"
#include "model/replay.h"
#include "system/claims.h"
#include "verdict/record.h"

/* Orbits are known only as far as the text proves them: a loop that a search would watch may depend on
 * the order of its rounds. */
static void open_orbits(struct noe_walk *walk) {
  walk->system = (struct noe_system){
      .memory = walk->memory, .arena = walk->arena, .model = walk->model, .options = walk->report->options};
  noe_system_prove(&walk->system);
  noe_system_shape(&walk->system);
  noe_system_view_open(&walk->view, &walk->system, walk->memory, walk, NULL);
  walk->has_orbits = walk->system.keys.symmetry && !noe_system_is_watched(&walk->system);
  walk->key = NOE_NEW_ARRAY(walk->arena, uint64_t, walk->system.keys.most_words + 1);
}

static uint32_t add_node(struct noe_walk *walk, struct noe_walk_node node) {
  assert((node.parent == NOE_WALK_NONE ? !walk->nodes.count : node.parent < walk->nodes.count) &&
         "only the root comes from nowhere");
  NOE_LIST_PUSH(walk->arena, &walk->nodes, node);
  return (uint32_t)walk->nodes.count - 1;
}

/* A run that was given, as far as the model can execute it. */
static void follow(struct noe_walk *walk, const struct noe_bound_trace *saved) {
  struct noe_followed followed = noe_logs_follow(walk->machine, walk->model, &saved->plan, walk->arena);
  uint32_t node = NOE_WALK_ROOT;
  for (uint32_t i = 0; i < followed.trace.count && followed.trace.steps[i].state; i++) {
    const char *why = NULL;
    node = noe_explore_fire(walk, node, followed.trace.steps[i].clause, followed.trace.steps[i].arguments, &why);
    if (node == NOE_WALK_NONE) {
      walk->saved_error = why;
      return;
    }
    NOE_LIST_PUSH(walk->arena, &walk->saved, node);
  }
  if (followed.status != NOE_REPLAY_OK)
    walk->saved_error = noe_model_replay_text(followed.status);
}

void noe_explore_walk_open(struct noe_walk *walk, const struct noe_explore_setup *setup) {
  const struct noe_report *report = setup->report;
  *walk = (struct noe_walk){.memory = report->memory, .report = report, .model = report->model};
  walk->arena = noe_base_arena_new(walk->memory);
  walk->machine = noe_model_machine_new(walk->memory, walk->model);
  walk->enabled = noe_system_enabled(walk->memory, walk->machine, walk->model);
  walk->random = 0x9E3779B97F4A7C15u;
  open_orbits(walk);
  add_node(walk, (struct noe_walk_node){.parent = NOE_WALK_NONE});
  if (setup->saved)
    follow(walk, setup->saved);
}

void noe_explore_walk_close(struct noe_walk *walk) {
  noe_system_enabled_free(&walk->enabled);
  noe_system_view_close(&walk->view);
  noe_model_machine_delete(walk->machine);
  noe_base_arena_delete(walk->arena);
}

void noe_explore_enabled(struct noe_walk *walk, uint32_t node) {
  if (walk->nodes.items[node].state)
    noe_system_enabled_rules(&walk->enabled, walk->nodes.items[node].state, NULL, NULL);
  else
    noe_system_enabled_starts(&walk->enabled, NULL, NULL);
}

static bool same_instance(const struct noe_walk_node *node, const struct noe_clause *clause, const int64_t *arguments) {
  return node->clause == clause && !memcmp(node->arguments, arguments, clause->parameter_count * sizeof *arguments);
}

uint32_t noe_explore_known(const struct noe_walk *walk, uint32_t parent, const struct noe_clause *clause,
                           const int64_t *arguments) {
  for (uint32_t i = parent + 1; i < walk->nodes.count; i++)
    if (walk->nodes.items[i].parent == parent && same_instance(&walk->nodes.items[i], clause, arguments))
      return i;
  return NOE_WALK_NONE;
}

/* Why a firing leads nowhere. */
static const char *failure(struct noe_walk *walk, enum noe_outcome outcome) {
  if (outcome == NOE_OUTCOME_FAULT) {
    const struct noe_fault *fault = noe_model_machine_fault(walk->machine);
    return noe_base_arena_format(walk->arena, "run-time error %s (line %u): %s", noe_base_diagnostic_name(fault->code),
                                 fault->place.line, fault->message);
  }
  return "an assumption excludes this step";
}

uint32_t noe_explore_fire(struct noe_walk *walk, uint32_t node, const struct noe_clause *clause,
                          const int64_t *arguments, const char **why) {
  uint32_t known = noe_explore_known(walk, node, clause, arguments);
  if (known != NOE_WALK_NONE)
    return known;
  int64_t *state = NOE_NEW_ARRAY(walk->arena, int64_t, walk->model->cell_count);
  const struct noe_clause *failed;
  const struct noe_walk_node parent = walk->nodes.items[node];
  assert((clause->kind == NOE_CLAUSE_START) == !parent.state && "only before the start there is no state");
  enum noe_outcome outcome = noe_model_machine_fire(walk->machine, clause, arguments, parent.state, state);
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_system_assumptions(walk->machine, walk->model, state, &failed);
  if (outcome != NOE_OUTCOME_TRUE) {
    *why = failure(walk, outcome);
    return NOE_WALK_NONE;
  }
  return add_node(walk, (struct noe_walk_node){.parent = node,
                                               .depth = parent.clause ? parent.depth + 1 : 0,
                                               .clause = clause,
                                               .arguments = noe_verdict_copy_arguments(walk->arena, clause, arguments),
                                               .state = state});
}

uint32_t noe_explore_key(struct noe_walk *walk, const int64_t *state) {
  return noe_system_key(&walk->view.orbits, state, (uint8_t *)walk->key);
}

struct noe_trace noe_explore_trace(struct noe_walk *walk, struct noe_arena *arena, uint32_t node) {
  const struct noe_walk_node *last = &walk->nodes.items[node];
  uint32_t count = last->clause ? last->depth + 1 : 0;
  struct noe_trace_step *steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, count ? count : 1);
  for (uint32_t at = count; at--; node = walk->nodes.items[node].parent) {
    assert(node != NOE_WALK_NONE && "a node is as many steps from the root as its depth says");
    const struct noe_walk_node *one = &walk->nodes.items[node];
    steps[at] = (struct noe_trace_step){.clause = one->clause, .arguments = one->arguments, .state = one->state};
  }
  return (struct noe_trace){.steps = steps, .count = count};
}
