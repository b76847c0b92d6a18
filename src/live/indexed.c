/* AG EF c(i) where permutations move i. A state t that is represented by r = pi t
 * satisfies c(i) just if r satisfies c(pi i); so the claim is followed through the
 * pairs (representative, arguments):
 *
 *   (r, i) -> (r', pi i)   for every firing r -> t with representative r' = pi t,
 *
 * and c fails if from some pair no pair with c can be reached. Since start states
 * and steps are symmetric, every pair stands for a reachable one. Pairs that twins of r
 * carry into each other reach the same: a node is a pair (r, pattern of i), patterns.h,
 * so that the graph grows with the classes of processes and not with their number.
 *
 * A rule is fired for one instance a of all that twins carry into each other. The
 * firing of tau a from (r, i) leads to the same node as that of a from (r, tau^-1 i); so
 * for each a the edges of all i are noted that differ up to twins which fix a: those
 * patterns in which the points of a are classes of their own.
 *
 * The graph is made when the search is over: a first pass counts the nodes of each state,
 * a second one fires, by compiled code if that tells what becomes of whom (pairs_native.c),
 * else by the interpreter. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "live/pairs_int.h"

/* ------------------------------------------------------------------- set-up */

static void init_share(struct noe_search *search, struct noe_pairs *pairs, uint32_t number) {
  struct noe_pairs_share *share = &pairs->shares[number];
  const struct noe_symmetry *symmetry = search->system.keys.symmetry;
  uint32_t parameters = pairs->tuples->count;
  share->edges = noe_live_edges(search->workers[number].memory);
  noe_live_classes_init(&share->here, pairs->arena, symmetry->points);
  noe_live_classes_init(&share->fixed, pairs->arena, symmetry->points);
  noe_live_classes_init(&share->there, pairs->arena, symmetry->points);
  noe_symmetry_twins_init(&share->twins, pairs->arena, symmetry);
  share->counts = NOE_NEW_ARRAY(pairs->arena, uint16_t, symmetry->points);
  share->entries = NOE_NEW_ARRAY(pairs->arena, uint32_t, symmetry->block_count);
  share->points = NOE_NEW_ARRAY(pairs->arena, int32_t, noe_model_most_parameters(search->model) + 1);
  share->arguments = NOE_NEW_ARRAY(pairs->arena, int64_t, 2 * parameters + 1);
  share->image = share->arguments + parameters;
}

static void init_pairs(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_arena *arena = noe_base_arena_new(search->task->memory);
  noe_live_of(search)->pairs = NOE_NEW(arena, struct noe_pairs);
  noe_live_of(search)->pairs->arena = arena;
  noe_live_of(search)->pairs->tuples = noe_live_tuples(arena, search->system.keys.symmetry, property);
  noe_live_of(search)->pairs->block = noe_live_pairs_block(noe_live_of(search)->pairs->tuples);
  noe_live_of(search)->pairs->shares = NOE_NEW_ARRAY(arena, struct noe_pairs_share, search->worker_count);
  for (uint32_t i = 0; i < search->worker_count; i++)
    init_share(search, noe_live_of(search)->pairs, i);
  noe_live_of(search)->pairs->first =
      noe_base_alloc(search->task->memory, (states + 1) * sizeof *noe_live_of(search)->pairs->first);
}

void noe_live_pairs_free(struct noe_search *search) {
  if (!noe_live_of(search)->pairs)
    return;
  for (uint32_t i = 0; noe_live_of(search)->pairs->shares && i < search->worker_count; i++) {
    noe_live_edges_free(&noe_live_of(search)->pairs->shares[i].edges);
    noe_base_free(search->workers[i].memory, noe_live_of(search)->pairs->shares[i].pairs);
  }
  noe_base_free(search->task->memory, noe_live_of(search)->pairs->first);
  noe_base_arena_delete(noe_live_of(search)->pairs->arena);
  noe_live_of(search)->pairs = NULL;
}

/* --------------------------------------------------------------- both passes */

/* State number `number` becomes the one at hand, with its twins and classes. */
static void enter(struct noe_worker *worker, uint64_t number) {
  struct noe_search *search = worker->search;
  worker->at = noe_store_id(search->store, number);
  noe_explicit_watch(worker);
  noe_store_read(search->store, worker->at, worker->key);
  noe_system_state_and_twins(&worker->view.orbits, worker->key, worker->view.state);
  noe_live_classes_of(&noe_pairs_share(worker)->here, &worker->view.orbits.twins, NULL);
}

static void count_nodes(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  struct noe_twin_classes *here = &noe_pairs_share(worker)->here;
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    if (noe_keys_list_classes(&search->system.keys))
      here->count = noe_live_pairs_entries(worker, number);
    else
      enter(worker, number);
    uint64_t nodes = noe_live_pattern_count(pairs->tuples, here);
    pairs->first[number + 1] = nodes < UINT32_MAX ? nodes : UINT32_MAX;
  }
}

/* ------------------------------------------------------------------- firing */

void noe_live_add_pair(struct noe_worker *worker, uint64_t source, uint64_t target) {
  struct noe_pairs_share *share = noe_pairs_share(worker);
  if (share->count == share->room) {
    size_t room = share->room * 2 + 64;
    share->pairs = noe_base_realloc(worker->memory, share->pairs, room * sizeof *share->pairs);
    share->room = room;
  }
  share->pairs[share->count++] = (struct noe_pair){source, target};
}

/* The classes of the representative of worker->view.successor, whose key was made last: those by which its own
 * nodes are numbered (`enter`). Its canonical form knows others, which need not be the same. */
static void find_classes_there(struct noe_worker *worker) {
  struct noe_pairs_share *share = noe_pairs_share(worker);
  noe_system_state_and_its_twins(&worker->view.orbits, worker->taken, worker->judged, &share->twins);
  noe_live_classes_of(&share->there, &share->twins, NULL);
}

static void find_points(const struct noe_worker *worker, const struct noe_clause *clause, const int64_t *arguments) {
  int32_t *points = noe_pairs_share(worker)->points;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    points[parameter] = binder->kind == NOE_BINDER_CHOOSE
                            ? -1
                            : noe_symmetry_point(worker->view.orbits.symmetry, binder->type, arguments[parameter]);
    parameter++;
  }
}

static void permute_tuple(const struct noe_worker *worker, const uint16_t *permutation) {
  const struct noe_tuples *tuples = noe_live_of(worker->search)->pairs->tuples;
  struct noe_pairs_share *share = noe_pairs_share(worker);
  for (uint32_t i = 0; i < tuples->count; i++)
    share->image[i] =
        noe_symmetry_apply_value(tuples->symmetry, permutation, tuples->binders[i]->type, share->arguments[i]);
}

/* Edges of the firing of this instance, which leads to state number `target`. */
static void add_firing(struct noe_worker *worker, uint64_t number, const struct noe_clause *clause,
                       const int64_t *arguments, uint64_t target) {
  const struct noe_pairs *pairs = noe_live_of(worker->search)->pairs;
  struct noe_pairs_share *share = noe_pairs_share(worker);
  /* Before anything else makes a key: */
  const uint16_t *permutation = noe_system_permutation(&worker->view.orbits);
  find_classes_there(worker);
  find_points(worker, clause, arguments);
  noe_live_classes_split(&share->fixed, &share->here, share->points, clause->parameter_count);
  uint64_t patterns = noe_live_pattern_count(pairs->tuples, &share->fixed);
  for (uint64_t i = 0; i < patterns; i++) {
    if (!noe_live_pattern_tuple(pairs->tuples, &share->fixed, i, share->arguments))
      continue;
    permute_tuple(worker, permutation);
    noe_live_add_pair(worker, pairs->first[number] + noe_live_pattern(pairs->tuples, &share->here, share->arguments),
                      pairs->first[target] + noe_live_pattern(pairs->tuples, &share->there, share->image));
  }
}

/* A firing by the interpreter. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t length,
                 const int64_t *cells, const int64_t *arguments) {
  (void)weight, (void)key, (void)length;
  struct noe_worker *worker = frame->host;
  struct noe_search *search = worker->search;
  uint32_t bytes = noe_system_key(&worker->view.orbits, cells, worker->taken);
  uint64_t id, hash = noe_store_hash_key(worker->taken, bytes);
  if (noe_store_find(search->store, worker->taken, bytes, hash, &id)) /* else an assumption dropped it */
    add_firing(worker, noe_pairs_share(worker)->number, &search->model->rules[rule], arguments,
               noe_store_number(search->store, id));
  return !search->stop;
}

static void order(void *owner) {
  struct noe_worker *worker = owner;
  noe_verdict_observe_order(&worker->observer);
}

static int compare_pairs(const void *left, const void *right) {
  const struct noe_pair *a = left, *b = right;
  return (a->source > b->source) - (a->source < b->source);
}

/* There are few as a rule. */
static void sort_pairs(struct noe_pair *pairs, size_t count) {
  if (count > 64) {
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    struct noe_pair pair = pairs[i];
    size_t k = i;
    for (; k && pairs[k - 1].source > pair.source; k--)
      pairs[k] = pairs[k - 1];
    pairs[k] = pair;
  }
}

static bool close_pairs(struct noe_pairs_share *share) {
  sort_pairs(share->pairs, share->count);
  for (size_t i = 0; i < share->count; i++) {
    if (!noe_live_edges_add(&share->edges, share->pairs[i].target))
      return false;
    if ((i + 1 == share->count || share->pairs[i].source != share->pairs[i + 1].source) &&
        !noe_live_edges_close(&share->edges, share->pairs[i].source))
      return false;
  }
  share->count = 0;
  return true;
}

static void fire_all(struct noe_worker *worker, uint64_t number) {
  static const struct noe_visitor visitor = {.successor = take, .ready = noe_explicit_ready, .order = order};
  enter(worker, number);
  noe_pairs_share(worker)->number = number;
  noe_system_fire_interpreted(&worker->view, NULL, &visitor);
}

static void add_edges(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  bool native = noe_live_pairs_are_native(worker);
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    if (!native || !noe_live_pairs_native(worker, number)) {
      noe_live_of(search)->pairs->whole = false;
      fire_all(worker, number);
    }
    if (!close_pairs(noe_pairs_share(worker)))
      noe_explicit_stop(search, NOE_STOP_MEMORY);
  }
}

/* -------------------------------------------------------------------- goals */

/* Numbers that stand for no pattern are no loss. */
static void seed_pairs(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  struct noe_pairs_share *share = noe_pairs_share(worker);
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    if (pairs->block != NOE_NO_BLOCK && noe_keys_list_classes(&search->system.keys)) {
      noe_live_pairs_seed_entries(worker, number);
      continue;
    }
    enter(worker, number);
    for (uint64_t node = pairs->first[number]; node < pairs->first[number + 1] && !search->stop; node++)
      if (!noe_live_pattern_tuple(pairs->tuples, &share->here, node - pairs->first[number], share->arguments) ||
          noe_live_test(worker, pairs->tuples->clause, share->arguments, worker->at))
        noe_live_add_goal(search, node);
  }
}

/* ------------------------------------------------------------------ verdict */

/* The least tuple that is lost in the state at hand; counts all. */
static uint64_t look_for_loss(struct noe_worker *chief, uint64_t number, int64_t *least) {
  const struct noe_search *search = chief->search;
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  assert(pairs->first[number] <= pairs->first[number + 1] && "nodes of a state stand together");
  struct noe_pairs_share *share = noe_pairs_share(chief);
  uint64_t lost = 0;
  for (uint64_t node = pairs->first[number]; node < pairs->first[number + 1]; node++) {
    if (noe_bitset_has(&noe_live_of(search)->backward.reach, node) ||
        !noe_live_pattern_tuple(pairs->tuples, &share->here, node - pairs->first[number], share->arguments))
      continue;
    bool less = !lost;
    for (uint32_t i = 0; i < pairs->tuples->count && !less; i++) {
      if (share->arguments[i] > least[i])
        break;
      less = share->arguments[i] < least[i];
    }
    if (less)
      memcpy(least, share->arguments, pairs->tuples->count * sizeof *least);
    lost += noe_live_pattern_size(pairs->tuples, &share->here, share->arguments);
  }
  return lost;
}

static bool is_lost(const struct noe_search *search, uint64_t number) {
  for (uint64_t node = noe_live_of(search)->pairs->first[number]; node < noe_live_of(search)->pairs->first[number + 1];
       node++)
    if (!noe_bitset_has(&noe_live_of(search)->backward.reach, node))
      return true;
  return false;
}

static void judge_pairs(struct noe_search *search, uint64_t states) {
  assert(states == noe_store_count(search->store) && "all states are judged");
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  struct noe_worker *chief = noe_explicit_worker_0(search);
  int64_t *arguments = NOE_NEW_ARRAY(pairs->arena, int64_t, 2 * pairs->tuples->count + 1);
  int64_t *least = arguments + pairs->tuples->count;
  uint64_t lost = 0, first = NOE_NO_STATE, end = states;
  for (uint64_t number = 0; number < states; number++) {
    if (!is_lost(search, number))
      continue;
    enter(chief, number);
    lost += look_for_loss(chief, number, arguments);
    if (first == NOE_NO_STATE)
      end = number + noe_live_same_depth(search, number);
    else if (number >= end || noe_store_compare(search->store, chief->at, first) > 0)
      continue;
    first = chief->at;
    memcpy(least, arguments, pairs->tuples->count * sizeof *least);
  }
  if (!lost)
    return;
  noe_verdict_record_claim(&search->records, pairs->tuples->clause, least, first);
  search->records.claims[pairs->tuples->clause->id].count = lost;
}

static void turn_pairs(struct noe_search *search, uint64_t nodes) {
  struct noe_edges *parts[NOE_STORE_MOST_THREADS];
  for (uint32_t i = 0; i < search->worker_count; i++)
    parts[i] = &noe_live_of(search)->pairs->shares[i].edges;
  if (!noe_live_reverse_edges(search, parts, search->worker_count, nodes))
    noe_base_memory_escape(search->task->memory);
}

static void number_nodes(struct noe_search *search, uint64_t states) {
  uint64_t *first = noe_live_of(search)->pairs->first;
  noe_explicit_share_out(search, 0, states, 1, count_nodes);
  for (uint64_t i = 1; i <= states; i++)
    first[i] += first[i - 1];
}

static void make_graph(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  noe_live_backward_free(search);
  noe_live_pairs_free(search);
  init_pairs(search, property, states);
  noe_live_of(search)->pairs->whole = true;
  number_nodes(search, states);
  if (!search->stop)
    noe_explicit_share_out(search, 0, states, 1, add_edges);
  if (!search->stop)
    turn_pairs(search, noe_live_of(search)->pairs->first[states]);
}

/* Can the graph of the claim before serve for this one? */
static bool fits(struct noe_search *search, const struct noe_clause *property) {
  struct noe_pairs *pairs = noe_live_of(search)->pairs;
  if (!pairs || !pairs->whole)
    return false;
  pairs->tuples = noe_live_tuples(pairs->arena, search->system.keys.symmetry, property);
  pairs->block = noe_live_pairs_block(pairs->tuples);
  struct noe_bitset *reach = &noe_live_of(search)->backward.reach;
  memset(reach->words, 0, noe_bitset_words(reach->bits) * sizeof *reach->words);
  return pairs->block != NOE_NO_BLOCK;
}

void noe_live_indexed(struct noe_search *search, const struct noe_clause *property) {
  assert(search->explored && property->property == NOE_PROPERTY_LIVENESS && "AG EF, on a graph that is complete");
  struct noe_record *record = &search->records.claims[property->id];
  uint64_t states = noe_store_count(search->store);
  if (!fits(search, property))
    make_graph(search, property, states);
  if (!search->stop)
    noe_explicit_share_out(search, 0, states, 1, seed_pairs);
  noe_explicit_sum_level(search);
  if (!search->stop)
    noe_live_close_backwards(search);
  if (!search->stop && !record->undecided)
    judge_pairs(search, states);
  record->decided = !search->stop;
}
