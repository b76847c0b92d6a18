/* The model side of reading a trace: what is written there by name becomes a plan that can be followed.
 *
 * A model may have changed since. What it has more (variables, fields, members, parameters) the plan is
 * silent about; what it lacks is collected as strange, and states are compared without it. Only a rule or
 * property that is missing, or an argument that no parameter can have, leaves nothing to be executed. */
#include <string.h>

#include "report/event_read.h"
#include "report/trace_read.h"

struct binder {
  struct noe_demand_reader reader;
  const char *error;
};

static bool fail(struct binder *binder, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct binder *binder, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  binder->error = noe_base_arena_vformat(binder->reader.arena, format, arguments);
  va_end(arguments);
  return false;
}

static struct noe_clause_query query_of(const struct noe_saved_clause *saved) {
  return (struct noe_clause_query){.kind = saved->is_start      ? NOE_CLAUSE_START
                                           : saved->is_property ? NOE_CLAUSE_PROPERTY
                                                                : NOE_CLAUSE_RULE,
                                   .name = saved->name,
                                   .index = saved->index,
                                   .arguments = saved->arguments,
                                   .has_elements = saved->has_elements};
}

static const char *kind_word(const struct noe_saved_clause *saved) {
  return saved->is_start ? "start state" : saved->is_property ? "property" : "rule";
}

static bool bind_clause(struct binder *binder, const char *where, const struct noe_saved_clause *saved,
                        struct noe_event *event) {
  struct noe_clause_query query = query_of(saved);
  const struct noe_json_value *wrong = NULL;
  switch (noe_report_event_read(&binder->reader, &query, event, &wrong)) {
  case NOE_EVENT_NO_CLAUSE:
    return fail(binder, "%s: this model has no %s \"%s\"; if it has another name now: --map \"%s=NEW\"", where,
                kind_word(saved), noe_report_name_now(binder->reader.names, saved->name), saved->name);
  case NOE_EVENT_NO_VALUE:
    return fail(binder, "%s: the value of `%s`%s%s is not possible in this model", where, wrong->key,
                wrong->kind == NOE_JSON_STRING ? ", " : "", wrong->kind == NOE_JSON_STRING ? wrong->text : "");
  case NOE_EVENT_OK: break;
  }
  return true;
}

static bool bind_step(struct binder *binder, const struct noe_saved_trace *saved, size_t number,
                      struct noe_plan_step *step) {
  const struct noe_saved_step *from = &saved->steps[number];
  const char *where = noe_base_arena_format(binder->reader.arena, "step %zu", number);
  step->fails = saved->has_fault && !saved->has_failed && number + 1 == saved->step_count && !from->state;
  if (from->clause.is_start != (number == 0) || from->clause.is_property)
    return fail(binder, "%s: a run begins with a start state and goes on with rules", where);
  if (!from->state && !step->fails)
    return fail(binder, "%s: the trace does not show the state after it", where);
  if (!bind_clause(binder, where, &from->clause, &step->event))
    return false;
  if (from->state)
    step->state = noe_report_demands_read(&binder->reader, from->state);
  if (from->state && from->state->count && !step->state.count)
    return fail(binder, "%s: no variable of its state is known to this model", where);
  return true;
}

static bool bind_steps(struct binder *binder, const struct noe_saved_trace *saved, struct noe_firing_plan *plan) {
  struct noe_plan_step *steps = NOE_NEW_ARRAY(binder->reader.arena, struct noe_plan_step, saved->step_count);
  for (size_t i = 0; i < saved->step_count; i++)
    if (!bind_step(binder, saved, i, &steps[i]))
      return false;
  plan->steps = steps;
  plan->count = (uint32_t)saved->step_count;
  return true;
}

static bool bind_property(struct binder *binder, const struct noe_saved_trace *saved, struct noe_bound_trace *bound) {
  if (!saved->has_property || !saved->property.name)
    return true;
  if (!bind_clause(binder, "property", &saved->property, &bound->instance))
    return false;
  bound->property = bound->instance.choices[0].clause;
  bound->instance.count = 1;
  bound->has_arguments = saved->property.arguments != NULL;
  return true;
}

const struct noe_bound_trace *noe_report_trace_bind(struct noe_arena *arena, const struct noe_model *model,
                                                    const struct noe_saved_trace *saved, const struct noe_names *names,
                                                    const char **error) {
  struct binder binder = {.reader = {.arena = arena, .model = model, .names = names}};
  struct noe_bound_trace *bound = NOE_NEW(arena, struct noe_bound_trace);
  bound->plan.fails = saved->has_fault && saved->has_failed;
  bool good = bind_steps(&binder, saved, &bound->plan) &&
              (!bound->plan.fails || bind_clause(&binder, "failed", &saved->failed, &bound->plan.failed)) &&
              bind_property(&binder, saved, bound);
  bound->strange = binder.reader.strange.items;
  bound->strange_count = binder.reader.strange.count;
  *error = binder.error;
  return good ? bound : NULL;
}
