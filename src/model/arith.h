/* Checked 64-bit arithmetic, the same for the interpreter and for constants. */
#ifndef NOE_MODEL_ARITH_H
#define NOE_MODEL_ARITH_H

#include "model/expr.h"

/* Computes an integer operation (NEGATE … SHIFT_RIGHT; `right` is ignored by the
 * unary ones). False if the result does not fit, or on division by zero. */
bool noe_model_compute(enum noe_expr_kind kind, int64_t left, int64_t right, int64_t *result);

#endif
