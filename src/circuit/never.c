/* Is a literal never true? All valuations of the inputs that it depends on are tried, 64 at a time. */
#include <stdlib.h>
#include <string.h>

#include "circuit/graph.h"

enum { MOST_INPUTS = 14, MOST_GATES = 20000, TABLE = 1 << 16 };

/* The nodes that a literal depends on, in order; `table` finds the position of a node. */
struct cone {
  uint32_t nodes[MOST_GATES];
  uint32_t count, inputs;
  uint32_t table[TABLE]; /* 1 + position */
  uint32_t stack[2 * MOST_GATES];
};

static uint32_t *slot_of(struct cone *cone, uint32_t node) {
  uint32_t at = (node * UINT32_C(2654435761)) >> 16;
  for (; cone->table[at] && cone->nodes[cone->table[at] - 1] != node; at = (at + 1) % TABLE)
    ;
  return &cone->table[at];
}

static int by_number(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

static bool collect(struct cone *cone, const struct noe_graph_of_gates *graph, noe_literal a) {
  uint32_t top = 0;
  cone->stack[top++] = a >> 1;
  while (top) {
    uint32_t node = cone->stack[--top], *slot = slot_of(cone, node);
    if (!node || *slot)
      continue;
    bool is_input = noe_circuit_is_input(graph, node);
    if (cone->count == MOST_GATES || (cone->inputs += is_input) > MOST_INPUTS)
      return false;
    cone->nodes[cone->count++] = node;
    *slot = cone->count;
    if (!is_input) {
      cone->stack[top++] = graph->gates[node].left >> 1;
      cone->stack[top++] = graph->gates[node].right >> 1;
    }
  }
  return true;
}

static uint64_t value_of(struct cone *cone, const uint64_t *values, noe_literal a) {
  uint64_t value = a >> 1 ? values[*slot_of(cone, a >> 1) - 1] : 0;
  return value ^ (0 - (uint64_t)(a & 1));
}

/* Valuation number `block` x 64 … + 63: input i has bit i of that number. */
static uint64_t pattern(uint32_t input, uint64_t block) {
  static const uint64_t low[6] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                  UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                  UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
  return input < 6 ? low[input] : 0 - (block >> (input - 6) & 1);
}

static bool is_never(struct cone *cone, const struct noe_graph_of_gates *graph, noe_literal a, uint64_t *values) {
  qsort(cone->nodes, cone->count, sizeof *cone->nodes, by_number);
  memset(cone->table, 0, sizeof cone->table);
  for (uint32_t i = 0; i < cone->count; i++)
    *slot_of(cone, cone->nodes[i]) = i + 1;
  uint64_t blocks = cone->inputs > 6 ? UINT64_C(1) << (cone->inputs - 6) : 1;
  for (uint64_t block = 0; block < blocks; block++) {
    for (uint32_t i = 0, input = 0; i < cone->count; i++) {
      uint32_t node = cone->nodes[i];
      const struct noe_gate *gate = &graph->gates[node];
      values[i] = noe_circuit_is_input(graph, node)
                      ? pattern(input++, block)
                      : value_of(cone, values, gate->left) & value_of(cone, values, gate->right);
    }
    if (value_of(cone, values, a))
      return false;
  }
  return true;
}

bool noe_circuit_is_never(const struct noe_graph_of_gates *graph, noe_literal a) {
  if (a <= NOE_TRUE)
    return a == NOE_FALSE;
  struct cone *cone = noe_base_alloc(graph->memory, sizeof *cone);
  uint64_t *values = noe_base_alloc(graph->memory, MOST_GATES * sizeof *values);
  bool never = collect(cone, graph, a) && is_never(cone, graph, a, values);
  noe_base_free(graph->memory, values);
  noe_base_free(graph->memory, cone);
  return never;
}
