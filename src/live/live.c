/* AG EF c, for each instance of c on its own: from every state a state with c
 * can be reached. On the whole graph, once it is known:
 *
 *   reach = least set with { s : c in s } and { s : s -> t, t in reach }
 *
 * and c fails if a state is not in reach; of the least deep ones the first in the order
 * of the store is shown. All instances are worked at together (sweep.c), and then
 * judged one after the other. */
#include "live/live.h"

#include <assert.h>

#include "explicit/explicit.h"
#include "live/live_int.h"
#include "system/claims.h"

/* -------------------------------------------------------------------- depth */

uint64_t noe_live_same_depth(const struct noe_search *search, uint64_t number) {
  uint64_t level = noe_store_level_of(search->store, number);
  return noe_store_level_first(search->store, level + 1) - number;
}

/* ------------------------------------------------------------- one instance */

static bool is_lost(const struct noe_search *search, uint64_t id, uint64_t bit) {
  return !(noe_marks_get(&noe_live_of(search)->marks, id) & bit);
}

static uint64_t first_lost(const struct noe_search *search, uint64_t bit) {
  const struct noe_store *store = search->store;
  uint64_t number = 0;
  while (!is_lost(search, noe_store_id(store, number), bit))
    number++;
  uint64_t end = number + noe_live_same_depth(search, number);
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
  const struct noe_live *live = noe_live_of(search);
  uint64_t bit = (uint64_t)1 << number;
  if (!live->goals[number].arguments || live->trouble & bit || (!live->left && live->full & bit))
    return 0;
  return noe_store_count(search->store) - noe_live_marks_count(&live->marks, bit);
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
    noe_live_indexed(search, &search->model->properties[i]);
  }
}

/* What is noticed of goal `number`, the first of the claim that fails or has errors. Claims are noticed in the
 * order of the model, whichever of them permutations move; and errors of any instance, in any state, come before
 * an instance that is false. The record's count is that of the instance: the states from which it cannot be
 * reached. */
static void notice(struct noe_search *search, uint32_t number) {
  const struct noe_goal *goal = &noe_live_of(search)->goals[number];
  struct noe_record *record = &search->records.claims[goal->property->id];
  live_indexed(search, goal->property->id);
  noe_explicit_judge(search);
  if (!search->stop)
    noe_live_goals_note_errors(search, goal->property);
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
  const struct noe_live *live = noe_live_of(search);
  for (uint32_t i = 0; i < live->goal_count; i++) {
    const struct noe_goal *goal = &live->goals[i];
    struct noe_record *record = &search->records.claims[goal->property->id];
    if (goal->is_first) {
      noe_live_home(search, goal->property->id);
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
  while (!search->stop && noe_live_goals_next(search)) {
    noe_live_goals_seed(search);
    if (!search->stop)
      noe_live_sweep(search);
    if (!search->stop)
      judge_goals(search);
  }
  noe_live_marks_free(&noe_live_of(search)->marks);
}

static void release(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  struct noe_memory *memory = search->task->memory;
  if (!live)
    return;
  noe_live_pairs_free(search);
  noe_live_rest_free(search);
  noe_live_marks_free(&live->marks);
  noe_live_marks_free(&live->aside);
  noe_base_free(memory, live->arguments);
  noe_base_free(memory, live->first_bits);
  noe_base_free(memory, live->workers);
  noe_base_free(memory, live);
  search->guest_data = NULL;
}

static void begin(struct noe_search *search) {
  struct noe_memory *memory = search->task->memory;
  struct noe_live *live = noe_base_alloc(memory, sizeof *live);
  search->guest_data = live;
  live->marks.memory = live->aside.memory = memory;
  live->workers = noe_base_alloc(memory, search->worker_count * sizeof *live->workers);
  for (uint32_t i = 0; i < search->worker_count; i++)
    live->workers[i].edges = noe_live_edges(search->workers[i].memory);
}

/* The search ends with the last claim that failed: what was found out about claims behind it, out of turn, does not
 * count. Otherwise what is decided would depend on the symmetry. */
static void forget_later(struct noe_search *search) {
  const struct noe_model *model = search->model;
  uint32_t end = 0;
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == NOE_PROPERTY_LIVENESS &&
        (search->records.claims[i].failed || search->records.claims[i].undecided))
      end = i + 1;
  for (uint32_t i = end; end && i < model->property_count; i++)
    if (model->properties[i].property == NOE_PROPERTY_LIVENESS) {
      search->records.claims[i].decided = false;
      noe_explicit_judge(search);
    }
}

/* Claims that no permutation moves, and, in between, those that one state may decide; the
 * rest have a graph each. */
static void judge(struct noe_search *search) {
  assert(search->explored && "liveness is judged on the whole graph");
  begin(search);
  noe_store_rest(search->store);
  noe_live_goals_init(search);
  live_plain(search);
  noe_live_home(search, search->model->property_count);
  live_indexed(search, search->model->property_count);
  if (search->task->options->max_errors && search->records.failures >= search->task->options->max_errors)
    forget_later(search);
  noe_live_backward_free(search);
  noe_live_pairs_free(search);
}

/* --------------------------------------------------------------- the engine */

static const struct noe_guest guest = {
    .engine = "live",
    .phase = NOE_PHASE_LIVENESS,
    .notes_witnesses = true,
    .judge = judge,
    .release = release,
};

static struct noe_result *run(const struct noe_task *task) { return noe_explicit_run(task, &guest, NULL); }

/* What explicit decides this engine decides on the way; but without goals there is nothing that it adds. */
static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  if (question->kind != NOE_FINDING_LIVENESS) {
    unsigned can = noe_explicit_engine.ability(model, options, question, why);
    if (!can || noe_system_has_property(model, NOE_PROPERTY_LIVENESS))
      return can;
    *why = "models without liveness properties";
    return NOE_CANNOT;
  }
  for (uint32_t i = 0; i < question->clause->binder_count; i++)
    if (question->clause->binders[i].kind == NOE_BINDER_CHOOSE) {
      *why = "a liveness property about an element of a multiset (`choose`)";
      return NOE_CANNOT;
    }
  return NOE_CAN_DECIDE;
}

const struct noe_engine noe_live_engine = {
    .name = "live",
    .summary = "the search of explicit, then AG EF on its graph",
    .ability = ability,
    .run = run,
    .takes_views = true,
};
