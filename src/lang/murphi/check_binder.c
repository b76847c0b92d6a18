/* What rulesets, aliases and chooses bind around a clause. */
#include <assert.h>

#include "lang/murphi/check_int.h"

static void add_binder(struct noe_checker *checker, struct noe_binders *binders, struct noe_binder binder,
                       struct noe_span span) {
  binder.place = noe_murphi_place(checker, span);
  binders->parameters += binder.kind == NOE_BINDER_RANGE || binder.kind == NOE_BINDER_CHOOSE;
  NOE_LIST_PUSH(checker->arena, &binders->list, binder);
}

/* The values from, from + by, … up to `to`, in ascending order. */
static void set_range(struct noe_binder *binder, int64_t from, int64_t to, int64_t by) {
  *binder = (struct noe_binder){.kind = NOE_BINDER_RANGE,
                                .low = 1,
                                .high = 0,
                                .step = 1,
                                .name = binder->name,
                                .type = binder->type,
                                .slot = binder->slot};
  if (by > 0 ? from > to : from < to)
    return;
  binder->low = from;
  binder->high = to;
  binder->step = by;
  if (by < 0) {
    binder->step = -by;
    uint64_t step = (uint64_t)binder->step, distance = (uint64_t)from - (uint64_t)to;
    binder->low = (int64_t)((uint64_t)from - distance / step * step);
    binder->high = from;
  }
}

/* Such bounds are constants within the range that types have. */
static bool constant_bound(struct noe_checker *checker, const struct noe_expr *expr, const struct noe_ast_expr *ast,
                           const char *what, int64_t *value) {
  if (!expr)
    return false;
  if (noe_murphi_fold(expr, value) == NOE_FOLDED && *value >= NOE_VALUE_MIN && *value <= NOE_VALUE_MAX)
    return true;
  noe_base_report(checker->diagnostics, NOE_E_NOT_CONSTANT, ast->span, "the bounds of %s must be constant", what);
  return false;
}

bool noe_murphi_check_range(struct noe_checker *checker, const struct noe_ast_quantifier *ast, const char *what,
                            struct noe_binder *binder) {
  struct noe_domain domain;
  *binder = (struct noe_binder){.name = ast->name->text};
  if (!noe_murphi_check_domain(checker, ast, &domain, &binder->slot))
    return false;
  binder->type = domain.type ? domain.type : checker->builder.integer;
  int64_t from, to, by = 1;
  if (domain.type) {
    from = domain.type->low;
    to = domain.type->high;
  } else if (!constant_bound(checker, domain.from, ast->from, what, &from) ||
             !constant_bound(checker, domain.to, ast->to, what, &to) ||
             (domain.by && !constant_bound(checker, domain.by, ast->by, what, &by)))
    return false;
  if (!by) { /* settled here only: 0 * f() */
    noe_base_report(checker->diagnostics, NOE_E_STEP, ast->by->span, "the step must not be zero");
    return false;
  }
  set_range(binder, from, to, by);
  assert(binder->step > 0 && (!noe_model_value_count(binder) || binder->low <= binder->high) &&
         "values of a binder ascend");
  return true;
}

bool noe_murphi_bind_quantifier(struct noe_checker *checker, const struct noe_ast_quantifier *ast, const char *what,
                                struct noe_binders *binders) {
  struct noe_binder binder;
  if (!noe_murphi_check_range(checker, ast, what, &binder))
    return false;
  add_binder(checker, binders, binder, ast->span);
  return true;
}

static bool bind_alias(struct noe_checker *checker, const struct noe_ast_alias *ast, struct noe_binders *binders) {
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
    assert(binder.value && "an alias that stands for something has an expression");
    binder.kind = kinds[kind];
    binder.type = binder.value->type;
    add_binder(checker, binders, binder, ast->span);
  }
  return ok;
}

static bool bind_choose(struct noe_checker *checker, const struct noe_ast_rule *ast, struct noe_binders *binders) {
  struct noe_binder binder = {.kind = NOE_BINDER_CHOOSE, .name = ast->name->text};
  struct noe_operand operand;
  binder.value = noe_murphi_check_elements(checker, ast->name, ast->target, &operand, &binder.slot);
  if (!binder.value)
    return false;
  binder.type = noe_murphi_scope_find(checker->scopes, ast->name->text)->type;
  add_binder(checker, binders, binder, ast->span);
  return true;
}

void noe_murphi_bind_enclosing(struct noe_checker *checker, struct noe_binders *binders) {
  for (size_t i = 0; i < checker->enclosing.count; i++) {
    const struct noe_ast_rule *outer = checker->enclosing.items[i];
    noe_murphi_scope_open(checker->scopes);
    for (const struct noe_ast_quantifier *q = outer->quantifiers; q; q = q->next)
      binders->ok = noe_murphi_bind_quantifier(checker, q, "a ruleset", binders) && binders->ok;
    for (const struct noe_ast_alias *alias = outer->aliases; alias; alias = alias->next)
      binders->ok = bind_alias(checker, alias, binders) && binders->ok;
    if (outer->kind == NOE_AST_CHOOSE)
      binders->ok = bind_choose(checker, outer, binders) && binders->ok;
  }
}

void noe_murphi_unbind_enclosing(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->enclosing.count; i++)
    noe_murphi_scope_close(checker->scopes);
}
