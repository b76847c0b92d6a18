/* What alternate.c and its conclusion share: two engines side by side. */
#ifndef NOE_VERDICT_ALTERNATE_INT_H
#define NOE_VERDICT_ALTERNATE_INT_H

#include "base/relay.h"
#include "verdict/run.h"

struct alternation {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_options options; /* of the other engine */
  struct noe_task part;
  const struct noe_engine *engine; /* the other one */
  uint32_t tried;                  /* of those that can stand in */
  struct noe_memory *memory;       /* a branch, of the other engine */
  struct noe_relay relay;
  double began;
  double cost;        /* of the first engine, so far */
  double next, grown; /* such costs: when more is granted; when its levels grew for the last time */
  uint64_t due;       /* steps that the other one may have done when it is looked at */
  bool is_parallel;
  bool is_branching; /* claims of branching time wait for the end of the search */
  bool is_ending;    /* the first one probably comes to its end soon */
  bool is_alone;     /* no other one will come to an end */
  bool is_decided;   /* or it has */
  struct noe_result *result, *other;
  struct noe_result *partial; /* of one that has seen everything, and left something open; or NULL */
  struct noe_memory *kept;    /* in which that lives */
};

/* conclude.c: ends the other one, if it is under way, and gives its memory back. */
void noe_alternation_forget(struct alternation *alternation);
/* Both have ended: the result of the other one is kept if it has decided, or has seen everything and the first one has
 * not. */
void noe_alternation_conclude(struct alternation *alternation);

#endif
