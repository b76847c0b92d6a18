/* Two engines side by side: one that stores states one by one, and one that stands in for it, by sets of states. If that
 * one does not support the model, or gives up, the next one that can stand in has its turn, if there are enough states.
 *
 * Most searches are over before an engine of the second kind would have begun. Of those that are not, nobody can tell
 * beforehand which engine is the better one: sets of many states may be tiny, or larger than the states. So both work,
 * and whichever is done first in terms of work that was counted has the last word. Before each level the first engine
 * grants the other one as many steps as take about as long as the states so far; before a later level it waits until they
 * are used up (base/relay.h), and stops if the other one is done with them. With several threads both work at the same
 * time, and the first one has a thread less; with one thread they take turns; what is granted, and when it is looked at,
 * is the same. An engine that may get lost is granted a quarter, later less, and takes no thread from the first one. So
 * numbers of states and of steps decide, and not the time, nor the number of threads: the answer is the
 * same each time.
 *
 * Claims of branching time are judged when the search is complete, and that takes many times as long as the search. So for
 * them an engine that may get lost begins earlier and is granted more, also when levels shrink, and once more before they are
 * judged.
 *
 * A search by levels whose levels shrink is probably past its middle, and ends before it has twice as many states. So long
 * nothing more is granted. What the engine that stands in does not support it says at once, or gives up with the line;
 * then the first one goes on alone. */
#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "verdict/alternate_int.h"

/* What a state costs the first engine is measured in firings: so many, those that are executed for it, and more if it has
 * very many cells. That takes as long as some steps of the other engine, of which some are free, since few of them are often
 * enough. Work that is not wanted any more ends after a slice of it. */
#ifdef NOE_HOSTILE
enum { FIRINGS_PER_STATE = 8, MANY_CELLS = 512, FREE_STEPS = 0, SLICE = 64 };
static const double steps_per_firing = 5, growth = 4, most_rest = 1, early_cost = 1024;
#else
enum { FIRINGS_PER_STATE = 8, MANY_CELLS = 512, FREE_STEPS = 50000, SLICE = 4096 };
static const double steps_per_firing = 1, growth = 1.25, most_rest = 2, early_cost = 2e6;
#endif
enum { EARLIER = 8 }; /* by so much, in states, for claims of branching time */

/* Whoever sets an option that is about single states wants these; whoever wants to see all failures has the states
 * searched at which there is one. */
static bool may_stand_in(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const struct noe_options *options = task->options;
  bool by_states = options->checkpoint || options->resume || options->bound || options->coverage || task->put ||
                   options->store || (options->check_symmetry && options->check_symmetry != NOE_SOME_SAMPLES);
  return plan->stand_in_count && !by_states && options->max_errors == 1 && options->symmetry == NOE_SYMMETRY_EXACT &&
         !options->trust_symmetry && !task->most_states;
}

static bool decides_all(const struct noe_task *task, const struct noe_engine_plan *plan,
                        const struct noe_engine *engine) {
  const char *why;
  for (uint32_t i = 0; i < plan->questions.count; i++)
    if (engine->ability(task->model, task->options, &plan->questions.items[i], &why) != NOE_CAN_DECIDE)
      return false;
  return true;
}

static bool asks(const struct noe_engine_plan *plan, enum noe_property_kind one, enum noe_property_kind other) {
  for (uint32_t i = 0; i < plan->questions.count; i++) {
    const struct noe_clause *claim = plan->questions.items[i].clause;
    if (claim && (claim->property == one || claim->property == other))
      return true;
  }
  return false;
}

/* An engine that looks ahead of the search would not do so if the search were left to the first one. It finds violations of
 * these claims only. */
static bool looks_ahead(const struct noe_engine_plan *plan) {
  for (uint32_t i = 1; i < plan->count; i++)
    if (plan->engines[i]->looks_ahead && asks(plan, NOE_PROPERTY_LTL, NOE_PROPERTY_NEVER))
      return true;
  return false;
}

/* ---------------------------------------------------------------- the other one */

/* `done` steps are. Never more than what is granted, and not all of that at once. */
static uint64_t wait_for_more(void *context, uint64_t done) {
  struct alternation *alternation = context;
  uint64_t granted = noe_base_relay_ask(&alternation->relay, done);
  if (!granted)
    return 1; /* less than were done: it ends */
  return granted - done > SLICE ? done + SLICE : granted;
}

static void prepare_part(struct alternation *alternation) {
  double left = noe_verdict_time_left(alternation->task, alternation->began);
  alternation->options = *alternation->task->options;
  if (!isinf(left))
    alternation->options.time = left > 0 ? left : 1e-9;
  alternation->part = *alternation->task;
  alternation->part.memory = alternation->memory;
  alternation->part.arena = noe_base_arena_new(alternation->memory);
  alternation->part.options = &alternation->options;
  alternation->part.relay_context = alternation;
  alternation->part.more_work = wait_for_more;
  alternation->part.most_work = 1;
  if (alternation->is_parallel)
    alternation->part.progress = NULL; /* the first engine tells how far it is */
}

/* It lives in the memory of its engine, which is kept for it. */
static void keep_partial(struct alternation *alternation, struct noe_result *partial) {
  alternation->partial = partial;
  alternation->kept = alternation->memory;
}

static void run_guarded(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  prepare_part(alternation);
  if (!looks_ahead(alternation->plan) && !decides_all(&alternation->part, alternation->plan, alternation->engine))
    return;
  struct noe_result *other = noe_verdict_run_engine(&alternation->part, alternation->engine, NULL);
  if (other->verdict != NOE_VERDICT_UNKNOWN)
    alternation->other = other;
  else if (other->complete)
    keep_partial(alternation, other);
}

static void run_other(void *context) {
  struct alternation *alternation = context;
  noe_base_memory_guarded(alternation->memory, run_guarded, alternation); /* without memory it has decided nothing */
}

/* The next engine that can stand in, or none. Where engines look ahead of the search nothing less than all that is asked
 * is worth their place, and no engine that may get lost. */
static void choose_other(struct alternation *alternation) {
  const struct noe_engine_plan *plan = alternation->plan;
  alternation->engine = NULL;
  while (!alternation->engine && alternation->tried < plan->stand_in_count) {
    const struct noe_engine *engine = plan->stand_ins[alternation->tried++];
    if (!looks_ahead(plan) || (!engine->may_get_lost && decides_all(alternation->task, plan, engine)))
      alternation->engine = engine;
  }
  alternation->memory = alternation->engine ? noe_base_memory_branch(alternation->task->memory) : NULL;
  alternation->is_alone = !alternation->memory;
  alternation->next = 0;
  alternation->due = 0;
  noe_base_relay_prepare(&alternation->relay, run_other, alternation);
}

/* ------------------------------------------------------------------ the first one */

static double cost_of(const struct alternation *alternation, const struct noe_outlook *outlook) {
  double width = (double)alternation->task->model->cell_count / MANY_CELLS;
  return (double)outlook->states * (1 + width) * (FIRINGS_PER_STATE + outlook->firings);
}

static uint64_t steps_for(double cost) {
  double steps = FREE_STEPS + steps_per_firing * cost;
  return steps < 1e18 ? (uint64_t)steps : UINT64_C(1) << 60;
}

static bool is_favoured(const struct alternation *alternation) {
  return alternation->is_branching && alternation->engine->may_get_lost;
}

static bool is_too_early(const struct alternation *alternation, uint64_t states) {
  uint64_t from = alternation->engine->stands_in_from;
  return states < (is_favoured(alternation) ? from / EARLIER : from);
}

/* An engine that may get lost gets a quarter at first, and a sixteenth of what comes later: most searches where it has its
 * turn are none that it wins, and those that it wins it mostly wins soon. Where much can be lost it gets all of it. */
static uint64_t share_of(const struct alternation *alternation) {
  double cost = alternation->cost, early = cost < early_cost ? cost : early_cost;
  if (alternation->engine->may_get_lost && !is_favoured(alternation))
    cost = early / 4 + (cost - early) / 16;
  return steps_for(cost);
}

/* Whether the other one is done with `due` steps. If it has come to no end it makes room for the next one. */
static bool await(struct alternation *alternation) {
  if (!alternation->due)
    return false;
  bool is_started = noe_base_relay_grant(&alternation->relay, alternation->due);
  if (is_started && !noe_base_relay_await(&alternation->relay))
    return false;
  alternation->is_decided = alternation->other != NULL;
  if (!alternation->is_decided) {
    noe_alternation_forget(alternation);
    choose_other(alternation);
  }
  return alternation->is_decided;
}

/* Is the other one done, so that the first one need not go on? */
static bool look_at_other(struct alternation *alternation, const struct noe_outlook *outlook) {
  double cost = alternation->cost = cost_of(alternation, outlook);
  alternation->is_ending = outlook->shrinks && cost < most_rest * alternation->grown && !alternation->is_branching;
  if (!outlook->shrinks)
    alternation->grown = cost;
  if (alternation->is_alone || cost <= alternation->next || alternation->is_ending)
    return false;
  if (await(alternation))
    return true;
  if (alternation->is_alone || is_too_early(alternation, outlook->states))
    return false;
  alternation->next = growth * cost;
  alternation->due = share_of(alternation);
  if (alternation->is_parallel)
    alternation->is_alone = !noe_base_relay_grant(&alternation->relay, alternation->due);
  return false;
}

static bool is_enough(void *context, struct noe_outlook *outlook) {
  struct alternation *alternation = context;
  bool enough = look_at_other(alternation, outlook);
  outlook->lent = alternation->is_parallel && alternation->relay.is_started && !alternation->is_alone &&
                  !alternation->is_ending && !alternation->engine->may_get_lost;
  return enough;
}

/* Memory has ended the first one: the other one need not wait any more, but one that may get lost. */
static void leave_to_other(struct alternation *alternation) {
  bool has_begun = alternation->relay.is_started || alternation->tried > 1;
  while (has_begun && !alternation->is_alone && !alternation->is_decided) {
    bool is_bounded = alternation->engine->may_get_lost;
    uint64_t most = is_bounded ? steps_for(2 * alternation->cost) : UINT64_MAX;
    if (is_bounded && alternation->due >= most)
      break;
    alternation->due = most;
    await(alternation);
  }
}

/* The search is complete, and what takes longer is still to come. Each that may stand in gets what is its share by now. */
static void wait_before_claims(struct alternation *alternation) {
  while (!alternation->is_alone && !alternation->is_decided &&
         !is_too_early(alternation, alternation->result->states)) {
    uint64_t share = share_of(alternation);
    if (alternation->due >= share)
      break;
    alternation->due = share;
    await(alternation);
  }
}

static bool is_parallel(const struct noe_options *options) {
  return (options->threads ? options->threads : noe_base_processors()) > 1;
}

struct noe_result *noe_verdict_alternate(const struct noe_task *task, const struct noe_engine_plan *plan,
                                         bool *is_all) {
  struct alternation alternation = {.task = task, .plan = plan, .began = noe_base_now()};
  if (!may_stand_in(task, plan))
    return NULL;
  choose_other(&alternation);
  if (looks_ahead(plan) && !alternation.engine) {
    noe_alternation_forget(&alternation);
    return NULL;
  }
  struct noe_task first = *task;
  first.is_enough = is_enough;
  first.relay_context = &alternation;
  alternation.is_parallel = is_parallel(task->options);
  alternation.is_branching = asks(plan, NOE_PROPERTY_CTL, NOE_PROPERTY_MU);
  alternation.result = noe_verdict_run_engine(&first, plan->engines[0], NULL);
  if (alternation.result->stop == NOE_STOP_MEMORY)
    leave_to_other(&alternation);
  if (alternation.is_branching && alternation.result->complete && !alternation.result->first_failure)
    wait_before_claims(&alternation);
  noe_alternation_conclude(&alternation);
  *is_all = alternation.is_decided;
  return *is_all ? alternation.other : alternation.result;
}
