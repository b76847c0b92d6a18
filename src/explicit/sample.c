/* When the law of symmetry (check_symmetry.h) is tested: on some of the states of every search that takes long enough,
 * and on as many as the user asks for with --check-symmetry=N, when the search is over.
 *
 * The first worker takes a sample now and then when it is done with a piece of a level, so samples are spread over the
 * levels. All of them together take a hundredth of the time that has gone by, and there are none in the first moments:
 * small models pay nothing. A sample that finds no end in its time is cut short, and the next one waits until there
 * is twice as much. */
#include <assert.h>

#include "explicit/check_symmetry.h"

#ifdef NOE_HOSTILE
static const double first = 0, share = 0.3;
#else
static const double first = 0.02, share = 0.01;
#endif
enum { MOST_SAMPLES = 500 };
static const double apart = 1.01, least_need = 50e-6;

static void report(struct noe_search *search, const char *wrong) {
  if (!wrong)
    return;
  search->result->broken_symmetry = wrong;
  noe_explicit_stop(search, NOE_STOP_ERRORS);
}

/* The states that are sampled have just been expanded. If a loop was seen to depend on the order there, or elsewhere in
 * the level, that explains the difference, and the search starts over without that symmetry. Of a level that is not
 * done, that is not known. */
void noe_explicit_sample_judge(struct noe_search *search) {
  const bool is_done = search->stop == NOE_STOP_NONE || search->stop == NOE_STOP_ERRORS;
  if (search->sampler && search->sampler->wrong && is_done)
    report(search, search->sampler->wrong);
}

static bool is_due(struct noe_sampler *sampler, double elapsed) {
  return elapsed >= first && elapsed >= sampler->next && sampler->count < MOST_SAMPLES &&
         elapsed * share - sampler->spent >= sampler->need;
}

static void read_state(struct noe_worker *worker, uint64_t id) {
  noe_store_read_parent(worker->search->store, worker->number, id, worker->key);
  noe_system_state(&worker->view.orbits, worker->key, worker->view.state);
}

void noe_explicit_sample(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  assert(begin <= end && "a piece of a level");
  struct noe_search *search = worker->search;
  struct noe_sampler *sampler = search->sampler;
  if (!sampler || sampler->wrong || search->stop || end <= begin)
    return;
  const double now = noe_base_now(), elapsed = now - search->began - search->away;
  if (!is_due(sampler, elapsed))
    return;
  sampler->until = now + (elapsed * share - sampler->spent);
  if (!sampler->tried_starts) {
    sampler->tried_starts = true;
    sampler->wrong = noe_explicit_sample_starts(sampler);
  }
  read_state(worker, noe_store_level_state(search->store, begin + noe_random_below(&sampler->random, end - begin)));
  if (!sampler->wrong)
    sampler->wrong = noe_explicit_sample_state(sampler, worker->view.state);
  const double after = noe_base_now();
  if (after >= sampler->until)
    sampler->need = 2 * (after - now);
  sampler->spent += after - now;
  sampler->next = elapsed * apart;
  sampler->count++;
}

static void open_sampler(struct noe_search *search, uint64_t seed) {
  search->sampler = noe_base_alloc(search->task->memory, sizeof *search->sampler);
  *search->sampler = (struct noe_sampler){0};
  noe_explicit_sampler_init(search->sampler, search, seed);
}

void noe_explicit_sample_begin(struct noe_search *search) {
  if (!search->system.keys.symmetry || search->task->options->check_symmetry != NOE_SOME_SAMPLES)
    return;
  open_sampler(search, 1);
  search->sampler->need = least_need;
}

void noe_explicit_sample_end(struct noe_search *search) {
  if (!search->sampler)
    return;
  search->result->samples += search->sampler->count;
  noe_explicit_sampler_free(search->sampler);
  noe_base_free(search->task->memory, search->sampler);
  search->sampler = NULL;
}

/* ------------------------------------------------------------- on request */

static void sample_many(struct noe_sampler *sampler, uint64_t rounds) {
  struct noe_search *search = sampler->search;
  struct noe_worker *chief = noe_explicit_worker_0(search);
  uint64_t states = search->counts.expanded; /* those have numbers */
  report(search, noe_explicit_sample_starts(sampler));
  for (uint64_t i = 0; i < rounds && states && !search->result->broken_symmetry; i++) {
    uint64_t number = rounds >= states ? i % states : noe_random_below(&sampler->random, states);
    noe_explicit_watch(chief);
    if (search->stop && search->stop != NOE_STOP_ERRORS)
      return;
    noe_store_read(search->store, noe_store_id(search->store, number), chief->key);
    noe_system_state(&chief->view.orbits, chief->key, chief->view.state);
    report(search, noe_explicit_sample_state(sampler, chief->view.state));
    sampler->count++;
  }
}

void noe_explicit_check_symmetry(struct noe_search *search) {
  const uint64_t rounds = search->task->options->check_symmetry;
  if (!search->system.keys.symmetry || !rounds || rounds == NOE_SOME_SAMPLES)
    return;
  open_sampler(search, rounds);
  sample_many(search->sampler, rounds);
  noe_explicit_sample_end(search);
}
