/* Values of simple type. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"
#include "model/access.h"

/* ------------------------------------------------------------------ bounds */

static bool has_bounds(const struct noe_type *type) { return type->kind <= NOE_TYPE_UNION; }

static struct noe_term of_type(struct noe_emitter *emitter, const struct noe_type *type, bool defined,
                               const char *text) {
  int64_t low = has_bounds(type) ? type->low : INT64_MIN + 1, high = has_bounds(type) ? type->high : INT64_MAX;
  return noe_compile_term(emitter, low, high, defined, "%s", text);
}

void noe_compile_check(struct noe_emitter *emitter, const struct noe_type *type, const struct noe_term *value) {
  char number[NOE_TERM_TEXT];
  if (!has_bounds(type) || value->low > value->high)
    return;
  const char *unless = value->defined ? "" : noe_base_arena_format(emitter->arena, "%s != U && ", value->text);
  if (value->low < type->low)
    noe_compile_bail_if(emitter, "%s%s < %s", unless, value->text, noe_compile_number(type->low, number));
  if (value->high > type->high)
    noe_compile_bail_if(emitter, "%s%s > %s", unless, value->text, noe_compile_number(type->high, number));
}

static struct noe_term require(struct noe_emitter *emitter, struct noe_term term) {
  if (term.defined)
    return term;
  noe_compile_bail_if(emitter, "%s == U", term.text);
  term.defined = true;
  if (term.low > term.high)
    return noe_compile_constant(0); /* never reached */
  return term;
}

struct noe_term noe_compile_defined(struct noe_emitter *emitter, const struct noe_expr *expr) {
  return require(emitter, noe_compile_value(emitter, expr));
}

/* A variable that branches set. */
static struct noe_term declare(struct noe_emitter *emitter, const char *start) {
  struct noe_term term = {.low = 0, .high = 1, .defined = true};
  snprintf(term.text, sizeof term.text, "t%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "int64_t %s = %s;", term.text, start);
  return term;
}

/* ------------------------------------------------------------------- logic */

enum { MOST_OPERATORS = 16 };

static void count_witness(struct noe_emitter *emitter, const struct noe_expr *expr) {
  if (expr->kind != NOE_EXPR_IMPLIES || !expr->witness)
    return;
  noe_compile_line(emitter, "f->witness[%u]++, f->pending |= WITNESSED;", expr->witness - 1);
  emitter->in->fails = true; /* how often it is evaluated is not all the same */
}

/* A few operators on cells, no more. */
static bool is_simple(const struct noe_expr *expr, int *left) {
  if (!expr)
    return true;
  if (--*left < 0 || expr->call || expr->witness || expr->kind == NOE_EXPR_FORALL || expr->kind == NOE_EXPR_EXISTS ||
      expr->kind == NOE_EXPR_COUNT || expr->kind == NOE_EXPR_SAME)
    return false;
  return is_simple(expr->condition, left) && is_simple(expr->left, left) && is_simple(expr->right, left);
}

/* The right side without a branch around it, where evaluating it needlessly does no harm
 * and costs little: compilers take branches for work. False, and nothing written, if not. */
static bool evaluate_anyway(struct noe_emitter *emitter, const struct noe_expr *expr, struct noe_term *right) {
  struct noe_emit_function *in = emitter->in;
  size_t before = in->text.length;
  bool failed = in->fails, bails = in->bails;
  int left = MOST_OPERATORS;
  if (in->watching || expr->witness || !is_simple(expr->right, &left))
    return false;
  in->fails = false;
  *right = noe_compile_defined(emitter, expr->right);
  const char *written = noe_base_text_string(&in->text) + before;
  bool good = !in->fails && !strchr(written, '{');
  in->fails = failed;
  if (good)
    return true;
  in->bails = bails;
  in->text.length = before;
  if (in->text.bytes)
    in->text.bytes[before] = 0;
  return false;
}

/* left & right: right decides if left is true; left | right: if it is false. */
static struct noe_term logic(struct noe_emitter *emitter, const struct noe_expr *expr) {
  struct noe_term left = noe_compile_defined(emitter, expr->left);
  if (expr->kind == NOE_EXPR_NOT)
    return noe_term_is_constant(&left) ? noe_compile_constant(!left.low)
                                       : noe_compile_term(emitter, 0, 1, true, "!%s", left.text);
  bool goes_on = expr->kind != NOE_EXPR_OR, otherwise = expr->kind != NOE_EXPR_AND;
  if (noe_term_is_constant(&left)) {
    if ((left.low != 0) != goes_on)
      return noe_compile_constant(otherwise);
    count_witness(emitter, expr);
    return noe_compile_defined(emitter, expr->right);
  }
  struct noe_term right;
  if (evaluate_anyway(emitter, expr, &right))
    return noe_compile_term(emitter, 0, 1, true, expr->kind == NOE_EXPR_IMPLIES ? "!%s %s %s" : "%s %s %s", left.text,
                            expr->kind == NOE_EXPR_AND ? "&" : "|", right.text);
  struct noe_term result = declare(emitter, otherwise ? "1" : "0");
  noe_compile_open(emitter, "if (%s%s)", goes_on ? "" : "!", left.text);
  count_witness(emitter, expr);
  right = noe_compile_defined(emitter, expr->right);
  noe_compile_line(emitter, "%s = %s;", result.text, right.text);
  noe_compile_close(emitter);
  return result;
}

static struct noe_term conditional(struct noe_emitter *emitter, const struct noe_expr *expr) {
  struct noe_term condition = noe_compile_defined(emitter, expr->condition);
  if (noe_term_is_constant(&condition))
    return noe_compile_value(emitter, condition.low ? expr->left : expr->right);
  struct noe_term result = declare(emitter, "0");
  noe_compile_open(emitter, "if (%s)", condition.text);
  struct noe_term left = noe_compile_value(emitter, expr->left);
  noe_compile_line(emitter, "%s = %s;", result.text, left.text);
  noe_compile_close(emitter);
  noe_compile_open(emitter, "else");
  struct noe_term right = noe_compile_value(emitter, expr->right);
  noe_compile_line(emitter, "%s = %s;", result.text, right.text);
  noe_compile_close(emitter);
  result.defined = left.defined && right.defined;
  result.low = left.low < right.low ? left.low : right.low;
  result.high = left.high > right.high ? left.high : right.high;
  return result;
}

/* ------------------------------------------------------------- quantifiers */

/* An entry may stand for all its values unless something inside takes values of the
 * same block: then the one bound here has to be told from the others. */
static enum noe_binding binding_of(struct noe_emitter *emitter, const struct noe_expr *expr) {
  uint64_t blocks = expr->domain.type ? noe_compile_blocks(emitter, expr->domain.type) : 0;
  if (!blocks)
    return NOE_BINDING_PLAIN;
  return blocks & noe_compile_binds_expr(emitter, expr->left) ? NOE_BINDING_SPLIT : NOE_BINDING_LIGHT;
}

static uint8_t watch_kind(const struct noe_emitter *emitter, uint32_t loop) {
  return emitter->proof ? emitter->proof->kinds[loop] : NOE_WATCH_NOTHING;
}

/* Unless it is watched it ends as soon as the answer is known. If it is, an error in
 * any round is one in another order as well: no round may be left out. */
/* A value that a twin stands for, of those that nothing bound names, is passed over: their
 * exchange changes neither the state nor what is bound (model/exchange.c). */
static bool skip_twins(struct noe_emitter *emitter, const struct noe_expr *expr, const struct noe_range *range) {
  struct noe_emit_function *in = emitter->in;
  const char *point =
      in->by_twins && expr->domain.type ? noe_compile_point(emitter, expr->domain.type, range->value.text) : NULL;
  if (!point)
    return false;
  const char *row = "";
  for (size_t i = 0; i < in->points.count; i++)
    row = noe_base_arena_format(emitter->arena, "%s%s, ", row, in->points.items[i]);
  noe_compile_line(emitter, "const int32_t q%u[] = {%s%s};", range->name, row, point);
  noe_compile_line(emitter, "if (f->host.class_of && !leads(f, q%u, %zu)) continue;", range->name, in->points.count);
  point = noe_base_arena_format(emitter->arena, "q%u[%zu]", range->name, in->points.count);
  NOE_LIST_PUSH(emitter->arena, &in->points, point);
  return true;
}

static struct noe_term quantifier(struct noe_emitter *emitter, const struct noe_expr *expr) {
  if (emitter->block_count && !noe_model_is_pure(expr->left))
    noe_compile_refuse(emitter, "a quantifier changes something");
  if (watch_kind(emitter, expr->loop) == NOE_WATCH_ORDER)
    noe_compile_refuse(emitter, "a quantifier whose rounds may change something");
  bool exists = expr->kind == NOE_EXPR_EXISTS;
  struct noe_term result = declare(emitter, exists ? "0" : "1");
  struct noe_range range = noe_compile_domain(emitter, &expr->domain, binding_of(emitter, expr), true);
  bool fixed = noe_model_is_pure(expr->left);
  bool led = skip_twins(emitter, expr, &range);
  noe_compile_bind(emitter, expr->slot, &range.value, fixed);
  bool watched = watch_kind(emitter, expr->loop) == NOE_WATCH_ERRORS;
  bool pure = emitter->in->pure;
  emitter->in->pure = true;
  struct noe_leave leave = noe_compile_doubt_discards(emitter, watched);
  struct noe_term body = noe_compile_defined(emitter, expr->left);
  if (watched)
    noe_compile_line(emitter, "%s %s= %s;", result.text, exists ? "|" : "&", body.text);
  else
    noe_compile_line(emitter, "%s = %s;", result.text, body.text);
  emitter->in->leave = leave;
  emitter->in->pure = pure;
  noe_compile_release(emitter, fixed);
  emitter->in->points.count -= led;
  noe_compile_range_end(emitter, &range);
  if (!watched)
    noe_compile_line(emitter, "if (%s%s) break;", exists ? "" : "!", result.text);
  noe_compile_close(emitter);
  return result;
}

/* ------------------------------------------------------------------ unions */

static struct noe_term union_value(struct noe_emitter *emitter, const struct noe_expr *expr) {
  struct noe_term left = noe_compile_value(emitter, expr->left);
  char low[NOE_TERM_TEXT], high[NOE_TERM_TEXT];
  const char *moved = noe_compile_number(expr->kind == NOE_EXPR_NARROW ? -expr->value : expr->value, low);
  if (expr->kind == NOE_EXPR_ISMEMBER)
    return noe_compile_term(emitter, 0, 1, true, "%s != U && %s >= %s && %s <= %s", left.text, left.text,
                            noe_compile_number(expr->low, low), left.text, noe_compile_number(expr->high, high));
  if (left.low > left.high)
    return left; /* the word undefined */
  int64_t shift = expr->kind == NOE_EXPR_NARROW ? -expr->value : expr->value;
  struct noe_term result = left;
  if (left.defined)
    result = noe_compile_term(emitter, left.low + shift, left.high + shift, true, "%s + %s", left.text, moved);
  else
    result = noe_compile_term(emitter, left.low + shift, left.high + shift, false, "%s == U ? U : %s + %s", left.text,
                              left.text, moved);
  if (expr->kind == NOE_EXPR_NARROW) {
    noe_compile_bail_if(emitter, "%s%s%s(%s < 0 || %s > %s)", left.defined ? "" : result.text,
                        left.defined ? "" : " != U", left.defined ? "" : " && ", result.text, result.text,
                        noe_compile_number(expr->high, high));
    result.low = 0;
    result.high = expr->high;
  }
  return result;
}

/* --------------------------------------------------------------- operators */

static struct noe_term compare(struct noe_emitter *emitter, const char *operator, const struct noe_term * left,
                               const struct noe_term *right) {
  return noe_compile_term(emitter, 0, 1, true, "%s %s %s", left->text, operator, right->text);
}

/* left + gap <= right, for a gap of 0 or 1; bounds may say it all. */
static struct noe_term order(struct noe_emitter *emitter, const char *operator, const struct noe_term * left,
                             const struct noe_term *right, int64_t gap) {
  if (left->high < right->low || (!gap && left->high == right->low))
    return noe_compile_constant(1);
  if (left->low > right->high || (gap && left->low == right->high))
    return noe_compile_constant(0);
  return compare(emitter, operator, left, right);
}

static struct noe_term operation(struct noe_emitter *emitter, const struct noe_expr *expr) {
  struct noe_term left = noe_compile_defined(emitter, expr->left);
  struct noe_term right = expr->right ? noe_compile_defined(emitter, expr->right) : noe_compile_constant(0);
  if (expr->kind == NOE_EXPR_LESS)
    return order(emitter, "<", &left, &right, 1);
  if (expr->kind == NOE_EXPR_LESS_EQUAL)
    return order(emitter, "<=", &left, &right, 0);
  return noe_compile_arithmetic(emitter, expr->kind, left, right);
}

static struct noe_term equality(struct noe_emitter *emitter, const struct noe_expr *expr) {
  bool equal = expr->kind == NOE_EXPR_EQUAL;
  struct noe_term left = noe_compile_value(emitter, expr->left);
  struct noe_term right = noe_compile_value(emitter, expr->right);
  if (noe_term_is_constant(&left) && noe_term_is_constant(&right))
    return noe_compile_constant((left.low == right.low) == equal);
  bool possible = left.low <= left.high && right.low <= right.high && (left.defined || right.defined);
  if (possible && (left.high < right.low || right.high < left.low))
    return noe_compile_constant(!equal);
  return compare(emitter, equal ? "==" : "!=", &left, &right);
}

static struct noe_term same(struct noe_emitter *emitter, const struct noe_expr *expr) {
  struct noe_spot left = noe_compile_place(emitter, expr->left);
  struct noe_spot right = noe_compile_place(emitter, expr->right);
  noe_compile_will_read(emitter, &left, 0, expr->left->type->cells);
  noe_compile_will_read(emitter, &right, 0, expr->left->type->cells);
  return noe_compile_same(emitter, &left, &right, expr->left->type);
}

static struct noe_term cell_value(struct noe_emitter *emitter, const struct noe_expr *expr) {
  const struct noe_term *bound =
      expr->left->kind == NOE_EXPR_LOCAL ? noe_compile_bound(emitter, expr->left->slot) : NULL;
  if (bound)
    return expr->kind == NOE_EXPR_ISUNDEFINED ? noe_compile_constant(0) : *bound;
  struct noe_spot spot = noe_compile_place(emitter, expr->left);
  const char *cell = noe_compile_cell(emitter, &spot, 0);
  bool whole = noe_compile_is_always_defined(emitter, expr->left);
  noe_compile_will_read(emitter, &spot, 0, 1);
  if (expr->kind == NOE_EXPR_ISUNDEFINED)
    return whole ? noe_compile_constant(0) : noe_compile_term(emitter, 0, 1, true, "%s == U", cell);
  struct noe_term value = of_type(emitter, expr->left->type, whole, cell);
  return expr->kind == NOE_EXPR_READ ? require(emitter, value) : value;
}

struct noe_term noe_compile_value(struct noe_emitter *emitter, const struct noe_expr *expr) {
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT:
    if (expr->value == noe_compile_least(emitter))
      noe_compile_refuse(emitter, "a number that stands for undefined");
    return noe_compile_constant(expr->value);
  case NOE_EXPR_UNDEFINED: return noe_compile_undefined();
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY:
  case NOE_EXPR_ISUNDEFINED: return cell_value(emitter, expr);
  case NOE_EXPR_DEFINED: return noe_compile_defined(emitter, expr->left);
  case NOE_EXPR_CALL: return noe_compile_call(emitter, expr, NULL);
  case NOE_EXPR_CONDITIONAL: return conditional(emitter, expr);
  case NOE_EXPR_NOT:
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return logic(emitter, expr);
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return quantifier(emitter, expr);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return equality(emitter, expr);
  case NOE_EXPR_SAME: return same(emitter, expr);
  case NOE_EXPR_ISMEMBER:
  case NOE_EXPR_SHIFT_PART:
  case NOE_EXPR_NARROW: return union_value(emitter, expr);
  case NOE_EXPR_COUNT: return noe_compile_count(emitter, expr);
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FIELD:
  case NOE_EXPR_ELEMENT:
  case NOE_EXPR_SLOT: noe_compile_refuse(emitter, "a place as a value"); return noe_compile_constant(0);
  default: return operation(emitter, expr);
  }
}
