#include "fair/sieve.h"

#include <assert.h>

#include "fair/counted.h"
#include "fair/sieve_int.h"

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

static void make_room(struct noe_sieve *sieve) {
  struct noe_memory *memory = memory_of(sieve);
  const struct noe_dense *dense = &sieve->dense;
  sieve->status = noe_base_alloc(memory, (((size_t)sieve->dense.nodes << sieve->shift) + 1) * sizeof *sieve->status);
  sieve->frame_stamps = noe_base_alloc(memory, ((size_t)dense->frame_count + 1) * sizeof(uint32_t));
  sieve->frame_threads = noe_base_alloc(memory, ((size_t)dense->frame_count + 1) * sizeof(uint32_t));
  sieve->move_stamps = noe_base_alloc(memory, ((size_t)dense->move_number + 1) * sizeof(uint32_t));
}

void noe_fair_sieve_delete(struct noe_sieve *sieve) {
  if (!sieve)
    return;
  struct noe_memory *memory = memory_of(sieve);
  void *parts[] = {sieve->status,   sieve->live,          sieve->roots,       sieve->path,      sieve->again,
                   sieve->sets,     sieve->frame_stamps,  sieve->move_stamps, sieve->parents,   sieve->flags,
                   sieve->enabled,  sieve->frame_threads, sieve->taken,       sieve->arcs,      sieve->seen_on,
                   sieve->seen_off, sieve->first_arc,     sieve->ahead,       sieve->frames_met};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(memory, parts[i]);
  noe_fair_dense_free(&sieve->dense);
  noe_base_free(memory, sieve);
}

/* ------------------------------------------------------------- components */

/* What is known of the nodes that edges lead to lies anywhere in memory: all of it is asked for at once. */
static void fetch(const struct noe_sieve *sieve, struct noe_sieve_place at) {
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
    __builtin_prefetch(&sieve->status[node << sieve->shift]);
    __builtin_prefetch(dense->letters + node * dense->width);
    __builtin_prefetch(&dense->items[steps[i].target]);
  }
}

/* Pieces of the component at the end join those up to a live place, which an edge leads back to. */
static void contract(struct noe_sieve *sieve, uint32_t status) {
  while (sieve->roots[sieve->root_count - 1] >= status)
    sieve->root_count--;
}

/* An edge of the place entered last. */
static void meet(struct noe_sieve *sieve, const struct noe_sieve_edge *edge) {
  uint32_t status = sieve->status[edge->target.place];
  struct noe_sieve_stop *stop = &sieve->path[sieve->path_count - 1];
  sieve->edges++;
  stop->loops |= edge->target.place == stop->place;
  if (status == NOE_SIEVE_NEW)
    NOE_FAIR_PUSH(memory_of(sieve), sieve->ahead, sieve->ahead_count, sieve->ahead_room, edge->target);
  else if (status != NOE_SIEVE_DEAD)
    contract(sieve, status);
}

static void look_round(struct noe_sieve *sieve, struct noe_sieve_place at) {
  const struct noe_fair_orbit *item = &sieve->dense.items[at.orbit];
  const struct noe_orbit_step *steps = &sieve->dense.steps[item->first];
  uint32_t rank = noe_sieve_rank(sieve, at), count;
  if (!item->count)
    noe_sieve_each_arc(sieve, at.place, at.orbit, noe_sieve_stillness(sieve, at), meet);
  for (uint32_t i = 0; i < item->count; i++) {
    const struct noe_dense_move *moves = noe_sieve_moves(sieve, steps[i].kind, rank, &count);
    for (uint32_t k = 0; k < count; k++)
      noe_sieve_each_arc(sieve, at.place, steps[i].target, moves[k], meet);
  }
}

static void enter(struct noe_sieve *sieve, struct noe_sieve_place at) {
  struct noe_memory *memory = memory_of(sieve);
  struct noe_sieve_stop stop = {.place = at.place, .ahead = sieve->ahead_count};
  uint32_t root = (uint32_t)sieve->live_count;
  fetch(sieve, at);
  NOE_FAIR_PUSH(memory, sieve->live, sieve->live_count, sieve->live_room, at);
  NOE_FAIR_PUSH(memory, sieve->roots, sieve->root_count, sieve->root_room, root);
  NOE_FAIR_PUSH(memory, sieve->path, sieve->path_count, sieve->path_room, stop);
  sieve->status[at.place] = (uint32_t)sieve->live_count;
  look_round(sieve, at);
}

/* All edges of the place at the end of the path were followed. */
static void leave(struct noe_sieve *sieve) {
  const struct noe_sieve_stop *stop = &sieve->path[--sieve->path_count];
  uint32_t position = sieve->status[stop->place] - 1;
  if (sieve->roots[sieve->root_count - 1] != position)
    return;
  sieve->root_count--;
  if (stop->loops || sieve->live_count - position > 1)
    sieve->found |= noe_fair_sieve_component(sieve, position);
  for (size_t i = position; i < sieve->live_count; i++)
    sieve->status[sieve->live[i].place] = NOE_SIEVE_DEAD;
  sieve->live_count = position;
}

/* A place ahead, which was new when its edge was met. */
static void follow(struct noe_sieve *sieve, struct noe_sieve_place target) {
  uint32_t status = sieve->status[target.place];
  if (status == NOE_SIEVE_NEW)
    enter(sieve, target);
  else if (status != NOE_SIEVE_DEAD)
    contract(sieve, status);
}

/* False if something may be there, or the search was stopped. */
static bool search_from(struct noe_sieve *sieve, struct noe_sieve_place start) {
  if (sieve->status[start.place] != NOE_SIEVE_NEW)
    return true;
  enter(sieve, start);
  while (sieve->path_count && !sieve->found) {
    if (sieve->ahead_count > sieve->path[sieve->path_count - 1].ahead) {
      follow(sieve, sieve->ahead[--sieve->ahead_count]);
    } else {
      leave(sieve);
      if (noe_fair_is_stopped(sieve->space))
        return false;
    }
  }
  return !sieve->found;
}

/* The automaton reads the letter of a node at first. */
static bool search_node(struct noe_sieve *sieve, uint32_t orbit, uint32_t node) {
  uint64_t letter = noe_dense_letter(&sieve->dense, node), marks;
  uint32_t initial = sieve->automaton ? 0 : sieve->monitor->initial, after;
  uint16_t number = 0;
  if (sieve->waits && !sieve->automaton) /* it never leaves its initial state */
    return true;
  while (noe_fair_sieve_read(sieve, initial, letter, &number, &after, &marks))
    if (!search_from(sieve, (struct noe_sieve_place){node << sieve->shift | sieve->number_of[after], orbit}))
      return false;
  return !sieve->found;
}

/* A state that waits reads the letters of all nodes. */
static bool search_all(struct noe_sieve *sieve) {
  for (uint32_t orbit = 0; orbit < sieve->dense.orbits; orbit++)
    for (uint32_t node = sieve->dense.base[orbit]; node < sieve->dense.base[orbit + 1]; node++)
      if (!search_node(sieve, orbit, node))
        return false;
  return true;
}

static bool search_starts(struct noe_sieve *sieve) {
  const struct noe_dense *dense = &sieve->dense;
  for (size_t i = 0; i < dense->start_count; i++)
    if (!search_node(sieve, dense->starts[i].first, dense->starts[i].second))
      return false;
  return true;
}

/* Places that were left of components: everything else that can be reached from them is dead. */
static bool search_again(struct noe_sieve *sieve) {
  while (sieve->set_count) {
    size_t first = sieve->sets[--sieve->set_count], count = sieve->again_count - first;
    struct noe_sieve_place *set = noe_base_alloc(memory_of(sieve), count * sizeof *set);
    sieve->again_count = first;
    for (size_t i = 0; i < count; i++) {
      set[i] = sieve->again[first + i];
      sieve->status[set[i].place] = NOE_SIEVE_NEW;
    }
    bool go_on = true;
    for (size_t i = 0; i < count && go_on; i++)
      go_on = search_from(sieve, set[i]);
    noe_base_free(memory_of(sieve), set);
    if (!go_on)
      return false;
  }
  return true;
}

/* Nodes of the product that can be reached: those that were visited, which are not new any more. */
static void count_places(struct noe_sieve *sieve) {
  size_t count = (size_t)sieve->dense.nodes << sieve->shift;
  sieve->visited = sieve->waits ? sieve->dense.nodes : 0;
  for (size_t i = 0; i < count; i++)
    sieve->visited += sieve->status[i] != NOE_SIEVE_NEW;
}

/* ------------------------------------------------------------------ answer */

static bool fits(const struct noe_sieve *sieve, const struct noe_fair_claim *claim) {
  return state_count(sieve) <= NOE_SIEVE_STATES && !claim->steps &&
         !(sieve->automaton && sieve->space->groups->has_conditions);
}

static bool prepare(struct noe_sieve *sieve) {
  choose_states(sieve);
  if ((uint64_t)sieve->dense.nodes << sieve->shift >= UINT32_MAX - 1)
    return false;
  noe_fair_sieve_list_arcs(sieve);
  make_room(sieve);
  return true;
}

static bool describe(struct noe_dense *dense, struct noe_fair_graph *graph, struct noe_counted *counted,
                     const struct noe_fair_claim *claim, const struct noe_rows *starts) {
  bool done = counted
                  ? noe_fair_counted_dense(counted, dense, claim)
                  : noe_fair_dense_init(dense, graph, claim->tracked, starts) && noe_fair_dense_letters(dense, claim);
  return done && !dense->is_faulty;
}

enum noe_sieve_answer noe_fair_sieve(struct noe_sieve **made, struct noe_fair_graph *graph, struct noe_counted *counted,
                                     const struct noe_fair_claim *claim, struct noe_acceptance acceptance,
                                     const struct noe_rows *starts) {
  struct noe_sieve *sieve = *made = noe_base_alloc(graph->space->memory, sizeof *sieve);
  sieve->space = graph->space;
  sieve->automaton = acceptance.automaton;
  sieve->monitor = acceptance.monitor;
  if (!fits(sieve, claim) || !describe(&sieve->dense, graph, counted, claim, starts) || !prepare(sieve))
    return NOE_SIEVE_UNFIT;
  bool nothing = (sieve->waits ? search_all(sieve) : search_starts(sieve)) && search_again(sieve);
  count_places(sieve);
  if (sieve->space->stop)
    return NOE_SIEVE_UNFIT;
  assert(nothing != sieve->found && "the pass ends with an answer");
  return nothing ? NOE_SIEVE_NOTHING : NOE_SIEVE_REST;
}

uint64_t noe_fair_sieve_nodes(const struct noe_sieve *sieve) { return sieve->visited; }
uint64_t noe_fair_sieve_edges(const struct noe_sieve *sieve) { return sieve->edges; }
const struct noe_dense *noe_fair_sieve_dense(const struct noe_sieve *sieve) { return &sieve->dense; }
