#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "model/value.h"

static void fill_undefined(int64_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    cells[i] = NOE_UNDEFINED;
}

void noe_model_fill_absent(const struct noe_type *multiset, int64_t *slot) {
  slot[0] = 0;
  noe_model_fill(multiset->element, slot + 1, false);
}

void noe_model_fill(const struct noe_type *type, int64_t *cells, bool clear) {
  if (!clear && !type->has_multiset) {
    fill_undefined(cells, type->cells);
    return;
  }
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      noe_model_fill(type->element, cells + i, clear);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      noe_model_fill(type->fields[i].type, cells + type->fields[i].offset, clear);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->capacity; i++)
      noe_model_fill_absent(type, cells + i * type->stride);
    break;
  default: cells[0] = type->low <= type->high ? type->low : NOE_UNDEFINED;
  }
}

int noe_model_compare_slots(const struct noe_type *multiset, const int64_t *a, const int64_t *b) {
  if (!noe_model_is_present(a) || !noe_model_is_present(b))
    return noe_model_is_present(b) - noe_model_is_present(a);
  for (uint32_t i = 1; i < multiset->stride; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static void swap_slots(int64_t *a, int64_t *b, uint32_t stride) {
  for (uint32_t i = 0; i < stride; i++) {
    int64_t cell = a[i];
    a[i] = b[i];
    b[i] = cell;
  }
}

static bool is_sorted(const struct noe_type *type, const int64_t *cells) {
  for (uint32_t i = 1; i < type->capacity; i++)
    if (noe_model_compare_slots(type, cells + (size_t)(i - 1) * type->stride, cells + (size_t)i * type->stride) > 0)
      return false;
  return true;
}

/* Insertion, because a firing disturbs few slots of a bag that was sorted. */
void noe_model_sort_multiset(const struct noe_type *type, int64_t *cells) {
  uint32_t stride = type->stride;
  assert(type->kind == NOE_TYPE_MULTISET && "slots are those of multisets");
  for (uint32_t i = 0; i < type->capacity; i++) {
    int64_t *slot = cells + (size_t)i * stride;
    if (slot[0] != 0 && !noe_model_is_present(slot))
      noe_model_fill_absent(type, slot); /* came from a frame that was never set */
    for (; slot > cells && noe_model_compare_slots(type, slot - stride, slot) > 0; slot -= stride)
      swap_slots(slot - stride, slot, stride);
  }
  NOE_COSTLY(is_sorted(type, cells) && "elements come first, in order, then what is empty");
}

void noe_model_normalise_value(const struct noe_type *type, int64_t *cells) {
  if (!type->has_multiset)
    return;
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; i < type->cells; i += type->stride)
      noe_model_normalise_value(type->element, cells + i);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      noe_model_normalise_value(type->fields[i].type, cells + type->fields[i].offset);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->capacity; i++)
      noe_model_normalise_value(type->element, cells + (size_t)i * type->stride + 1);
    noe_model_sort_multiset(type, cells);
    break;
  default: break;
  }
}
