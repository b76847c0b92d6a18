/* Expressions with a value. */
#include <assert.h>

#include "network/ground.h"

/* ---------------------------------------------------------------- numbers */

static bool is_error(int64_t value) { return value == NOE_ENTRY_FAILS || value == NOE_UNDEFINED; }

static int64_t divide(enum noe_expr_kind kind, int64_t left, int64_t right) {
  if (!right || (left == INT64_MIN && right == -1))
    return NOE_ENTRY_FAILS;
  return kind == NOE_EXPR_DIVIDE ? left / right : left % right;
}

/* Numbers are small here: no sum of two of them is too large for a word. */
static bool is_small(int64_t value) { return value > -((int64_t)1 << 31) && value < (int64_t)1 << 31; }

static int64_t compute_two(enum noe_expr_kind kind, int64_t left, int64_t right) {
  if (!is_small(left) || !is_small(right))
    return NOE_ENTRY_UNKNOWN;
  switch (kind) {
  case NOE_EXPR_ADD: return left + right;
  case NOE_EXPR_SUBTRACT: return left - right;
  case NOE_EXPR_MULTIPLY: return left * right;
  case NOE_EXPR_DIVIDE:
  case NOE_EXPR_REMAINDER: return divide(kind, left, right);
  case NOE_EXPR_LESS: return left < right;
  case NOE_EXPR_LESS_EQUAL: return left <= right;
  case NOE_EXPR_EQUAL: return left == right;
  case NOE_EXPR_NOT_EQUAL: return left != right;
  default: return NOE_ENTRY_UNKNOWN;
  }
}

static bool is_understood(enum noe_expr_kind kind) {
  switch (kind) {
  case NOE_EXPR_NEGATE:
  case NOE_EXPR_ADD:
  case NOE_EXPR_SUBTRACT:
  case NOE_EXPR_MULTIPLY:
  case NOE_EXPR_DIVIDE:
  case NOE_EXPR_REMAINDER:
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL:
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return true;
  default: return false;
  }
}

/* Operands are values of the operands of the expression, evaluated one after the other. */
static int64_t compute(const void *context, const int64_t *operands) {
  const struct noe_expr *expr = context;
  if (expr->kind == NOE_EXPR_CONDITIONAL)
    return is_error(operands[0]) ? operands[0] : operands[0] ? operands[1] : operands[2];
  if (is_error(operands[0]))
    return NOE_ENTRY_FAILS;
  switch (expr->kind) {
  case NOE_EXPR_NOT: return !operands[0];
  case NOE_EXPR_NEGATE: return compute_two(NOE_EXPR_SUBTRACT, 0, operands[0]);
  case NOE_EXPR_AND: return operands[0] ? operands[1] : 0;
  case NOE_EXPR_OR: return operands[0] ? 1 : operands[1];
  case NOE_EXPR_IMPLIES: return operands[0] ? operands[1] : 1;
  default: return is_error(operands[1]) ? NOE_ENTRY_FAILS : compute_two(expr->kind, operands[0], operands[1]);
  }
}

/* --------------------------------------------------------------- operators */

static uint32_t truth(struct noe_ground *ground, const struct noe_ground_value *value) {
  return noe_ground_term(ground, value, NOE_PLAIN_CLASS, 1, 0);
}

static struct noe_ground_value as_truth(struct noe_ground *ground, uint32_t term, const struct noe_value_table *table) {
  struct noe_ground_value value = noe_ground_dynamic(ground, term, NOE_PLAIN_CLASS, 0, 1);
  if (table)
    value.table = table;
  return value;
}

/* Only the table is known: a term is made where the class of the result is known. */
static struct noe_ground_value as_table(const struct noe_value_table *table) {
  return (struct noe_ground_value){.term = NOE_NO_TERM, .table = table};
}

/* A number that is written down as it is; its operands are kept apart. */
static struct noe_ground_value as_operation(struct noe_ground *ground, const struct noe_expr *expr,
                                            const struct noe_ground_value *operands, uint32_t count) {
  assert(count <= 3 && "operators have three operands at most");
  uint32_t parts[6];
  for (uint32_t i = 0; i < count; i++)
    parts[i] = noe_ground_term(ground, &operands[i], NOE_PLAIN_CLASS, 1, 0);
  parts[count] = noe_ground_literal(ground, NOE_PLAIN_CLASS, expr->value);
  parts[count + 1] = noe_ground_literal(ground, NOE_PLAIN_CLASS, expr->low);
  parts[count + 2] = noe_ground_literal(ground, NOE_PLAIN_CLASS, expr->high);
  uint32_t term = noe_ground_make(ground, NOE_TERM_OPERATION, (uint32_t)expr->kind, 0, parts, count + 3);
  bool is_truth = expr->type && expr->type->kind == NOE_TYPE_BOOLEAN;
  return noe_ground_dynamic(ground, term, NOE_PLAIN_CLASS, is_truth ? 0 : 1, is_truth ? 1 : 0);
}

static struct noe_ground_value arithmetic(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_value operands[2] = {noe_ground_value(ground, expr->left)};
  uint32_t count = expr->right ? 2 : 1;
  if (count == 2)
    operands[1] = noe_ground_value(ground, expr->right);
  bool is_fixed = operands[0].is_fixed && (count == 1 || operands[1].is_fixed);
  if (!is_understood(expr->kind) && !is_fixed)
    return as_operation(ground, expr, operands, count);
  const int64_t numbers[2] = {operands[0].number, operands[1].number};
  if (is_fixed) {
    int64_t number = is_understood(expr->kind) ? compute(expr, numbers) : NOE_ENTRY_FAILS;
    if (is_error(number) || number == NOE_ENTRY_UNKNOWN)
      noe_ground_fail(ground);
    return noe_ground_fixed(number);
  }
  const struct noe_value_table *table = noe_ground_combine(ground, operands, count, compute, expr);
  return table ? as_table(table) : as_operation(ground, expr, operands, count);
}

/* --------------------------------------------------------------- equality */

/* The class that both sides belong to: that of a side that is a place, or else none. */
static uint32_t common_class(const struct noe_ground_value *left, const struct noe_ground_value *right) {
  if (!left->is_fixed && left->term != NOE_NO_TERM)
    return left->class;
  return !right->is_fixed && right->term != NOE_NO_TERM ? right->class : NOE_PLAIN_CLASS;
}

static struct noe_ground_value negation(struct noe_ground *ground, struct noe_ground_value value,
                                        const struct noe_expr *expr) {
  static const struct noe_expr not = {.kind = NOE_EXPR_NOT};
  (void)expr;
  if (value.is_fixed)
    return noe_ground_fixed(!value.number);
  uint32_t part = truth(ground, &value);
  return as_truth(ground, noe_ground_make(ground, NOE_TERM_NOT, 0, 0, &part, 1),
                  value.table ? noe_ground_combine(ground, &value, 1, compute, &not ) : NULL);
}

static struct noe_ground_value equality(struct noe_ground *ground, const struct noe_expr *expr) {
  static const struct noe_expr equal = {.kind = NOE_EXPR_EQUAL};
  struct noe_ground_value sides[2] = {noe_ground_value(ground, expr->left), noe_ground_value(ground, expr->right)};
  struct noe_ground_value result;
  if (sides[0].is_fixed && sides[1].is_fixed) {
    result = noe_ground_fixed(sides[0].number == sides[1].number);
  } else {
    const struct noe_value_table *table = noe_ground_combine(ground, sides, 2, compute, &equal);
    uint32_t class = common_class(&sides[0], &sides[1]), parts[2];
    bool is_computed = class == NOE_PLAIN_CLASS && table;
    if (is_computed && sides[0].term == NOE_NO_TERM && sides[1].term == NOE_NO_TERM) {
      result = as_table(table);
    } else {
      for (uint32_t i = 0; i < 2; i++)
        parts[i] = noe_ground_term(ground, &sides[i], class, 1, 0);
      result = as_truth(ground, noe_ground_make(ground, NOE_TERM_EQUAL, 0, 0, parts, 2), table);
    }
  }
  return expr->kind == NOE_EXPR_EQUAL ? result : negation(ground, result, expr);
}

/* ------------------------------------------------------------- truth values */

/* All of them, or some: parts are gathered, those of parts of the same kind as well. */
struct gathering {
  NOE_LIST(uint32_t) parts;
  bool is_all, can_fail;
};

static void gather(struct noe_ground *ground, struct gathering *gathering, uint32_t term) {
  const struct noe_term *at = noe_term_at(&ground->terms, term);
  if (at->kind == (gathering->is_all ? NOE_TERM_ALL : NOE_TERM_SOME)) {
    for (uint32_t i = 0; i < at->count; i++) {
      uint32_t part = noe_term_parts(&ground->terms, term)[i];
      NOE_LIST_PUSH(ground->arena, &gathering->parts, part);
    }
    return;
  }
  gathering->can_fail |= at->can_fail;
  NOE_LIST_PUSH(ground->arena, &gathering->parts, term);
}

/* A part alone may fail: nothing is hidden by it, and it hides nothing. */
static uint32_t gathered(struct noe_ground *ground, struct gathering *gathering) {
  enum noe_term_kind kind = gathering->is_all ? NOE_TERM_ALL : NOE_TERM_SOME;
  if (gathering->can_fail)
    kind = gathering->is_all ? NOE_TERM_ALL_IN_ORDER : NOE_TERM_SOME_IN_ORDER;
  assert(gathering->parts.count && "all of nothing, and some of it, are fixed");
  if (gathering->parts.count == 1)
    return gathering->parts.items[0];
  return noe_ground_make(ground, kind, 0, 0, gathering->parts.items, (uint32_t)gathering->parts.count);
}

/* left & right, left | right; the left side decides alone if it is fixed. */
static struct noe_ground_value junction(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_value sides[2] = {noe_ground_value(ground, expr->left)};
  if (expr->kind == NOE_EXPR_IMPLIES)
    sides[0] = negation(ground, sides[0], expr);
  bool is_all = expr->kind == NOE_EXPR_AND;
  if (sides[0].is_fixed && (sides[0].number != 0) != is_all)
    return sides[0];
  sides[1] = noe_ground_value(ground, expr->right);
  if (sides[0].is_fixed)
    return sides[1];
  struct gathering gathering = {.is_all = is_all};
  gather(ground, &gathering, truth(ground, &sides[0]));
  if (sides[1].is_fixed && ((sides[1].number != 0) == is_all || !gathering.can_fail))
    return (sides[1].number != 0) == is_all ? sides[0] : sides[1];
  static const struct noe_expr kinds[] = {{.kind = NOE_EXPR_OR}, {.kind = NOE_EXPR_AND}};
  const struct noe_value_table *table = noe_ground_combine(ground, sides, 2, compute, &kinds[is_all]);
  gather(ground, &gathering, truth(ground, &sides[1]));
  return as_truth(ground, gathered(ground, &gathering), table);
}

/* One round after the other, which decide alone if they are fixed. */
static struct noe_ground_value quantifier(struct noe_ground *ground, const struct noe_expr *expr) {
  int64_t low, high, step;
  struct gathering gathering = {.is_all = expr->kind == NOE_EXPR_FORALL};
  if (!noe_ground_domain(ground, &expr->domain, &low, &high, &step))
    return noe_ground_fixed(0);
  struct noe_binding before = ground->frame[expr->slot];
  bool is_decided = false;
  for (int64_t i = low; (step > 0 ? i <= high : i >= high) && !ground->failed && !is_decided; i += step) {
    ground->frame[expr->slot] = (struct noe_binding){.kind = NOE_BOUND_VALUE, .value = noe_ground_fixed(i)};
    struct noe_ground_value round = noe_ground_value(ground, expr->left);
    if (!round.is_fixed)
      gather(ground, &gathering, truth(ground, &round));
    else
      is_decided = (round.number != 0) != gathering.is_all;
  }
  ground->frame[expr->slot] = before;
  if (is_decided && !gathering.can_fail)
    return noe_ground_fixed(!gathering.is_all);
  if (is_decided)
    gather(ground, &gathering, noe_ground_literal(ground, NOE_PLAIN_CLASS, !gathering.is_all));
  if (!gathering.parts.count)
    return noe_ground_fixed(gathering.is_all);
  return as_truth(ground, gathered(ground, &gathering), NULL);
}

static struct noe_ground_value conditional(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_value parts[3] = {noe_ground_value(ground, expr->condition)};
  if (parts[0].is_fixed)
    return noe_ground_value(ground, parts[0].number ? expr->left : expr->right);
  parts[1] = noe_ground_value(ground, expr->left);
  parts[2] = noe_ground_value(ground, expr->right);
  const struct noe_value_table *table = noe_ground_combine(ground, parts, 3, compute, expr);
  if (table)
    return as_table(table);
  uint32_t class = common_class(&parts[1], &parts[2]), terms[3] = {truth(ground, &parts[0])};
  for (uint32_t i = 1; i < 3; i++)
    terms[i] = noe_ground_term(ground, &parts[i], class, 1, 0);
  uint32_t term = noe_ground_make(ground, NOE_TERM_OPERATION, NOE_EXPR_CONDITIONAL, 0, terms, 3);
  bool is_truth = expr->type && expr->type->kind == NOE_TYPE_BOOLEAN;
  struct noe_ground_value value = noe_ground_dynamic(ground, term, class, is_truth ? 0 : 1, is_truth ? 1 : 0);
  value.may_be_undefined = parts[1].may_be_undefined || parts[2].may_be_undefined;
  return value;
}

/* ------------------------------------------------------------------- others */

static struct noe_ground_value same(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_place left = noe_ground_place(ground, expr->left), right = noe_ground_place(ground, expr->right);
  uint32_t parts[2] = {left.term, right.term};
  if (ground->failed)
    return noe_ground_fixed(0);
  noe_ground_touch(ground, &left);
  noe_ground_touch(ground, &right);
  noe_detect_unify(&ground->classes, left.shape, right.shape, expr->place);
  return as_truth(ground, noe_ground_make(ground, NOE_TERM_SAME, 0, 0, parts, 2), NULL);
}

static struct noe_ground_value is_undefined(struct noe_ground *ground, const struct noe_expr *expr) {
  bool is_slot = expr->left->kind == NOE_EXPR_LOCAL || expr->left->kind == NOE_EXPR_REFERENCE;
  if (is_slot && ground->frame[expr->left->slot].kind == NOE_BOUND_VALUE) {
    noe_ground_fail(ground);
    return noe_ground_fixed(0);
  }
  struct noe_ground_place place = noe_ground_place(ground, expr->left);
  if (ground->failed)
    return noe_ground_fixed(0);
  noe_ground_touch(ground, &place);
  return as_truth(ground, noe_ground_make(ground, NOE_TERM_ISUNDEFINED, 0, 0, &place.term, 1), NULL);
}

/* Undefined is an error here. */
static struct noe_ground_value defined(struct noe_ground *ground, const struct noe_expr *expr) {
  struct noe_ground_value value = noe_ground_value(ground, expr->left);
  if (value.is_fixed && value.number == NOE_UNDEFINED)
    noe_ground_fail(ground);
  if (!value.may_be_undefined || value.is_fixed)
    return value;
  uint32_t term = noe_ground_make(ground, NOE_TERM_OPERATION, NOE_EXPR_DEFINED, 0, &value.term, 1);
  bool has_bounds = expr->type && noe_type_is_simple(expr->type) && expr->type->kind != NOE_TYPE_INTEGER;
  return noe_ground_dynamic(ground, term, value.class, has_bounds ? expr->type->low : 1,
                            has_bounds ? expr->type->high : 0);
}

struct noe_ground_value noe_ground_value(struct noe_ground *ground, const struct noe_expr *expr) {
  if (!ground->failed && expr->place.line)
    ground->at = expr->place;
  if (ground->terms.is_full || !noe_ground_spend(ground, 1)) {
    noe_ground_fail(ground);
    return noe_ground_fixed(0);
  }
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: return noe_ground_fixed(expr->value);
  case NOE_EXPR_UNDEFINED: return noe_ground_fixed(NOE_UNDEFINED);
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: return noe_ground_read(ground, expr);
  case NOE_EXPR_DEFINED: return defined(ground, expr);
  case NOE_EXPR_CALL: return noe_ground_call(ground, expr);
  case NOE_EXPR_CONDITIONAL: return conditional(ground, expr);
  case NOE_EXPR_NOT: return negation(ground, noe_ground_value(ground, expr->left), expr);
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return junction(ground, expr);
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return quantifier(ground, expr);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return equality(ground, expr);
  case NOE_EXPR_SAME: return same(ground, expr);
  case NOE_EXPR_ISUNDEFINED: return is_undefined(ground, expr);
  case NOE_EXPR_COUNT: noe_ground_fail(ground); return noe_ground_fixed(0);
  default: return arithmetic(ground, expr);
  }
}
