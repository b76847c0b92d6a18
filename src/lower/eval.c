/* The evaluator: entry points, clauses, calls. */
#include "lower/eval.h"

#include <assert.h>
#include <string.h>

#include "lower/eval_int.h"
#include "model/value.h"

/* ----------------------------------------------------------------- lifetime */

struct noe_evaluator *noe_lower_evaluator_new(struct noe_memory *memory, const struct noe_lowered *form) {
  struct noe_evaluator *evaluator = noe_base_alloc(memory, sizeof *evaluator);
  *evaluator = (struct noe_evaluator){.memory = memory, .form = form, .model = form->model};
  evaluator->message = noe_base_text(memory);
  evaluator->covers = noe_base_alloc(memory, (form->model->property_count + 1) * sizeof(uint64_t));
  evaluator->covers_before = noe_base_alloc(memory, (form->model->property_count + 1) * sizeof(uint64_t));
  evaluator->witnesses = noe_base_alloc(memory, (form->model->witness_count + 1) * sizeof(uint64_t));
  return evaluator;
}

void noe_lower_evaluator_delete(struct noe_evaluator *evaluator) {
  noe_base_text_free(&evaluator->message);
  noe_base_free(evaluator->memory, evaluator->cells);
  noe_base_free(evaluator->memory, evaluator->values);
  noe_base_free(evaluator->memory, evaluator->covers);
  noe_base_free(evaluator->memory, evaluator->covers_before);
  noe_base_free(evaluator->memory, evaluator->witnesses);
  noe_base_free(evaluator->memory, evaluator);
}

void noe_lower_evaluator_put(struct noe_evaluator *evaluator, struct noe_text *sink) { evaluator->sink = sink; }

const struct noe_fault *noe_lower_evaluator_fault(const struct noe_evaluator *evaluator) { return &evaluator->fault; }
const uint64_t *noe_lower_evaluator_covers(const struct noe_evaluator *evaluator) { return evaluator->covers; }
const uint64_t *noe_lower_evaluator_witnesses(const struct noe_evaluator *evaluator) { return evaluator->witnesses; }

void noe_lower_evaluator_record(struct noe_evaluator *evaluator, struct noe_bitset *reads, struct noe_bitset *writes) {
  evaluator->reads = reads;
  evaluator->writes = writes;
}

/* -------------------------------------------------------------------- units */

static void grow(struct noe_memory *memory, int64_t **row, size_t *capacity, size_t need) {
  if (need <= *capacity)
    return;
  *capacity = need > 2 * *capacity ? need : 2 * *capacity;
  *row = noe_base_realloc(memory, *row, *capacity * sizeof **row);
}

void noe_eval_push(struct noe_evaluator *evaluator, const struct noe_low_unit *unit) {
  assert(!unit->refused && "what was refused cannot be executed");
  evaluator->frame = evaluator->cell_top;
  evaluator->first_value = evaluator->value_top;
  evaluator->cell_top += unit->frame_cells;
  evaluator->value_top += unit->value_count;
  grow(evaluator->memory, &evaluator->cells, &evaluator->cell_capacity, evaluator->cell_top + 1);
  grow(evaluator->memory, &evaluator->values, &evaluator->value_capacity, evaluator->value_top + 1);
  for (size_t i = evaluator->frame; i < evaluator->cell_top; i++)
    evaluator->cells[i] = NOE_UNDEFINED;
  for (size_t i = evaluator->first_value; i < evaluator->value_top; i++)
    evaluator->values[i] = NOE_UNDEFINED;
  evaluator->unit = unit;
}

void noe_eval_load(struct noe_evaluator *evaluator) {
  const struct noe_model *model = evaluator->model;
  for (uint32_t i = 0; i < model->cell_count; i++)
    evaluator->cells[i] = evaluator->state ? evaluator->state[i] : model->cells[i].empty;
}

enum noe_flow noe_eval_call(struct noe_evaluator *evaluator, const struct noe_low_op *op) {
  const struct noe_low_function *callee = &evaluator->form->functions[op->number];
  struct noe_evaluator caller = *evaluator;
  assert(callee->location_count <= callee->unit.value_count && "locations are the first values of a function");
  int64_t locations[callee->location_count + 1];
  for (uint32_t i = 0; i < callee->location_count; i++)
    locations[i] = noe_eval_get(evaluator, op->arguments[i]);
  evaluator->depth += (uint32_t)op->low;
  noe_eval_push(evaluator, &callee->unit);
  for (uint32_t i = 0; i < callee->location_count; i++)
    noe_eval_set(evaluator, i, locations[i]);
  enum noe_flow flow = noe_eval_list(evaluator, callee->body.block.first);
  int64_t result = noe_eval_get(evaluator, callee->body.block.yield);
  evaluator->unit = caller.unit;
  evaluator->frame = caller.frame;
  evaluator->cell_top = caller.cell_top;
  evaluator->first_value = caller.first_value;
  evaluator->value_top = caller.value_top;
  evaluator->depth = caller.depth;
  if (flow == NOE_FLOW_ON && op->result != NOE_NO_VALUE)
    noe_eval_set(evaluator, op->result, result);
  return flow;
}

/* ------------------------------------------------------------------ clauses */

static void enter(struct noe_evaluator *evaluator, const struct noe_low_clause *clause, const int64_t *state) {
  evaluator->depth = 0;
  evaluator->value_top = 0;
  evaluator->cell_top = evaluator->model->cell_count;
  evaluator->state = state;
  noe_eval_push(evaluator, &clause->unit);
  noe_eval_load(evaluator);
}

static enum noe_outcome outcome_of(enum noe_flow flow) {
  return flow == NOE_FLOW_FAULT ? NOE_OUTCOME_FAULT : flow == NOE_FLOW_DISCARD ? NOE_OUTCOME_DISCARD : NOE_OUTCOME_TRUE;
}

/* A guard that is discarded does not hold; a claim does not judge then. */
static enum noe_outcome settle(const struct noe_clause *clause, enum noe_outcome outcome) {
  if (outcome != NOE_OUTCOME_DISCARD)
    return outcome;
  bool universal = clause->kind == NOE_CLAUSE_PROPERTY && clause->property != NOE_PROPERTY_COVER;
  return universal ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

static bool in_range(const struct noe_binder *binder, int64_t value) {
  bool up = binder->step > 0;
  if (!binder->step || (up ? value < binder->low || value > binder->high : value > binder->low || value < binder->high))
    return false;
  uint64_t low = (uint64_t)binder->low, distance = up ? (uint64_t)value - low : low - (uint64_t)value;
  return distance % (up ? (uint64_t)binder->step : -(uint64_t)binder->step) == 0;
}

static bool is_chosen(const struct noe_evaluator *evaluator, const struct noe_low_address *multiset, int64_t slot) {
  const struct noe_type *type = multiset->type;
  if (slot < 0 || slot >= type->capacity)
    return false;
  size_t at = noe_eval_address(evaluator, multiset) + (size_t)slot * type->stride;
  if (evaluator->reads && at < evaluator->model->cell_count)
    noe_bitset_add(evaluator->reads, at);
  return noe_model_is_present(evaluator->cells + at);
}

/* One binder, whose argument (of a parameter) is given. FALSE: there is no such instance. */
static enum noe_outcome bind(struct noe_evaluator *evaluator, const struct noe_low_binder *binder, int64_t argument) {
  if (binder->binder->kind == NOE_BINDER_RANGE && !in_range(binder->binder, argument))
    return NOE_OUTCOME_FALSE;
  if (binder->value != NOE_NO_VALUE)
    evaluator->values[evaluator->first_value + binder->value] = argument;
  enum noe_flow flow = noe_eval_list(evaluator, binder->list.block.first);
  if (flow == NOE_FLOW_ON && binder->address && !is_chosen(evaluator, binder->address, argument))
    return NOE_OUTCOME_FALSE;
  return outcome_of(flow);
}

static enum noe_outcome bind_all(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                 const int64_t *arguments) {
  enum noe_outcome outcome = NOE_OUTCOME_TRUE;
  for (uint32_t i = 0; i < clause->clause->binder_count && outcome == NOE_OUTCOME_TRUE; i++) {
    const struct noe_low_binder *binder = &clause->binders[i];
    outcome = bind(evaluator, binder, binder->value == NOE_NO_VALUE ? 0 : *arguments++);
  }
  return outcome;
}

/* The truth of a list that yields one. */
static enum noe_outcome judge(struct noe_evaluator *evaluator, const struct noe_low_list *list) {
  enum noe_flow flow = noe_eval_list(evaluator, list->block.first);
  if (flow != NOE_FLOW_ON)
    return outcome_of(flow);
  return noe_eval_get(evaluator, list->block.yield) ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

enum noe_outcome noe_lower_evaluator_test(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                          const int64_t *arguments, const int64_t *state) {
  enter(evaluator, clause, state);
  enum noe_outcome outcome = bind_all(evaluator, clause, arguments);
  if (outcome == NOE_OUTCOME_TRUE && clause->clause->guard)
    outcome = judge(evaluator, &clause->guard);
  return settle(clause->clause, outcome);
}

enum noe_outcome noe_lower_evaluator_fire(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                          const int64_t *arguments, const int64_t *state, int64_t *successor) {
  const size_t covers = evaluator->model->property_count * sizeof *evaluator->covers;
  memcpy(evaluator->covers_before, evaluator->covers, covers);
  enter(evaluator, clause, state);
  enum noe_outcome outcome = bind_all(evaluator, clause, arguments);
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = outcome_of(noe_eval_list(evaluator, clause->body.block.first));
  if (outcome == NOE_OUTCOME_DISCARD) /* it never was: nor are its covers */
    memcpy(evaluator->covers, evaluator->covers_before, covers);
  if (outcome == NOE_OUTCOME_TRUE)
    memcpy(successor, evaluator->cells, evaluator->model->cell_count * sizeof *successor);
  return outcome;
}

enum noe_outcome noe_lower_evaluator_atom(struct noe_evaluator *evaluator, const struct noe_low_clause *property,
                                          const int64_t *arguments, const int64_t *values, uint32_t atom,
                                          const int64_t *state) {
  enter(evaluator, property, state);
  enum noe_outcome outcome = bind_all(evaluator, property, arguments);
  for (uint32_t i = 0; i < property->clause->temporal->variable_count; i++)
    evaluator->values[evaluator->first_value + property->first_variable + i] = values[i];
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = judge(evaluator, &property->atoms[atom]);
  return outcome == NOE_OUTCOME_DISCARD ? NOE_OUTCOME_FALSE : outcome;
}

/* -------------------------------------------------------------- enumeration */

struct walk {
  struct noe_evaluator *evaluator;
  const struct noe_low_clause *clause;
  const int64_t *state;
  int64_t *arguments;
  noe_instance_visit visit;
  void *context;
};

/* Binds what is bound so far again: a visitor may have used the evaluator. */
static enum noe_outcome replay(struct walk *walk, uint32_t count) {
  const int64_t *arguments = walk->arguments;
  enum noe_outcome outcome = NOE_OUTCOME_TRUE;
  enter(walk->evaluator, walk->clause, walk->state);
  for (uint32_t i = 0; i < count && outcome == NOE_OUTCOME_TRUE; i++) {
    const struct noe_low_binder *binder = &walk->clause->binders[i];
    outcome = bind(walk->evaluator, binder, binder->value == NOE_NO_VALUE ? 0 : *arguments++);
  }
  return outcome;
}

static bool report(struct walk *walk, enum noe_outcome outcome) {
  return walk->visit(walk->context, walk->clause->clause, walk->arguments, settle(walk->clause->clause, outcome));
}

static bool walk_from(struct walk *walk, uint32_t number, uint32_t parameter);

/* All values of a parameter that name an instance. */
static bool walk_values(struct walk *walk, uint32_t number, uint32_t parameter) {
  const struct noe_binder *binder = walk->clause->binders[number].binder;
  bool chosen = binder->kind == NOE_BINDER_CHOOSE, ended = false, go_on = true;
  int64_t value = chosen ? 0 : binder->low, last = chosen ? (int64_t)binder->value->type->capacity - 1 : binder->high;
  int64_t step = chosen ? 1 : binder->step;
  for (; go_on && !ended && (step > 0 ? value <= last : value >= last);
       ended = __builtin_add_overflow(value, step, &value)) {
    walk->arguments[parameter] = value;
    if (replay(walk, number + 1) == NOE_OUTCOME_TRUE)
      go_on = walk_from(walk, number + 1, parameter + 1);
    walk->arguments[parameter] = NOE_UNDEFINED;
  }
  return go_on;
}

static bool walk_from(struct walk *walk, uint32_t number, uint32_t parameter) {
  const struct noe_low_clause *clause = walk->clause;
  if (number == clause->clause->binder_count)
    return report(walk, clause->clause->guard ? judge(walk->evaluator, &clause->guard) : NOE_OUTCOME_TRUE);
  const struct noe_low_binder *binder = &clause->binders[number];
  if (binder->binder->kind == NOE_BINDER_RANGE)
    return walk_values(walk, number, parameter);
  enum noe_outcome outcome = bind(walk->evaluator, binder, NOE_UNDEFINED); /* of a choice: the multiset alone */
  if (outcome != NOE_OUTCOME_TRUE && outcome != NOE_OUTCOME_FALSE)
    return report(walk, outcome);
  return binder->address ? walk_values(walk, number, parameter) : walk_from(walk, number + 1, parameter);
}

bool noe_lower_evaluator_instances(struct noe_evaluator *evaluator, const struct noe_low_clause *clause,
                                   const int64_t *state, noe_instance_visit visit, void *context) {
  int64_t arguments[clause->clause->parameter_count + 1];
  for (uint32_t i = 0; i < clause->clause->parameter_count; i++)
    arguments[i] = NOE_UNDEFINED;
  struct walk walk = {.evaluator = evaluator,
                      .clause = clause,
                      .state = state,
                      .arguments = arguments,
                      .visit = visit,
                      .context = context};
  enter(evaluator, clause, state);
  return walk_from(&walk, 0, 0);
}
