#include "verdict/limits.h"

#include <assert.h>

#include "base/clock.h"

enum { CALLS_PER_LOOK = 16 };

struct noe_limits noe_verdict_limits(const struct noe_task *task) {
  assert(task->options->time >= 0 && "time does not run backwards");
  double now = noe_base_now(), spent = task->before ? task->before->seconds : 0, time = task->options->time;
  struct noe_limits limits = {.task = task, .began = now, .next_progress = now + 1};
  if (time > 0)
    limits.deadline = now + (time > spent ? time - spent : 1e-9);
  return limits;
}

static void show(struct noe_limits *limits, struct noe_progress *progress, double now) {
  const struct noe_task *task = limits->task;
  bool is_nudged = task->nudged && atomic_load_explicit(task->nudged, memory_order_relaxed);
  if (!task->progress || (now < limits->next_progress && !is_nudged))
    return;
  limits->next_progress = now + 1;
  progress->bytes = noe_base_memory_used(task->memory);
  progress->seconds = now - limits->began;
  task->progress(task->progress_context, progress);
}

bool noe_verdict_is_over_now(struct noe_limits *limits, struct noe_progress progress) {
  const struct noe_task *task = limits->task;
  double now = noe_base_now();
  if (!limits->stop && task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed))
    limits->stop = NOE_STOP_INTERRUPT;
  else if (!limits->stop && limits->deadline > 0 && now >= limits->deadline)
    limits->stop = NOE_STOP_TIME;
  show(limits, &progress, now);
  return limits->stop != NOE_STOP_NONE;
}

bool noe_verdict_is_over(struct noe_limits *limits, struct noe_progress progress) {
  if (!limits->stop && limits->calls++ % CALLS_PER_LOOK == 0)
    return noe_verdict_is_over_now(limits, progress);
  return limits->stop != NOE_STOP_NONE;
}
