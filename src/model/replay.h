/* Evidence is replayed: a run is believed only after the reference interpreter
 * has executed it again, step by step. */
#ifndef NOE_MODEL_REPLAY_H
#define NOE_MODEL_REPLAY_H

#include "model/result.h"

enum noe_replay_status {
  NOE_REPLAY_OK,               /* every step is possible and leads to the state shown */
  NOE_REPLAY_EMPTY,            /* no step at all */
  NOE_REPLAY_NOT_A_START,      /* step 0 is not a start state, or another step is one */
  NOE_REPLAY_NOT_ENABLED,      /* the instance cannot fire in the state before */
  NOE_REPLAY_OTHER_STATE,      /* it fires but leads elsewhere */
  NOE_REPLAY_OTHER_FAULT,      /* the run-time error does not occur, or another one does */
  NOE_REPLAY_UNEXPECTED_FAULT, /* a run-time error where the trace shows a state */
  NOE_REPLAY_DISCARDED,        /* an assumption rules the step out */
  NOE_REPLAY_HELD_BACK,        /* an instance of smaller priority is enabled */
  NOE_REPLAY_NOT_A_LOOP,       /* a lasso does not come back to where its loop begins */
  NOE_REPLAY_GOES_ON,          /* a lasso stands still in a state that a step leaves */
  NOE_REPLAY_UNFAIR,           /* the loop is not fair */
};

struct noe_replay {
  enum noe_replay_status status;
  uint32_t step; /* the offending one */
};

/* Does the run happen as shown, and does its loop close? Does not judge whether it
 * violates anything. */
struct noe_replay noe_model_replay(struct noe_machine *machine, const struct noe_model *model,
                                   const struct noe_trace *trace);

/* Does the finding's trace really show what the finding says: invariant false in
 * the last state, run-time error in the last step, deadlock (as `deadlock` says,
 * see options.h) in the last state; `ltl`: a lasso whose loop is fair, on which the
 * formula is false; `never`: a block of the run that matches? The others have no
 * single run as evidence: for covers, `ctl` and `mu` the run must merely be possible
 * (a lasso for `ctl` with a fair loop), for liveness also end in a state without the
 * property. */
bool noe_model_replay_finding(struct noe_machine *machine, const struct noe_model *model,
                              const struct noe_finding *finding, int deadlock, struct noe_replay *replay);

/* Does the run show what the finding says of a temporal claim? With `all_runs` (--ignore-fairness) loops need not be
 * fair. */
bool noe_model_replay_lasso(struct noe_machine *machine, const struct noe_model *model,
                            const struct noe_finding *finding, bool all_runs, struct noe_replay *replay);

/* Is an instance of smaller priority number than `rule` enabled in the state? */
bool noe_model_is_held_back(struct noe_machine *machine, const struct noe_model *model, const struct noe_clause *rule,
                            const int64_t *state);

const char *noe_model_replay_text(enum noe_replay_status status);

#endif
