/* Operations of the lowered form, each as C. Bounds and definedness of values are those that the form states. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"

/* ------------------------------------------------------------------- terms */

static const struct noe_term *left_of(struct noe_emitter *emitter, const struct noe_low_op *op) {
  return noe_compile_term_of(emitter, op->left);
}

/* The result is this C expression, in a constant of its own. */
#define GIVE(...)                                                                                                      \
  noe_compile_give(emitter, op->result, noe_compile_term(emitter, known->low, known->high, known->defined, __VA_ARGS__))

static const struct noe_low_value *known_of(const struct noe_emitter *emitter, uint32_t value) {
  return &emitter->in->unit->values[value];
}

/* The result is the operand, about which more is known now. */
static void pass_on(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_term term = *left_of(emitter, op);
  const struct noe_low_value *known = known_of(emitter, op->result);
  term.low = known->low;
  term.high = known->high;
  term.defined = known->defined;
  noe_compile_give(emitter, op->result, term);
}

struct noe_term noe_compile_variable_term(struct noe_emitter *emitter, const char *start) {
  struct noe_term term = {.low = 0, .high = 1, .defined = true};
  snprintf(term.text, sizeof term.text, "t%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "int64_t %s = %s;", term.text, start);
  return term;
}

/* ------------------------------------------------------------------ values */

static void constant(struct noe_emitter *emitter, const struct noe_low_op *op) {
  if (op->number == noe_compile_least(emitter))
    noe_compile_refuse(emitter, "a number that stands for undefined");
  noe_compile_give(emitter, op->result, noe_compile_constant(op->number));
}

static void compare(struct noe_emitter *emitter, const struct noe_low_op *op, const char *operator) {
  const struct noe_low_value *known = known_of(emitter, op->result);
  const struct noe_term *left = left_of(emitter, op), *right = noe_compile_term_of(emitter, op->right);
  GIVE("%s %s %s", left->text, operator, right->text);
}

static void within(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_low_value *known = known_of(emitter, op->result);
  char low[NOE_TERM_TEXT], high[NOE_TERM_TEXT];
  const char *left = left_of(emitter, op)->text;
  GIVE("%s != U && %s >= %s && %s <= %s", left, left, noe_compile_number(op->low, low), left,
       noe_compile_number(op->high, high));
}

static void shift(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_low_value *known = known_of(emitter, op->result);
  char number[NOE_TERM_TEXT];
  const char *by = noe_compile_number(op->number, number);
  const struct noe_term *left = left_of(emitter, op);
  if (left->defined)
    GIVE("%s + %s", left->text, by);
  else
    GIVE("%s == U ? U : %s + %s", left->text, left->text, by);
}

static void load(struct noe_emitter *emitter, const struct noe_low_op *op) {
  assert(op->address && op->address->cells <= 1 && "what is loaded is one cell");
  const struct noe_low_value *known = known_of(emitter, op->result);
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  const char *cell = noe_compile_cell(emitter, &spot, 0);
  if (known->defined)
    noe_compile_rely_on(emitter, op->address);
  noe_compile_will_read(emitter, &spot, 0, 1);
  GIVE("%s", cell);
}

static void same(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_spot left = noe_compile_address(emitter, op->address), right = noe_compile_address(emitter, op->source);
  noe_compile_will_read(emitter, &left, 0, op->address->cells);
  noe_compile_will_read(emitter, &right, 0, op->address->cells);
  noe_compile_give(emitter, op->result, noe_compile_same(emitter, &left, &right, op->address->type));
}

/* Locations are pointers. */
static void locate(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  struct noe_term term = {.defined = true};
  snprintf(term.text, sizeof term.text, "h%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "cell *const %s = (cell *)%s;", term.text, noe_compile_pointer(emitter, &spot));
  noe_compile_give(emitter, op->result, term);
}

/* ------------------------------------------------------------------ memory */

void noe_compile_store(struct noe_emitter *emitter, const struct noe_spot *spot, const struct noe_type *type,
                       const struct noe_term *value) {
  bool bounded = type && type->kind <= NOE_TYPE_UNION;
  if (!noe_compile_fits(emitter, bounded ? type->low : value->low, bounded ? type->high : value->high))
    noe_compile_misfit(emitter, value);
  noe_compile_line(emitter, "%s = (cell)%s;", noe_compile_cell(emitter, spot, 0), value->text);
}

static void store(struct noe_emitter *emitter, const struct noe_low_op *op) {
  assert(op->address && op->address->cells <= 1 && "what is stored is one cell");
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  const struct noe_term *value = left_of(emitter, op);
  if (!op->is_binding)
    noe_compile_will_write(emitter, &spot, 0, value->text);
  noe_compile_store(emitter, &spot, op->address->type, value);
}

static void move(struct noe_emitter *emitter, const struct noe_low_op *op) {
  assert(op->source->cells == op->address->cells && "values are moved between places of one shape");
  struct noe_spot source = noe_compile_address(emitter, op->source);
  noe_compile_will_read(emitter, &source, 0, op->source->cells);
  struct noe_spot target = noe_compile_address(emitter, op->address);
  if (!op->is_binding)
    noe_compile_will_copy(emitter, &target, &source, op->source->cells);
  noe_compile_copy(emitter, &target, &source, op->address->type);
}

/* ------------------------------------------------------------------ checks */

void noe_compile_check(struct noe_emitter *emitter, const struct noe_term *value, int64_t low, int64_t high) {
  char number[NOE_TERM_TEXT];
  const char *unless = value->defined ? "" : noe_base_arena_format(emitter->arena, "%s != U && ", value->text);
  if (value->low < low)
    noe_compile_bail_if(emitter, "%s%s < %s", unless, value->text, noe_compile_number(low, number));
  if (value->high > high)
    noe_compile_bail_if(emitter, "%s%s > %s", unless, value->text, noe_compile_number(high, number));
}

/* The word undefined is within any bounds. */
static bool is_undefined(const struct noe_emitter *emitter, uint32_t value) {
  const struct noe_low_value *known = known_of(emitter, value);
  return known->origin == NOE_ORIGIN_OPERATION && known->operation->kind == NOE_LOW_UNDEFINED;
}

/* Where the state has to be put in order again a firing is not just dropped. */
static void assume(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_emit_function *in = emitter->in;
  const char *holds = left_of(emitter, op)->text;
  if ((in->pure && emitter->block_count) || in->watching || in->trial) {
    noe_compile_bail_if(emitter, "!%s", holds);
    return;
  }
  noe_compile_line(emitter, "if (!%s) { f->status = DISCARDED; goto leave; }", holds);
  emitter->in->leaves = true;
}

static void check(struct noe_emitter *emitter, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_CHECK_DEFINED:
    noe_compile_bail_if(emitter, "%s == U", left_of(emitter, op)->text);
    pass_on(emitter, op);
    break;
  case NOE_LOW_CHECK_WITHIN:
    if (!is_undefined(emitter, op->left))
      noe_compile_check(emitter, left_of(emitter, op), op->low, op->high);
    pass_on(emitter, op);
    break;
  case NOE_LOW_CHECK_NONZERO:
    noe_compile_bail_if(emitter, "%s == 0", left_of(emitter, op)->text);
    pass_on(emitter, op);
    break;
  case NOE_LOW_CHECK_TRUE: noe_compile_bail_if(emitter, "!%s", left_of(emitter, op)->text); break;
  case NOE_LOW_CHECK_PRESENT:
    noe_compile_multiset(emitter, op);
    pass_on(emitter, op);
    break;
  case NOE_LOW_FAIL: noe_compile_bail_if(emitter, "1"); break;
  case NOE_LOW_ASSUME: assume(emitter, op); break;
  default: break; /* ROOM: whoever adds looks for it; DEPTH: the function itself (emit_call.c) */
  }
}

/* ----------------------------------------------------------------- control */

/* In a watched loop: what would other rounds have returned? */
static void leave(struct noe_emitter *emitter, const struct noe_low_op *op) {
  if (emitter->in->loop || emitter->in->trial) {
    noe_compile_bail_if(emitter, "1");
    return;
  }
  struct noe_term nothing = noe_compile_constant(0);
  noe_compile_leave_with(emitter, op->left == NOE_NO_VALUE ? &nothing : left_of(emitter, op));
}

static void operation(struct noe_emitter *emitter, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_CONSTANT: constant(emitter, op); break;
  case NOE_LOW_UNDEFINED: noe_compile_give(emitter, op->result, noe_compile_undefined()); break;
  case NOE_LOW_NOT: {
    const struct noe_low_value *known = known_of(emitter, op->result);
    GIVE("!%s", left_of(emitter, op)->text);
    break;
  }
  case NOE_LOW_EQUAL: compare(emitter, op, "=="); break;
  case NOE_LOW_LESS: compare(emitter, op, "<"); break;
  case NOE_LOW_LESS_EQUAL: compare(emitter, op, "<="); break;
  case NOE_LOW_IS_UNDEFINED: {
    const struct noe_low_value *known = known_of(emitter, op->result);
    GIVE("%s == U", left_of(emitter, op)->text);
    break;
  }
  case NOE_LOW_WITHIN: within(emitter, op); break;
  case NOE_LOW_SHIFT: shift(emitter, op); break;
  case NOE_LOW_ARITHMETIC: noe_compile_arithmetic(emitter, op, false); break;
  case NOE_LOW_LOAD: load(emitter, op); break;
  case NOE_LOW_SAME: same(emitter, op); break;
  case NOE_LOW_LOCATE: locate(emitter, op); break;
  case NOE_LOW_STORE: store(emitter, op); break;
  case NOE_LOW_MOVE: move(emitter, op); break;
  case NOE_LOW_UNDEFINE:
  case NOE_LOW_CLEAR:
    noe_compile_fill(emitter, noe_compile_address(emitter, op->address), op->address->type, op->kind == NOE_LOW_CLEAR);
    break;
  case NOE_LOW_MULTISET_ADD:
  case NOE_LOW_MULTISET_REMOVE:
  case NOE_LOW_COUNT:
  case NOE_LOW_REMOVE_IF: noe_compile_multiset(emitter, op); break;
  case NOE_LOW_REDUCE: noe_compile_reduce(emitter, op); break;
  case NOE_LOW_WITNESS:
    noe_compile_line(emitter, "f->witness[%" PRId64 "]++, f->pending |= WITNESSED;", op->number);
    break;
  case NOE_LOW_COVER: noe_compile_line(emitter, "f->fresh[%" PRId64 "]++, f->pending |= FRESH;", op->number); break;
  case NOE_LOW_IF: noe_compile_branch(emitter, op); break;
  case NOE_LOW_REGION: noe_compile_list(emitter, op->body.first); break;
  case NOE_LOW_LEAVE: leave(emitter, op); break;
  case NOE_LOW_WATCHED:
    noe_compile_brace(emitter);
    noe_compile_list(emitter, emitter->in->watching ? op->otherwise.first : op->body.first);
    noe_compile_close(emitter);
    break;
  case NOE_LOW_CALL: noe_compile_call(emitter, op); break;
  case NOE_LOW_FOR:
  case NOE_LOW_WHILE:
  case NOE_LOW_FORALL:
  case NOE_LOW_EXISTS: noe_compile_loop(emitter, op); break;
  default:
    if (op->kind >= NOE_LOW_CHECK_DEFINED && op->kind <= NOE_LOW_ASSUME)
      check(emitter, op);
    break; /* FRESH: frames of C are; RESTORE: nothing was changed; SORT: `finish` does; PUT: nobody listens */
  }
}

/* Two operations that C does at once: a comparison and its opposite, arithmetic and its check. */
static bool pair(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_low_op *next = op->next;
  if (op->kind == NOE_LOW_CHECK_FITS) { /* what it checks stands behind it, unless nobody wants the result */
    bool used = next && next->kind == NOE_LOW_ARITHMETIC && next->left == op->left && next->right == op->right;
    noe_compile_arithmetic(emitter, used ? next : op, true);
    return used;
  }
  if (op->kind != NOE_LOW_EQUAL || !next || next->kind != NOE_LOW_NOT || next->left != op->result)
    return false;
  struct noe_low_op opposite = *op;
  opposite.result = next->result;
  compare(emitter, &opposite, "!=");
  return true;
}

void noe_compile_list_until(struct noe_emitter *emitter, const struct noe_low_op *list, const struct noe_low_op *end) {
  for (; list && list != end; list = list->next)
    if (pair(emitter, list))
      list = list->next;
    else if (list->kind != NOE_LOW_CHECK_FITS)
      operation(emitter, list);
}

void noe_compile_list(struct noe_emitter *emitter, const struct noe_low_op *list) {
  noe_compile_list_until(emitter, list, NULL);
}

struct noe_term noe_compile_block_of(struct noe_emitter *emitter, const struct noe_low_block *block) {
  noe_compile_list(emitter, block->first);
  return *noe_compile_term_of(emitter, block->yield);
}
