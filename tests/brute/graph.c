#include <string.h>

#include "brute.h"

static uint64_t hash_state(const int64_t *state, uint32_t cells) {
  uint64_t hash = 1469598103934665603u;
  for (uint32_t i = 0; i < cells; i++)
    hash = (hash ^ (uint64_t)state[i]) * 1099511628211u;
  return hash ^ hash >> 29;
}

static uint32_t find(struct brute_graph *graph, const int64_t *state, bool *is_new) {
  uint32_t cells = graph->model->cell_count;
  uint64_t slot = hash_state(state, cells) % graph->table_size;
  *is_new = false;
  for (; graph->table[slot]; slot = (slot + 1) % graph->table_size) {
    uint32_t node = graph->table[slot] - 1;
    if (!memcmp(graph->nodes[node].state, state, cells * sizeof *state))
      return node;
  }
  if (graph->count == graph->room) {
    graph->trouble = "too many states";
    return 0;
  }
  int64_t *copy = NOE_NEW_ARRAY(graph->arena, int64_t, cells + 1);
  memcpy(copy, state, cells * sizeof *state);
  graph->nodes[graph->count] = (struct brute_node){.state = copy};
  graph->table[slot] = ++graph->count;
  *is_new = true;
  return graph->count - 1;
}

/* -------------------------------------------------------------- fairness */

static uint32_t group_number(struct brute_graph *graph, const struct noe_fairness *mark, const int64_t *arguments) {
  for (uint32_t i = 0; i < graph->group_count; i++)
    if (graph->group_marks[i] == mark &&
        !memcmp(graph->group_arguments[i], arguments, mark->parameter_count * sizeof *arguments))
      return i;
  if (graph->group_count == BRUTE_GROUPS) {
    graph->trouble = "too many fairness groups";
    return 0;
  }
  int64_t *copy = NOE_NEW_ARRAY(graph->arena, int64_t, mark->parameter_count + 1);
  memcpy(copy, arguments, mark->parameter_count * sizeof *arguments);
  graph->group_marks[graph->group_count] = mark;
  graph->group_arguments[graph->group_count] = copy;
  if (mark->strong)
    graph->strong |= (uint64_t)1 << graph->group_count;
  return graph->group_count++;
}

static uint64_t groups_of(struct brute_graph *graph, const struct noe_clause *rule, const int64_t *arguments) {
  int64_t named[rule->parameter_count + 1];
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < rule->binder_count; i++) {
    if (rule->binders[i].kind == NOE_BINDER_RANGE)
      named[parameter] = arguments[parameter];
    else if (rule->binders[i].kind == NOE_BINDER_CHOOSE)
      named[parameter] = 0;
    else
      continue;
    parameter++;
  }
  uint64_t groups = 0;
  for (uint32_t i = 0; i < rule->mark_count; i++)
    groups |= (uint64_t)1 << group_number(graph, &graph->model->fairness[rule->marks[i]], named);
  return groups;
}

/* Every instance of a condition, in every state. */
static void add_condition(struct brute_graph *graph, const struct noe_clause *clause, const int64_t *arguments) {
  if (graph->condition_count == BRUTE_GROUPS) {
    graph->trouble = "too many conditions of fairness";
    return;
  }
  uint64_t bit = (uint64_t)1 << graph->condition_count++;
  bool is_double = clause->temporal->atom_count == 2;
  *(is_double ? &graph->doubled : &graph->single) |= bit;
  for (uint32_t i = 0; i < graph->count && !graph->trouble; i++) {
    graph->nodes[i].first |= brute_atom(graph, clause, arguments, NULL, 0, i) ? bit : 0;
    if (is_double)
      graph->nodes[i].second |= brute_atom(graph, clause, arguments, NULL, 1, i) ? bit : 0;
  }
}

static void add_conditions(struct brute_graph *graph, const struct noe_clause *clause, uint32_t binder,
                           uint32_t parameter, int64_t *arguments) {
  while (binder < clause->binder_count && clause->binders[binder].kind != NOE_BINDER_RANGE)
    binder++;
  if (binder == clause->binder_count) {
    add_condition(graph, clause, arguments);
    return;
  }
  const struct noe_binder *b = &clause->binders[binder];
  int64_t value = b->low;
  for (bool ended = false; !ended && value <= b->high; ended = __builtin_add_overflow(value, b->step, &value)) {
    arguments[parameter] = value;
    add_conditions(graph, clause, binder + 1, parameter + 1, arguments);
  }
}

static void find_conditions(struct brute_graph *graph) {
  for (uint32_t i = 0; i < graph->model->property_count && !graph->trouble; i++) {
    const struct noe_clause *clause = &graph->model->properties[i];
    int64_t arguments[clause->parameter_count + 1];
    if (clause->property == NOE_PROPERTY_FAIR)
      add_conditions(graph, clause, 0, 0, arguments);
  }
}

/* ---------------------------------------------------------------- firing */

struct expansion {
  struct brute_graph *graph;
  uint32_t node; /* UINT32_MAX: start states */
  bool counting; /* only looks for the least priority */
  int64_t priority;
  int64_t *successor;
};

static bool is_assumed_away(struct brute_graph *graph, const int64_t *state) {
  for (uint32_t i = 0; i < graph->model->property_count; i++) {
    const struct noe_clause *property = &graph->model->properties[i];
    if (property->property != NOE_PROPERTY_ASSUME || property->is_statement)
      continue;
    enum noe_outcome outcome = noe_model_machine_claim(graph->machine, property, state);
    if (outcome == NOE_OUTCOME_FALSE)
      return true;
    if (outcome != NOE_OUTCOME_TRUE)
      graph->trouble = "an assumption fails";
  }
  return false;
}

static void add_edge(struct brute_graph *graph, uint32_t from, struct brute_edge edge) {
  struct brute_node *node = &graph->nodes[from];
  if (node->edge_count == node->edge_room) {
    uint32_t room = node->edge_room * 2 + 4;
    struct brute_edge *edges = NOE_NEW_ARRAY(graph->arena, struct brute_edge, room);
    if (node->edge_count)
      memcpy(edges, node->edges, node->edge_count * sizeof *edges);
    node->edges = edges;
    node->edge_room = room;
  }
  node->edges[node->edge_count++] = edge;
}

static void fire(struct expansion *expansion, const struct noe_clause *clause, const int64_t *arguments) {
  struct brute_graph *graph = expansion->graph;
  bool start = expansion->node == UINT32_MAX;
  const int64_t *state = start ? NULL : graph->nodes[expansion->node].state;
  uint64_t groups = start ? 0 : groups_of(graph, clause, arguments);
  enum noe_outcome outcome = noe_model_machine_fire(graph->machine, clause, arguments, state, expansion->successor);
  if (outcome == NOE_OUTCOME_DISCARD)
    return;
  if (outcome != NOE_OUTCOME_TRUE) {
    graph->trouble = "a rule fails";
    return;
  }
  if (is_assumed_away(graph, expansion->successor))
    return;
  if (!start) /* by a step that exists: one that an assumption is against does not */
    graph->nodes[expansion->node].enabled |= groups;
  bool is_new;
  uint32_t target = find(graph, expansion->successor, &is_new);
  if (graph->trouble)
    return;
  if (!start) {
    int64_t *copy = NOE_NEW_ARRAY(graph->arena, int64_t, clause->parameter_count + 1);
    memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
    add_edge(graph, expansion->node,
             (struct brute_edge){.target = target, .taken = groups, .rule = clause, .arguments = copy});
  } else if (is_new)
    graph->starts[graph->start_count++] = target;
}

static bool visit(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct expansion *expansion = context;
  if (outcome >= NOE_OUTCOME_FAULT && outcome != NOE_OUTCOME_DISCARD) {
    expansion->graph->trouble = "a guard fails";
    return false;
  }
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  if (expansion->counting) {
    if (clause->priority < expansion->priority)
      expansion->priority = clause->priority;
    return true;
  }
  int64_t copy[clause->parameter_count + 1];
  memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
  fire(expansion, clause, copy);
  return !expansion->graph->trouble;
}

static void expand(struct brute_graph *graph, uint32_t node, int64_t *successor) {
  struct expansion expansion = {.graph = graph, .node = node, .priority = INT64_MAX, .successor = successor};
  const struct noe_model *model = graph->model;
  for (int pass = model->has_priorities ? 0 : 1; pass < 2; pass++) {
    expansion.counting = pass == 0;
    for (uint32_t i = 0; i < model->rule_count && !graph->trouble; i++)
      if (expansion.counting || !model->has_priorities || model->rules[i].priority == expansion.priority)
        noe_model_machine_instances(graph->machine, &model->rules[i], graph->nodes[node].state, visit, &expansion);
  }
  if (!graph->nodes[node].edge_count)
    add_edge(graph, node, (struct brute_edge){.target = node});
}

struct brute_graph *brute_graph(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                                uint32_t most) {
  struct brute_graph *graph = NOE_NEW(arena, struct brute_graph);
  graph->arena = arena;
  graph->model = model;
  graph->machine = noe_model_machine_new(memory, model);
  graph->room = most;
  graph->nodes = NOE_NEW_ARRAY(arena, struct brute_node, most);
  graph->table_size = most * 2 + 1;
  graph->table = NOE_NEW_ARRAY(arena, uint32_t, graph->table_size);
  graph->starts = NOE_NEW_ARRAY(arena, uint32_t, most);
  int64_t *successor = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + 1);
  struct expansion start = {.graph = graph, .node = UINT32_MAX, .successor = successor};
  for (uint32_t i = 0; i < model->start_count && !graph->trouble; i++)
    noe_model_machine_instances(graph->machine, &model->starts[i], NULL, visit, &start);
  for (uint32_t i = 0; i < graph->count && !graph->trouble; i++)
    expand(graph, i, successor);
  find_conditions(graph);
  return graph;
}

bool brute_atom(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments,
                const int64_t *values, uint32_t atom, uint32_t node) {
  enum noe_outcome outcome =
      noe_model_machine_atom(graph->machine, claim, arguments, values, atom, graph->nodes[node].state);
  if (outcome != NOE_OUTCOME_TRUE && outcome != NOE_OUTCOME_FALSE)
    graph->trouble = "an atom fails";
  return outcome == NOE_OUTCOME_TRUE;
}

bool brute_taken(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments, int64_t *values,
                 uint32_t atom, uint32_t node, const struct brute_edge *edge) {
  enum noe_outcome outcome = noe_model_machine_taken(graph->machine, claim, arguments, values, atom,
                                                     graph->nodes[node].state, edge->rule, edge->arguments);
  if (outcome != NOE_OUTCOME_TRUE && outcome != NOE_OUTCOME_FALSE)
    graph->trouble = "an atom fails";
  return outcome == NOE_OUTCOME_TRUE;
}
