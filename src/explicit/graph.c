#include "explicit/graph.h"

#include <string.h>

#include "verdict/record.h"
#include "store/store.h"
#include "system/claims.h"
#include "system/view.h"

struct drawer {
  const struct noe_task *task;
  const struct noe_model *model;
  struct noe_arena *arena;
  struct noe_options options; /* of the task; the symmetry is exact if orbits are drawn, else off */
  struct noe_system system;
  struct noe_view view;
  struct noe_machine *machine; /* that of the view */
  struct noe_store *store;
  uint64_t *key;
  uint64_t most, at;
  size_t first_edge; /* of the node at hand */
  bool progress;
  bool is_broken; /* a loop depends on the order of interchangeable values: */
  uint32_t culprit;
  NOE_LIST(struct noe_graph_node) nodes;
  NOE_LIST(struct noe_graph_edge) edges;
  struct noe_graph *graph;
};

static void note_outcome(struct drawer *drawer, enum noe_outcome outcome) {
  if (outcome != NOE_OUTCOME_ORDER || drawer->is_broken)
    return;
  drawer->is_broken = true;
  drawer->culprit = noe_model_machine_order(drawer->machine);
}

static void check_claims(struct drawer *drawer, struct noe_graph_node *node) {
  for (uint32_t i = 0; i < drawer->model->property_count; i++) {
    const struct noe_clause *property = &drawer->model->properties[i];
    if (property->is_statement)
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(drawer->machine, property, node->state);
    note_outcome(drawer, outcome);
    node->failed |= outcome == NOE_OUTCOME_FAULT;
    node->violates |= outcome == NOE_OUTCOME_FALSE && property->property == NOE_PROPERTY_INVARIANT;
  }
}

static void add_node(struct drawer *drawer, uint64_t parent) {
  int64_t *cells = noe_base_arena_take(drawer->arena, drawer->model->cell_count * sizeof(int64_t));
  noe_system_state(&drawer->view.orbits, (const uint8_t *)drawer->key, cells);
  struct noe_graph_node node = {.state = cells, .start = parent == NOE_NO_STATE};
  if (!node.start)
    node.depth = drawer->nodes.items[parent].depth + 1;
  check_claims(drawer, &node);
  NOE_LIST_PUSH(drawer->arena, &drawer->nodes, node);
}

/* The node of view.successor, new if need be; NOE_NO_STATE if it is not shown. */
static uint64_t take_in(struct drawer *drawer, uint64_t parent) {
  uint64_t id;
  const uint8_t *key = (const uint8_t *)drawer->key;
  uint32_t bytes = noe_system_key(&drawer->view.orbits, drawer->view.successor, (uint8_t *)drawer->key);
  uint64_t hash = noe_store_hash_key(key, bytes);
  if (noe_store_find(drawer->store, key, bytes, hash, &id))
    return id;
  const struct noe_clause *failed;
  enum noe_outcome assumed = noe_system_assumptions(drawer->machine, drawer->model, drawer->view.successor, &failed);
  note_outcome(drawer, assumed);
  if (assumed == NOE_OUTCOME_FAULT && parent != NOE_NO_STATE)
    drawer->nodes.items[parent].failed = true;
  if (assumed != NOE_OUTCOME_TRUE)
    return NOE_NO_STATE;
  if (drawer->most && drawer->nodes.count >= drawer->most) {
    drawer->graph->cut = true;
    return NOE_NO_STATE;
  }
  if (noe_store_insert(drawer->store, 0, key, bytes, hash, NOE_NO_STATE, &id) == NOE_INSERT_FULL)
    noe_base_memory_escape(drawer->task->memory);
  add_node(drawer, parent);
  return id;
}

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  (void)clause, (void)arguments;
  struct drawer *drawer = context;
  drawer->nodes.items[drawer->at].failed = true;
  return true;
}

/* Instances that differ by a permutation lead to one orbit: the first of them is drawn. */
static bool is_drawn(const struct drawer *drawer, const struct noe_clause *clause, uint64_t to) {
  for (size_t i = drawer->first_edge; drawer->system.keys.symmetry && i < drawer->edges.count; i++)
    if (drawer->edges.items[i].to == to && drawer->edges.items[i].clause == clause)
      return true;
  return false;
}

static void fire(struct drawer *drawer, const struct noe_clause *clause, const int64_t *arguments) {
  const int64_t *before = drawer->nodes.items[drawer->at].state;
  enum noe_outcome outcome = noe_system_fire(&drawer->view, clause, arguments, before, drawer->view.successor);
  note_outcome(drawer, outcome);
  drawer->nodes.items[drawer->at].failed |= outcome == NOE_OUTCOME_FAULT;
  if (outcome != NOE_OUTCOME_TRUE)
    return;
  drawer->progress |= drawer->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
                      memcmp(before, drawer->view.successor, drawer->model->cell_count * sizeof *before) != 0;
  uint64_t to = take_in(drawer, drawer->at);
  if (to == NOE_NO_STATE || is_drawn(drawer, clause, to))
    return;
  struct noe_graph_edge edge = {drawer->at, to, clause, noe_verdict_copy_arguments(drawer->arena, clause, arguments)};
  NOE_LIST_PUSH(drawer->arena, &drawer->edges, edge);
}

static void expand(struct drawer *drawer, uint64_t id) {
  struct noe_enabled *enabled = &drawer->view.enabled;
  drawer->at = id;
  drawer->first_edge = drawer->edges.count;
  drawer->progress = false;
  uint64_t bound = drawer->task->options->bound;
  if (bound && drawer->nodes.items[id].depth >= bound) {
    drawer->graph->cut = true;
    return;
  }
  noe_system_enabled_rules(enabled, drawer->nodes.items[id].state, guard_failed, drawer);
  if (enabled->order)
    note_outcome(drawer, NOE_OUTCOME_ORDER);
  for (size_t i = 0; i < enabled->count && !drawer->is_broken; i++)
    fire(drawer, enabled->items[i].clause, noe_enabled_arguments(enabled, i));
  struct noe_graph_node *node = &drawer->nodes.items[id];
  node->expanded = true;
  node->dead = !drawer->progress && !node->failed && drawer->task->options->deadlock != NOE_DEADLOCK_OFF;
}

static void start(struct drawer *drawer) {
  struct noe_enabled *enabled = &drawer->view.enabled;
  noe_system_enabled_starts(enabled, NULL, NULL);
  for (size_t i = 0; i < enabled->count; i++)
    if (noe_system_fire(&drawer->view, enabled->items[i].clause, noe_enabled_arguments(enabled, i), NULL,
                        drawer->view.successor) == NOE_OUTCOME_TRUE)
      take_in(drawer, NOE_NO_STATE);
}

static bool is_interrupted(const struct noe_task *task) {
  return task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed);
}

static void draw(struct drawer *drawer) {
  start(drawer); /* all start states, so that no order matters in them */
  noe_system_view_watch(&drawer->view, true);
  for (uint64_t id = 0; id < drawer->nodes.count && !drawer->is_broken; id++) {
    if (is_interrupted(drawer->task)) {
      drawer->graph->cut = true;
      break;
    }
    expand(drawer, id);
  }
  drawer->graph->nodes = drawer->nodes.items;
  drawer->graph->node_count = drawer->nodes.count;
  drawer->graph->edges = drawer->edges.items;
  drawer->graph->edge_count = drawer->edges.count;
}

static void close_drawing(struct drawer *drawer) {
  noe_store_delete(drawer->store);
  noe_system_view_close(&drawer->view);
}

/* True if the drawing rests on a symmetry that a loop breaks. */
static bool attempt(void *context, struct noe_broken *broken) {
  struct drawer *drawer = context;
  const struct noe_task *task = drawer->task;
  noe_system_shape(&drawer->system);
  noe_system_view_open(&drawer->view, &drawer->system, task->memory, drawer, NULL);
  drawer->machine = drawer->view.machine;
  drawer->key = NOE_NEW_ARRAY(task->arena, uint64_t, drawer->system.keys.most_words);
  struct noe_store_shape shape = {.kind = NOE_STORE_FULL,
                                  .threads = 1,
                                  .most_bytes = drawer->system.keys.most_bytes,
                                  .fixed = drawer->system.keys.fixed};
  drawer->store = noe_store_new(task->memory, &shape);
  if (!drawer->store)
    noe_base_memory_escape(task->memory);
  draw(drawer);
  close_drawing(drawer);
  *broken = (struct noe_broken){drawer->culprit, NOE_REASON_LOOP};
  return drawer->is_broken;
}

static void forget(void *context) {
  struct drawer *drawer = context;
  drawer->is_broken = false;
  drawer->nodes.count = drawer->edges.count = 0;
  *drawer->graph = (struct noe_graph){0};
}

const struct noe_graph *noe_explicit_graph(const struct noe_task *task, uint64_t most) {
  struct drawer drawer = {
      .task = task, .model = task->model, .arena = task->arena, .options = *task->options, .most = most};
  drawer.graph = NOE_NEW(task->arena, struct noe_graph);
  drawer.options.symmetry = task->options->orbits ? NOE_SYMMETRY_EXACT : NOE_SYMMETRY_OFF;
  drawer.system = (struct noe_system){
      .memory = task->memory, .arena = task->arena, .model = task->model, .options = &drawer.options};
  noe_system_prove(&drawer.system);
  noe_system_until_proved(&drawer.system, attempt, forget, &drawer);
  return drawer.graph;
}
