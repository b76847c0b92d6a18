/* Fairness: marks, which rules carry them, and what tells their groups apart; conditions. */
#include "lang/murphi/check_int.h"

#include <string.h>

#include "model/access.h"

/* One for each quantifier and choose around. */
static uint32_t count_parameters(const struct noe_checker *checker) {
  uint32_t count = 0;
  for (size_t i = 0; i < checker->enclosing.count; i++) {
    const struct noe_ast_rule *outer = checker->enclosing.items[i];
    for (const struct noe_ast_quantifier *q = outer->quantifiers; q; q = q->next)
      count++;
    count += outer->kind == NOE_AST_CHOOSE;
  }
  return count;
}

/* How many rules stand in it, and the first of them. */
static uint32_t count_rules(const struct noe_ast_rule *ast, const struct noe_ast_rule **first) {
  uint32_t count = 0;
  for (; ast; ast = ast->next) {
    if (ast->kind == NOE_AST_RULE && !*first)
      *first = ast;
    count += ast->kind == NOE_AST_RULE ? 1 : count_rules(ast->rules, first);
  }
  return count;
}

void noe_murphi_open_mark(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  if (!ast->mark)
    return;
  const struct noe_ast_rule *first = ast->kind == NOE_AST_RULE ? ast : NULL;
  uint32_t rules = first ? 1 : count_rules(ast->rules, &first);
  if (!rules) {
    noe_base_report(checker->diagnostics, NOE_E_MARK, ast->mark_span, "there is no rule in this ruleset to be fair to");
    noe_base_hint(checker->diagnostics, "drop the mark, or put it before the ruleset with the rules");
  }
  struct noe_fairness fairness = {.strong = ast->mark == NOE_AST_STRONGFAIR,
                                  .parameter_count = count_parameters(checker),
                                  .title = noe_murphi_title(checker, rules == 1 ? first : ast),
                                  .place = noe_murphi_place(checker, ast->mark_span)};
  uint32_t number = noe_model_add_fairness(&checker->builder, fairness);
  NOE_LIST_PUSH(checker->arena, &checker->marks, number);
}

void noe_murphi_close_mark(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  checker->marks.count -= ast->mark != NOE_AST_UNMARKED;
}

void noe_murphi_take_marks(struct noe_checker *checker, struct noe_clause *clause) {
  uint32_t *marks = NOE_NEW_ARRAY(checker->arena, uint32_t, checker->marks.count);
  if (checker->marks.count)
    memcpy(marks, checker->marks.items, checker->marks.count * sizeof *marks);
  clause->marks = marks;
  clause->mark_count = (uint32_t)checker->marks.count;
}

/* -------------------------------------------------------------- conditions */

static const struct noe_expr *check_part(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  size_t errors = noe_base_error_count(checker->diagnostics);
  const struct noe_expr *expr = noe_murphi_check_condition(checker, ast);
  if (!expr || noe_model_is_pure(expr) || noe_base_error_count(checker->diagnostics) != errors)
    return expr;
  noe_base_report(checker->diagnostics, NOE_E_EFFECT, ast->span, "this condition changes a variable");
  noe_base_hint(checker->diagnostics, "conditions of fairness and hints may only look at the state");
  return NULL;
}

static const struct noe_ast_expr *find_implication(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  const struct noe_ast_expr *value = ast->value;
  while (value->kind == NOE_AST_PARENTHESES)
    value = value->left;
  if (value->kind == NOE_AST_BINARY && value->op == NOE_AST_IMPLIES)
    return value;
  noe_base_report(checker->diagnostics, NOE_E_MARK, ast->value->span,
                  "`strongfair` needs two conditions: if the one again and again, then the other");
  noe_base_hint(checker->diagnostics, "write `strongfair p -> q`; for one condition again and again, `fair p`");
  return NULL;
}

const struct noe_temporal *noe_murphi_check_fair_condition(struct noe_checker *checker,
                                                           const struct noe_ast_rule *ast) {
  struct noe_temporal *temporal = NOE_NEW(checker->arena, struct noe_temporal);
  const struct noe_expr **atoms = NOE_NEW_ARRAY(checker->arena, const struct noe_expr *, 2);
  temporal->atoms = atoms;
  if (ast->claim == NOE_AST_FAIR || ast->claim == NOE_AST_HINT) {
    temporal->atom_count = 1;
    atoms[0] = check_part(checker, ast->value);
    return atoms[0] ? temporal : NULL;
  }
  const struct noe_ast_expr *implication = find_implication(checker, ast);
  if (!implication)
    return NULL;
  temporal->atom_count = 2;
  atoms[0] = check_part(checker, implication->left);
  atoms[1] = check_part(checker, implication->right);
  return atoms[0] && atoms[1] ? temporal : NULL;
}

void noe_murphi_note_condition(struct noe_checker *checker, const struct noe_clause *clause) {
  if (clause->kind != NOE_CLAUSE_PROPERTY || clause->property != NOE_PROPERTY_FAIR)
    return;
  struct noe_fairness fairness = {.strong = clause->temporal->atom_count > 1,
                                  .is_condition = true,
                                  .property = clause->id,
                                  .parameter_count = clause->parameter_count,
                                  .title = clause->title,
                                  .place = clause->place};
  noe_model_add_fairness(&checker->builder, fairness);
}
