/* Two engines side by side: one that stores states one by one, and one that stands in for it, by sets of states. If that
 * one does not support the model, or gives up, the next one that can stand in has its turn, if there are enough states.
 *
 * Most searches are over before an engine of the second kind would have begun. Of those that are not, nobody can tell
 * beforehand which engine is the better one: sets of many states may be tiny, or larger than the states. So both work,
 * and whichever is done first in terms of work that was counted has the last word. Before each level the first engine
 * grants the other one as many steps as take about as long as the states so far; before a later level it waits until they
 * are used up (base/relay.h), and stops if the other one is done with them. With several threads both work at the same
 * time, and the first one has a thread less; with one thread they take turns; what is granted, and when it is looked at,
 * is the same. An engine that may get lost is granted a quarter, later less, and takes no thread from the first one. So numbers of states and of steps decide, and not the time, nor the number of threads: the answer is the
 * same each time.
 *
 * A search by levels whose levels shrink is probably past its middle, and ends before it has twice as many states. So long
 * nothing more is granted. What the engine that stands in does not support it says at once, or gives up with the line;
 * then the first one goes on alone. */
#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "base/relay.h"
#include "base/thread_pool.h"
#include "verdict/run.h"

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

struct alternation {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_options options; /* of the other engine */
  struct noe_task part;
  const struct noe_engine *engine; /* the other one */
  uint32_t tried;                  /* of those that can stand in */
  struct noe_memory *memory;       /* a branch, of the other engine */
  struct noe_relay relay;
  double began;
  double cost;        /* of the first engine, so far */
  double next, grown; /* such costs: when more is granted; when its levels grew for the last time */
  uint64_t due;       /* steps that the other one may have done when it is looked at */
  bool is_parallel;
  bool is_ending;  /* the first one probably comes to its end soon */
  bool is_alone;   /* no other one will come to an end */
  bool is_decided; /* or it has */
  struct noe_result *result, *other;
};

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

/* An engine that looks ahead of the search would not do so if the search were left to the first one. */
static bool looks_ahead(const struct noe_engine_plan *plan) {
  for (uint32_t i = 1; i < plan->count; i++)
    if (plan->engines[i]->looks_ahead)
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

static void explain(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  alternation->other->engine_reason = noe_base_arena_format(
      alternation->task->arena, "%s has stored %llu states and there are more; by sets of states it was less work",
      alternation->plan->engines[0]->name, (unsigned long long)alternation->result->states);
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

static void run_guarded(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  prepare_part(alternation);
  if (!looks_ahead(alternation->plan) && !decides_all(&alternation->part, alternation->plan, alternation->engine))
    return;
  struct noe_result *other = noe_verdict_run_engine(&alternation->part, alternation->engine, NULL);
  if (other->verdict != NOE_VERDICT_UNKNOWN)
    alternation->other = other;
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

static void forget_other(struct alternation *alternation) {
  noe_base_relay_end(&alternation->relay);
  if (alternation->memory)
    noe_base_memory_delete(alternation->memory);
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

/* An engine that may get lost gets a quarter at first, and a sixteenth of what comes later: most searches where it has its
 * turn are none that it wins, and those that it wins it mostly wins soon. */
static uint64_t share_of(const struct alternation *alternation) {
  double cost = alternation->cost, early = cost < early_cost ? cost : early_cost;
  return steps_for(alternation->engine->may_get_lost ? early / 4 + (cost - early) / 16 : cost);
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
    forget_other(alternation);
    choose_other(alternation);
  }
  return alternation->is_decided;
}

/* Is the other one done, so that the first one need not go on? */
static bool look_at_other(struct alternation *alternation, const struct noe_outlook *outlook) {
  double cost = alternation->cost = cost_of(alternation, outlook);
  alternation->is_ending = outlook->shrinks && cost < most_rest * alternation->grown;
  if (!outlook->shrinks)
    alternation->grown = cost;
  if (alternation->is_alone || cost <= alternation->next || alternation->is_ending)
    return false;
  if (await(alternation))
    return true;
  if (alternation->is_alone || outlook->states < alternation->engine->stands_in_from)
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

static bool is_parallel(const struct noe_options *options) {
  return (options->threads ? options->threads : noe_base_processors()) > 1;
}

/* The result of the other one is kept, with its memory. */
static void conclude(struct alternation *alternation) {
  if (!alternation->is_decided) {
    forget_other(alternation);
    return;
  }
  noe_base_relay_end(&alternation->relay);
  assert(alternation->other && alternation->other->verdict != NOE_VERDICT_UNKNOWN &&
         "who stands in decides, or says nothing");
  alternation->other->arena = alternation->task->arena;                     /* in which more is said of it */
  noe_base_memory_guarded(alternation->task->memory, explain, alternation); /* without memory, less is said */
  alternation->other->seconds = noe_base_now() - alternation->began;
}

struct noe_result *noe_verdict_alternate(const struct noe_task *task, const struct noe_engine_plan *plan,
                                         bool *is_all) {
  struct alternation alternation = {.task = task, .plan = plan, .began = noe_base_now()};
  if (!may_stand_in(task, plan))
    return NULL;
  choose_other(&alternation);
  if (looks_ahead(plan) && !alternation.engine) {
    forget_other(&alternation);
    return NULL;
  }
  struct noe_task first = *task;
  first.is_enough = is_enough;
  first.relay_context = &alternation;
  alternation.is_parallel = is_parallel(task->options);
  alternation.result = noe_verdict_run_engine(&first, plan->engines[0], NULL);
  if (alternation.result->stop == NOE_STOP_MEMORY)
    leave_to_other(&alternation);
  conclude(&alternation);
  *is_all = alternation.is_decided;
  return *is_all ? alternation.other : alternation.result;
}
