/* Interval arithmetic: sums and products are exact in 128 bits, then cut to what fits. */
#include <assert.h>

#include "lower/bounds.h"

typedef __int128 wide;

/* The least number stands for undefined. */
#define LEAST (INT64_MIN + 1)

struct wide_span {
  wide low, high;
};

static bool is_within(struct wide_span span) { return span.low >= LEAST && span.high <= INT64_MAX; }

static struct noe_span_of_numbers cut(struct wide_span span) {
  return (struct noe_span_of_numbers){.low = span.low < LEAST       ? LEAST
                                             : span.low > INT64_MAX ? INT64_MAX
                                                                    : (int64_t)span.low,
                                      .high = span.high > INT64_MAX ? INT64_MAX
                                              : span.high < LEAST   ? LEAST
                                                                    : (int64_t)span.high};
}

static struct wide_span product(struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  wide corners[] = {(wide)a.low * b.low, (wide)a.low * b.high, (wide)a.high * b.low, (wide)a.high * b.high};
  struct wide_span span = {corners[0], corners[0]};
  for (int i = 1; i < 4; i++) {
    span.low = corners[i] < span.low ? corners[i] : span.low;
    span.high = corners[i] > span.high ? corners[i] : span.high;
  }
  return span;
}

static wide magnitude(struct noe_span_of_numbers a) {
  wide low = a.low < 0 ? -(wide)a.low : a.low, high = a.high < 0 ? -(wide)a.high : a.high;
  return low > high ? low : high;
}

/* Toward zero: never further from it than the dividend. */
static struct wide_span quotient(struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  wide most = magnitude(a);
  bool positive = (a.low >= 0 && b.low >= 0) || (a.high <= 0 && b.high <= 0);
  return (struct wide_span){positive ? 0 : -most, most};
}

/* With the sign of the dividend, and less than the divisor. */
static struct wide_span remainder_of(struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  wide most = magnitude(b) ? magnitude(b) - 1 : 0;
  if (magnitude(a) < most)
    most = magnitude(a);
  return (struct wide_span){a.low >= 0 ? 0 : -most, a.high <= 0 ? 0 : most};
}

/* The least number of the form 2^k - 1 that is not less. */
static wide all_ones(wide number) {
  wide ones = 0;
  while (ones < number)
    ones = ones * 2 + 1;
  return ones;
}

static struct wide_span bits(enum noe_expr_kind operator, struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  if (a.low < 0 || b.low < 0)
    return (struct wide_span){INT64_MIN, INT64_MAX};
  wide most = a.high > b.high ? a.high : b.high, least = a.high < b.high ? a.high : b.high;
  return (struct wide_span){0, operator== NOE_EXPR_BIT_AND ? least : all_ones(most)};
}

/* Without signs nothing becomes negative; bits go out to the right only. */
static struct wide_span shift(enum noe_expr_kind operator, struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  if (a.low < 0)
    return (struct wide_span){INT64_MIN, INT64_MAX};
  bool down = operator== NOE_EXPR_SHIFT_RIGHT ? b.low >= 0 : b.high <= 0;
  return (struct wide_span){0, down ? a.high : INT64_MAX};
}

static struct wide_span exact(enum noe_expr_kind operator, struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  switch (operator) {
  case NOE_EXPR_NEGATE: return (struct wide_span){-(wide)a.high, -(wide)a.low};
  case NOE_EXPR_ADD: return (struct wide_span){(wide)a.low + b.low, (wide)a.high + b.high};
  case NOE_EXPR_SUBTRACT: return (struct wide_span){(wide)a.low - b.high, (wide)a.high - b.low};
  case NOE_EXPR_MULTIPLY: return product(a, b);
  case NOE_EXPR_DIVIDE: return quotient(a, b);
  case NOE_EXPR_REMAINDER: return remainder_of(a, b);
  case NOE_EXPR_BIT_NOT: return (struct wide_span){-(wide)a.high - 1, -(wide)a.low - 1};
  case NOE_EXPR_BIT_AND:
  case NOE_EXPR_BIT_OR:
  case NOE_EXPR_BIT_XOR: return bits(operator, a, b);
  default: return shift(operator, a, b);
  }
}

struct noe_span_of_numbers noe_lower_span(enum noe_expr_kind operator, struct noe_span_of_numbers left,
                                          struct noe_span_of_numbers right) {
  const struct noe_span_of_numbers span = cut(exact(operator, left, right));
  assert((span.low <= span.high || left.low > left.high || right.low > right.high) && span.low > INT64_MIN &&
         "of some numbers some number comes out, and it is defined");
  return span;
}

/* Shifts to the left lose bits; whether they do is not followed. */
bool noe_lower_fits(enum noe_expr_kind operator, struct noe_span_of_numbers left, struct noe_span_of_numbers right) {
  if (operator== NOE_EXPR_SHIFT_LEFT && right.high> 0)
    return false;
  if (operator== NOE_EXPR_SHIFT_RIGHT && right.low<0)
    return false;
  return is_within(exact(operator, left, right));
}
