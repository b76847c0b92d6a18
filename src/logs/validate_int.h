/* Between the files that validate logs. */
#ifndef NOE_LOGS_VALIDATE_INT_H
#define NOE_LOGS_VALIDATE_INT_H

#include "logs/validate.h"
#include "system/enabled.h"

/* Candidates, by number. */
struct noe_candidate_list {
  uint32_t *items;
  uint32_t count, capacity;
};

struct noe_validator {
  const struct noe_task *task;
  const struct noe_model *model;
  const struct noe_log *log;
  struct noe_machine *machine;
  struct noe_enabled enabled;
  struct noe_candidates candidates;
  struct noe_candidate_list current; /* C(i-1) */
  struct noe_candidate_list before;  /* B(i) */
  struct noe_candidate_list after;   /* C(i), as far as it is known */
  uint32_t index;                    /* i, from 0 */
  uint32_t from;                     /* the candidate that is expanded, or NOE_NO_CANDIDATE: start states are */
  int64_t *state, *successor;        /* its state; where a firing leads */
  struct noe_near_miss *nearest;     /* of this line, in buffers of its own: */
  int64_t *near_before, *near_after, *near_arguments;
  bool has_nearest;
  enum noe_stop stop;
  double began;
  uint32_t ticks;
  struct noe_validation *validation;
};

/* A run that ends in a candidate, with the lines that tell of its steps. */
void noe_logs_validate_run(struct noe_validator *validator, uint32_t candidate);

/* How an instance that the line may mean fared in the state that is expanded; `successor` is where it leads if
 * `status` is OK. Kept if nothing came nearer. `clause` NULL: the line tells of no firing, and the state itself
 * does not meet `unmet` demands. */
void noe_logs_validate_note(struct noe_validator *validator, const struct noe_clause *clause, const int64_t *arguments,
                            enum noe_replay_status status, uint32_t unmet);

/* What came nearest to the line, out of the buffers. */
void noe_logs_validate_nearest(struct noe_validator *validator);

#endif
