#include "model/watch_int.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "base/contract.h"
#include "model/coverage.h"
#include "model/pack.h"

enum { STACK_RESERVE = 256 * 1024 };

/* ------------------------------------------------------------------ memory */

size_t noe_model_push(struct noe_machine *machine, size_t count) {
  size_t first = machine->top, need = first + count;
  if (need > machine->capacity) {
    size_t capacity = need > machine->capacity * 2 ? need : machine->capacity * 2;
    machine->cells = noe_base_realloc(machine->memory, machine->cells, capacity * sizeof *machine->cells);
    machine->capacity = capacity;
  }
  machine->top = need;
  return first;
}

void noe_model_push_undefined(struct noe_machine *machine, size_t count) {
  size_t first = noe_model_push(machine, count);
  int64_t *cells = machine->cells + first;
  for (size_t i = 0; i < count; i++)
    cells[i] = NOE_UNDEFINED;
  if (machine->watching)
    noe_model_watch_fresh(machine, first, count);
}

void noe_model_move(struct noe_machine *machine, size_t target, size_t source, size_t count) {
  assert(target + count <= machine->capacity && source + count <= machine->capacity &&
         "places lie in the row of cells");
  memmove(machine->cells + target, machine->cells + source, count * sizeof *machine->cells);
}

/* ---------------------------------------------------------------- lifetime */

/* The lowest address that C frames of this thread may use. */
static const char *stack_limit(void) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes))
    return NULL;
  void *low = NULL;
  size_t size = 0;
  int failed = pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  if (failed)
    return NULL;
  return (const char *)low + (size > 4 * STACK_RESERVE ? STACK_RESERVE : size / 4);
}

static uint32_t widest(const struct noe_clause *clauses, uint32_t count, uint32_t before) {
  for (uint32_t i = 0; i < count; i++)
    if (clauses[i].parameter_count > before)
      before = clauses[i].parameter_count;
  return before;
}

uint32_t noe_model_most_parameters(const struct noe_model *model) { return widest(model->rules, model->rule_count, 0); }

static size_t argument_room(const struct noe_model *model) {
  uint32_t room = widest(model->starts, model->start_count, 1);
  room = widest(model->rules, model->rule_count, room);
  return widest(model->properties, model->property_count, room);
}

struct noe_machine *noe_model_machine_new(struct noe_memory *memory, const struct noe_model *model) {
  struct noe_machine *machine = noe_base_alloc(memory, sizeof *machine);
  machine->memory = memory;
  machine->model = model;
  machine->message = noe_base_text(memory);
  machine->capacity = (size_t)model->cell_count + 256;
  machine->cells = noe_base_alloc(memory, machine->capacity * sizeof *machine->cells);
  machine->covers = noe_base_alloc(memory, model->property_count * sizeof *machine->covers);
  machine->covers_before = noe_base_alloc(memory, model->property_count * sizeof *machine->covers);
  for (uint32_t i = 0; i < model->property_count; i++)
    machine->has_covers |= model->properties[i].is_statement;
  machine->witnesses = noe_base_alloc(memory, model->witness_count * sizeof *machine->witnesses);
  machine->arguments = noe_base_alloc(memory, argument_room(model) * sizeof *machine->arguments);
  machine->stack_limit = stack_limit();
  noe_model_watch_new(machine);
  return machine;
}

void noe_model_machine_delete(struct noe_machine *machine) {
  if (!machine)
    return;
  noe_model_watch_delete(machine);
  noe_base_text_free(&machine->message);
  noe_base_free(machine->memory, machine->cells);
  noe_base_free(machine->memory, machine->covers);
  noe_base_free(machine->memory, machine->covers_before);
  noe_base_free(machine->memory, machine->witnesses);
  noe_base_free(machine->memory, machine->arguments);
  noe_base_free(machine->memory, machine);
}

void noe_model_machine_put(struct noe_machine *machine, struct noe_text *sink) { machine->sink = sink; }
void noe_model_machine_spare(struct noe_machine *machine, bool spare) { machine->spare = spare; }

void noe_model_machine_filter(struct noe_machine *machine, noe_instance_filter filter, void *context) {
  machine->filter = filter;
  machine->filter_context = context;
}

void noe_model_machine_exchange(struct noe_machine *machine, const struct noe_exchange *exchange) {
  machine->exchange = exchange;
}

bool noe_model_machine_fault_in_loop(const struct noe_machine *machine) { return machine->fault_in_loop; }
const struct noe_fault *noe_model_machine_fault(const struct noe_machine *machine) { return &machine->fault; }
const int64_t *noe_model_machine_arguments(const struct noe_machine *machine) { return machine->arguments; }
const uint64_t *noe_model_machine_covers(const struct noe_machine *machine) { return machine->covers; }
const uint64_t *noe_model_machine_witnesses(const struct noe_machine *machine) { return machine->witnesses; }

/* ---------------------------------------------------------------- patience */

/* Loop rounds between two questions: some ten milliseconds. */
enum { ROUNDS_PER_QUESTION = 1 << 16 };

void noe_model_machine_patience(struct noe_machine *machine, bool (*stop)(void *context), void *context) {
  machine->stop = stop;
  machine->stop_context = context;
  machine->ticks = -(uint32_t)ROUNDS_PER_QUESTION;
}

bool noe_model_lost_patience(struct noe_machine *machine) {
  machine->ticks = -(uint32_t)ROUNDS_PER_QUESTION;
  machine->stopped = machine->stop && machine->stop(machine->stop_context);
  return machine->stopped;
}

/* ------------------------------------------------------------ entry points */

static enum noe_outcome test_step(struct noe_work *work) {
  enum noe_outcome bound = noe_model_bind(work);
  return bound == NOE_OUTCOME_TRUE ? noe_model_guard(work) : bound;
}

enum noe_outcome noe_model_machine_test(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state) {
  assert((clause->kind == NOE_CLAUSE_START || state) && "guards and claims are about a state");
  struct noe_work work = {machine, clause, arguments, state, clause->binder_count};
  noe_model_enter(machine, clause, state);
  return noe_model_discard_outcome(clause, noe_model_trap(&work, test_step));
}

struct atom {
  struct noe_work work; /* first, so that a step can find the rest */
  const int64_t *values;
  const struct noe_expr *expr;
};

static enum noe_outcome atom_step(struct noe_work *work) {
  const struct atom *atom = (const struct atom *)work;
  const struct noe_temporal *temporal = work->clause->temporal;
  enum noe_outcome bound = noe_model_bind(work);
  if (bound != NOE_OUTCOME_TRUE)
    return bound;
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    noe_model_note_bound(work->machine, temporal->variables[i].type, atom->values[i]);
    noe_model_set_slot(work->machine, temporal->variables[i].slot, atom->values[i]);
  }
  return noe_model_eval_defined(work->machine, atom->expr) ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

enum noe_outcome noe_model_machine_atom(struct noe_machine *machine, const struct noe_clause *property,
                                        const int64_t *arguments, const int64_t *values, uint32_t atom,
                                        const int64_t *state) {
  assert(property->temporal && atom < property->temporal->atom_count && "atoms belong to temporal claims");
  struct atom context = {.work = {machine, property, arguments, state, property->binder_count},
                         .values = values,
                         .expr = property->temporal->atoms[atom]};
  noe_model_enter(machine, property, state);
  enum noe_outcome outcome = noe_model_trap(&context.work, atom_step);
  return outcome == NOE_OUTCOME_DISCARD ? NOE_OUTCOME_FALSE : outcome;
}

enum noe_outcome noe_model_machine_taken(struct noe_machine *machine, const struct noe_clause *property,
                                         const int64_t *arguments, int64_t *values, uint32_t atom, const int64_t *state,
                                         const struct noe_clause *rule, const int64_t *given) {
  const struct noe_step_atom *step = property->temporal->steps[atom];
  assert(step && "the atom is about steps");
  if (!rule || !rule->name || strcmp(rule->name, step->rule) != 0)
    return NOE_OUTCOME_FALSE;
  for (uint32_t i = 0; i < step->count; i++)
    values[step->first + i] = given[step->parameters[i]];
  return noe_model_machine_atom(machine, property, arguments, values, atom, state);
}

static enum noe_outcome fire_step(struct noe_work *work) {
  enum noe_outcome bound = noe_model_bind(work);
  if (bound == NOE_OUTCOME_TRUE) {
    work->machine->apart++;
    noe_model_exec(work->machine, work->clause->body);
    noe_model_watch_firing_end(work->machine);
  }
  return bound;
}

/* A firing that is discarded never was: its cover statements count for nothing, and nothing was executed. */
enum noe_outcome noe_model_machine_fire(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state, int64_t *successor) {
  assert(clause->kind != NOE_CLAUSE_PROPERTY && "claims do not fire");
  NOE_COSTLY((!state || noe_model_state_is_legal(machine->model, state)) && "rules fire in legal states");
  assert((clause->kind == NOE_CLAUSE_START) == !state && "start states come from nowhere, rules fire in a state");
  struct noe_work work = {machine, clause, arguments, state, clause->binder_count};
  const size_t covers = machine->has_covers ? machine->model->property_count * sizeof *machine->covers : 0;
  if (covers)
    memcpy(machine->covers_before, machine->covers, covers);
  struct noe_coverage_marks *marks = machine->marks;
  const size_t marked = marks ? marks->coverage->words * sizeof *marks->bits : 0;
  if (marks)
    memcpy(marks->before, marks->bits, marked);
  noe_model_enter(machine, clause, state);
  enum noe_outcome outcome = noe_model_trap(&work, fire_step);
  if (covers && outcome == NOE_OUTCOME_DISCARD)
    memcpy(machine->covers, machine->covers_before, covers);
  if (marks && outcome == NOE_OUTCOME_DISCARD)
    memcpy(marks->bits, marks->before, marked);
  if (outcome != NOE_OUTCOME_TRUE)
    return outcome;
  noe_model_normalise(machine->model, machine->cells);
  memcpy(successor, machine->cells, machine->model->cell_count * sizeof *successor);
  assert(!machine->depth && machine->frame == machine->model->cell_count && "every call has returned");
  NOE_COSTLY(noe_model_state_is_legal(machine->model, successor) && "a firing leaves values of their types");
  return outcome;
}

struct claim {
  struct noe_machine *machine;
  enum noe_outcome decisive, outcome;
  bool is_assumption;
};

/* What an instance came to outranks what came before not by being first: the order of the
 * instances is that of the values, which a permutation changes. An error outranks a
 * decision, but for assumptions: a state that one instance drops is dropped. */
static int rank(const struct claim *claim, enum noe_outcome outcome) {
  if (outcome == NOE_OUTCOME_FAULT)
    return claim->is_assumption ? 1 : 2;
  return outcome == claim->decisive ? claim->is_assumption ? 2 : 1 : 0;
}

/* All instances are gone through, since each may fail, unless one has no outcome. Of several
 * errors the last one stays: it is the one that the machine still knows. */
static bool judge(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct claim *claim = context;
  assert(claim->machine->model->property_count && "a claim of the model is judged");
  bool nothing = outcome > NOE_OUTCOME_FAULT;
  int before = rank(claim, claim->outcome), now = rank(claim, outcome);
  if (nothing || now > before || (now == before && outcome == NOE_OUTCOME_FAULT)) {
    claim->outcome = outcome;
    memcpy(claim->machine->arguments, arguments, clause->parameter_count * sizeof *arguments);
  }
  return !nothing;
}

enum noe_outcome noe_model_machine_claim(struct noe_machine *machine, const struct noe_clause *property,
                                         const int64_t *state) {
  assert(property->kind == NOE_CLAUSE_PROPERTY && "only properties claim something");
  bool cover = property->property == NOE_PROPERTY_COVER;
  struct claim claim = {
      .machine = machine,
      .decisive = cover ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE,
      .outcome = cover ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE,
      .is_assumption = property->property == NOE_PROPERTY_ASSUME,
  };
  /* A cover statement holds where it stands, never in a state. */
  if (!property->is_statement)
    noe_model_machine_instances(machine, property, state, judge, &claim);
  return machine->stopped ? NOE_OUTCOME_STOPPED : claim.outcome;
}
