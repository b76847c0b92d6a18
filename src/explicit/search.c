/* Breadth first, level by level. Every state of a level is expanded before the next
 * level begins, hence the first level in which a state is found tells a shortest path
 * to it, and neither the states nor the counts depend on who expands which part. */
#include <assert.h>

#include "base/clock.h"
#include "explicit/native.h"

void noe_explicit_stop(struct noe_search *search, enum noe_stop why) {
  assert(why != NOE_STOP_NONE && "there is a reason to stop");
  enum noe_stop none = NOE_STOP_NONE;
  atomic_compare_exchange_strong(&search->stop, &none, why);
}

void noe_explicit_judge(struct noe_search *search) {
  uint64_t most = search->task->options->max_errors;
  if (most && search->records.failures >= most)
    noe_explicit_stop(search, NOE_STOP_ERRORS);
}

/* Seconds for a state that are worth a look whether there is a module by now, or a better one: some
 * states have a million instances, and two hundred more of them should not be interpreted. */
static const double slow = 20e-6;

static bool is_slow(const struct noe_worker *worker) {
  return !worker->view.module || atomic_load_explicit(&worker->search->pace, memory_order_relaxed) > slow;
}

static void expand(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  bool is_chief = !worker->number;
  double since = is_chief ? noe_base_now() : 0;
  for (uint64_t i = begin; i < end && !search->stop; i++) {
    if (i == begin || is_slow(worker)) {
      if (is_chief)
        noe_explicit_native_poll(search);
      noe_explicit_native_join(worker);
    }
    noe_explicit_expand(worker, noe_store_level_state(search->store, i));
    noe_explicit_insert_batch_many(worker);
  }
  noe_explicit_insert_batch(worker);
  if (!is_chief)
    return;
  noe_explicit_set_pace(search, end - begin, &since);
  noe_explicit_sample(worker, begin, end);
}

static double firings_for_a_state(const struct noe_search *search) {
  uint64_t expanded = search->counts.expanded, transitions = search->counts.transitions;
  for (uint32_t i = 0; i < search->worker_count; i++) { /* of levels that were not summed up */
    expanded += search->workers[i].counts.expanded;
    transitions += search->workers[i].counts.transitions;
  }
  return expanded ? (double)transitions / (double)expanded : 0;
}

/* Another engine may be waited for. */
static bool is_enough(struct noe_search *search, double states, bool shrinks) {
  const struct noe_task *task = search->task;
  const double asked = noe_base_now();
  struct noe_outlook outlook = {.states = states < 1e18 ? (uint64_t)states : UINT64_MAX,
                                .firings = firings_for_a_state(search),
                                .shrinks = shrinks};
  bool enough = task->is_enough(task->relay_context, &outlook);
  search->away += noe_base_now() - asked;
  search->lent = outlook.lent;
  return enough;
}

/* If the next level is by as much larger than this one as this one is larger than the one before: are there
 * too many states for the task? Levels decide, and not the time. */
static bool is_too_large(struct noe_search *search, uint64_t before) {
  const struct noe_task *task = search->task;
  double size = (double)search->level_size, growth = before ? size / (double)before : 1;
  double states = (double)noe_store_count(search->store) + size * growth;
  if (task->most_states && states > (double)task->most_states)
    return true;
  return task->is_enough && is_enough(search, states, search->level_size < before);
}

/* Some ten or hundred thousand states tell whether hashes take less room than states. Nothing is lost if they do but
 * the time so far. */
enum { LEAST_WEIGHED = 1 << 16, LAST_WEIGHED = 1 << 19 };

static void weigh_stores(struct noe_search *search) {
  uint64_t states = noe_store_level_end(search->store), before = states - search->level_size;
  bool is_due =
      (before < LEAST_WEIGHED && states >= LEAST_WEIGHED) || (before < LAST_WEIGHED && states >= LAST_WEIGHED);
  if (!search->weighs_stores || search->explored || !is_due || !noe_store_is_larger_than_compact(search->store))
    return;
  search->wants_compact = true;
  noe_explicit_stop(search, NOE_STOP_ORDER); /* as if it were for a symmetry that fails */
}

/* False if there is no other level. */
static bool open_level(struct noe_search *search) {
  uint64_t bound = search->task->options->bound, before = search->level_size;
  if (!noe_store_close_level(search->store)) {
    noe_explicit_stop(search, NOE_STOP_MEMORY);
    return false;
  }
  search->level_size = noe_store_level_size(search->store);
  search->explored = !search->level_size;
  search->lent = 0;
  noe_explicit_resume_level(search);
  weigh_stores(search);
  noe_explicit_witness_successors_open(search);
  if (!search->explored && bound && search->depth == bound)
    noe_explicit_stop(search, NOE_STOP_BOUND);
  else if (!search->explored && is_too_large(search, before))
    noe_explicit_stop(search, NOE_STOP_TIME);
  return !search->explored && !search->stop;
}

/* ------------------------------------------------------------- small levels */

/* Is there anything in the level that has to be put in order at its end? Counts add up as well
 * after many levels. */
static bool has_noticed(const struct noe_worker *worker) {
  const struct noe_keeping *keep = worker->search->keep;
  return worker->observer.order || worker->observer.records.failures || worker->observer.records.faults.count ||
         (keep && keep->has_part);
}

/* From the level at hand to the next one, if that is all there is to be done in between. */
static bool go_on(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  if (search->stop || has_noticed(worker) || !noe_store_leads_on(search->store))
    return false;
  search->depth++;
  atomic_store_explicit(&search->next, 0, memory_order_relaxed);
  return open_level(search) && noe_explicit_is_small(search, search->level_size);
}

/* Levels of few states, one after the other: all but the last of them are done and closed. How far that one has
 * come is in `next`. */
static void expand_alone(struct noe_worker *worker) {
  struct noe_search *search = worker->search;
  uint64_t at = atomic_load_explicit(&search->next, memory_order_relaxed);
  double since = noe_base_now();
  uint32_t steps = 0;
  do {
    while (at < search->level_size && !search->stop && !search->pause) {
      if (steps % NOE_STATES_PER_POLL == 0 || is_slow(worker))
        noe_explicit_native_poll_alone(worker);
      if (++steps % NOE_STATES_PER_POLL == 0)
        noe_explicit_set_pace(search, NOE_STATES_PER_POLL, &since);
      noe_explicit_expand(worker, noe_store_level_state(search->store, at++));
      atomic_store_explicit(&search->next, at, memory_order_relaxed);
      noe_explicit_insert_batch_many(worker);
    }
    noe_explicit_insert_batch(worker);
    if (at < search->level_size)
      return;
    noe_explicit_sample(worker, 0, at);
    at = 0;
  } while (go_on(worker));
}

/* ------------------------------------------------------------------- levels */

/* By all, or by worker 0; returns how far it came in the level that is then at hand. */
static uint64_t expand_rest(struct noe_search *search, uint64_t done) {
  if (noe_explicit_is_small(search, search->level_size - done))
    return noe_explicit_leave_to_worker_0(search, done, expand_alone);
  return noe_explicit_share_out(search, done, search->level_size, 1, expand);
}

/* The level, from its state number `done` on, with pauses for checkpoints; and those that
 * follow, so long as they are small. */
static void expand_level(struct noe_search *search, uint64_t done) {
  search->can_pause = search->keep != NULL;
  while (done < search->level_size && !search->stop) {
    done = expand_rest(search, done);
    if (search->pause)
      noe_explicit_resume_pause(search, done);
  }
  search->can_pause = false;
  if (!search->stop && noe_store_leads_on(search->store))
    search->depth++;
  noe_explicit_sum_level(search);
  noe_explicit_sample_judge(search);
}

void noe_explicit_search(struct noe_search *search) {
  if (search->resumed) {
    expand_level(search, search->keep->done);
  } else {
    noe_explicit_leave_to_worker_0(search, 0, noe_explicit_start);
    noe_explicit_sum_level(search);
  }
  while (!search->stop && open_level(search))
    expand_level(search, 0);
  search->pace = 0; /* what follows has another one */
  atomic_store_explicit(&search->system.compiled.is_busy, false, memory_order_relaxed); /* nobody asks any more */
  noe_explicit_resume_end(search);
}
