#include "model/type.h"

int noe_model_union_part(const struct noe_type *type, const struct noe_type *part) {
  if (type->kind != NOE_TYPE_UNION)
    return -1;
  for (uint32_t i = 0; i < type->part_count; i++)
    if (type->parts[i] == part)
      return (int)i;
  return -1;
}

const struct noe_type *noe_model_value_type(const struct noe_type *type, int64_t value, int64_t *local) {
  *local = value;
  if (type->kind != NOE_TYPE_UNION || value < 0 || value > type->high)
    return type;
  uint32_t part = type->part_count - 1;
  while (type->part_offsets[part] > value)
    part--;
  *local = value - type->part_offsets[part];
  return type->parts[part];
}
