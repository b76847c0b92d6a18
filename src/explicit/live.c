/* AG EF c, for each instance of c on its own: from every state a state with c
 * can be reached. On the whole graph, once it is known:
 *
 *   reach = least set with { s : c in s } and { s : s -> t, t in reach }
 *
 * and c fails if a state is not in reach; of the least deep ones the first in the order
 * of the store is shown. Linear in states and edges for each instance. States are looked
 * at by all workers, the graph is walked by the caller. */
#include <assert.h>
#include <string.h>

#include "explicit/live_int.h"

/* ------------------------------------------------------------------- graph */

struct turning {
  const struct noe_store *store; /* NULL: nodes need no translation */
  struct noe_backward *backward;
};

static uint64_t node(const struct turning *turning, uint64_t end) {
  return turning->store ? noe_explicit_store_number(turning->store, end) : end;
}

static void count_edge(void *context, uint64_t source, uint64_t target) {
  (void)source;
  const struct turning *turning = context;
  turning->backward->offsets[node(turning, target)]++;
}

static void place_edge(void *context, uint64_t source, uint64_t target) {
  const struct turning *turning = context;
  struct noe_backward *backward = turning->backward;
  backward->sources[--backward->offsets[node(turning, target)]] = (uint32_t)node(turning, source);
}

/* Counting sort of the edges by target. While edges are placed, offsets[t] moves
 * from the end of the sources of t to their beginning. */
void noe_explicit_turn_around(struct noe_search *search, struct noe_edges *const *edges, uint32_t count, bool ids,
                              uint64_t nodes) {
  struct noe_backward *backward = &search->backward;
  struct noe_memory *memory = search->task->memory;
  struct turning turning = {ids ? search->store : NULL, backward};
  if (nodes >= UINT32_MAX)
    noe_base_memory_escape(memory); /* more than these numbers can tell apart: too big, say so */
  backward->offsets = noe_base_alloc(memory, (nodes + 1) * sizeof *backward->offsets);
  for (uint32_t i = 0; i < count; i++)
    noe_explicit_edges_each(edges[i], count_edge, &turning);
  for (uint64_t i = 1; i <= nodes; i++)
    backward->offsets[i] += backward->offsets[i - 1];
  backward->sources = noe_base_alloc(memory, backward->offsets[nodes] * sizeof *backward->sources);
  for (uint32_t i = 0; i < count; i++)
    noe_explicit_edges_each(edges[i], place_edge, &turning);
  backward->stack = noe_base_alloc(memory, nodes * sizeof *backward->stack);
  backward->reach = noe_base_bitset(memory, nodes);
}

void noe_explicit_backward_free(struct noe_search *search) {
  struct noe_memory *memory = search->task->memory;
  struct noe_backward *backward = &search->backward;
  noe_base_free(memory, backward->offsets);
  noe_base_free(memory, backward->sources);
  noe_base_free(memory, backward->stack);
  noe_base_free(memory, backward->arguments);
  if (backward->reach.words)
    noe_base_bitset_free(&backward->reach);
  *backward = (struct noe_backward){0};
}

void noe_explicit_close_backwards(struct noe_search *search) {
  struct noe_backward *backward = &search->backward;
  struct noe_worker *chief = noe_explicit_chief(search);
  uint64_t depth = 0;
  for (uint64_t i = 0; i < backward->reach.bits; i++)
    if (noe_bitset_has(&backward->reach, i))
      backward->stack[depth++] = (uint32_t)i;
  while (depth && !search->stop) {
    noe_explicit_watch(chief);
    uint32_t target = backward->stack[--depth];
    for (uint64_t i = backward->offsets[target]; i < backward->offsets[target + 1]; i++) {
      uint32_t source = backward->sources[i];
      if (noe_bitset_has(&backward->reach, source))
        continue;
      noe_bitset_add(&backward->reach, source);
      backward->stack[depth++] = source; /* each node once: there is room */
    }
  }
}

static uint64_t depth_of(const struct noe_search *search, uint64_t number) {
  uint64_t depth = 0, id = noe_explicit_store_id(search->store, number);
  while ((id = noe_explicit_store_parent(search->store, id)) != NOE_NO_STATE)
    depth++;
  return depth;
}

uint64_t noe_explicit_same_depth(const struct noe_search *search, uint64_t number) {
  uint64_t depth = depth_of(search, number), low = number + 1, high = noe_explicit_store_count(search->store);
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (depth_of(search, middle) > depth)
      high = middle;
    else
      low = middle + 1;
  }
  return low - number;
}

/* --------------------------------------------------------------- instances */

/* Do the parameters have a value each? Sets the first one. */
static bool first_instance(const struct noe_clause *property, int64_t *arguments) {
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < property->binder_count; i++) {
    const struct noe_binder *binder = &property->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    if (binder->step > 0 ? binder->low > binder->high : binder->low < binder->high)
      return false;
    arguments[parameter++] = binder->low;
  }
  return true;
}

/* The last parameter varies fastest; false after the last instance. */
static bool next_instance(const struct noe_clause *property, int64_t *arguments) {
  uint32_t parameter = property->parameter_count;
  for (uint32_t i = property->binder_count; i-- > 0;) {
    const struct noe_binder *binder = &property->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    int64_t *value = &arguments[--parameter];
    bool beyond = __builtin_add_overflow(*value, binder->step, value);
    if (!beyond && (binder->step > 0 ? *value <= binder->high : *value >= binder->high))
      return true;
    *value = binder->low;
  }
  return false;
}

/* --------------------------------------------------------------- one claim */

bool noe_explicit_live_test(struct noe_worker *worker, const struct noe_clause *property, const int64_t *arguments,
                            uint64_t id) {
  enum noe_outcome outcome = noe_model_machine_test(worker->machine, property, arguments, worker->state);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_explicit_order(worker);
  if (outcome == NOE_OUTCOME_FAULT)
    noe_explicit_fault(worker,
                       (struct noe_evidence){.at = id, .failed = property, .failed_arguments = arguments});
  return outcome == NOE_OUTCOME_TRUE;
}

/* The goals among these states. Pieces are whole words of the set. */
static void seed(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  struct noe_backward *backward = &search->backward;
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    uint64_t id = noe_explicit_store_id(search->store, number);
    noe_explicit_watch(worker);
    noe_explicit_store_read(search->store, id, worker->key);
    noe_explicit_state(&worker->orbits, worker->key, worker->state);
    if (noe_explicit_live_test(worker, backward->property, backward->arguments, id))
      noe_bitset_add(&backward->reach, number);
  }
}

static uint64_t first_lost(const struct noe_search *search) {
  const struct noe_bitset *reach = &search->backward.reach;
  uint64_t number = 0;
  while (noe_bitset_has(reach, number))
    number++;
  uint64_t end = number + noe_explicit_same_depth(search, number);
  uint64_t least = noe_explicit_store_id(search->store, number);
  for (number++; number < end; number++) {
    uint64_t id = noe_explicit_store_id(search->store, number);
    if (!noe_bitset_has(reach, number) && noe_explicit_store_compare(search->store, id, least) < 0)
      least = id;
  }
  return least;
}

/* Does the instance fail? The record's count is that of the first instance that
 * fails: the states from which it cannot be reached. */
static bool fails(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_backward *backward = &search->backward;
  struct noe_record *record = &search->records.claims[property->id];
  memset(backward->reach.words, 0, noe_bitset_words(states) * sizeof *backward->reach.words);
  noe_explicit_share_out(search, 0, states, 64, seed);
  noe_explicit_sum_level(search);
  noe_explicit_close_backwards(search);
  if (search->stop || record->undecided)
    return false;
  uint64_t lost = states - noe_base_bitset_count(&backward->reach);
  if (!lost)
    return false;
  noe_explicit_record_claim(&search->records, property, backward->arguments, first_lost(search));
  record->count = lost;
  return true;
}

static void check_property(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_record *record = &search->records.claims[property->id];
  struct noe_backward *backward = &search->backward;
  noe_base_free(search->task->memory, backward->arguments);
  backward->arguments = NULL;
  backward->arguments =
      noe_base_alloc(search->task->memory, property->parameter_count * sizeof *backward->arguments);
  backward->property = property;
  bool more = first_instance(property, backward->arguments);
  while (more && !search->stop && !record->undecided) {
    if (fails(search, property, states))
      return;
    more = next_instance(property, backward->arguments);
  }
  record->decided = !search->stop;
}

/* ------------------------------------------------------------------ claims */

static bool is_open(const struct noe_search *search, const struct noe_clause *property, bool indexed) {
  return !search->stop && property->property == NOE_PROPERTY_LIVENESS &&
         noe_explicit_is_indexed(search->keys.symmetry, property) == indexed;
}

static void turn_states(struct noe_search *search, uint64_t states) {
  struct noe_edges *parts[NOE_STORE_MOST_THREADS];
  for (uint32_t i = 0; i < search->worker_count; i++)
    parts[i] = &search->workers[i].edges;
  noe_explicit_turn_around(search, parts, search->worker_count, true, states);
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      noe_explicit_edges_free(parts[i]);
}

/* Claims that no permutation moves share one graph, which may decide others as well;
 * the rest have a graph each. */
void noe_explicit_live(struct noe_search *search) {
  assert(search->explored && "liveness is judged on the whole graph");
  const struct noe_model *model = search->model;
  uint64_t states = noe_explicit_store_count(search->store);
  if (search->wants_edges) {
    noe_explicit_keep_edges(search);
    turn_states(search, states);
  }
  for (uint32_t i = 0; i < model->property_count; i++) {
    bool indexed = is_open(search, &model->properties[i], true);
    if (!indexed && !is_open(search, &model->properties[i], false))
      continue;
    noe_explicit_judge(search);
    if (search->stop)
      return;
    if (!indexed)
      check_property(search, &model->properties[i], states);
    else if (noe_explicit_may_go_home(search, &model->properties[i]) &&
             noe_explicit_live_by_home(search, &model->properties[i]))
      search->records.claims[i].decided = true;
  }
  noe_explicit_backward_free(search);
  for (uint32_t i = 0; i < model->property_count; i++) {
    if (!is_open(search, &model->properties[i], true) || search->records.claims[i].decided)
      continue;
    noe_explicit_judge(search);
    if (search->stop)
      return;
    noe_explicit_live_indexed(search, &model->properties[i]);
  }
  noe_explicit_backward_free(search);
  noe_explicit_pairs_free(search);
}
