/* Sharing out work: whoever is free takes the next piece. */
#include <assert.h>
#include <time.h>

#include "explicit/search.h"

/* Below so many it is not worth waking anybody, if nothing is known of how long they take; pieces
 * end at about the same time, and are long enough to make batches of. */
#ifdef NOE_HOSTILE
enum { LEAST_EACH = 2, MOST_AT_ONCE = 4, PIECES_EACH = 8, IS_HOSTILE = true };
#else
enum { LEAST_EACH = 48, MOST_AT_ONCE = 256, PIECES_EACH = 16, IS_HOSTILE = false };
#endif

/* Seconds of work that are worth waking somebody for. */
static const double worth_waking = 250e-6;

struct work {
  struct noe_search *search;
  uint64_t size, stride;
  noe_job job;
  void (*all)(struct noe_worker *chief); /* or this, which takes what it likes */
};

/* While a compiler is at work, it gets the processor of the last worker: what it makes is
 * many times faster than what that worker would do meanwhile. */
static bool makes_way(const struct noe_worker *worker) {
  const struct noe_search *search = worker->search;
  return atomic_load_explicit(&search->system.compiled.is_busy, memory_order_relaxed) && worker->number &&
         worker->number + 1 == search->worker_count && search->worker_count >= noe_base_processors();
}

/* False: there is no work left. */
static bool wait_a_little(const struct noe_search *search, const struct work *work) {
  struct timespec little = {.tv_nsec = 300000};
  nanosleep(&little, NULL);
  return atomic_load_explicit(&search->next, memory_order_relaxed) < work->size;
}

static void take_pieces(struct noe_worker *worker, const struct work *work) {
  struct noe_search *search = worker->search;
  if (!worker->ready)
    noe_explicit_equip(worker);
  while (!search->stop && !search->pause) {
    if (makes_way(worker)) {
      if (!wait_a_little(search, work))
        return;
      continue;
    }
    uint64_t begin = atomic_fetch_add_explicit(&search->next, work->stride, memory_order_relaxed);
    if (begin >= work->size)
      return;
    work->job(worker, begin, begin + work->stride < work->size ? begin + work->stride : work->size);
  }
}

/* No escape leads out of a job: who runs out of memory ends the search for all. Orbits
 * may have gone uncounted then. */
static void do_share(void *context, uint32_t member) {
  const struct work *work = context;
  assert(member < work->search->worker_count && "a worker of this search");
  struct noe_worker *worker = &work->search->workers[member];
  jmp_buf escape;
  jmp_buf *const before = noe_base_memory_guard(worker->memory, &escape);
  if (setjmp(escape)) {
    worker->view.orbits.exact = false;
    noe_explicit_stop(worker->search, NOE_STOP_MEMORY);
  } else if (work->all) {
    work->all(noe_explicit_worker_0(work->search));
  } else {
    take_pieces(worker, work);
  }
  noe_base_memory_guard(worker->memory, before);
}

/* A sample may be much too long, when others had the processor. */
void noe_explicit_set_pace(struct noe_search *search, uint64_t states, double *since) {
  double now = noe_base_now(), sample = (now - *since) / (double)states, before = search->pace;
  search->pace = before > 0 && sample > 2 * before ? 2 * before : sample;
  *since = now;
}

/* How many units of work one worker gets at the least. */
static uint64_t least_each(const struct noe_search *search) {
  if (IS_HOSTILE || search->pace <= 0)
    return LEAST_EACH;
  double units = worth_waking / search->pace;
  return units > 1e6 ? 1000000 : units < 1 ? 1 : (uint64_t)units;
}

/* How many workers there is a processor for. */
static uint32_t most_members(const struct noe_search *search) {
  return search->worker_count > search->lent ? search->worker_count - search->lent : 1;
}

bool noe_explicit_is_small(const struct noe_search *search, uint64_t size) {
  return most_members(search) == 1 || size < 2 || size < least_each(search);
}

uint64_t noe_explicit_leave_to_worker_0(struct noe_search *search, uint64_t first,
                                        void (*all)(struct noe_worker *chief)) {
  struct work work = {.search = search, .all = all};
  atomic_store_explicit(&search->next, first, memory_order_relaxed);
  noe_store_alone(search->store, true);
  do_share(&work, 0);
  noe_store_alone(search->store, false);
  return atomic_load_explicit(&search->next, memory_order_relaxed);
}

uint64_t noe_explicit_share_out(struct noe_search *search, uint64_t first, uint64_t size, uint64_t grain, noe_job job) {
  assert(grain && first % grain == 0 && "pieces are multiples of the grain");
  assert(search->worker_count && "there is a worker");
  struct work work = {.search = search, .size = size, .job = job};
  uint64_t left = first < size ? size - first : 0;
  uint64_t members = left / least_each(search) + 1, units = (left + grain - 1) / grain;
  if (members > most_members(search))
    members = most_members(search);
  if (members > left)
    members = left ? left : 1;
  uint64_t each = units / (members * PIECES_EACH) + 1, most = (MOST_AT_ONCE + grain - 1) / grain;
  work.stride = (each < most ? each : most) * grain;
  search->work_size = size;
  atomic_store_explicit(&search->next, first, memory_order_relaxed);
  if (members > 1)
    noe_base_thread_pool_run(search->crew, (uint32_t)members, do_share, &work);
  else
    do_share(&work, 0);
  uint64_t next = atomic_load_explicit(&search->next, memory_order_relaxed);
  return next < size ? next : size;
}
