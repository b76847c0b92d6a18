/* Following a plan: executing the firings of a log or a saved run, as far as they are known,
 * on the model as it is. The states that the plan expects are compared and never believed: each
 * step fires in the state that the steps before it have led to.
 *
 * Where several firings fit a step (rules that share a name, parameters that the plan does not know)
 * the one is taken whose state differs least from the state expected. */
#ifndef NOE_LOGS_FOLLOW_H
#define NOE_LOGS_FOLLOW_H

#include "model/event.h"
#include "model/replay.h"

struct noe_plan_step {
  struct noe_event event;
  bool fails;               /* only in the last one: a run-time error is expected */
  struct noe_demands state; /* after it */
};

struct noe_firing_plan {
  const struct noe_plan_step *steps; /* the first one is a start state */
  uint32_t count;
  bool fails; /* in the last state a guard or claim has a run-time error: */
  struct noe_event failed;
};

struct noe_followed {
  struct noe_trace trace; /* what was executed; with the run-time error at its end, if there was one */
  /* Why the steps behind those could not be. OK: there are none. If an instance was tried that could
   * not fire it is here. */
  enum noe_replay_status status;
  const struct noe_clause *clause; /* or NULL */
  const int64_t *arguments;
  struct noe_fault fault; /* UNEXPECTED_FAULT */
};

/* Everything lives in the arena. */
struct noe_followed noe_logs_follow(struct noe_machine *machine, const struct noe_model *model,
                                    const struct noe_firing_plan *plan, struct noe_arena *arena);

#endif
