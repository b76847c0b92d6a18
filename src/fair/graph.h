/* The annotated quotient: spots as nodes, and between them one edge for each orbit of
 * steps under the symmetries of the spot it leaves.
 *
 * An edge u -> v comes from a step of u's representative s by an instance i to a state t,
 * whose spot is v, with names p. Its *label* is what that means for the classes of
 * groups: which classes of u the step takes (those of the groups that i belongs to), and
 * all pairs (K, K') such that some group of class K in u is called, after the step, a
 * group of class K' in v. That is all that fairness needs to know about permutations
 * (threads.h). A node that no step leaves has one edge to itself, by no rule.
 *
 * A group is enabled in a node if a step takes it; steps that an assumption is against do
 * not exist. Nodes are expanded when somebody asks for their edges. */
#ifndef NOE_FAIR_GRAPH_H
#define NOE_FAIR_GRAPH_H

#include "fair/rows.h"
#include "fair/space.h"

enum { NOE_NO_RULE = UINT32_MAX, NOE_NO_NODE = UINT32_MAX };

struct noe_fair_edge {
  uint32_t target, label;
  uint32_t rule; /* its number, or NOE_NO_RULE */
};

struct noe_fair_node {
  size_t first; /* edge */
  uint32_t count;
  uint32_t flags;   /* row of thread flags, one for each class; see threads.h */
  uint32_t classes; /* how many */
  uint32_t check;   /* sum over the classes: they are found twice and must agree */
  bool is_expanded;
};

struct noe_fair_graph {
  struct noe_space *space;
  uint32_t tracked; /* how many points */
  struct noe_rows keys;   /* by node: packed representative, tracked names */
  struct noe_rows labels, flags;
  struct noe_fair_node *nodes;
  size_t node_room;
  struct noe_fair_edge *edges;
  size_t edge_count, edge_room;
  struct noe_spot from, to;
  int64_t *after;
  uint64_t *packed;
  uint32_t *key;
  uint32_t *by_class, *class_begin; /* groups of each class of `from` */
  uint32_t *class_flags;            /* of `from` */
  uint32_t *seen;                   /* by class of `to` */
  uint32_t *row;
  size_t row_count, row_room;
};

static inline uint32_t noe_fair_node_count(const struct noe_fair_graph *graph) { return graph->keys.count; }

/* A label in parts. */
struct noe_label {
  const uint32_t *taken;
  uint32_t taken_count;
  const uint32_t *pairs; /* two words each */
  uint32_t pair_count;
};
struct noe_label noe_fair_label(const struct noe_fair_graph *graph, uint32_t label);

/* Is it a step by a rule of this name? NULL: any step, standing still included. */
bool noe_fair_edge_is_by(const struct noe_fair_graph *graph, const struct noe_fair_edge *edge, const char *name);

/* All of this may escape; freeing is possible then. */
void noe_fair_graph_init(struct noe_fair_graph *graph, struct noe_space *space, uint32_t tracked);
void noe_fair_graph_free(struct noe_fair_graph *graph);

/* The node of a spot. */
uint32_t noe_fair_graph_node(struct noe_fair_graph *graph, const struct noe_spot *spot);

/* Nodes of the start states, where the tracked points are called `tracked`: appends them,
 * each once, to the row. False if stopped. */
bool noe_fair_graph_starts(struct noe_fair_graph *graph, const uint16_t *tracked, struct noe_rows *starts);

/* Makes the edges of a node, unless they are there. False if stopped. */
bool noe_fair_graph_expand(struct noe_fair_graph *graph, uint32_t node);

/* Representative and tracked names of a node. */
void noe_fair_graph_read(const struct noe_fair_graph *graph, uint32_t node, int64_t *state, uint16_t *tracked);

#endif
