/* Shapes: types with a class at each leaf. A variable, parameter or bound name has a shape of its own, so that two
 * variables of one type may differ in what their values are used for. */
#ifndef NOE_DETECT_SHAPE_H
#define NOE_DETECT_SHAPE_H

#include "detect/classes.h"

struct noe_value_shape {
  const struct noe_type *type;
  uint32_t class;                       /* simple types */
  int64_t low, high;                    /* and their range; low > high: integers without one */
  const struct noe_value_shape **parts; /* array: index, element; record: fields; multiset: element; slot: multiset */
  uint32_t part_count;
  const struct noe_type *view; /* its type in the view, once that is known (rewrite.c) */
};

struct noe_value_shape *noe_detect_shape(struct noe_classes *classes, const struct noe_type *type);
/* What is kept in one is kept in the other: same classes leaf by leaf. Leaves must have equal ranges. */
void noe_detect_unify(struct noe_classes *classes, const struct noe_value_shape *a, const struct noe_value_shape *b,
                      struct noe_place place);
/* No leaf of it is a candidate. */
void noe_detect_limit_shape(struct noe_classes *classes, const struct noe_value_shape *shape, enum noe_limit limit,
                            struct noe_place place);
/* `clear` writes the first value of each leaf: a literal. Indices are no leaves here. */
void noe_detect_clear(struct noe_classes *classes, const struct noe_value_shape *shape, struct noe_place place,
                      uint32_t owner);

#endif
