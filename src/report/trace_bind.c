/* The model side of reading a trace: rules by name and index, arguments and states
 * by value, everything checked against the model before it is executed. */
#include <stdlib.h>
#include <string.h>

#include "model/pack.h"
#include "report/trace_read.h"

struct binder {
  struct noe_arena *arena;
  const struct noe_model *model;
  const char *error;
};

static bool fail(struct binder *binder, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct binder *binder, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  binder->error = noe_base_arena_vformat(binder->arena, format, arguments);
  va_end(arguments);
  return false;
}

/* Nameless clauses go by their line (`rule at line 12`), and lines move: there the
 * index says more. */
static bool is_nameless_match(const struct noe_clause *clauses, uint32_t count,
                              const struct noe_saved_clause *saved) {
  return saved->index >= 0 && saved->index < (int64_t)count && !clauses[saved->index].name &&
         strstr(saved->name, " at line ");
}

/* The clause at the saved index if it has the saved name, else the nearest one that
 * has it: rules may have been added or moved since. */
static const struct noe_clause *find_clause(const struct noe_clause *clauses, uint32_t count,
                                            const struct noe_saved_clause *saved) {
  if (is_nameless_match(clauses, count, saved))
    return &clauses[saved->index];
  const struct noe_clause *best = NULL;
  int64_t best_distance = INT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    int64_t distance = llabs((long long)i - (long long)saved->index);
    if (strcmp(clauses[i].title, saved->name) || distance >= best_distance)
      continue;
    best = &clauses[i];
    best_distance = distance;
  }
  return best;
}

static const struct noe_clause *find_saved(const struct noe_model *model,
                                           const struct noe_saved_clause *saved) {
  if (saved->is_start)
    return find_clause(model->starts, model->start_count, saved);
  if (saved->is_property)
    return find_clause(model->properties, model->property_count, saved);
  return find_clause(model->rules, model->rule_count, saved);
}

static const char *kind_word(const struct noe_saved_clause *saved) {
  return saved->is_start ? "start state" : saved->is_property ? "property" : "rule";
}

static bool argument_fits(const struct noe_binder *parameter, int64_t value) {
  if (parameter->kind == NOE_BINDER_CHOOSE)
    return value >= 0 && value < (int64_t)parameter->type->element->capacity;
  int64_t least = parameter->step < 0 ? parameter->high : parameter->low;
  int64_t most = parameter->step < 0 ? parameter->low : parameter->high;
  return value >= least && value <= most &&
         (!parameter->step || (value - parameter->low) % parameter->step == 0);
}

/* `partial`: of a clause that failed while its parameters were bound; those not yet
 * bound are undefined. */
static bool bind_clause(struct binder *binder, const char *where, const struct noe_saved_clause *saved,
                        bool partial, const struct noe_clause **clause) {
  *clause = find_saved(binder->model, saved);
  if (!*clause)
    return fail(binder, "%s: this model has no %s \"%s\"", where, kind_word(saved), saved->name);
  if (saved->argument_count != (*clause)->parameter_count)
    return fail(binder, "%s: %s \"%s\" takes %u arguments here, the trace gives %zu", where, kind_word(saved),
                saved->name, (*clause)->parameter_count, saved->argument_count);
  for (uint32_t i = 0, parameter = 0; i < (*clause)->binder_count; i++) {
    if ((*clause)->binders[i].kind > NOE_BINDER_CHOOSE)
      continue;
    int64_t value = saved->arguments[parameter++];
    if (value == NOE_UNDEFINED ? !partial : !argument_fits(&(*clause)->binders[i], value))
      return fail(binder, "%s: the value of `%s` is not possible in this model", where,
                  (*clause)->binders[i].name);
  }
  return true;
}

static bool bind_state(struct binder *binder, const char *where, const struct noe_saved_step *saved) {
  if (saved->cell_count != binder->model->cell_count)
    return fail(binder, "%s: its state has %zu cells, a state of this model has %u", where, saved->cell_count,
                binder->model->cell_count);
  if (!noe_model_state_is_legal(binder->model, saved->cells))
    return fail(binder, "%s: its state is not possible in this model", where);
  return true;
}

static bool bind_steps(struct binder *binder, const struct noe_saved_trace *saved, struct noe_trace *trace) {
  struct noe_trace_step *steps = NOE_NEW_ARRAY(binder->arena, struct noe_trace_step, saved->step_count);
  for (size_t i = 0; i < saved->step_count; i++) {
    const struct noe_saved_step *step = &saved->steps[i];
    const char *where = noe_base_arena_format(binder->arena, "step %zu", i);
    bool may_fail = saved->has_fault && !saved->has_failed && i + 1 == saved->step_count;
    if (!bind_clause(binder, where, &step->clause, may_fail && !step->cells, &steps[i].clause))
      return false;
    if (step->clause.is_start != (i == 0))
      return fail(binder, "%s: a run begins with a start state and goes on with rules", where);
    if (!step->cells && !may_fail)
      return fail(binder, "%s: the trace does not show the state after it", where);
    if (step->cells && !bind_state(binder, where, step))
      return false;
    steps[i].arguments = step->clause.arguments;
    steps[i].state = step->cells;
  }
  trace->steps = steps;
  trace->count = (uint32_t)saved->step_count;
  return true;
}

static bool bind_finding(struct binder *binder, const struct noe_saved_trace *saved,
                         const struct noe_trace *trace, const struct noe_finding **out) {
  *out = NULL;
  if (!saved->has_property)
    return true;
  struct noe_finding *finding = NOE_NEW(binder->arena, struct noe_finding);
  finding->kind = saved->kind;
  finding->name = noe_model_finding_kind_name(saved->kind);
  finding->verdict = NOE_VERDICT_VIOLATED;
  finding->trace = trace;
  if (saved->property.name) {
    finding->clause = find_saved(binder->model, &saved->property);
    if (!finding->clause)
      return fail(binder, "this model has no property \"%s\"", saved->property.name);
    finding->name = finding->clause->title;
    finding->place = finding->clause->place;
    if (saved->property.arguments &&
        !bind_clause(binder, "property", &saved->property, false, &finding->clause))
      return false;
    finding->arguments = saved->property.arguments;
  }
  *out = finding;
  return true;
}

const struct noe_trace *noe_report_trace_bind(struct noe_arena *arena, const struct noe_model *model,
                                              const struct noe_saved_trace *saved,
                                              const struct noe_finding **finding, const char **error) {
  struct binder binder = {arena, model, NULL};
  struct noe_trace *trace = NOE_NEW(arena, struct noe_trace);
  trace->has_fault = saved->has_fault;
  trace->fault = saved->fault;
  trace->has_loop = saved->has_loop;
  trace->loop = saved->has_loop ? (uint32_t)saved->loop : 0;
  bool good = bind_steps(&binder, saved, trace);
  if (good && saved->has_fault && saved->has_failed) {
    good = bind_clause(&binder, "failed", &saved->failed, true, &trace->failed);
    trace->failed_arguments = saved->failed.arguments;
  }
  good = good && bind_finding(&binder, saved, trace, finding);
  *error = binder.error;
  return good ? trace : NULL;
}
