/* for and while. */
#include <assert.h>

#include "model/watch_int.h"

struct round {
  const struct noe_stmt *body;
  bool returned;
};

static void exec_round(struct noe_machine *machine, void *context) {
  struct round *round = context;
  round->returned = noe_model_exec(machine, round->body);
}

/* A round has returned: the rounds that another order would have run instead
 * must return the same or nothing, and none may leave a trace. */
static void try_other_rounds(struct noe_machine *machine, const struct noe_stmt *stmt, struct noe_watch *watch,
                             struct noe_span_of_values *span) {
  const bool has_result = machine->has_result;
  const int64_t result = machine->result;
  bool compound = has_result && machine->function && !noe_type_is_simple(machine->function->result);
  if (watch->wrote || compound)
    noe_model_order(machine, stmt->loop);
  for (int64_t value; noe_model_domain_next(span, &value);) {
    struct round round = {.body = stmt->body};
    noe_model_watch_round(machine, watch, stmt->slot);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    int left = noe_model_probe(machine, exec_round, &round);
    if (left == NOE_LEAVE_FAULT)
      noe_model_order_by(machine, stmt->loop, true);
    if (left || watch->wrote || (round.returned && (machine->has_result != has_result || machine->result != result)))
      noe_model_order(machine, stmt->loop);
  }
  machine->has_result = has_result;
  machine->result = result;
}

static bool exec_watched_for(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_span_of_values span = noe_model_domain(machine, &stmt->domain, stmt->place);
  struct noe_watch *watch = noe_model_watch_begin(machine, stmt->loop);
  bool returned = false;
  for (int64_t value; !returned && noe_model_domain_next(&span, &value);) {
    noe_model_watch_round(machine, watch, stmt->slot);
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    returned = noe_model_exec(machine, stmt->body);
  }
  if (returned)
    try_other_rounds(machine, stmt, watch, &span);
  noe_model_watch_end(machine, watch);
  return returned;
}

static bool exec_plain_for(struct noe_machine *machine, const struct noe_stmt *stmt) {
  struct noe_span_of_values span = noe_model_domain(machine, &stmt->domain, stmt->place);
  for (int64_t value; noe_model_domain_next(&span, &value);) {
    noe_model_tick(machine);
    noe_model_set_slot(machine, stmt->slot, value);
    if (noe_model_exec(machine, stmt->body))
      return true;
  }
  return false;
}

/* Half-way through the values of a type they are not alike any more. */
bool noe_model_exec_for(struct noe_machine *machine, const struct noe_stmt *stmt) {
  machine->apart++;
  bool watched = noe_model_watch_kind(machine, stmt->loop);
  bool returned = !watched                           ? exec_plain_for(machine, stmt)
                  : noe_model_may_try(machine, stmt) ? noe_model_try_for(machine, stmt, exec_watched_for)
                                                     : exec_watched_for(machine, stmt);
  assert(machine->apart && "what was told apart for the loop is so until its end");
  machine->apart--;
  return returned;
}

bool noe_model_exec_while(struct noe_machine *machine, const struct noe_stmt *stmt) {
  for (uint64_t round = 0; noe_model_eval_defined(machine, stmt->value); round++) {
    noe_model_tick(machine);
    if (round >= machine->model->loop_limit)
      noe_model_fault(machine, NOE_R_LOOP, stmt->place, "more than %llu rounds of a while loop",
                      (unsigned long long)machine->model->loop_limit);
    if (noe_model_exec(machine, stmt->body))
      return true;
  }
  return false;
}
