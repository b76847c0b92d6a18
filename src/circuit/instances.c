#include "circuit/instances.h"

#include <assert.h>
#include <string.h>

struct instances {
  struct noe_circuits *circuits;
  struct noe_arena *arena;
  struct noe_circuit_instance *items;
  uint32_t count, capacity;
};

static bool add_rule(struct instances *instances, const struct noe_clause *rule) {
  struct noe_circuits *circuits = instances->circuits;
  int64_t arguments[rule->parameter_count + 1];
  bool more = noe_circuit_first_instance(rule, arguments);
  for (; more && !circuits->refused; more = noe_circuit_next_instance(rule, arguments)) {
    assert(instances->count < instances->capacity && "they were counted");
    struct noe_circuit_instance *instance = &instances->items[instances->count++];
    int64_t *copy = NOE_NEW_ARRAY(instances->arena, int64_t, rule->parameter_count + 1);
    memcpy(copy, arguments, rule->parameter_count * sizeof *copy);
    instance->clause = rule;
    instance->arguments = copy;
    instance->guard = noe_circuit_guard(circuits, rule, arguments);
    instance->body = noe_circuit_body(circuits, rule, arguments);
  }
  return !circuits->refused;
}

static uint32_t count_instances(const struct noe_model *model) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    int64_t arguments[model->rules[i].parameter_count + 1];
    bool more = noe_circuit_first_instance(&model->rules[i], arguments);
    for (; more; more = noe_circuit_next_instance(&model->rules[i], arguments))
      count++;
  }
  return count;
}

/* Is some instance of smaller priority number enabled? */
static noe_literal held_back(const struct instances *instances, const struct noe_clause *rule) {
  noe_literal held = NOE_FALSE;
  for (uint32_t i = 0; instances->circuits->model->has_priorities && i < instances->count; i++)
    if (instances->items[i].clause->priority < rule->priority)
      held = noe_circuit_or(&instances->circuits->graph, held, instances->items[i].guard.truth);
  return held;
}

static void hold_back(struct instances *instances) {
  struct noe_graph_of_gates *graph = &instances->circuits->graph;
  const struct noe_clause *last = NULL;
  noe_literal held = NOE_FALSE;
  for (uint32_t i = 0; i < instances->count; i++) {
    struct noe_circuit_instance *instance = &instances->items[i];
    if (instance->clause != last)
      held = held_back(instances, instance->clause);
    last = instance->clause;
    instance->enabled = noe_circuit_and(graph, instance->guard.truth, noe_literal_not(held));
    noe_literal fails = noe_circuit_or(graph, instance->body.fault, instance->body.discard);
    instance->fires = noe_circuit_and(graph, instance->enabled, noe_literal_not(fails));
  }
}

struct noe_circuit_instance *noe_circuit_instances(struct noe_circuits *circuits, struct noe_arena *arena,
                                                   uint32_t *count) {
  const struct noe_model *model = circuits->model;
  struct instances instances = {.circuits = circuits, .arena = arena, .capacity = count_instances(model)};
  instances.items = NOE_NEW_ARRAY(arena, struct noe_circuit_instance, instances.capacity + 1);
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (!add_rule(&instances, &model->rules[i]))
      return NULL;
  assert(instances.count == instances.capacity && "each instance that was counted is there");
  hold_back(&instances);
  *count = instances.count;
  return instances.items;
}
