/* Does a model fit? As far as the text tells; what only shows when a clause is executed makes the execution give up. */
#include "counter/counter_int.h"
#include "counter/counter.h"
#include "lower/lower.h"
#include "symmetry/facts.h"

struct fit {
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_symmetry *symmetry;
};

static const char *at_line(const struct fit *fit, const char *what, struct noe_place place) {
  return place.line ? noe_base_arena_format(fit->arena, "%s (line %u)", what, (unsigned)place.line) : what;
}

/* ------------------------------------------------------------------- symmetry */

/* The first cell that is about more than one process. */
static const char *not_unary(const struct fit *fit) {
  const struct noe_facts *facts = noe_symmetry_facts(fit->arena, fit->symmetry);
  if (facts->bag_count || facts->unary == facts->count)
    return "a model whose multisets hold processes, or with no cell that is about a process";
  const struct noe_variable *variable =
      &fit->model->variables[fit->model->cells[facts->facts[facts->unary].cell].variable];
  return at_line(fit, noe_base_arena_format(fit->arena, "`%s`, which relates processes to each other", variable->name),
                 variable->place);
}

/* -------------------------------------------------------------------- clauses */

static const char *check_list(const struct fit *fit, const struct noe_low_op *list, struct noe_place place) {
  for (; list; list = list->next) {
    if (list->place.line)
      place = list->place;
    else if (list->kind >= NOE_LOW_FOR && list->loop != UINT32_MAX)
      place = fit->model->loops[list->loop].place;
    if (list->kind == NOE_LOW_CALL)
      return at_line(fit, "a function that calls itself, or a very long one", place);
    if (list->kind == NOE_LOW_RESTORE)
      return at_line(fit, "a guard or claim with effects", place);
    const struct noe_low_block *inner[] = {&list->body, &list->otherwise, &list->condition};
    for (uint32_t i = 0; i < 3; i++) {
      const char *why = check_list(fit, inner[i]->first, place);
      if (why)
        return why;
    }
  }
  return NULL;
}

static bool is_process(const struct fit *fit, const struct noe_type *type) {
  return type->kind == NOE_TYPE_SCALARSET && fit->symmetry->block_of_type[type->id] != NOE_NO_BLOCK;
}

static const char *check_binders(const struct fit *fit, const struct noe_clause *clause) {
  uint32_t processes = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE)
      return at_line(fit, "an element of a multiset", clause->place);
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    processes += is_process(fit, binder->type);
    for (uint32_t k = 0; binder->type->kind == NOE_TYPE_UNION && k < binder->type->part_count; k++)
      if (is_process(fit, binder->type->parts[k]))
        return at_line(fit, "a parameter that is a process or something else", clause->place);
  }
  if (processes > NOE_MOST_NAMED / 2 || clause->parameter_count > 32)
    return at_line(fit, "a clause with very many parameters", clause->place);
  return NULL;
}

static const char *check_clause(const struct fit *fit, const struct noe_low_clause *clause) {
  struct noe_place place = clause->clause->place;
  if (clause->clause->kind == NOE_CLAUSE_PROPERTY && noe_property_is_temporal(clause->clause->property))
    return NULL; /* not judged here */
  if (clause->unit.refused)
    return at_line(fit, clause->unit.refused, place);
  const char *why = check_binders(fit, clause->clause);
  for (uint32_t i = 0; !why && i < clause->clause->binder_count; i++)
    why = check_list(fit, clause->binders[i].list.block.first, place);
  if (!why)
    why = check_list(fit, clause->guard.block.first, place);
  return why ? why : check_list(fit, clause->body.block.first, place);
}

static const char *check_clauses(const struct fit *fit, const struct noe_lowered *form) {
  const struct noe_low_clause *rows[] = {form->starts, form->rules, form->properties};
  const uint32_t counts[] = {fit->model->start_count, fit->model->rule_count, fit->model->property_count};
  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t k = 0; k < counts[i]; k++) {
      const char *why = check_clause(fit, &rows[i][k]);
      if (why)
        return why;
    }
  return NULL;
}

/* ---------------------------------------------------------------------- model */

static const char *check_model(const struct noe_model *model, const struct noe_options *options) {
  if (options->symmetry == NOE_SYMMETRY_OFF)
    return "a search without symmetry";
  if (options->bound)
    return "a bound on the depth";
  if (options->put == NOE_PUT_ALL)
    return "`put` at every execution";
  if (model->has_priorities)
    return "priorities of rules";
  if (model->bag_count)
    return "multisets";
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == NOE_PROPERTY_ASSUME)
      return "assumptions about states";
  return NULL;
}

const char *noe_counter_misfit(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                               const struct noe_options *options) {
  const char *why = check_model(model, options);
  if (why)
    return why;
  struct noe_system system = {.memory = memory, .arena = arena, .model = model, .options = options};
  noe_system_prove(&system);
  noe_system_shape(&system);
  struct fit fit = {arena, model, system.keys.symmetry};
  if (!system.keys.symmetry || !system.keys.symmetry->block_count)
    return "a model without interchangeable processes";
  const struct noe_runs_shape *shape = system.keys.runs;
  if (system.keys.symmetry->rigid_count)
    return "processes in a ring";
  if (!shape)
    return not_unary(&fit);
  fit.symmetry = shape->large;
  if (system.proof->is_uneven)
    return "start states that prefer some values";
  if (shape->large->block_count > NOE_MOST_NAMED)
    return "very many scalarsets";
  return check_clauses(&fit, noe_lower_model(arena, model, false));
}
