/* AG EF c, for each instance of c on its own: from every state a state with c
 * can be reached. On the whole graph, once it is known:
 *
 *   reach = least set with { s : c in s } and { s : s -> t, t in reach }
 *
 * and c fails if a state is not in reach; the one with the least number has a
 * shortest path. Linear in states and edges for each instance. */
#include <assert.h>
#include <string.h>

#include "explicit/live_int.h"
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
void noe_explicit_turn_around(struct noe_search *search, struct noe_edges *edges, uint64_t states) {
  struct noe_backward *backward = &search->backward;
  struct noe_memory *memory = search->task->memory;
  if (states >= UINT32_MAX)
    noe_base_memory_escape(memory); /* more states than these numbers can tell apart: too big, say so */
  backward->offsets = noe_base_alloc(memory, (states + 1) * sizeof *backward->offsets);
  noe_explicit_edges_each(edges, count_edge, backward);
  for (uint64_t i = 1; i <= states; i++)
    backward->offsets[i] += backward->offsets[i - 1];
  backward->sources = noe_base_alloc(memory, backward->offsets[states] * sizeof *backward->sources);
  noe_explicit_edges_each(edges, place_edge, backward);
  noe_explicit_edges_free(edges);
  backward->stack = noe_base_alloc(memory, states * sizeof *backward->stack);
  backward->reach = noe_base_bitset(memory, states);
}

/* --------------------------------------------------------------- instances */

/* Do the parameters have a value each? Sets the first one. */
bool noe_explicit_first_instance(const struct noe_clause *property, int64_t *arguments) {
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
bool noe_explicit_next_instance(const struct noe_clause *property, int64_t *arguments) {
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

bool noe_explicit_live_test(struct noe_search *search, const struct noe_clause *property, const int64_t *arguments,
                            uint64_t id) {
  enum noe_outcome outcome = noe_model_machine_test(search->machine, property, arguments, search->state);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_explicit_order(search);
  if (outcome == NOE_OUTCOME_FAULT)
    noe_explicit_fault(search,
                       (struct noe_evidence){.at = id, .failed = property, .failed_arguments = arguments});
  return outcome == NOE_OUTCOME_TRUE;
}

/* Puts the states with the property on the stack; returns how many. */
static uint64_t seed(struct noe_search *search, const struct noe_clause *property, uint64_t states) {
  struct noe_backward *backward = &search->backward;
  memset(backward->reach.words, 0, noe_bitset_words(states) * sizeof *backward->reach.words);
  uint64_t depth = 0;
  for (uint64_t id = 0; id < states && !search->stop; id++) {
    noe_explicit_watch(search);
    noe_explicit_store_read(search->store, id, (uint8_t *)search->packed);
    noe_model_unpack(search->model, search->packed, search->state);
    if (noe_explicit_live_test(search, property, backward->arguments, id)) {
      noe_bitset_add(&backward->reach, id);
      backward->stack[depth++] = (uint32_t)id;
    }
  }
  return depth;
}

void noe_explicit_close_backwards(struct noe_search *search, uint64_t depth) {
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
  noe_explicit_close_backwards(search, seed(search, property, states));
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
  bool more = noe_explicit_first_instance(property, backward->arguments);
  while (more && !search->stop && !record->undecided) {
    if (fails(search, property, states))
      return;
    more = noe_explicit_next_instance(property, backward->arguments);
  }
  record->decided = !search->stop;
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

static bool is_open(const struct noe_search *search, const struct noe_clause *property, bool indexed) {
  return !search->stop && property->property == NOE_PROPERTY_LIVENESS &&
         noe_explicit_is_indexed(&search->orbits, property) == indexed;
}

/* Claims that no permutation moves share one graph; the others have one each. */
void noe_explicit_live(struct noe_search *search) {
  assert(search->explored && "liveness is judged on the whole graph");
  const struct noe_model *model = search->model;
  uint64_t states = noe_explicit_store_count(search->store);
  noe_explicit_turn_around(search, &search->edges, states);
  for (int indexed = 0; indexed < 2; indexed++)
    for (uint32_t i = 0; i < model->property_count; i++) {
      if (!is_open(search, &model->properties[i], indexed))
        continue;
      noe_explicit_judge(search);
      if (search->stop)
        return;
      if (indexed)
        noe_explicit_live_indexed(search, &model->properties[i]);
      else
        check_property(search, &model->properties[i], states);
    }
}
