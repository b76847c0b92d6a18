/* States that a small search from a node has met: each once, with the firing that led to it first. */
#ifndef NOE_EXPLORE_VISITS_H
#define NOE_EXPLORE_VISITS_H

#include "explore/walk.h"

struct noe_visit {
  uint32_t parent; /* a position in the list, or NOE_WALK_NONE */
  const struct noe_clause *clause;
  const int64_t *arguments;
  const int64_t *state; /* NULL: before the start states */
};

struct noe_visits {
  struct noe_walk *walk;
  struct noe_arena *arena;
  bool orbits; /* states that differ in names only are one */
  NOE_LIST(struct noe_visit) list;
  NOE_LIST(const uint8_t *) keys;
  NOE_LIST(uint32_t) lengths;
  uint32_t *table; /* the list by the hash of its keys, 0: none, else 1 + position */
  size_t slots;
  uint64_t most;
};

/* The first visit is the node; `most` are to be met, or fewer if they are large. */
void noe_explore_visits_open(struct noe_visits *visits, struct noe_walk *walk, uint32_t node, uint64_t most,
                             bool orbits);
void noe_explore_visits_close(struct noe_visits *visits);

/* The position of the state, new (`*is_new`) or known. */
uint32_t noe_explore_visits_add(struct noe_visits *visits, struct noe_visit visit, bool *is_new);

/* The instances that can fire at a position: walk->enabled. */
void noe_explore_visits_enable(struct noe_visits *visits, uint32_t at);

/* The state after instance `i` of these, in the arena of the visits; NULL: there is none. */
const int64_t *noe_explore_visits_successor(struct noe_visits *visits, uint32_t at, size_t i);

/* Fires the steps from the node to a position; the node of the walk there. */
uint32_t noe_explore_visits_go(struct noe_visits *visits, uint32_t node, uint32_t at);

#endif
