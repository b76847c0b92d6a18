/* And-inverter graphs: Boolean functions of inputs, as conjunctions of two literals.
 *
 * A literal is 2 x node + sign; node 0 is the constant, so that 0 is false and 1 is true. Nodes are
 * numbered in the order in which they are made: the two sides of a conjunction come before it. The
 * same conjunction is made once (hashing by structure), and what one level of laws decides is never
 * made at all: constants, x & x, x & !x, x & (x & y), x & !(x & y), !(x & y) & !(x & !y).
 *
 * One thread. Memory is accounted; making nodes may escape. With a limit set, a graph that has
 * become too large answers false for whatever is new, and says so (`is_full`): whoever builds looks
 * at that before anything made of the graph is believed. */
#ifndef NOE_CIRCUIT_GRAPH_H
#define NOE_CIRCUIT_GRAPH_H

#include "base/memory.h"

typedef uint32_t noe_literal;

enum { NOE_FALSE = 0, NOE_TRUE = 1, NOE_NO_INPUT = UINT32_MAX };

struct noe_gate {
  noe_literal left, right; /* left < right; of an input: its number, twice */
};

struct noe_graph_of_gates {
  struct noe_memory *memory;
  struct noe_gate *gates; /* gates[0] is the constant */
  uint32_t count, capacity;
  uint32_t input_count; /* nodes 1 … input_count are the inputs */
  uint32_t *table;      /* node, or 0; by the hash of both sides */
  uint32_t table_size;  /* a power of two */
  uint32_t limit;       /* most nodes; 0: as many as memory holds */
  uint64_t work;        /* conjunctions asked for that no law decides, dropped ones included; and what else is noted */
  uint64_t most_work;   /* 0: as many as it takes */
  bool is_full;
};

/* A graph with these inputs and nothing else. May escape. */
void noe_circuit_graph_init(struct noe_graph_of_gates *graph, struct noe_memory *memory, uint32_t inputs);
void noe_circuit_graph_free(struct noe_graph_of_gates *graph);
/* Drops all gates but the first `count`, which is what graph->count once was. */
void noe_circuit_graph_cut(struct noe_graph_of_gates *graph, uint32_t count);
/* Notes a piece of work that need not make any gate. */
void noe_circuit_graph_work(struct noe_graph_of_gates *graph);

static inline noe_literal noe_literal_not(noe_literal a) { return a ^ 1; }
static inline uint32_t noe_literal_node(noe_literal a) { return a >> 1; }
static inline bool noe_literal_is_constant(noe_literal a) { return a <= NOE_TRUE; }
static inline noe_literal noe_circuit_input(uint32_t number) { return 2 * (number + 1); }
static inline bool noe_circuit_is_input(const struct noe_graph_of_gates *graph, uint32_t node) {
  return node >= 1 && node <= graph->input_count;
}

noe_literal noe_circuit_and(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b);
noe_literal noe_circuit_or(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b);
noe_literal noe_circuit_xor(struct noe_graph_of_gates *graph, noe_literal a, noe_literal b);
/* condition ? a : b */
noe_literal noe_circuit_choose(struct noe_graph_of_gates *graph, noe_literal condition, noe_literal a, noe_literal b);

/* The value of every node, 64 valuations at a time: inputs[i] has those of input i; `values` has room
 * for graph->count words. */
void noe_circuit_simulate(const struct noe_graph_of_gates *graph, const uint64_t *inputs, uint64_t *values);
static inline uint64_t noe_circuit_value(const uint64_t *values, noe_literal a) {
  return values[a >> 1] ^ (0 - (uint64_t)(a & 1));
}

/* Is it false for all valuations? Tried out, if it depends on few inputs; false is no answer. (never.c) */
bool noe_circuit_is_never(const struct noe_graph_of_gates *graph, noe_literal a);

/* Does everything that the top of this file says hold? */
bool noe_circuit_graph_is_sound(const struct noe_graph_of_gates *graph);

#endif
