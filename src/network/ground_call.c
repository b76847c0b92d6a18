/* Calls. A function of fixed values, or of few places, is computed beforehand if it touches no state; any other call
 * is written down with what it does. */
#include <assert.h>
#include <string.h>

#include "network/ground.h"

enum { MOST_DEPTH = 16, MOST_ROUNDS = 4096 };

/* -------------------------------------------------------- computed beforehand */

enum ending { ENDS, RETURNS, STUCK };

struct running {
  struct noe_ground *ground;
  int64_t result;
  uint32_t rounds;
};

static enum ending run(struct running *running, const struct noe_stmt *list);

static bool evaluate(struct running *running, const struct noe_expr *expr, int64_t *number) {
  struct noe_ground_value value = noe_ground_value(running->ground, expr);
  *number = value.number;
  return value.is_fixed && value.number != NOE_UNDEFINED && !running->ground->failed;
}

static void set(struct running *running, uint32_t slot, int64_t number) {
  assert(number != NOE_UNDEFINED && "a value that is computed beforehand is defined");
  running->ground->frame[slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = noe_ground_fixed(number)};
}

static bool run_assignment(struct running *running, const struct noe_stmt *stmt) {
  int64_t number;
  const struct noe_type *type = stmt->target->type;
  if (stmt->target->kind != NOE_EXPR_LOCAL || !noe_type_is_simple(type) ||
      running->ground->frame[stmt->target->slot].kind == NOE_BOUND_PLACE || !evaluate(running, stmt->value, &number) ||
      (type->kind != NOE_TYPE_INTEGER && (number < type->low || number > type->high)))
    return false;
  set(running, stmt->target->slot, number);
  return true;
}

static enum ending run_arms(struct running *running, const struct noe_stmt *stmt) {
  int64_t holds;
  for (uint32_t i = 0; i < stmt->arm_count; i++)
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++) {
      if (!evaluate(running, stmt->arms[i].conditions[k], &holds))
        return STUCK;
      if (holds)
        return run(running, stmt->arms[i].body);
    }
  return run(running, stmt->otherwise);
}

static enum ending run_rounds(struct running *running, const struct noe_stmt *stmt) {
  int64_t low, high, step;
  enum ending ending = ENDS;
  if (!noe_ground_domain(running->ground, &stmt->domain, &low, &high, &step))
    return STUCK;
  for (int64_t i = low; (step > 0 ? i <= high : i >= high) && ending == ENDS; i += step) {
    if (++running->rounds > MOST_ROUNDS)
      return STUCK;
    set(running, stmt->slot, i);
    ending = run(running, stmt->body);
  }
  return ending;
}

static enum ending run_statement(struct running *running, const struct noe_stmt *stmt) {
  int64_t number;
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN: return run_assignment(running, stmt) ? ENDS : STUCK;
  case NOE_STMT_IF: return run_arms(running, stmt);
  case NOE_STMT_SWITCH:
  case NOE_STMT_BIND_VALUE:
    if (!evaluate(running, stmt->value, &number))
      return STUCK;
    set(running, stmt->slot, number);
    return stmt->kind == NOE_STMT_SWITCH ? run_arms(running, stmt) : ENDS;
  case NOE_STMT_FOR: return run_rounds(running, stmt);
  case NOE_STMT_RETURN:
    if (!stmt->value || !noe_type_is_simple(stmt->value->type) || !evaluate(running, stmt->value, &running->result))
      return STUCK;
    return RETURNS;
  default: return STUCK;
  }
}

static enum ending run(struct running *running, const struct noe_stmt *list) {
  enum ending ending = ENDS;
  for (const struct noe_stmt *stmt = list; stmt && ending == ENDS; stmt = stmt->next)
    ending = run_statement(running, stmt);
  return ending;
}

/* The frame of a call, with its parameters bound; what was there before. */
struct visit {
  struct noe_binding *frame;
  uint32_t owner;
};

static struct visit enter(struct noe_ground *ground, const struct noe_function *function) {
  struct visit before = {ground->frame, ground->owner};
  noe_ground_spend(ground, function->frame_cells);
  ground->frame = NOE_NEW_ARRAY(ground->arena, struct noe_binding, function->frame_cells + 1);
  ground->owner = function->id;
  ground->depth++;
  return before;
}

static void leave(struct noe_ground *ground, struct visit before) {
  assert(ground->depth && "each call that was entered is left");
  ground->frame = before.frame;
  ground->owner = before.owner;
  ground->depth--;
}

struct calling {
  struct noe_ground *ground;
  const struct noe_function *function;
  const struct noe_binding *bindings;
  bool is_stuck;
};

/* The result for these values of the parameters. */
static int64_t result_for(struct calling *calling, const int64_t *numbers) {
  struct noe_ground *ground = calling->ground;
  const struct noe_function *function = calling->function;
  struct running running = {.ground = ground};
  struct visit before = enter(ground, function);
  bool had_failed = ground->failed;
  for (uint32_t i = 0; i < function->parameter_count; i++)
    set(&running, i, numbers[i]);
  enum ending ending = run(&running, function->body);
  leave(ground, before);
  const struct noe_type *type = function->result;
  bool fits = type->kind == NOE_TYPE_INTEGER || (running.result >= type->low && running.result <= type->high);
  calling->is_stuck |= ending != RETURNS || !fits || ground->failed;
  ground->failed = had_failed; /* to be stuck is no failure: the call is written down instead */
  return running.result;
}

static int64_t compute_call(const void *context, const int64_t *operands) {
  struct calling *calling = (struct calling *)(uintptr_t)context;
  for (uint32_t i = 0; i < calling->function->parameter_count; i++)
    if (operands[i] == NOE_ENTRY_FAILS)
      return NOE_ENTRY_FAILS;
  return calling->is_stuck ? NOE_ENTRY_FAILS : result_for(calling, operands);
}

/* False: it has to be written down. */
static bool computed(struct noe_ground *ground, const struct noe_function *function, const struct noe_binding *bindings,
                     struct noe_ground_value *value) {
  struct calling calling = {.ground = ground, .function = function, .bindings = bindings};
  struct noe_ground_value operands[3];
  bool is_fixed = true;
  if (function->parameter_count > 3 || !function->result || !noe_type_is_simple(function->result))
    return false;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    if (bindings[i].kind != NOE_BOUND_VALUE ||
        (bindings[i].value.is_fixed && bindings[i].value.number == NOE_UNDEFINED))
      return false;
    operands[i] = bindings[i].value;
    is_fixed &= operands[i].is_fixed;
  }
  if (is_fixed) {
    int64_t numbers[3] = {0};
    for (uint32_t i = 0; i < function->parameter_count; i++)
      numbers[i] = operands[i].number;
    *value = noe_ground_fixed(result_for(&calling, numbers));
    return !calling.is_stuck;
  }
  *value = (struct noe_ground_value){.term = NOE_NO_TERM};
  value->table = noe_ground_combine(ground, operands, function->parameter_count, compute_call, &calling);
  return value->table && !calling.is_stuck;
}

/* ------------------------------------------------------------- written down */

static struct noe_binding argument(struct noe_ground *ground, const struct noe_argument *argument,
                                   const struct noe_parameter *parameter) {
  struct noe_binding binding = {.kind = NOE_BOUND_VALUE};
  bool is_simple = noe_type_is_simple(parameter->type);
  if (argument->kind == NOE_ARGUMENT_VALUE) {
    binding.value = noe_ground_value(ground, argument->value);
    const struct noe_type *type = parameter->type;
    if (binding.value.is_fixed && binding.value.number != NOE_UNDEFINED && type->kind != NOE_TYPE_INTEGER &&
        (binding.value.number < type->low || binding.value.number > type->high))
      noe_ground_fail(ground);
    return binding;
  }
  const struct noe_expr *from = argument->value;
  bool is_slot = from->kind == NOE_EXPR_LOCAL || from->kind == NOE_EXPR_REFERENCE;
  if (argument->kind == NOE_ARGUMENT_LOCATION && is_slot && is_simple && !parameter->by_reference &&
      ground->frame[from->slot].kind == NOE_BOUND_VALUE) {
    binding.value = ground->frame[from->slot].value;
    return binding;
  }
  binding.kind = NOE_BOUND_PLACE;
  binding.place = noe_ground_place(ground, from);
  /* A copy is a place of its own, and so is one that other statements may move. */
  if (argument->kind == NOE_ARGUMENT_CELLS || binding.place.is_moving)
    binding.place.is_known = false;
  return binding;
}

/* Values that are fixed stand where the body uses them; others have the class of the parameter. */
static uint32_t argument_term(struct noe_ground *ground, const struct noe_function *function, uint32_t i,
                              const struct noe_binding *binding) {
  if (binding->kind == NOE_BOUND_PLACE)
    return binding->place.term;
  if (binding->value.is_fixed)
    return noe_ground_make(ground, NOE_TERM_UNDEFINED, 0, 0, NULL, 0);
  const struct noe_value_shape *shape = noe_ground_local_shape(ground, function->id, i, function->parameters[i].type);
  return noe_ground_term(ground, &binding->value, shape->class, shape->low, shape->high);
}

/* Inside the call the parameter is a slot: what it stands for was evaluated when the call began. */
static struct noe_binding parameter(struct noe_ground *ground, const struct noe_function *function, uint32_t i,
                                    const struct noe_argument *given, const struct noe_binding *binding) {
  struct noe_binding inside = *binding;
  bool is_value = binding->kind == NOE_BOUND_VALUE;
  if (is_value ? binding->value.is_fixed : !binding->place.is_moving && given->kind == NOE_ARGUMENT_LOCATION)
    return inside;
  uint32_t term = noe_ground_make(ground, is_value ? NOE_TERM_SLOT : NOE_TERM_BOUND, i, function->id, NULL, 0);
  if (!is_value) {
    inside.place.term = term;
    inside.place.is_known = false;
    return inside;
  }
  const struct noe_value_shape *shape = noe_ground_local_shape(ground, function->id, i, function->parameters[i].type);
  ground->terms.items.items[term].can_fail |= binding->value.may_be_undefined;
  inside.value = noe_ground_dynamic(ground, term, shape->class, shape->low, shape->high);
  inside.value.may_be_undefined = binding->value.may_be_undefined;
  return inside;
}

static const struct noe_stmt *only_return(const struct noe_function *function) {
  const struct noe_stmt *stmt = function->body;
  bool is_truth = function->result && function->result->kind == NOE_TYPE_BOOLEAN;
  return is_truth && stmt && !stmt->next && stmt->kind == NOE_STMT_RETURN && stmt->value ? stmt : NULL;
}

/* Is it surely of the type, and no error? */
static bool is_harmless(const struct noe_ground *ground, const struct noe_ground_value *value,
                        const struct noe_type *type) {
  if (value->is_fixed)
    return true;
  if (!value->table || value->table->can_fail || value->may_be_undefined ||
      (value->term != NOE_NO_TERM && noe_ground_can_fail(ground, value->term)))
    return false;
  for (uint32_t i = 0; i < value->table->size; i++)
    if (value->table->entries[i] == NOE_ENTRY_FAILS ||
        (type->kind != NOE_TYPE_INTEGER &&
         (value->table->entries[i] < type->low || value->table->entries[i] > type->high)))
      return false;
  return true;
}

/* A function that only gives back a truth value: arguments can be put in the places of its parameters, if it does not
 * matter when they are evaluated. */
static bool can_inline(const struct noe_ground *ground, const struct noe_call *call,
                       const struct noe_binding *bindings) {
  const struct noe_function *function = call->function;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    bool is_place = bindings[i].kind == NOE_BOUND_PLACE;
    if (call->arguments[i].kind == NOE_ARGUMENT_CELLS || (is_place && bindings[i].place.is_moving) ||
        (!is_place && !is_harmless(ground, &bindings[i].value, function->parameters[i].type)))
      return false;
  }
  return only_return(function);
}

/* The call as a term; `*value`: what it gives back, if it is simple. */
static uint32_t write_down(struct noe_ground *ground, const struct noe_call *call, struct noe_ground_value *value) {
  const struct noe_function *function = call->function;
  uint32_t count = function->parameter_count;
  struct noe_binding *bindings = NOE_NEW_ARRAY(ground->arena, struct noe_binding, count + 1);
  uint32_t *parts = NOE_NEW_ARRAY(ground->arena, uint32_t, count + 1);
  if (ground->depth > MOST_DEPTH)
    noe_ground_fail(ground);
  for (uint32_t i = 0; i < count && !ground->failed; i++)
    bindings[i] = argument(ground, &call->arguments[i], &function->parameters[i]);
  if (ground->failed || (value && computed(ground, function, bindings, value)) || ground->failed)
    return NOE_NO_TERM;
  for (uint32_t i = 0; i < count; i++)
    parts[i] = argument_term(ground, function, i, &bindings[i]);
  bool is_inlined = value && can_inline(ground, call, bindings);
  struct visit before = enter(ground, function);
  for (uint32_t i = 0; i < count; i++)
    ground->frame[i] = is_inlined ? bindings[i] : parameter(ground, function, i, &call->arguments[i], &bindings[i]);
  if (is_inlined)
    *value = noe_ground_value(ground, only_return(function)->value);
  else
    parts[count] = noe_ground_statements(ground, function->body);
  leave(ground, before);
  return is_inlined || ground->failed ? NOE_NO_TERM
                                      : noe_ground_make(ground, NOE_TERM_CALL, function->id, 0, parts, count + 1);
}

struct noe_ground_value noe_ground_call(struct noe_ground *ground, const struct noe_expr *expr) {
  const struct noe_function *function = expr->call->function;
  struct noe_ground_value value = noe_ground_fixed(0);
  if (!function->result || !noe_type_is_simple(function->result)) {
    noe_ground_fail(ground);
    return value;
  }
  uint32_t term = write_down(ground, expr->call, &value);
  if (ground->failed)
    return noe_ground_fixed(0);
  if (term == NOE_NO_TERM)
    return value;
  const struct noe_value_shape *result = ground->results[function->id];
  value = noe_ground_dynamic(ground, term, result->class, result->low, result->high);
  value.may_be_undefined = true;
  return value;
}

uint32_t noe_ground_call_statement(struct noe_ground *ground, const struct noe_call *call) {
  return write_down(ground, call, NULL);
}
