/* A walk: from state to state, each a successor of the one before. All successors of a state are
 * looked at, and those that no walk has seen before are judged, so a walk finds what is wrong one
 * step to its left and right, too. */
#include <assert.h>
#include <stdlib.h>

#include "hunt/hunt_int.h"

/* ------------------------------------------------------------ candidates */

struct noe_walker *noe_hunt_walker(struct noe_worker *worker) {
  if (noe_hunt_walker_of(worker))
    return noe_hunt_walker_of(worker);
  const struct noe_search *search = worker->search;
  struct noe_memory *memory = worker->memory;
  struct noe_walker *walker = noe_base_alloc(memory, sizeof *walker);
  walker->memory = memory;
  walker->path = noe_hunt_path(memory, search->system.keys.most_words * sizeof(uint64_t));
  walker->taken = noe_base_alloc(memory, (search->model->rule_count + 1) * sizeof *walker->taken);
  walker->local = noe_base_alloc(memory, NOE_LOCAL_COUNTERS);
  walker->novel.paths = noe_base_alloc(memory, NOE_CORPUS_PATHS * sizeof *walker->novel.paths);
  walker->frontier.paths = noe_base_alloc(memory, NOE_CORPUS_PATHS * sizeof *walker->frontier.paths);
  worker->guest = walker;
  return walker;
}

static struct noe_candidate *add_candidate(struct noe_walker *walker, const uint8_t *key, uint32_t bytes) {
  size_t whole = noe_batch_words(bytes);
  if (walker->count == walker->room) {
    walker->room = 2 * walker->room + 64;
    walker->candidates =
        noe_base_realloc(walker->memory, walker->candidates, walker->room * sizeof *walker->candidates);
  }
  if (walker->data_room - walker->used < whole) {
    walker->data_room = 2 * walker->data_room + whole + 4096;
    walker->data = noe_base_realloc(walker->memory, walker->data, walker->data_room);
  }
  struct noe_candidate *candidate = &walker->candidates[walker->count++];
  *candidate = (struct noe_candidate){.data = walker->used, .bytes = bytes};
  memcpy(walker->data + walker->used, key, bytes);
  walker->used += whole;
  return candidate;
}

bool noe_hunt_meet(struct noe_worker *worker, const struct noe_batch_item *item, uint64_t hash, const uint8_t *key) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  if (!walker->is_collecting)
    return false;
  struct noe_candidate *candidate = add_candidate(walker, key, item->bytes);
  candidate->hash = hash;
  candidate->rule = item->clause->id;
  candidate->is_new = walker->is_judging_all || noe_hunt_seen_add(&noe_hunt_of(worker->search)->seen, hash);
  return candidate->is_new;
}

void noe_hunt_judged(struct noe_worker *worker, bool fails) {
  assert(noe_hunt_walker_of(worker)->count && "it was met before it was judged");
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  walker->candidates[walker->count - 1].fails = fails;
}

static int compare_candidates(const void *left, const void *right) {
  const struct noe_candidate *a = left, *b = right;
  if (a->hash != b->hash)
    return a->hash < b->hash ? -1 : 1;
  return (a->rule > b->rule) - (a->rule < b->rule);
}

/* In an order that does not depend on who found them, the interpreter or compiled code; each state
 * once, by the rule that walks have taken least. */
static void order_candidates(struct noe_walker *walker) {
  size_t kept = 0;
  if (walker->count)
    qsort(walker->candidates, walker->count, sizeof *walker->candidates, compare_candidates);
  for (size_t i = 0; i < walker->count; i++) {
    const struct noe_candidate *next = &walker->candidates[i];
    struct noe_candidate *last = kept ? &walker->candidates[kept - 1] : NULL;
    if (!last || last->hash != next->hash) {
      walker->candidates[kept++] = *next;
      continue;
    }
    last->is_new |= next->is_new;
    last->fails |= next->fails;
    if (walker->taken[next->rule] < walker->taken[last->rule])
      last->rule = next->rule;
  }
  walker->count = kept;
}

/* ------------------------------------------------------------------ steps */

void noe_hunt_collect(struct noe_worker *worker, bool on) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  walker->is_collecting = on;
  if (on)
    walker->count = walker->used = 0;
}

bool noe_hunt_expand(struct noe_worker *worker, const uint8_t *key, uint32_t bytes) {
  assert(bytes <= worker->search->system.keys.most_bytes && "no key is longer than the shape says");
  memcpy(worker->key, key, bytes);
  worker->at = 0;
  noe_hunt_collect(worker, true);
  noe_explicit_expand_key(worker);
  noe_explicit_insert_batch(worker);
  noe_hunt_collect(worker, false);
  if (worker->observer.order)
    noe_explicit_stop(worker->search, NOE_STOP_ORDER);
  order_candidates(noe_hunt_walker_of(worker));
  return !worker->search->stop;
}

void noe_hunt_starts(struct noe_worker *chief) {
  struct noe_hunt *hunt = noe_hunt_of(chief->search);
  struct noe_walker *walker = noe_hunt_walker(chief);
  noe_hunt_collect(chief, true);
  noe_explicit_start(chief);
  noe_hunt_collect(chief, false);
  if (chief->observer.order)
    noe_explicit_stop(chief->search, NOE_STOP_ORDER);
  for (size_t i = 0; i < walker->count; i++)
    walker->candidates[i].rule = 0; /* a number of a start state, until now */
  order_candidates(walker);
  for (size_t i = 0; i < walker->count; i++)
    noe_hunt_path_push(&hunt->starts, walker->data + walker->candidates[i].data, walker->candidates[i].bytes);
}

/* ------------------------------------------------------------------- walks */

/* Of the candidates in which something is wrong, the first. */
static const struct noe_candidate *failing(const struct noe_walker *walker) {
  for (size_t i = 0; i < walker->count; i++)
    if (walker->candidates[i].fails)
      return &walker->candidates[i];
  return NULL;
}

static void push(struct noe_walker *walker, const struct noe_candidate *candidate) {
  noe_hunt_path_push(&walker->path, walker->data + candidate->data, candidate->bytes);
}

void noe_hunt_win(struct noe_worker *worker) {
  struct noe_worker *nobody = NULL;
  const struct noe_candidate *candidate = failing(noe_hunt_walker_of(worker));
  if (candidate)
    push(noe_hunt_walker_of(worker), candidate);
  if (atomic_compare_exchange_strong(&noe_hunt_of(worker->search)->winner, &nobody, worker))
    noe_explicit_stop(worker->search, NOE_STOP_ERRORS);
}

/* False: the walk is over. `*known` counts steps since the last state that was new. */
static bool step(struct noe_worker *worker, bool is_guided, uint32_t *known) {
  assert(noe_hunt_walker_of(worker)->path.count && "a walk is somewhere");
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  uint32_t last = walker->path.count - 1;
  bool whole = noe_hunt_expand(worker, noe_path_key(&walker->path, last), walker->path.bytes[last]);
  if (worker->observer.records.failures && !worker->observer.order) {
    noe_hunt_win(worker);
    return false;
  }
  if (!whole || !walker->count)
    return false;
  const struct noe_candidate *next = noe_hunt_guide(worker, is_guided);
  *known = next->is_new ? 0 : *known + 1;
  walker->taken[next->rule]++;
  walker->steps++;
  push(walker, next);
  return true;
}

/* 1, 1, 2, 1, 1, 2, 4, …: most walks are short, some are long (Luby, Sinclair and Zuckerman,
 * "Optimal speedup of Las Vegas algorithms", 1993). */
static uint64_t luby(uint64_t number) {
  uint64_t size = 1, exponent = 0;
  while (size < number + 1) {
    exponent++;
    size = 2 * size + 1;
  }
  assert((size & (size + 1)) == 0 && "sizes are 2^k - 1");
  while (size - 1 != number) {
    size = (size - 1) / 2;
    exponent--;
    number %= size;
  }
  return (uint64_t)1 << exponent;
}

enum { SHORT_WALK = 32, UNGUIDED = 4, KNOWN_STEPS = 32 };

static void walk(struct noe_worker *worker, uint64_t number) {
  const struct noe_search *search = worker->search;
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  uint64_t most = search->task->options->steps, length = SHORT_WALK * luby(number);
  bool is_guided = number % UNGUIDED != UNGUIDED - 1;
  walker->random = (struct noe_random){noe_hunt_of(search)->seed + number * UINT64_C(0xd1342543de82ef95)};
  noe_hunt_set_out(worker, is_guided);
  walker->walks++;
  uint32_t known = 0;
  for (uint64_t i = 0; i < length && walker->path.count <= most && !search->stop; i++)
    if (!step(worker, is_guided, &known) || (is_guided && known == KNOWN_STEPS))
      return;
}

void noe_hunt_walks(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  noe_hunt_walker(worker);
  for (uint64_t i = begin; i < end && !search->stop; i++) {
    if (!worker->number)
      noe_explicit_native_poll(search);
    noe_explicit_native_join(worker);
    walk(worker, i);
  }
}
