/* Clauses: entering them, binding parameters and aliases, testing the guard,
 * running through all instances.
 *
 * Side effects of aliases and guards are dropped as soon as they happened: if an
 * evaluation wrote to the state or to the clause's frame (dirty), the state is
 * loaded again and the parameters are set again. Aliases need no such care:
 * nobody can write to them, only to the places they stand for. */
#include <assert.h>
#include <string.h>

#include "model/machine_int.h"
#include "model/value.h"

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

static void load(struct noe_machine *machine, const int64_t *state) {
  const struct noe_model *model = machine->model;
  if (state)
    memcpy(machine->cells, state, model->cell_count * sizeof *state);
  else
    for (uint32_t i = 0; i < model->cell_count; i++)
      machine->cells[i] = model->cells[i].empty;
  machine->dirty = false;
  if (machine->watching)
    noe_model_watch_forget_taints(machine);
}

void noe_model_enter(struct noe_machine *machine, const struct noe_clause *clause, const int64_t *state) {
  machine->run++;
  machine->stopped = false;
  noe_model_watch_reset(machine);
  machine->depth = 0;
  machine->function = NULL;
  machine->calls = NULL;
  machine->bound_count = machine->apart = 0;
  machine->frame = machine->top = machine->model->cell_count;
  noe_model_push_undefined(machine, clause->frame_cells);
  machine->watched = machine->top;
  load(machine, state);
}

enum noe_outcome noe_model_trap(struct noe_work *work, enum noe_outcome (*step)(struct noe_work *)) {
  struct noe_machine *machine = work->machine;
  jmp_buf escape;
  machine->escape = &escape;
  switch (setjmp(escape)) {
  case 0: {
    enum noe_outcome outcome = step(work);
    work->machine->escape = NULL;
    return outcome;
  }
  case NOE_LEAVE_FAULT: work->machine->escape = NULL; return NOE_OUTCOME_FAULT;
  case NOE_LEAVE_ORDER: work->machine->escape = NULL; return NOE_OUTCOME_ORDER;
  case NOE_LEAVE_STOPPED: work->machine->escape = NULL; return NOE_OUTCOME_STOPPED;
  default: work->machine->escape = NULL; return NOE_OUTCOME_DISCARD;
  }
}

/* Drops what an evaluation wrote, with `bound` binders bound before it. */
static void wash(struct noe_work *work, uint32_t bound) {
  struct noe_machine *machine = work->machine;
  if (!machine->dirty)
    return;
  load(machine, work->state);
  const int64_t *argument = work->arguments;
  for (uint32_t i = 0; i < bound; i++)
    if (is_parameter(&work->clause->binders[i]))
      noe_model_set_slot(machine, work->clause->binders[i].slot, *argument++);
}

static void bind_alias(struct noe_work *work, uint32_t number) {
  const struct noe_binder *binder = &work->clause->binders[number];
  struct noe_machine *machine = work->machine;
  if (binder->kind == NOE_BINDER_VALUE) {
    int64_t value = noe_model_eval(machine, binder->value);
    wash(work, number);
    noe_model_set_slot(machine, binder->slot, value);
    return;
  }
  size_t location = noe_model_locate(machine, binder->value);
  if (binder->kind == NOE_BINDER_CELLS)
    noe_model_move(machine, machine->frame + binder->slot, location, binder->value->type->cells);
  else
    noe_model_set_slot(machine, binder->slot, (int64_t)location);
  wash(work, number);
}

static bool in_range(const struct noe_binder *binder, int64_t value) {
  if (!binder->step)
    return false;
  bool up = binder->step > 0;
  if (up ? value < binder->low || value > binder->high : value > binder->low || value < binder->high)
    return false;
  /* Unsigned, because a range may be wider than the largest number. */
  uint64_t low = (uint64_t)binder->low, distance = up ? (uint64_t)value - low : low - (uint64_t)value;
  return distance % (up ? (uint64_t)binder->step : -(uint64_t)binder->step) == 0;
}

static bool is_chosen(struct noe_work *work, uint32_t number, int64_t slot) {
  const struct noe_type *type = work->clause->binders[number].value->type;
  size_t multiset = noe_model_locate(work->machine, work->clause->binders[number].value);
  wash(work, number);
  return slot >= 0 && slot < type->capacity &&
         noe_model_is_present(work->machine->cells + multiset + (size_t)slot * type->stride);
}

enum noe_outcome noe_model_bind(struct noe_work *work) {
  const int64_t *argument = work->arguments;
  for (uint32_t i = 0; i < work->binder; i++) {
    const struct noe_binder *binder = &work->clause->binders[i];
    if (!is_parameter(binder)) {
      bind_alias(work, i);
      continue;
    }
    int64_t value = *argument++;
    if (binder->kind == NOE_BINDER_RANGE ? !in_range(binder, value) : !is_chosen(work, i, value))
      return NOE_OUTCOME_FALSE;
    noe_model_note_bound(work->machine, binder->type, value);
    noe_model_set_slot(work->machine, binder->slot, value);
  }
  return NOE_OUTCOME_TRUE;
}

enum noe_outcome noe_model_guard(struct noe_work *work) {
  if (!work->clause->guard)
    return NOE_OUTCOME_TRUE;
  bool holds = noe_model_eval_defined(work->machine, work->clause->guard);
  wash(work, work->clause->binder_count);
  return holds ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

enum noe_outcome noe_model_discard_outcome(const struct noe_clause *clause, enum noe_outcome outcome) {
  if (outcome != NOE_OUTCOME_DISCARD)
    return outcome;
  bool universal = clause->kind == NOE_CLAUSE_PROPERTY && clause->property != NOE_PROPERTY_COVER;
  return universal ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

/* ------------------------------------------------------------- enumeration */

struct walk {
  struct noe_work work; /* work.arguments is `arguments` */
  int64_t *arguments;
  noe_instance_visit visit;
  void *context;
  uint64_t run; /* of the machine, when its row was last ours */
};

/* After a visitor used the machine: enters again and binds `bound` binders
 * again, which cannot fail because they were bound before. */
static void refresh(struct walk *walk, uint32_t bound) {
  struct noe_machine *machine = walk->work.machine;
  if (machine->run != walk->run) {
    noe_model_enter(machine, walk->work.clause, walk->work.state);
    walk->run = machine->run;
    walk->work.binder = bound;
    enum noe_outcome outcome = noe_model_trap(&walk->work, noe_model_bind);
    assert(outcome == NOE_OUTCOME_TRUE && "what was bound once is bound again");
    (void)outcome;
  }
}

static bool report(struct walk *walk, enum noe_outcome outcome) {
  if (outcome >= NOE_OUTCOME_FAULT)
    walk->run--; /* the evaluation was cut short: its row is of no use */
  return walk->visit(walk->context, walk->work.clause, walk->arguments,
                     noe_model_discard_outcome(walk->work.clause, outcome));
}

static enum noe_outcome alias_step(struct noe_work *work) {
  bind_alias(work, work->binder);
  return NOE_OUTCOME_TRUE;
}

static bool walk_from(struct walk *walk, uint32_t number, uint32_t parameter);

static bool walk_alias(struct walk *walk, uint32_t number, uint32_t parameter) {
  walk->work.binder = number;
  enum noe_outcome outcome = noe_model_trap(&walk->work, alias_step);
  if (outcome != NOE_OUTCOME_TRUE)
    return report(walk, outcome);
  return walk_from(walk, number + 1, parameter);
}

/* The value of the parameter that was bound last, binder `number`. */
static bool is_wanted(const struct walk *walk, uint32_t number, uint32_t count) {
  const struct noe_machine *machine = walk->work.machine;
  const struct noe_clause *clause = walk->work.clause;
  if (clause->kind == NOE_CLAUSE_PROPERTY)
    return !noe_model_may_leave_out(machine, clause->binders[number].type, walk->arguments[count - 1]);
  return !machine->filter || machine->filter(machine->filter_context, clause, walk->arguments, count);
}

/* One value of the parameter that binder `number` is. */
static bool walk_value(struct walk *walk, uint32_t number, uint32_t parameter, int64_t value) {
  walk->arguments[parameter] = value;
  if (!is_wanted(walk, number, parameter + 1)) {
    walk->arguments[parameter] = NOE_UNDEFINED;
    return true;
  }
  struct noe_machine *machine = walk->work.machine;
  const struct noe_binder *binder = &walk->work.clause->binders[number];
  const uint32_t bound = machine->bound_count, apart = machine->apart;
  noe_model_note_bound(machine, binder->type, value);
  noe_model_set_slot(machine, binder->slot, value);
  bool go_on = walk_from(walk, number + 1, parameter + 1);
  machine->bound_count = bound;
  machine->apart = apart;
  walk->arguments[parameter] = NOE_UNDEFINED;
  return go_on;
}

static bool walk_range(struct walk *walk, uint32_t number, uint32_t parameter) {
  const struct noe_binder *binder = &walk->work.clause->binders[number];
  assert(binder->step && "the steps of a parameter lead somewhere");
  struct noe_span_of_values span = {.next = binder->low, .last = binder->high, .step = binder->step};
  if (walk->work.machine->spare && noe_clause_is_irrelevant(walk->work.clause, number))
    span.last = binder->low;
  for (int64_t value; noe_model_domain_next(&span, &value);) {
    if (!++walk->work.machine->ticks && noe_model_lost_patience(walk->work.machine))
      return false;
    refresh(walk, number);
    if (!walk_value(walk, number, parameter, value))
      return false;
  }
  return true;
}

struct choose {
  struct noe_work work; /* first, so that a step can find the rest */
  size_t multiset;
};

static enum noe_outcome choose_step(struct noe_work *work) {
  struct choose *choose = (struct choose *)work;
  choose->multiset = noe_model_locate(work->machine, work->clause->binders[work->binder].value);
  wash(work, work->binder);
  return NOE_OUTCOME_TRUE;
}

static bool walk_choose(struct walk *walk, uint32_t number, uint32_t parameter) {
  struct noe_machine *machine = walk->work.machine;
  const struct noe_type *type = walk->work.clause->binders[number].value->type;
  struct choose choose = {.work = walk->work};
  choose.work.binder = number;
  enum noe_outcome outcome = noe_model_trap(&choose.work, choose_step);
  if (outcome != NOE_OUTCOME_TRUE)
    return report(walk, outcome);
  for (uint32_t i = 0; i < type->capacity; i++) {
    refresh(walk, number);
    if (noe_model_is_present(machine->cells + choose.multiset + (size_t)i * type->stride) &&
        !walk_value(walk, number, parameter, i))
      return false;
  }
  return true;
}

static bool walk_from(struct walk *walk, uint32_t number, uint32_t parameter) {
  if (number == walk->work.clause->binder_count)
    return report(walk, noe_model_trap(&walk->work, noe_model_guard));
  switch (walk->work.clause->binders[number].kind) {
  case NOE_BINDER_RANGE: return walk_range(walk, number, parameter);
  case NOE_BINDER_CHOOSE: return walk_choose(walk, number, parameter);
  default: return walk_alias(walk, number, parameter);
  }
}

bool noe_model_machine_instances(struct noe_machine *machine, const struct noe_clause *clause, const int64_t *state,
                                 noe_instance_visit visit, void *context) {
  int64_t arguments[clause->parameter_count + 1];
  for (uint32_t i = 0; i < clause->parameter_count; i++)
    arguments[i] = NOE_UNDEFINED;
  struct walk walk = {
      .work = {.machine = machine, .clause = clause, .arguments = arguments, .state = state},
      .arguments = arguments,
      .visit = visit,
      .context = context,
  };
  noe_model_enter(machine, clause, state);
  walk.run = machine->run;
  bool go_on = walk_from(&walk, 0, 0);
  for (uint32_t i = 0; go_on && i < clause->parameter_count; i++)
    assert(arguments[i] == NOE_UNDEFINED && "behind the last instance nothing is bound");
  return go_on;
}

const int64_t *noe_model_machine_chosen(struct noe_machine *machine, const struct noe_clause *clause,
                                        const int64_t *arguments, const int64_t *state, uint32_t binder) {
  struct choose choose = {
      .work = {.machine = machine, .clause = clause, .arguments = arguments, .state = state, .binder = binder}};
  noe_model_enter(machine, clause, state);
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < binder; i++)
    parameter += is_parameter(&clause->binders[i]);
  int64_t slot = arguments[parameter];
  const struct noe_type *type = clause->binders[binder].value->type;
  if (slot < 0 || slot >= type->capacity || noe_model_trap(&choose.work, noe_model_bind) != NOE_OUTCOME_TRUE ||
      noe_model_trap(&choose.work, choose_step) != NOE_OUTCOME_TRUE)
    return NULL;
  const int64_t *cells = machine->cells + choose.multiset + (size_t)slot * type->stride;
  return noe_model_is_present(cells) ? cells + 1 : NULL;
}

/* ----------------------------------------------------------------- counting */

uint64_t noe_model_value_count(const struct noe_binder *binder) {
  bool up = binder->step > 0;
  if (up ? binder->low > binder->high : binder->low < binder->high)
    return 0;
  uint64_t low = (uint64_t)binder->low, high = (uint64_t)binder->high, step = (uint64_t)binder->step;
  uint64_t steps = up ? (high - low) / step : (low - high) / (0 - step);
  return steps < UINT64_MAX ? steps + 1 : steps;
}

int64_t noe_model_nth_value(const struct noe_binder *binder, uint64_t number) {
  assert(number < noe_model_value_count(binder) && "a value of the parameter");
  return (int64_t)((uint64_t)binder->low + number * (uint64_t)binder->step);
}

uint64_t noe_model_value_number(const struct noe_binder *binder, int64_t value) {
  bool up = binder->step > 0;
  uint64_t low = (uint64_t)binder->low, distance = up ? (uint64_t)value - low : low - (uint64_t)value;
  return distance / (up ? (uint64_t)binder->step : -(uint64_t)binder->step);
}

uint64_t noe_model_instance_count(const struct noe_clause *clause) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE &&
        __builtin_mul_overflow(count, noe_model_value_count(&clause->binders[i]), &count))
      count = UINT64_MAX; /* an empty range may still follow */
  return count;
}
