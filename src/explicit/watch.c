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

/* `fired`: what this worker has counted in the level that all are busy with. */
static void show_progress(struct noe_search *search, uint64_t fired, double now) {
  const struct noe_task *task = search->task;
  if (!task->progress || now < search->next_progress)
    return;
  search->next_progress = now + 1;
  uint64_t states = noe_explicit_store_count(search->store);
  uint64_t taken = atomic_load_explicit(&search->next, memory_order_relaxed);
  uint64_t before = noe_explicit_store_level_end(search->store) - search->level_size;
  uint64_t expanded = before + (taken < search->level_size ? taken : search->level_size);
  struct noe_progress progress = {
      .states = states,
      .frontier = states > expanded ? states - expanded : 0,
      .rules_fired = search->counts.rules_fired + fired,
      .depth = search->depth,
      .bytes = noe_base_memory_used(task->memory),
      .seconds = now - search->began,
  };
  task->progress(task->progress_context, &progress);
}

/* Only the thread that runs the search tells how far it is. */
static void look(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  const struct noe_task *task = search->task;
  double now = noe_explicit_now();
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed)) {
    if (noe_explicit_keep_stops(search, NOE_STOP_INTERRUPT, now))
      noe_explicit_stop(search, NOE_STOP_INTERRUPT);
    return;
  }
  if (task->options->time > 0 && now - search->began >= task->options->time &&
      noe_explicit_keep_stops(search, NOE_STOP_TIME, now))
    noe_explicit_stop(search, NOE_STOP_TIME);
  noe_explicit_keep_look(search, now);
  if (!worker->number)
    show_progress(search, worker->counts.rules_fired, now);
}

void noe_explicit_watch(struct noe_worker *worker) {
  if (worker->ticks++ % CALLS_PER_LOOK == 0 && !worker->search->stop)
    look(worker);
}

bool noe_explicit_impatient(void *context) {
  struct noe_worker *worker = context;
  if (!worker->search->stop)
    look(worker);
  return worker->search->stop != NOE_STOP_NONE;
}
