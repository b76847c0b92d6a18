/* Is a lowered form sound? Everything that form.h promises of values, lists and addresses, looked at operation by
 * operation. */
#include "lower/lower_int.h"

struct check {
  const struct noe_lowered *form;
  const struct noe_low_unit *unit;
  bool *given;        /* by value: it is there, here */
  bool *gives;        /* by value: some operation has it for its result */
  bool *open;         /* by region: a LEAVE may end it */
  const char *defect; /* the first; NULL: none so far */
};

static void require(struct check *check, bool holds, const char *what) {
  if (!holds && !check->defect)
    check->defect = what;
}

/* ------------------------------------------------------------------- values */

static void use(void *context, uint32_t value) {
  struct check *check = context;
  require(check, value < check->unit->value_count, "a value is one of the unit");
  require(check, check->defect || check->given[value], "a value is used behind what gives it");
}

static void give(struct check *check, uint32_t value) {
  require(check, value < check->unit->value_count, "a result is a value of the unit");
  if (check->defect)
    return;
  require(check, !check->gives[value], "a value is given once");
  check->gives[value] = check->given[value] = true;
}

/* ---------------------------------------------------------------- addresses */

static void check_address(struct check *check, const struct noe_low_address *address) {
  if (!address || check->defect)
    return;
  noe_lower_uses_of_address(address, use, check);
  require(check, !address->type || address->cells == address->type->cells, "a place has the cells of its type");
  if (address->root == NOE_LOW_STATE && address->cells)
    require(check, noe_lower_end(address) <= check->form->model->cell_count, "a place of the state is in the state");
  if (address->root == NOE_LOW_FRAME)
    require(check, noe_lower_end(address) <= check->unit->frame_cells, "a place of the frame is in the frame");
  for (uint32_t i = 0; i < address->index_count && !check->defect; i++) {
    const struct noe_low_index *index = &address->indices[i];
    const struct noe_low_value *value = &check->unit->values[index->value];
    int64_t last = (int64_t)((uint64_t)index->low + index->count - 1);
    bool passes = value->low >= index->low && value->high <= last;
    bool fails = value->high < index->low || value->low > last; /* nothing behind the check is reached */
    require(check, passes || fails, "an index was checked before");
  }
}

/* -------------------------------------------------------------------- lists */

static void check_list(struct check *check, const struct noe_low_op *list);

/* What is given inside is not there behind it. */
static void forget(struct check *check, const struct noe_low_op *list) {
  for (; list && !check->defect; list = list->next)
    if (list->result != NOE_NO_VALUE)
      check->given[list->result] = false;
}

static void check_block(struct check *check, const struct noe_low_block *block) {
  check_list(check, block->first);
  if (block->yield != NOE_NO_VALUE && !check->defect)
    use(check, block->yield);
  forget(check, block->first);
}

/* Yields are used inside, where check_block looks at them. */
static void check_operands(struct check *check, const struct noe_low_op *op) {
  struct noe_low_op alone = *op;
  alone.body.yield = alone.otherwise.yield = alone.condition.yield = NOE_NO_VALUE;
  noe_lower_uses(check->form, &alone, use, check);
  check_address(check, op->address);
  check_address(check, op->source);
}

static void check_op(struct check *check, const struct noe_low_op *op) {
  bool is_region = op->kind == NOE_LOW_REGION, binds = op->bound != NOE_NO_VALUE;
  check_operands(check, op);
  if (op->kind == NOE_LOW_LEAVE)
    require(check, op->number < check->unit->region_count && check->open[op->number],
            "a LEAVE ends a region around it");
  if (is_region)
    require(check, op->number < check->unit->region_count, "a region is one of the unit");
  if (check->defect)
    return;
  if (is_region)
    check->open[op->number] = true;
  if (binds)
    give(check, op->bound);
  check_block(check, &op->condition);
  check_block(check, &op->body);
  check_block(check, &op->otherwise);
  if (check->defect)
    return;
  if (is_region)
    check->open[op->number] = false;
  if (binds)
    check->given[op->bound] = false;
  if (op->result != NOE_NO_VALUE)
    give(check, op->result);
}

static void check_list(struct check *check, const struct noe_low_op *list) {
  for (; list && !check->defect; list = list->next)
    check_op(check, list);
}

/* -------------------------------------------------------------------- units */

static struct check begin(struct noe_arena *arena, const struct noe_lowered *form, const struct noe_low_unit *unit) {
  struct check check = {.form = form, .unit = unit};
  check.given = NOE_NEW_ARRAY(arena, bool, unit->value_count + 1);
  check.gives = NOE_NEW_ARRAY(arena, bool, unit->value_count + 1);
  check.open = NOE_NEW_ARRAY(arena, bool, unit->region_count + 1);
  for (uint32_t i = 0; i < unit->value_count; i++)
    check.given[i] = unit->values[i].origin != NOE_ORIGIN_OPERATION && unit->values[i].origin != NOE_ORIGIN_LOOP;
  return check;
}

/* Lists of binders compute what later lists use. */
static const char *check_clause(struct noe_arena *arena, const struct noe_lowered *form,
                                const struct noe_low_clause *clause) {
  struct check check = begin(arena, form, &clause->unit);
  for (uint32_t i = 0; i < clause->clause->binder_count; i++) {
    check_list(&check, clause->binders[i].list.block.first);
    check_address(&check, clause->binders[i].address);
  }
  if (clause->clause->guard)
    check_block(&check, &clause->guard.block);
  if (clause->clause->kind != NOE_CLAUSE_PROPERTY)
    check_block(&check, &clause->body.block);
  for (uint32_t i = 0; clause->clause->temporal && i < clause->clause->temporal->atom_count; i++)
    check_block(&check, &clause->atoms[i].block);
  return check.defect;
}

static const char *check_function(struct noe_arena *arena, const struct noe_lowered *form,
                                  const struct noe_low_function *function) {
  struct check check = begin(arena, form, &function->unit);
  check_block(&check, &function->body.block);
  return check.defect;
}

const char *noe_lower_check(const struct noe_lowered *form) {
  const struct noe_model *model = form->model;
  struct noe_arena *arena = noe_base_arena_new(noe_base_arena_memory(form->arena));
  const struct noe_low_clause *clauses[] = {form->starts, form->rules, form->properties};
  const uint32_t counts[] = {model->start_count, model->rule_count, model->property_count};
  const char *defect = NULL;
  for (int kind = 0; kind < 3; kind++)
    for (uint32_t i = 0; i < counts[kind] && !defect; i++)
      if (!clauses[kind][i].unit.refused)
        defect = check_clause(arena, form, &clauses[kind][i]);
  for (uint32_t i = 0; i < model->function_count && !defect; i++)
    if (form->functions[i].is_called && !form->functions[i].unit.refused)
      defect = check_function(arena, form, &form->functions[i]);
  noe_base_arena_delete(arena);
  return defect;
}
