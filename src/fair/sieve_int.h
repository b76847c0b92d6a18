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

/* A place on the path of the search. All its edges were looked at when it was entered; those that led to new places
 * are still to be followed: what lies above `ahead` among the places ahead. */
struct noe_sieve_stop {
  uint32_t place;
  bool loops; /* an edge leads back to the place itself */
  size_t ahead;
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
  struct noe_space *space;
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
  struct noe_sieve_stop *path;
  size_t path_count, path_room;
  struct noe_sieve_place *ahead;
  size_t ahead_count, ahead_room;

  /* Sets to be searched again, the last one first: their places, and where each begins. */
  struct noe_sieve_place *again;
  size_t again_count, again_room;
  size_t *sets;
  size_t set_count, set_room;
  bool found;

  /* Threads of the component that is judged: by frame, if it was met (its stamp), the first one. */
  uint32_t stamp;
  uint32_t *frame_stamps, *frame_threads, *move_stamps;
  uint32_t *frames_met; /* those of the component */
  size_t met_count, met_room;
  uint32_t *parents;
  uint8_t *flags;
  size_t thread_count, thread_room, flag_room;
  /* Sets of classes, `words` each: those that a move takes (NULL: not asked for yet); those that a node enables; by
   * frame, those that were seen enabled, and not enabled; or, when the component was judged, those not served, in the
   * place of the former. */
  uint32_t words;
  uint64_t *taken, *enabled, *seen_on, *seen_off;
  uint64_t marks;
  uint32_t root, frame; /* where the component begins among the live places; frame of the place at hand */
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

/* sieve_arcs.c: makes the table of arcs, if there can be one. May escape. */
void noe_fair_sieve_list_arcs(struct noe_sieve *sieve);

/* sieve_arcs.c: the states that may follow one when a letter is read, one after the other: `*number` is that of the
 * next one, and grows. False if there are no more. What is bad is found. */
bool noe_fair_sieve_read(struct noe_sieve *sieve, uint32_t state, uint64_t letter, uint16_t *number, uint32_t *after,
                         uint64_t *marks);

/* What to do with an edge. */
typedef void noe_sieve_meet(struct noe_sieve *sieve, const struct noe_sieve_edge *edge);

/* All edges of a place that are made of a move, which leads to this orbit. */
static inline void noe_sieve_each_arc(struct noe_sieve *sieve, uint32_t place, uint32_t orbit,
                                      struct noe_dense_move move, noe_sieve_meet *meet) {
  uint32_t node = sieve->dense.base[orbit] + move.rank, number = noe_sieve_state(sieve, place), after;
  uint64_t letter = noe_dense_letter(&sieve->dense, node);
  struct noe_sieve_edge edge = {{0, orbit}, 0, move.move};
  if (sieve->first_arc) {
    const uint32_t *first = &sieve->first_arc[number * NOE_SIEVE_LETTERS + letter];
    for (uint32_t i = first[0]; i < first[1]; i++) {
      edge.target.place = node << sieve->shift | sieve->arcs[i].target;
      edge.marks = sieve->arcs[i].marks;
      meet(sieve, &edge);
    }
    return;
  }
  for (uint16_t i = 0; noe_fair_sieve_read(sieve, sieve->state_of[number], letter, &i, &after, &edge.marks);) {
    edge.target.place = node << sieve->shift | sieve->number_of[after];
    meet(sieve, &edge);
  }
}

/* Standing still, where nothing leaves the orbit. */
static inline struct noe_dense_move noe_sieve_stillness(const struct noe_sieve *sieve, struct noe_sieve_place at) {
  return (struct noe_dense_move){noe_sieve_rank(sieve, at), NOE_NO_NODE};
}

/* The moves of a place by a step of its orbit, `*count` of them. */
static inline const struct noe_dense_move *noe_sieve_moves(const struct noe_sieve *sieve, uint32_t kind, uint32_t rank,
                                                           uint32_t *count) {
  size_t row = sieve->dense.first_row[kind] + rank;
  uint32_t first = sieve->dense.rows[row];
  *count = sieve->dense.rows[row + 1] - first;
  return sieve->dense.moves + first;
}

/* sieve_fair.c: the live places from `root` on are a component. True: it may have a fair cycle. Otherwise the places
 * that are left of it, if any, are a new set to be searched. */
bool noe_fair_sieve_component(struct noe_sieve *sieve, uint32_t root);

#endif
