/* The parts of a sieve; for its own files. */
#ifndef NOE_FAIR_SIEVE_INT_H
#define NOE_FAIR_SIEVE_INT_H

#include "fair/cycles.h"
#include "fair/sieve.h"

enum { NOE_SIEVE_STATES = 16, NOE_SIEVE_NEW = 0, NOE_SIEVE_DEAD = UINT32_MAX };
enum { NOE_SIEVE_LETTERS = 256 }; /* that a byte holds */

/* A place of the product: node, in front of `shift` bits with the number of the automaton state among those that are
 * looked at. */
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

/* What a letter leads to: all edges of the automaton to one state. */
struct noe_sieve_arc {
  uint64_t marks;
  uint32_t target; /* its number */
};

struct noe_sieve {
  struct noe_dense dense;
  struct noe_fair_graph *graph;
  const struct noe_automaton *automaton; /* or NULL: */
  const struct noe_monitor *monitor;
  uint64_t hopeful;
  bool waits;      /* every node is in the initial state, which is not looked at */
  uint32_t states; /* that are looked at */
  uint32_t shift;  /* enough bits for them */
  uint32_t state_of[NOE_SIEVE_STATES], number_of[NOE_SIEVE_STATES];
  uint64_t visited, edges;

  /* Where letters are bytes: by state and letter, the first arc; one more at the end. NULL: they are not, or there is a
   * monitor. */
  uint32_t *first_arc;
  struct noe_sieve_arc *arcs;
  size_t arc_count, arc_room;

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
  /* Sets of classes, `words` each: those that a move takes (NULL: not asked for yet); those that a node enables; by
   * frame, those that were seen enabled, and not enabled. */
  uint32_t words;
  uint64_t *taken, *enabled, *seen_on, *seen_off;
  uint64_t marks;
  bool is_cyclic;
};

static inline uint32_t noe_sieve_node(const struct noe_sieve *sieve, struct noe_sieve_place at) {
  return at.place >> sieve->shift;
}
static inline uint32_t noe_sieve_rank(const struct noe_sieve *sieve, struct noe_sieve_place at) {
  return noe_sieve_node(sieve, at) - sieve->dense.base[at.orbit];
}
static inline uint32_t noe_sieve_state(const struct noe_sieve *sieve, uint32_t place) {
  return place & (((uint32_t)1 << sieve->shift) - 1);
}

/* The next edge; false if there is none. Edges of a node come several times if the automaton has several arcs. */
bool noe_fair_sieve_next(struct noe_sieve *sieve, struct noe_sieve_cursor *cursor, struct noe_sieve_edge *edge);

/* sieve_arcs.c: makes the table of arcs, if there can be one. May escape. */
void noe_fair_sieve_list_arcs(struct noe_sieve *sieve);

/* sieve_fair.c: the live places from `root` on are a component. True: it may have a fair cycle. Otherwise the places
 * that are left of it, if any, are a new set to be searched. */
bool noe_fair_sieve_component(struct noe_sieve *sieve, uint32_t root);

#endif
