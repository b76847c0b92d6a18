/* Control: branches, regions, loops. A loop over processes takes the named ones one by one, and the rest at once. */
#include <assert.h>

#include "counter/exec_int.h"

/* ---------------------------------------------------------------- processes */

bool noe_exec_part(const struct noe_exec *exec, const struct noe_type *type, uint32_t part, uint32_t *block,
                   int64_t *base, uint64_t *size) {
  bool is_union = type->kind == NOE_TYPE_UNION;
  if (part >= (is_union ? type->part_count : 1))
    return false;
  const struct noe_type *its = is_union ? type->parts[part] : type;
  *base = is_union ? type->part_offsets[part] : its->low;
  *size = noe_type_size(its);
  *block = its->kind == NOE_TYPE_SCALARSET ? exec->space->symmetry->block_of_type[its->id] : NOE_NO_BLOCK;
  return true;
}

bool noe_exec_is_of_processes(const struct noe_exec *exec, const struct noe_type *type) {
  uint32_t block;
  int64_t base;
  uint64_t size;
  for (uint32_t i = 0; type && noe_type_is_simple(type) && noe_exec_part(exec, type, i, &block, &base, &size); i++)
    if (block != NOE_NO_BLOCK)
      return true;
  return false;
}

bool noe_exec_has_rest(const struct noe_exec *exec, const struct noe_type *type) {
  uint32_t block;
  int64_t base;
  uint64_t size;
  for (uint32_t i = 0; noe_exec_part(exec, type, i, &block, &base, &size); i++)
    if (block != NOE_NO_BLOCK && exec->counts[block] < size)
      return true;
  return false;
}

/* May the list come to an error? */
static bool can_fail(const struct noe_low_op *list) {
  for (; list; list = list->next)
    if ((list->kind >= NOE_LOW_CHECK_DEFINED && list->kind <= NOE_LOW_ASSUME) || list->kind == NOE_LOW_WHILE ||
        list->kind == NOE_LOW_CALL || can_fail(list->body.first) || can_fail(list->otherwise.first) ||
        can_fail(list->condition.first))
      return true;
  return false;
}

/* --------------------------------------------------------------- quantifiers */

/* Variables of frames that rounds write tell nothing from one round to another. */
static void poison(struct noe_exec *exec, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    if (list->kind >= NOE_LOW_STORE && list->kind <= NOE_LOW_FRESH && list->address->root == NOE_LOW_FRAME) {
      size_t from = exec->model->cell_count + list->address->base, count = list->address->cells;
      for (uint32_t i = 0; i < list->address->index_count; i++)
        count += (list->address->indices[i].count - 1) * list->address->indices[i].stride;
      for (size_t i = from; i < from + count; i++)
        exec->cells[i] = NOE_EXEC_POISON;
    }
    poison(exec, list->body.first);
    poison(exec, list->otherwise.first);
    poison(exec, list->condition.first);
  }
}

struct quantifier {
  bool is_decided; /* by a named process */
  bool is_faulty;  /* a named process met an error */
};

static enum noe_exec_flow ask(struct noe_exec *exec, const struct noe_low_op *op, int64_t value,
                              struct quantifier *so_far) {
  poison(exec, op->body.first);
  assert(!exec->is_own && "a quantifier over processes inside a loop over them is given up");
  exec->values[op->bound] = value;
  exec->quantifiers++;
  enum noe_exec_flow flow = noe_exec_list(exec, op->body.first);
  exec->quantifiers--;
  if (flow == NOE_EXEC_STOP && exec->end == NOE_END_FAULT) {
    so_far->is_faulty = true;
    return NOE_EXEC_ON;
  }
  if (flow == NOE_EXEC_LEAVE)
    return noe_exec_give_up(exec, op, "a return out of a loop over processes");
  if (flow == NOE_EXEC_ON)
    so_far->is_decided |= !noe_exec_get(exec, op->body.yield) == (op->kind == NOE_LOW_FORALL);
  return flow;
}

static enum noe_exec_flow ask_named(struct noe_exec *exec, const struct noe_low_op *op, struct quantifier *so_far) {
  uint32_t block;
  int64_t base;
  uint64_t size;
  for (uint32_t part = 0; noe_exec_part(exec, op->domain.type, part, &block, &base, &size); part++) {
    uint64_t count = block == NOE_NO_BLOCK ? size : exec->counts[block];
    for (uint64_t i = 0; i < count; i++)
      if (ask(exec, op, base + (int64_t)i, so_far) != NOE_EXEC_ON)
        return NOE_EXEC_STOP;
  }
  return NOE_EXEC_ON;
}

/* Which process met an error and which decides may depend on the order: not what it comes to. */
static enum noe_exec_flow conclude(struct noe_exec *exec, const struct noe_low_op *op, bool decided, bool faulty) {
  if (decided && faulty)
    return noe_exec_give_up(exec, op, "a quantifier in which an error depends on the order of processes");
  if (faulty)
    return noe_exec_stop(exec, NOE_END_FAULT);
  exec->values[op->result] = decided ? op->kind == NOE_LOW_EXISTS : op->kind == NOE_LOW_FORALL;
  return NOE_EXEC_ON;
}

static enum noe_exec_flow quantify(struct noe_exec *exec, const struct noe_low_op *op) {
  struct quantifier named = {false, false};
  if (exec->is_own)
    return noe_exec_give_up(exec, op, "a quantifier over processes inside a loop over processes");
  if (ask_named(exec, op, &named) != NOE_EXEC_ON)
    return NOE_EXEC_STOP;
  poison(exec, op->body.first);
  bool rest = noe_exec_has_rest(exec, op->domain.type);
  if (!rest || (named.is_decided && !can_fail(op->body.first)))
    return conclude(exec, op, named.is_decided, named.is_faulty);
  if (exec->next == exec->choice_count) {
    exec->op = op;
    return noe_exec_stop(exec, named.is_decided ? NOE_NODE_CHECK : NOE_NODE_SPLIT);
  }
  bool decided = !exec->choices[exec->next++] || named.is_decided;
  return conclude(exec, op, decided, named.is_faulty);
}

/* --------------------------------------------------------------------- maps */

/* Nothing that one round has read of another process was written in the round of that one. */
static enum noe_exec_flow check_rounds(struct noe_exec *exec, const struct noe_low_op *op) {
  for (uint32_t i = 0; i < exec->foreign_count; i++)
    for (uint32_t k = 0; k < exec->own_count; k++)
      if (exec->foreign_reads[i] == exec->own_writes[k])
        return noe_exec_give_up(exec, op, "a loop over processes that reads what another round writes");
  return NOE_EXEC_ON;
}

static enum noe_exec_flow one_round(struct noe_exec *exec, const struct noe_low_op *op, uint32_t block, uint32_t number,
                                    int64_t value) {
  assert(number < exec->counts[block] && "rounds of named processes are taken one by one");
  poison(exec, op->body.first);
  exec->is_own = true;
  exec->own_block = block;
  exec->own_number = number;
  exec->values[op->bound] = value;
  enum noe_exec_flow flow = noe_exec_list(exec, op->body.first);
  exec->is_own = false;
  return flow == NOE_EXEC_LEAVE ? noe_exec_give_up(exec, op, "a return out of a loop over processes") : flow;
}

static enum noe_exec_flow each(struct noe_exec *exec, const struct noe_low_op *op) {
  uint32_t block;
  int64_t base;
  uint64_t size;
  if (exec->is_own)
    return noe_exec_give_up(exec, op, "a loop over processes inside another one");
  exec->foreign_count = exec->own_count = 0;
  for (uint32_t part = 0; noe_exec_part(exec, op->domain.type, part, &block, &base, &size); part++) {
    if (block == NOE_NO_BLOCK)
      return noe_exec_give_up(exec, op, "a loop over processes and other values");
    for (uint32_t i = 0; i < exec->counts[block]; i++)
      if (one_round(exec, op, block, i, base + i) != NOE_EXEC_ON)
        return NOE_EXEC_STOP;
  }
  if (check_rounds(exec, op) != NOE_EXEC_ON)
    return NOE_EXEC_STOP;
  poison(exec, op->body.first);
  if (!noe_exec_has_rest(exec, op->domain.type))
    return NOE_EXEC_ON;
  exec->was_mapped = true;
  if (exec->next < exec->choice_count) {
    exec->next++;
    return NOE_EXEC_ON;
  }
  exec->op = op;
  return noe_exec_stop(exec, NOE_NODE_MAP);
}

/* ------------------------------------------------------------- other control */

static enum noe_exec_flow count_off(struct noe_exec *exec, const struct noe_low_op *op) {
  const struct noe_low_domain *domain = &op->domain;
  int64_t value = domain->type ? domain->type->low : noe_exec_get(exec, domain->from);
  int64_t last = domain->type ? domain->type->high : noe_exec_get(exec, domain->to);
  int64_t step = domain->type ? 1 : noe_exec_get(exec, domain->by), result = op->kind == NOE_LOW_FORALL;
  assert(step && "a step of 0 is an error, which is checked before the loop");
  for (bool ended = false; !ended && (step > 0 ? value <= last : value >= last);
       ended = __builtin_add_overflow(value, step, &value)) {
    exec->values[op->bound] = value;
    enum noe_exec_flow flow = noe_exec_list(exec, op->body.first);
    if (flow != NOE_EXEC_ON)
      return flow;
    if (op->kind == NOE_LOW_FOR)
      continue;
    result = noe_exec_get(exec, op->body.yield);
    if (!result == (op->kind == NOE_LOW_FORALL))
      break;
  }
  if (op->result != NOE_NO_VALUE)
    exec->values[op->result] = result;
  return NOE_EXEC_ON;
}

static enum noe_exec_flow loop(struct noe_exec *exec, const struct noe_low_op *op) {
  if (op->address || op->kind == NOE_LOW_COUNT || op->kind == NOE_LOW_REMOVE_IF)
    return noe_exec_give_up(exec, op, "a multiset");
  if (!op->domain.type || !noe_exec_is_of_processes(exec, op->domain.type))
    return count_off(exec, op);
  return op->kind == NOE_LOW_FOR ? each(exec, op) : quantify(exec, op);
}

static enum noe_exec_flow loop_while(struct noe_exec *exec, const struct noe_low_op *op) {
  for (int64_t round = 0;; round++) {
    enum noe_exec_flow flow = noe_exec_list(exec, op->condition.first);
    if (flow != NOE_EXEC_ON || !noe_exec_get(exec, op->condition.yield))
      return flow;
    if (round >= op->number)
      return noe_exec_stop(exec, NOE_END_FAULT);
    flow = noe_exec_list(exec, op->body.first);
    if (flow != NOE_EXEC_ON)
      return flow;
  }
}

static enum noe_exec_flow branch(struct noe_exec *exec, const struct noe_low_op *op) {
  const struct noe_low_block *taken = noe_exec_get(exec, op->left) ? &op->body : &op->otherwise;
  enum noe_exec_flow flow = noe_exec_list(exec, taken->first);
  if (flow == NOE_EXEC_ON && op->result != NOE_NO_VALUE)
    exec->values[op->result] = noe_exec_get(exec, taken->yield);
  return flow;
}

static enum noe_exec_flow region(struct noe_exec *exec, const struct noe_low_op *op) {
  enum noe_exec_flow flow = noe_exec_list(exec, op->body.first);
  if (flow != NOE_EXEC_LEAVE || exec->leaving != op->number)
    return flow;
  if (op->result != NOE_NO_VALUE)
    exec->values[op->result] = exec->left_with;
  return NOE_EXEC_ON;
}

enum noe_exec_flow noe_exec_control(struct noe_exec *exec, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_IF: return branch(exec, op);
  case NOE_LOW_REGION: return region(exec, op);
  case NOE_LOW_LEAVE:
    exec->leaving = op->number;
    exec->left_with = noe_exec_get(exec, op->left);
    return NOE_EXEC_LEAVE;
  case NOE_LOW_CALL: return noe_exec_give_up(exec, op, "a function that calls itself, or a very long one");
  case NOE_LOW_WHILE: return loop_while(exec, op);
  default: return loop(exec, op);
  }
}

enum noe_exec_flow noe_exec_list(struct noe_exec *exec, const struct noe_low_op *list) {
  enum noe_exec_flow flow = NOE_EXEC_ON;
  for (; list && flow == NOE_EXEC_ON; list = list->next)
    flow = (list->kind < NOE_LOW_IF ? noe_exec_operation : noe_exec_control)(exec, list);
  return flow;
}
