/* A small state graph, to be drawn: states in breadth-first order and every
 * firing between them; or, with --orbits, one state of each orbit, and of the firings of a rule
 * that lead from one orbit to another the first. The names that a state has are then not those
 * that it had in the state before. */
#ifndef NOE_EXPLICIT_GRAPH_H
#define NOE_EXPLICIT_GRAPH_H

#include "verdict/engine.h"

struct noe_graph_node {
  const int64_t *state;
  uint32_t depth;
  bool start;
  bool expanded; /* all its firings were looked at */
  bool failed;   /* a guard, a firing or a claim has a run-time error here, or an assumption after it */
  bool violates; /* an invariant is false here */
  bool dead;     /* a deadlock, as the options say */
};

struct noe_graph_edge {
  uint64_t from, to; /* positions among the nodes */
  const struct noe_clause *clause;
  const int64_t *arguments;
};

struct noe_graph {
  const struct noe_graph_node *nodes;
  uint64_t node_count;
  const struct noe_graph_edge *edges; /* by source, then in the order of the rules */
  uint64_t edge_count;
  bool cut; /* there is more than is shown */
};

/* At most `most` states (0: no limit), no deeper than task->options->bound.
 * Edges to states that are not shown are left out, and `cut` is set. Everything
 * lives in task->arena; out of memory escapes. */
const struct noe_graph *noe_explicit_graph(const struct noe_task *task, uint64_t most);

#endif
