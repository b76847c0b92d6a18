/* Components of the product, by several searchers at once (sieve_int.h), each after Gabow (2000). */
#include <sched.h>

#include "fair/sieve_int.h"

/* The first searcher looks at the clock; the others end when it does. */
static bool is_stopped(const struct noe_sieve_searcher *searcher) {
  struct noe_sieve *sieve = searcher->sieve;
  if (sieve->is_shared && atomic_load_explicit(&sieve->team->halt, memory_order_relaxed))
    return true;
  return !searcher->number && noe_fair_is_stopped(sieve->space);
}

/* Has somebody found what is looked for, or come to the end? */
static bool is_over(const struct noe_sieve *sieve) {
  return atomic_load_explicit(&sieve->found, memory_order_relaxed) ||
         atomic_load_explicit(&sieve->is_done, memory_order_relaxed);
}

/* ------------------------------------------------------------------- places */

/* What is known of the nodes that edges lead to lies anywhere in memory: all of it is asked for at once. */
static void fetch(const struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  const struct noe_sieve *sieve = searcher->sieve;
  const struct noe_dense *dense = &sieve->dense;
  const struct noe_fair_orbit *item = &dense->items[at.orbit];
  const struct noe_orbit_step *steps = &dense->steps[item->first];
  uint32_t rank = noe_sieve_rank(sieve, at);
  for (uint32_t i = 0; i < item->count; i++)
    __builtin_prefetch(&dense->base[steps[i].target]);
  for (uint32_t i = 0; i < item->count; i++) {
    size_t row = dense->first_row[steps[i].kind] + rank;
    if (dense->rows[row] == dense->rows[row + 1])
      continue;
    size_t node = dense->base[steps[i].target] + dense->moves[dense->rows[row]].rank;
    __builtin_prefetch(&searcher->status[node << sieve->shift]);
    if (sieve->shared)
      __builtin_prefetch((const void *)(uintptr_t)&sieve->shared[node << sieve->shift]);
    __builtin_prefetch(dense->letters + node * dense->width);
    __builtin_prefetch(&dense->items[steps[i].target]);
  }
}

/* Pieces of the component at the end join those up to a live place, which an edge leads back to. */
static void contract(struct noe_sieve_searcher *searcher, uint32_t status) {
  while (searcher->roots[searcher->root_count - 1] >= status)
    searcher->root_count--;
}

/* An edge of the place entered last. */
static void meet(struct noe_sieve_searcher *searcher, const struct noe_sieve_edge *edge) {
  uint32_t place = edge->target.place, status = searcher->status[place];
  struct noe_sieve_stop *stop = &searcher->path[searcher->path_count - 1];
  searcher->met++;
  stop->loops |= place == stop->place;
  if (noe_sieve_is_live(status))
    contract(searcher, status);
  else if (status == NOE_SIEVE_NEW && noe_sieve_shared(searcher->sieve, place) != NOE_SIEVE_DEAD)
    NOE_FAIR_PUSH(searcher->memory, searcher->ahead, searcher->ahead_count, searcher->ahead_room, edge->target);
}

/* Every other searcher goes the other way round. */
static void look_round(struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  const struct noe_sieve *sieve = searcher->sieve;
  const struct noe_fair_orbit *item = &sieve->dense.items[at.orbit];
  const struct noe_orbit_step *steps = &sieve->dense.steps[item->first];
  uint32_t rank = noe_sieve_rank(sieve, at), count;
  if (!item->count)
    noe_sieve_each_arc(searcher, at.place, at.orbit, noe_sieve_stillness(sieve, at), meet);
  for (uint32_t i = 0; i < item->count; i++) {
    const struct noe_orbit_step *step = &steps[searcher->number % 2 ? item->count - 1 - i : i];
    const struct noe_dense_move *moves = noe_sieve_moves(sieve, step->kind, rank, &count);
    for (uint32_t k = 0; k < count; k++)
      noe_sieve_each_arc(searcher, at.place, step->target, moves[k], meet);
  }
}

static void enter(struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  struct noe_memory *memory = searcher->memory;
  struct noe_sieve_stop stop = {.place = at.place, .ahead = searcher->ahead_count};
  uint32_t root = (uint32_t)searcher->live_count;
  fetch(searcher, at);
  NOE_FAIR_PUSH(memory, searcher->live, searcher->live_count, searcher->live_room, (struct noe_sieve_live){.at = at});
  NOE_FAIR_PUSH(memory, searcher->roots, searcher->root_count, searcher->root_room, root);
  NOE_FAIR_PUSH(memory, searcher->path, searcher->path_count, searcher->path_room, stop);
  searcher->status[at.place] = (uint32_t)searcher->live_count;
  searcher->met = 0;
  look_round(searcher, at);
  searcher->live[root].edges = searcher->met;
}

/* --------------------------------------------------------------- components */

static void set_shared(struct noe_sieve *sieve, uint32_t place, enum noe_sieve_shared shared) {
  atomic_store_explicit(&sieve->shared[place], shared, memory_order_release);
}

/* Makes the live places from `root` on dead. False if somebody else has done that. */
static bool close_all(struct noe_sieve_searcher *searcher, size_t root) {
  struct noe_sieve *sieve = searcher->sieve;
  const struct noe_sieve_live *live = searcher->live;
  if (noe_sieve_shared(sieve, live[root].at.place) != NOE_SIEVE_OPEN)
    return false;
  for (size_t i = root; i < searcher->live_count && sieve->is_shared; i++) {
    assert(noe_sieve_shared(sieve, live[i].at.place) == NOE_SIEVE_OPEN && "a component is closed as a whole");
    set_shared(sieve, live[i].at.place, NOE_SIEVE_CLOSING);
  }
  for (size_t i = root; i < searcher->live_count; i++)
    set_shared(sieve, live[i].at.place, NOE_SIEVE_DEAD);
  return true;
}

/* The same of a place that is a component of its own. */
static bool close_one(struct noe_sieve *sieve, uint32_t place) {
  uint8_t open = NOE_SIEVE_OPEN;
  if (sieve->is_shared)
    return atomic_compare_exchange_strong_explicit(&sieve->shared[place], &open, NOE_SIEVE_DEAD, memory_order_acq_rel,
                                                   memory_order_relaxed);
  set_shared(sieve, place, NOE_SIEVE_DEAD);
  return true;
}

static bool close_component(struct noe_sieve_searcher *searcher, size_t root) {
  struct noe_sieve *sieve = searcher->sieve;
  if (!sieve->shared)
    return true;
  if (searcher->live_count - root == 1)
    return close_one(sieve, searcher->live[root].at.place);
  if (!sieve->is_shared)
    return close_all(searcher, root);
  pthread_mutex_lock(&sieve->lock);
  bool closed = close_all(searcher, root);
  pthread_mutex_unlock(&sieve->lock);
  return closed;
}

/* The live places from `root` on are a component, or a part of one that is dead. */
static void complete(struct noe_sieve_searcher *searcher, uint32_t root, bool is_cyclic) {
  size_t again_count = searcher->again_count;
  if (is_cyclic && noe_sieve_shared(searcher->sieve, searcher->live[root].at.place) == NOE_SIEVE_OPEN &&
      noe_fair_sieve_component(searcher, root))
    atomic_store_explicit(&searcher->sieve->found, true, memory_order_relaxed);
  if (close_component(searcher, root))
    for (size_t i = root; i < searcher->live_count; i++)
      searcher->edges += searcher->live[i].edges;
  else
    searcher->again_count = again_count;
  for (size_t i = root; i < searcher->live_count; i++)
    searcher->status[searcher->live[i].at.place] = NOE_SIEVE_LEFT;
  searcher->live_count = root;
}

/* All edges of the place at the end of the path were followed. */
static void leave(struct noe_sieve_searcher *searcher) {
  const struct noe_sieve_stop *stop = &searcher->path[--searcher->path_count];
  uint32_t position = searcher->status[stop->place] - 1;
  if (searcher->roots[searcher->root_count - 1] != position)
    return;
  searcher->root_count--;
  complete(searcher, position, stop->loops || searcher->live_count - position > 1);
}

/* ----------------------------------------------------------------- searches */

/* Whoever closes a component comes to its end soon. */
static bool is_dead(const struct noe_sieve *sieve, uint32_t place) {
  enum noe_sieve_shared shared = noe_sieve_shared(sieve, place);
  for (; shared == NOE_SIEVE_CLOSING; shared = noe_sieve_shared(sieve, place))
    sched_yield();
  return shared == NOE_SIEVE_DEAD;
}

/* The end of an edge, or a root. */
static void follow(struct noe_sieve_searcher *searcher, struct noe_sieve_place target) {
  uint32_t status = searcher->status[target.place];
  if (noe_sieve_is_live(status))
    contract(searcher, status);
  else if (status == NOE_SIEVE_NEW && !is_dead(searcher->sieve, target.place))
    enter(searcher, target);
}

static void forget(struct noe_sieve_searcher *searcher) {
  searcher->live_count = searcher->root_count = searcher->path_count = searcher->ahead_count = 0;
}

/* False if stopped. */
static bool search_from(struct noe_sieve_searcher *searcher, struct noe_sieve_place root) {
  follow(searcher, root);
  while (searcher->path_count && !is_over(searcher->sieve)) {
    if (searcher->ahead_count > searcher->path[searcher->path_count - 1].ahead) {
      follow(searcher, searcher->ahead[--searcher->ahead_count]);
    } else {
      leave(searcher);
      if (is_stopped(searcher))
        return false;
    }
  }
  return true;
}

/* The automaton reads the letter of a node at first. */
static bool search_node(struct noe_sieve_searcher *searcher, uint32_t orbit, uint32_t node) {
  struct noe_sieve *sieve = searcher->sieve;
  uint64_t letter = noe_dense_letter(&sieve->dense, node), marks;
  uint32_t initial = sieve->automaton ? 0 : sieve->monitor->initial, after;
  uint16_t number = 0;
  if (sieve->waits && !sieve->automaton) /* it never leaves its initial state */
    return true;
  while (noe_fair_sieve_read(sieve, initial, letter, &number, &after, &marks))
    if (!search_from(searcher, (struct noe_sieve_place){node << sieve->shift | sieve->number_of[after], orbit}))
      return false;
  return true;
}

static bool search_orbit(struct noe_sieve_searcher *searcher, uint32_t orbit) {
  const uint32_t *base = searcher->sieve->dense.base;
  for (uint32_t node = base[orbit]; node < base[orbit + 1]; node++)
    if (!search_node(searcher, orbit, node))
      return false;
  return true;
}

/* A state that waits reads the letters of all nodes. */
static bool search_root(struct noe_sieve_searcher *searcher, size_t number) {
  const struct noe_sieve *sieve = searcher->sieve;
  if (sieve->round)
    return search_from(searcher, sieve->set[number]);
  if (sieve->waits)
    return search_orbit(searcher, (uint32_t)number);
  return search_node(searcher, sieve->dense.starts[number].first, sieve->dense.starts[number].second);
}

static size_t count_roots(const struct noe_sieve *sieve) {
  return sieve->round ? sieve->set_count : sieve->waits ? sieve->dense.orbits : sieve->dense.start_count;
}

/* Each searcher takes all roots, every other one backwards, and begins at another one. */
bool noe_fair_sieve_search(struct noe_sieve_searcher *searcher) {
  struct noe_sieve *sieve = searcher->sieve;
  size_t count = count_roots(sieve), first = count * (searcher->number / 2) / NOE_SIEVE_SEARCHERS;
  assert(!searcher->live_count && !searcher->ahead_count && "a round begins with empty stacks");
  for (size_t i = 0; i < count && !is_over(sieve); i++) {
    size_t number = (first + i) % count;
    if (!search_root(searcher, searcher->number % 2 ? count - 1 - number : number))
      return false;
  }
  atomic_store_explicit(&sieve->is_done, true, memory_order_relaxed);
  forget(searcher);
  return true;
}
