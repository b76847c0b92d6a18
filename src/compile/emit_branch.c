/* IF. One that computes a truth value is an operator of C where both sides can be evaluated whatever happens and cost
 * little: compilers take branches for work. One of statements is an `if`; those that stand at the end of its else are
 * written behind it and not inside, so that no chain of conditions nests deeply. */
#include <assert.h>
#include <string.h>

#include "compile/emit_int.h"

enum { MOST_OPERATORS = 16 };

/* ------------------------------------------------------------------ operators */

static bool is_constant(const struct noe_emitter *emitter, const struct noe_low_block *block, int64_t *number) {
  const struct noe_low_value *value = &emitter->in->unit->values[block->yield];
  for (const struct noe_low_op *op = block->first; op; op = op->next)
    if (op->kind != NOE_LOW_CONSTANT)
      return false;
  *number = value->low;
  return value->defined && value->low == value->high;
}

/* A few operators on cells, no more; none of them fails, or branches. */
static bool is_cheap(const struct noe_emitter *emitter, const struct noe_low_op *list, int *left) {
  for (; list; list = list->next) {
    int64_t number;
    if (list->kind == NOE_LOW_CONSTANT)
      continue;
    if (--*left < 0 || (list->kind > NOE_LOW_LOAD && list->kind != NOE_LOW_IF) ||
        noe_compile_may_be_least(emitter, list))
      return false;
    if (list->kind == NOE_LOW_IF &&
        (list->result == NOE_NO_VALUE || !emitter->in->unit->values[list->result].type ||
         is_constant(emitter, &list->body, &number) == is_constant(emitter, &list->otherwise, &number) ||
         !is_cheap(emitter, list->body.first, left) || !is_cheap(emitter, list->otherwise.first, left)))
      return false;
  }
  return true;
}

static bool is_truth(const struct noe_emitter *emitter, uint32_t value) {
  const struct noe_low_value *known = &emitter->in->unit->values[value];
  return known->type && known->defined && known->low >= 0 && known->high <= 1;
}

/* c ? x : 0 is c & x; c ? 1 : x is c | x; and with !c where it is the other way round. False if it is none of them. */
static bool operate(struct noe_emitter *emitter, const struct noe_low_op *op) {
  int64_t number = 0;
  int left = MOST_OPERATORS;
  assert(op->result != NOE_NO_VALUE && "statements are no operators");
  bool decided = is_constant(emitter, &op->body, &number);
  const struct noe_low_block *open = decided ? &op->otherwise : &op->body;
  if (emitter->in->watching || !is_truth(emitter, op->result) || !is_truth(emitter, open->yield) ||
      (!decided && !is_constant(emitter, &op->otherwise, &number)) || !is_cheap(emitter, open->first, &left))
    return false;
  noe_compile_list(emitter, op->body.first);
  noe_compile_list(emitter, op->otherwise.first);
  bool opposite = decided != (number != 0);
  noe_compile_give(emitter, op->result,
                   noe_compile_term(emitter, 0, 1, true, "%s%s %c %s", opposite ? "!" : "",
                                    noe_compile_term_of(emitter, op->left)->text, number ? '|' : '&',
                                    noe_compile_term_of(emitter, open->yield)->text));
  return true;
}

/* -------------------------------------------------------------------- values */

static void set(struct noe_emitter *emitter, const struct noe_term *result, const struct noe_low_block *block) {
  struct noe_term value = noe_compile_block_of(emitter, block);
  noe_compile_line(emitter, "%s = %s;", result->text, value.text);
}

static void open_if(struct noe_emitter *emitter, uint32_t condition, bool opposite) {
  noe_compile_open(emitter, "if (%s%s)", opposite ? "!" : "", noe_compile_term_of(emitter, condition)->text);
}

/* A constant is there from the beginning. */
static void choose(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_low_value *known = &emitter->in->unit->values[op->result];
  int64_t number = 0;
  char text[NOE_TERM_TEXT];
  bool left = is_constant(emitter, &op->body, &number);
  bool right = !left && is_constant(emitter, &op->otherwise, &number);
  struct noe_term result = {.low = known->low, .high = known->high, .defined = known->defined};
  if (known->type)
    strcpy(result.text, noe_compile_variable_term(emitter, noe_compile_number(number, text)).text);
  else {
    strcpy(result.text, noe_base_arena_format(emitter->arena, "q%u", noe_compile_name(emitter)));
    noe_compile_line(emitter, "cell *%s;", result.text);
    left = right = false;
  }
  if (!left) {
    open_if(emitter, op->left, false);
    set(emitter, &result, &op->body);
    noe_compile_close(emitter);
  }
  if (!right) {
    if (left)
      open_if(emitter, op->left, true);
    else
      noe_compile_open(emitter, "else");
    set(emitter, &result, &op->otherwise);
    noe_compile_close(emitter);
  }
  noe_compile_give(emitter, op->result, result);
}

/* ----------------------------------------------------------------- statements */

static const struct noe_low_op *last_of(const struct noe_low_op *list) {
  while (list && list->next)
    list = list->next;
  return list;
}

static bool is_statement(const struct noe_low_op *op) {
  return op && op->kind == NOE_LOW_IF && op->result == NOE_NO_VALUE;
}

static void statement(struct noe_emitter *emitter, const struct noe_low_op *op) {
  if (noe_compile_switch(emitter, op))
    return;
  const struct noe_low_op *last = last_of(op->otherwise.first);
  if (!op->body.first) {
    open_if(emitter, op->left, true);
    noe_compile_list(emitter, op->otherwise.first);
    noe_compile_close(emitter);
    return;
  }
  unsigned end = is_statement(last) ? noe_compile_name(emitter) : 0;
  open_if(emitter, op->left, false);
  noe_compile_list(emitter, op->body.first);
  if (end)
    noe_compile_line(emitter, "goto j%u;", end);
  noe_compile_close(emitter);
  if (end) {
    noe_compile_list_until(emitter, op->otherwise.first, last);
    statement(emitter, last);
    noe_compile_line(emitter, "j%u:;", end);
  } else if (op->otherwise.first) {
    noe_compile_open(emitter, "else");
    noe_compile_list(emitter, op->otherwise.first);
    noe_compile_close(emitter);
  }
}

void noe_compile_branch(struct noe_emitter *emitter, const struct noe_low_op *op) {
  if (op->result == NOE_NO_VALUE)
    statement(emitter, op);
  else if (!operate(emitter, op))
    choose(emitter, op);
}
