/* The engine: breadth first over states of the model as they are. A state is left out if one of its images was met: if
 * the permutations are symmetries nothing is lost, and if not, what is found happens all the same. */
#include "adaptive/given.h"

#include "adaptive/images.h"
#include "adaptive/queue.h"
#include "verdict/figures.h"

struct given {
  struct noe_queue queue;
  struct noe_images *images;
  int64_t *image;
};

static void search(struct noe_exploration *exploration, void *context) {
  struct given *given = context;
  const struct noe_task *task = exploration->task;
  given->images = noe_adaptive_images(exploration->arena, task->model, task->generators);
  given->image = NOE_NEW_ARRAY(exploration->arena, int64_t, task->model->cell_count + 1);
  noe_adaptive_queue(&given->queue, exploration);
}

static bool is_left_out(struct noe_exploration *exploration, void *context, const int64_t *cells) {
  const struct given *given = context;
  if (noe_verdict_explore_is_stored(exploration, cells))
    return false; /* it is known, not left out */
  for (uint32_t i = 0; i < noe_adaptive_image_count(given->images); i++) {
    noe_adaptive_image(given->images, i, cells, given->image);
    if (noe_verdict_explore_is_stored(exploration, given->image))
      return true;
  }
  return false;
}

static struct noe_result *run(const struct noe_task *task) {
  struct given given = {.images = NULL};
  struct noe_explorer explorer = {.engine = "given",
                                  .search = search,
                                  .context = &given,
                                  .is_left_out = is_left_out,
                                  .reason = "the permutations of --generators are not proved"};
  struct noe_options options = *task->options;
  struct noe_task as_is = *task;
  options.symmetry = NOE_SYMMETRY_OFF;
  as_is.options = &options;
  struct noe_result *result = noe_verdict_explore(&as_is, &explorer);
  if (result->arena) {
    noe_verdict_count(result, "given", "generators", task->generators->images.count);
    noe_verdict_count(result, "given", "states_left_out", given.queue.left_out);
  }
  return result;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  (void)model;
  return noe_adaptive_fits(options, question, why)
             ? question->kind == NOE_FINDING_COVER ? NOE_CAN_CONFIRM : NOE_CAN_REFUTE
             : NOE_CANNOT;
}

const struct noe_engine noe_given_engine = {
    .name = "given",
    .summary = "--generators: states are left out whose images were met, so only violations are found",
    .ability = ability,
    .no_checkpoints = "it keeps its states in memory only",
    .run = run,
};
