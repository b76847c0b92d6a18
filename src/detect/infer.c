#include <assert.h>
#include <string.h>

#include "detect/order.h"

const struct noe_clause *noe_detect_clause(const struct noe_model *model, uint32_t owner) {
  if (owner < model->function_count)
    return NULL;
  owner -= model->function_count;
  if (owner < model->start_count)
    return &model->starts[owner];
  owner -= model->start_count;
  if (owner < model->rule_count)
    return &model->rules[owner];
  assert(owner - model->rule_count < model->property_count &&
         "owners are functions, start states, rules and properties");
  return &model->properties[owner - model->rule_count];
}

/* ------------------------------------------------------------------ shapes */

static void shape_variables(struct noe_inference *inference) {
  const struct noe_model *model = inference->model;
  inference->variables = NOE_NEW_ARRAY(inference->arena, const struct noe_value_shape *, model->variable_count + 1);
  inference->is_used = NOE_NEW_ARRAY(inference->arena, bool, model->variable_count + 1);
  for (uint32_t i = 0; i < model->variable_count; i++)
    inference->variables[i] = noe_detect_shape(&inference->classes, model->variables[i].type);
}

static uint32_t frame_cells(const struct noe_model *model, uint32_t owner) {
  const struct noe_clause *clause = noe_detect_clause(model, owner);
  return clause ? clause->frame_cells : model->functions[owner]->frame_cells;
}

static void shape_frames(struct noe_inference *inference) {
  const struct noe_model *model = inference->model;
  inference->frames = NOE_NEW_ARRAY(inference->arena, const struct noe_value_shape **, inference->owner_count + 1);
  inference->results = NOE_NEW_ARRAY(inference->arena, const struct noe_value_shape *, model->function_count + 1);
  for (uint32_t i = 0; i < inference->owner_count; i++)
    inference->frames[i] = NOE_NEW_ARRAY(inference->arena, const struct noe_value_shape *, frame_cells(model, i) + 1);
  for (uint32_t i = 0; i < model->function_count; i++) {
    const struct noe_function *function = model->functions[i];
    for (uint32_t k = 0; k < function->parameter_count; k++)
      inference->frames[i][k] = noe_detect_shape(&inference->classes, function->parameters[k].type);
    if (function->result)
      inference->results[i] = noe_detect_shape(&inference->classes, function->result);
  }
}

/* ----------------------------------------------------------------- clauses */

static void binder(struct noe_inference *inference, const struct noe_binder *binder) {
  const struct noe_value_shape *shape;
  switch (binder->kind) {
  case NOE_BINDER_RANGE:
    noe_detect_run_through(inference, binder->slot, binder->type, (struct noe_interval){binder->low, binder->high},
                           binder->step, binder->place);
    break;
  case NOE_BINDER_CHOOSE:
    inference->has_choose = true;
    shape = noe_detect_slot(inference, binder->slot, binder->type, binder->place);
    if (shape->part_count)
      noe_detect_unify(&inference->classes, shape->parts[0], noe_detect_location(inference, binder->value),
                       binder->place);
    else
      inference->failed = true;
    break;
  case NOE_BINDER_LOCATION:
  case NOE_BINDER_CELLS:
    noe_detect_bind_slot(inference, binder->slot, noe_detect_location(inference, binder->value), binder->place);
    break;
  case NOE_BINDER_VALUE:
    noe_detect_absorb(inference, binder->value,
                      noe_detect_slot(inference, binder->slot, binder->value->type, binder->place)->class);
    break;
  }
}

/* The name that stands for an argument of a step takes the values of the parameter that it is one of. */
static void join_argument(struct noe_inference *inference, const struct noe_clause *rule, uint32_t number,
                          const struct noe_formula_variable *variable, struct noe_place place) {
  const struct noe_model *model = inference->model;
  uint32_t owner = inference->owner, binder = 0;
  for (uint32_t before = number; binder < rule->binder_count; binder++) {
    enum noe_binder_kind kind = rule->binders[binder].kind;
    if ((kind == NOE_BINDER_RANGE || kind == NOE_BINDER_CHOOSE) && !before--)
      break;
  }
  if (binder == rule->binder_count) {
    inference->failed = true;
    return;
  }
  const struct noe_value_shape *mine = noe_detect_slot(inference, variable->slot, variable->type, place);
  inference->owner = model->function_count + model->start_count + rule->id;
  const struct noe_value_shape *its =
      noe_detect_slot(inference, rule->binders[binder].slot, rule->binders[binder].type, place);
  inference->owner = owner;
  noe_detect_unify(&inference->classes, mine, its, place);
}

static void join_arguments(struct noe_inference *inference, const struct noe_temporal *temporal,
                           const struct noe_step_atom *step) {
  for (uint32_t i = 0; i < inference->model->rule_count; i++) {
    const struct noe_clause *rule = &inference->model->rules[i];
    for (uint32_t k = 0; rule->name && !strcmp(rule->name, step->rule) && k < step->count; k++)
      join_argument(inference, rule, step->parameters[k], &temporal->variables[step->first + k], rule->place);
  }
}

static void temporal(struct noe_inference *inference, const struct noe_temporal *temporal) {
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    const struct noe_formula_variable *variable = &temporal->variables[i];
    noe_detect_run_through(inference, variable->slot, variable->type,
                           (struct noe_interval){variable->low, variable->high}, variable->step,
                           temporal->formula ? temporal->formula->place : (struct noe_place){0});
  }
  for (uint32_t i = 0; i < temporal->atom_count; i++)
    noe_detect_value(inference, temporal->atoms[i]);
  for (uint32_t i = 0; temporal->steps && i < temporal->atom_count; i++)
    if (temporal->steps[i])
      join_arguments(inference, temporal, temporal->steps[i]);
}

static void walk(struct noe_inference *inference, uint32_t owner) {
  const struct noe_clause *clause = noe_detect_clause(inference->model, owner);
  inference->owner = owner;
  if (!clause) {
    noe_detect_stmts(inference, inference->model->functions[owner]->body);
    return;
  }
  for (uint32_t i = 0; i < clause->binder_count; i++)
    binder(inference, &clause->binders[i]);
  if (clause->guard)
    noe_detect_value(inference, clause->guard);
  if (clause->temporal)
    temporal(inference, clause->temporal);
  noe_detect_stmts(inference, clause->body);
}

struct noe_inference *noe_detect_infer(struct noe_arena *arena, const struct noe_model *model, bool may_compare) {
  struct noe_inference *inference = NOE_NEW(arena, struct noe_inference);
  inference->arena = arena;
  inference->model = model;
  inference->may_compare = may_compare;
  inference->owner_count = model->function_count + model->start_count + model->rule_count + model->property_count;
  noe_detect_classes_init(&inference->classes, arena);
  shape_variables(inference);
  shape_frames(inference);
  for (uint32_t i = 0; i < inference->owner_count; i++)
    walk(inference, i);
  assert(!inference->classes.items.items[NOE_PLAIN_CLASS].parent &&
         "the class of what is no candidate stays by itself");
  noe_detect_judge_orders(inference);
  return inference;
}

/* ---------------------------------------------------------------- speakers */

static uint8_t speaker_of(const struct noe_clause *clause) {
  if (!clause)
    return 0;
  switch (clause->kind) {
  case NOE_CLAUSE_START: return NOE_SPEAKER_START;
  case NOE_CLAUSE_RULE: return NOE_SPEAKER_RULE;
  case NOE_CLAUSE_PROPERTY: break;
  }
  return noe_property_is_claim(clause->property) ? NOE_SPEAKER_CLAIM : NOE_SPEAKER_RULE;
}

const uint8_t *noe_detect_speakers(const struct noe_inference *inference) {
  uint8_t *speakers = NOE_NEW_ARRAY(inference->arena, uint8_t, inference->owner_count + 1);
  for (uint32_t i = 0; i < inference->owner_count; i++)
    speakers[i] = speaker_of(noe_detect_clause(inference->model, i));
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < inference->calls.count; i++) {
      const struct noe_call_edge *edge = &inference->calls.items[i];
      uint8_t said = speakers[edge->caller], heard = (uint8_t)(said & ~NOE_SPEAKER_CLAIM);
      if (said & (NOE_SPEAKER_CLAIM | NOE_SPEAKER_CALLED))
        heard |= NOE_SPEAKER_CALLED;
      assert(edge->function < inference->model->function_count && edge->caller < inference->owner_count &&
             "a call leads from an owner to a function");
      more |= heard & ~speakers[edge->function];
      speakers[edge->function] |= heard;
    }
  }
  return speakers;
}
