/* Bounds of values, from the types of cells and what operations do to them. One pass in the
 * order of execution is enough, since nothing goes around a loop but through memory. */
#include "lower/bounds.h"

#include <assert.h>

#define WHOLE ((struct noe_span_of_numbers){INT64_MIN + 1, INT64_MAX})
static const struct noe_span_of_numbers truth = {0, 1};

struct bounding {
  struct noe_low_unit *unit;
  struct noe_span_of_numbers region; /* hull of what the innermost region was left with */
  bool left;
};

static struct noe_span_of_numbers of_type(const struct noe_type *type) {
  if (!type || type->kind == NOE_TYPE_INTEGER || !noe_type_is_simple(type) || type->low > type->high)
    return WHOLE;
  return (struct noe_span_of_numbers){type->low, type->high};
}

static struct noe_span_of_numbers of(const struct bounding *bounding, uint32_t value) {
  if (value == NOE_NO_VALUE)
    return (struct noe_span_of_numbers){0, 0};
  return (struct noe_span_of_numbers){bounding->unit->values[value].low, bounding->unit->values[value].high};
}

static struct noe_span_of_numbers hull(struct noe_span_of_numbers a, struct noe_span_of_numbers b) {
  return (struct noe_span_of_numbers){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* Empty ones, of checks that always fail, stay as they are: nothing behind them happens. */
static struct noe_span_of_numbers cut(struct noe_span_of_numbers a, int64_t low, int64_t high) {
  struct noe_span_of_numbers span = {a.low > low ? a.low : low, a.high < high ? a.high : high};
  return span.low <= span.high ? span : a;
}

static void set(struct bounding *bounding, uint32_t value, struct noe_span_of_numbers span) {
  if (value == NOE_NO_VALUE)
    return;
  assert(value < bounding->unit->value_count && "results are values of the unit");
  bounding->unit->values[value].low = span.low;
  bounding->unit->values[value].high = span.high;
}

static struct noe_span_of_numbers nonzero(struct noe_span_of_numbers span) {
  if (span.low == 0 && span.high > 0)
    span.low = 1;
  if (span.high == 0 && span.low < 0)
    span.high = -1;
  return span;
}

static struct noe_span_of_numbers shifted(struct noe_span_of_numbers span, int64_t number) {
  return noe_lower_span(NOE_EXPR_ADD, span, (struct noe_span_of_numbers){number, number});
}

/* --------------------------------------------------------------- comparisons */

static bool is_defined(const struct bounding *bounding, uint32_t value) {
  return bounding->unit->values[value].defined;
}

/* 1: true; 0: false; else it depends. */
static int known_order(const struct bounding *bounding, const struct noe_low_op *op) {
  struct noe_span_of_numbers a = of(bounding, op->left), b = of(bounding, op->right);
  switch (op->kind) {
  case NOE_LOW_EQUAL:
    if (!is_defined(bounding, op->left) && !is_defined(bounding, op->right))
      return -1;
    if (a.high < b.low || b.high < a.low)
      return 0;
    if (!is_defined(bounding, op->left) || !is_defined(bounding, op->right))
      return -1;
    return a.low == a.high && b.low == b.high ? 1 : -1;
  case NOE_LOW_LESS: return a.high < b.low ? 1 : a.low >= b.high ? 0 : -1;
  default: return a.high <= b.low ? 1 : a.low > b.high ? 0 : -1;
  }
}

static struct noe_span_of_numbers compared(const struct bounding *bounding, const struct noe_low_op *op) {
  int known = known_order(bounding, op);
  return known < 0 ? truth : (struct noe_span_of_numbers){known, known};
}

static struct noe_span_of_numbers contained(const struct bounding *bounding, const struct noe_low_op *op) {
  struct noe_span_of_numbers a = of(bounding, op->left);
  if (a.high < op->low || a.low > op->high)
    return (struct noe_span_of_numbers){0, 0};
  bool always = bounding->unit->values[op->left].defined && a.low >= op->low && a.high <= op->high;
  return (struct noe_span_of_numbers){always, 1};
}

static struct noe_span_of_numbers negated(struct noe_span_of_numbers a) {
  return a.low == a.high ? (struct noe_span_of_numbers){!a.low, !a.low} : truth;
}

/* ------------------------------------------------------------------- control */

static void bound_list(struct bounding *bounding, const struct noe_low_op *list);

/* Between the first value and the last; without a sign of the step nothing is known. */
static struct noe_span_of_numbers rounds(const struct bounding *bounding, const struct noe_low_op *op) {
  if (op->address)
    return (struct noe_span_of_numbers){0, (int64_t)op->address->type->capacity - 1};
  if (op->domain.type)
    return of_type(op->domain.type);
  struct noe_span_of_numbers from = of(bounding, op->domain.from), to = of(bounding, op->domain.to);
  struct noe_span_of_numbers by = of(bounding, op->domain.by);
  if (by.low > 0)
    return (struct noe_span_of_numbers){from.low, to.high < from.low ? from.low : to.high};
  if (by.high < 0)
    return (struct noe_span_of_numbers){to.low > from.high ? from.high : to.low, from.high};
  return hull(from, to);
}

static struct noe_span_of_numbers region(struct bounding *bounding, const struct noe_low_op *op) {
  assert(op->kind == NOE_LOW_REGION && "a LEAVE ends a region");
  struct noe_span_of_numbers outside = bounding->region;
  bool left = bounding->left;
  bounding->left = false;
  bound_list(bounding, op->body.first);
  struct noe_span_of_numbers span = bounding->left ? bounding->region : of_type(op->type);
  bounding->region = outside;
  bounding->left = left;
  return span;
}

static void leave(struct bounding *bounding, const struct noe_low_op *op) {
  if (op->left == NOE_NO_VALUE)
    return;
  struct noe_span_of_numbers span = of(bounding, op->left);
  bounding->region = bounding->left ? hull(bounding->region, span) : span;
  bounding->left = true;
}

static struct noe_span_of_numbers branches(struct bounding *bounding, const struct noe_low_op *op) {
  bound_list(bounding, op->body.first);
  bound_list(bounding, op->otherwise.first);
  if (op->body.yield == NOE_NO_VALUE || op->otherwise.yield == NOE_NO_VALUE)
    return of_type(op->type);
  return hull(of(bounding, op->body.yield), of(bounding, op->otherwise.yield));
}

static struct noe_span_of_numbers loop(struct bounding *bounding, const struct noe_low_op *op) {
  set(bounding, op->bound, op->kind == NOE_LOW_WHILE ? WHOLE : rounds(bounding, op));
  bound_list(bounding, op->condition.first);
  bound_list(bounding, op->body.first);
  return op->kind == NOE_LOW_COUNT ? (struct noe_span_of_numbers){0, op->address->type->capacity} : truth;
}

/* ------------------------------------------------------------------ dispatch */

static struct noe_span_of_numbers result_of(struct bounding *bounding, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_CONSTANT: return (struct noe_span_of_numbers){op->number, op->number};
  case NOE_LOW_NOT: return negated(of(bounding, op->left));
  case NOE_LOW_EQUAL:
  case NOE_LOW_LESS:
  case NOE_LOW_LESS_EQUAL: return compared(bounding, op);
  case NOE_LOW_IS_UNDEFINED:
    return bounding->unit->values[op->left].defined ? (struct noe_span_of_numbers){0, 0} : truth;
  case NOE_LOW_SAME: return truth;
  case NOE_LOW_WITHIN: return contained(bounding, op);
  case NOE_LOW_SHIFT: return shifted(of(bounding, op->left), op->number);
  case NOE_LOW_ARITHMETIC: return noe_lower_span(op->operator, of(bounding, op->left), of(bounding, op->right));
  case NOE_LOW_CHECK_DEFINED: return of(bounding, op->left);
  case NOE_LOW_CHECK_WITHIN: return cut(of(bounding, op->left), op->low, op->high);
  case NOE_LOW_CHECK_NONZERO: return nonzero(of(bounding, op->left));
  case NOE_LOW_CHECK_PRESENT: return cut(of(bounding, op->left), 0, (int64_t)op->address->type->capacity - 1);
  case NOE_LOW_IF: return branches(bounding, op);
  case NOE_LOW_REGION: return region(bounding, op);
  case NOE_LOW_FOR:
  case NOE_LOW_WHILE:
  case NOE_LOW_FORALL:
  case NOE_LOW_EXISTS:
  case NOE_LOW_COUNT:
  case NOE_LOW_REMOVE_IF: return loop(bounding, op);
  case NOE_LOW_LEAVE: leave(bounding, op); return WHOLE;
  case NOE_LOW_WATCHED: return branches(bounding, op);
  default: return of_type(op->type); /* LOAD, LOCATE, CALL, UNDEFINED */
  }
}

static void bound_list(struct bounding *bounding, const struct noe_low_op *list) {
  for (; list; list = list->next)
    set(bounding, list->result, result_of(bounding, list));
}

/* Arguments: those of a binder are within its range, whichever way it counts. */
static struct noe_span_of_numbers given(int64_t low, int64_t high) {
  return low < high ? (struct noe_span_of_numbers){low, high} : (struct noe_span_of_numbers){high, low};
}

static void bound_arguments(struct bounding *bounding, const struct noe_clause *clause) {
  uint32_t parameter = 0;
  struct noe_low_unit *unit = bounding->unit;
  const struct noe_binder *binders[clause->parameter_count + 1];
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE || clause->binders[i].kind == NOE_BINDER_CHOOSE)
      binders[parameter++] = &clause->binders[i];
  assert(parameter == clause->parameter_count && "parameters are counted");
  for (uint32_t i = 0; i < unit->value_count; i++) {
    const struct noe_low_value *value = &unit->values[i];
    if (value->origin == NOE_ORIGIN_PARAMETER && binders[value->number]->kind == NOE_BINDER_RANGE)
      set(bounding, i, given(binders[value->number]->low, binders[value->number]->high));
    else if (value->origin == NOE_ORIGIN_PARAMETER)
      set(bounding, i, of_type(value->type));
    else if (value->origin == NOE_ORIGIN_VARIABLE)
      set(bounding, i,
          given(clause->temporal->variables[value->number].low, clause->temporal->variables[value->number].high));
  }
}

void noe_lower_bounds(const struct noe_clause *clause, struct noe_low_unit *unit, struct noe_low_lists lists) {
  struct bounding bounding = {.unit = unit};
  for (uint32_t i = 0; i < unit->value_count; i++)
    set(&bounding, i, WHOLE);
  if (clause)
    bound_arguments(&bounding, clause);
  for (uint32_t i = 0; i < lists.count; i++)
    bound_list(&bounding, lists.blocks[i]->first);
}
