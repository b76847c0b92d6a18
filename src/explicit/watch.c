#include <time.h>

#include "explicit/search_int.h"

/* How many calls share one look at the clock: steps take a microsecond at the
 * least, seldom a millisecond. */
enum { CALLS_PER_LOOK = 16 };

double noe_explicit_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void show_progress(struct noe_search *search, double now) {
  const struct noe_task *task = search->task;
  if (!task->progress || now < search->next_progress)
    return;
  search->next_progress = now + 1;
  uint64_t states = noe_explicit_store_count(search->store);
  struct noe_progress progress = {
      .states = states,
      .frontier = states - search->expanded,
      .rules_fired = search->rules_fired,
      .depth = search->depth,
      .bytes = noe_base_memory_used(task->memory),
      .seconds = now - search->began,
  };
  task->progress(task->progress_context, &progress);
}

static void look(struct noe_search *search) {
  const struct noe_task *task = search->task;
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed)) {
    search->stop = NOE_STOP_INTERRUPT;
    return;
  }
  double now = noe_explicit_now();
  if (task->options->time > 0 && now - search->began >= task->options->time)
    search->stop = NOE_STOP_TIME;
  show_progress(search, now);
}

void noe_explicit_watch(struct noe_search *search) {
  if (search->ticks++ % CALLS_PER_LOOK == 0 && !search->stop)
    look(search);
}

bool noe_explicit_impatient(void *context) {
  struct noe_search *search = context;
  if (!search->stop)
    look(search);
  return search->stop != NOE_STOP_NONE;
}
