/* Breadth first: states in the order in which they were found. */
#ifndef NOE_ADAPTIVE_QUEUE_H
#define NOE_ADAPTIVE_QUEUE_H

#include "verdict/explore.h"

/* Must come first in the context of the explorer. */
struct noe_queue {
  uint64_t found, left_out; /* states */
};

void noe_adaptive_queue(struct noe_queue *queue, struct noe_exploration *exploration);

/* Is the question one for engines whose states stand for several? If not, `*why` says so. */
bool noe_adaptive_fits(const struct noe_options *options, const struct noe_question *question, const char **why);

#endif
