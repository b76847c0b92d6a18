#include <assert.h>

#include "adaptive/queue.h"

static void found(void *context, uint64_t id, bool is_new) {
  struct noe_queue *queue = context;
  assert((!is_new || id == queue->found) && "new states are numbered in the order in which they are found");
  if (is_new)
    queue->found = id + 1; /* ids count in the order of discovery: that is the queue */
}

void noe_adaptive_queue(struct noe_queue *queue, struct noe_exploration *exploration) {
  *queue = (struct noe_queue){0};
  exploration->is_by_levels = true;
  noe_verdict_explore_starts(exploration, found);
  uint64_t level = queue->found;
  for (uint64_t next = 0; next < queue->found && !exploration->stop; next++) {
    if (next == level) {
      exploration->depth++;
      level = queue->found;
    }
    noe_verdict_explore_state(exploration, next, found);
  }
  queue->left_out = exploration->covered;
}

bool noe_adaptive_fits(const struct noe_options *options, const struct noe_question *question, const char **why) {
  if (question->kind == NOE_FINDING_LIVENESS ||
      (question->clause && noe_property_is_temporal(question->clause->property)))
    *why = "claims about more than one state: its states stand for several that go on in different ways";
  else if (options->bound)
    *why = "--bound: a state that stands for others may have been met later than they";
  else
    return true;
  return false;
}
