#include "model/first.h"

#include "model/machine.h"

enum { MOST_PATIENCE = 64 };

struct first {
  struct noe_machine *machine;
  int64_t *state;
  uint32_t patience;
  bool found;
};

static bool lose_patience(void *context) { return ++((struct first *)context)->patience > MOST_PATIENCE; }

static bool start(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct first *first = context;
  first->found = outcome == NOE_OUTCOME_TRUE &&
                 noe_model_machine_fire(first->machine, clause, arguments, NULL, first->state) == NOE_OUTCOME_TRUE;
  return !first->found && !lose_patience(first);
}

bool noe_model_first_state(struct noe_memory *memory, const struct noe_model *model, int64_t *state) {
  struct first first = {.machine = noe_model_machine_new(memory, model), .state = state};
  noe_model_machine_patience(first.machine, lose_patience, &first);
  for (uint32_t i = 0; i < model->start_count && !first.found && first.patience <= MOST_PATIENCE; i++)
    noe_model_machine_instances(first.machine, &model->starts[i], NULL, start, &first);
  noe_model_machine_delete(first.machine);
  return first.found;
}
