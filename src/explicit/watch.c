#include "explicit/search.h"

/* How many calls share one look at the clock: steps take a microsecond at the
 * least, seldom a millisecond. */
enum { CALLS_PER_LOOK = 16 };

static bool is_nudged(const struct noe_task *task) {
  return task->nudged && atomic_load_explicit(task->nudged, memory_order_relaxed);
}

static uint64_t level_size(const struct noe_store *store, uint64_t level) {
  return noe_store_level_first(store, level + 1) - noe_store_level_first(store, level);
}

/* While a level is expanded, it and those before it are known. */
static void tell_levels(const struct noe_search *search, struct noe_progress *progress, uint64_t taken) {
  for (uint32_t i = 0; i < 3 && search->depth + i >= 2; i++)
    progress->levels[i] = level_size(search->store, search->depth + i - 2);
  progress->level_done = taken;
}

/* When the search is over, states are looked at once more, in sweeps. */
static void tell_sweep(const struct noe_search *search, struct noe_progress *progress, uint64_t taken) {
  progress->phase = search->covering     ? NOE_PHASE_COVERAGE
                    : search->is_judging ? search->guest.phase
                                         : NOE_PHASE_SAMPLES;
  progress->total = search->covering || search->is_judging ? search->work_size : 0;
  progress->done = taken < progress->total ? taken : progress->total;
  progress->frontier = 0;
}

/* `fired`: what this worker has counted in the level that all are busy with. */
static void show_progress(struct noe_search *search, uint64_t fired, double now) {
  const struct noe_task *task = search->task;
  if (!task->progress || (now < search->next_progress && !is_nudged(task)))
    return;
  search->next_progress = now + 1;
  uint64_t states = noe_store_count(search->store);
  uint64_t taken = atomic_load_explicit(&search->next, memory_order_relaxed);
  uint64_t before = noe_store_level_end(search->store) - search->level_size;
  uint64_t expanded = before + (taken < search->level_size ? taken : search->level_size);
  struct noe_progress progress = {
      .states = states,
      .frontier = states > expanded ? states - expanded : 0,
      .rules_fired = search->counts.rules_fired + fired,
      .depth = search->depth,
      .bytes = noe_base_memory_used(task->memory),
      .seconds = now - search->began,
  };
  if (search->guest.states)
    progress.states = search->guest.states(search);
  else if (search->explored || search->covering)
    tell_sweep(search, &progress, taken);
  else
    tell_levels(search, &progress, taken);
  task->progress(task->progress_context, &progress);
}

/* Only the thread that runs the search tells how far it is. */
static void look(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  const struct noe_task *task = search->task;
  double now = noe_base_now();
  if (search->guest.is_sure && search->guest.is_sure(search))
    return;
  if (search->covering) {
    if (noe_explicit_covering_is_over(search, now))
      noe_explicit_stop(search, NOE_STOP_TIME);
    if (!worker->number)
      show_progress(search, 0, now);
    return;
  }
  if (task->interrupted && atomic_load_explicit(task->interrupted, memory_order_relaxed)) {
    if (noe_explicit_resume_stops(search, NOE_STOP_INTERRUPT, now))
      noe_explicit_stop(search, NOE_STOP_INTERRUPT);
    return;
  }
  if (task->options->time > 0 && now - search->began >= task->options->time &&
      noe_explicit_resume_stops(search, NOE_STOP_TIME, now))
    noe_explicit_stop(search, NOE_STOP_TIME);
  noe_explicit_resume_poll(search, now);
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
