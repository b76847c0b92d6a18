/* From the claim's formula to terms: quantifiers become conjunctions and
 * disjunctions, atoms under a valuation become propositions. */
#include <assert.h>
#include <string.h>

#include "logic/logic_int.h"

/* -------------------------------------------------------------- propositions */

/* Does the expression read slot `slot` of its frame? A call's body has a frame of
 * its own; its arguments are evaluated in this one. */
static bool reads_slot(const struct noe_expr *expr, uint32_t slot) {
  if (!expr)
    return false;
  if ((expr->kind == NOE_EXPR_LOCAL || expr->kind == NOE_EXPR_REFERENCE) && expr->slot == slot)
    return true;
  if (expr->call)
    for (uint32_t i = 0; i < expr->call->function->parameter_count; i++)
      if (reads_slot(expr->call->arguments[i].value, slot))
        return true;
  return reads_slot(expr->condition, slot) || reads_slot(expr->left, slot) || reads_slot(expr->right, slot) ||
         reads_slot(expr->domain.from, slot) || reads_slot(expr->domain.to, slot) || reads_slot(expr->domain.by, slot);
}

static bool agrees(const struct noe_proposition *proposition, uint32_t atom, const int64_t *values, uint32_t count) {
  if (proposition->atom != atom)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (proposition->uses[i] && proposition->values[i] != values[i])
      return false;
  return true;
}

uint32_t noe_logic_propose(struct noe_logic *logic, const struct noe_temporal *temporal, uint32_t atom,
                           const int64_t *values) {
  uint32_t variables = temporal->variable_count;
  for (uint32_t i = 0; i < logic->proposition_count; i++)
    if (agrees(&logic->propositions[i], atom, values, variables))
      return i;
  if (logic->proposition_count == NOE_PROPOSITION_LIMIT)
    return NOE_PROPOSITION_LIMIT;
  bool *uses = NOE_NEW_ARRAY(logic->arena, bool, variables);
  int64_t *copy = NOE_NEW_ARRAY(logic->arena, int64_t, variables);
  for (uint32_t i = 0; i < variables; i++) {
    uses[i] = !temporal->variables[i].is_argument && reads_slot(temporal->atoms[atom], temporal->variables[i].slot);
    copy[i] = uses[i] ? values[i] : temporal->variables[i].low;
  }
  logic->propositions[logic->proposition_count] = (struct noe_proposition){atom, copy, uses};
  return logic->proposition_count++;
}

uint32_t noe_logic_proposition_count(const struct noe_logic *logic) { return logic->proposition_count; }

const struct noe_proposition *noe_logic_proposition(const struct noe_logic *logic, uint32_t number) {
  assert(number < logic->proposition_count && "propositions are numbered by the table");
  return &logic->propositions[number];
}

bool noe_logic_value(const struct noe_formula_variable *variable, uint64_t index, int64_t *value) {
  __int128 wide = (__int128)variable->low + (__int128)index * variable->step;
  *value = (int64_t)wide;
  return variable->step < 0 ? wide >= variable->high : wide <= variable->high && (variable->step || !index);
}

/* ------------------------------------------------------------------- formulas */

struct expansion {
  struct noe_logic *logic;
  const struct noe_temporal *temporal;
  int64_t *values;
  uint32_t visits, depth;
  enum noe_logic_answer answer;
};

static const struct noe_term *expand(struct expansion *work, const struct noe_formula *formula);

static const struct noe_term *atom(struct expansion *work, uint32_t number) {
  bool truth;
  if (noe_logic_fold(work->temporal, number, work->values, &truth))
    return noe_logic_constant(work->logic, truth);
  uint32_t proposition = noe_logic_propose(work->logic, work->temporal, number, work->values);
  if (proposition < NOE_PROPOSITION_LIMIT)
    return noe_logic_literal(work->logic, proposition);
  work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
  return work->logic->truth;
}

/* A step is told by the state that it arrives in: taken(r) is X of "by r". */
static const struct noe_term *taken(struct expansion *work, uint32_t number) {
  uint32_t proposition = noe_logic_propose(work->logic, work->temporal, number, work->values);
  if (proposition < NOE_PROPOSITION_LIMIT)
    return noe_logic_next(work->logic, noe_logic_literal(work->logic, proposition));
  work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
  return work->logic->truth;
}

static const struct noe_term *quantified(struct expansion *work, const struct noe_formula *formula) {
  bool all = formula->kind == NOE_FORMULA_FORALL;
  const struct noe_formula_variable *variable = &work->temporal->variables[formula->number];
  const struct noe_term *result = noe_logic_constant(work->logic, all);
  int64_t *value = &work->values[formula->number], before = *value;
  for (uint64_t i = 0; work->answer == NOE_LOGIC_DONE && noe_logic_value(variable, i, value); i++) {
    const struct noe_term *both[2] = {result, expand(work, formula->left)};
    result = all ? noe_logic_and(work->logic, both, 2) : noe_logic_or(work->logic, both, 2);
  }
  *value = before;
  return result;
}

static const struct noe_term *too_many(struct expansion *work, const struct noe_term *term) {
  if (term)
    return term;
  work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
  return work->logic->truth;
}

static const struct noe_term *past(struct expansion *work, const struct noe_formula *formula) {
  struct noe_logic *logic = work->logic;
  const struct noe_term *left = expand(work, formula->left);
  switch (formula->kind) {
  case NOE_FORMULA_PREVIOUS: return too_many(work, noe_logic_previous(logic, work->temporal, left));
  case NOE_FORMULA_ONCE: return too_many(work, noe_logic_since(logic, work->temporal, logic->truth, left));
  case NOE_FORMULA_HISTORICALLY:
    return too_many(work, noe_logic_since(logic, work->temporal, logic->truth, left->negation))->negation;
  default: return too_many(work, noe_logic_since(logic, work->temporal, left, expand(work, formula->right)));
  }
}

static const struct noe_term *binary(struct expansion *work, const struct noe_formula *formula) {
  struct noe_logic *logic = work->logic;
  const struct noe_term *both[2] = {expand(work, formula->left), expand(work, formula->right)};
  switch (formula->kind) {
  case NOE_FORMULA_AND: return noe_logic_and(logic, both, 2);
  case NOE_FORMULA_IMPLIES: both[0] = both[0]->negation; return noe_logic_or(logic, both, 2);
  case NOE_FORMULA_OR: return noe_logic_or(logic, both, 2);
  case NOE_FORMULA_UNTIL: return noe_logic_until(logic, both[0], both[1]);
  case NOE_FORMULA_RELEASE: return noe_logic_release(logic, both[0], both[1]);
  default: /* f W g = g R (f | g) */ return noe_logic_release(logic, both[1], noe_logic_or(logic, both, 2));
  }
}

static const struct noe_term *by_kind(struct expansion *work, const struct noe_formula *formula) {
  struct noe_logic *logic = work->logic;
  if (formula->path != NOE_PATH_NONE) {
    work->answer = NOE_LOGIC_OTHER;
    return logic->truth;
  }
  switch (formula->kind) {
  case NOE_FORMULA_TRUE: return logic->truth;
  case NOE_FORMULA_FALSE: return logic->truth->negation;
  case NOE_FORMULA_ATOM: return atom(work, formula->number);
  case NOE_FORMULA_TAKEN: return taken(work, formula->number);
  case NOE_FORMULA_NOT: return expand(work, formula->left)->negation;
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return quantified(work, formula);
  case NOE_FORMULA_NEXT: return noe_logic_next(logic, expand(work, formula->left));
  case NOE_FORMULA_ALWAYS: return noe_logic_always(logic, expand(work, formula->left));
  case NOE_FORMULA_EVENTUALLY: return noe_logic_eventually(logic, expand(work, formula->left));
  case NOE_FORMULA_AND:
  case NOE_FORMULA_OR:
  case NOE_FORMULA_IMPLIES:
  case NOE_FORMULA_UNTIL:
  case NOE_FORMULA_WEAK_UNTIL:
  case NOE_FORMULA_RELEASE: return binary(work, formula);
  case NOE_FORMULA_PREVIOUS:
  case NOE_FORMULA_ONCE:
  case NOE_FORMULA_HISTORICALLY:
  case NOE_FORMULA_SINCE: return past(work, formula);
  default: work->answer = NOE_LOGIC_OTHER; return logic->truth;
  }
}

static const struct noe_term *expand(struct expansion *work, const struct noe_formula *formula) {
  if (work->answer != NOE_LOGIC_DONE)
    return work->logic->truth;
  if (++work->visits > NOE_VISIT_LIMIT || work->depth == NOE_DEPTH_LIMIT || work->logic->term_count >= NOE_TERM_LIMIT) {
    work->answer = NOE_LOGIC_TOO_LARGE;
    return work->logic->truth;
  }
  work->depth++;
  const struct noe_term *result = by_kind(work, formula);
  work->depth--;
  return result;
}

enum noe_logic_answer noe_logic_from_temporal(struct noe_logic *logic, const struct noe_temporal *temporal,
                                              const struct noe_term **term) {
  struct expansion work = {
      .logic = logic, .temporal = temporal, .values = NOE_NEW_ARRAY(logic->arena, int64_t, temporal->variable_count)};
  *term = expand(&work, temporal->formula);
  if (work.answer != NOE_LOGIC_DONE)
    *term = NULL;
  return work.answer;
}
