#include "explicit/graph.h"

#include <string.h>

#include "explicit/claims.h"
#include "explicit/enabled.h"
#include "explicit/record.h"
#include "explicit/store.h"
#include "model/pack.h"

struct drawer {
  const struct noe_task *task;
  const struct noe_model *model;
  struct noe_arena *arena;
  struct noe_machine *machine;
  struct noe_enabled enabled;
  struct noe_store *store;
  int64_t *successor;
  uint64_t *packed;
  uint64_t most, at;
  bool progress;
  NOE_LIST(struct noe_graph_node) nodes;
  NOE_LIST(struct noe_graph_edge) edges;
  struct noe_graph *graph;
};

static void check_claims(struct drawer *drawer, struct noe_graph_node *node) {
  for (uint32_t i = 0; i < drawer->model->property_count; i++) {
    const struct noe_clause *property = &drawer->model->properties[i];
    if (property->is_statement)
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(drawer->machine, property, node->state);
    node->failed |= outcome == NOE_OUTCOME_FAULT;
    node->violates |= outcome == NOE_OUTCOME_FALSE && property->property == NOE_PROPERTY_INVARIANT;
  }
}

static void add_node(struct drawer *drawer, uint64_t parent) {
  size_t size = drawer->model->cell_count * sizeof(int64_t);
  int64_t *cells = noe_base_arena_take(drawer->arena, size);
  if (size)
    memcpy(cells, drawer->successor, size);
  struct noe_graph_node node = {.state = cells, .start = parent == NOE_NO_STATE};
  if (!node.start)
    node.depth = drawer->nodes.items[parent].depth + 1;
  check_claims(drawer, &node);
  NOE_LIST_PUSH(drawer->arena, &drawer->nodes, node);
}

/* The node of drawer->successor, new if need be; NOE_NO_STATE if it is not shown. */
static uint64_t take_in(struct drawer *drawer, uint64_t parent) {
  uint64_t id;
  uint32_t bytes = drawer->model->packed_bytes;
  const uint8_t *key = (const uint8_t *)drawer->packed;
  noe_model_pack(drawer->model, drawer->successor, drawer->packed);
  uint64_t hash = noe_explicit_store_hash(key, bytes);
  if (noe_explicit_store_find(drawer->store, key, bytes, hash, &id))
    return id;
  const struct noe_clause *failed;
  enum noe_outcome assumed =
      noe_explicit_assumptions(drawer->machine, drawer->model, drawer->successor, &failed);
  if (assumed == NOE_OUTCOME_FAULT && parent != NOE_NO_STATE)
    drawer->nodes.items[parent].failed = true;
  if (assumed != NOE_OUTCOME_TRUE)
    return NOE_NO_STATE;
  if (drawer->most && drawer->nodes.count >= drawer->most) {
    drawer->graph->cut = true;
    return NOE_NO_STATE;
  }
  if (noe_explicit_store_insert(drawer->store, 0, key, bytes, hash, NOE_NO_STATE, &id) == NOE_INSERT_FULL)
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

static void fire(struct drawer *drawer, const struct noe_clause *clause, const int64_t *arguments) {
  const int64_t *before = drawer->nodes.items[drawer->at].state;
  enum noe_outcome outcome =
      noe_model_machine_fire(drawer->machine, clause, arguments, before, drawer->successor);
  drawer->nodes.items[drawer->at].failed |= outcome == NOE_OUTCOME_FAULT;
  if (outcome != NOE_OUTCOME_TRUE)
    return;
  drawer->progress |= drawer->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
                      memcmp(before, drawer->successor, drawer->model->cell_count * sizeof *before) != 0;
  uint64_t to = take_in(drawer, drawer->at);
  if (to == NOE_NO_STATE)
    return;
  struct noe_graph_edge edge = {drawer->at, to, clause,
                                noe_explicit_copy_arguments(drawer->arena, clause, arguments)};
  NOE_LIST_PUSH(drawer->arena, &drawer->edges, edge);
}

static void expand(struct drawer *drawer, uint64_t id) {
  drawer->at = id;
  drawer->progress = false;
  uint64_t bound = drawer->task->options->bound;
  if (bound && drawer->nodes.items[id].depth >= bound) {
    drawer->graph->cut = true;
    return;
  }
  noe_explicit_enabled_rules(&drawer->enabled, drawer->nodes.items[id].state, guard_failed, drawer);
  for (size_t i = 0; i < drawer->enabled.count; i++)
    fire(drawer, drawer->enabled.items[i].clause, noe_enabled_arguments(&drawer->enabled, i));
  struct noe_graph_node *node = &drawer->nodes.items[id];
  node->expanded = true;
  node->dead = !drawer->progress && !node->failed && drawer->task->options->deadlock != NOE_DEADLOCK_OFF;
}

static void start(struct drawer *drawer) {
  struct noe_enabled *enabled = &drawer->enabled;
  noe_explicit_enabled_starts(enabled, NULL, NULL);
  for (size_t i = 0; i < enabled->count; i++)
    if (noe_model_machine_fire(drawer->machine, enabled->items[i].clause, noe_enabled_arguments(enabled, i),
                               NULL, drawer->successor) == NOE_OUTCOME_TRUE)
      take_in(drawer, NOE_NO_STATE);
}

static bool is_interrupted(const struct noe_task *task) {
  return task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed);
}

static void draw(struct drawer *drawer) {
  start(drawer);
  for (uint64_t id = 0; id < drawer->nodes.count; id++) {
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

const struct noe_graph *noe_explicit_graph(const struct noe_task *task, uint64_t most) {
  const struct noe_model *model = task->model;
  struct drawer drawer = {.task = task, .model = model, .arena = task->arena, .most = most};
  drawer.graph = NOE_NEW(task->arena, struct noe_graph);
  drawer.successor = NOE_NEW_ARRAY(task->arena, int64_t, model->cell_count);
  drawer.packed = NOE_NEW_ARRAY(task->arena, uint64_t, model->packed_words);
  drawer.machine = noe_model_machine_new(task->memory, model);
  drawer.enabled = noe_explicit_enabled(task->memory, drawer.machine, model);
  struct noe_store_shape shape = {
      .kind = NOE_STORE_FULL, .threads = 1, .most_bytes = model->packed_bytes, .fixed = true};
  drawer.store = noe_explicit_store_new(task->memory, &shape);
  if (!drawer.store)
    noe_base_memory_escape(task->memory);
  draw(&drawer);
  noe_explicit_store_delete(drawer.store);
  noe_explicit_enabled_free(&drawer.enabled);
  noe_model_machine_delete(drawer.machine);
  return drawer.graph;
}
