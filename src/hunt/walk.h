/* A random walk: `noether sim`. The same seed gives the same walk. */
#ifndef NOE_HUNT_WALK_H
#define NOE_HUNT_WALK_H

#include "verdict/engine.h"

struct noe_shown_walk {
  const struct noe_trace *trace;     /* NULL if the model has no start state to walk from */
  const struct noe_finding *finding; /* what the walk ran into, shown by `trace`; or NULL */
  const char *ended;                 /* why it ended before all steps were taken, or NULL */
  const char *error;                 /* the walk cannot be confirmed: noether is wrong; or NULL */
};

/* Takes up to `steps` steps from a start state. Each goes to one of the enabled
 * instances (least priority number), all alike likely; those that an assumption
 * rules out do not count. Ends where an invariant is false, at a run-time error
 * (in a guard: of any instance; in a body: of the one taken), and at a deadlock
 * as task->options say. `put` text of the steps taken goes to task->put.
 * Everything lives in task->arena; out of memory escapes. */
const struct noe_shown_walk *noe_hunt_walk(const struct noe_task *task, uint64_t seed, uint64_t steps);

#endif
