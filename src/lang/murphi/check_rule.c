/* Rules, start states and claims, with the rulesets, aliases and chooses around
 * them. Each of them becomes a clause of its own; what encloses several is
 * lowered once for each, into the frame of that clause. */
#include "lang/murphi/check_int.h"

#include <string.h>

static const char *word_of(const struct noe_ast_rule *ast) {
  static const char *const claims[] = {"invariant",   "assertion",     "assumption",         "cover",
                                       "liveness",    "ltl claim",     "ctl claim",          "mu claim",
                                       "never claim", "ctlstar claim", "fairness condition", "fairness condition",
                                       "hint"};
  if (ast->kind == NOE_AST_PROPERTY)
    return claims[ast->claim];
  return ast->kind == NOE_AST_STARTSTATE ? "startstate" : ast->kind == NOE_AST_RULESET ? "ruleset" : "rule";
}

const char *noe_murphi_title(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  return ast->text && *ast->text ? ast->text
                                 : noe_base_arena_format(checker->arena, "%s at line %u", word_of(ast),
                                                         noe_murphi_place(checker, ast->head).line);
}

static void name_clause(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause) {
  clause->place = noe_murphi_place(checker, ast->head);
  clause->name = ast->text;
  clause->title = noe_murphi_title(checker, ast);
}

static const struct noe_stmt *check_body(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  struct noe_stmt *first = NULL, **end = &first;
  noe_murphi_scope_open(checker->scopes);
  checker->frame->in_body = true;
  for (const struct noe_ast_decl *decl = ast->decls; decl; decl = decl->next)
    noe_murphi_check_decl(checker, decl, &end);
  const struct noe_stmt *body = noe_murphi_check_stmts(checker, ast->body);
  *end = (struct noe_stmt *)(uintptr_t)body;
  noe_murphi_scope_close(checker->scopes);
  return first;
}

/* ------------------------------------------------------------------ claims */

/* Implications whose left side should be true in some state, or the claim says
 * less than it seems to: those reached from the top through &, forall and the
 * right sides of others. */
static void find_implications(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  for (;;) {
    if (ast->kind == NOE_AST_PARENTHESES || ast->kind == NOE_AST_FORALL)
      ast = ast->left;
    else if (ast->kind != NOE_AST_BINARY)
      return;
    else if (ast->op == NOE_AST_IMPLIES) {
      NOE_LIST_PUSH(checker->arena, &checker->positive, ast);
      ast = ast->right;
    } else if (ast->op == NOE_AST_AND || ast->op == NOE_AST_AND_THEN) {
      find_implications(checker, ast->right);
      ast = ast->left;
    } else
      return;
  }
}

static enum noe_property_kind property_kind(enum noe_ast_claim_kind claim) {
  switch (claim) {
  case NOE_AST_ASSUME: return NOE_PROPERTY_ASSUME;
  case NOE_AST_COVER: return NOE_PROPERTY_COVER;
  case NOE_AST_LIVENESS: return NOE_PROPERTY_LIVENESS;
  case NOE_AST_LTL: return NOE_PROPERTY_LTL;
  case NOE_AST_CTL: return NOE_PROPERTY_CTL;
  case NOE_AST_MU: return NOE_PROPERTY_MU;
  case NOE_AST_NEVER: return NOE_PROPERTY_NEVER;
  case NOE_AST_CTLSTAR: return NOE_PROPERTY_CTLSTAR;
  case NOE_AST_FAIR:
  case NOE_AST_STRONGFAIR_CONDITION: return NOE_PROPERTY_FAIR;
  case NOE_AST_HINT: return NOE_PROPERTY_HINT;
  default: return NOE_PROPERTY_INVARIANT;
  }
}

static bool is_chosen(const struct noe_checker *checker) {
  for (size_t i = 0; i < checker->enclosing.count; i++)
    if (checker->enclosing.items[i]->kind == NOE_AST_CHOOSE)
      return true;
  return false;
}

static bool check_property(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause,
                           struct noe_binders *binders) {
  clause->property = property_kind(ast->claim);
  bool is_temporal = noe_property_is_temporal(clause->property);
  if ((clause->property == NOE_PROPERTY_LIVENESS || is_temporal) && is_chosen(checker)) {
    noe_base_report(checker->diagnostics, NOE_E_PLACEMENT, ast->head,
                    "`%.*s` cannot stand inside `choose`: elements of a multiset have no lasting identity",
                    (int)(ast->head.end - ast->head.begin), checker->source->bytes + ast->head.begin);
    return false;
  }
  checker->positive.count = 0;
  if (is_temporal) {
    clause->temporal = noe_property_is_claim(clause->property) ? noe_murphi_check_temporal(checker, ast, binders)
                                                               : noe_murphi_check_fair_condition(checker, ast);
    return clause->temporal;
  }
  find_implications(checker, ast->value);
  clause->first_witness = (uint32_t)checker->builder.witnesses.count;
  clause->guard = noe_murphi_check_condition(checker, ast->value);
  clause->witness_count = (uint32_t)checker->builder.witnesses.count - clause->first_witness;
  checker->positive.count = 0;
  return clause->guard;
}

/* ----------------------------------------------------------------- clauses */

static bool check_parts(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause,
                        struct noe_binders *binders) {
  switch (ast->kind) {
  case NOE_AST_PROPERTY: {
    clause->kind = NOE_CLAUSE_PROPERTY;
    checker->in_property = true;
    bool ok = check_property(checker, ast, clause, binders);
    checker->in_property = false;
    return ok;
  }
  case NOE_AST_STARTSTATE: clause->kind = NOE_CLAUSE_START; break;
  default:
    clause->kind = NOE_CLAUSE_RULE;
    noe_murphi_take_marks(checker, clause);
    if (ast->has_priority && checker->options->priorities == NOE_PRIORITIES_ON)
      clause->priority = ast->priority;
    if (ast->value)
      clause->guard = noe_murphi_check_condition(checker, ast->value);
  }
  bool ok = !ast->value || clause->guard;
  checker->in_start = clause->kind == NOE_CLAUSE_START;
  clause->body = check_body(checker, ast);
  checker->in_start = false;
  return ok;
}

/* `ast` is NULL for a ruleset without rules, whose binders are checked alone. */
static void check_clause(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  struct noe_frame frame = {0};
  struct noe_clause clause = {0};
  struct noe_binders binders = {.ok = true};
  checker->frame = &frame;
  noe_murphi_bind_enclosing(checker, &binders);
  bool ok = binders.ok;
  if (ast) {
    name_clause(checker, ast, &clause);
    ok = check_parts(checker, ast, &clause, &binders) && ok;
  }
  noe_murphi_unbind_enclosing(checker);
  checker->frame = NULL;
  clause.binders = binders.list.items;
  clause.binder_count = (uint32_t)binders.list.count;
  clause.parameter_count = binders.parameters;
  clause.frame_cells = frame.cells;
  if (ast && frame.too_large)
    noe_base_report(checker->diagnostics, NOE_E_TOO_LARGE, ast->head, "the locals of this rule take too many cells");
  if (ast && ok) {
    clause.id = noe_model_add_clause(&checker->builder, clause);
    noe_murphi_note_condition(checker, &clause);
  }
}

void noe_murphi_check_rule(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  if (ast->kind == NOE_AST_RULE || ast->kind == NOE_AST_STARTSTATE || ast->kind == NOE_AST_PROPERTY) {
    noe_murphi_open_mark(checker, ast);
    check_clause(checker, ast);
    noe_murphi_close_mark(checker, ast);
    return;
  }
  NOE_LIST_PUSH(checker->arena, &checker->enclosing, ast);
  noe_murphi_open_mark(checker, ast);
  for (const struct noe_ast_rule *inner = ast->rules; inner; inner = inner->next)
    noe_murphi_check_rule(checker, inner);
  if (!ast->rules)
    check_clause(checker, NULL);
  noe_murphi_close_mark(checker, ast);
  checker->enclosing.count--;
}
