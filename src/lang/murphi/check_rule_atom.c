/* Conditions that name a rule: `enabled("r", e, ...)` and `taken("r", e, ...)`.
 *
 * `enabled` is about a state: for some values of the parameters around r, these being e, ... if they are given, the guard
 * of r is true, and no rule of a smaller priority number is enabled. It is made of the text of the guard, read once more
 * where nothing but the model's own names can be seen:
 *
 *   exists p: P do p = e & guard end
 *
 * `taken` is about a step: it fires r, with these values of the parameters. Its condition compares them with names that
 * stand for the arguments of the step; whoever judges a step gives them their values (struct noe_step_atom). */
#include <assert.h>
#include <string.h>

#include "lang/murphi/check_int.h"
#include "model/access.h"

/* ------------------------------------------------------------------- rules */

static void add_rule(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  struct noe_placed_rule rule = {.rule = ast, .depth = checker->enclosing.count};
  rule.enclosing = NOE_NEW_ARRAY(checker->arena, const struct noe_ast_rule *, rule.depth + 1);
  if (rule.depth)
    memcpy(rule.enclosing, checker->enclosing.items, rule.depth * sizeof *rule.enclosing);
  NOE_LIST_PUSH(checker->arena, &checker->rules, rule);
}

static void list_rules(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  if (ast->kind == NOE_AST_RULE)
    add_rule(checker, ast);
  if (!ast->rules)
    return;
  NOE_LIST_PUSH(checker->arena, &checker->enclosing, ast);
  for (const struct noe_ast_rule *inner = ast->rules; inner; inner = inner->next)
    list_rules(checker, inner);
  checker->enclosing.count--;
}

/* All rules of the text, those further down included. */
static void find_rules(struct noe_checker *checker) {
  size_t depth = checker->enclosing.count;
  const struct noe_ast_rule **around = NOE_NEW_ARRAY(checker->arena, const struct noe_ast_rule *, depth + 1);
  if (checker->rules.count)
    return;
  if (depth)
    memcpy(around, checker->enclosing.items, depth * sizeof *around);
  checker->enclosing.count = 0;
  for (const struct noe_ast_item *item = checker->ast->items; item; item = item->next)
    if (item->kind == NOE_AST_ITEM_RULE)
      list_rules(checker, item->rule);
  assert(!checker->enclosing.count && "each item that was entered is left");
  for (checker->enclosing.count = 0; checker->enclosing.count < depth; checker->enclosing.count++)
    checker->enclosing.items[checker->enclosing.count] = around[checker->enclosing.count];
}

/* The rule that the atom names; NULL after reporting. */
static const struct noe_placed_rule *resolve(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const struct noe_placed_rule *found = NULL;
  find_rules(checker);
  for (size_t i = 0; i < checker->rules.count; i++) {
    const struct noe_placed_rule *rule = &checker->rules.items[i];
    if (!rule->rule->text || strcmp(rule->rule->text, ast->text) != 0)
      continue;
    if (found) {
      noe_base_report(checker->diagnostics, NOE_E_RULE_ATOM, ast->op_span, "two rules are named \"%s\"", ast->text);
      noe_base_note(checker->diagnostics, found->rule->head, "this one");
      noe_base_note(checker->diagnostics, rule->rule->head, "and this one");
      noe_base_hint(checker->diagnostics, "give the rule that is meant a name of its own");
      return NULL;
    }
    found = rule;
  }
  if (!found)
    noe_murphi_report_unknown_rule(checker, ast->text, ast->op_span);
  return found;
}

/* --------------------------------------------------------------- arguments */

/* The parameter of this number: quantifiers around the rule, outermost first; NULL: there are not so many. */
static const struct noe_ast_quantifier *parameter(const struct noe_placed_rule *rule, uint32_t number) {
  for (size_t i = 0; i < rule->depth; i++)
    for (const struct noe_ast_quantifier *q = rule->enclosing[i]->quantifiers; q; q = q->next)
      if (!number--)
        return q;
  return NULL;
}

static bool count_fits(struct noe_checker *checker, const struct noe_ast_expr *ast,
                       const struct noe_placed_rule *rule) {
  uint32_t given = 0, wanted = 0;
  for (const struct noe_ast_expr *argument = ast->arguments; argument; argument = argument->next)
    given++;
  while (parameter(rule, wanted))
    wanted++;
  if (!given || given == wanted)
    return true;
  noe_base_report(checker->diagnostics, NOE_E_RULE_ATOM, ast->span, "rule \"%s\" has %u parameter%s, not %u", ast->text,
                  (unsigned)wanted, wanted == 1 ? "" : "s", (unsigned)given);
  noe_base_note(checker->diagnostics, rule->rule->head, "this rule");
  noe_base_hint(checker->diagnostics, wanted ? "give all of them, or none: some instance of the rule"
                                             : "it stands in no ruleset: write only its name");
  return false;
}

/* The values that are given, as they are read in the claim. NULL after reporting. */
static struct noe_operand *check_values(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        const struct noe_placed_rule *rule) {
  uint32_t count = 0;
  while (parameter(rule, count))
    count++;
  struct noe_operand *operands = NOE_NEW_ARRAY(checker->arena, struct noe_operand, count + 1);
  bool ok = count_fits(checker, ast, rule);
  uint32_t i = 0;
  for (const struct noe_ast_expr *argument = ast->arguments; argument && ok; argument = argument->next, i++) {
    operands[i] = noe_murphi_check_operand(checker, argument);
    if (!operands[i].expr)
      return NULL;
  }
  return ok ? operands : NULL;
}

/* parameter = value; NULL after reporting to `diagnostics`. */
static struct noe_expr *equal(struct noe_checker *checker, struct noe_diagnostics *diagnostics,
                              const struct noe_ast_expr *ast, const struct noe_ast_quantifier *quantifier,
                              const struct noe_type *type, uint32_t slot, struct noe_operand value) {
  struct noe_operand bound = {.expr = noe_murphi_emit_named(checker, NOE_EXPR_LOCAL, type, slot, quantifier->name),
                              .type = type,
                              .is_location = true,
                              .plain = true,
                              .right = NOE_RIGHT_READ,
                              .variable = NOE_NO_VARIABLE,
                              .span = value.span};
  if (!noe_type_is_simple(value.type) || noe_murphi_fit(checker, value.type, type, value.span) == NOE_FIT_NOT) {
    noe_base_report(diagnostics, NOE_E_TYPE_MISMATCH, value.span, "parameter `%s` of rule \"%s\" is of type %s, not %s",
                    quantifier->name->text, ast->text, noe_murphi_type_text(checker, type),
                    noe_murphi_type_text(checker, value.type));
    return NULL;
  }
  return noe_murphi_check_equal(checker, bound, value, ast->span);
}

static struct noe_expr *both(struct noe_checker *checker, enum noe_expr_kind kind, struct noe_expr *left,
                             struct noe_expr *right, struct noe_span span) {
  if (!left || !right)
    return NULL;
  return noe_murphi_emit_binary(checker, kind, checker->builder.boolean, left, right, span);
}

/* ----------------------------------------------------------------- enabled */

/* A guard while it is read for a claim. */
struct reading {
  struct noe_checker *checker;
  const struct noe_ast_expr *ast;
  const struct noe_placed_rule *rule;
  const struct noe_operand *values;    /* of its parameters; NULL: any */
  struct noe_diagnostics *diagnostics; /* about the atom, not about the rule */
  bool is_reported;
  uint32_t next; /* parameter */
};

static struct noe_expr *read_within(struct reading *reading, size_t level);

/* In a claim an alias stands for what it is an alias of: nothing changes there. */
static bool substitute(struct noe_checker *checker, const struct noe_ast_alias *ast) {
  for (const struct noe_ast_name *name = ast->names; name; name = name->next) {
    struct noe_operand operand = noe_murphi_check_operand(checker, ast->value);
    struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_ALIAS);
    if (!operand.expr || !symbol)
      return false;
    symbol->type = operand.type;
    symbol->plain = operand.plain;
    symbol->variable = operand.variable;
    symbol->location = operand.expr;
    if (operand.is_location)
      continue;
    if (operand.expr->kind != NOE_EXPR_CONSTANT)
      return false;
    symbol->kind = NOE_SYMBOL_CONSTANT;
    symbol->value = operand.expr->value;
  }
  return true;
}

static struct noe_expr *read_quantified(struct reading *reading, size_t level, const struct noe_ast_quantifier *q) {
  struct noe_checker *checker = reading->checker;
  if (!q) {
    for (const struct noe_ast_alias *alias = reading->rule->enclosing[level]->aliases; alias; alias = alias->next)
      if (!substitute(checker, alias))
        return NULL;
    return read_within(reading, level + 1);
  }
  struct noe_expr *expr = noe_murphi_emit(checker, NOE_EXPR_EXISTS, checker->builder.boolean, reading->ast->span);
  expr->name = q->name->text;
  noe_murphi_scope_open(checker->scopes);
  bool ok = noe_murphi_check_domain(checker, q, &expr->domain, &expr->slot);
  const struct noe_type *type = expr->domain.type ? expr->domain.type : checker->builder.integer;
  uint32_t number = reading->next++;
  assert(parameter(reading->rule, number) == q && "parameters are met in the order of their numbers");
  struct noe_expr *inner = ok ? read_quantified(reading, level, q->next) : NULL;
  if (ok && reading->values) {
    struct noe_expr *same =
        equal(checker, reading->diagnostics, reading->ast, q, type, expr->slot, reading->values[number]);
    reading->is_reported |= !same;
    inner = both(checker, NOE_EXPR_AND, same, inner, reading->ast->span);
  }
  expr->left = inner;
  noe_murphi_scope_close(checker->scopes);
  noe_model_add_loop(&checker->builder, expr->domain.type, expr, NULL);
  return inner ? expr : NULL;
}

/* Some element of the multiset will do. */
static struct noe_expr *read_chosen(struct reading *reading, size_t level) {
  struct noe_checker *checker = reading->checker;
  const struct noe_ast_rule *outer = reading->rule->enclosing[level];
  struct noe_expr *count = noe_murphi_emit(checker, NOE_EXPR_COUNT, checker->builder.integer, reading->ast->span);
  struct noe_operand operand;
  count->left = noe_murphi_check_elements(checker, outer->name, outer->target, &operand, &count->slot);
  count->right = count->left ? read_within(reading, level + 1) : NULL;
  if (!count->right)
    return NULL;
  noe_model_add_loop(&checker->builder, operand.type, count, NULL);
  struct noe_expr *none = noe_murphi_emit_constant(checker, checker->builder.integer, 0, reading->ast->span);
  return both(checker, NOE_EXPR_LESS, none, count, reading->ast->span);
}

/* What the items around the rule bind from this one on, then the guard. */
static struct noe_expr *read_within(struct reading *reading, size_t level) {
  struct noe_checker *checker = reading->checker;
  const struct noe_ast_rule *rule = reading->rule->rule;
  if (level == reading->rule->depth)
    return rule->value ? noe_murphi_check_condition(checker, rule->value)
                       : noe_murphi_emit_constant(checker, checker->builder.boolean, 1, reading->ast->span);
  const struct noe_ast_rule *outer = reading->rule->enclosing[level];
  noe_murphi_scope_open(checker->scopes);
  struct noe_expr *expr =
      outer->kind == NOE_AST_CHOOSE ? read_chosen(reading, level) : read_quantified(reading, level, outer->quantifiers);
  noe_murphi_scope_close(checker->scopes);
  return expr;
}

/* Mistakes in the rule are reported where it is checked. Here the only question is whether it can be read. */
static struct noe_expr *read_rule(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                  const struct noe_placed_rule *rule, const struct noe_operand *values) {
  struct noe_diagnostics *diagnostics = checker->diagnostics;
  struct noe_index *index = checker->index;
  struct reading reading = {checker, ast, rule, values, diagnostics, false, 0};
  uint32_t hidden = noe_murphi_scope_hide(checker->scopes);
  checker->diagnostics = noe_base_diagnostics_new(checker->arena, checker->source);
  checker->index = NULL;
  struct noe_expr *expr = read_within(&reading, 0);
  if (noe_base_error_count(checker->diagnostics))
    expr = NULL;
  checker->index = index;
  checker->diagnostics = diagnostics;
  noe_murphi_scope_show(checker->scopes, hidden);
  if (!expr && !reading.is_reported) {
    noe_base_report(diagnostics, NOE_E_RULE_ATOM, ast->op_span, "the guard of rule \"%s\" cannot be read here",
                    rule->rule->text ? rule->rule->text : "");
    noe_base_note(diagnostics, rule->rule->head, "this rule");
    noe_base_hint(diagnostics, "what it speaks of must be declared above the claim, and an alias around it must be one "
                               "of a variable");
  }
  return expr;
}

static int64_t priority(const struct noe_checker *checker, const struct noe_ast_rule *rule) {
  return rule->has_priority && checker->options->priorities == NOE_PRIORITIES_ON ? rule->priority : 0;
}

/* The rule's condition, and that no rule of a smaller number is enabled. */
static struct noe_expr *hold_back(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                  const struct noe_placed_rule *rule, struct noe_expr *expr) {
  for (size_t i = 0; expr && i < checker->rules.count; i++) {
    const struct noe_placed_rule *other = &checker->rules.items[i];
    if (priority(checker, other->rule) >= priority(checker, rule->rule))
      continue;
    struct noe_expr *first = read_rule(checker, ast, other, NULL);
    if (first)
      first = noe_murphi_emit_unary(checker, NOE_EXPR_NOT, checker->builder.boolean, first, ast->span);
    expr = both(checker, NOE_EXPR_AND, expr, first, ast->span);
  }
  return expr;
}

struct noe_operand noe_murphi_check_enabled(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  bool is_step = ast->word;
  if (is_step || !checker->in_property) {
    noe_base_report(checker->diagnostics, NOE_E_RULE_ATOM, ast->span, "`%s` cannot stand here", ast->name->text);
    noe_base_hint(checker->diagnostics,
                  is_step ? "it is about a step, and stands in `ltl` and `ctlstar` claims" : "it stands in claims");
    return noe_murphi_no_operand();
  }
  const struct noe_placed_rule *rule = resolve(checker, ast);
  const struct noe_operand *values = rule ? check_values(checker, ast, rule) : NULL;
  if (!values)
    return noe_murphi_no_operand();
  struct noe_expr *expr = read_rule(checker, ast, rule, ast->arguments ? values : NULL);
  expr = hold_back(checker, ast, rule, expr);
  if (expr && expr->kind != NOE_EXPR_CONSTANT)
    expr->span = ast->span;
  return noe_murphi_value_operand(expr, ast->span);
}

/* ------------------------------------------------------------------- taken */

/* Where the parameter stands among all that an instance is given: elements of multisets have places, too. */
static uint32_t position(const struct noe_placed_rule *rule, uint32_t number) {
  uint32_t before = 0;
  for (size_t i = 0; i < rule->depth; i++) {
    before += rule->enclosing[i]->kind == NOE_AST_CHOOSE;
    for (const struct noe_ast_quantifier *q = rule->enclosing[i]->quantifiers; q; q = q->next, before++)
      if (!number--)
        return before;
  }
  return before;
}

/* Names for the arguments of a step by the rule, which all atoms about it share. */
static bool name_arguments(struct noe_checker *checker, struct noe_claim *claim, const struct noe_placed_rule *rule,
                           struct noe_step_atom *step) {
  for (size_t i = 0; i < claim->steps.count; i++)
    if (!strcmp(claim->steps.items[i].step.rule, step->rule) && claim->steps.items[i].step.count) {
      *step = claim->steps.items[i].step;
      return true;
    }
  while (parameter(rule, step->count))
    step->count++;
  uint32_t *parameters = NOE_NEW_ARRAY(checker->arena, uint32_t, step->count + 1);
  uint32_t hidden = noe_murphi_scope_hide(checker->scopes);
  bool ok = true;
  step->first = (uint32_t)claim->variables.count;
  step->parameters = parameters;
  for (uint32_t i = 0; i < step->count && ok; i++) {
    struct noe_binder binder;
    noe_murphi_scope_open(checker->scopes);
    ok = noe_murphi_check_range(checker, parameter(rule, i), "a ruleset", &binder);
    noe_murphi_scope_close(checker->scopes);
    struct noe_formula_variable variable = {binder.name, binder.type, binder.low, binder.high,
                                            binder.step, binder.slot, true};
    if (ok)
      NOE_LIST_PUSH(checker->arena, &claim->variables, variable);
    parameters[i] = position(rule, i);
    assert((!i || parameters[i - 1] < parameters[i]) && "parameters keep their order among all that are given");
  }
  noe_murphi_scope_show(checker->scopes, hidden);
  return ok;
}

/* The condition on the arguments of the step. */
static struct noe_expr *compare_arguments(struct noe_checker *checker, const struct noe_claim *claim,
                                          const struct noe_ast_expr *ast, const struct noe_placed_rule *rule,
                                          const struct noe_step_atom *step, const struct noe_operand *values) {
  struct noe_expr *all = NULL;
  for (uint32_t i = 0; i < step->count; i++) {
    const struct noe_formula_variable *variable = &claim->variables.items[step->first + i];
    struct noe_expr *same =
        equal(checker, checker->diagnostics, ast, parameter(rule, i), variable->type, variable->slot, values[i]);
    if (!same)
      return NULL;
    all = all ? both(checker, NOE_EXPR_AND, all, same, ast->span) : same;
  }
  return all ? all : noe_murphi_emit_constant(checker, checker->builder.boolean, 1, ast->span);
}

static bool is_step_atom(const struct noe_claim *claim, uint32_t atom, const char *rule) {
  for (size_t i = 0; i < claim->steps.count; i++)
    if (claim->steps.items[i].atom == atom)
      return !strcmp(claim->steps.items[i].step.rule, rule);
  return false;
}

bool noe_murphi_check_taken(struct noe_checker *checker, struct noe_claim *claim, const struct noe_ast_expr *ast,
                            uint32_t *number) {
  const struct noe_placed_rule *rule = resolve(checker, ast);
  const struct noe_operand *values = rule ? check_values(checker, ast, rule) : NULL;
  struct noe_placed_step placed = {.step = {.rule = ast->text}};
  if (!values || (ast->arguments && !name_arguments(checker, claim, rule, &placed.step)))
    return false;
  struct noe_expr *expr = compare_arguments(checker, claim, ast, rule, &placed.step, values);
  if (!expr)
    return false;
  if (!noe_model_is_pure(expr)) {
    noe_base_report(checker->diagnostics, NOE_E_EFFECT, ast->span, "this condition changes a variable");
    return false;
  }
  for (*number = 0; *number < claim->atoms.count; ++*number)
    if (is_step_atom(claim, *number, ast->text) && noe_murphi_same_expr(claim->atoms.items[*number], expr))
      return true;
  placed.atom = *number;
  const struct noe_expr *atom = expr;
  NOE_LIST_PUSH(checker->arena, &claim->atoms, atom);
  NOE_LIST_PUSH(checker->arena, &claim->steps, placed);
  return true;
}

const struct noe_step_atom *const *noe_murphi_step_atoms(struct noe_checker *checker, const struct noe_claim *claim) {
  if (!claim->steps.count)
    return NULL;
  const struct noe_step_atom **steps = NOE_NEW_ARRAY(checker->arena, const struct noe_step_atom *, claim->atoms.count);
  for (size_t i = 0; i < claim->steps.count; i++) {
    assert(claim->steps.items[i].atom < claim->atoms.count && "a condition on steps is an atom");
    steps[claim->steps.items[i].atom] = &claim->steps.items[i].step;
  }
  return steps;
}
