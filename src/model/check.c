/* Is a model sound? What model.h promises of types, cells, multisets and clauses, looked at one by one. */
#include "model/check.h"

/* --------------------------------------------------------- types, variables */

static const char *check_types(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->type_count; i++) {
    const struct noe_type *type = model->types[i];
    const uint32_t leader = model->tied[i];
    if (type->id != i)
      return "a type is not at its number";
    if (leader > i || model->tied[leader] != leader)
      return "a type is tied to one that does not stand for itself";
    if (leader != i && (type->kind != NOE_TYPE_SCALARSET || type->high != model->types[leader]->high))
      return "types that are tied are not scalarsets of one size";
  }
  return NULL;
}

static const char *check_variables(const struct noe_model *model) {
  uint64_t cell = 0;
  for (uint32_t i = 0; i < model->variable_count; i++) {
    if (model->variables[i].cell != cell)
      return "variables do not follow one another";
    cell += model->variables[i].type->cells;
  }
  return cell <= model->cell_count ? NULL : "a variable lies behind the end of the state";
}

/* ------------------------------------------------------------- packed states */

/* Cells outside of multisets lie one after the other, none across the end of a word. */
static const char *check_cells(const struct noe_model *model) {
  uint64_t end = 0, inner = 0;
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    const uint64_t begin = cell->word * (uint64_t)64 + cell->shift;
    if (cell->width < 64 && (cell->type ? noe_type_size(cell->type) : 1) >> cell->width)
      return "the values of a cell do not fit into its bits";
    if (cell->in_multiset) {
      inner += cell->width;
      continue;
    }
    if (!cell->width)
      continue;
    if (begin < end || cell->shift + cell->width > 64)
      return "two cells share a bit, or one lies in two words";
    end = begin + cell->width;
  }
  if (end != model->fixed_bits || end + inner != model->packed_bits)
    return "the bits of a packed state are miscounted";
  const uint32_t bytes = model->packed_bits ? (model->packed_bits + 7) / 8 : 1;
  return model->packed_bytes == bytes && model->packed_words == (bytes + 7) / 8
             ? NULL
             : "a packed state has not as many bytes as it takes";
}

static const char *check_bags(const struct noe_model *model) {
  uint32_t outer = 0;
  for (uint32_t i = 0; i < model->bag_count; i++) {
    const struct noe_multiset_place *bag = &model->bags[i];
    if (bag->type->kind != NOE_TYPE_MULTISET || bag->cell + (uint64_t)bag->type->cells > model->cell_count)
      return "a multiset lies behind the end of the state";
    for (uint32_t k = 0; k < bag->type->cells; k++) {
      const struct noe_cell *cell = &model->cells[bag->cell + k];
      if (!cell->in_multiset || (k % bag->type->stride == 0 && cell->type))
        return "a cell of a multiset is not said to be in one";
    }
    for (uint32_t k = 0; k < i; k++)
      if (model->bags[k].cell < bag->cell && model->bags[k].cell + model->bags[k].type->cells > bag->cell)
        return "a multiset comes before one that is in it";
  }
  for (uint32_t i = 0; i < model->outer_bag_count; i++) {
    if (i && model->outer_bags[i - 1].type->id > model->outer_bags[i].type->id)
      return "multisets of a type do not stand together";
    outer += model->outer_bags[i].type->cells;
  }
  for (uint32_t i = 0; i < model->cell_count; i++)
    outer -= model->cells[i].in_multiset;
  return outer ? "a cell lies in no multiset that is in no other one, or in two" : NULL;
}

/* ------------------------------------------------------------------ clauses */

static const char *check_clause(const struct noe_model *model, const struct noe_clause *clause) {
  uint32_t parameters = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    parameters += binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
    if (binder->slot >= clause->frame_cells)
      return "a name has no cell in the frame of its clause";
    if (binder->kind == NOE_BINDER_RANGE ? !binder->step : !binder->value)
      return "a parameter has no steps, or a name nothing to stand for";
    if (binder->kind == NOE_BINDER_CHOOSE && binder->value->type->kind != NOE_TYPE_MULTISET)
      return "an element is chosen from what is no multiset";
  }
  if (parameters != clause->parameter_count)
    return "parameters of a clause are miscounted";
  for (uint32_t i = 0; i < clause->mark_count; i++)
    if (clause->marks[i] >= model->fairness_count)
      return "a rule has a fairness mark that does not exist";
  if ((uint64_t)clause->first_witness + clause->witness_count > model->witness_count)
    return "an implication has a counter that does not exist";
  return NULL;
}

static const char *check_clauses(const struct noe_model *model, const struct noe_clause *clauses, uint32_t count,
                                 enum noe_clause_kind kind) {
  for (uint32_t i = 0; i < count; i++) {
    if (clauses[i].kind != kind || clauses[i].id != i)
      return "a clause is not at its number, or of another kind";
    const char *wrong = check_clause(model, &clauses[i]);
    if (wrong)
      return wrong;
  }
  return NULL;
}

const char *noe_model_check(const struct noe_model *model) {
  const char *wrong = check_types(model);
  wrong = wrong ? wrong : check_variables(model);
  wrong = wrong ? wrong : check_cells(model);
  wrong = wrong ? wrong : check_bags(model);
  wrong = wrong ? wrong : check_clauses(model, model->starts, model->start_count, NOE_CLAUSE_START);
  wrong = wrong ? wrong : check_clauses(model, model->rules, model->rule_count, NOE_CLAUSE_RULE);
  wrong = wrong ? wrong : check_clauses(model, model->properties, model->property_count, NOE_CLAUSE_PROPERTY);
  for (uint32_t i = 0; i < model->loop_count && !wrong; i++)
    if (!model->loops[i].expr == !model->loops[i].stmt)
      wrong = "a loop is neither an expression nor a statement, or both";
  return wrong;
}
