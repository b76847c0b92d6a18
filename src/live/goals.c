/* The goals of claims that no permutation moves: instances, in order, and the states in
 * which they hold. Errors in them are only noticed here; whether they matter shows when
 * the claims are judged, one after the other (live.c). */
#include <assert.h>
#include <string.h>

#include "live/live_int.h"
#include "explicit/native.h"

/* Bits of a row that compiled code fills. */
enum { MOST_ROW_BITS = 4096 };

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

/* ---------------------------------------------------------------- the list */

static size_t most_parameters(const struct noe_model *model) {
  size_t most = 0;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].parameter_count > most)
      most = model->properties[i].parameter_count;
  return most;
}

static int64_t *row_of(const struct noe_search *search, uint32_t goal) {
  assert(goal <= NOE_MOST_GOALS + search->worker_count && "a row for each goal, the next one, and each worker");
  return noe_live_of(search)->arguments + goal * most_parameters(search->model);
}

static void set_next(struct noe_search *search, uint32_t property, uint64_t index, const int64_t *arguments) {
  struct noe_live *live = noe_live_of(search);
  uint32_t count = property < search->model->property_count ? search->model->properties[property].parameter_count : 0;
  live->property = property;
  live->index = index;
  if (arguments && count)
    memcpy(row_of(search, NOE_MOST_GOALS), arguments, count * sizeof *arguments);
}

/* Instances of the property, from the next one on, until there is no room. */
static void add_instances(struct noe_search *search, const struct noe_clause *property) {
  assert(property->property == NOE_PROPERTY_LIVENESS && "goals are instances of AG EF");
  struct noe_live *live = noe_live_of(search);
  int64_t *next = row_of(search, NOE_MOST_GOALS);
  bool more = live->index || first_instance(property, next);
  if (!more)
    live->goals[live->goal_count++] = (struct noe_goal){.property = property, .is_first = true, .is_last = true};
  while (more && live->goal_count < NOE_MOST_GOALS) {
    struct noe_goal *goal = &live->goals[live->goal_count];
    *goal = (struct noe_goal){property, row_of(search, live->goal_count++), live->index, !live->index, false};
    if (property->parameter_count)
      memcpy(goal->arguments, next, property->parameter_count * sizeof *next);
    more = next_instance(property, next);
    goal->is_last = !more;
    live->index++;
  }
  if (!more)
    set_next(search, live->property + 1, 0, NULL);
}

/* A claim that has failed, or cannot be decided, has no more instances. */
static bool is_open(const struct noe_search *search, const struct noe_clause *property) {
  const struct noe_record *record = &search->records.claims[property->id];
  return property->property == NOE_PROPERTY_LIVENESS && !record->failed && !record->undecided &&
         !noe_system_is_indexed(search->system.keys.symmetry, property);
}

/* Where compiled code is to put what. */
static void lay_out(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < search->model->property_count; i++)
    live->first_bits[i] = NOE_NO_GOALS;
  for (uint32_t i = 0; i < live->goal_count && bits <= MOST_ROW_BITS; i++) {
    uint32_t *first = &live->first_bits[live->goals[i].property->id];
    if (*first != NOE_NO_GOALS)
      continue;
    *first = (uint32_t)bits;
    uint64_t count = noe_model_instance_count(live->goals[i].property);
    bits += count < MOST_ROW_BITS ? count : MOST_ROW_BITS + 1;
  }
  live->row_bits = bits <= MOST_ROW_BITS ? (uint32_t)bits : 0;
}

/* Half as many goals need half the memory. */
static void make_marks(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  while (!noe_live_make_marks(search, live->goal_count)) {
    if (live->goal_count == 1)
      noe_base_memory_escape(search->task->memory);
    live->goal_count /= 2;
    const struct noe_goal *next = &live->goals[live->goal_count];
    set_next(search, next->property->id, next->index, next->arguments);
  }
}

void noe_live_goals_init(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  struct noe_memory *memory = search->task->memory;
  size_t width = most_parameters(search->model);
  live->arguments =
      noe_base_alloc(memory, ((NOE_MOST_GOALS + 1 + search->worker_count) * width + 1) * sizeof *live->arguments);
  live->first_bits = noe_base_alloc(memory, (search->model->property_count + 1) * sizeof *live->first_bits);
}

bool noe_live_goals_next(struct noe_search *search) {
  assert(!search->stop && "the search goes on");
  struct noe_live *live = noe_live_of(search);
  noe_live_marks_free(&live->marks);
  live->goal_count = 0;
  live->seen = live->trouble = live->full = 0;
  while (live->property < search->model->property_count && live->goal_count < NOE_MOST_GOALS) {
    const struct noe_clause *property = &search->model->properties[live->property];
    if (is_open(search, property))
      add_instances(search, property);
    else
      set_next(search, live->property + 1, 0, NULL);
  }
  if (!live->goal_count)
    return false;
  lay_out(search);
  make_marks(search);
  return true;
}

/* ------------------------------------------------------------------- states */

bool noe_live_test(struct noe_worker *worker, const struct noe_clause *property, const int64_t *arguments,
                   uint64_t id) {
  enum noe_outcome outcome = noe_model_machine_test(worker->view.machine, property, arguments, worker->view.state);
  if (outcome == NOE_OUTCOME_ORDER)
    noe_verdict_observe_order(&worker->observer);
  if (outcome == NOE_OUTCOME_FAULT) {
    const struct noe_store *store = worker->search->store;
    uint64_t level = noe_store_level_of(store, noe_store_number(store, id));
    noe_verdict_observe_fault(
        &worker->observer,
        (struct noe_evidence){.at = id, .level = level, .failed = property, .failed_arguments = arguments});
  }
  return outcome == NOE_OUTCOME_TRUE;
}

static uint64_t interpret(struct noe_worker *worker) {
  struct noe_live *live = noe_live_of(worker->search);
  uint64_t row = 0;
  noe_system_state(&worker->view.orbits, worker->key, worker->view.state);
  for (uint32_t i = 0; i < live->goal_count && !worker->search->stop; i++) {
    const struct noe_goal *goal = &live->goals[i];
    if (!goal->arguments)
      continue;
    noe_explicit_watch(worker);
    enum noe_outcome outcome =
        noe_model_machine_test(worker->view.machine, goal->property, goal->arguments, worker->view.state);
    if (outcome == NOE_OUTCOME_TRUE)
      row |= (uint64_t)1 << i;
    if (outcome == NOE_OUTCOME_FAULT || outcome == NOE_OUTCOME_ORDER)
      atomic_fetch_or(&live->trouble, (uint64_t)1 << i);
  }
  return row;
}

/* The goals at hand among the bits that compiled code has filled in. */
static uint64_t gather(const struct noe_live *live, const uint64_t *bits) {
  uint64_t row = 0;
  for (uint32_t i = 0; i < live->goal_count; i++) {
    const struct noe_goal *goal = &live->goals[i];
    uint64_t at = live->first_bits[goal->property->id] + goal->index;
    if (goal->arguments)
      row |= (bits[at / 64] >> (at % 64) & 1) << i;
  }
  return row;
}

static void seed(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  assert(search->explored && "goals are looked for when all states are known");
  struct noe_live *live = noe_live_of(search);
  uint64_t bits[MOST_ROW_BITS / 64 + 1], seen = 0;
  noe_explicit_native_join(worker);
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    uint64_t id = noe_store_id(search->store, number);
    noe_explicit_watch(worker);
    noe_store_read(search->store, id, worker->key);
    bool told = live->row_bits && noe_live_native_goals(worker, live->first_bits, bits, live->row_bits);
    uint64_t row = told ? gather(live, bits) : interpret(worker);
    if (row)
      noe_marks_add(&live->marks, id, row);
    seen |= row;
  }
  atomic_fetch_or(&live->seen, seen);
}

/* Goals that hold nowhere are reached from nowhere, and those with errors are not decided.
 * If there is one start state only, all that is anywhere can be reached from it. */
void noe_live_goals_seed(struct noe_search *search) {
  assert(noe_live_of(search)->goal_count && noe_live_of(search)->marks.words && "there are goals, and marks for them");
  struct noe_live *live = noe_live_of(search);
  uint64_t states = noe_store_count(search->store);
  noe_explicit_share_out(search, 0, states, 1, seed);
  live->full = live->seen & ~live->trouble;
  if (states && noe_live_same_depth(search, 0) == 1)
    noe_marks_add(&live->marks, noe_store_id(search->store, 0), live->full);
}

/* ------------------------------------------------------------------- errors */

/* Compiled code that tells of all goals of a state has met no error in any instance of their claims. */
static void note_errors(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  const struct noe_live *live = noe_live_of(search);
  const struct noe_clause *property = live->noting;
  int64_t *arguments = row_of(search, NOE_MOST_GOALS + 1 + worker->number);
  uint64_t bits[MOST_ROW_BITS / 64 + 1];
  for (uint64_t number = begin; number < end && !search->stop; number++) {
    uint64_t id = noe_store_id(search->store, number);
    noe_explicit_watch(worker);
    noe_store_read(search->store, id, worker->key);
    if (live->row_bits && noe_live_native_goals(worker, live->first_bits, bits, live->row_bits))
      continue;
    noe_system_state(&worker->view.orbits, worker->key, worker->view.state);
    for (bool more = first_instance(property, arguments); more && !search->stop;
         more = next_instance(property, arguments)) {
      noe_explicit_watch(worker);
      noe_live_test(worker, property, arguments, id);
    }
  }
}

void noe_live_goals_note_errors(struct noe_search *search, const struct noe_clause *property) {
  noe_live_of(search)->noting = property;
  noe_explicit_share_out(search, 0, noe_store_count(search->store), 1, note_errors);
  noe_explicit_sum_level(search);
}
