/* Intervals of numbers. */
#ifndef NOE_LOWER_BOUNDS_H
#define NOE_LOWER_BOUNDS_H

#include "lower/lower_int.h"

struct noe_span_of_numbers {
  int64_t low, high;
};

/* What an integer operation comes to, if its operands are within these and the result fits. */
struct noe_span_of_numbers noe_lower_span(enum noe_expr_kind operator, struct noe_span_of_numbers left,
                                          struct noe_span_of_numbers right);
/* Does it fit whatever the operands are? */
bool noe_lower_fits(enum noe_expr_kind operator, struct noe_span_of_numbers left, struct noe_span_of_numbers right);

#endif
