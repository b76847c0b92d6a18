/* The states that somebody has visited: a tree whose root, number 0, comes before the start states. Every other node
 * is a firing and the state after it. Nodes stay as they are; firing the same instance twice gives the same
 * node. One thread. Out of memory escapes. */
#ifndef NOE_EXPLORE_WALK_H
#define NOE_EXPLORE_WALK_H

#include "explore/explore.h"
#include "system/view.h"

enum { NOE_WALK_ROOT = 0, NOE_WALK_NONE = UINT32_MAX };

struct noe_walk_node {
  uint32_t parent, depth;
  const struct noe_clause *clause; /* NULL: the root */
  const int64_t *arguments;
  const int64_t *state;
};

struct noe_watched;

struct noe_walk {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_report *report;
  const struct noe_model *model;
  struct noe_machine *machine;
  struct noe_enabled enabled;
  struct noe_system system;
  struct noe_view view;
  bool has_orbits; /* states that differ by names only have one key */
  uint64_t *key;
  NOE_LIST(struct noe_walk_node) nodes;
  NOE_LIST(uint32_t) saved; /* the nodes of a run that was given, in order */
  const char *saved_error;  /* why not all of it could be executed, or NULL */
  struct noe_arena *watch_arena;
  NOE_LIST(struct noe_watched *) watched;
  uint64_t random;
};

void noe_explore_walk_open(struct noe_walk *walk, const struct noe_explore_setup *setup);
void noe_explore_walk_close(struct noe_walk *walk);

/* The instances that can fire after a node: walk->enabled. */
void noe_explore_enabled(struct noe_walk *walk, uint32_t node);

/* Fires; the new node, or NOE_WALK_NONE and one line in `*why` (in walk->arena). */
uint32_t noe_explore_fire(struct noe_walk *walk, uint32_t node, const struct noe_clause *clause,
                          const int64_t *arguments, const char **why);

/* The node that firing this instance has led to before, or NOE_WALK_NONE. */
uint32_t noe_explore_known(const struct noe_walk *walk, uint32_t parent, const struct noe_clause *clause,
                           const int64_t *arguments);

/* The groups of the first `count` instances of walk->enabled, which are those after `node`: instances of a rule whose
 * successors differ in names only are of one group. Returns how many groups there are. */
uint32_t noe_explore_groups(struct noe_walk *walk, uint32_t node, size_t count, uint32_t *numbers);

/* The key of a state, in walk->key; returns its length. With orbits, that of the orbit. */
uint32_t noe_explore_key(struct noe_walk *walk, const int64_t *state);

/* The run from a start state to the node, for whoever saves it. */
struct noe_trace noe_explore_trace(struct noe_walk *walk, struct noe_arena *arena, uint32_t node);

/* ----------------------------------------------------------------- watch */

enum noe_watch_status { NOE_WATCH_TRUE, NOE_WATCH_FALSE, NOE_WATCH_OTHER, NOE_WATCH_ERROR };

/* An expression in a state: its value, or what is wrong, is added to `out`. */
enum noe_watch_status noe_explore_watch(struct noe_walk *walk, const char *expression, const int64_t *state,
                                        struct noe_text *out);

/* ------------------------------------------------------------------ find */

struct noe_found {
  uint32_t node; /* where it is true, or NOE_WALK_NONE: */
  const char *why;
  uint64_t states; /* looked at */
};

/* The nearest state after the node in which the expression is true, of at most `most` states. */
struct noe_found noe_explore_find(struct noe_walk *walk, uint32_t node, const char *expression, uint64_t most);

/* Random steps, at most `steps`, until one of the expressions becomes true or an invariant false. */
struct noe_found noe_explore_run(struct noe_walk *walk, uint32_t node, const char *const *breakpoints, size_t count,
                                 uint32_t steps);

/* Is an invariant false in the state? Its name, or NULL. */
const char *noe_explore_violated(struct noe_walk *walk, const int64_t *state);

/* Which states are near a node: within `depth` steps, `most` at most; of each orbit one, if `orbits`. */
enum { NOE_AROUND_DEPTH = 4 /* what people are offered */ };
struct noe_near {
  uint32_t depth, most;
  bool orbits;
};

/* Edges are pairs of positions; the node itself is at 0. */
struct noe_around {
  NOE_LIST(const int64_t *) states;
  NOE_LIST(uint32_t) depths;
  struct noe_around_edge {
    uint32_t from, to;
    const struct noe_clause *clause;
  } * edges;
  size_t edge_count, edge_capacity;
  bool is_cut, is_full; /* there are more states; since `most` were met */
};
void noe_explore_around(struct noe_walk *walk, struct noe_arena *arena, uint32_t node, struct noe_near near,
                        struct noe_around *around);

/* Walks to the state at a position; the node there, or NOE_WALK_NONE if there is no such position. */
uint32_t noe_explore_around_to(struct noe_walk *walk, uint32_t node, struct noe_near near, uint32_t at);

#endif
