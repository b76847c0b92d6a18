#include "symmetry/slot_names.h"

#include <string.h>

#include "model/access.h"

struct noe_slot_name *noe_symmetry_name_find(const struct noe_slot_names *names, uint32_t slot) {
  for (uint32_t i = 0; i < names->count; i++)
    if (names->items[i].slot == slot)
      return &names->items[i];
  return NULL;
}

static void make_room(struct noe_slot_names *names, uint32_t room) {
  struct noe_slot_name *items = NOE_NEW_ARRAY(names->arena, struct noe_slot_name, room);
  if (names->count)
    memcpy(items, names->items, names->count * sizeof *items);
  names->items = items;
  names->room = room;
}

void noe_symmetry_name_bind(struct noe_slot_names *names, struct noe_slot_name name) {
  struct noe_slot_name *known = noe_symmetry_name_find(names, name.slot);
  if (!known) {
    if (names->count == names->room)
      make_room(names, names->room * 2 + 8);
    known = &names->items[names->count++];
  }
  *known = name;
}

struct noe_slot_names noe_symmetry_names_copy(const struct noe_slot_names *names) {
  struct noe_slot_names copy = *names;
  make_room(&copy, names->count + 4);
  return copy;
}

void noe_symmetry_names_join(struct noe_slot_names *names, const struct noe_slot_names *other) {
  for (uint32_t i = 0; i < other->count; i++) {
    struct noe_slot_name *known = noe_symmetry_name_find(names, other->items[i].slot);
    if (!known)
      continue;
    known->gone |= other->items[i].gone;
    known->shaky |= other->items[i].shaky;
  }
}

static bool same_name(const struct noe_slot_name *a, const struct noe_slot_name *b) {
  return a->slot == b->slot && a->fixed == b->fixed && a->bag == b->bag && a->gone == b->gone && a->shaky == b->shaky &&
         a->place == b->place && a->alias == b->alias;
}

bool noe_symmetry_names_same(const struct noe_slot_names *a, const struct noe_slot_names *b) {
  bool same = a->count == b->count;
  for (uint32_t i = 0; same && i < a->count; i++)
    same = same_name(&a->items[i], &b->items[i]);
  return same;
}

static bool is_fixed(const struct noe_slot_names *names, uint32_t slot) {
  const struct noe_slot_name *known = noe_symmetry_name_find(names, slot);
  return known && known->fixed;
}

/* ----------------------------------------------------------------- places */

static const struct noe_expr *index_in(const struct noe_expr *element) {
  const struct noe_expr *index = element->right;
  while (index->kind == NOE_EXPR_SHIFT_PART || index->kind == NOE_EXPR_NARROW)
    index = index->left;
  return index;
}

bool noe_symmetry_place_stays(const struct noe_slot_names *names, const struct noe_expr *place) {
  for (; place->kind == NOE_EXPR_FIELD || place->kind == NOE_EXPR_ELEMENT; place = place->left) {
    if (place->kind == NOE_EXPR_FIELD)
      continue;
    const struct noe_expr *index = index_in(place);
    bool local = index->kind == NOE_EXPR_READ && index->left->kind == NOE_EXPR_LOCAL;
    if (index->kind != NOE_EXPR_CONSTANT && !(local && is_fixed(names, index->left->slot)))
      return false;
  }
  return place->kind == NOE_EXPR_GLOBAL || place->kind == NOE_EXPR_LOCAL || place->kind == NOE_EXPR_REFERENCE;
}

/* Behind aliases of it. */
static const struct noe_expr *behind(const struct noe_slot_names *names, const struct noe_expr *place) {
  while (place->kind == NOE_EXPR_REFERENCE) {
    const struct noe_slot_name *known = noe_symmetry_name_find(names, place->slot);
    if (!known || !known->place)
      break;
    place = known->place;
  }
  return place;
}

bool noe_symmetry_same_multiset(const struct noe_slot_names *names, const struct noe_expr *a,
                                const struct noe_expr *b) {
  a = behind(names, a), b = behind(names, b);
  if (a->kind != b->kind)
    return false;
  if (a->kind == NOE_EXPR_FIELD)
    return a->slot == b->slot && noe_symmetry_same_multiset(names, a->left, b->left);
  if (a->kind == NOE_EXPR_ELEMENT)
    return noe_model_same_value(a->right, b->right) && noe_symmetry_same_multiset(names, a->left, b->left);
  return noe_model_same_place(a, b);
}

/* ----------------------------------------------------------------- changes */

/* Are there such bags in values of this type? */
static bool holds(const struct noe_type *type, const struct noe_type *bag) {
  switch (type->kind) {
  case NOE_TYPE_MULTISET: return type == bag || holds(type->element, bag);
  case NOE_TYPE_ARRAY: return holds(type->element, bag);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (holds(type->fields[i].type, bag))
        return true;
    return false;
  default: return false;
  }
}

const struct noe_expr *noe_symmetry_root(const struct noe_expr *place) {
  while (place->left)
    place = place->left;
  return place;
}

/* Can they be of one variable? What a reference leads to is not known. */
static bool may_meet(const struct noe_expr *a, const struct noe_expr *b) {
  a = noe_symmetry_root(a), b = noe_symmetry_root(b);
  bool known = (a->kind == NOE_EXPR_GLOBAL || a->kind == NOE_EXPR_LOCAL) &&
               (b->kind == NOE_EXPR_GLOBAL || b->kind == NOE_EXPR_LOCAL);
  return !known || (a->kind == b->kind && a->slot == b->slot);
}

void noe_symmetry_names_disturb(struct noe_slot_names *names, const struct noe_type *type,
                                const struct noe_expr *target) {
  for (uint32_t i = 0; i < names->count; i++) {
    struct noe_slot_name *name = &names->items[i];
    if (name->bag && holds(type, name->bag->type) &&
        (!target || may_meet(behind(names, target), behind(names, name->bag))))
      name->gone = true;
  }
}

void noe_symmetry_names_remove(struct noe_slot_names *names, uint32_t slot, const struct noe_expr *bag) {
  for (uint32_t i = 0; i < names->count; i++) {
    struct noe_slot_name *known = &names->items[i];
    known->gone |= known->slot == slot;
    known->shaky |=
        known->bag && known->bag->type == bag->type && may_meet(behind(names, bag), behind(names, known->bag));
  }
}

void noe_symmetry_names_refill(struct noe_slot_names *names) {
  for (uint32_t i = 0; i < names->count; i++)
    names->items[i].gone |= names->items[i].shaky;
}

/* Does the place depend on this cell of the frame, or (NO_CELL) on something that is not in the frame? */
enum { NO_CELL = UINT32_MAX };
static bool depends(const struct noe_expr *bag, uint32_t cell) {
  if (bag->kind == NOE_EXPR_FIELD)
    return depends(bag->left, cell);
  if (bag->kind != NOE_EXPR_ELEMENT)
    return false;
  const struct noe_expr *index = index_in(bag);
  bool local = index->kind == NOE_EXPR_READ && index->left->kind == NOE_EXPR_LOCAL;
  bool here = cell == NO_CELL ? index->kind != NOE_EXPR_CONSTANT && !local : local && index->left->slot == cell;
  return here || depends(bag->left, cell);
}

void noe_symmetry_names_change_index(struct noe_slot_names *names, const struct noe_expr *target) {
  target = behind(names, target);
  for (uint32_t i = 0; i < names->count && target->kind == NOE_EXPR_LOCAL; i++) {
    struct noe_slot_name *name = &names->items[i];
    name->gone |= name->bag && depends(behind(names, name->bag), target->slot);
    if (name->place && depends(name->place, target->slot))
      name->place = NULL;
  }
}

void noe_symmetry_names_change_anything(struct noe_slot_names *names) {
  for (uint32_t i = 0; i < names->count; i++) {
    struct noe_slot_name *name = &names->items[i];
    name->gone |= name->bag && depends(behind(names, name->bag), NO_CELL);
  }
  noe_symmetry_names_refill(names);
}
