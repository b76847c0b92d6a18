/* The annotated quotient: nodes are representatives with the names there of the points that are
 * followed, and between them goes one edge for each orbit of steps under the symmetries of
 * the node it leaves.
 *
 * A claim about process c cannot be read on a representative alone: which of its
 * processes is c? The points that a claim speaks of are *tracked*: their names are
 * carried along. Two nodes are the same if a symmetry of the representative carries the
 * tracked names of one into those of the other (docs/algorithms.md#tracked-points).
 * Symmetries of a representative are those of its twins. So a node is an orbit and a frame
 * (frames.h).
 *
 * Edges are made of the steps of the orbit (orbits.h) without firing anything. That of
 * instance i leads from s to t, with names c: the fan of the node (fans.h) has instances
 * rho^-1 i, which lead to rho^-1 t with the names c rho; and mu, a symmetry of the target,
 * carries the tracked names to the first tuple of their orbit. So names after the step are
 * mu c rho.
 *
 * The *label* of an edge u -> v is what that means for the classes of
 * groups: which classes of u the step takes (those of the groups that its instance belongs to), and
 * all pairs (K, K') such that some group of class K in u is called, after the step, a
 * group of class K' in v. That is all that fairness needs to know about permutations
 * (threads.h). A node that no step leaves has one edge to itself, by no rule.
 *
 * Label and frame of v are the same wherever frame, instance, and arrival (c and the twins of
 * the target) are: a *move*, which is looked up. A group is enabled in a node if a step takes it; steps that
 * an assumption is against do not exist. Nodes are expanded when somebody asks for their edges. */
#ifndef NOE_FAIR_GRAPH_H
#define NOE_FAIR_GRAPH_H

#include "fair/transition_orbits.h"
#include "fair/pairs.h"

enum { NOE_NO_RULE = UINT32_MAX, NOE_NO_NODE = UINT32_MAX };

struct noe_fair_edge {
  uint32_t target, label;
  uint32_t rule; /* its number, or NOE_NO_RULE */
};

struct noe_fair_node {
  size_t first; /* edge */
  uint32_t count;
  uint32_t flags; /* row of thread flags, one for each class; see threads.h */
  bool is_expanded;
};

/* Where a step leads to, as far as it is no matter of the states. */
struct noe_fair_move {
  uint32_t frame, label;
};

struct noe_fair_graph {
  struct noe_space *space;
  struct noe_fair_orbits *orbits;
  uint32_t tracked; /* how many points */
  struct noe_fair_frames frames;
  struct noe_transition_orbits fans;
  struct noe_fair_pairs keys; /* by node: orbit, frame */
  struct noe_rows labels, flags;
  struct noe_fair_pairs moves; /* place of an instance in a frame, arrival */
  struct noe_fair_move *move_items;
  size_t move_count, move_room;
  struct noe_fair_node *nodes;
  size_t node_room;
  struct noe_fair_edge *edges;
  size_t edge_count, edge_room;
  uint16_t *names, *turn; /* after a step */
  uint32_t *class_flags;
  uint32_t *seen; /* by class of the target */
  uint32_t *row;
  size_t row_count, row_room;
  uint32_t *frames_met; /* by edge of the node at hand: the frame that it leads to */
  size_t met_count, met_room;
};

static inline uint32_t noe_fair_node_count(const struct noe_fair_graph *graph) { return graph->keys.count; }

/* A label in parts. */
struct noe_label {
  const uint32_t *taken;
  uint32_t taken_count;
  const uint32_t *pairs; /* two words each */
  uint32_t pair_count;
};
struct noe_label noe_fair_read_label(const struct noe_rows *labels, uint32_t label);
struct noe_label noe_fair_label(const struct noe_fair_graph *graph, uint32_t label);

/* Is it a step by a rule of this name? NULL: any step, standing still included. */
bool noe_fair_edge_is_by(const struct noe_fair_graph *graph, const struct noe_fair_edge *edge, const char *name);

/* All of this may escape; freeing is possible then. */
void noe_fair_graph_init(struct noe_fair_graph *graph, struct noe_fair_orbits *orbits, uint32_t tracked);
void noe_fair_graph_free(struct noe_fair_graph *graph);

/* The node of any state in which the tracked points are called `tracked`; `names` (may be
 * NULL): what its points are called in the node. */
uint32_t noe_fair_graph_place(struct noe_fair_graph *graph, const int64_t *state, const uint16_t *tracked,
                              uint16_t *names);

/* Nodes of the start states, where the tracked points are called `tracked`: appends them,
 * each once, to the row. False if stopped. */
bool noe_fair_graph_starts(struct noe_fair_graph *graph, const uint16_t *tracked, struct noe_rows *starts);

/* Steps of this kind out of nodes with a frame: appends to `row` the numbers of their moves (move_items). May escape. */
void noe_fair_graph_moves(struct noe_fair_graph *graph, uint32_t frame, uint32_t kind, struct noe_frame_list *row);

/* Makes the edges of a node, unless they are there. False if stopped. */
bool noe_fair_graph_expand(struct noe_fair_graph *graph, uint32_t node);

/* The instances that the edges of an expanded node were made of, into orbits' numbers; none if nothing leaves it. Frames
 * that were spelled out are no longer valid. */
uint32_t noe_fair_graph_instances(struct noe_fair_graph *graph, uint32_t node, uint32_t *instances);

/* The step that an edge, counted from the node's first one, was made of: its instance, and what
 * the points of the node's representative are called after it. It must be by a rule. Frames
 * that were spelled out are no longer valid. */
uint32_t noe_fair_graph_step(struct noe_fair_graph *graph, uint32_t node, uint32_t edge, uint16_t *names);

/* Representative and frame of a node. */
static inline uint32_t noe_fair_node_orbit(const struct noe_fair_graph *graph, uint32_t node) {
  return graph->keys.items[node].first;
}
static inline uint32_t noe_fair_node_frame(const struct noe_fair_graph *graph, uint32_t node) {
  return graph->keys.items[node].second;
}

#endif
