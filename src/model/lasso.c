/* Formulas on a run, bottom up: the value of each subformula at each position.
 *
 * Three values, false < open < true, where an atom that cannot be evaluated is open, and so is all that comes behind
 * the end of a run without a loop.
 * Connectives are least and greatest value, so an answer that is not open holds
 * whatever the open atoms would be. Temporal operators are fixed points of their
 * expansion law over the positions: from false for F and U, from true for G, W and R. */
#include "model/lasso.h"

#include <assert.h>
#include <string.h>

#include "model/machine_int.h"

enum { FALSE_VALUE, OPEN, TRUE_VALUE };

struct lasso {
  struct noe_machine *machine;
  const struct noe_clause *property;
  const int64_t *arguments;
  const struct noe_trace *trace;
  uint32_t positions;    /* looked at: the loop comes several times where the formula looks back */
  uint32_t base, length; /* positions of the word, and those of its loop among them, if it has one */
  int64_t *values;       /* of the bound names */
};

static uint8_t *label(struct lasso *lasso, const struct noe_formula *formula);

static uint8_t *new_row(struct lasso *lasso, uint8_t value) {
  uint8_t *row = noe_base_alloc(lasso->machine->memory, lasso->positions);
  memset(row, value, lasso->positions);
  return row;
}

static void free_row(struct lasso *lasso, uint8_t *row) { noe_base_free(lasso->machine->memory, row); }

static uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static uint8_t greatest(uint8_t a, uint8_t b) { return a > b ? a : b; }

/* The value at the position behind this one. */
static uint8_t behind(const struct lasso *lasso, const uint8_t *row, uint32_t position) {
  if (position + 1 < lasso->positions)
    return row[position + 1];
  return lasso->length ? row[lasso->positions - lasso->length] : OPEN;
}

/* The position in the first round of the loop. */
static uint32_t fold(const struct lasso *lasso, uint32_t position) {
  assert((position < lasso->base || lasso->length) && "only a loop goes on behind the end");
  uint32_t loop = lasso->trace->loop;
  return position < lasso->base ? position : loop + (position - loop) % lasso->length;
}

static const int64_t *state_at(const struct lasso *lasso, uint32_t position) {
  return lasso->trace->steps[fold(lasso, position)].state;
}

/* How deep operators that look back are nested. If what is under one of them repeats from some round of the loop on,
 * then it does itself from the next round on: `previous` by its definition; `since` because a round makes of what it
 * begins with always the same, or leaves it as it is. */
static uint32_t past_depth(const struct noe_formula *formula) {
  if (!formula)
    return 0;
  uint32_t left = past_depth(formula->left), right = past_depth(formula->right);
  bool looks_back = formula->kind >= NOE_FORMULA_PREVIOUS && formula->kind <= NOE_FORMULA_SINCE;
  return (left > right ? left : right) + looks_back;
}

static uint8_t *label_atom(struct lasso *lasso, uint32_t atom) {
  uint8_t *row = new_row(lasso, OPEN);
  for (uint32_t i = 0; i < lasso->positions; i++) {
    enum noe_outcome outcome = noe_model_machine_atom(lasso->machine, lasso->property, lasso->arguments, lasso->values,
                                                      atom, state_at(lasso, i));
    if (outcome == NOE_OUTCOME_TRUE || outcome == NOE_OUTCOME_FALSE)
      row[i] = outcome == NOE_OUTCOME_TRUE ? TRUE_VALUE : FALSE_VALUE;
  }
  return row;
}

/* The step that leaves a position is the next one of the run, if the run does not stand still there, or end. */
static uint8_t *label_taken(struct lasso *lasso, uint32_t atom) {
  uint8_t *row = new_row(lasso, OPEN);
  for (uint32_t i = 0; i < lasso->positions; i++) {
    uint32_t after = fold(lasso, i) + 1;
    const struct noe_trace_step *step = after < lasso->trace->count ? &lasso->trace->steps[after] : NULL;
    if (!step && !lasso->trace->has_loop)
      continue;
    enum noe_outcome outcome =
        noe_model_machine_taken(lasso->machine, lasso->property, lasso->arguments, lasso->values, atom,
                                state_at(lasso, i), step ? step->clause : NULL, step ? step->arguments : NULL);
    if (outcome == NOE_OUTCOME_TRUE || outcome == NOE_OUTCOME_FALSE)
      row[i] = outcome == NOE_OUTCOME_TRUE ? TRUE_VALUE : FALSE_VALUE;
  }
  return row;
}

static uint8_t *label_not(struct lasso *lasso, const struct noe_formula *formula) {
  uint8_t *row = label(lasso, formula);
  for (uint32_t i = 0; i < lasso->positions; i++)
    row[i] = (uint8_t)(TRUE_VALUE - row[i]);
  return row;
}

/* The left row takes the result. */
static uint8_t *join(struct lasso *lasso, uint8_t *left, uint8_t *right, uint8_t (*by)(uint8_t, uint8_t)) {
  for (uint32_t i = 0; i < lasso->positions; i++)
    left[i] = by(left[i], right[i]);
  free_row(lasso, right);
  return left;
}

static uint8_t *label_quantified(struct lasso *lasso, const struct noe_formula *formula) {
  const struct noe_formula_variable *variable = &lasso->property->temporal->variables[formula->number];
  assert(variable->step > 0 && "values of a variable ascend, however the text runs through them");
  bool all = formula->kind == NOE_FORMULA_FORALL;
  uint8_t *row = new_row(lasso, all ? TRUE_VALUE : FALSE_VALUE);
  int64_t outer = lasso->values[formula->number];
  struct noe_span_of_values span = {.next = variable->low, .last = variable->high, .step = variable->step};
  while (noe_model_domain_next(&span, &lasso->values[formula->number])) {
    row = join(lasso, row, label(lasso, formula->left), all ? least : greatest);
  }
  lasso->values[formula->number] = outer;
  return row;
}

static uint8_t *label_next(struct lasso *lasso, const struct noe_formula *formula) {
  uint8_t *operand = label(lasso, formula), *row = new_row(lasso, FALSE_VALUE);
  for (uint32_t i = 0; i < lasso->positions; i++)
    row[i] = behind(lasso, operand, i);
  free_row(lasso, operand);
  return row;
}

/* Z = right | (left & X Z), or, with `dual`, Z = right & (left | X Z). */
static uint8_t *fixed_point(struct lasso *lasso, uint8_t *left, uint8_t *right, bool dual, uint8_t from) {
  uint8_t *row = new_row(lasso, from);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = lasso->positions; i-- > 0;) {
      uint8_t after = behind(lasso, row, i);
      uint8_t value = dual ? least(right[i], greatest(left[i], after)) : greatest(right[i], least(left[i], after));
      changed |= value != row[i];
      row[i] = value;
    }
  }
  free_row(lasso, left);
  free_row(lasso, right);
  return row;
}

static uint8_t *label_previous(struct lasso *lasso, const struct noe_formula *formula) {
  uint8_t *operand = label(lasso, formula), *row = new_row(lasso, FALSE_VALUE);
  for (uint32_t i = 1; i < lasso->positions; i++)
    row[i] = operand[i - 1];
  free_row(lasso, operand);
  return row;
}

/* Z = right | (left & previous Z). */
static uint8_t *since(struct lasso *lasso, uint8_t *left, uint8_t *right) {
  for (uint32_t i = 1; i < lasso->positions; i++)
    right[i] = greatest(right[i], least(left[i], right[i - 1]));
  free_row(lasso, left);
  return right;
}

static uint8_t *label_historically(struct lasso *lasso, const struct noe_formula *formula) {
  uint8_t *row = label(lasso, formula);
  for (uint32_t i = 1; i < lasso->positions; i++)
    row[i] = least(row[i], row[i - 1]);
  return row;
}

static uint8_t *label(struct lasso *lasso, const struct noe_formula *formula) {
  const struct noe_formula *left = formula->left, *right = formula->right;
  assert((formula->path == NOE_PATH_NONE || formula->kind == NOE_FORMULA_PATH) && "a run knows nothing of other runs");
  switch (formula->kind) {
  case NOE_FORMULA_TRUE: return new_row(lasso, TRUE_VALUE);
  case NOE_FORMULA_FALSE: return new_row(lasso, FALSE_VALUE);
  case NOE_FORMULA_ATOM: return label_atom(lasso, formula->number);
  case NOE_FORMULA_TAKEN: return label_taken(lasso, formula->number);
  case NOE_FORMULA_NOT: return label_not(lasso, left);
  case NOE_FORMULA_AND: return join(lasso, label(lasso, left), label(lasso, right), least);
  case NOE_FORMULA_OR: return join(lasso, label(lasso, left), label(lasso, right), greatest);
  case NOE_FORMULA_IMPLIES: return join(lasso, label_not(lasso, left), label(lasso, right), greatest);
  case NOE_FORMULA_FORALL:
  case NOE_FORMULA_EXISTS: return label_quantified(lasso, formula);
  case NOE_FORMULA_NEXT: return label_next(lasso, left);
  case NOE_FORMULA_EVENTUALLY:
    return fixed_point(lasso, new_row(lasso, TRUE_VALUE), label(lasso, left), false, FALSE_VALUE);
  case NOE_FORMULA_ALWAYS: return fixed_point(lasso, new_row(lasso, FALSE_VALUE), label(lasso, left), true, TRUE_VALUE);
  case NOE_FORMULA_UNTIL: return fixed_point(lasso, label(lasso, left), label(lasso, right), false, FALSE_VALUE);
  case NOE_FORMULA_WEAK_UNTIL: return fixed_point(lasso, label(lasso, left), label(lasso, right), false, TRUE_VALUE);
  case NOE_FORMULA_RELEASE: return fixed_point(lasso, label(lasso, left), label(lasso, right), true, TRUE_VALUE);
  case NOE_FORMULA_PREVIOUS: return label_previous(lasso, left);
  case NOE_FORMULA_ONCE: return since(lasso, new_row(lasso, TRUE_VALUE), label(lasso, left));
  case NOE_FORMULA_HISTORICALLY: return label_historically(lasso, left);
  case NOE_FORMULA_SINCE: return since(lasso, label(lasso, left), label(lasso, right));
  case NOE_FORMULA_PATH: return new_row(lasso, OPEN); /* about other runs, too */
  case NOE_FORMULA_LEAST:
  case NOE_FORMULA_GREATEST:
  case NOE_FORMULA_POINT:
  case NOE_FORMULA_DIAMOND:
  case NOE_FORMULA_BOX: break;
  }
  assert(false && "not an operator of linear time");
  return new_row(lasso, OPEN);
}

static enum noe_outcome judge(struct lasso lasso, const struct noe_formula *formula, uint32_t from) {
  const struct noe_trace *trace = lasso.trace;
  lasso.base = trace->has_loop ? noe_lasso_positions(trace) : trace->count;
  assert((!trace->has_loop || trace->loop < lasso.base) && "a loop has a position");
  lasso.length = trace->has_loop ? lasso.base - trace->loop : 0;
  lasso.positions = lasso.base + lasso.length * past_depth(formula);
  uint8_t *row = label(&lasso, formula);
  uint8_t value = from < lasso.positions ? row[from] : OPEN;
  free_row(&lasso, row);
  return value == OPEN ? NOE_OUTCOME_FAULT : value == TRUE_VALUE ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

enum noe_outcome noe_model_lasso_satisfies(struct noe_machine *machine, const struct noe_clause *property,
                                           const int64_t *arguments, const struct noe_trace *trace) {
  assert(property->property == NOE_PROPERTY_LTL && trace->count && "a formula of linear time, and a run");
  int64_t values[property->temporal->variable_count + 1];
  memset(values, 0, sizeof values);
  struct lasso lasso = {.machine = machine, .property = property, .arguments = arguments, .trace = trace};
  lasso.values = values;
  return judge(lasso, property->temporal->formula, 0);
}

enum noe_outcome noe_model_lasso_goes_on(struct noe_machine *machine, const struct noe_finding *finding,
                                         const struct noe_trace *trace, uint32_t from, const struct noe_formula *path) {
  assert(path->kind == NOE_FORMULA_PATH && path->values && trace->has_loop && "a formula of a path, and a lasso");
  uint32_t count = finding->clause->temporal->variable_count;
  int64_t values[count + 1];
  memcpy(values, path->values, count * sizeof *values);
  struct lasso lasso = {.machine = machine, .property = finding->clause, .trace = trace, .values = values};
  lasso.arguments = finding->arguments;
  return judge(lasso, path->left, from);
}
