/* Integers. Where the bounds of the operands say that nothing can go wrong, plain C; else
 * tests as in model/arith.c. The least number stands for undefined and is never a result. */
#include "compile/emit_int.h"
#include "model/arith.h"

/* Bounds within these cannot overflow when added or subtracted. */
#define SMALL ((int64_t)1 << 61)
/* … and these when multiplied. */
#define TINY ((int64_t)1 << 30)

static bool within(const struct noe_term *term, int64_t limit) { return term->low > -limit && term->high < limit; }

static void bail_on_undefined(struct noe_emitter *emitter, const struct noe_term *term) {
  noe_compile_bail_if(emitter, "%s == INT64_MIN", term->text);
  if (noe_compile_is_narrow(emitter))
    noe_compile_bail_if(emitter, "%s == U", term->text);
}

/* In narrow cells a number far away stands for undefined: no value may be it. */
static struct noe_term settle(struct noe_emitter *emitter, struct noe_term term) {
  int64_t least = noe_compile_least(emitter);
  if (noe_compile_is_narrow(emitter) && term.low <= least && term.high >= least)
    noe_compile_bail_if(emitter, "%s == U", term.text);
  return term;
}

static struct noe_term checked(struct noe_emitter *emitter, const char *operation, const struct noe_term *left,
                               const struct noe_term *right) {
  struct noe_term result = {.low = INT64_MIN + 1, .high = INT64_MAX, .defined = true};
  unsigned name = noe_compile_name(emitter);
  noe_compile_line(emitter, "int64_t t%u;", name);
  noe_compile_bail_if(emitter, "%s_overflows(%s, %s, &t%u)", operation, left->text, right->text, name);
  struct noe_term term = noe_compile_term(emitter, result.low, result.high, true, "t%u", name);
  bail_on_undefined(emitter, &term);
  return term;
}

static struct noe_term multiply(struct noe_emitter *emitter, const struct noe_term *left,
                                const struct noe_term *right) {
  if (!within(left, TINY) || !within(right, TINY))
    return checked(emitter, "mul", left, right);
  int64_t products[] = {left->low * right->low, left->low * right->high, left->high * right->low,
                        left->high * right->high};
  int64_t low = products[0], high = products[0];
  for (int i = 1; i < 4; i++) {
    low = products[i] < low ? products[i] : low;
    high = products[i] > high ? products[i] : high;
  }
  return settle(emitter, noe_compile_term(emitter, low, high, true, "%s * %s", left->text, right->text));
}

static struct noe_term divide(struct noe_emitter *emitter, bool remainder, const struct noe_term *left,
                              const struct noe_term *right) {
  if (right->low <= 0 && right->high >= 0)
    noe_compile_bail_if(emitter, "%s == 0", right->text);
  if (noe_term_is_constant(right) && !right->low)
    return noe_compile_constant(0); /* never reached */
  /* The dividend is never the least number, so that nothing overflows. */
  int64_t low = INT64_MIN + 1, high = INT64_MAX;
  if (left->low >= 0 && right->low > 0) {
    low = 0;
    high = remainder && right->high - 1 < left->high ? right->high - 1 : left->high;
  }
  return settle(emitter,
                noe_compile_term(emitter, low, high, true, "%s %s %s", left->text, remainder ? "%" : "/", right->text));
}

static struct noe_term bits(struct noe_emitter *emitter, const char *operator, const struct noe_term * left,
                            const struct noe_term *right) {
  struct noe_term term =
      noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, true, "%s %s %s", left->text, operator, right->text);
  bail_on_undefined(emitter, &term);
  return term;
}

static struct noe_term shift(struct noe_emitter *emitter, bool to_left, const struct noe_term *left,
                             const struct noe_term *right) {
  unsigned name = noe_compile_name(emitter);
  noe_compile_line(emitter, "int64_t t%u;", name);
  noe_compile_bail_if(emitter, "!shift(%s, %s, %d, &t%u)", left->text, right->text, to_left, name);
  struct noe_term term = noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, true, "t%u", name);
  bail_on_undefined(emitter, &term);
  return term;
}

static struct noe_term add(struct noe_emitter *emitter, bool minus, const struct noe_term *left,
                           const struct noe_term *right) {
  if (!within(left, SMALL) || !within(right, SMALL))
    return checked(emitter, minus ? "sub" : "add", left, right);
  int64_t low = minus ? left->low - right->high : left->low + right->low;
  int64_t high = minus ? left->high - right->low : left->high + right->high;
  return settle(emitter,
                noe_compile_term(emitter, low, high, true, "%s %c %s", left->text, minus ? '-' : '+', right->text));
}

struct noe_term noe_compile_arithmetic(struct noe_emitter *emitter, enum noe_expr_kind kind, struct noe_term left,
                                       struct noe_term right) {
  int64_t folded;
  struct noe_term zero = noe_compile_constant(0);
  if (noe_term_is_constant(&left) && noe_term_is_constant(&right) &&
      noe_model_compute(kind, left.low, right.low, &folded) && folded != noe_compile_least(emitter))
    return noe_compile_constant(folded);
  switch (kind) {
  case NOE_EXPR_NEGATE: return add(emitter, true, &zero, &left);
  case NOE_EXPR_ADD: return add(emitter, false, &left, &right);
  case NOE_EXPR_SUBTRACT: return add(emitter, true, &left, &right);
  case NOE_EXPR_MULTIPLY: return multiply(emitter, &left, &right);
  case NOE_EXPR_DIVIDE: return divide(emitter, false, &left, &right);
  case NOE_EXPR_REMAINDER: return divide(emitter, true, &left, &right);
  case NOE_EXPR_BIT_NOT: {
    struct noe_term ones = noe_compile_constant(-1);
    return bits(emitter, "^", &left, &ones);
  }
  case NOE_EXPR_BIT_AND: return bits(emitter, "&", &left, &right);
  case NOE_EXPR_BIT_OR: return bits(emitter, "|", &left, &right);
  case NOE_EXPR_BIT_XOR: return bits(emitter, "^", &left, &right);
  case NOE_EXPR_SHIFT_LEFT: return shift(emitter, true, &left, &right);
  case NOE_EXPR_SHIFT_RIGHT: return shift(emitter, false, &left, &right);
  default: noe_compile_refuse(emitter, "an unknown operation"); return zero;
  }
}
