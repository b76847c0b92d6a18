/* Control: branches, regions, loops. */
#include <assert.h>

#include "lower/eval_int.h"
#include "model/value.h"

/* ------------------------------------------------------------------ domains */

struct rounds {
  int64_t next, last, step;
  bool ended;
};

static struct rounds domain(const struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  const struct noe_low_domain *given = &op->domain;
  if (op->address)
    return (struct rounds){.next = 0, .last = (int64_t)op->address->type->capacity - 1, .step = 1};
  if (given->type)
    return (struct rounds){.next = given->type->low, .last = given->type->high, .step = 1};
  return (struct rounds){.next = noe_eval_get(evaluator, given->from),
                         .last = noe_eval_get(evaluator, given->to),
                         .step = noe_eval_get(evaluator, given->by)};
}

static bool next_round(struct rounds *rounds, int64_t *value) {
  if (rounds->ended || (rounds->step > 0 ? rounds->next > rounds->last : rounds->next < rounds->last))
    return false;
  *value = rounds->next;
  rounds->ended = __builtin_add_overflow(rounds->next, rounds->step, &rounds->next);
  return true;
}

static int64_t *slot_of(struct noe_evaluator *evaluator, const struct noe_low_op *op, int64_t number) {
  assert(number >= 0 && number < (int64_t)op->address->type->capacity && "the slot is one of the multiset");
  size_t at = noe_eval_address(evaluator, op->address) + (size_t)number * op->address->type->stride;
  if (evaluator->reads && at < evaluator->model->cell_count)
    noe_bitset_add(evaluator->reads, at);
  return evaluator->cells + at;
}

/* -------------------------------------------------------------------- loops */

static void take_out(struct noe_evaluator *evaluator, const struct noe_low_op *op, int64_t number) {
  int64_t *slot = slot_of(evaluator, op, number);
  noe_model_fill_absent(op->address->type, slot);
  size_t at = (size_t)(slot - evaluator->cells), stride = op->address->type->stride;
  for (size_t i = at; evaluator->writes && i < at + stride && i < evaluator->model->cell_count; i++)
    noe_bitset_add(evaluator->writes, i);
}

/* What the loop has come to after a round that yielded `truth`; false: no more rounds. */
static bool tally(struct noe_evaluator *evaluator, const struct noe_low_op *op, int64_t truth, int64_t number,
                  int64_t *result) {
  switch (op->kind) {
  case NOE_LOW_FORALL:
  case NOE_LOW_EXISTS: *result = truth; return truth == (op->kind == NOE_LOW_FORALL);
  case NOE_LOW_COUNT: *result += truth != 0; return true;
  case NOE_LOW_REMOVE_IF:
    if (truth)
      take_out(evaluator, op, number);
    return true;
  default: return true;
  }
}

static enum noe_flow loop(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  struct rounds rounds = domain(evaluator, op);
  int64_t result = op->kind == NOE_LOW_FORALL, value;
  while (next_round(&rounds, &value)) {
    if (op->address && !noe_model_is_present(slot_of(evaluator, op, value)))
      continue;
    noe_eval_set(evaluator, op->bound, value);
    enum noe_flow flow = noe_eval_list(evaluator, op->body.first);
    if (flow != NOE_FLOW_ON)
      return flow;
    if (!tally(evaluator, op, noe_eval_get(evaluator, op->body.yield), value, &result))
      break;
  }
  if (op->result != NOE_NO_VALUE)
    noe_eval_set(evaluator, op->result, result);
  return NOE_FLOW_ON;
}

static enum noe_flow loop_while(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  for (int64_t round = 0;; round++) {
    enum noe_flow flow = noe_eval_list(evaluator, op->condition.first);
    if (flow != NOE_FLOW_ON || !noe_eval_get(evaluator, op->condition.yield))
      return flow;
    if (round >= op->number)
      return noe_eval_fault(evaluator, op);
    flow = noe_eval_list(evaluator, op->body.first);
    if (flow != NOE_FLOW_ON)
      return flow;
  }
}

/* ------------------------------------------------------------------ the rest */

static enum noe_flow branch(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  const struct noe_low_block *taken = noe_eval_get(evaluator, op->left) ? &op->body : &op->otherwise;
  enum noe_flow flow = noe_eval_list(evaluator, taken->first);
  if (flow == NOE_FLOW_ON && op->result != NOE_NO_VALUE)
    noe_eval_set(evaluator, op->result, noe_eval_get(evaluator, taken->yield));
  return flow;
}

static enum noe_flow region(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  enum noe_flow flow = noe_eval_list(evaluator, op->body.first);
  if (flow != NOE_FLOW_LEAVE)
    return flow;
  assert(evaluator->leaving == op->number && "regions are left from the innermost out");
  if (op->result != NOE_NO_VALUE)
    noe_eval_set(evaluator, op->result, evaluator->left_with);
  return NOE_FLOW_ON;
}

static enum noe_flow leave(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  evaluator->leaving = op->number;
  evaluator->left_with = noe_eval_get(evaluator, op->left);
  return NOE_FLOW_LEAVE;
}

enum noe_flow noe_eval_control(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_IF: return branch(evaluator, op);
  case NOE_LOW_REGION: return region(evaluator, op);
  case NOE_LOW_LEAVE: return leave(evaluator, op);
  case NOE_LOW_CALL: return noe_eval_call(evaluator, op);
  case NOE_LOW_WATCHED: return noe_eval_list(evaluator, op->body.first);
  case NOE_LOW_WHILE: return loop_while(evaluator, op);
  default: return loop(evaluator, op);
  }
}

enum noe_flow noe_eval_list(struct noe_evaluator *evaluator, const struct noe_low_op *list) {
  enum noe_flow flow = NOE_FLOW_ON;
  for (; list && flow == NOE_FLOW_ON; list = list->next)
    flow = (list->kind < NOE_LOW_IF ? noe_eval_operation : noe_eval_control)(evaluator, list);
  return flow;
}
