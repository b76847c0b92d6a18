/* A swarm: many small searches, depth first, each in another order, to another depth, and with other states that it
 * forgets (Holzmann, Joshi and Groce, "Swarm verification techniques", IEEE TSE 2011). One of them sees little of a
 * large model; but each sees something else, and none has to know of the others.
 *
 * What a search has seen it keeps in a row of bits, three for each state, at places that depend on the search: some
 * states are taken for others and left out, in each search other ones. The stack holds the states that are still to be
 * visited, with their depths. When one at depth d is taken from it, its parent is number d - 1 of the path: what lies
 * above it on the stack came later, and is done.
 *
 * States are judged when the first search meets them (hunt->seen), whoever comes by later. */
#include <assert.h>
#include <string.h>

#include "hunt/hunt_int.h"

#ifdef NOE_HOSTILE
enum { BITS = 1 << 10, MOST_PENDING = 16, LEAST_STATES = 50 };
#else
enum { BITS = 1 << 23, MOST_PENDING = 1 << 15, LEAST_STATES = 2000 };
#endif

struct pending {
  struct noe_key_path keys;
  uint32_t *depths;
  uint32_t room;
};

struct noe_swarm_share {
  uint64_t *bits;
  struct pending pending;
};

/* In which order successors are visited. */
enum order { ANY_ORDER, NEW_FIRST, RARE_RULES_FIRST, ORDERS };

struct plan {
  uint64_t salt;   /* of the places of bits */
  uint64_t states; /* to be expanded at the most */
  uint32_t depth;  /* of the states that are not expanded any more */
  enum order order;
};

/* Depths and sizes go through all combinations: small searches from start states as well as deep ones. */
static struct plan make_plan(struct noe_random *random, uint64_t number) {
  return (struct plan){.salt = noe_random_next(random),
                       .states = (uint64_t)LEAST_STATES << number / 3 % 7,
                       .depth = (uint32_t)16 << number % 8,
                       .order = (enum order)(number % ORDERS)};
}

/* ---------------------------------------------------------------- bits seen */

static bool mark(uint64_t *bits, uint64_t place) {
  bool is_new = !(bits[place / 64] >> place % 64 & 1);
  bits[place / 64] |= UINT64_C(1) << place % 64;
  return is_new;
}

static bool is_new_here(struct noe_swarm_share *share, const struct plan *plan, uint64_t hash) {
  struct noe_random places = {hash ^ plan->salt};
  bool is_new = false;
  for (int i = 0; i < 3; i++)
    is_new |= mark(share->bits, noe_random_next(&places) % BITS);
  return is_new;
}

/* -------------------------------------------------------------------- stack */

static void push(struct noe_walker *walker, const uint8_t *key, uint32_t bytes, uint32_t depth) {
  struct pending *pending = &walker->swarm->pending;
  if (pending->keys.count == MOST_PENDING)
    return;
  if (pending->keys.count == pending->room) {
    pending->room = 2 * pending->room + 64;
    pending->depths = noe_base_realloc(walker->memory, pending->depths, pending->room * sizeof *pending->depths);
  }
  pending->depths[pending->keys.count] = depth;
  noe_hunt_path_push(&pending->keys, key, bytes);
}

/* The path to it ends in the state that was pushed last. */
static uint32_t pop(struct noe_walker *walker) {
  struct pending *pending = &walker->swarm->pending;
  uint32_t last = --pending->keys.count, depth = pending->depths[last];
  assert(depth <= walker->path.count && "its parent is on the path");
  walker->path.count = depth;
  noe_hunt_path_push(&walker->path, noe_path_key(&pending->keys, last), pending->keys.bytes[last]);
  return depth;
}

static void swap(struct noe_candidate *a, struct noe_candidate *b) {
  struct noe_candidate other = *a;
  *a = *b;
  *b = other;
}

static bool is_preferred(const struct noe_walker *walker, enum order order, const struct noe_candidate *candidate) {
  if (order == NEW_FIRST)
    return candidate->is_new;
  return order == RARE_RULES_FIRST && walker->taken[candidate->rule] <= walker->steps / 64;
}

/* Shuffled; those that are preferred come last, and so are taken first. */
static void order_candidates(struct noe_walker *walker, enum order order) {
  size_t others = 0;
  for (size_t i = walker->count; i > 1; i--)
    swap(&walker->candidates[i - 1], &walker->candidates[noe_random_below(&walker->random, i)]);
  for (size_t i = 0; i < walker->count; i++)
    if (!is_preferred(walker, order, &walker->candidates[i]))
      swap(&walker->candidates[i], &walker->candidates[others++]);
}

/* ----------------------------------------------------------------- searches */

static void begin(struct noe_worker *worker, const struct plan *plan) {
  const struct noe_key_path *starts = &noe_hunt_of(worker->search)->starts;
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  uint32_t start = (uint32_t)noe_random_below(&walker->random, starts->count);
  memset(walker->swarm->bits, 0, BITS / 8);
  walker->swarm->pending.keys.count = walker->path.count = 0;
  is_new_here(walker->swarm, plan, noe_store_hash_key(noe_path_key(starts, start), starts->bytes[start]));
  push(walker, noe_path_key(starts, start), starts->bytes[start], 0);
  walker->walks++;
}

/* False: something was found, or the search is cut off. */
static bool visit(struct noe_worker *worker, const struct plan *plan) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  uint32_t depth = pop(walker);
  if (depth >= plan->depth)
    return true;
  bool whole = noe_hunt_expand(worker, noe_path_key(&walker->path, depth), walker->path.bytes[depth]);
  if (worker->observer.records.failures && !worker->observer.order) {
    noe_hunt_win(worker);
    return false;
  }
  walker->steps++;
  order_candidates(walker, plan->order);
  for (size_t i = 0; whole && i < walker->count; i++) {
    const struct noe_candidate *next = &walker->candidates[i];
    if (!is_new_here(walker->swarm, plan, next->hash))
      continue;
    walker->taken[next->rule]++;
    push(walker, walker->data + next->data, next->bytes, depth + 1);
  }
  return whole;
}

static void search(struct noe_worker *worker, uint64_t number) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  walker->random = (struct noe_random){noe_hunt_of(worker->search)->seed + number * UINT64_C(0xd1342543de82ef95)};
  const struct plan plan = make_plan(&walker->random, number);
  begin(worker, &plan);
  for (uint64_t i = 0; i < plan.states && walker->swarm->pending.keys.count && !worker->search->stop; i++)
    if (!visit(worker, &plan))
      return;
}

static void prepare(struct noe_worker *worker) {
  struct noe_walker *walker = noe_hunt_walker(worker);
  if (walker->swarm)
    return;
  struct noe_swarm_share *share = noe_base_alloc(walker->memory, sizeof *share);
  share->bits = noe_base_alloc(walker->memory, BITS / 8);
  share->pending.keys = noe_hunt_path(walker->memory, walker->path.row);
  walker->swarm = share;
}

void noe_hunt_swarm(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  prepare(worker);
  for (uint64_t i = begin; i < end && !worker->search->stop; i++) {
    if (!worker->number)
      noe_explicit_native_poll(worker->search);
    noe_explicit_native_join(worker);
    search(worker, i);
  }
}
