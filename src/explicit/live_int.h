/* Between the files that judge AG EF: live.c, live_goals.c, live_sweep.c, live_rest.c,
 * live_home.c, live_indexed.c. */
#ifndef NOE_EXPLICIT_LIVE_INT_H
#define NOE_EXPLICIT_LIVE_INT_H

#include "explicit/marks.h"
#include "explicit/search_int.h"
#include "explicit/successors.h"

/* An instance of a claim; its bit in a row of marks is its place in the list. */
struct noe_goal {
  const struct noe_clause *property;
  int64_t *arguments;     /* NULL: a parameter has no value, and there is nothing to show */
  uint64_t index;         /* among the instances of the property */
  bool is_first, is_last; /* of the property */
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

  struct noe_bitset rest; /* live_rest.c: by id: states whose row is not full */
  uint32_t *ranks;        /* by word of it: how many come before */
  _Atomic bool crowded;   /* there is no memory for the edges between them */

  struct noe_marks aside; /* live_home.c: of the claims, while those of home are at hand */
  uint32_t homes;         /* properties that have been looked at there */
  bool is_tried;          /* whether all instances have a value in all states: */
  _Atomic bool unfit;     /* no */
  bool is_known;          /* is there such a state? */
  uint64_t home;          /* its number; or NOE_NO_STATE */
};

/* backward.c: turns the edges of `count` workers around and frees them. False if there is
 * no memory, or there are too many nodes to tell apart. */
bool noe_explicit_reverse_edges(struct noe_search *search, struct noe_edges *const *edges, uint32_t count,
                                uint64_t nodes);
void noe_explicit_backward_free(struct noe_search *search);
/* Adds to `reach` all that lead to what is in it. */
void noe_explicit_close_backwards(struct noe_search *search);

/* live_goals.c: the next instances of claims that no permutation moves, as many as there
 * are bits and memory for; false if there are none left. May escape. */
void noe_explicit_goals_init(struct noe_search *search);
bool noe_explicit_goals_next(struct noe_search *search);
/* Marks the states in which goals hold. */
void noe_explicit_goals_seed(struct noe_search *search);
/* Records the errors of all instances of a claim that has goals at hand, in all states. */
void noe_explicit_goals_note_errors(struct noe_search *search, const struct noe_clause *property);
/* Does the instance hold in worker->view.state, which is state `id`? Records errors. */
bool noe_explicit_live_test(struct noe_worker *worker, const struct noe_clause *property, const int64_t *arguments,
                            uint64_t id);

/* live_sweep.c: rows for all states; false if there is no memory. */
bool noe_explicit_make_marks(struct noe_search *search, uint32_t goals);
/* Marks all states that can reach a goal of live->full with it, unless the search stops. */
void noe_explicit_sweep(struct noe_search *search);

/* live_rest.c: the same, by the edges between the states that are left. False if there is
 * no memory for them; then nothing is lost. */
bool noe_explicit_live_rest(struct noe_search *search);
void noe_explicit_live_rest_free(struct noe_search *search);

/* live_home.c: claims about one process that a state decides which all others can reach;
 * those among the properties before number `end` that were not looked at yet. May escape. */
void noe_explicit_live_home(struct noe_search *search, uint32_t end);

/* Of states with the numbers >= `number`, how many lie no deeper than it: numbers grow
 * with the depth. */
uint64_t noe_explicit_same_depth(const struct noe_search *search, uint64_t number);

#endif
