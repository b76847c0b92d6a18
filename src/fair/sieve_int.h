/* The parts of a sieve; for its own files. */
#ifndef NOE_FAIR_SIEVE_INT_H
#define NOE_FAIR_SIEVE_INT_H

#include "fair/cycles.h"
#include "fair/sieve.h"

enum { NOE_SIEVE_STATES = 16, NOE_SIEVE_NEW = 0, NOE_SIEVE_DEAD = UINT32_MAX };

/* A place of the product: node * states + number of the automaton state among those that are looked at. */
struct noe_sieve_place {
  uint32_t place, orbit;
};

struct noe_sieve_cursor {
  struct noe_sieve_place at;
  uint32_t step; /* of the orbit */
  uint16_t move; /* of the row of its kind */
  uint16_t arc;  /* of the automaton state: the next one */
};

struct noe_sieve_edge {
  struct noe_sieve_place target;
  uint64_t marks;
  uint32_t move; /* of the graph, or NOE_NO_NODE: standing still */
};

struct noe_sieve {
  struct noe_dense dense;
  struct noe_fair_graph *graph;
  const struct noe_automaton *automaton; /* or NULL: */
  const struct noe_monitor *monitor;
  uint64_t hopeful;
  bool waits;      /* every node is in the initial state, which is not looked at */
  uint32_t states; /* that are looked at */
  uint32_t state_of[NOE_SIEVE_STATES], number_of[NOE_SIEVE_STATES];
  uint64_t visited, edges;

  /* Gabow's algorithm: a place is new, dead, or live: 1 + its position among the live ones. */
  uint32_t *status;
  struct noe_sieve_place *live;
  size_t live_count, live_room;
  uint32_t *roots; /* positions of live places where partial components begin */
  size_t root_count, root_room;
  struct noe_sieve_cursor *path;
  size_t path_count, path_room;

  /* Sets to be searched again, the last one first: their places, and where each begins. */
  uint32_t *again;
  size_t again_count, again_room;
  size_t *sets;
  size_t set_count, set_room;
  bool found;

  /* Threads of the component that is judged: by frame, if it was met (its stamp), the first one. */
  uint32_t stamp;
  uint32_t *frame_stamps, *frame_threads, *move_stamps;
  uint32_t *parents;
  uint8_t *flags;
  size_t thread_count, thread_room, flag_room;
  uint32_t *enabled; /* by class: the stamp of the node that it is enabled in */
  uint32_t node_stamp;
  uint64_t marks;
  bool is_cyclic;
};

/* The next edge; false if there is none. Edges of a node come several times if the automaton has several arcs. */
bool noe_fair_sieve_next(struct noe_sieve *sieve, struct noe_sieve_cursor *cursor, struct noe_sieve_edge *edge);

/* sieve_fair.c: the live places from `root` on are a component. True: it may have a fair cycle. Otherwise the places
 * that are left of it, if any, are a new set to be searched. */
bool noe_fair_sieve_component(struct noe_sieve *sieve, uint32_t root);

#endif
