/* Expressions of simple type. */
#include <assert.h>
#include <string.h>

#include "model/coverage_int.h"
#include "model/pack.h"
#include "model/survey.h"
#include "model/value.h"
#include "model/watch_int.h"

int64_t noe_model_eval_defined(struct noe_machine *machine, const struct noe_expr *expr) {
  int64_t value = noe_model_eval(machine, expr);
  if (value == NOE_UNDEFINED)
    noe_model_fault(machine, NOE_R_UNDEFINED, expr->place, "the value is undefined");
  return value;
}

/* ----------------------------------------------------------------- domains */

/* Backwards, where that is wanted, and values are those of a scalarset. */
static bool is_reversed(const struct noe_machine *machine, const struct noe_type *type) {
  return machine->marks && machine->marks->moves && type->kind == NOE_TYPE_SCALARSET && machine->marks->moves[type->id];
}

struct noe_span_of_values noe_model_domain(struct noe_machine *machine, const struct noe_domain *domain,
                                           struct noe_place place) {
  struct noe_span_of_values span = {.step = 1};
  if (domain->type) {
    bool back = __builtin_expect(machine->marks != NULL, 0) && is_reversed(machine, domain->type);
    span.next = back ? domain->type->high : domain->type->low;
    span.last = back ? domain->type->low : domain->type->high;
    span.step = back ? -1 : 1;
  } else {
    span.next = noe_model_eval_defined(machine, domain->from);
    span.last = noe_model_eval_defined(machine, domain->to);
    if (domain->by)
      span.step = noe_model_eval_defined(machine, domain->by);
    if (!span.step)
      noe_model_fault(machine, NOE_R_STEP, domain->by ? domain->by->place : place, "the loop step is zero");
  }
  return span;
}

bool noe_model_domain_next(struct noe_span_of_values *span, int64_t *value) {
  if (span->ended || (span->step > 0 ? span->next > span->last : span->next < span->last))
    return false;
  *value = span->next;
  span->ended = __builtin_add_overflow(span->next, span->step, &span->next);
  return true;
}

struct body {
  const struct noe_expr *expr;
  int64_t value;
};

static void eval_body(struct noe_machine *machine, void *context) {
  struct body *body = context;
  body->value = noe_model_eval_defined(machine, body->expr->left);
}

/* All values are gone through, also after the result is known: if one of them
 * fails then, another order would have met that error first. */
static int64_t eval_watched(struct noe_machine *machine, const struct noe_expr *expr) {
  int64_t sought = expr->kind == NOE_EXPR_EXISTS, result = !sought;
  struct noe_span_of_values span = noe_model_domain(machine, &expr->domain, expr->place);
  struct noe_watch *watch = noe_model_watch_begin(machine, expr->loop);
  machine->watches->quantifiers++;
  machine->watches->loop = expr->loop;
  if (watch)
    watch->outlives = watch->floor;
  machine->apart += watch != NULL; /* which rounds touch what is about every value */
  const uint32_t bound = machine->bound_count, apart = machine->apart;
  for (int64_t value; noe_model_domain_next(&span, &value);) {
    struct body body = {.expr = expr};
    noe_model_tick(machine);
    if (noe_model_may_leave_out(machine, expr->domain.type, value))
      continue; /* it fails just if another one does */
    noe_model_watch_round(machine, watch, expr->slot);
    noe_model_note_bound(machine, expr->domain.type, value);
    noe_model_set_slot(machine, expr->slot, value);
    if (result == sought) {
      int left = noe_model_probe(machine, eval_body, &body);
      if (left)
        noe_model_order_by(machine, expr->loop, left == NOE_LEAVE_FAULT);
    } else {
      eval_body(machine, &body);
      result = body.value == sought ? sought : !sought;
    }
    machine->bound_count = bound;
    machine->apart = apart;
    if (watch && watch->wrote) /* how many rounds there are depends on the order */
      noe_model_order(machine, expr->loop);
  }
  noe_model_watch_end(machine, watch);
  machine->watches->quantifiers--;
  machine->apart -= watch != NULL;
  return result;
}

/* FORALL ends at the first false, EXISTS at the first true. */
static int64_t eval_quantifier(struct noe_machine *machine, const struct noe_expr *expr) {
  if (noe_model_watch_kind(machine, expr->loop))
    return eval_watched(machine, expr);
  int64_t sought = expr->kind == NOE_EXPR_EXISTS, result = !sought;
  struct noe_span_of_values span = noe_model_domain(machine, &expr->domain, expr->place);
  const uint32_t bound = machine->bound_count, apart = machine->apart;
  for (int64_t value; result != sought && noe_model_domain_next(&span, &value);) {
    noe_model_tick(machine);
    if (noe_model_may_leave_out(machine, expr->domain.type, value))
      continue;
    noe_model_note_bound(machine, expr->domain.type, value);
    noe_model_set_slot(machine, expr->slot, value);
    result = noe_model_eval_defined(machine, expr->left);
    machine->bound_count = bound;
    machine->apart = apart;
  }
  return result;
}

/* --------------------------------------------------------------- multisets */

/* Errors and assumptions end it early: which element it comes to first may show then. */
static int64_t eval_count(struct noe_machine *machine, const struct noe_expr *expr) {
  const struct noe_type *type = expr->left->type;
  size_t multiset = noe_model_locate(machine, expr->left);
  const struct noe_watch_each each = noe_model_watch_each(machine, expr->loop, expr->right, false);
  const bool watched = each.kind != NOE_WATCH_NOTHING;
  int64_t count = 0;
  machine->apart++;
  struct noe_watch *watch = noe_model_watch_begin_each(machine, &each);
  machine->watches->quantifiers += watched;
  if (watched)
    machine->watches->loop = each.blamed;
  for (uint32_t i = 0; i < type->capacity; i++) {
    noe_model_watch_round(machine, watch, expr->slot);
    noe_model_will_read(machine, multiset + (size_t)i * type->stride, 1);
    if (!noe_model_is_present(machine->cells + multiset + (size_t)i * type->stride))
      continue;
    noe_model_set_slot(machine, expr->slot, i);
    count += noe_model_eval_defined(machine, expr->right) != 0;
  }
  noe_model_watch_end(machine, watch);
  machine->watches->quantifiers -= watched;
  machine->apart--;
  return count;
}

/* Bags are equal if they are once sorted: sorts copies, above the top. */
static int64_t same_bags(struct noe_machine *machine, const struct noe_type *type, size_t left, size_t right) {
  size_t scratch = noe_model_push(machine, (size_t)type->cells * 2);
  noe_model_move(machine, scratch, left, type->cells);
  noe_model_move(machine, scratch + type->cells, right, type->cells);
  int64_t *a = machine->cells + scratch, *b = a + type->cells;
  noe_model_normalise_value(type, a);
  noe_model_normalise_value(type, b);
  int64_t same = !memcmp(a, b, type->cells * sizeof *a);
  machine->top = scratch;
  return same;
}

static int64_t eval_same(struct noe_machine *machine, const struct noe_expr *expr) {
  const struct noe_type *type = expr->left->type;
  size_t left = noe_model_locate(machine, expr->left);
  size_t right = noe_model_locate(machine, expr->right);
  noe_model_will_read(machine, left, type->cells);
  noe_model_will_read(machine, right, type->cells);
  if (type->has_multiset)
    return same_bags(machine, type, left, right);
  return !memcmp(machine->cells + left, machine->cells + right, type->cells * sizeof *machine->cells);
}

/* ------------------------------------------------------------------ unions */

static int64_t eval_narrow(struct noe_machine *machine, const struct noe_expr *expr) {
  int64_t value = noe_model_eval(machine, expr->left);
  if (value == NOE_UNDEFINED)
    return value;
  value -= expr->value;
  if (value < 0 || value > expr->high)
    noe_model_fault(machine, expr->low ? (enum noe_diagnostic_code)expr->low : NOE_R_MEMBER, expr->place,
                    "the value is not of type %s", expr->type->name ? expr->type->name : "the member");
  return value;
}

static int64_t eval_union(struct noe_machine *machine, const struct noe_expr *expr) {
  if (expr->kind == NOE_EXPR_NARROW)
    return eval_narrow(machine, expr);
  int64_t value = noe_model_eval(machine, expr->left);
  if (expr->kind == NOE_EXPR_ISMEMBER)
    return value != NOE_UNDEFINED && value >= expr->low && value <= expr->high;
  return value == NOE_UNDEFINED ? value : value + expr->value;
}

/* --------------------------------------------------------------- operators */

static int64_t eval_logic(struct noe_machine *machine, const struct noe_expr *expr) {
  if (__builtin_expect(machine->survey != NULL, 0) && machine->survey->implication == expr)
    noe_model_survey_conjuncts(machine);
  int64_t left = noe_model_eval_defined(machine, expr->left);
  switch (expr->kind) {
  case NOE_EXPR_NOT: return !left;
  case NOE_EXPR_AND: return left && noe_model_eval_defined(machine, expr->right);
  case NOE_EXPR_OR: return left || noe_model_eval_defined(machine, expr->right);
  default:
    if (left && expr->witness)
      machine->witnesses[expr->witness - 1]++;
    return !left || noe_model_eval_defined(machine, expr->right);
  }
}

static int64_t eval_operator(struct noe_machine *machine, const struct noe_expr *expr) {
  int64_t left = noe_model_eval_defined(machine, expr->left);
  int64_t right = expr->right ? noe_model_eval_defined(machine, expr->right) : 0;
  if (expr->kind == NOE_EXPR_LESS)
    return left < right;
  if (expr->kind == NOE_EXPR_LESS_EQUAL)
    return left <= right;
  return noe_model_arithmetic(machine, expr, left, right);
}

static int64_t eval_equal(struct noe_machine *machine, const struct noe_expr *expr) {
  int64_t left = noe_model_eval(machine, expr->left);
  int64_t right = noe_model_eval(machine, expr->right);
  return (left == right) == (expr->kind == NOE_EXPR_EQUAL);
}

static int64_t eval_read(struct noe_machine *machine, const struct noe_expr *expr) {
  size_t location = noe_model_locate(machine, expr->left);
  noe_model_will_read(machine, location, 1);
  int64_t value = machine->cells[location];
  if (value == NOE_UNDEFINED && expr->kind == NOE_EXPR_READ)
    noe_model_fault_undefined(machine, expr, location);
  return value;
}

const struct noe_expr *noe_model_choose(struct noe_machine *machine, const struct noe_expr *expr) {
  bool holds = noe_model_eval_defined(machine, expr->condition);
  if (__builtin_expect(machine->marks != NULL, 0))
    noe_model_mark_branch(machine->marks, expr, !holds);
  return holds ? expr->left : expr->right;
}

int64_t noe_model_eval(struct noe_machine *machine, const struct noe_expr *expr) {
  noe_model_check_stack(machine, expr->place);
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: return expr->value;
  case NOE_EXPR_UNDEFINED: return NOE_UNDEFINED;
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: return eval_read(machine, expr);
  case NOE_EXPR_DEFINED: return noe_model_eval_defined(machine, expr->left);
  case NOE_EXPR_CALL: return noe_model_call(machine, expr);
  case NOE_EXPR_CONDITIONAL: return noe_model_eval(machine, noe_model_choose(machine, expr));
  case NOE_EXPR_NOT:
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return eval_logic(machine, expr);
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return eval_quantifier(machine, expr);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return eval_equal(machine, expr);
  case NOE_EXPR_SAME: return eval_same(machine, expr);
  case NOE_EXPR_ISUNDEFINED: {
    size_t location = noe_model_locate(machine, expr->left);
    noe_model_will_read(machine, location, 1);
    return machine->cells[location] == NOE_UNDEFINED;
  }
  case NOE_EXPR_ISMEMBER:
  case NOE_EXPR_SHIFT_PART:
  case NOE_EXPR_NARROW: return eval_union(machine, expr);
  case NOE_EXPR_COUNT: return eval_count(machine, expr);
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FIELD:
  case NOE_EXPR_ELEMENT:
  case NOE_EXPR_SLOT: assert(false && "a place has no value until it is read"); return NOE_UNDEFINED;
  default: return eval_operator(machine, expr);
  }
}
