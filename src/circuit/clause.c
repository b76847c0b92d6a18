/* Clauses: binders, then a guard, a body or an atom; instances one after the other. */
#include <assert.h>
#include <string.h>

#include "circuit/execute.h"

/* ---------------------------------------------------------------- instances */

static bool first_value(const struct noe_binder *binder, int64_t *value) {
  if (binder->kind == NOE_BINDER_CHOOSE) {
    *value = 0;
    return binder->value->type->capacity > 0;
  }
  *value = binder->low;
  return noe_model_value_count(binder) > 0;
}

static bool next_value(const struct noe_binder *binder, int64_t *value) {
  bool chooses = binder->kind == NOE_BINDER_CHOOSE;
  int64_t last = chooses ? (int64_t)binder->value->type->capacity - 1 : binder->high, step = chooses ? 1 : binder->step;
  if (__builtin_add_overflow(*value, step, value))
    return false;
  return step > 0 ? *value <= last : *value >= last;
}

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

bool noe_circuit_first_instance(const struct noe_clause *clause, int64_t *arguments) {
  bool exists = true;
  for (uint32_t i = 0, k = 0; i < clause->binder_count; i++)
    if (is_parameter(&clause->binders[i]))
      exists &= first_value(&clause->binders[i], &arguments[k++]);
  return exists;
}

bool noe_circuit_next_instance(const struct noe_clause *clause, int64_t *arguments) {
  uint32_t k = clause->parameter_count;
  for (uint32_t i = clause->binder_count; i-- > 0;) {
    if (!is_parameter(&clause->binders[i]))
      continue;
    k--;
    if (next_value(&clause->binders[i], &arguments[k]))
      return true;
    first_value(&clause->binders[i], &arguments[k]);
  }
  return false;
}

/* --------------------------------------------------------------- executions */

struct execution {
  struct noe_unrolling run;
  struct noe_unrolled_unit unit;
  const struct noe_low_clause *clause;
};

static void give_state(struct noe_unrolling *run) {
  struct noe_circuits *circuits = run->circuits;
  const struct noe_model *model = circuits->model;
  const struct noe_word **given = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, model->cell_count + 1);
  for (uint32_t i = 0; i < model->cell_count; i++)
    given[i] = run->clause->kind == NOE_CLAUSE_START ? noe_circuit_constant(&run->words, model->cells[i].empty)
                                                     : circuits->state[i];
  run->given = given;
  run->cell_capacity = run->cell_top = model->cell_count;
  run->cells = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, model->cell_count + 1);
  memcpy(run->cells, given, model->cell_count * sizeof *given);
}

static void choose_element(struct noe_unrolling *run, const struct noe_low_binder *binder, int64_t slot) {
  const struct noe_type *bag = binder->address->type;
  const struct noe_word **row = noe_unroll_read(run, binder->address, bag->cells);
  noe_literal present =
      noe_unroll_is_over(run) ? NOE_FALSE : noe_unroll_is_present(run, row[(size_t)slot * bag->stride]);
  run->path = noe_circuit_and(noe_unroll_graph(run), run->path, present);
}

static void bind(struct execution *execution, const int64_t *arguments) {
  struct noe_unrolling *run = &execution->run;
  for (uint32_t i = 0; i < run->clause->binder_count && !noe_unroll_is_over(run); i++) {
    const struct noe_low_binder *binder = &execution->clause->binders[i];
    int64_t argument = binder->value == NOE_NO_VALUE ? 0 : *arguments++;
    if (binder->value != NOE_NO_VALUE)
      run->unit->values[binder->value] = noe_circuit_constant(&run->words, argument);
    noe_unroll_list(run, binder->list.block.first);
    if (binder->address && run->path != NOE_FALSE)
      choose_element(run, binder, argument);
  }
}

/* An empty range behind an alias that fails: the failure belongs to no tuple of arguments. */
static bool is_odd(const struct noe_clause *clause) {
  bool may_fail = false;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    int64_t value;
    if (may_fail && is_parameter(binder) && !first_value(binder, &value))
      return true;
    may_fail |= binder->kind != NOE_BINDER_RANGE;
  }
  return false;
}

static void begin(struct execution *execution, struct noe_circuits *circuits, const struct noe_clause *clause,
                  const int64_t *arguments) {
  struct noe_unrolling *run = &execution->run;
  memset(execution, 0, sizeof *execution);
  execution->clause = noe_low_clause_of(circuits->form, clause);
  *run = (struct noe_unrolling){.circuits = circuits,
                                .words = {noe_base_arena_new(circuits->memory), &circuits->graph},
                                .limits = NOE_CIRCUIT_LIMITS,
                                .clause = clause,
                                .path = NOE_TRUE,
                                .ok = NOE_TRUE};
  if (execution->clause->unit.refused)
    noe_unroll_refuse(run, clause->place, execution->clause->unit.refused);
  else if (is_odd(clause))
    noe_unroll_refuse(run, clause->place, "an empty range of parameters");
  if (circuits->refused)
    return;
  give_state(run);
  noe_unroll_enter(run, &execution->unit, &execution->clause->unit);
  bind(execution, arguments);
}

static struct noe_circuit_events end(struct execution *execution, noe_literal unless) {
  struct noe_unrolling *run = &execution->run;
  struct noe_circuits *circuits = run->circuits;
  struct noe_circuit_event *events = NOE_NEW_ARRAY(circuits->arena, struct noe_circuit_event, run->events.count);
  for (size_t i = 0; i < run->events.count; i++) {
    events[i] = run->events.items[i];
    events[i].when = noe_circuit_and(&circuits->graph, events[i].when, unless ^ 1);
  }
  struct noe_circuit_events list = {events, (uint32_t)run->events.count};
  noe_base_arena_delete(run->words.arena);
  return list;
}

/* The truth of a list that yields one. */
static struct noe_circuit_truth judge(struct execution *execution, const struct noe_low_list *list) {
  struct noe_unrolling *run = &execution->run;
  struct noe_circuit_truth truth = {.truth = NOE_FALSE};
  if (!noe_unroll_is_over(run) && list)
    noe_unroll_list(run, list->block.first);
  if (!noe_unroll_is_over(run)) {
    noe_literal there = noe_circuit_and(&run->circuits->graph, run->path, run->ok);
    noe_literal yield = !list                ? NOE_TRUE
                        : there == NOE_FALSE ? NOE_FALSE
                                             : noe_circuit_truth(noe_unroll_get(run, list->block.yield));
    truth.truth = noe_circuit_and(&run->circuits->graph, there, yield);
    truth.falsity = noe_circuit_and(&run->circuits->graph, there, yield ^ 1);
    truth.fault = run->fault;
    truth.discard = run->discard;
  }
  truth.events = end(execution, NOE_FALSE);
  return truth;
}

struct noe_circuit_truth noe_circuit_guard(struct noe_circuits *circuits, const struct noe_clause *clause,
                                           const int64_t *arguments) {
  struct execution execution;
  begin(&execution, circuits, clause, arguments);
  return judge(&execution, clause->guard ? &execution.clause->guard : NULL);
}

struct noe_circuit_truth noe_circuit_atom(struct noe_circuits *circuits, const struct noe_clause *property,
                                          const int64_t *arguments, const int64_t *values, uint32_t atom) {
  struct execution execution;
  begin(&execution, circuits, property, arguments);
  for (uint32_t i = 0; !circuits->refused && i < property->temporal->variable_count; i++)
    execution.unit.values[execution.clause->first_variable + i] = noe_circuit_constant(&execution.run.words, values[i]);
  struct noe_circuit_truth truth = judge(&execution, &execution.clause->atoms[atom]);
  truth.falsity = noe_circuit_or(&circuits->graph, truth.falsity, truth.discard);
  truth.discard = NOE_FALSE;
  return truth;
}

/* Which cells the firing may leave undefined are added to `undefined`, if that is asked for. */
static struct noe_circuit_body fire(struct noe_circuits *circuits, const struct noe_clause *clause,
                                    const int64_t *arguments, bool *undefined) {
  struct execution execution;
  struct noe_unrolling *run = &execution.run;
  struct noe_circuit_body body = {.fault = NOE_FALSE};
  begin(&execution, circuits, clause, arguments);
  if (!circuits->refused)
    noe_unroll_list(run, execution.clause->body.block.first);
  if (!circuits->refused) {
    body.fault = run->fault;
    body.discard = run->discard;
    for (uint32_t i = 0; undefined && i < circuits->model->cell_count; i++)
      undefined[i] |= run->cells[i]->undefined != NOE_FALSE;
    if (!undefined)
      body.next = noe_circuit_encode_words(circuits, run->cells);
  }
  body.events = end(&execution, body.discard);
  return body;
}

struct noe_circuit_body noe_circuit_body(struct noe_circuits *circuits, const struct noe_clause *clause,
                                         const int64_t *arguments) {
  return fire(circuits, clause, arguments, NULL);
}

/* ------------------------------------------------------------------ settling */

enum { MANY_GATES = 1000000 };

static void look_at(struct noe_circuits *circuits, const struct noe_clause *clause, bool *undefined) {
  int64_t arguments[clause->parameter_count + 1];
  uint32_t kept = circuits->graph.count;
  bool more = noe_circuit_first_instance(clause, arguments);
  for (; more && !circuits->refused; more = noe_circuit_next_instance(clause, arguments)) {
    fire(circuits, clause, arguments, undefined);
    if (circuits->graph.count > MANY_GATES)
      noe_circuit_graph_cut(&circuits->graph, kept);
  }
}

/* Cells of one variable and one type are alike, so that those of processes can change places. */
static void spread(const struct noe_model *model, bool *undefined) {
  for (uint32_t i = 0; i < model->variable_count; i++) {
    uint32_t first = model->variables[i].cell, end = first + model->variables[i].type->cells;
    for (uint32_t type = 0; type < model->type_count; type++) {
      bool any = false;
      for (uint32_t k = first; k < end; k++)
        any |= undefined[k] && model->cells[k].type == model->types[type];
      for (uint32_t k = first; any && k < end; k++)
        undefined[k] |= model->cells[k].type == model->types[type];
    }
  }
}

/* One look at all firings; true if a cell was taken to be always defined that need not be. */
static bool look_again(struct noe_circuits *circuits, bool *never, bool *undefined) {
  const struct noe_model *model = circuits->model;
  bool changed = false;
  memset(undefined, 0, model->cell_count);
  for (uint32_t i = 0; i < model->start_count; i++)
    look_at(circuits, &model->starts[i], undefined);
  for (uint32_t i = 0; i < model->rule_count; i++)
    look_at(circuits, &model->rules[i], undefined);
  spread(model, undefined);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    changed |= never[i] && undefined[i];
    never[i] &= !undefined[i];
  }
  return changed;
}

/* Never undefined: in no start state, and by no rule in states where what is never undefined is
 * defined. By induction that is so in every reachable state. */
static void settle(struct noe_circuits *circuits, bool *never) {
  const struct noe_model *model = circuits->model;
  bool *undefined = NOE_NEW_ARRAY(circuits->arena, bool, model->cell_count + 1);
  bool changed = true;
  for (uint32_t i = 0; i < model->cell_count; i++)
    never[i] = model->cells[i].type && !model->cells[i].in_multiset;
  for (int round = 0; changed && !circuits->refused; round++) {
    if (round == 6)
      memset(never, 0, model->cell_count);
    noe_circuit_make_codes(circuits, never);
    changed = look_again(circuits, never, undefined) && round < 6;
  }
  if (circuits->refused)
    memset(never, 0, model->cell_count);
}

/* ----------------------------------------------------------------- lifetime */

static uint64_t instances_of(const struct noe_clause *clause) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    uint64_t values = binder->kind == NOE_BINDER_CHOOSE ? binder->value->type->capacity
                      : is_parameter(binder)            ? noe_model_value_count(binder)
                                                        : 1;
    if (__builtin_mul_overflow(count, values, &count))
      return UINT64_MAX / 4;
  }
  return count > UINT64_MAX / 4 ? UINT64_MAX / 4 : count;
}

static uint64_t refuse_many(struct noe_circuits *circuits, const struct noe_clause *clauses, uint32_t count,
                            uint64_t sum) {
  for (uint32_t i = 0; i < count && !circuits->refused; i++) {
    sum += clauses[i].is_statement ? 0 : instances_of(&clauses[i]);
    if (sum > NOE_CIRCUIT_LIMITS.instances) {
      circuits->refused = "very many instances of rules, start states and claims";
      circuits->refused_at = clauses[i].place;
    }
  }
  return sum;
}

enum { WORTH_SETTLING = 100000 };

struct noe_circuits *noe_circuit_new(struct noe_memory *memory, const struct noe_lowered *form, bool settles,
                                     uint64_t most_work) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_model *model = form->model;
  struct noe_circuits *circuits = NOE_NEW(arena, struct noe_circuits);
  *circuits = (struct noe_circuits){.memory = memory, .arena = arena, .model = model, .form = form};
  circuits->graph.memory = memory;
  circuits->graph.limit = NOE_CIRCUIT_LIMITS.gates;
  circuits->graph.most_work = most_work;
  uint64_t sum = refuse_many(circuits, model->starts, model->start_count, 0);
  sum = refuse_many(circuits, model->rules, model->rule_count, sum);
  refuse_many(circuits, model->properties, model->property_count, sum);
  bool *never = NOE_NEW_ARRAY(arena, bool, model->cell_count + 1);
  circuits->shows_in_loop = NOE_NEW_ARRAY(arena, bool, model->loop_count + 1);
  if (settles && !circuits->refused && sum <= WORTH_SETTLING)
    settle(circuits, never);
  memset(circuits->shows_in_loop, 0, model->loop_count + 1);
  noe_circuit_make_codes(circuits, never);
  return circuits;
}

void noe_circuit_delete(struct noe_circuits *circuits) {
  noe_circuit_graph_free(&circuits->graph);
  noe_base_arena_delete(circuits->arena);
}

const char *noe_circuit_refusal(const struct noe_circuits *circuits, struct noe_arena *arena) {
  assert(circuits->refused && "there is something to say");
  return noe_base_arena_format(arena, "not supported: %s (line %u)", circuits->refused,
                               (unsigned)circuits->refused_at.line);
}
