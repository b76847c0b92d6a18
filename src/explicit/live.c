/* AG EF c, for each instance of c on its own: from every state a state with c
 * can be reached. On the whole graph, once it is known:
 *
 *   reach = least set with { s : c in s } and { s : s -> t, t in reach }
 *
 * and c fails if a state is not in reach; the one with the least number has a
 * shortest path. Linear in states and edges for each instance. */
#include <assert.h>
#include <string.h>

#include "explicit/search_int.h"
#include "model/pack.h"

static void count_edge(void *context, uint64_t source, uint64_t target) {
  (void)source;
  ((struct noe_backward *)context)->offsets[target]++;
}

static void place_edge(void *context, uint64_t source, uint64_t target) {
  struct noe_backward *backward = context;
  backward->sources[--backward->offsets[target]] = (uint32_t)source;
}

/* Counting sort of the edges by target. While edges are placed, offsets[t] moves
 * from the end of the sources of t to their beginning. */
static void turn_around(struct noe_search *search, uint64_t states) {
  struct noe_backward *backward = &search->backward;
  struct noe_memory *memory = search->task->memory;
  if (states >= UINT32_MAX)
    noe_base_memory_escape(memory); /* more states than these numbers can tell apart: too big, say so */
  backward->offsets = noe_base_alloc(memory, (states + 1) * sizeof *backward->offsets);
  noe_explicit_edges_each(&search->edges, count_edge, backward);
  for (uint64_t i = 1; i <= states; i++)
    backward->offsets[i] += backward->offsets[i - 1];
  backward->sources = noe_base_alloc(memory, backward->offsets[states] * sizeof *backward->sources);
  noe_explicit_edges_each(&search->edges, place_edge, backward);
  noe_explicit_edges_free(&search->edges);
  backward->stack = noe_base_alloc(memory, states * sizeof *backward->stack);
  backward->reach = noe_base_bitset(memory, states);
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

/* Puts the states with the property on the stack; returns how many. */
static uint64_t seed(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_backward *backward = &search->backward;
  memset(backward->reach.words, 0, noe_bitset_words(states) * sizeof *backward->reach.words);
  uint64_t depth = 0;
  for (uint64_t id = 0; id < states && !search->stop; id++) {
    noe_explicit_watch(search);
    noe_explicit_store_read(search->store, id, search->packed);
    noe_model_unpack(search->model, search->packed, search->state);
    enum noe_outcome outcome =
        noe_model_machine_test(search->machine, property, backward->arguments, search->state);
    if (outcome == NOE_OUTCOME_TRUE) {
      noe_bitset_add(&backward->reach, id);
      backward->stack[depth++] = (uint32_t)id;
    } else if (outcome == NOE_OUTCOME_FAULT) {
      struct noe_evidence where = {
          .at = id, .failed = property, .failed_arguments = backward->arguments};
      noe_explicit_record_fault(&search->records, noe_model_machine_fault(search->machine), &where);
    }
  }
  return depth;
}

static void close_backwards(struct noe_search *search, uint64_t depth) {
  struct noe_backward *backward = &search->backward;
  while (depth && !search->stop) {
    noe_explicit_watch(search);
    uint32_t target = backward->stack[--depth];
    for (uint64_t i = backward->offsets[target]; i < backward->offsets[target + 1]; i++) {
      uint32_t source = backward->sources[i];
      if (noe_bitset_has(&backward->reach, source))
        continue;
      noe_bitset_add(&backward->reach, source);
      backward->stack[depth++] = source; /* each state once: there is room */
    }
  }
}

/* Does the instance fail? The record's count is that of the first instance that
 * fails: the states from which it cannot be reached. */
static bool fails(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_record *record = &search->records.claims[property->id];
  close_backwards(search, seed(search, property, states));
  if (search->stop || record->undecided)
    return false;
  uint64_t lost = states - noe_base_bitset_count(&search->backward.reach);
  if (!lost)
    return false;
  uint64_t first = 0;
  while (noe_bitset_has(&search->backward.reach, first))
    first++;
  noe_explicit_record_claim(&search->records, property, search->backward.arguments, first);
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
  bool more = first_instance(property, backward->arguments);
  while (more && !search->stop && !record->undecided) {
    if (fails(search, property, states))
      return;
    more = next_instance(property, backward->arguments);
  }
  record->decided = !search->stop;
}

void noe_explicit_live(struct noe_search *search) {
  assert(search->explored && "liveness is judged on the whole graph");
  uint64_t states = noe_explicit_store_count(search->store);
  noe_explicit_store_seal(search->store);
  turn_around(search, states);
  for (uint32_t i = 0; i < search->model->property_count; i++) {
    const struct noe_clause *property = &search->model->properties[i];
    if (property->property != NOE_PROPERTY_LIVENESS)
      continue;
    noe_explicit_judge(search);
    if (search->stop)
      return;
    check_property(search, property, states);
  }
}
