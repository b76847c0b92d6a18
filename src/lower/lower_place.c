/* Locations: to addresses. */
#include <assert.h>

#include "lower/lower_int.h"

struct noe_low_address *noe_lower_address(struct noe_lowering *lowering, enum noe_low_root root, uint32_t base,
                                          const struct noe_type *type) {
  struct noe_low_address *address = NOE_NEW(lowering->arena, struct noe_low_address);
  *address = (struct noe_low_address){
      .root = root, .reference = NOE_NO_VALUE, .base = base, .type = type, .cells = type ? type->cells : 1};
  return address;
}

struct noe_low_address *noe_lower_scratch(struct noe_lowering *lowering, const struct noe_type *type) {
  struct noe_low_address *address = noe_lower_address(lowering, NOE_LOW_FRAME, lowering->frame_top, type);
  lowering->frame_top += address->cells;
  if (lowering->frame_top > lowering->unit->frame_cells)
    lowering->unit->frame_cells = lowering->frame_top;
  return address;
}

const struct noe_low_address *noe_lower_slot(struct noe_lowering *lowering, uint32_t slot,
                                             const struct noe_type *type) {
  return noe_lower_address(lowering, NOE_LOW_FRAME, lowering->scope->frame + slot, type);
}

/* --------------------------------------------------------------------- names */

static void bind(struct noe_lowering *lowering, struct noe_low_scope *scope, struct noe_low_binding made) {
  struct noe_low_binding *binding = NOE_NEW(lowering->arena, struct noe_low_binding);
  *binding = made;
  binding->next = scope->bindings;
  scope->bindings = binding;
}

void noe_lower_bind_name(struct noe_lowering *lowering, uint32_t slot, const struct noe_type *type, uint32_t value) {
  if (lowering->spill)
    noe_lower_bind_value(lowering, noe_lower_slot(lowering, slot, type), value);
  else
    bind(lowering, lowering->scope, (struct noe_low_binding){.slot = slot, .is_name = true, .value = value});
}

void noe_lower_bind_address(struct noe_lowering *lowering, struct noe_low_scope *scope, uint32_t slot,
                            const struct noe_low_address *address) {
  bind(lowering, scope, (struct noe_low_binding){.slot = slot, .address = address});
}

static const struct noe_low_binding *find(const struct noe_low_scope *scope, uint32_t slot) {
  const struct noe_low_binding *binding = scope->bindings;
  while (binding && binding->slot != slot)
    binding = binding->next;
  return binding;
}

/* The root of a designator that is bound, or a cell of the frame. */
static struct noe_low_spot root(struct noe_lowering *lowering, const struct noe_expr *expr) {
  const struct noe_low_binding *binding = find(lowering->scope, expr->slot);
  struct noe_low_spot spot = {.value = NOE_NO_VALUE, .label = {.name = expr->name, .type = expr->type}};
  if (binding && binding->is_name) {
    spot.is_name = true;
    spot.value = binding->value;
    return spot;
  }
  assert((binding || expr->kind == NOE_EXPR_LOCAL) && "a reference is bound before it is used");
  spot.address = binding ? binding->address : noe_lower_slot(lowering, expr->slot, expr->type);
  spot.label.start = spot.address;
  return spot;
}

/* ------------------------------------------------------------------- designators */

static struct noe_low_address *part_of(struct noe_lowering *lowering, const struct noe_low_address *whole,
                                       uint32_t offset, const struct noe_type *type) {
  struct noe_low_address *address = NOE_NEW(lowering->arena, struct noe_low_address);
  *address = *whole;
  address->base += offset;
  address->type = type;
  address->cells = type->cells;
  return address;
}

static struct noe_low_address *indexed(struct noe_lowering *lowering, const struct noe_low_address *whole,
                                       uint32_t offset, const struct noe_type *type, struct noe_low_index index) {
  struct noe_low_address *address = part_of(lowering, whole, offset, type);
  struct noe_low_index *indices = NOE_NEW_ARRAY(lowering->arena, struct noe_low_index, whole->index_count + 1);
  for (uint32_t i = 0; i < whole->index_count; i++)
    indices[i] = whole->indices[i];
  indices[whole->index_count] = index;
  address->indices = indices;
  address->index_count = whole->index_count + 1;
  return address;
}

static struct noe_low_spot element(struct noe_lowering *lowering, const struct noe_expr *expr) {
  const struct noe_type *array = expr->left->type;
  struct noe_low_spot spot = noe_lower_place(lowering, expr->left);
  uint32_t index = noe_lower_defined(lowering, expr->right);
  struct noe_low_op *check =
      noe_lower_value_op(lowering, NOE_LOW_CHECK_WITHIN, array->index, expr->place, index, NOE_NO_VALUE);
  check->low = array->index->low;
  check->high = array->index->high;
  check->code = NOE_R_INDEX;
  check->text = " of ";
  check->label = noe_lower_label(lowering, &spot, array);
  spot.address = indexed(lowering, spot.address, 0, array->element,
                         (struct noe_low_index){.value = check->result,
                                                .low = array->index->low,
                                                .count = noe_type_size(array->index),
                                                .stride = array->stride,
                                                .type = array->index});
  return spot;
}

static struct noe_low_spot chosen(struct noe_lowering *lowering, const struct noe_expr *expr) {
  const struct noe_type *multiset = expr->left->type;
  struct noe_low_spot spot = noe_lower_place(lowering, expr->left);
  uint32_t number = noe_lower_defined(lowering, expr->right);
  struct noe_low_op *check =
      noe_lower_value_op(lowering, NOE_LOW_CHECK_PRESENT, expr->right->type, expr->place, number, NOE_NO_VALUE);
  check->address = spot.address;
  check->code = NOE_R_MULTISET_ELEMENT;
  check->text = "the element is no longer in ";
  check->label = noe_lower_label(lowering, &spot, multiset);
  struct noe_low_index index = {
      .value = check->result, .count = multiset->capacity, .stride = multiset->stride, .type = multiset};
  spot.address = indexed(lowering, spot.address, 1, multiset->element, index);
  return spot;
}

static uint32_t location_of(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = noe_lower_place(lowering, expr);
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_LOCATE, NULL, expr->place, NOE_NO_VALUE, NOE_NO_VALUE);
  op->address = noe_lower_target(lowering, &spot);
  return op->result;
}

/* Which of two places it is turns out when it is located: a location. */
static struct noe_low_spot conditional(struct noe_lowering *lowering, const struct noe_expr *expr) {
  uint32_t condition = noe_lower_defined(lowering, expr->condition);
  struct noe_low_op *op = noe_lower_value_op(lowering, NOE_LOW_IF, NULL, expr->place, condition, NOE_NO_VALUE);
  struct noe_low_open open = noe_lower_open(lowering, &op->body);
  noe_lower_close(lowering, open, location_of(lowering, expr->left));
  open = noe_lower_open(lowering, &op->otherwise);
  noe_lower_close(lowering, open, location_of(lowering, expr->right));
  struct noe_low_address *address = noe_lower_address(lowering, NOE_LOW_REFERENCE, 0, expr->type);
  address->reference = op->result;
  return (struct noe_low_spot){
      .value = NOE_NO_VALUE, .address = address, .label = {.start = address, .is_computed = true, .type = expr->type}};
}

static struct noe_low_spot result_of(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = {.value = NOE_NO_VALUE, .label = {.is_computed = true, .type = expr->type}};
  noe_lower_call(lowering, expr, &spot.address);
  spot.label.start = spot.address;
  return spot;
}

static struct noe_low_spot place(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = {.value = NOE_NO_VALUE, .label = {.type = expr->type}};
  switch (expr->kind) {
  case NOE_EXPR_GLOBAL:
    spot.address = spot.label.start = noe_lower_address(lowering, NOE_LOW_STATE, expr->slot, expr->type);
    return spot;
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE: return root(lowering, expr);
  case NOE_EXPR_FIELD:
    spot = noe_lower_place(lowering, expr->left);
    spot.address = part_of(lowering, spot.address, expr->slot, expr->type);
    return spot;
  case NOE_EXPR_ELEMENT: return element(lowering, expr);
  case NOE_EXPR_SLOT: return chosen(lowering, expr);
  case NOE_EXPR_CALL: return result_of(lowering, expr);
  default:
    assert(expr->kind == NOE_EXPR_CONDITIONAL && "the expression denotes a place");
    return conditional(lowering, expr);
  }
}

struct noe_low_spot noe_lower_place(struct noe_lowering *lowering, const struct noe_expr *expr) {
  struct noe_low_spot spot = {.value = NOE_NO_VALUE};
  if (noe_lower_enter(lowering))
    spot = place(lowering, expr);
  else
    spot.address = spot.label.start = noe_lower_address(lowering, NOE_LOW_FRAME, 0, expr->type);
  lowering->nesting--;
  return spot;
}

const struct noe_low_address *noe_lower_target(struct noe_lowering *lowering, const struct noe_low_spot *spot) {
  if (!spot->is_name)
    return spot->address;
  lowering->must_spill = true; /* what follows is lowered again */
  return noe_lower_scratch(lowering, spot->label.type);
}

const struct noe_low_label *noe_lower_label(struct noe_lowering *lowering, const struct noe_low_spot *spot,
                                            const struct noe_type *part) {
  struct noe_low_label *label = NOE_NEW(lowering->arena, struct noe_low_label);
  *label = spot->label;
  label->address = spot->address;
  label->part = part;
  return label;
}

const struct noe_low_address *noe_lower_hold(struct noe_lowering *lowering, struct noe_low_op **mark,
                                             const struct noe_low_address *source) {
  if (!noe_lower_writes(*mark))
    return source;
  /* Functions that were copied in behind the mark had their frames from frame_top on, and have given them back:
   * cells that must survive them lie beyond every frame of the unit so far. */
  lowering->frame_top = lowering->unit->frame_cells;
  const struct noe_low_address *scratch = noe_lower_scratch(lowering, source->type);
  struct noe_low_op *rest = *mark, **end = lowering->end;
  *mark = NULL;
  lowering->end = mark;
  noe_lower_move(lowering, scratch, source);
  *lowering->end = rest;
  lowering->end = end;
  return scratch;
}
