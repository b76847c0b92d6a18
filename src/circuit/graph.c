#include "circuit/graph.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "base/mix.h"

enum { FIRST_ROOM = 1024 };

/* -------------------------------------------------------------------- nodes */

static uint32_t hash(noe_literal left, noe_literal right) {
  uint64_t word = ((uint64_t)left << 32 | right) * UINT64_C(0x9fb21c651e98df25);
  return (uint32_t)(word >> 32) ^ (uint32_t)word;
}

static uint32_t find(const struct noe_graph_of_gates *graph, noe_literal left, noe_literal right) {
  uint32_t at = hash(left, right) & (graph->table_size - 1);
  for (; graph->table[at]; at = (at + 1) & (graph->table_size - 1)) {
    const struct noe_gate *gate = &graph->gates[graph->table[at]];
    if (gate->left == left && gate->right == right)
      break;
  }
  return at;
}

static void fill_table(struct noe_graph_of_gates *graph) {
  memset(graph->table, 0, graph->table_size * sizeof *graph->table);
  for (uint32_t i = graph->input_count + 1; i < graph->count; i++)
    graph->table[find(graph, graph->gates[i].left, graph->gates[i].right)] = i;
}

static void grow(struct noe_graph_of_gates *graph) {
  uint32_t capacity = graph->capacity ? 2 * graph->capacity : FIRST_ROOM;
  while (capacity <= graph->input_count + 1)
    capacity *= 2;
  graph->gates = noe_base_realloc(graph->memory, graph->gates, capacity * sizeof *graph->gates);
  graph->capacity = capacity;
  graph->table = noe_base_realloc(graph->memory, graph->table, 2 * (size_t)capacity * sizeof *graph->table);
  graph->table_size = 2 * capacity;
  assert(!(graph->table_size & (graph->table_size - 1)) && "places in the table are masked");
  fill_table(graph);
  NOE_COSTLY((!graph->count || noe_circuit_graph_is_sound(graph)) && "a graph that has grown is as it was");
}

void noe_circuit_graph_init(struct noe_graph_of_gates *graph, struct noe_memory *memory, uint32_t inputs) {
  *graph = (struct noe_graph_of_gates){.memory = memory, .input_count = inputs};
  grow(graph);
  for (uint32_t i = 1; i <= inputs; i++)
    graph->gates[i] = (struct noe_gate){i - 1, i - 1};
  graph->count = inputs + 1;
}

void noe_circuit_graph_free(struct noe_graph_of_gates *graph) {
  noe_base_free(graph->memory, graph->gates);
  noe_base_free(graph->memory, graph->table);
  *graph = (struct noe_graph_of_gates){.memory = graph->memory};
}

void noe_circuit_graph_cut(struct noe_graph_of_gates *graph, uint32_t count) {
  assert(count > graph->input_count && count <= graph->count && "inputs stay");
  graph->count = count;
  graph->is_full = false;
  fill_table(graph);
  NOE_COSTLY(noe_circuit_graph_is_sound(graph) && "what is left was there before");
}

static bool is_worked_out(const struct noe_graph_of_gates *graph) {
  return graph->most_work && graph->work > graph->most_work;
}

void noe_circuit_graph_work(struct noe_graph_of_gates *graph) {
  graph->work++;
  graph->is_full |= is_worked_out(graph);
}

static noe_literal make(struct noe_graph_of_gates *graph, noe_literal left, noe_literal right) {
  assert(left > NOE_TRUE && left >> 1 < right >> 1 && right >> 1 < graph->count && "a gate is of two others before it");
  uint32_t at = find(graph, left, right);
  graph->work++;
  if (graph->table[at])
    return 2 * graph->table[at];
  if ((graph->limit && graph->count >= graph->limit) || is_worked_out(graph)) {
    graph->is_full = true;
    return NOE_FALSE;
  }
  if (graph->count == graph->capacity) {
    grow(graph);
    at = find(graph, left, right);
  }
  graph->gates[graph->count] = (struct noe_gate){left, right};
  graph->table[at] = graph->count;
  return 2 * graph->count++;
}

/* --------------------------------------------------------------------- laws */

static bool is_gate(const struct noe_graph_of_gates *graph, noe_literal a) { return a >> 1 > graph->input_count; }

/* a & b where b is a gate, or its negation, with a or !a on one of its sides. */
static bool absorb(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b, noe_literal *result) {
  if (!is_gate(graph, b))
    return false;
  const struct noe_gate gate = graph->gates[b >> 1];
  bool has = gate.left == a || gate.right == a;
  bool has_not = gate.left == (a ^ 1) || gate.right == (a ^ 1);
  if (!has && !has_not)
    return false;
  noe_literal other = gate.left >> 1 == a >> 1 ? gate.right : gate.left;
  if (b & 1) /* a & !(a & other) = a & !other; a & !(!a & other) = a */
    *result = has ? noe_circuit_and(graph, a, other ^ 1) : a;
  else /* a & (a & other) = the gate; a & (!a & other) = false */
    *result = has ? b : NOE_FALSE;
  return true;
}

/* !(x & y) & !(x & !y) = !x */
static bool resolve(const struct noe_graph_of_gates *graph, noe_literal a, noe_literal b, noe_literal *result) {
  if (!(a & b & 1) || !is_gate(graph, a) || !is_gate(graph, b))
    return false;
  const struct noe_gate *one = &graph->gates[a >> 1], *two = &graph->gates[b >> 1];
  if (one->left == two->left && one->right == (two->right ^ 1))
    *result = one->left ^ 1;
  else if (one->right == two->right && one->left == (two->left ^ 1))
    *result = one->right ^ 1;
  else if (one->left == two->right && one->right == (two->left ^ 1))
    *result = one->left ^ 1;
  else if (one->right == two->left && one->left == (two->right ^ 1))
    *result = one->right ^ 1;
  else
    return false;
  return true;
}

noe_literal noe_circuit_and(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b) {
  assert(a >> 1 < graph->count && b >> 1 < graph->count && "both are gates of this graph");
  noe_literal result;
  if (a > b) {
    noe_literal c = a;
    a = b;
    b = c;
  }
  if (a <= NOE_TRUE)
    return a == NOE_TRUE ? b : NOE_FALSE;
  if (a >> 1 == b >> 1)
    return a == b ? a : NOE_FALSE;
  if (absorb(graph, a, b, &result) || absorb(graph, b, a, &result) || resolve(graph, a, b, &result))
    return result;
  return make(graph, a, b);
}

noe_literal noe_circuit_or(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b) {
  return noe_circuit_and(graph, a ^ 1, b ^ 1) ^ 1;
}

noe_literal noe_circuit_xor(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b) {
  return noe_circuit_choose(graph, a, b ^ 1, b);
}

noe_literal noe_circuit_choose(struct noe_graph_of_gates *graph, noe_literal condition, noe_literal a, noe_literal b) {
  if (a == b)
    return a;
  if (condition <= NOE_TRUE)
    return condition ? a : b;
  if (a == condition || a == NOE_TRUE)
    return noe_circuit_or(graph, condition, b);
  if (b == condition || b == NOE_FALSE)
    return noe_circuit_and(graph, condition, a);
  if (a == (condition ^ 1) || a == NOE_FALSE)
    return noe_circuit_and(graph, condition ^ 1, b);
  if (b == (condition ^ 1) || b == NOE_TRUE)
    return noe_circuit_or(graph, condition ^ 1, a);
  return noe_circuit_or(graph, noe_circuit_and(graph, condition, a), noe_circuit_and(graph, condition ^ 1, b));
}

/* ------------------------------------------------------------------- values */

void noe_circuit_simulate(const struct noe_graph_of_gates *graph, const uint64_t *inputs, uint64_t *values) {
  values[0] = 0;
  for (uint32_t i = 1; i <= graph->input_count; i++)
    values[i] = inputs[i - 1];
  for (uint32_t i = graph->input_count + 1; i < graph->count; i++)
    values[i] = noe_circuit_value(values, graph->gates[i].left) & noe_circuit_value(values, graph->gates[i].right);
}

bool noe_circuit_graph_is_sound(const struct noe_graph_of_gates *graph) {
  for (uint32_t i = graph->input_count + 1; i < graph->count; i++) {
    const struct noe_gate *gate = &graph->gates[i];
    bool ordered = gate->left > NOE_TRUE && gate->left >> 1 < gate->right >> 1 && gate->right >> 1 < i;
    if (!ordered || graph->table[find(graph, gate->left, gate->right)] != i)
      return false;
  }
  return true;
}
