/* Walking the real system along a path of the quotient.
 *
 * The walker stands in a real state c of a node (representative r, frame f), and
 * keeps the names h with h c = r that the path has brought it. A path says which node to go
 * to next, and perhaps what a given group must be called there, or that the step must take
 * it. The step that the quotient knows is one of many that symmetries of the node carry
 * into each other; the right one is found by a symmetry rho that moves the group which the
 * known step treats as wanted to the group in question:
 *
 *   known: i from r to t, with names p       real: h^-1 rho i from c to h^-1 rho t, names p rho^-1 h.
 *
 * Nothing but the quotient's own edges is used, so that it does not matter whether the
 * canonical forms of permuted states name the points alike. */
#ifndef NOE_FAIR_WALK_H
#define NOE_FAIR_WALK_H

#include "fair/cycles.h"

enum { NOE_NO_CLASS = UINT32_MAX, NOE_CLASS_TAKEN = UINT32_MAX - 1 };

/* One step of a path. */
struct noe_path_step {
  uint32_t rule;
  uint32_t target; /* product node */
  uint32_t class;  /* of the group followed, in the target; or that it is taken; or nothing */
  uint64_t marks;
  uint64_t step_letter; /* what it satisfies of propositions about steps */
};

struct noe_path_list {
  struct noe_path_step *items;
  size_t count, room;
};

/* What a search for a path is after. */
enum noe_path_goal {
  NOE_PATH_TO_SET,   /* a node of the fair component */
  NOE_PATH_INTO,     /* a graph node of walk->goal */
  NOE_PATH_TO_NODE,  /* `number` */
  NOE_PATH_TO_MARK,  /* over an edge with one of `marks` */
  NOE_PATH_TO_SERVE, /* until the thread `class` of the first node is taken, or (weak) disabled */
};

struct noe_walk {
  struct noe_product *product;
  struct noe_cycles *cycles; /* whose topmost component is the fair one; NULL: paths go anywhere */
  const struct noe_bitset *goal;
  struct noe_path_list path; /* found last */
  struct noe_trace_step *steps;
  size_t step_count, step_room;
  size_t stem; /* steps that a loop must not swallow, the start state counted; the start state itself it never does */

  uint32_t at;           /* product node */
  uint16_t *names;       /* of the points of the real state, in the node */
  int64_t *state;        /* r */
  uint16_t *after_names; /* p */
  uint16_t *turn;        /* from names in `here` to real ones: h^-1 rho */
  uint16_t *back;        /* scratch */
  int64_t *after;        /* t */
  bool *served;          /* by group; NULL: nobody asks */

  struct noe_path_queue *queue;
  size_t queue_count, queue_room;
  uint32_t *stamps; /* by product node, or by thread */
  size_t stamp_room;
  uint32_t stamp;
};

/* May escape; can be freed then. */
void noe_fair_walk_init(struct noe_walk *walk, struct noe_product *product, struct noe_cycles *cycles);
void noe_fair_walk_free(struct noe_walk *walk);

/* A shortest path from one of the starts, into walk->path. False if there is none. With
 * cycles, TO_SET stays below cycles->limit, everything else in the component. */
bool noe_fair_find_path(struct noe_walk *walk, const uint32_t *starts, uint32_t count, enum noe_path_goal goal,
                        uint32_t number, uint64_t marks, uint32_t *start);

/* Takes a real start state of this product node. False if there is none. */
bool noe_fair_walk_start(struct noe_walk *walk, uint32_t node);

/* Goes back to where it was after so many steps, in this product node, with these names. */
void noe_fair_walk_return(struct noe_walk *walk, uint32_t node, const uint16_t *names, size_t steps);

/* Takes a step, following `group` (or NOE_NO_CLASS: none). False if there is none. Standing
 * still by no rule leaves no trace. */
bool noe_fair_walk_step(struct noe_walk *walk, const struct noe_path_step *step, uint32_t group);

/* The frame of the node walked to. */
const struct noe_fair_frame *noe_fair_walk_frame(const struct noe_walk *walk);

/* What a real group is called in the node walked to, and the class of that. */
uint32_t noe_fair_walk_group(const struct noe_walk *walk, uint32_t group);
uint32_t noe_fair_walk_class(const struct noe_walk *walk, uint32_t group);

/* Adds a step by a permuted instance to a permuted state; elements of multisets have to be
 * found again. False if there is none. */
bool noe_fair_walk_push(struct noe_walk *walk, const uint16_t *permutation, const struct noe_clause *clause,
                        const int64_t *arguments, const int64_t *after);

static inline const int64_t *noe_walk_state(const struct noe_walk *walk) {
  return walk->steps[walk->step_count - 1].state;
}

#endif
