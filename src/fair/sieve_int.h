/* The parts of a sieve; for its own files.
 *
 * Several threads search one product, each depth first with stacks of its own, in an order of its own. They share what is
 * decided: a component that one of them has completed is dead to all. Until then several may have a place among their
 * live ones, and find out the same; since they go different ways, that is the smaller part.
 *
 * Who has completed a component judges it, and then closes its places: under a lock, unless somebody else has closed
 * them, it makes all of them closing, and then all of them dead. So whoever sees a dead place of a component finds no
 * open one in it. A searcher may therefore complete a part of a component that is dead already, but it closes none of
 * its places. A part in which it sees a fair cycle is as good as the whole: of what is not served in a component
 * nothing is served in a part of it. So neither the answer nor the numbers depend on the threads
 * (docs/algorithms.md#components-by-several-threads). */
#ifndef NOE_FAIR_SIEVE_INT_H
#define NOE_FAIR_SIEVE_INT_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "fair/cycles.h"
#include "fair/sieve.h"
#include "fair/team.h"

enum { NOE_SIEVE_STATES = 16 };

/* What a place is to a searcher: new; left; or live: 1 + its position. */
enum { NOE_SIEVE_NEW = 0, NOE_SIEVE_LEFT = UINT32_MAX };
/* What it is to all of them. */
enum noe_sieve_shared { NOE_SIEVE_OPEN, NOE_SIEVE_CLOSING, NOE_SIEVE_DEAD };
enum { NOE_SIEVE_SEARCHERS = 8, NOE_SIEVE_LINE = 128 };
enum { NOE_SIEVE_LETTERS = 256 }; /* that a byte holds */

/* A place of the product: node, in front of `shift` bits with the number of the automaton state among those that are
 * looked at. */
struct noe_sieve_place {
  uint32_t place, orbit;
};

/* A place that belongs to a searcher. */
struct noe_sieve_live {
  struct noe_sieve_place at;
  uint32_t edges; /* that leave it, in the product */
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

/* What all searchers read, and the status of places, which they change. */
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

  uint32_t words;  /* of a set of classes */
  uint64_t *taken; /* by move: the classes that it takes; NULL: nobody asks */

  struct noe_fair_team *team;  /* NULL: one thread searches */
  bool is_shared;              /* this round is searched by all of it */
  _Atomic uint8_t *shared;     /* by place: open, closing, or dead; NULL: there is one searcher */
  pthread_mutex_t lock;        /* who has it closes places */
  uint32_t round;              /* the first one is round 0 */
  struct noe_sieve_place *set; /* what others search: places that are left of components */
  size_t set_count, set_room;
  atomic_bool found, is_done; /* a fair cycle, or a bad path; all roots of this round are dead */
  struct noe_sieve_searcher *searchers;
  uint32_t searcher_count;
};

struct noe_sieve_searcher {
  struct noe_sieve *sieve;
  struct noe_memory *memory;
  uint32_t number;
  uint32_t met;   /* edges of the place at hand */
  uint64_t edges; /* of places that it has closed */
  uint32_t *status;

  /* Gabow's algorithm. */
  struct noe_sieve_live *live;
  size_t live_count, live_room;
  uint32_t *roots; /* positions of live places where partial components begin */
  size_t root_count, root_room;
  struct noe_sieve_stop *path;
  size_t path_count, path_room;
  struct noe_sieve_place *ahead;
  size_t ahead_count, ahead_room;

  /* What is left of components, to be searched in the next round. */
  struct noe_sieve_place *again;
  size_t again_count, again_room;

  /* Threads of the component that is judged: by frame, if it was met (its stamp), the first one. */
  uint32_t stamp;
  uint32_t *frame_stamps, *frame_threads, *move_stamps;
  uint32_t *frames_met; /* those of the component */
  size_t met_count, met_room;
  uint32_t *parents;
  uint8_t *flags;
  size_t thread_count, thread_room, flag_room;
  /* Sets of classes: those that a node enables; by frame, those that were seen enabled, and not enabled; or, when the
   * component was judged, those not served, in the place of the former. */
  uint64_t *enabled, *seen_on, *seen_off;
  uint64_t marks;
  uint32_t root, frame; /* where the component begins among the live places; frame of the place at hand */
  bool is_cyclic;
  char apart[NOE_SIEVE_LINE]; /* no two searchers write to one line of a cache */
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

/* Who sees that a place is dead sees that no place of its component is open. */
static inline enum noe_sieve_shared noe_sieve_shared(const struct noe_sieve *sieve, uint32_t place) {
  return sieve->shared ? atomic_load_explicit(&sieve->shared[place], memory_order_acquire) : NOE_SIEVE_OPEN;
}
static inline bool noe_sieve_is_live(uint32_t status) { return status != NOE_SIEVE_NEW && status != NOE_SIEVE_LEFT; }

/* sieve_arcs.c: makes the table of arcs, if there can be one. May escape. */
void noe_fair_sieve_list_arcs(struct noe_sieve *sieve);

/* sieve_arcs.c: the states that may follow one when a letter is read, one after the other: `*number` is that of the
 * next one, and grows. False if there are no more. What is bad is found. */
bool noe_fair_sieve_read(struct noe_sieve *sieve, uint32_t state, uint64_t letter, uint16_t *number, uint32_t *after,
                         uint64_t *marks);

/* What to do with an edge. */
typedef void noe_sieve_meet(struct noe_sieve_searcher *searcher, const struct noe_sieve_edge *edge);

/* All edges of a place that are made of a move, which leads to this orbit. */
static inline void noe_sieve_each_arc(struct noe_sieve_searcher *searcher, uint32_t place, uint32_t orbit,
                                      struct noe_dense_move move, noe_sieve_meet *meet) {
  struct noe_sieve *sieve = searcher->sieve;
  uint32_t node = sieve->dense.base[orbit] + move.rank, number = noe_sieve_state(sieve, place), after;
  uint64_t letter = noe_dense_letter(&sieve->dense, node);
  struct noe_sieve_edge edge = {{0, orbit}, 0, move.move};
  if (sieve->first_arc) {
    const uint32_t *first = &sieve->first_arc[number * NOE_SIEVE_LETTERS + letter];
    for (uint32_t i = first[0]; i < first[1]; i++) {
      edge.target.place = node << sieve->shift | sieve->arcs[i].target;
      edge.marks = sieve->arcs[i].marks;
      meet(searcher, &edge);
    }
    return;
  }
  for (uint16_t i = 0; noe_fair_sieve_read(sieve, sieve->state_of[number], letter, &i, &after, &edge.marks);) {
    edge.target.place = node << sieve->shift | sieve->number_of[after];
    meet(searcher, &edge);
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

/* sieve.c: all rounds, on what is prepared. May escape. */
enum noe_sieve_answer noe_fair_sieve_search_all(struct noe_sieve *sieve, struct noe_fair_orbits *orbits);

/* sieve_search.c: searches this round, as one of the searchers. False if stopped; nothing is said then. May escape. */
bool noe_fair_sieve_search(struct noe_sieve_searcher *searcher);

/* sieve_fair.c: makes the table of the classes that moves take. May escape. */
void noe_fair_sieve_list_taken(struct noe_sieve *sieve);

/* sieve_fair.c: the live places from `root` on are a component. True: it may have a fair cycle. Otherwise the places
 * that are left of it, if any, are to be searched again. May escape. */
bool noe_fair_sieve_component(struct noe_sieve_searcher *searcher, uint32_t root);
void noe_fair_sieve_free_threads(struct noe_sieve_searcher *searcher);

#endif
