/* Integers. Where the form says that nothing can go wrong, plain C; else tests as in model/arith.c. The least number
 * stands for undefined and is never a result. */
#include <assert.h>

#include "compile/emit_int.h"

static const char *operator_of(enum noe_expr_kind kind) {
  switch (kind) {
  case NOE_EXPR_ADD: return "+";
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_NEGATE: return "-";
  case NOE_EXPR_MULTIPLY: return "*";
  case NOE_EXPR_DIVIDE: return "/";
  case NOE_EXPR_REMAINDER: return "%";
  case NOE_EXPR_BIT_AND: return "&";
  case NOE_EXPR_BIT_OR: return "|";
  default: return "^";
  }
}

/* The function of runtime/ that says whether it overflows; NULL: it cannot. */
static const char *function_of(enum noe_expr_kind kind) {
  switch (kind) {
  case NOE_EXPR_ADD: return "add";
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_NEGATE: return "sub";
  case NOE_EXPR_MULTIPLY: return "mul";
  default: return NULL;
  }
}

bool noe_compile_may_be_least(const struct noe_emitter *emitter, const struct noe_low_op *op) {
  int64_t least = noe_compile_least(emitter);
  if (op->kind != NOE_LOW_ARITHMETIC)
    return false;
  const struct noe_low_value *known = &emitter->in->unit->values[op->result];
  return op->operator== NOE_EXPR_SHIFT_LEFT || op->operator==
      NOE_EXPR_SHIFT_RIGHT ||(noe_compile_is_narrow(emitter) && known->low <= least && known->high >= least);
}

/* left ∘ right, in a C variable; bails if it does not fit. */
static struct noe_term compute(struct noe_emitter *emitter, enum noe_expr_kind kind, const char *left,
                               const char *right, bool checked) {
  assert(*left && *right && "operands are something in C");
  const char *function = function_of(kind);
  bool shifts = kind == NOE_EXPR_SHIFT_LEFT || kind == NOE_EXPR_SHIFT_RIGHT;
  struct noe_term term;
  if (!shifts && !(checked && function))
    return noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, true, "%s %s %s", left, operator_of(kind), right);
  unsigned name = noe_compile_name(emitter);
  noe_compile_line(emitter, "int64_t t%u;", name);
  if (shifts)
    noe_compile_bail_if(emitter, "!shift(%s, %s, %d, &t%u)", left, right, kind == NOE_EXPR_SHIFT_LEFT, name);
  else
    noe_compile_bail_if(emitter, "%s_overflows(%s, %s, &t%u)", function, left, right, name);
  term = noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, true, "t%u", name);
  return term;
}

void noe_compile_arithmetic(struct noe_emitter *emitter, const struct noe_low_op *op, bool checked) {
  int64_t least = noe_compile_least(emitter), low = INT64_MIN + 1, high = INT64_MAX;
  const char *left = noe_compile_term_of(emitter, op->left)->text, *right = "(-1)"; /* of `^`, to negate bits */
  if (op->operator== NOE_EXPR_NEGATE) {
    right = left;
    left = "0";
  } else if (op->right != NOE_NO_VALUE)
    right = noe_compile_term_of(emitter, op->right)->text;
  struct noe_term term = compute(emitter, op->operator, left, right, checked);
  bool shifts = op->operator== NOE_EXPR_SHIFT_LEFT || op->operator== NOE_EXPR_SHIFT_RIGHT;
  if (op->result != NOE_NO_VALUE) {
    const struct noe_low_value *known = &emitter->in->unit->values[op->result];
    term.low = low = known->low;
    term.high = high = known->high;
    noe_compile_give(emitter, op->result, term);
  }
  if (checked || shifts)
    noe_compile_bail_if(emitter, "%s == INT64_MIN", term.text);
  if (noe_compile_is_narrow(emitter) && low <= least && high >= least)
    noe_compile_bail_if(emitter, "%s == U", term.text);
}

struct noe_term noe_compile_reduced(struct noe_emitter *emitter, const struct noe_low_op *op,
                                    const struct noe_term *before, const struct noe_term *right) {
  switch (op->update) {
  case NOE_UPDATE_OR: return noe_compile_term(emitter, 0, 1, true, "%s || %s", before->text, right->text);
  case NOE_UPDATE_AND: return noe_compile_term(emitter, 0, 1, true, "%s && %s", before->text, right->text);
  case NOE_UPDATE_GREATEST:
  case NOE_UPDATE_LEAST:
    return noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, true, "%s %c %s ? %s : %s", right->text,
                            op->update == NOE_UPDATE_GREATEST ? '>' : '<', before->text, right->text, before->text);
  default: {
    assert(op->update == NOE_UPDATE_ADD && "elements of multisets are added elsewhere");
    struct noe_term after =
        compute(emitter, op->negated ? NOE_EXPR_SUBTRACT : NOE_EXPR_ADD, before->text, right->text, true);
    noe_compile_bail_if(emitter, "%s == INT64_MIN || %s == U", after.text, after.text);
    return after;
  }
  }
}
