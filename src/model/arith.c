/* The least number stands for undefined, so it is out of reach as a result. */
#include <assert.h>

#include "model/arith.h"

#include "model/machine_int.h"

/* Beyond the width every bit is gone, in either direction, the sign included. */
static bool shift_right(int64_t value, uint64_t amount, int64_t *result) {
  *result = amount > 63 ? 0 : value >> amount;
  return true;
}

/* Within it none may get lost. */
static bool shift_left(int64_t value, uint64_t amount, int64_t *result) {
  if (amount > 63) {
    *result = 0;
    return true;
  }
  *result = (int64_t)((uint64_t)value << amount);
  return *result >> amount == value;
}

static bool shift(int64_t value, int64_t amount, bool left, int64_t *result) {
  bool other_way = amount < 0;
  uint64_t distance = other_way ? -(uint64_t)amount : (uint64_t)amount;
  return left != other_way ? shift_left(value, distance, result) : shift_right(value, distance, result);
}

static bool divide(enum noe_expr_kind kind, int64_t left, int64_t right, int64_t *result) {
  if (right == 0)
    return false;
  if (right == -1) { /* the one division that can overflow */
    *result = 0;
    return kind == NOE_EXPR_REMAINDER || !__builtin_sub_overflow((int64_t)0, left, result);
  }
  *result = kind == NOE_EXPR_DIVIDE ? left / right : left % right;
  return true;
}

static bool compute(enum noe_expr_kind kind, int64_t left, int64_t right, int64_t *result) {
  switch (kind) {
  case NOE_EXPR_NEGATE: return !__builtin_sub_overflow((int64_t)0, left, result);
  case NOE_EXPR_ADD: return !__builtin_add_overflow(left, right, result);
  case NOE_EXPR_SUBTRACT: return !__builtin_sub_overflow(left, right, result);
  case NOE_EXPR_MULTIPLY: return !__builtin_mul_overflow(left, right, result);
  case NOE_EXPR_DIVIDE:
  case NOE_EXPR_REMAINDER: return divide(kind, left, right, result);
  case NOE_EXPR_BIT_NOT: *result = ~left; return true;
  case NOE_EXPR_BIT_AND: *result = left & right; return true;
  case NOE_EXPR_BIT_OR: *result = left | right; return true;
  case NOE_EXPR_BIT_XOR: *result = left ^ right; return true;
  default: return shift(left, right, kind == NOE_EXPR_SHIFT_LEFT, result);
  }
}

bool noe_model_compute(enum noe_expr_kind kind, int64_t left, int64_t right, int64_t *result) {
  return compute(kind, left, right, result) && *result != NOE_UNDEFINED;
}

int64_t noe_model_arithmetic(struct noe_machine *machine, const struct noe_expr *expr, int64_t left, int64_t right) {
  assert(left != NOE_UNDEFINED && right != NOE_UNDEFINED && "operands are defined: that is looked at before");
  int64_t result;
  if (noe_model_compute(expr->kind, left, right, &result))
    return result;
  if ((expr->kind == NOE_EXPR_DIVIDE || expr->kind == NOE_EXPR_REMAINDER) && right == 0)
    noe_model_fault(machine, NOE_R_DIVISION, expr->place, "division by zero");
  noe_model_fault(machine, NOE_R_OVERFLOW, expr->place, "the result does not fit 64 bits");
}
