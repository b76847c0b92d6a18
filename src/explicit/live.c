/* AG EF c, for each instance of c on its own: from every state a state with c
 * can be reached. On the whole graph, once it is known:
 *
 *   reach = least set with { s : c in s } and { s : s -> t, t in reach }
 *
 * and c fails if a state is not in reach; of the least deep ones the first in the order
 * of the store is shown. All instances are worked at together (live_sweep.c), and then
 * judged one after the other. */
#include <assert.h>

#include "explicit/live_int.h"

/* -------------------------------------------------------------------- depth */

uint64_t noe_explicit_same_depth(const struct noe_search *search, uint64_t number) {
  uint64_t level = noe_store_level_of(search->store, number);
  return noe_store_level_first(search->store, level + 1) - number;
}

/* ------------------------------------------------------------- one instance */

static bool is_lost(const struct noe_search *search, uint64_t id, uint64_t bit) {
  return !(noe_marks_get(&search->live->marks, id) & bit);
}

static uint64_t first_lost(const struct noe_search *search, uint64_t bit) {
  const struct noe_store *store = search->store;
  uint64_t number = 0;
  while (!is_lost(search, noe_store_id(store, number), bit))
    number++;
  uint64_t end = number + noe_explicit_same_depth(search, number);
  uint64_t least = noe_store_id(store, number);
  for (number++; number < end; number++) {
    uint64_t id = noe_store_id(store, number);
    if (is_lost(search, id, bit) && noe_store_compare(store, id, least) < 0)
      least = id;
  }
  return least;
}

/* From how many states the goal cannot be reached. */
static uint64_t count_lost(const struct noe_search *search, uint32_t number) {
  const struct noe_live *live = search->live;
  uint64_t bit = (uint64_t)1 << number;
  if (!live->goals[number].arguments || live->trouble & bit || (!live->left && live->full & bit))
    return 0;
  return noe_store_count(search->store) - noe_explicit_marks_count(&live->marks, bit);
}

/* ------------------------------------------------------------------ claims */

static bool is_open(const struct noe_search *search, const struct noe_clause *property) {
  return !search->stop && property->property == NOE_PROPERTY_LIVENESS &&
         noe_system_is_indexed(search->system.keys.symmetry, property) && !search->records.claims[property->id].decided;
}

/* Those before property number `end` that permutations move and that are not decided yet. */
static void live_indexed(struct noe_search *search, uint32_t end) {
  for (uint32_t i = 0; i < end; i++) {
    if (!is_open(search, &search->model->properties[i]))
      continue;
    noe_explicit_judge(search);
    if (search->stop)
      return;
    noe_explicit_live_indexed(search, &search->model->properties[i]);
  }
}

/* What is noticed of goal `number`, the first of the claim that fails or has errors. Claims are noticed in the
 * order of the model, whichever of them permutations move; and errors of any instance, in any state, come before
 * an instance that is false. The record's count is that of the instance: the states from which it cannot be
 * reached. */
static void notice(struct noe_search *search, uint32_t number) {
  const struct noe_goal *goal = &search->live->goals[number];
  struct noe_record *record = &search->records.claims[goal->property->id];
  live_indexed(search, goal->property->id);
  noe_explicit_judge(search);
  if (!search->stop)
    noe_explicit_goals_note_errors(search, goal->property);
  const uint64_t lost = count_lost(search, number);
  if (search->stop || record->undecided || !lost)
    return;
  noe_verdict_record_claim(&search->records, goal->property, goal->arguments,
                           first_lost(search, (uint64_t)1 << number));
  record->count = lost;
}

/* Behind a failure that ends the search nothing more is noticed, and behind the first instance that fails or has
 * errors no other. */
static void judge_goals(struct noe_search *search) {
  const struct noe_live *live = search->live;
  for (uint32_t i = 0; i < live->goal_count; i++) {
    const struct noe_goal *goal = &live->goals[i];
    struct noe_record *record = &search->records.claims[goal->property->id];
    if (goal->is_first) {
      noe_explicit_live_home(search, goal->property->id);
      noe_explicit_judge(search);
    }
    if (search->stop)
      return;
    if (!record->failed && !record->undecided && (live->trouble >> i & 1 || count_lost(search, i)))
      notice(search, i);
    if (search->stop)
      return;
    record->decided |= goal->is_last;
  }
}

static void live_plain(struct noe_search *search) {
  while (!search->stop && noe_explicit_goals_next(search)) {
    noe_explicit_goals_seed(search);
    if (!search->stop)
      noe_explicit_sweep(search);
    if (!search->stop)
      judge_goals(search);
  }
  noe_explicit_marks_free(&search->live->marks);
}

void noe_explicit_live_free(struct noe_search *search) {
  struct noe_live *live = search->live;
  struct noe_memory *memory = search->task->memory;
  if (!live)
    return;
  noe_explicit_live_rest_free(search);
  noe_explicit_marks_free(&live->marks);
  noe_explicit_marks_free(&live->aside);
  noe_base_free(memory, live->arguments);
  noe_base_free(memory, live->first_bits);
  noe_base_free(memory, live);
  search->live = NULL;
}

/* Claims that no permutation moves, and, in between, those that one state may decide; the
 * rest have a graph each. */
void noe_explicit_live(struct noe_search *search) {
  assert(search->explored && "liveness is judged on the whole graph");
  search->live = noe_base_alloc(search->task->memory, sizeof *search->live);
  search->live->marks.memory = search->live->aside.memory = search->task->memory;
  noe_store_rest(search->store);
  noe_explicit_goals_init(search);
  live_plain(search);
  noe_explicit_live_home(search, search->model->property_count);
  live_indexed(search, search->model->property_count);
  noe_explicit_backward_free(search);
  noe_explicit_pairs_free(search);
}
