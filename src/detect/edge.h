/* Comparisons by size that say no more than `=`: of 0..3, `h > 0` is `h != 0`, and `h <= 2` is `h != 3`. People write
 * them where the first or the last number is nobody. They name that value, and show no order of the others. */
#ifndef NOE_DETECT_EDGE_H
#define NOE_DETECT_EDGE_H

#include "detect/infer.h"

struct noe_edge {
  enum noe_expr_kind kind;          /* EQUAL or NOT_EQUAL */
  const struct noe_expr *side;      /* what is compared */
  const struct noe_expr *threshold; /* the constant that it is compared with */
  int64_t value;                    /* the first or the last value of its range */
};

/* Is the comparison (LESS, LESS_EQUAL) of that kind? The value that is compared is in the range of its place, or
 * undefined, which is an error either way; so what is asked is not computed but read. */
bool noe_detect_edge(const struct noe_expr *expr, struct noe_edge *edge);

#endif
