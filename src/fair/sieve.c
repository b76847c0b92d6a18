#include "fair/sieve.h"

#include "fair/counted.h"
#include "fair/sieve_int.h"

/* Fewer places are searched by one thread. */
#ifdef NOE_HOSTILE
enum { MANY_PLACES = 1 };
#else
enum { MANY_PLACES = 1 << 14 };
#endif

static struct noe_memory *memory_of(const struct noe_sieve *sieve) { return sieve->space->memory; }

/* ----------------------------------------------------------------- set-up */

static bool stays(const struct noe_sieve *sieve, uint64_t letter) {
  const struct noe_automaton *automaton = sieve->automaton;
  if (!automaton)
    return noe_logic_monitor_step(sieve->monitor, sieve->monitor->initial, letter) == sieve->monitor->initial;
  for (uint32_t i = automaton->first[0]; i < automaton->first[1]; i++)
    if (!automaton->edges[i].target && noe_edge_takes(&automaton->edges[i], letter))
      return true;
  return false;
}

/* Can the automaton, or the monitor, stay in its initial state whatever node comes? */
static bool waits(const struct noe_sieve *sieve) {
  for (uint32_t i = 0; i < sieve->dense.nodes; i++)
    if (!stays(sieve, noe_dense_letter(&sieve->dense, i)))
      return false;
  return true;
}

static uint32_t state_count(const struct noe_sieve *sieve) {
  return sieve->automaton ? sieve->automaton->state_count : sieve->monitor->state_count;
}

static void choose_states(struct noe_sieve *sieve) {
  sieve->hopeful = sieve->automaton ? noe_fair_hopeful_states(sieve->automaton) : 0;
  sieve->waits = !(sieve->hopeful & 1) && waits(sieve);
  for (uint32_t i = sieve->waits && sieve->automaton; i < state_count(sieve); i++) {
    sieve->number_of[i] = sieve->states;
    sieve->state_of[sieve->states++] = i;
  }
  while (((uint32_t)1 << sieve->shift) < sieve->states)
    sieve->shift++;
}

static void free_searcher(struct noe_sieve_searcher *searcher) {
  void *parts[] = {searcher->status, searcher->live, searcher->roots, searcher->path, searcher->ahead, searcher->again};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(searcher->memory, parts[i]);
  noe_fair_sieve_free_threads(searcher);
}

void noe_fair_sieve_delete(struct noe_sieve *sieve) {
  if (!sieve)
    return;
  struct noe_memory *memory = memory_of(sieve);
  for (uint32_t i = 0; i < sieve->searcher_count; i++)
    free_searcher(&sieve->searchers[i]);
  void *parts[] = {sieve->searchers, sieve->set, sieve->taken, sieve->arcs, sieve->first_arc};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(memory, parts[i]);
  noe_base_free(memory, (void *)(uintptr_t)sieve->shared);
  noe_fair_dense_free(&sieve->dense);
  pthread_mutex_destroy(&sieve->lock);
  noe_base_free(memory, sieve);
}

static uint64_t count_places(const struct noe_sieve *sieve) { return (uint64_t)sieve->dense.nodes << sieve->shift; }

/* Searchers of all threads. They are set up by this one; while they work each has its own memory. */
static void make_searchers(struct noe_sieve *sieve, struct noe_fair_orbits *orbits) {
  size_t places = (size_t)count_places(sieve);
  sieve->team = places >= MANY_PLACES ? noe_fair_team(orbits) : NULL;
  uint32_t count = sieve->team ? sieve->team->count : 1;
  count = count < NOE_SIEVE_SEARCHERS ? count : NOE_SIEVE_SEARCHERS;
  if (count > 1)
    sieve->shared = noe_base_alloc(memory_of(sieve), places + 1);
  sieve->searchers = noe_base_alloc(memory_of(sieve), count * sizeof *sieve->searchers);
  for (uint32_t i = 0; i < count; i++) {
    struct noe_sieve_searcher *searcher = &sieve->searchers[i];
    struct noe_memory *memory = i ? sieve->team->workers[i].memory : memory_of(sieve);
    *searcher = (struct noe_sieve_searcher){.sieve = sieve, .memory = memory, .number = i};
    sieve->searcher_count++;
  }
}

/* ------------------------------------------------------------------- rounds */

static bool search(struct noe_sieve_searcher *searcher) {
  size_t places = (size_t)count_places(searcher->sieve);
  if (!searcher->status)
    searcher->status = noe_base_alloc(searcher->memory, (places + 1) * sizeof *searcher->status);
  return noe_fair_sieve_search(searcher);
}

static bool search_as(struct noe_fair_worker *worker, void *context) {
  struct noe_sieve *sieve = context;
  return worker->number >= sieve->searcher_count || search(&sieve->searchers[worker->number]);
}

/* False if stopped. */
static bool run_round(struct noe_sieve *sieve, uint64_t places) {
  sieve->is_shared = sieve->searcher_count > 1 && places >= MANY_PLACES;
  atomic_store(&sieve->is_done, false);
  return sieve->is_shared ? noe_fair_team_together(sieve->team, search_as, sieve) : search(&sieve->searchers[0]);
}

/* To be searched once more. */
static void reopen(struct noe_sieve *sieve, struct noe_sieve_place at) {
  NOE_FAIR_PUSH(memory_of(sieve), sieve->set, sieve->set_count, sieve->set_room, at);
  if (sieve->shared)
    sieve->shared[at.place] = NOE_SIEVE_OPEN;
  for (uint32_t i = 0; i < sieve->searcher_count; i++)
    if (sieve->searchers[i].status)
      sieve->searchers[i].status[at.place] = NOE_SIEVE_NEW;
}

/* What is left of components; everything else that can be reached from there is dead. Components lie apart, so that
 * those of what is left of all are those of what is left of each. */
static void collect_rest(struct noe_sieve *sieve) {
  sieve->set_count = 0;
  for (uint32_t i = 0; i < sieve->searcher_count; i++) {
    struct noe_sieve_searcher *searcher = &sieve->searchers[i];
    for (size_t k = 0; k < searcher->again_count; k++)
      reopen(sieve, searcher->again[k]);
    searcher->again_count = 0;
  }
}

/* False if stopped. */
static bool search_rounds(struct noe_sieve *sieve) {
  uint64_t places = count_places(sieve);
  for (sieve->round = 0; places && !atomic_load(&sieve->found); sieve->round++) {
    if (!run_round(sieve, places))
      return false;
    collect_rest(sieve);
    places = sieve->set_count;
  }
  return true;
}

/* Nodes of the product that can be reached: those that were closed. Edges likewise. */
static void count_work(struct noe_sieve *sieve) {
  size_t count = (size_t)count_places(sieve);
  const struct noe_sieve_searcher *searcher = &sieve->searchers[0];
  sieve->visited = sieve->waits ? sieve->dense.nodes : 0;
  for (size_t i = 0; i < count; i++)
    sieve->visited += sieve->shared ? sieve->shared[i] == NOE_SIEVE_DEAD : searcher->status[i] == NOE_SIEVE_LEFT;
  for (uint32_t i = 0; i < sieve->searcher_count; i++)
    sieve->edges += sieve->searchers[i].edges;
}

/* ------------------------------------------------------------------ answer */

static bool fits(const struct noe_sieve *sieve, const struct noe_fair_claim *claim) {
  return state_count(sieve) <= NOE_SIEVE_STATES && !claim->steps &&
         !(sieve->automaton && sieve->space->groups->has_conditions);
}

static bool prepare(struct noe_sieve *sieve) {
  choose_states(sieve);
  if (count_places(sieve) >= UINT32_MAX - 2)
    return false;
  noe_fair_sieve_list_arcs(sieve);
  if (sieve->hopeful) {
    noe_fair_dense_list_classes(&sieve->dense);
    noe_fair_sieve_list_taken(sieve);
  }
  return true;
}

static bool describe(struct noe_dense *dense, struct noe_fair_graph *graph, struct noe_counted *counted,
                     const struct noe_fair_claim *claim, const struct noe_rows *starts) {
  bool done = counted
                  ? noe_fair_counted_dense(counted, dense, claim)
                  : noe_fair_dense_init(dense, graph, claim->tracked, starts) && noe_fair_dense_letters(dense, claim);
  return done && !dense->is_faulty;
}

enum noe_sieve_answer noe_fair_sieve_search_all(struct noe_sieve *sieve, struct noe_fair_orbits *orbits) {
  make_searchers(sieve, orbits);
  if (!search_rounds(sieve) || sieve->space->stop)
    return NOE_SIEVE_UNFIT;
  if (atomic_load(&sieve->found))
    return NOE_SIEVE_REST;
  count_work(sieve);
  return NOE_SIEVE_NOTHING;
}

enum noe_sieve_answer noe_fair_sieve(struct noe_sieve **made, struct noe_fair_graph *graph, struct noe_counted *counted,
                                     const struct noe_fair_claim *claim, struct noe_acceptance acceptance,
                                     const struct noe_rows *starts) {
  struct noe_sieve *sieve = *made = noe_base_alloc(graph->space->memory, sizeof *sieve);
  sieve->space = graph->space;
  sieve->automaton = acceptance.automaton;
  sieve->monitor = acceptance.monitor;
  pthread_mutex_init(&sieve->lock, NULL);
  if (!fits(sieve, claim) || !describe(&sieve->dense, graph, counted, claim, starts) || !prepare(sieve))
    return NOE_SIEVE_UNFIT;
  return noe_fair_sieve_search_all(sieve, graph->orbits);
}

/* Where the automaton can wait in its initial state every node is a root. */
bool noe_fair_sieve_is_about_all_names(const struct noe_sieve *sieve) { return sieve->waits; }
uint64_t noe_fair_sieve_nodes(const struct noe_sieve *sieve) { return sieve->visited; }
uint64_t noe_fair_sieve_edges(const struct noe_sieve *sieve) { return sieve->edges; }
const struct noe_dense *noe_fair_sieve_dense(const struct noe_sieve *sieve) { return &sieve->dense; }
