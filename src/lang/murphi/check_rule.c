/* Rules, start states and claims, with the rulesets, aliases and chooses around
 * them. Each of them becomes a clause of its own; what encloses several is
 * lowered once for each, into the frame of that clause. */
#include "lang/murphi/check_int.h"

#include <string.h>

struct binders {
  NOE_LIST(struct noe_binder) list;
  uint32_t parameters;
  bool ok;
};

static void add_binder(struct noe_checker *checker, struct binders *binders, struct noe_binder binder,
                       struct noe_span span) {
  binder.place = noe_murphi_place(checker, span);
  binders->parameters += binder.kind == NOE_BINDER_RANGE || binder.kind == NOE_BINDER_CHOOSE;
  NOE_LIST_PUSH(checker->arena, &binders->list, binder);
}

/* The values from, from + by, … up to `to`, in ascending order. */
static void set_range(struct noe_binder *binder, int64_t from, int64_t to, int64_t by) {
  *binder = (struct noe_binder){.kind = NOE_BINDER_RANGE, .low = 1, .high = 0, .step = 1,
                                .name = binder->name, .type = binder->type, .slot = binder->slot};
  if (by > 0 ? from > to : from < to)
    return;
  binder->low = from;
  binder->high = to;
  binder->step = by;
  if (by < 0) {
    binder->step = -by;
    binder->low = from - (from - to) / -by * -by;
    binder->high = from;
  }
}

/* Bounds of a ruleset are constants within the range that types have. */
static bool constant_bound(struct noe_checker *checker, const struct noe_expr *expr,
                           const struct noe_ast_expr *ast, int64_t *value) {
  if (!expr)
    return false;
  *value = expr->value;
  if (expr->kind == NOE_EXPR_CONSTANT && expr->value >= NOE_VALUE_MIN && expr->value <= NOE_VALUE_MAX)
    return true;
  noe_base_report(checker->diagnostics, NOE_E_NOT_CONSTANT, ast->span, "the bounds of a ruleset must be constant");
  return false;
}

static bool bind_quantifier(struct noe_checker *checker, const struct noe_ast_quantifier *ast,
                            struct binders *binders) {
  struct noe_binder binder = {.name = ast->name->text};
  struct noe_domain domain;
  if (!noe_murphi_check_domain(checker, ast, &domain, &binder.slot))
    return false;
  binder.type = domain.type ? domain.type : checker->builder.integer;
  int64_t from, to, by = 1;
  if (domain.type) {
    from = domain.type->low;
    to = domain.type->high;
  } else if (!constant_bound(checker, domain.from, ast->from, &from) ||
             !constant_bound(checker, domain.to, ast->to, &to) ||
             (domain.by && !constant_bound(checker, domain.by, ast->by, &by)))
    return false;
  set_range(&binder, from, to, by);
  add_binder(checker, binders, binder, ast->span);
  return true;
}

static bool bind_alias(struct noe_checker *checker, const struct noe_ast_alias *ast, struct binders *binders) {
  static const enum noe_binder_kind kinds[] = {[NOE_ALIAS_LOCATION] = NOE_BINDER_LOCATION,
                                               [NOE_ALIAS_VALUE] = NOE_BINDER_VALUE,
                                               [NOE_ALIAS_CELLS] = NOE_BINDER_CELLS};
  bool ok = true;
  for (const struct noe_ast_name *name = ast->names; name; name = name->next) {
    struct noe_binder binder = {.name = name->text};
    enum noe_alias_kind kind = noe_murphi_check_alias(checker, name, ast->value, &binder.value, &binder.slot);
    ok = ok && kind != NOE_ALIAS_WRONG;
    if (kind == NOE_ALIAS_NOTHING || kind == NOE_ALIAS_WRONG)
      continue;
    binder.kind = kinds[kind];
    binder.type = binder.value->type;
    add_binder(checker, binders, binder, ast->span);
  }
  return ok;
}

static bool bind_choose(struct noe_checker *checker, const struct noe_ast_rule *ast, struct binders *binders) {
  struct noe_binder binder = {.kind = NOE_BINDER_CHOOSE, .name = ast->name->text};
  struct noe_operand operand;
  binder.value = noe_murphi_check_elements(checker, ast->name, ast->target, &operand, &binder.slot);
  if (!binder.value)
    return false;
  binder.type = noe_murphi_scope_find(checker->scopes, ast->name->text)->type;
  add_binder(checker, binders, binder, ast->span);
  return true;
}

/* Opens one scope per enclosing item and binds its names. */
static void bind_enclosing(struct noe_checker *checker, struct binders *binders) {
  for (size_t i = 0; i < checker->enclosing.count; i++) {
    const struct noe_ast_rule *outer = checker->enclosing.items[i];
    noe_murphi_scope_open(checker->scopes);
    for (const struct noe_ast_quantifier *q = outer->quantifiers; q; q = q->next)
      binders->ok = bind_quantifier(checker, q, binders) && binders->ok;
    for (const struct noe_ast_alias *alias = outer->aliases; alias; alias = alias->next)
      binders->ok = bind_alias(checker, alias, binders) && binders->ok;
    if (outer->kind == NOE_AST_CHOOSE)
      binders->ok = bind_choose(checker, outer, binders) && binders->ok;
  }
}

static void unbind_enclosing(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->enclosing.count; i++)
    noe_murphi_scope_close(checker->scopes);
}

static const char *word_of(const struct noe_ast_rule *ast) {
  static const char *const claims[] = {"invariant", "assertion", "assumption", "cover", "liveness"};
  if (ast->kind == NOE_AST_PROPERTY)
    return claims[ast->claim];
  return ast->kind == NOE_AST_STARTSTATE ? "startstate" : "rule";
}

static void name_clause(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause) {
  clause->place = noe_murphi_place(checker, ast->head);
  clause->name = ast->text;
  clause->title = ast->text && *ast->text
                      ? ast->text
                      : noe_base_arena_format(checker->arena, "%s at line %u", word_of(ast), clause->place.line);
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
  default: return NOE_PROPERTY_INVARIANT;
  }
}

static bool is_chosen(const struct noe_checker *checker) {
  for (size_t i = 0; i < checker->enclosing.count; i++)
    if (checker->enclosing.items[i]->kind == NOE_AST_CHOOSE)
      return true;
  return false;
}

static bool check_property(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause) {
  clause->property = property_kind(ast->claim);
  if (clause->property == NOE_PROPERTY_LIVENESS && is_chosen(checker)) {
    noe_base_report(checker->diagnostics, NOE_E_PLACEMENT, ast->head,
                    "`liveness` cannot stand inside `choose`: elements of a multiset have no lasting identity");
    return false;
  }
  checker->positive.count = 0;
  find_implications(checker, ast->value);
  clause->first_witness = (uint32_t)checker->witnesses.count;
  clause->guard = noe_murphi_check_condition(checker, ast->value);
  clause->witness_count = (uint32_t)checker->witnesses.count - clause->first_witness;
  checker->positive.count = 0;
  return clause->guard;
}

/* ----------------------------------------------------------------- clauses */

static bool check_parts(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_clause *clause) {
  switch (ast->kind) {
  case NOE_AST_PROPERTY: clause->kind = NOE_CLAUSE_PROPERTY; return check_property(checker, ast, clause);
  case NOE_AST_STARTSTATE: clause->kind = NOE_CLAUSE_START; break;
  default:
    clause->kind = NOE_CLAUSE_RULE;
    if (ast->has_priority && checker->options->priorities == NOE_PRIORITIES_ON)
      clause->priority = ast->priority;
    if (ast->value)
      clause->guard = noe_murphi_check_condition(checker, ast->value);
  }
  bool ok = !ast->value || clause->guard;
  clause->body = check_body(checker, ast);
  return ok;
}

static void keep_clause(struct noe_checker *checker, struct noe_clause clause) {
  switch (clause.kind) {
  case NOE_CLAUSE_START:
    clause.id = (uint32_t)checker->starts.count;
    NOE_LIST_PUSH(checker->arena, &checker->starts, clause);
    break;
  case NOE_CLAUSE_RULE:
    clause.id = (uint32_t)checker->rules.count;
    NOE_LIST_PUSH(checker->arena, &checker->rules, clause);
    break;
  case NOE_CLAUSE_PROPERTY:
    clause.id = (uint32_t)checker->properties.count;
    NOE_LIST_PUSH(checker->arena, &checker->properties, clause);
    break;
  }
}

/* `ast` is NULL for a ruleset without rules, whose binders are checked alone. */
static void check_clause(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  struct noe_frame frame = {0};
  struct noe_clause clause = {0};
  struct binders binders = {.ok = true};
  checker->frame = &frame;
  bind_enclosing(checker, &binders);
  bool ok = binders.ok;
  if (ast) {
    name_clause(checker, ast, &clause);
    ok = check_parts(checker, ast, &clause) && ok;
  }
  unbind_enclosing(checker);
  checker->frame = NULL;
  clause.binders = binders.list.items;
  clause.binder_count = (uint32_t)binders.list.count;
  clause.parameter_count = binders.parameters;
  clause.frame_cells = frame.cells;
  if (ast && frame.too_large)
    noe_base_report(checker->diagnostics, NOE_E_TOO_LARGE, ast->head, "the locals of this rule take too many cells");
  if (ast && ok)
    keep_clause(checker, clause);
}

void noe_murphi_check_rule(struct noe_checker *checker, const struct noe_ast_rule *ast) {
  if (ast->kind == NOE_AST_RULE || ast->kind == NOE_AST_STARTSTATE || ast->kind == NOE_AST_PROPERTY) {
    check_clause(checker, ast);
    return;
  }
  NOE_LIST_PUSH(checker->arena, &checker->enclosing, ast);
  for (const struct noe_ast_rule *inner = ast->rules; inner; inner = inner->next)
    noe_murphi_check_rule(checker, inner);
  if (!ast->rules)
    check_clause(checker, NULL);
  checker->enclosing.count--;
}
