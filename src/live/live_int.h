/* Between the files that judge AG EF on the graph of a search that is complete (explicit/search.h). */
#ifndef NOE_LIVE_LIVE_INT_H
#define NOE_LIVE_LIVE_INT_H

#include "live/marks.h"
#include "base/bitset.h"
#include "base/random.h"
#include "explicit/search.h"
#include "live/edges.h"
#include "live/successors.h"

/* An instance of a claim; its bit in a row of marks is its place in the list. */
struct noe_goal {
  const struct noe_clause *property;
  int64_t *arguments;     /* NULL: a parameter has no value, and there is nothing to show */
  uint64_t index;         /* among the instances of the property */
  bool is_first, is_last; /* of the property */
};

/* Which nodes can reach a goal: the edges turned around, and the goals found so far. */
struct noe_backward {
  uint64_t nodes;
  uint64_t *offsets; /* by target: where its sources begin; one more at the end */
  uint32_t *sources;
  uint32_t *stack; /* nodes that reach the goal and whose sources are still to be visited */
  struct noe_bitset reach;
};

/* What one worker needs of its own, on its own memory. */
struct noe_live_worker {
  struct noe_edges edges;                /* between the states that sweeps have left (rest.c) */
  struct noe_successor_visitor *visitor; /* successors.c: what wants to know successors */
  struct noe_firsts *firsts;             /* likewise */
  struct noe_random random;              /* sweep.c */
  struct noe_stop_over *path;            /* likewise */
};

/* What the workers share; they write atomic members and marks only. */
struct noe_live {
  struct noe_marks marks;
  uint64_t full;                       /* goals that are reached from somewhere: what a row may become */
  uint64_t left;                       /* states whose row is not that, after a sweep */
  _Atomic bool changed;                /* the sweep has found something */
  bool upward;                         /* and goes from the first state to the last */
  uint64_t bottoms[NOE_FIRST_AT_ONCE]; /* where exits end */

  struct noe_goal goals[NOE_MOST_GOALS];
  uint32_t goal_count;
  uint32_t property;               /* the goals that follow are instances of this one and of later ones: */
  uint64_t index;                  /* the next is this one of it */
  int64_t *arguments;              /* rows: of each goal, of the next one, then of each worker */
  _Atomic uint64_t seen, trouble;  /* goals that hold somewhere; that cannot be told somewhere */
  const struct noe_clause *noting; /* errors of this claim are being recorded */
  uint32_t *first_bits;            /* by property: where compiled code puts its instances; NOE_NO_GOALS */
  uint32_t row_bits;               /* of all of them; 0: that is too many, the interpreter has to look */

  struct noe_bitset rest; /* rest.c: by id: states whose row is not full */
  uint32_t *ranks;        /* by word of it: how many come before */
  _Atomic bool crowded;   /* there is no memory for the edges between them */

  struct noe_marks aside; /* home.c: of the claims, while `marks` are those of the home state */
  uint32_t homes;         /* properties that have been looked at there */
  bool is_tried;          /* whether all instances have a value in all states: */
  _Atomic bool unfit;     /* no */
  bool is_known;          /* is there such a state? */
  uint64_t home;          /* its number; or NOE_NO_STATE */

  struct noe_backward backward;
  struct noe_pairs *pairs;         /* indexed.c */
  struct noe_live_worker *workers; /* by number */
};

/* That of the search, from when it is complete to the end. */
static inline struct noe_live *noe_live_of(const struct noe_search *search) { return search->guest_data; }
static inline struct noe_live_worker *noe_live_worker(const struct noe_worker *worker) {
  return &noe_live_of(worker->search)->workers[worker->number];
}

/* native.c: can every instance of the liveness claims with symmetric parameters be told in the state
 * of worker->key? False: ask the interpreter. */
bool noe_live_native_trials(struct noe_worker *worker);
/* Goals of liveness claims in the state whose key is worker->key, into the first `count`
 * bits of `bits`: see noe_native_frame. False: ask the interpreter. */
bool noe_live_native_goals(struct noe_worker *worker, const uint32_t *first_bits, uint64_t *bits, uint32_t count);

/* follow.c: marks with the goals what reaches them by the witness successors that the search has noted. Of the states
 * that lead no lower and do not reach all goals, `bottoms` are the first, `room` of them at most; returns how many.
 * Never escapes. */
uint32_t noe_live_follow_witnesses(struct noe_search *search, uint64_t *bottoms, uint32_t room);

/* backward.c: turns the edges of `count` workers around and frees them. False if there is
 * no memory, or there are too many nodes to tell apart. */
bool noe_live_reverse_edges(struct noe_search *search, struct noe_edges *const *edges, uint32_t count, uint64_t nodes);
void noe_live_backward_free(struct noe_search *search);
/* Adds to `reach` all that lead to what is in it. */
void noe_live_close_backwards(struct noe_search *search);

/* goals.c: the next instances of claims that no permutation moves, as many as there
 * are bits and memory for; false if there are none left. May escape. */
void noe_live_goals_init(struct noe_search *search);
bool noe_live_goals_next(struct noe_search *search);
/* Marks the states in which goals hold. */
void noe_live_goals_seed(struct noe_search *search);
/* Records the errors of all instances of a claim that has goals in the list, in all states. */
void noe_live_goals_note_errors(struct noe_search *search, const struct noe_clause *property);
/* Does the instance hold in worker->view.state, which is state `id`? Records errors. */
bool noe_live_test(struct noe_worker *worker, const struct noe_clause *property, const int64_t *arguments, uint64_t id);

/* sweep.c: rows for all states; false if there is no memory. */
bool noe_live_make_marks(struct noe_search *search, uint32_t goals);
/* Marks all states that can reach a goal of live->full with it, unless the search stops. */
void noe_live_sweep(struct noe_search *search);

/* rest.c: marks all states that can reach a goal with it, by the edges between the states that are left. False if there is
 * no memory for them; then nothing is lost. */
bool noe_live_rest(struct noe_search *search);
void noe_live_rest_free(struct noe_search *search);

/* home.c: claims about one process that a state decides which all others can reach;
 * those among the properties before number `end` that were not looked at yet. May escape. */
void noe_live_home(struct noe_search *search, uint32_t end);

/* indexed.c: a claim about symmetric values, which must be followed through the permutations. May escape. */
void noe_live_indexed(struct noe_search *search, const struct noe_clause *property);
/* Its graph, which the next claim may use again. */
void noe_live_pairs_free(struct noe_search *search);

/* Of states with the numbers >= `number`, how many lie no deeper than it: numbers grow
 * with the depth. */
uint64_t noe_live_same_depth(const struct noe_search *search, uint64_t number);

#endif
