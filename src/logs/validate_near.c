/* What comes nearest to a line that no run explains: an instance that nearly fires, or a state that has nearly
 * what the line asks for. */
#include <string.h>

#include "verdict/record.h"
#include "logs/validate_int.h"
#include "model/replay.h"

/* Further is nearer. */
static int progress(enum noe_replay_status status) {
  switch (status) {
  case NOE_REPLAY_OK: return 4;
  case NOE_REPLAY_UNEXPECTED_FAULT: return 3;
  case NOE_REPLAY_DISCARDED: return 2;
  case NOE_REPLAY_HELD_BACK: return 1;
  default: return 0;
  }
}

static bool is_nearer(const struct noe_validator *validator, enum noe_replay_status status, uint32_t unmet) {
  const struct noe_near_miss *nearest = validator->nearest;
  if (!validator->has_nearest || status != nearest->status)
    return !validator->has_nearest || progress(status) > progress(nearest->status);
  return status == NOE_REPLAY_OK && unmet < nearest->unmet;
}

static void copy_state(const struct noe_validator *validator, int64_t *to, const int64_t *from) {
  memcpy(to, from, validator->model->cell_count * sizeof *to);
}

void noe_logs_validate_note(struct noe_validator *validator, const struct noe_clause *clause, const int64_t *arguments,
                            enum noe_replay_status status, uint32_t unmet) {
  struct noe_near_miss *nearest = validator->nearest;
  if (!is_nearer(validator, status, unmet))
    return;
  validator->has_nearest = true;
  *nearest = (struct noe_near_miss){.clause = clause, .status = status, .unmet = unmet};
  if (status == NOE_REPLAY_UNEXPECTED_FAULT)
    nearest->fault = noe_verdict_copy_fault(validator->task->arena, noe_model_machine_fault(validator->machine));
  if (validator->from != NOE_NO_CANDIDATE) {
    copy_state(validator, validator->near_before, validator->state);
    nearest->before = validator->near_before;
  }
  if (status == NOE_REPLAY_OK) {
    copy_state(validator, validator->near_after, clause ? validator->successor : validator->state);
    nearest->after = validator->near_after;
  }
  if (clause && clause->parameter_count)
    memcpy(validator->near_arguments, arguments, clause->parameter_count * sizeof *arguments);
  nearest->arguments = validator->near_arguments;
}

void noe_logs_validate_nearest(struct noe_validator *validator) {
  if (validator->has_nearest)
    validator->validation->nearest = *validator->nearest;
}
