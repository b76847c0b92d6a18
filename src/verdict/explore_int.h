/* Between explore.c and explore_run.c. */
#ifndef NOE_VERDICT_EXPLORE_INT_H
#define NOE_VERDICT_EXPLORE_INT_H

#include "verdict/explore.h"

/* A parent whose top bit is set: the state itself has been expanded. */
#define NOE_EXPANDED ((uint64_t)1 << 63)

/* The first reason to stop is the one that counts. */
static inline void noe_explore_halt(struct noe_exploration *exploration, enum noe_stop why) {
  if (!exploration->stop)
    exploration->stop = why;
}

/* Must the search end? From inside a long execution; `owner` is the exploration. */
bool noe_verdict_explore_stops(void *owner);

#endif
