/* Clauses and functions: what belongs to one frame. */
#include <assert.h>

#include "lower/lower_int.h"

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

/* What an alias or a guard did to the state is dropped; then names in memory are set again. */
static void drop_effects(struct noe_lowering *lowering, const struct noe_low_block *block,
                         const struct noe_low_binder *binders, uint32_t bound) {
  if (!(lowering->spill ? noe_lower_writes : noe_lower_writes_state)(block->first))
    return;
  noe_lower_op(lowering, NOE_LOW_RESTORE, (struct noe_place){0});
  for (uint32_t i = 0; lowering->spill && i < bound; i++)
    if (is_parameter(binders[i].binder))
      noe_lower_bind_value(lowering, noe_lower_slot(lowering, binders[i].binder->slot, binders[i].binder->type),
                           binders[i].value);
}

static void alias(struct noe_lowering *lowering, struct noe_low_binder *out, const struct noe_low_binder *binders,
                  uint32_t number) {
  const struct noe_binder *binder = out->binder;
  if (binder->kind == NOE_BINDER_VALUE) {
    uint32_t value = noe_lower_value(lowering, binder->value);
    drop_effects(lowering, &out->list.block, binders, number);
    noe_lower_bind_name(lowering, binder->slot, binder->value->type, value);
    return;
  }
  struct noe_low_spot spot = noe_lower_place(lowering, binder->value);
  const struct noe_low_address *address = noe_lower_target(lowering, &spot);
  if (binder->kind == NOE_BINDER_CELLS)
    noe_lower_bind_cells(lowering, noe_lower_slot(lowering, binder->slot, binder->value->type), address);
  else
    noe_lower_bind_address(lowering, lowering->scope, binder->slot, address);
  drop_effects(lowering, &out->list.block, binders, number);
}

static void parameter(struct noe_lowering *lowering, struct noe_low_binder *out, const struct noe_low_binder *binders,
                      uint32_t number) {
  const struct noe_binder *binder = out->binder;
  if (binder->kind == NOE_BINDER_CHOOSE) {
    struct noe_low_spot spot = noe_lower_place(lowering, binder->value);
    out->address = noe_lower_target(lowering, &spot);
    drop_effects(lowering, &out->list.block, binders, number);
  }
  noe_lower_bind_name(lowering, binder->slot, binder->type, out->value);
}

static void bind_all(struct noe_lowering *lowering, const struct noe_clause *clause, struct noe_low_clause *out) {
  out->binders = NOE_NEW_ARRAY(lowering->arena, struct noe_low_binder, clause->binder_count);
  uint32_t parameters = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    struct noe_low_binder *binder = &out->binders[i];
    *binder = (struct noe_low_binder){.binder = &clause->binders[i], .value = NOE_NO_VALUE};
    if (is_parameter(binder->binder))
      binder->value = noe_lower_new_value(lowering, binder->binder->type, NOE_ORIGIN_PARAMETER, parameters++, NULL);
    struct noe_low_open open = noe_lower_open(lowering, &binder->list.block);
    (is_parameter(binder->binder) ? parameter : alias)(lowering, binder, out->binders, i);
    open.bindings = lowering->scope->bindings; /* what it binds is for all that follows */
    noe_lower_close(lowering, open, NOE_NO_VALUE);
  }
}

static void guard(struct noe_lowering *lowering, const struct noe_clause *clause, struct noe_low_clause *out) {
  struct noe_low_open open = noe_lower_open(lowering, &out->guard.block);
  uint32_t value = noe_lower_defined(lowering, clause->guard);
  drop_effects(lowering, &out->guard.block, out->binders, clause->binder_count);
  noe_lower_close(lowering, open, value);
}

/* A firing ends with the bags in order. */
static void body(struct noe_lowering *lowering, const struct noe_clause *clause, struct noe_low_clause *out) {
  struct noe_low_open open = noe_lower_open(lowering, &out->body.block);
  struct noe_low_op *region = noe_lower_op(lowering, NOE_LOW_REGION, clause->place);
  region->number = lowering->scope->region;
  struct noe_low_open inner = noe_lower_open(lowering, &region->body);
  noe_lower_statements(lowering, clause->body);
  noe_lower_close(lowering, inner, NOE_NO_VALUE);
  if (lowering->model->bag_count)
    noe_lower_op(lowering, NOE_LOW_SORT, clause->place);
  noe_lower_close(lowering, open, NOE_NO_VALUE);
}

static void atoms(struct noe_lowering *lowering, const struct noe_temporal *temporal, struct noe_low_clause *out) {
  out->atoms = NOE_NEW_ARRAY(lowering->arena, struct noe_low_list, temporal->atom_count);
  out->first_variable = (uint32_t)lowering->values.count;
  for (uint32_t i = 0; i < temporal->variable_count; i++)
    noe_lower_new_value(lowering, temporal->variables[i].type, NOE_ORIGIN_VARIABLE, i, NULL);
  for (uint32_t i = 0; i < temporal->atom_count; i++) {
    struct noe_low_open open = noe_lower_open(lowering, &out->atoms[i].block);
    for (uint32_t k = 0; k < temporal->variable_count; k++)
      noe_lower_bind_name(lowering, temporal->variables[k].slot, temporal->variables[k].type, out->first_variable + k);
    noe_lower_close(lowering, open, noe_lower_defined(lowering, temporal->atoms[i]));
  }
}

static void whole_clause(struct noe_lowering *lowering, const struct noe_clause *clause, struct noe_low_clause *out) {
  bind_all(lowering, clause, out);
  if (clause->guard)
    guard(lowering, clause, out);
  if (clause->kind != NOE_CLAUSE_PROPERTY)
    body(lowering, clause, out);
  if (clause->temporal)
    atoms(lowering, clause->temporal, out);
}

/* ------------------------------------------------------------------- units */

static struct noe_lowering begin(struct noe_lowered *form, struct noe_low_unit *unit, struct noe_low_scope *scope,
                                 uint32_t frame_cells, bool spill) {
  *unit = (struct noe_low_unit){.frame_cells = frame_cells, .region_count = 1};
  return (struct noe_lowering){.arena = form->arena,
                               .form = form,
                               .model = form->model,
                               .unit = unit,
                               .scope = scope,
                               .frame_top = frame_cells,
                               .spill = spill};
}

/* False: once more, with names in memory. */
static bool finish(struct noe_lowering *lowering) {
  if (lowering->must_spill && !lowering->spill && !lowering->unit->refused)
    return false;
  assert((lowering->unit->refused || (!lowering->nesting && !lowering->scope->caller)) &&
         "every level of the tree, and every call that was copied in, was left again");
  assert((lowering->unit->refused || lowering->frame_top <= lowering->unit->frame_cells) &&
         "the frame has room for whatever was in it");
  lowering->unit->values = lowering->values.items;
  lowering->unit->value_count = (uint32_t)lowering->values.count;
  return true;
}

void noe_lower_clause(struct noe_lowered *form, const struct noe_clause *clause, struct noe_low_clause *out) {
  for (int spill = 0; spill < 2; spill++) {
    struct noe_low_scope scope = {0};
    *out = (struct noe_low_clause){.clause = clause};
    struct noe_lowering lowering = begin(form, &out->unit, &scope, clause->frame_cells, spill);
    whole_clause(&lowering, clause, out);
    if (finish(&lowering))
      return;
  }
}

/* The parameters are locations: the first values. */
static void whole_function(struct noe_lowering *lowering, const struct noe_function *function,
                           struct noe_low_function *out) {
  struct noe_low_scope *scope = lowering->scope;
  lowering->in_function = true;
  bool compound = function->result && !noe_type_is_simple(function->result);
  out->location_count = function->parameter_count + compound;
  for (uint32_t i = 0; i < out->location_count; i++) {
    const struct noe_type *type = i < function->parameter_count ? function->parameters[i].type : function->result;
    struct noe_low_address *address = noe_lower_address(lowering, NOE_LOW_REFERENCE, 0, type);
    address->reference = noe_lower_new_value(lowering, NULL, NOE_ORIGIN_REFERENCE, i, NULL);
    if (i < function->parameter_count)
      noe_lower_bind_address(lowering, scope, i, address);
    else
      scope->result = address;
  }
  struct noe_low_op *region = NULL;
  struct noe_low_open open = noe_lower_open(lowering, &out->body.block);
  if (function->result && !compound)
    region =
        noe_lower_value_op(lowering, NOE_LOW_REGION, function->result, function->place, NOE_NO_VALUE, NOE_NO_VALUE);
  else
    region = noe_lower_op(lowering, NOE_LOW_REGION, function->place);
  region->number = scope->region;
  struct noe_low_open inner = noe_lower_open(lowering, &region->body);
  noe_lower_statements(lowering, function->body);
  if (function->result)
    noe_lower_fail(lowering, NOE_R_NO_RETURN, function->place,
                   noe_base_arena_format(lowering->arena, "function %s ended without a result",
                                         function->name ? function->name : "?"));
  noe_lower_close(lowering, inner, NOE_NO_VALUE);
  noe_lower_close(lowering, open, region->result);
}

void noe_lower_function(struct noe_lowered *form, struct noe_low_function *out) {
  const struct noe_function *function = out->function;
  for (int spill = 0; spill < 2; spill++) {
    struct noe_low_scope scope = {.function = function};
    out->body = (struct noe_low_list){0};
    struct noe_lowering lowering = begin(form, &out->unit, &scope, function->frame_cells, spill);
    whole_function(&lowering, function, out);
    if (finish(&lowering))
      return;
  }
}
