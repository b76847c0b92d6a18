/* Does symmetry that nobody declared pay? Fewer states are stored, and each takes longer: a representative has to be
 * found. Large groups pay; of two values, or where start states prefer some, the first levels tell. They are searched,
 * up to TRIAL_STATES states: a search that ends there is over, any other begins again, with the view or without.
 * Numbers of states decide and never the time, so that the answer is the same each time. */
#ifndef NOE_VERDICT_WORTH_H
#define NOE_VERDICT_WORTH_H

#include "verdict/run.h"

enum { NOE_TRIAL_STATES = 500 };

struct noe_worth {
  bool is_doubtful; /* the first levels have to tell */
  double least;     /* it pays if so many times as many states are stored without */
};

/* By the group alone, as far as it is proved. May escape. */
struct noe_worth noe_verdict_worth(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *view);

/* Has the search of the view only ended because the trial is over? */
bool noe_verdict_trial_is_over(const struct noe_task *task, const struct noe_result *result);

/* Does it pay, by what the trial showed? Where concrete states are not counted the model itself is searched as deep. */
bool noe_verdict_trial_pays(const struct noe_task *task, const struct noe_engine_plan *plan,
                            const struct noe_worth *worth, const struct noe_result *trial);

/* The task of a trial. `*options` becomes its options. */
struct noe_task noe_verdict_trial(const struct noe_task *task, struct noe_options *options);

#endif
