/* Expressions that denote places, and what is read there. */
#include <assert.h>

#include "network/ground.h"

enum { MOST_ROUNDS = 256 };

static struct noe_ground_place no_place(struct noe_ground *ground) {
  noe_ground_fail(ground);
  return (struct noe_ground_place){.shape = ground->variables[ground->model->variable_count]};
}

static uint32_t variable_of(const struct noe_model *model, const struct noe_expr *global) {
  for (uint32_t i = 0; i < model->variable_count; i++)
    if (model->variables[i].cell == global->slot && model->variables[i].type->cells == global->type->cells)
      return i;
  return model->variable_count;
}

static struct noe_ground_place global(struct noe_ground *ground, const struct noe_expr *expr) {
  uint32_t i = variable_of(ground->model, expr);
  ground->work += i / 8;
  if (i == ground->model->variable_count)
    return no_place(ground);
  return (struct noe_ground_place){.term = noe_ground_make(ground, NOE_TERM_VARIABLE, i, 0, NULL, 0),
                                   .shape = ground->variables[i],
                                   .cell = noe_ground_fixed(ground->model->variables[i].cell),
                                   .is_known = true};
}

const struct noe_value_shape *noe_ground_local_shape(struct noe_ground *ground, uint32_t owner, uint32_t slot,
                                                     const struct noe_type *type) {
  ground->work += ground->locals.count / 8;
  for (size_t i = 0; i < ground->locals.count; i++) {
    const struct noe_frame_shape *local = &ground->locals.items[i];
    if (local->owner == owner && local->slot == slot && local->type == type)
      return local->shape;
  }
  struct noe_frame_shape made = {owner, slot, type, noe_detect_shape(&ground->classes, type)};
  NOE_LIST_PUSH(ground->arena, &ground->locals, made);
  return made.shape;
}

static struct noe_ground_place slot(struct noe_ground *ground, const struct noe_expr *expr) {
  const struct noe_binding *binding = &ground->frame[expr->slot];
  if (binding->kind == NOE_BOUND_PLACE)
    return binding->place;
  if (binding->kind == NOE_BOUND_VALUE || expr->kind == NOE_EXPR_REFERENCE)
    return no_place(ground);
  return (struct noe_ground_place){.term = noe_ground_make(ground, NOE_TERM_LOCAL, expr->slot, ground->owner, NULL, 0),
                                   .shape = noe_ground_local_shape(ground, ground->owner, expr->slot, expr->type)};
}

static struct noe_ground_place field(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_place place = noe_ground_place(ground, expr->left);
  if (ground->failed || place.shape->type->kind != NOE_TYPE_RECORD)
    return no_place(ground);
  const struct noe_type *record = place.shape->type;
  uint32_t i = 0;
  while (i < record->field_count &&
         (record->fields[i].offset != expr->slot || record->fields[i].type->cells != expr->type->cells))
    i++;
  if (i == record->field_count)
    return no_place(ground);
  place.term = noe_ground_make(ground, NOE_TERM_FIELD, expr->slot, 0, &place.term, 1);
  place.shape = place.shape->parts[i];
  if (place.is_known && place.cell.is_fixed)
    place.cell.number += expr->slot;
  else if (place.is_known) {
    struct noe_value_table *table = NOE_NEW(ground->arena, struct noe_value_table);
    *table = *place.cell.table;
    table->entries = NOE_NEW_ARRAY(ground->arena, int64_t, table->size);
    for (uint32_t k = 0; k < table->size; k++)
      table->entries[k] =
          place.cell.table->entries[k] == NOE_ENTRY_FAILS ? NOE_ENTRY_FAILS : place.cell.table->entries[k] + expr->slot;
    place.cell.table = table;
  }
  return place;
}

struct stepping {
  int64_t low, high, stride;
};

static int64_t step_to(const void *context, const int64_t *operands) {
  const struct stepping *stepping = context;
  if (operands[0] == NOE_ENTRY_FAILS || operands[1] < stepping->low || operands[1] > stepping->high)
    return NOE_ENTRY_FAILS;
  return operands[0] + (operands[1] - stepping->low) * stepping->stride;
}

/* Can the index leave the range of the array? */
static bool may_leave(const struct noe_ground_value *index, const struct noe_value_shape *array) {
  assert(array->type->kind == NOE_TYPE_ARRAY && array->part_count == 2 && "an array has an index and elements");
  const struct noe_value_shape *range = array->parts[0];
  if (index->is_fixed)
    return index->number < range->low || index->number > range->high;
  for (uint32_t i = 0; index->table && i < index->table->size; i++)
    if (index->table->entries[i] < range->low || index->table->entries[i] > range->high)
      return true;
  return !index->table;
}

static struct noe_ground_place element(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_place place = noe_ground_place(ground, expr->left);
  if (ground->failed || place.shape->type->kind != NOE_TYPE_ARRAY)
    return no_place(ground);
  struct noe_ground_value index = noe_ground_value(ground, expr->right);
  const struct noe_value_shape *array = place.shape;
  if (ground->failed || (index.is_fixed && may_leave(&index, array)))
    return no_place(ground);
  bool fails = may_leave(&index, array);
  uint32_t parts[2] = {
      place.term, noe_ground_term(ground, &index, array->parts[0]->class, array->parts[0]->low, array->parts[0]->high)};
  place.term = noe_ground_make(ground, NOE_TERM_ELEMENT, 0, 0, parts, 2);
  ground->terms.items.items[place.term].can_fail |= fails;
  struct stepping stepping = {array->parts[0]->low, array->parts[0]->high, array->type->stride};
  struct noe_ground_value operands[2] = {place.cell, index};
  if (place.is_known && place.cell.is_fixed && index.is_fixed)
    place.cell.number += (index.number - stepping.low) * stepping.stride;
  else if (place.is_known) {
    place.cell = (struct noe_ground_value){.term = NOE_NO_TERM};
    place.cell.table = noe_ground_combine(ground, operands, 2, step_to, &stepping);
    place.is_known = place.cell.table;
  }
  place.is_moving |= !index.is_fixed;
  place.shape = array->parts[1];
  return place;
}

struct noe_ground_place noe_ground_place(struct noe_ground *ground, const struct noe_expr *expr) {
  if (ground->failed)
    return no_place(ground);
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL: return global(ground, expr);
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE: return slot(ground, expr);
  case NOE_EXPR_FIELD: return field(ground, expr);
  case NOE_EXPR_ELEMENT: return element(ground, expr);
  default: return no_place(ground);
  }
}

/* ------------------------------------------------------------------- reads */

static int64_t content(const void *context, const int64_t *operands) {
  const int64_t *start = context;
  if (operands[0] == NOE_ENTRY_FAILS || start[operands[0]] == NOE_UNDEFINED)
    return NOE_ENTRY_FAILS;
  return start[operands[0]];
}

/* The content of a cell that never changes. False: there is none. */
static bool read_constant(struct noe_ground *ground, const struct noe_ground_place *place,
                          struct noe_ground_value *value) {
  const struct noe_leaf *leaf = place->is_known ? noe_ground_leaf(ground, place->shape) : NULL;
  if (!leaf || !leaf->is_constant)
    return false;
  if (place->cell.is_fixed) {
    assert(place->cell.number >= 0 && place->cell.number < ground->model->cell_count &&
           "the place is a cell of the state");
    *value = noe_ground_fixed(ground->starts[0][place->cell.number]);
    return value->number != NOE_UNDEFINED;
  }
  *value = (struct noe_ground_value){.term = NOE_NO_TERM};
  value->table = noe_ground_combine(ground, &place->cell, 1, content, ground->starts[0]);
  return value->table;
}

static bool has_constant(struct noe_ground *ground, const struct noe_value_shape *shape) {
  ground->work++;
  const struct noe_leaf *leaf = noe_ground_leaf(ground, shape);
  if (leaf && leaf->is_constant)
    return true;
  uint32_t first = shape->type->kind == NOE_TYPE_ARRAY; /* indices are no cells */
  for (uint32_t i = first; i < shape->part_count; i++)
    if (has_constant(ground, shape->parts[i]))
      return true;
  return false;
}

void noe_ground_touch(struct noe_ground *ground, const struct noe_ground_place *place) {
  if (!has_constant(ground, place->shape))
    return;
  const struct noe_term *term = noe_term_at(&ground->terms, place->term);
  while (term->kind == NOE_TERM_FIELD || term->kind == NOE_TERM_ELEMENT)
    term = noe_term_at(&ground->terms, ground->terms.parts.items[term->first]);
  if (term->kind == NOE_TERM_VARIABLE)
    noe_detect_limit_shape(&ground->classes, ground->variables[term->number], NOE_LIMIT_COMPUTED,
                           ground->model->variables[term->number].place);
  else
    noe_ground_fail(ground);
}

struct noe_ground_value noe_ground_read(struct noe_ground *ground, const struct noe_expr *expr) {
  const struct noe_expr *from = expr->left;
  bool is_slot = from->kind == NOE_EXPR_LOCAL || from->kind == NOE_EXPR_REFERENCE;
  if (is_slot && ground->frame[from->slot].kind == NOE_BOUND_VALUE)
    return ground->frame[from->slot].value;
  struct noe_ground_place place = noe_ground_place(ground, from);
  struct noe_ground_value value;
  if (ground->failed)
    return noe_ground_fixed(0);
  if (read_constant(ground, &place, &value))
    return value;
  noe_ground_touch(ground, &place);
  const struct noe_leaf *leaf = noe_ground_leaf(ground, place.shape);
  bool is_defined = leaf && !leaf->may_be_undefined, is_copy = expr->kind == NOE_EXPR_COPY && !is_defined;
  uint32_t term = noe_ground_make(ground, is_copy ? NOE_TERM_COPY : NOE_TERM_READ, 0, 0, &place.term, 1);
  ground->terms.items.items[term].can_fail |= !is_copy && !is_defined;
  value = noe_ground_dynamic(ground, term, place.shape->class, is_copy ? 1 : place.shape->low,
                             is_copy ? 0 : place.shape->high);
  value.may_be_undefined = is_copy || (expr->kind == NOE_EXPR_COPY && !ground->pass);
  value.copied = leaf ? place.shape : NULL;
  return value;
}

/* ----------------------------------------------------------------- domains */

/* Neither undefined nor so far off that counting could leave a word. */
static bool is_small(int64_t value) { return value > -((int64_t)1 << 31) && value < (int64_t)1 << 31; }

bool noe_ground_domain(struct noe_ground *ground, const struct noe_domain *domain, int64_t *low, int64_t *high,
                       int64_t *step) {
  *step = 1;
  if (domain->type) {
    *low = domain->type->low;
    *high = domain->type->high;
    if (noe_type_size(domain->type) > MOST_ROUNDS)
      noe_ground_fail(ground);
    return !ground->failed;
  }
  struct noe_ground_value from = noe_ground_value(ground, domain->from), to = noe_ground_value(ground, domain->to);
  struct noe_ground_value by = domain->by ? noe_ground_value(ground, domain->by) : noe_ground_fixed(1);
  *low = from.number;
  *high = to.number;
  *step = by.number;
  bool is_fixed = from.is_fixed && to.is_fixed && by.is_fixed && by.number;
  bool is_near = is_fixed && is_small(*low) && is_small(*high) && is_small(*step);
  if (!is_near || (*high - *low) / *step > MOST_ROUNDS)
    noe_ground_fail(ground);
  return !ground->failed;
}
