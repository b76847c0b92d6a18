/* Executing a system (system/system.h) while temporal claims are judged: a view of it, the fairness groups, and why
 * to give up. Points are followed by name, and so fewer instances are alike than in a search: the space has its own
 * filter for leaders, and start states are fired one by one.
 *
 * Without symmetry there are no points, every state is its own representative, and
 * nothing is tracked. */
#ifndef NOE_FAIR_SPACE_H
#define NOE_FAIR_SPACE_H

#include "fair/groups.h"
#include "system/successors.h"
#include "verdict/limits.h"

struct noe_product;
struct noe_expander;

struct noe_space {
  const struct noe_task *task;
  struct noe_limits *limits; /* NULL: another thread looks at the clock, and says so in */
  const atomic_bool *halt;   /* true: end */
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_system *system;
  struct noe_view view;
  const struct noe_symmetry *symmetry; /* of no point, if there is none */
  struct noe_expander *expander;       /* who is given the steps that the view delivers */
  const struct noe_groups *groups;
  bool *chooses; /* by rule: picks elements of a multiset that permutations move */

  const struct noe_twins *leaders; /* whose orbits of instances are fired once; NULL: all are fired */
  int32_t *points;                 /* scratch: those of a tuple of arguments */
  int64_t *state, *scratch;
  const struct noe_lowered *lowered; /* the model as its text has it; NULL: nobody has asked yet */

  enum noe_stop stop;              /* why to give up; every loop looks at it */
  uint32_t asked;                  /* how often noe_fair_is_stopped was called: most calls look at nothing else */
  struct noe_broken broken;        /* what NOE_STOP_ORDER is about */
  uint64_t nodes, expanded, steps; /* of all graphs, for progress */
  const char *claim;               /* likewise: the claim that is judged, its number among so many, */
  uint32_t claim_number, claim_count;
  const struct noe_product *product; /* and its product, if there is one */
  bool trouble;                      /* something had a run-time error: there may be runs that nobody saw */
  const char *error;                 /* a mistake of noether's; `stop` is NOE_STOP_ERRORS then */
};

/* May escape; can be closed then. `heed`: respect the fairness marks. */
void noe_fair_space_open(struct noe_space *space, const struct noe_task *task, struct noe_limits *limits,
                         struct noe_system *system, bool heed);
void noe_fair_space_close(struct noe_space *space);

/* The space of another thread, on memory of its own, which ends when `halt` becomes true. It shares what is only read
 * with `space`, and is closed before it. */
void noe_fair_space_share(struct noe_space *space, const struct noe_space *owner, struct noe_memory *memory,
                          const atomic_bool *halt);

/* Instances that may fire in `state`, into space->view.enabled: one for each orbit under
 * `leaders`, all of them if that is NULL. False if something stopped it. */
bool noe_fair_instances(struct noe_space *space, const int64_t *state, const struct noe_twins *leaders);
bool noe_fair_starts(struct noe_space *space);

/* Is it the one of its orbit under space->leaders? */
bool noe_fair_leads(struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments);

/* Fires; true if there is such a step: it runs to its end, and no assumption is against
 * the state that it leads to. `state` is NULL for a start state. */
bool noe_fair_fire(struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments,
                   const int64_t *state, int64_t *after);

/* The last part of it: is no assumption against this state? */
bool noe_fair_assume(struct noe_space *space, const int64_t *state);

/* An evaluation ended like this: notes what it means for the space. */
void noe_fair_note_outcome(struct noe_space *space, enum noe_outcome outcome);

/* Time and interrupts; called often. */
bool noe_fair_is_stopped(struct noe_space *space);
bool noe_fair_impatient(void *space); /* the same at once, for those who ask now and then */

#endif
