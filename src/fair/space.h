/* The states of a model, seen up to symmetry, while some points are being followed.
 *
 * A claim about process c cannot be read on a representative alone: which of its
 * processes is c? The points that a claim speaks of are *tracked*: their names are
 * carried along. A *spot* is a representative together with the names there of the
 * tracked points, and two spots are the same if a symmetry of the representative
 * carries the tracked names of one into those of the other (ALGORITHMS 2.1, AQS with
 * tracked index). Symmetries of a representative are those of its twins.
 *
 * Without symmetry there are no points, every state is its own representative, and
 * nothing is tracked. */
#ifndef NOE_FAIR_SPACE_H
#define NOE_FAIR_SPACE_H

#include "explicit/enabled.h"
#include "fair/groups.h"
#include "model/engine.h"
#include "symmetry/canon.h"
#include "symmetry/prove.h"

struct noe_space {
  const struct noe_task *task;
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_proof *proof; /* of the symmetry */
  const struct noe_symmetry *symmetry;
  struct noe_canoniser *canoniser; /* NULL: no symmetry */
  struct noe_machine *machine;
  struct noe_enabled enabled;
  const struct noe_groups *groups;
  bool has_assumptions;
  bool *chooses; /* by rule: picks elements of a multiset that permutations move */

  struct noe_canoniser *observer; /* of states whose letter is asked for; NULL: few points, or none */
  struct noe_twins observed;
  int64_t *form;
  struct noe_twins raw;           /* of the state canonised last, in its own names */
  uint16_t *raw_class;            /* the same in the names of its representative */
  uint16_t *moved, *moved_from;   /* scratch: a permutation of the representative, and its inverse */
  const struct noe_twins *leaders; /* whose orbits of instances are fired once; NULL: all are fired */
  int32_t *points;                /* scratch: those of a tuple of arguments */
  int64_t *state, *scratch;

  enum noe_stop stop; /* why to give up; every loop looks at it */
  uint32_t culprit;   /* the loop that NOE_STOP_ORDER is about */
  double deadline;    /* seconds, as of noe_fair_now; 0: none */
  uint32_t ticks;
  double began, next_progress;
  uint64_t nodes, expanded, steps; /* of all graphs, for progress */
  bool trouble; /* something had a run-time error: there may be runs that nobody saw */
  const char *error; /* a mistake of noether's; `stop` is NOE_STOP_ERRORS then */
};

/* A state that was placed. */
struct noe_spot {
  int64_t *state;    /* the representative */
  uint16_t *names;   /* p with p(state placed) = representative: a point's name there */
  uint16_t *tracked; /* names of the tracked points */
  struct noe_twins twins; /* of the representative; tracked points have none; ranks go by point */
  uint16_t *members, *begins; /* points of each class of twins */
  uint32_t *classes; /* by group, as it is called in the representative */
  uint32_t class_count;
};

/* May escape; can be closed then. `heed`: respect the fairness marks. */
void noe_fair_space_open(struct noe_space *space, const struct noe_task *task, struct noe_proof *proof, bool heed);
void noe_fair_space_close(struct noe_space *space);

void noe_fair_spot_init(struct noe_space *space, struct noe_spot *spot, uint32_t tracked);

/* Places any state, with the names of the tracked points in it. */
void noe_fair_place(struct noe_space *space, const int64_t *state, const uint16_t *tracked, uint32_t count,
                    struct noe_spot *spot);

/* The spot of a representative and tracked names that were the outcome of noe_fair_place:
 * nothing moves. */
void noe_fair_replace(struct noe_space *space, const int64_t *state, const uint16_t *tracked, uint32_t count,
                      struct noe_spot *spot);

/* Instances that may fire in `state`, into space->enabled: one for each orbit under
 * `leaders`, all of them if that is NULL. False if something stopped it. */
bool noe_fair_instances(struct noe_space *space, const int64_t *state, const struct noe_twins *leaders);
bool noe_fair_starts(struct noe_space *space);

/* From now on the machine judges in this state: values that can be exchanged in it
 * need not all be looked at. Ends with noe_model_machine_exchange(machine, NULL). */
void noe_fair_observe(struct noe_space *space, const int64_t *state);

/* Fires; true if there is such a step: it runs to its end, and no assumption is against
 * the state that it leads to. `state` is NULL for a start state. */
bool noe_fair_fire(struct noe_space *space, const struct noe_clause *clause, const int64_t *arguments,
                   const int64_t *state, int64_t *after);

/* An evaluation ended like this: notes what it means for the space. */
void noe_fair_note_outcome(struct noe_space *space, enum noe_outcome outcome);

/* Time and interrupts; called often. */
double noe_fair_now(void);
bool noe_fair_is_stopped(struct noe_space *space);

#endif
