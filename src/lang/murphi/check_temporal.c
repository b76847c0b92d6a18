/* Temporal claims as a whole: binders, atoms, what is looked up at the end.
 *
 * An atom is a condition on one state. The same condition written twice is one
 * atom: expressions are compared as they are lowered, names that they bind
 * themselves taken as equal if they are bound at the same place. */
#include "lang/murphi/check_int.h"

#include <string.h>

#include "model/access.h"

/* ------------------------------------------------------------------- atoms */

/* Slots that two expressions bind at corresponding places. */
struct bound_pair {
  const struct bound_pair *outer;
  uint32_t a, b;
};

static bool same_slot(const struct bound_pair *pair, uint32_t a, uint32_t b) {
  for (; pair; pair = pair->outer)
    if (pair->a == a || pair->b == b)
      return pair->a == a && pair->b == b;
  return a == b;
}

static bool same_expr(const struct noe_expr *a, const struct noe_expr *b, const struct bound_pair *pairs);

/* Temporaries are nothing but room. */
static bool same_call(const struct noe_call *a, const struct noe_call *b, const struct bound_pair *pairs) {
  if (!a || !b || a->function != b->function)
    return a == b;
  for (uint32_t i = 0; i < a->function->parameter_count; i++)
    if (a->arguments[i].kind != b->arguments[i].kind || !same_expr(a->arguments[i].value, b->arguments[i].value, pairs))
      return false;
  return true;
}

static bool same_domain(const struct noe_domain *a, const struct noe_domain *b, const struct bound_pair *pairs) {
  return a->type == b->type && same_expr(a->from, b->from, pairs) && same_expr(a->to, b->to, pairs) &&
         same_expr(a->by, b->by, pairs);
}

static bool same_expr(const struct noe_expr *a, const struct noe_expr *b, const struct bound_pair *pairs) {
  if (!a || !b)
    return a == b;
  if (a->kind != b->kind || a->type != b->type || a->value != b->value || a->low != b->low || a->high != b->high)
    return false;
  bool is_local = a->kind == NOE_EXPR_LOCAL || a->kind == NOE_EXPR_REFERENCE;
  bool binds = a->kind == NOE_EXPR_FORALL || a->kind == NOE_EXPR_EXISTS || a->kind == NOE_EXPR_COUNT;
  if (!binds && !(is_local ? same_slot(pairs, a->slot, b->slot) : a->slot == b->slot))
    return false;
  struct bound_pair pair = {pairs, a->slot, b->slot};
  const struct bound_pair *inner = binds ? &pair : pairs;
  return same_domain(&a->domain, &b->domain, pairs) && same_expr(a->condition, b->condition, pairs) &&
         same_expr(a->left, b->left, inner) && same_expr(a->right, b->right, inner) &&
         same_call(a->call, b->call, pairs);
}

bool noe_murphi_same_expr(const struct noe_expr *a, const struct noe_expr *b) { return same_expr(a, b, NULL); }

bool noe_murphi_check_atom(struct noe_checker *checker, struct noe_claim *claim, const struct noe_ast_expr *ast,
                           uint32_t *number, int *constant) {
  size_t errors = noe_base_error_count(checker->diagnostics);
  const struct noe_expr *expr = noe_murphi_check_condition(checker, ast);
  *constant = -1;
  if (!expr)
    return false;
  if (!noe_model_is_pure(expr) && noe_base_error_count(checker->diagnostics) == errors) {
    noe_base_report(checker->diagnostics, NOE_E_EFFECT, ast->span, "this condition changes a variable");
    noe_base_hint(checker->diagnostics, "temporal claims may only look at the state");
    return false;
  }
  if (expr->kind == NOE_EXPR_CONSTANT) {
    *constant = expr->value != 0;
    return true;
  }
  for (*number = 0; *number < claim->atoms.count; ++*number)
    if (same_expr(claim->atoms.items[*number], expr, NULL))
      return true;
  NOE_LIST_PUSH(checker->arena, &claim->atoms, expr);
  return true;
}

/* ------------------------------------------------------------------ claims */

static const struct noe_ast_expr *strip(const struct noe_ast_expr *ast) {
  while (ast->kind == NOE_AST_PARENTHESES)
    ast = ast->left;
  return ast;
}

static bool is_always(const struct noe_ast_expr *ast) {
  while (ast->kind == NOE_AST_UNARY && (ast->op == NOE_AST_ALL_PATHS || ast->op == NOE_AST_SOME_PATH))
    ast = ast->left;
  return ast->kind == NOE_AST_UNARY && ast->op == NOE_AST_ALWAYS;
}

/* `[] a -> b`. Parentheses around the left side tell that it is meant. */
static void warn_about_reach(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  bool is_trap = ast->kind == NOE_AST_BINARY && ast->op == NOE_AST_IMPLIES && is_always(ast->left) &&
                 !is_always(strip(ast->right));
  if (!is_trap)
    return;
  const char *word = ast->left->word;
  noe_base_report(checker->diagnostics, NOE_W_ALWAYS_IMPLIES, ast->op_span,
                  "`%s` reaches only to this `->`, not over it", word);
  noe_base_hint(checker->diagnostics, "write `%s (... -> ...)`, or put parentheses around the left side", word);
}

/* An outermost `forall` says the same as one claim for each value. */
static const struct noe_ast_expr *bind_outermost(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                                 struct noe_binders *binders, uint32_t *scopes) {
  for (ast = strip(ast); ast->kind == NOE_AST_FORALL && ast->temporal; ast = strip(ast->left))
    for (const struct noe_ast_quantifier *q = ast->quantifiers; q; q = q->next) {
      noe_murphi_scope_open(checker->scopes);
      ++*scopes;
      binders->ok = noe_murphi_bind_quantifier(checker, q, "a quantifier over formulas", binders) && binders->ok;
    }
  return ast;
}

const struct noe_temporal *noe_murphi_check_temporal(struct noe_checker *checker, const struct noe_ast_rule *ast,
                                                     struct noe_binders *binders) {
  struct noe_temporal *temporal = NOE_NEW(checker->arena, struct noe_temporal);
  struct noe_claim claim = {.ast = ast};
  uint32_t scopes = 0;
  checker->claim = ast;
  if (ast->claim == NOE_AST_NEVER)
    temporal->sequence = noe_murphi_check_sequence(checker, &claim);
  else {
    const struct noe_ast_expr *body = bind_outermost(checker, ast->value, binders, &scopes);
    warn_about_reach(checker, body);
    temporal->formula = noe_murphi_check_formula(checker, &claim, body);
  }
  checker->claim = NULL;
  while (scopes--)
    noe_murphi_scope_close(checker->scopes);
  if (ast->claim == NOE_AST_MU)
    NOE_LIST_PUSH(checker->arena, &checker->mu_claims, ast->head);
  temporal->atoms = claim.atoms.items;
  temporal->atom_count = (uint32_t)claim.atoms.count;
  temporal->variables = claim.variables.items;
  temporal->variable_count = (uint32_t)claim.variables.count;
  temporal->point_count = claim.point_count;
  temporal->steps = noe_murphi_step_atoms(checker, &claim);
  return binders->ok && (temporal->formula || temporal->sequence) ? temporal : NULL;
}

/* ---------------------------------------------------------- at the end */

static bool is_rule(const struct noe_checker *checker, const char *name) {
  for (size_t i = 0; i < checker->builder.rules.count; i++)
    if (checker->builder.rules.items[i].name && !strcmp(checker->builder.rules.items[i].name, name))
      return true;
  return false;
}

static void add_names(const struct noe_ast_rule *ast, const char **names, size_t *count) {
  for (; ast; ast = ast->next) {
    if (ast->kind == NOE_AST_RULE && ast->text) {
      if (names)
        names[*count] = ast->text;
      ++*count;
    }
    add_names(ast->rules, names, count);
  }
}

static size_t rule_names(const struct noe_checker *checker, const char **names) {
  size_t count = 0;
  for (const struct noe_ast_item *item = checker->ast->items; item; item = item->next)
    if (item->kind == NOE_AST_ITEM_RULE)
      add_names(item->rule, names, &count);
  return count;
}

void noe_murphi_report_unknown_rule(struct noe_checker *checker, const char *name, struct noe_span span) {
  const char **names = NOE_NEW_ARRAY(checker->arena, const char *, rule_names(checker, NULL) + 1);
  size_t count = rule_names(checker, names);
  noe_base_report(checker->diagnostics, NOE_E_UNKNOWN_RULE, span, "no rule is named \"%s\"", name);
  const char *near = noe_base_suggest(name, names, count);
  if (near)
    noe_base_hint(checker->diagnostics, "did you mean \"%s\"?", near);
}

void noe_murphi_finish_claims(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->steps.count; i++)
    if (!is_rule(checker, checker->steps.items[i].text))
      noe_murphi_report_unknown_rule(checker, checker->steps.items[i].text, checker->steps.items[i].span);
  for (size_t i = 0; checker->builder.fairness.count && i < checker->mu_claims.count; i++) {
    noe_base_report(checker->diagnostics, NOE_W_FAIRNESS_IGNORED, checker->mu_claims.items[i],
                    "this claim does not see the fairness marks of the model");
    noe_base_hint(checker->diagnostics, "`ltl` and `ctl` claims are about fair runs");
  }
}
