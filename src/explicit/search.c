/* Breadth first, level by level. Every state of a level is expanded before the next
 * level begins, hence the first level in which a state is found tells a shortest path
 * to it, and neither the states nor the counts depend on who expands which part. */
#include "explicit/native.h"

enum { ITEMS_AT_ONCE = 128 };

void noe_explicit_stop(struct noe_search *search, enum noe_stop why) {
  enum noe_stop none = NOE_STOP_NONE;
  atomic_compare_exchange_strong(&search->stop, &none, why);
}

void noe_explicit_judge(struct noe_search *search) {
  uint64_t most = search->task->options->max_errors;
  if (most && search->records.failures >= most)
    noe_explicit_stop(search, NOE_STOP_ERRORS);
}

static void start(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  (void)begin, (void)end;
  noe_explicit_start(worker);
}

/* Whole states on their way into the store are large. */
static bool holds_rows(const struct noe_worker *worker) {
  return worker->orbits.canoniser && !(worker->module && worker->frame->canonical);
}

static void expand(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  if (!worker->number)
    noe_explicit_native_poll(search);
  noe_explicit_native_join(worker);
  for (uint64_t i = begin; i < end && !search->stop; i++) {
    noe_explicit_expand(worker, noe_explicit_store_level_state(search->store, i));
    if (worker->batch.count >= ITEMS_AT_ONCE || holds_rows(worker))
      noe_explicit_settle(worker);
  }
  noe_explicit_settle(worker);
}

/* False if there is no other level. */
static bool open_level(struct noe_search *search) {
  uint64_t bound = search->task->options->bound;
  if (!noe_explicit_store_close_level(search->store)) {
    noe_explicit_stop(search, NOE_STOP_MEMORY);
    return false;
  }
  search->level_size = noe_explicit_store_level_size(search->store);
  search->explored = !search->level_size;
  noe_explicit_keep_level(search);
  if (!search->explored && bound && search->depth == bound)
    noe_explicit_stop(search, NOE_STOP_BOUND);
  return !search->explored && !search->stop;
}

/* The level, from its state number `done` on, with pauses for checkpoints. */
static void expand_level(struct noe_search *search, uint64_t done) {
  uint64_t before = noe_explicit_store_level_end(search->store);
  search->can_pause = search->keep != NULL;
  while (done < search->level_size && !search->stop) {
    done = noe_explicit_share_out(search, done, search->level_size, 1, expand);
    if (search->pause)
      noe_explicit_keep_pause(search, done);
  }
  search->can_pause = false;
  if (!search->stop && noe_explicit_store_count(search->store) > before)
    search->depth++;
  noe_explicit_sum_level(search);
}

void noe_explicit_search(struct noe_search *search) {
  if (search->resumed) {
    expand_level(search, search->keep->done);
  } else {
    noe_explicit_share_out(search, 0, 1, 1, start);
    noe_explicit_sum_level(search);
  }
  while (!search->stop && open_level(search))
    expand_level(search, 0);
  atomic_store_explicit(&search->compiling, false, memory_order_relaxed); /* nobody asks any more */
  noe_explicit_keep_end(search);
}
