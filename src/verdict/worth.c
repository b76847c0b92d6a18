#include "verdict/worth.h"

#include <stdlib.h>

#include "symmetry/prove.h"
#include "symmetry/runs.h"

/* Groups of as many permutations or more are not asked. Representatives by sorting take little, others more. */
enum { LARGE_GROUP = 24 };
static const double least_by_sorting = 1.4, least_by_search = 2.2;

static uint64_t order_of(const struct noe_symmetry *symmetry) {
  uint64_t order = 1;
  for (uint32_t i = 0; i < symmetry->block_count; i++) {
    const struct noe_block *block = &symmetry->blocks[i];
    for (uint32_t k = 2; !block->is_rigid && k <= block->size && order < LARGE_GROUP; k++)
      order *= k;
    order *= block->is_rigid && order < LARGE_GROUP ? noe_rigid_order(block) : 1;
  }
  return order;
}

struct noe_worth noe_verdict_worth(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *view) {
  const struct noe_proof *proof = noe_symmetry_prove(arena, memory, view);
  const struct noe_symmetry *symmetry = noe_symmetry_new(arena, view, proof->use);
  struct noe_worth worth = {.is_doubtful =
                                proof->is_uneven || symmetry->rigid_count || order_of(symmetry) < LARGE_GROUP};
  bool sorts = !symmetry->rigid_count && noe_symmetry_runs_shape(arena, memory, symmetry);
  worth.least = sorts ? least_by_sorting : least_by_search;
  return worth;
}

struct noe_task noe_verdict_trial(const struct noe_task *task, struct noe_options *options) {
  struct noe_task trial = *task;
  *options = *task->options;
  if (options->compile == NOE_COMPILE_AUTO)
    options->compile = NOE_COMPILE_NEVER; /* it is over before that pays */
  trial.options = options;
  trial.most_states = NOE_TRIAL_STATES;
  return trial;
}

bool noe_verdict_trial_is_over(const struct noe_task *task, const struct noe_result *result) {
  double time = task->options->time;
  return result->stop == NOE_STOP_TIME && !(time > 0 && result->seconds >= time) && !result->error &&
         !result->refused && !result->unmet && !result->broken_symmetry;
}

bool noe_verdict_trial_pays(const struct noe_task *task, const struct noe_engine_plan *plan,
                            const struct noe_worth *worth, const struct noe_result *trial) {
  if (trial->concrete_states)
    return strtod(trial->concrete_states, NULL) >= worth->least * (double)trial->states;
  struct noe_options options;
  struct noe_task other = noe_verdict_trial(task, &options);
  options.bound = trial->depth;
  double enough = worth->least * (double)trial->states;
  other.most_states = (uint64_t)enough + 1;
  const struct noe_result *as_is = noe_verdict_run_as_is(&other, plan);
  return as_is->stop != NOE_STOP_BOUND || (double)as_is->states >= enough;
}
