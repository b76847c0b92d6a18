/* Two engines in turns: one that stores states one by one, and one that stands in for it, by sets of states.
 *
 * Most searches are over before an engine of the second kind would have begun. Of those that are not, nobody can tell
 * beforehand which engine is the better one: sets of many states may be tiny, or larger than the states. So when the first
 * engine is about to have stored some number of states, the other one works for about as long as that has taken; then the
 * first one goes on, until it has a quarter more of them, the other one goes on for as long again, and so on, until one of
 * them is done. Each waits for the other while that is on turn (base/relay.h), and nothing is done twice: the whole takes
 * about twice as long as the better one would have. Numbers of states and of steps decide, and not the time, so that the
 * answer is the same each time. What the engine that stands in does not support it says at once, or gives up with the
 * line; then the first one goes on alone. */
#include <math.h>

#include "base/clock.h"
#include "base/relay.h"
#include "verdict/run.h"

/* A state costs about as much as so many steps of the other engine, and more if it has very many cells; some steps more
 * are free, since few of them are often enough. */
#ifdef NOE_HOSTILE
enum { STEPS_PER_COST = 64, FREE_STEPS = 0, MANY_CELLS = 256 };
static const double growth = 4;
#else
enum { STEPS_PER_COST = 8, FREE_STEPS = 150000, MANY_CELLS = 256 };
static const double growth = 1.25;
#endif

struct alternation {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_options options; /* of the other engine */
  struct noe_task part;
  struct noe_relay relay;
  double began;
  double next, cost; /* of the first engine: at which the other one is on turn, and now */
  bool is_alone;     /* the other one will not come to an end */
  bool is_decided;   /* or it has */
  struct noe_result *result, *other;
};

/* Whoever sets an option that is about single states wants these; whoever wants to see all failures has the states
 * searched at which there is one. */
static bool may_stand_in(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const struct noe_options *options = task->options;
  bool by_states = options->checkpoint || options->resume || options->bound || options->coverage || task->put ||
                   options->store || (options->check_symmetry && options->check_symmetry != NOE_SOME_SAMPLES);
  return plan->stand_in && !by_states && options->max_errors == 1 && options->symmetry == NOE_SYMMETRY_EXACT &&
         !options->trust_symmetry && !task->most_states;
}

static bool decides_all(const struct noe_task *task, const struct noe_engine_plan *plan) {
  const char *why;
  for (uint32_t i = 0; i < plan->questions.count; i++)
    if (plan->stand_in->ability(task->model, task->options, &plan->questions.items[i], &why) != NOE_CAN_DECIDE)
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

static uint64_t steps_now(const struct alternation *alternation) {
  double steps = FREE_STEPS + STEPS_PER_COST * alternation->cost;
  return steps < 1e18 ? (uint64_t)steps + 1 : 0;
}

/* Its steps are used up. */
static uint64_t wait_for_more(void *context) {
  struct alternation *alternation = context;
  return noe_base_relay_give_back(&alternation->relay) ? steps_now(alternation) : 1;
}

static void explain(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  alternation->other->engine_reason = noe_base_arena_format(
      alternation->task->arena, "%s has stored %llu states and there are more; by sets of states it was less work",
      alternation->plan->engines[0]->name, (unsigned long long)alternation->result->states);
}

static void run_other(void *context) {
  struct alternation *alternation = context;
  double left = noe_verdict_time_left(alternation->task, alternation->began);
  alternation->options = *alternation->task->options;
  if (!isinf(left))
    alternation->options.time = left > 0 ? left : 1e-9;
  alternation->part = *alternation->task;
  alternation->part.options = &alternation->options;
  alternation->part.relay_context = alternation;
  alternation->part.more_work = wait_for_more;
  alternation->part.most_work = steps_now(alternation);
  struct noe_result *other = noe_verdict_run_engine(&alternation->part, alternation->plan->stand_in, NULL);
  alternation->is_decided = other->verdict != NOE_VERDICT_UNKNOWN;
  alternation->other = alternation->is_decided ? other : NULL;
}

/* ------------------------------------------------------------------ the first one */

/* Is the other one done, so that the first one need not go on? */
static bool is_enough(void *context, uint64_t states) {
  struct alternation *alternation = context;
  uint32_t cells = alternation->task->model->cell_count;
  double width = cells < MANY_CELLS / 2 ? 0 : (double)cells / MANY_CELLS;
  alternation->cost = (double)states * (1 + width * width);
  if (alternation->is_alone || alternation->cost <= alternation->next)
    return false;
  bool begins = !alternation->relay.is_started;
  alternation->is_alone =
      (begins && !looks_ahead(alternation->plan) && !decides_all(alternation->task, alternation->plan)) ||
      !noe_base_relay_give(&alternation->relay) || alternation->relay.is_over;
  alternation->next = growth * alternation->cost;
  return alternation->is_decided;
}

/* Memory has ended the first one: the other one need not wait any more. */
static void leave_to_other(struct alternation *alternation) {
  alternation->cost = INFINITY;
  if (alternation->relay.is_started && !alternation->is_alone)
    noe_base_relay_give(&alternation->relay);
}

struct noe_result *noe_verdict_alternate(const struct noe_task *task, const struct noe_engine_plan *plan,
                                         bool *is_all) {
  struct alternation alternation = {.task = task, .plan = plan, .began = noe_base_now(), .next = NOE_FIRST_STAGE};
  if (!may_stand_in(task, plan) || (looks_ahead(plan) && !decides_all(task, plan)))
    return NULL;
  struct noe_task first = *task;
  first.is_enough = is_enough;
  first.relay_context = &alternation;
  noe_base_relay_prepare(&alternation.relay, task->memory, run_other, &alternation);
  alternation.result = noe_verdict_run_engine(&first, plan->engines[0], NULL);
  if (alternation.result->stop == NOE_STOP_MEMORY)
    leave_to_other(&alternation);
  *is_all = alternation.is_decided;
  noe_base_relay_end(&alternation.relay);
  if (!*is_all)
    return alternation.result;
  noe_base_memory_guarded(task->memory, explain, &alternation); /* without memory, less is said */
  alternation.other->seconds = noe_base_now() - alternation.began;
  return alternation.other;
}
