#include "symmetry/survey.h"

#include "model/access.h"

/* More calls within calls, more calls, or more accesses, are not worth following. */
enum { MOST_DEPTH = 8, MOST_CALLS = 4096, MOST_TOUCHES = 4096 };

/* ------------------------------------------------------------------ places */

static const struct noe_argument *argument_of(struct noe_place_in place) {
  if (!place.scope || place.expr->kind != NOE_EXPR_REFERENCE ||
      place.expr->slot >= place.scope->call->function->parameter_count)
    return NULL;
  return &place.scope->call->arguments[place.expr->slot];
}

struct noe_place_in noe_symmetry_follow(struct noe_place_in place) {
  for (;;) {
    const struct noe_argument *argument = argument_of(place);
    if (!argument || argument->kind != NOE_ARGUMENT_LOCATION)
      return place;
    place = (struct noe_place_in){argument->value, place.scope->outer};
  }
}

static bool is_loop_value(const struct noe_text_survey *survey, struct noe_place_in value) {
  for (;;) {
    while (value.expr->kind == NOE_EXPR_SHIFT_PART)
      value.expr = value.expr->left;
    if (value.expr->kind != NOE_EXPR_READ && value.expr->kind != NOE_EXPR_COPY)
      return false;
    struct noe_place_in place = noe_symmetry_follow((struct noe_place_in){value.expr->left, value.scope});
    if (place.expr->kind == NOE_EXPR_LOCAL)
      return !place.scope && place.expr->slot == survey->slot;
    const struct noe_argument *argument = argument_of(place);
    if (!argument || argument->kind != NOE_ARGUMENT_VALUE)
      return false;
    value = (struct noe_place_in){argument->value, place.scope->outer};
  }
}

/* Are all indices on the way to the place constants? */
static bool is_constant_way(const struct noe_expr *expr) {
  for (; expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT; expr = expr->left)
    if (expr->kind == NOE_EXPR_ELEMENT && expr->right->kind != NOE_EXPR_CONSTANT)
      return false;
  return true;
}

static void survey_value(struct noe_text_survey *survey, const struct noe_expr *expr, const struct noe_scope *scope);

/* References from outside may refer to anything. To follow the few that are read, the
 * name of a process mostly, it is enough that nothing of their kind is written at all. */
static void touch_reference(struct noe_text_survey *survey, const struct noe_expr *expr, bool direct, bool written) {
  survey->reads_names = true;
  survey->is_plain = false;
  survey->failed |= written || !direct || expr->type->kind != NOE_TYPE_SCALARSET;
}

static void touch_root(struct noe_text_survey *survey, struct noe_place_in root, bool direct, struct noe_touch touch) {
  bool is_local = root.expr->kind == NOE_EXPR_LOCAL;
  if (root.expr->kind == NOE_EXPR_REFERENCE) {
    if (argument_of(root))
      survey->failed |= touch.written; /* a value that was passed is what indices by it rely on */
    else if (root.scope)
      survey->failed = true;
    else
      touch_reference(survey, root.expr, direct, touch.written);
  } else if (is_local && root.scope) {
    return;
  } else if (is_local && root.expr->slot == survey->slot) {
    survey->failed |= touch.written; /* then indices by it are not what they seem */
  } else if (survey->touches.count == MOST_TOUCHES) {
    survey->failed = true;
  } else {
    touch.root = (uint64_t)root.expr->slot * 2 + is_local;
    survey->is_plain &= touch.own || !touch.gain;
    NOE_LIST_PUSH(survey->arena, &survey->touches, touch);
  }
}

static bool may_hold_names(const struct noe_type *type) {
  return type->kind != NOE_TYPE_BOOLEAN && type->kind != NOE_TYPE_RANGE && type->kind != NOE_TYPE_ENUM;
}

/* The root of a place, noting own indices on the way; values that index it are reads of
 * their own. */
static void survey_place(struct noe_text_survey *survey, const struct noe_expr *expr, const struct noe_scope *scope,
                         struct noe_touch touch) {
  struct noe_place_in place = noe_symmetry_follow((struct noe_place_in){expr, scope});
  const struct noe_expr *const whole = place.expr;
  const struct noe_type *type = whole->type;
  touch.place = place;
  for (;; place = noe_symmetry_follow((struct noe_place_in){place.expr->left, place.scope}))
    switch (place.expr->kind) {
    case NOE_EXPR_GLOBAL:
    case NOE_EXPR_LOCAL:
    case NOE_EXPR_REFERENCE:
      survey->writes_names |=
          touch.written && may_hold_names(type) && !(place.expr->kind == NOE_EXPR_LOCAL && place.scope);
      touch_root(survey, place, place.expr == whole, touch);
      return;
    case NOE_EXPR_FIELD: break;
    case NOE_EXPR_ELEMENT:
      survey_value(survey, place.expr->right, place.scope);
      if (is_loop_value(survey, (struct noe_place_in){place.expr->right, place.scope})) {
        touch.own = true;
        survey->is_plain &= is_constant_way(place.expr->left);
        touch.way = (struct noe_place_in){place.expr->left, place.scope};
      }
      break;
    default: survey->failed = true; return;
    }
}

/* Finding a place counts even if nobody touches it: there may be calls in its indices. */
static void survey_indices(struct noe_text_survey *survey, const struct noe_expr *expr, const struct noe_scope *scope) {
  for (; expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT; expr = expr->left)
    if (expr->kind == NOE_EXPR_ELEMENT)
      survey_value(survey, expr->right, scope);
  survey->failed |= expr->kind != NOE_EXPR_GLOBAL && expr->kind != NOE_EXPR_LOCAL && expr->kind != NOE_EXPR_REFERENCE;
}

/* ------------------------------------------------------------------ values */

static void survey_stmts(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope);

static void survey_call(struct noe_text_survey *survey, const struct noe_call *call, const struct noe_scope *scope) {
  uint32_t depth = scope ? scope->depth + 1 : 1;
  survey->is_plain = false;
  if (depth > MOST_DEPTH || ++survey->calls > MOST_CALLS ||
      (call->function->result && !noe_type_is_simple(call->function->result))) {
    survey->failed = true;
    return;
  }
  for (uint32_t i = 0; i < call->function->parameter_count && !survey->failed; i++) {
    const struct noe_argument *argument = &call->arguments[i];
    if (argument->kind == NOE_ARGUMENT_VALUE)
      survey_value(survey, argument->value, scope);
    else if (argument->kind == NOE_ARGUMENT_CELLS)
      survey_place(survey, argument->value, scope, (struct noe_touch){0});
    else
      survey_indices(survey, argument->value, scope);
  }
  struct noe_scope *inner = NOE_NEW(survey->arena, struct noe_scope);
  *inner = (struct noe_scope){scope, call, depth};
  survey_stmts(survey, call->function->body, inner);
}

static void survey_value(struct noe_text_survey *survey, const struct noe_expr *expr, const struct noe_scope *scope) {
  if (!expr || survey->failed)
    return;
  switch (expr->kind) {
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY:
  case NOE_EXPR_ISUNDEFINED: survey_place(survey, expr->left, scope, (struct noe_touch){0}); return;
  case NOE_EXPR_SAME:
    survey_place(survey, expr->left, scope, (struct noe_touch){0});
    survey_place(survey, expr->right, scope, (struct noe_touch){0});
    return;
  case NOE_EXPR_CALL: survey_call(survey, expr->call, scope); return;
  case NOE_EXPR_COUNT: survey->failed = true; return;
  default: break;
  }
  survey_value(survey, expr->condition, scope);
  survey_value(survey, expr->left, scope);
  survey_value(survey, expr->right, scope);
  survey_value(survey, expr->domain.from, scope);
  survey_value(survey, expr->domain.to, scope);
  survey_value(survey, expr->domain.by, scope);
}

/* -------------------------------------------------------------- statements */

/* Adding and subtracting constants: whatever the order, what comes of it is the same, and
 * if all of them go one way an error at the bound of the range is met in any order. */
static enum noe_gain gain_of(const struct noe_stmt *stmt) {
  bool left;
  const struct noe_expr *by = stmt->kind == NOE_STMT_ASSIGN ? noe_model_gathered(stmt, &left) : NULL;
  if (!by || by->kind != NOE_EXPR_CONSTANT || !by->value || by->value == INT64_MIN)
    return NOE_GAIN_NOTHING;
  bool subtracts = stmt->value->kind == NOE_EXPR_SUBTRACT;
  if (stmt->value->kind != NOE_EXPR_ADD && !(subtracts && left))
    return NOE_GAIN_NOTHING;
  return (by->value > 0) != subtracts ? NOE_GAIN_MORE : NOE_GAIN_LESS;
}

/* Whatever the order, the furthest of all values stays. What is met on the way is the same, too: each round
 * compares once, and a value out of range is further than any other. */
static bool survey_extreme(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope) {
  struct noe_extremum extreme;
  if (!noe_model_extremum(stmt, &extreme))
    return false;
  survey_value(survey, extreme.when, scope);
  survey_value(survey, extreme.value, scope);
  survey_place(survey, extreme.target, scope,
               (struct noe_touch){.written = true, .gain = extreme.greatest ? NOE_GAIN_GREATEST : NOE_GAIN_LEAST});
  return true;
}

static void survey_write(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope) {
  struct noe_touch touch = {.written = true, .gain = gain_of(stmt)};
  if (stmt->kind == NOE_STMT_ASSIGN && !touch.gain)
    survey_value(survey, stmt->value, scope);
  if (stmt->kind == NOE_STMT_ASSIGN && stmt->value->kind == NOE_EXPR_CONSTANT) {
    touch.constant = true;
    touch.value = stmt->value->value;
  }
  survey_place(survey, stmt->target, scope, touch);
}

static void survey_arms(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope) {
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      survey_value(survey, stmt->arms[i].conditions[k], scope);
    survey_stmts(survey, stmt->arms[i].body, scope);
  }
  survey_stmts(survey, stmt->otherwise, scope);
}

static void survey_stmt(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope) {
  if (survey_extreme(survey, stmt, scope))
    return;
  switch (stmt->kind) {
  case NOE_STMT_COPY: survey_place(survey, stmt->value, scope, (struct noe_touch){0}); /* fall through */
  case NOE_STMT_ASSIGN:
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: survey_write(survey, stmt, scope); break;
  case NOE_STMT_SWITCH: survey_value(survey, stmt->value, scope); /* fall through */
  case NOE_STMT_IF: survey_arms(survey, stmt, scope); break;
  case NOE_STMT_FOR:
    survey_value(survey, stmt->domain.from, scope);
    survey_value(survey, stmt->domain.to, scope);
    survey_value(survey, stmt->domain.by, scope);
    survey_stmts(survey, stmt->body, scope);
    break;
  case NOE_STMT_CALL: survey_value(survey, stmt->value, scope); break;
  case NOE_STMT_RETURN:
    if (scope)
      survey_value(survey, stmt->value, scope);
    else
      survey->failed = true; /* the rounds behind it are left out */
    break;
  case NOE_STMT_ASSERT: survey_value(survey, stmt->value, scope); break;
  case NOE_STMT_PUT_TEXT: break;
  default: survey->failed = true;
  }
}

static void survey_stmts(struct noe_text_survey *survey, const struct noe_stmt *stmt, const struct noe_scope *scope) {
  for (; stmt && !survey->failed; stmt = stmt->next)
    survey_stmt(survey, stmt, scope);
}

void noe_symmetry_survey(struct noe_text_survey *survey, const struct noe_stmt *body) {
  survey->is_plain = true;
  survey_stmts(survey, body, NULL);
  survey->failed |= survey->reads_names && survey->writes_names;
}
