/* Fairness of a loop: which groups its states enable, which its steps take, which conditions it meets. */
#include <assert.h>
#include <string.h>

#include "model/lasso.h"
#include "model/machine_int.h"

/* A group that is enabled somewhere in the loop, or taken. */
struct group {
  uint32_t mark;
  const int64_t *name; /* its arguments */
  uint32_t enabled;    /* in how many states */
  uint32_t seen;       /* 1 + the last state counted */
  bool taken;
};

struct loop {
  struct noe_arena *arena;
  struct noe_machine *machine;
  const struct noe_model *model;
  const int64_t *state;
  int64_t *successor;
  int64_t least;     /* priority that may fire in the state */
  uint32_t position; /* of the state, in the loop, from 1 */
  bool any;          /* some step leaves the state */
  NOE_LIST(struct group) groups;
  size_t found; /* the group found last: they come in the same order in every state */
};

/* --------------------------------------------------------------- what may fire */

static bool lower(void *context, const struct noe_clause *rule, const int64_t *arguments, enum noe_outcome outcome) {
  struct loop *loop = context;
  (void)arguments;
  if (outcome == NOE_OUTCOME_TRUE && rule->priority < loop->least)
    loop->least = rule->priority;
  return outcome != NOE_OUTCOME_TRUE;
}

static int64_t least_priority(struct loop *loop) {
  loop->least = INT64_MAX;
  for (uint32_t i = 0; loop->model->has_priorities && i < loop->model->rule_count; i++)
    noe_model_machine_instances(loop->machine, &loop->model->rules[i], loop->state, lower, loop);
  return loop->least;
}

static bool is_assumed(struct loop *loop) {
  for (uint32_t i = 0; i < loop->model->property_count; i++) {
    const struct noe_clause *property = &loop->model->properties[i];
    if (property->property == NOE_PROPERTY_ASSUME && !property->is_statement &&
        noe_model_machine_claim(loop->machine, property, loop->successor) != NOE_OUTCOME_TRUE)
      return false;
  }
  return true;
}

/* The guard is true: is there a step? */
static bool exists(struct loop *loop, const struct noe_clause *rule, const int64_t *arguments) {
  return rule->priority <= loop->least &&
         noe_model_machine_fire(loop->machine, rule, arguments, loop->state, loop->successor) == NOE_OUTCOME_TRUE &&
         is_assumed(loop);
}

/* ---------------------------------------------------------------------- groups */

static bool is_group(const struct loop *loop, const struct group *group, uint32_t mark, const int64_t *name) {
  return group->mark == mark && !memcmp(group->name, name, loop->model->fairness[mark].parameter_count * sizeof *name);
}

static struct group *find_group(struct loop *loop, uint32_t mark, const int64_t *name) {
  for (size_t i = 0; i < loop->groups.count; i++) {
    size_t at = (loop->found + i) % loop->groups.count;
    if (is_group(loop, &loop->groups.items[at], mark, name)) {
      loop->found = at + 1;
      return &loop->groups.items[at];
    }
  }
  uint32_t count = loop->model->fairness[mark].parameter_count;
  int64_t *copy = NOE_NEW_ARRAY(loop->arena, int64_t, count);
  if (count)
    memcpy(copy, name, count * sizeof *copy);
  struct group group = {.mark = mark, .name = copy};
  NOE_LIST_PUSH(loop->arena, &loop->groups, group);
  return &loop->groups.items[loop->groups.count - 1];
}

/* Elements of multisets have no lasting identity: all of them make one group. */
static void name_group(const struct noe_clause *rule, const int64_t *arguments, int64_t *name) {
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < rule->binder_count; i++) {
    enum noe_binder_kind kind = rule->binders[i].kind;
    if (kind != NOE_BINDER_RANGE && kind != NOE_BINDER_CHOOSE)
      continue;
    name[parameter] = kind == NOE_BINDER_CHOOSE ? 0 : arguments[parameter];
    parameter++;
  }
}

static bool note_enabled(void *context, const struct noe_clause *rule, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct loop *loop = context;
  if (outcome != NOE_OUTCOME_TRUE || !exists(loop, rule, arguments))
    return true;
  int64_t name[rule->parameter_count + 1];
  name_group(rule, arguments, name);
  for (uint32_t i = 0; i < rule->mark_count; i++) {
    struct group *group = find_group(loop, rule->marks[i], name);
    group->enabled += group->seen != loop->position;
    group->seen = loop->position;
  }
  return true;
}

static void note_taken(struct loop *loop, const struct noe_trace_step *step) {
  int64_t name[step->clause->parameter_count + 1];
  name_group(step->clause, step->arguments, name);
  for (uint32_t i = 0; i < step->clause->mark_count; i++)
    find_group(loop, step->clause->marks[i], name)->taken = true;
}

static void survey(struct loop *loop, const int64_t *state) {
  loop->state = state;
  loop->position++;
  least_priority(loop);
  for (uint32_t i = 0; i < loop->model->rule_count; i++)
    if (loop->model->rules[i].mark_count)
      noe_model_machine_instances(loop->machine, &loop->model->rules[i], state, note_enabled, loop);
}

static bool is_treated_fairly(const struct loop *loop, const struct group *group) {
  if (group->taken)
    return true;
  assert(group->enabled <= loop->position && "a group is counted once in each state of the loop");
  return loop->model->fairness[group->mark].strong ? !group->enabled : group->enabled < loop->position;
}

/* ------------------------------------------------------------------ conditions */

/* One instance of a condition, all around the loop. */
struct condition {
  const struct noe_trace *trace;
  struct noe_machine *machine;
};

/* Is the atom true somewhere in the loop? One that cannot be evaluated counts as `open`. */
static bool holds_somewhere(const struct condition *condition, const struct noe_clause *clause,
                            const int64_t *arguments, uint32_t atom, bool open) {
  for (uint32_t i = condition->trace->loop; i < noe_lasso_positions(condition->trace); i++) {
    enum noe_outcome outcome =
        noe_model_machine_atom(condition->machine, clause, arguments, NULL, atom, condition->trace->steps[i].state);
    if (outcome == NOE_OUTCOME_TRUE || (outcome != NOE_OUTCOME_FALSE && open))
      return true;
  }
  return false;
}

/* Goes on while instances are met. */
static bool meet(struct condition *condition, const struct noe_clause *clause, int64_t *arguments, uint32_t binder,
                 uint32_t parameter) {
  while (binder < clause->binder_count && clause->binders[binder].kind != NOE_BINDER_RANGE)
    binder++;
  if (binder == clause->binder_count) {
    assert(clause->temporal->atom_count && clause->temporal->atom_count <= 2 &&
           "a condition is one, or an implication");
    uint32_t last = clause->temporal->atom_count - 1;
    return (last && !holds_somewhere(condition, clause, arguments, 0, true)) ||
           holds_somewhere(condition, clause, arguments, last, false);
  }
  const struct noe_binder *range = &clause->binders[binder];
  uint64_t count = noe_model_value_count(range);
  bool met = true;
  for (uint64_t i = 0; i < count && met; i++) {
    arguments[parameter] = noe_model_nth_value(range, i);
    met = meet(condition, clause, arguments, binder + 1, parameter + 1);
  }
  return met;
}

/* Does the loop meet every condition: p of `fair p` somewhere; of `strongfair p -> q` q somewhere or p nowhere? */
static bool meets_conditions(struct noe_machine *machine, const struct noe_model *model,
                             const struct noe_trace *trace) {
  struct condition condition = {.trace = trace, .machine = machine};
  for (uint32_t i = 0; i < model->fairness_count; i++) {
    if (!model->fairness[i].is_condition)
      continue;
    const struct noe_clause *clause = &model->properties[model->fairness[i].property];
    int64_t arguments[clause->parameter_count + 1];
    if (!meet(&condition, clause, arguments, 0, 0))
      return false;
  }
  return true;
}

static struct loop open_loop(struct noe_machine *machine, const struct noe_model *model) {
  struct noe_arena *arena = noe_base_arena_new(machine->memory);
  return (struct loop){.arena = arena,
                       .machine = machine,
                       .model = model,
                       .successor = NOE_NEW_ARRAY(arena, int64_t, model->cell_count)};
}

bool noe_model_loop_is_fair(struct noe_machine *machine, const struct noe_model *model, const struct noe_trace *trace) {
  if (!model->fairness_count)
    return true;
  if (!meets_conditions(machine, model, trace))
    return false;
  struct loop loop = open_loop(machine, model);
  assert(trace->has_loop && "fairness is about what happens for ever");
  uint32_t positions = noe_lasso_positions(trace);
  for (uint32_t i = trace->loop; i < positions; i++)
    survey(&loop, trace->steps[i].state);
  for (uint32_t i = trace->loop + 1; i < trace->count; i++)
    note_taken(&loop, &trace->steps[i]);
  bool fair = true;
  for (size_t i = 0; i < loop.groups.count && fair; i++)
    fair = is_treated_fairly(&loop, &loop.groups.items[i]);
  noe_base_arena_delete(loop.arena);
  return fair;
}

/* -------------------------------------------------------------- standing still */

static bool stop_at_step(void *context, const struct noe_clause *rule, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct loop *loop = context;
  loop->any = outcome == NOE_OUTCOME_TRUE && exists(loop, rule, arguments);
  return !loop->any;
}

bool noe_model_stands_still(struct noe_machine *machine, const struct noe_model *model, const int64_t *state) {
  struct loop loop = open_loop(machine, model);
  loop.state = state;
  least_priority(&loop);
  for (uint32_t i = 0; i < model->rule_count && !loop.any; i++)
    noe_model_machine_instances(machine, &model->rules[i], state, stop_at_step, &loop);
  noe_base_arena_delete(loop.arena);
  return !loop.any;
}
