/* Claims with literals that have become parameters (lift.h). */
#include <assert.h>

#include "detect/rewrite.h"

/* Lifted literals of the claim are different: the condition; NULL if that goes without saying. */
static const struct noe_expr *differ(struct noe_rewriter *rewriter, const struct noe_clause *clause) {
  struct noe_builder *builder = &rewriter->builder;
  const struct noe_expr *all = NULL;
  for (size_t i = 0; i < rewriter->lifts.count; i++)
    for (size_t k = 0; k < i; k++) {
      const struct noe_lift *a = &rewriter->lifts.items[k], *b = &rewriter->lifts.items[i];
      if (a->owner != rewriter->owner || b->owner != rewriter->owner || a->atom != b->atom)
        continue;
      const struct noe_type *type = a->atom->type;
      const struct noe_expr *left = noe_model_location(builder, NOE_EXPR_LOCAL, type, a->slot, clause->place);
      const struct noe_expr *right = noe_model_location(builder, NOE_EXPR_LOCAL, type, b->slot, clause->place);
      left = noe_model_operation(builder, NOE_EXPR_READ, type, left, NULL, clause->place);
      right = noe_model_operation(builder, NOE_EXPR_READ, type, right, NULL, clause->place);
      const struct noe_expr *both =
          noe_model_operation(builder, NOE_EXPR_NOT_EQUAL, builder->boolean, left, right, clause->place);
      all = all ? noe_model_operation(builder, NOE_EXPR_AND, builder->boolean, all, both, clause->place) : both;
    }
  return all;
}

static const struct noe_temporal *only_if(struct noe_rewriter *rewriter, const struct noe_temporal *temporal,
                                          const struct noe_expr *condition) {
  struct noe_arena *arena = rewriter->builder.arena;
  struct noe_temporal *made = NOE_NEW(arena, struct noe_temporal);
  const struct noe_expr **atoms = NOE_NEW_ARRAY(arena, const struct noe_expr *, temporal->atom_count + 1);
  struct noe_formula *atom = NOE_NEW(arena, struct noe_formula), *whole = NOE_NEW(arena, struct noe_formula);
  *made = *temporal;
  for (uint32_t i = 0; i < temporal->atom_count; i++)
    atoms[i] = temporal->atoms[i];
  if (temporal->steps) { /* the condition is about states */
    const struct noe_step_atom **steps = NOE_NEW_ARRAY(arena, const struct noe_step_atom *, temporal->atom_count + 1);
    for (uint32_t i = 0; i < temporal->atom_count; i++)
      steps[i] = temporal->steps[i];
    made->steps = steps;
  }
  atoms[made->atom_count++] = condition;
  made->atoms = atoms;
  *atom =
      (struct noe_formula){.kind = NOE_FORMULA_ATOM, .number = temporal->atom_count, .place = temporal->formula->place};
  *whole = (struct noe_formula){
      .kind = NOE_FORMULA_IMPLIES, .left = atom, .right = temporal->formula, .place = temporal->formula->place};
  made->formula = whole;
  return made;
}

/* Rules fire if the condition is true, claims are about that case; start states have none. */
static void add_condition(struct noe_rewriter *rewriter, struct noe_clause *made, const struct noe_expr *condition) {
  struct noe_builder *builder = &rewriter->builder;
  bool is_claim = made->kind == NOE_CLAUSE_PROPERTY && made->property != NOE_PROPERTY_COVER;
  if (!condition || made->kind == NOE_CLAUSE_START)
    return;
  if (made->temporal)
    made->temporal = only_if(rewriter, made->temporal, condition);
  else if (made->guard)
    made->guard = noe_model_operation(builder, is_claim ? NOE_EXPR_IMPLIES : NOE_EXPR_AND, builder->boolean, condition,
                                      made->guard, made->place);
  else
    made->guard = condition;
}

/* Lifted literals are the first parameters, so that aliases may speak of them. */
void noe_detect_add_lifts(struct noe_rewriter *rewriter, struct noe_clause *made) {
  struct noe_builder *builder = &rewriter->builder;
  uint32_t count = 0, at = 0;
  for (size_t i = 0; i < rewriter->lifts.count; i++)
    count += rewriter->lifts.items[i].owner == rewriter->owner;
  if (!count)
    return;
  struct noe_binder *binders = NOE_NEW_ARRAY(builder->arena, struct noe_binder, made->binder_count + count);
  for (size_t i = 0; i < rewriter->lifts.count; i++) {
    const struct noe_lift *lift = &rewriter->lifts.items[i];
    if (lift->owner == rewriter->owner)
      binders[at++] = noe_model_parameter("a literal", lift->atom->type, lift->slot, made->place);
  }
  assert(at == count && "each literal that was lifted has a parameter");
  for (uint32_t i = 0; i < made->binder_count; i++)
    binders[count + i] = made->binders[i];
  made->binders = binders;
  made->binder_count += count;
  made->parameter_count += count;
  made->frame_cells += count;
  const struct noe_expr *condition = differ(rewriter, made), *fit = noe_detect_fit(rewriter, made->place);
  if (condition && fit)
    condition = noe_model_operation(builder, NOE_EXPR_AND, builder->boolean, condition, fit, made->place);
  else
    condition = condition ? condition : fit;
  add_condition(rewriter, made, condition);
  if (made->kind != NOE_CLAUSE_PROPERTY)
    made->body = noe_detect_fill_roles(rewriter, made->body, made->place);
}
