/* The engine: breadth first, one state of the view after the other; verdict/explore.h does the rest. */
#include "adaptive/adaptive.h"

#include "adaptive/queue.h"
#include "verdict/figures.h"

static void search(struct noe_exploration *exploration, void *context) { noe_adaptive_queue(context, exploration); }

struct noe_result *noe_adaptive_run(const struct noe_task *task) {
  struct noe_queue queue = {0};
  struct noe_explorer explorer = {.engine = "adaptive", .search = search, .context = &queue};
  struct noe_result *result = noe_verdict_explore(task, &explorer);
  if (result->arena && task->model->roles) {
    noe_verdict_count(result, "adaptive", "roles", task->model->roles->count);
    noe_verdict_count(result, "adaptive", "states_left_out", queue.left_out);
  }
  return result;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model;
  return noe_adaptive_fits(options, question, why) ? NOE_CAN_DECIDE : NOE_CANNOT;
}

const struct noe_engine noe_adaptive_engine = {
    .name = "adaptive",
    .summary = "values that some rules name are kept apart only once such a rule has fired",
    .ability = ability,
    .no_checkpoints = "it keeps its states in memory only",
    .run = noe_adaptive_run,
    .takes_views = true,
    .knows_roles = true,
};
