/* Time, interrupts, progress: what an engine asks now and then. One thread. */
#ifndef NOE_VERDICT_LIMITS_H
#define NOE_VERDICT_LIMITS_H

#include "verdict/engine.h"

struct noe_limits {
  const struct noe_task *task;
  double began, deadline, next_progress; /* seconds, as of noe_base_now; no deadline: 0 */
  uint32_t calls;
  enum noe_stop stop; /* why to give up */
};

/* The time of the engines before this one in the plan has been spent. */
struct noe_limits noe_verdict_limits(const struct noe_task *task);

/* Is it time to give up? Cheap: most calls do not look at the clock. `progress` says how far the engine is; bytes
 * and seconds are filled in here. */
bool noe_verdict_is_over(struct noe_limits *limits, struct noe_progress progress);
/* Looks at the clock whatever happens. */
bool noe_verdict_is_over_now(struct noe_limits *limits, struct noe_progress progress);

#endif
