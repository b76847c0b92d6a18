/* Clauses, functions and variables of the view, and all of it together. */
#include "detect/order.h"
#include "detect/rewrite.h"

#include <assert.h>
#include <xxhash.h>

/* ---------------------------------------------------------------- binders */

/* From numbers of the model to numbers of a piece, all of which is run through. */
static void renumber(const struct noe_piece *piece, int64_t *low, int64_t *high) {
  assert(*high - *low == (int64_t)piece->count - 1 && *low == piece->found->values[piece->first] &&
         "a bound name runs through its range");
  *low = 0;
  *high = (int64_t)piece->count - 1;
}

static void rewrite_range(struct noe_rewriter *rewriter, struct noe_binder *made) {
  const struct noe_type *type = noe_detect_slot_type(rewriter, made->slot);
  const struct noe_piece *piece = type ? noe_detect_piece_of(rewriter, type) : NULL;
  if (!type)
    rewriter->failed = true;
  else if (piece)
    renumber(piece, &made->low, &made->high);
  made->type = type ? type : rewriter->builder.integer;
}

static struct noe_binder rewrite_binder(struct noe_rewriter *rewriter, const struct noe_binder *binder) {
  struct noe_binder made = *binder;
  const struct noe_type *type = noe_detect_slot_type(rewriter, binder->slot);
  switch (binder->kind) {
  case NOE_BINDER_RANGE: rewrite_range(rewriter, &made); break;
  case NOE_BINDER_CHOOSE:
    made.value = noe_detect_rewrite_location(rewriter, binder->value);
    made.type = type;
    break;
  case NOE_BINDER_LOCATION:
  case NOE_BINDER_CELLS:
    made.value = noe_detect_rewrite_location(rewriter, binder->value);
    made.type = made.value->type;
    break;
  case NOE_BINDER_VALUE:
    made.value =
        noe_detect_rewrite_value(rewriter, binder->value, type && noe_detect_piece_of(rewriter, type) ? type : NULL);
    made.type = made.value->type;
    break;
  }
  if (!binder->type && binder->kind != NOE_BINDER_RANGE)
    made.type = NULL;
  return made;
}

/* ----------------------------------------------------------------- clauses */

static const struct noe_temporal *rewrite_temporal(struct noe_rewriter *rewriter, const struct noe_temporal *temporal) {
  struct noe_arena *arena = rewriter->builder.arena;
  struct noe_temporal *made = NOE_NEW(arena, struct noe_temporal);
  const struct noe_expr **atoms = NOE_NEW_ARRAY(arena, const struct noe_expr *, temporal->atom_count + 1);
  struct noe_formula_variable *variables =
      NOE_NEW_ARRAY(arena, struct noe_formula_variable, temporal->variable_count + 1);
  *made = *temporal;
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    variables[i] = temporal->variables[i];
    const struct noe_type *type = noe_detect_slot_type(rewriter, variables[i].slot);
    const struct noe_piece *piece = type ? noe_detect_piece_of(rewriter, type) : NULL;
    if (piece)
      renumber(piece, &variables[i].low, &variables[i].high);
    variables[i].type = type ? type : noe_detect_copy_type(rewriter, variables[i].type);
  }
  for (uint32_t i = 0; i < temporal->atom_count; i++)
    atoms[i] = noe_detect_rewrite_value(rewriter, temporal->atoms[i], NULL);
  made->atoms = atoms;
  made->variables = variables;
  return made;
}

static void rewrite_clause(struct noe_rewriter *rewriter, const struct noe_clause *clause) {
  struct noe_clause made = *clause;
  struct noe_binder *binders = NOE_NEW_ARRAY(rewriter->builder.arena, struct noe_binder, clause->binder_count + 1);
  for (uint32_t i = 0; i < clause->binder_count; i++)
    binders[i] = rewrite_binder(rewriter, &clause->binders[i]);
  made.binders = binders;
  made.idle = NULL;
  made.alike = 0;
  made.guard = clause->guard ? noe_detect_rewrite_value(rewriter, clause->guard, NULL) : NULL;
  made.temporal = clause->temporal ? rewrite_temporal(rewriter, clause->temporal) : NULL;
  made.body = noe_detect_rewrite_stmts(rewriter, clause->body);
  noe_detect_add_lifts(rewriter, &made);
  uint32_t id = noe_model_add_clause(&rewriter->builder, made);
  assert(id == clause->id && "clauses keep their numbers");
  (void)id;
}

/* --------------------------------------------------------------- functions */

/* Calls may go forth and back: first all of them, then what is in them. */
static void announce_functions(struct noe_rewriter *rewriter) {
  const struct noe_model *model = rewriter->model;
  struct noe_arena *arena = rewriter->builder.arena;
  rewriter->functions = NOE_NEW_ARRAY(arena, const struct noe_function *, model->function_count + 1);
  for (uint32_t i = 0; i < model->function_count; i++) {
    struct noe_function *made = NOE_NEW(arena, struct noe_function);
    struct noe_parameter *parameters =
        NOE_NEW_ARRAY(arena, struct noe_parameter, model->functions[i]->parameter_count + 1);
    *made = *model->functions[i];
    for (uint32_t k = 0; k < made->parameter_count; k++) {
      parameters[k] = made->parameters[k];
      parameters[k].type = noe_detect_view_type(rewriter, rewriter->inference->frames[i][k]);
    }
    made->parameters = parameters;
    if (made->result)
      made->result = noe_detect_view_type(rewriter, rewriter->inference->results[i]);
    rewriter->functions[i] = made;
    noe_model_add_function(&rewriter->builder, made);
  }
}

static void rewrite_functions(struct noe_rewriter *rewriter) {
  for (uint32_t i = 0; i < rewriter->model->function_count; i++) {
    rewriter->owner = i;
    ((struct noe_function *)(uintptr_t)rewriter->functions[i])->body =
        noe_detect_rewrite_stmts(rewriter, rewriter->model->functions[i]->body);
  }
}

/* ------------------------------------------------------------------- model */

/* Declared scalarsets keep all that is known of them. */
static void carry_scalarsets(struct noe_rewriter *rewriter) {
  const struct noe_model *model = rewriter->model;
  struct noe_builder *builder = &rewriter->builder;
  for (uint32_t i = 0; i < model->type_count; i++) {
    if (model->types[i]->kind != NOE_TYPE_SCALARSET)
      continue;
    const struct noe_type *made = noe_detect_copy_type(rewriter, model->types[i]);
    if (model->broken[i].line && model->types[i]->name)
      noe_model_break_symmetry(builder, made, model->broken[i]);
    if (model->broken_at_start[i].line)
      noe_model_break_start(builder, made, model->broken_at_start[i]);
    if (model->tied[i] != i)
      noe_model_link_types(builder, noe_detect_copy_type(rewriter, model->types[model->tied[i]]), made);
  }
}

static void carry_lists(struct noe_rewriter *rewriter) {
  const struct noe_model *model = rewriter->model;
  struct noe_builder *builder = &rewriter->builder;
  for (uint32_t i = 0; i < model->witness_count; i++)
    noe_model_add_witness(builder, model->witness_places[i]);
  for (uint32_t i = 0; i < model->fairness_count; i++)
    noe_model_add_fairness(builder, model->fairness[i]);
  for (uint32_t i = 0; i < model->constant_count; i++) {
    struct noe_constant constant = model->constants[i];
    constant.type = noe_detect_copy_type(rewriter, constant.type);
    noe_model_add_constant(builder, constant);
  }
  for (uint32_t i = 0; i < model->variable_count; i++) {
    struct noe_variable variable = model->variables[i];
    variable.type = noe_detect_view_type(rewriter, rewriter->inference->variables[i]);
    bool fits = noe_model_add_variable(builder, variable);
    assert(fits && builder->variables.items[i].cell == model->variables[i].cell && "cells stay where they are");
    (void)fits;
  }
}

static void make_types(struct noe_rewriter *rewriter) {
  for (uint32_t i = 0; i < rewriter->inference->classes.items.count; i++) {
    struct noe_found *found = rewriter->founds[i];
    if (found)
      noe_detect_make_atoms(&rewriter->builder, found);
    for (uint32_t k = 0; found && k < found->atom_count; k++) /* an atom is a piece, too */
      noe_detect_piece_type(
          rewriter, noe_detect_piece_at(&rewriter->builder, found, found->atoms[k].first, found->atoms[k].count));
  }
}

/* Does a claim compare them by size? */
static bool are_compared(const struct noe_rewriter *rewriter, uint32_t class) {
  for (uint32_t i = 0; i < rewriter->inference->owner_count; i++)
    if (noe_detect_has_order(rewriter->inference, i, class))
      return true;
  return false;
}

/* Another view of the same text is another model. */
static uint64_t hash_view(const struct noe_rewriter *rewriter) {
  uint64_t hash = rewriter->model->hash;
  for (uint32_t i = 0; i < rewriter->inference->classes.items.count; i++) {
    const struct noe_found *found = rewriter->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++) {
      const uint64_t atom[] = {i,
                               found->atoms[k].first,
                               found->atoms[k].count,
                               found->atoms[k].is_free,
                               rewriter->lifts.count,
                               are_compared(rewriter, i)};
      hash = XXH3_64bits_withSeed(atom, sizeof atom, hash);
      hash = XXH3_64bits_withSeed(found->values + atom[1], atom[2] * sizeof *found->values, hash);
    }
  }
  return hash;
}

static void note_needed(const struct noe_rewriter *rewriter, struct noe_model *view) {
  bool *needed = NOE_NEW_ARRAY(view->arena, bool, view->type_count);
  bool any = rewriter->lifts.count;
  for (size_t i = 0; i < rewriter->lifts.count; i++)
    assert(rewriter->lifts.items[i].atom->is_free && "only values that are permuted become parameters");
  for (size_t i = 0; i < rewriter->lifts.count; i++)
    needed[rewriter->lifts.items[i].atom->type->id] = true;
  for (uint32_t i = 0; i < rewriter->inference->classes.items.count; i++)
    for (uint32_t k = 0; rewriter->founds[i] && k < rewriter->founds[i]->atom_count; k++)
      if (rewriter->founds[i]->atoms[k].is_scattered ||
          (rewriter->founds[i]->atoms[k].is_free && are_compared(rewriter, i)))
        any = needed[rewriter->founds[i]->atoms[k].type->id] = true;
  view->needed = any ? needed : NULL;
}

struct noe_model *noe_detect_rewrite(struct noe_rewriter *rewriter, const struct noe_counting *counting,
                                     const struct noe_options *options) {
  const struct noe_model *model = rewriter->model;
  rewriter->copies = NOE_NEW_ARRAY(rewriter->inference->arena, const struct noe_type *, model->type_count + 1);
  noe_model_builder_init(&rewriter->builder, rewriter->inference->arena);
  make_types(rewriter);
  carry_scalarsets(rewriter);
  carry_lists(rewriter);
  noe_detect_make_roles(rewriter, counting);
  announce_functions(rewriter);
  rewrite_functions(rewriter);
  for (rewriter->owner = model->function_count; rewriter->owner < rewriter->inference->owner_count; rewriter->owner++)
    rewrite_clause(rewriter, noe_detect_clause(model, rewriter->owner));
  const struct noe_roles *roles = noe_detect_finish_roles(rewriter);
  if (rewriter->failed || rewriter->fails_by_order)
    return NULL;
  const struct noe_source source = {.name = model->file, .bytes = ""};
  struct noe_model *view = (struct noe_model *)(uintptr_t)noe_model_finish(&rewriter->builder, &source, options);
  assert(view->property_count == model->property_count && view->start_count == model->start_count &&
         view->rule_count >= model->rule_count && "clauses of the model are clauses of the view; roles add a rule");
  view->hash = hash_view(rewriter);
  view->roles = roles;
  if (!rewriter->is_hopeful)
    note_needed(rewriter, view);
  return view;
}
