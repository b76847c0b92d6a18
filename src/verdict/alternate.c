/* Two engines in turns: one that stores states one by one, and one that stands in for it, by sets of states.
 *
 * Most searches are over before an engine of the second kind would have begun. Of those that are not, nobody can tell
 * beforehand which engine is the better one: sets of many states may be tiny, or larger than the states. So the first
 * engine searches up to a number of states; if there are more, the other one may do as much work as that took; and
 * again, with eight times as much, until one of them is done. Whichever wins has waited for the other one about as long
 * as it has worked. Numbers decide, and not the time, so that the answer is the same each time. What the engine
 * that stands in does not support it says at once, or gives up with the line; then the first one goes on alone. */
#include <math.h>

#include "base/clock.h"
#include "verdict/run.h"

/* A stage of the other engine takes about as long as one of the first, or twice that. */
#ifdef NOE_HOSTILE
enum { STAGES = 2, GROWTH = 16, WORK_PER_STATE = 64 };
#else
enum { STAGES = 5, GROWTH = 8, WORK_PER_STATE = 32 };
#endif

struct alternation {
  const struct noe_task *task;
  const struct noe_engine_plan *plan;
  struct noe_options options;
  struct noe_task part;
  double began;
  uint32_t stage;
  uint64_t states; /* of the stage */
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

static double prepare(struct alternation *alternation, uint64_t states, uint64_t work) {
  double left = noe_verdict_time_left(alternation->task, alternation->began);
  alternation->options = *alternation->task->options;
  if (!isinf(left))
    alternation->options.time = left > 0 ? left : 1e-9;
  alternation->part = *alternation->task;
  alternation->part.options = &alternation->options;
  alternation->part.most_states = states;
  alternation->part.most_work = work;
  return left;
}

static void explain(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  struct noe_result *other = alternation->other;
  other->engine_reason = noe_base_arena_format(
      alternation->task->arena, "%s has stored %llu states and there are more; by sets of states it was less work",
      alternation->plan->engines[0]->name, (unsigned long long)alternation->result->states);
  other->seconds = noe_base_now() - alternation->began;
}

/* Both engines once. False: the other one will not come to an end. */
static bool take_turns(struct alternation *alternation, bool *is_all) {
  const struct noe_engine_plan *plan = alternation->plan;
  prepare(alternation, alternation->states, 0);
  alternation->result = noe_verdict_run_engine(&alternation->part, plan->engines[0], NULL);
  double left = prepare(alternation, 0, WORK_PER_STATE * alternation->states);
  if (!noe_verdict_is_cut_short(alternation->result, left))
    return true;
  if (!alternation->stage && !decides_all(alternation->task, plan))
    return false;
  struct noe_result *other = alternation->other = noe_verdict_run_engine(&alternation->part, plan->stand_in, NULL);
  *is_all = other->verdict != NOE_VERDICT_UNKNOWN;
  if (*is_all)
    noe_base_memory_guarded(alternation->task->memory, explain, alternation); /* without memory, less is said */
  else if (other->stop == NOE_STOP_INTERRUPT)
    alternation->result->stop = NOE_STOP_INTERRUPT; /* it can tell more than sets that nobody has counted */
  return *is_all || other->stop == NOE_STOP_TIME || other->stop == NOE_STOP_INTERRUPT;
}

struct noe_result *noe_verdict_alternate(const struct noe_task *task, const struct noe_engine_plan *plan,
                                         bool *is_all) {
  struct alternation alternation = {.task = task, .plan = plan, .began = noe_base_now()};
  if (!may_stand_in(task, plan))
    return NULL;
  alternation.states = NOE_FIRST_STAGE;
  for (; alternation.stage < STAGES && take_turns(&alternation, is_all); alternation.stage++) {
    if (*is_all)
      return alternation.other;
    if (!noe_verdict_is_cut_short(alternation.result, noe_verdict_time_left(task, alternation.began)))
      return alternation.result;
    alternation.states *= GROWTH;
  }
  return NULL;
}
