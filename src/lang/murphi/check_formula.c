/* Formulas of `ltl`, `ctl` and `mu`: from the tree to model/formula.h. What has no
 * temporal operator in it is an atom. */
#include "lang/murphi/check_int.h"

#include <assert.h>
#include <string.h>

/* Every room that walks over a formula may recurse. */
enum { FORMULA_DEPTH_LIMIT = 2000 };

struct noe_fixed_point {
  const struct noe_fixed_point *outer;
  const char *name;
  uint32_t number;
  bool negated; /* where it is bound */
};

/* Where in a formula the checker is. */
struct context {
  struct noe_checker *checker;
  struct noe_claim *claim;
  bool negated;       /* under an odd number of negations */
  enum noe_path path; /* of A or E right in front */
  bool in_path;       /* CTL*: under an A or E */
};

static const struct noe_formula *check(struct context context, const struct noe_ast_expr *ast);

static struct noe_formula *new_formula(struct context context, enum noe_formula_kind kind,
                                       const struct noe_ast_expr *ast) {
  struct noe_formula *formula = NOE_NEW(context.checker->arena, struct noe_formula);
  formula->kind = kind;
  formula->place = noe_murphi_place(context.checker, ast->span);
  return formula;
}

/* ------------------------------------------------------ what each logic has */

static enum noe_path path_of(struct context context, const struct noe_ast_expr *ast) {
  return ast->path == 'A' ? NOE_PATH_ALL : ast->path == 'E' ? NOE_PATH_SOME : context.path;
}

/* Reports; `message` has the operator in it. */
static bool refuse(struct context context, const struct noe_ast_expr *ast, const char *message, const char *hint) {
  noe_base_report(context.checker->diagnostics, NOE_E_LOGIC, ast->op_span, message, ast->word);
  noe_base_hint(context.checker->diagnostics, "%s", hint);
  return false;
}

static bool refuse_path(struct context context, const struct noe_ast_expr *ast) {
  return refuse(context, ast, "`%s` speaks about several runs, but `ltl` is about each run for itself",
                "drop the A or E, or make it a `ctl` claim");
}

static bool is_about_past(const struct noe_ast_expr *ast) {
  return ast->op == NOE_AST_PREVIOUS || ast->op == NOE_AST_ONCE || ast->op == NOE_AST_HISTORICALLY ||
         ast->op == NOE_AST_SINCE;
}

static bool fits_logic(struct context context, const struct noe_ast_expr *ast) {
  enum noe_path path = path_of(context, ast);
  if (is_about_past(ast) && context.claim->ast->claim != NOE_AST_LTL)
    return refuse(context, ast, "`%s` looks back along a run: that is for `ltl` claims",
                  "make it an `ltl` claim, or keep what was in a variable of the model");
  switch (context.claim->ast->claim) {
  case NOE_AST_LTL: return !ast->path || refuse_path(context, ast); /* A and E on their own are reported already */
  case NOE_AST_CTL:
    if (path == NOE_PATH_NONE)
      return refuse(context, ast, "in `ctl`, `%s` needs A or E in front: on all runs, or on some run?",
                    ast->kind == NOE_AST_BINARY ? "write A (... until ...) or E (... until ...)"
                                                : "write AG, AF, AX, EG, EF or EX, or make it an `ltl` claim");
    return true;
  case NOE_AST_CTLSTAR:
    return context.in_path || ast->path ||
           refuse(context, ast, "`%s` needs A or E around it: on all runs, or on some run?",
                  "write A (...) or E (...), or make it an `ltl` claim");
  default:
    if (ast->op != NOE_AST_NEXT)
      return refuse(context, ast, "the mu-calculus has no operator `%s`",
                    "write it as a fixed point, such as `mu Z. f | EX Z`, or make it a `ctl` claim");
    if (path == NOE_PATH_NONE)
      return refuse(context, ast, "`%s` needs A or E in front: in all next states, or in some?", "write AX or EX");
    return true;
  }
}

static bool is_mu(struct context context, const struct noe_ast_expr *ast) {
  if (context.claim->ast->claim == NOE_AST_MU)
    return true;
  bool is_step = ast->op == NOE_AST_DIAMOND || ast->op == NOE_AST_BOX;
  noe_base_report(context.checker->diagnostics, NOE_E_LOGIC, ast->op_span,
                  is_step ? "steps by a rule belong to `mu` claims" : "fixed points belong to `mu` claims");
  return false;
}

/* --------------------------------------------------------------- operators */

static enum noe_formula_kind temporal_kind(enum noe_ast_op op) {
  switch (op) {
  case NOE_AST_NEXT: return NOE_FORMULA_NEXT;
  case NOE_AST_ALWAYS: return NOE_FORMULA_ALWAYS;
  case NOE_AST_EVENTUALLY: return NOE_FORMULA_EVENTUALLY;
  case NOE_AST_UNTIL: return NOE_FORMULA_UNTIL;
  case NOE_AST_WEAK_UNTIL: return NOE_FORMULA_WEAK_UNTIL;
  case NOE_AST_DIAMOND: return NOE_FORMULA_DIAMOND;
  case NOE_AST_BOX: return NOE_FORMULA_BOX;
  case NOE_AST_PREVIOUS: return NOE_FORMULA_PREVIOUS;
  case NOE_AST_ONCE: return NOE_FORMULA_ONCE;
  case NOE_AST_HISTORICALLY: return NOE_FORMULA_HISTORICALLY;
  case NOE_AST_SINCE: return NOE_FORMULA_SINCE;
  case NOE_AST_LEAST: return NOE_FORMULA_LEAST;
  case NOE_AST_GREATEST: return NOE_FORMULA_GREATEST;
  default: return NOE_FORMULA_RELEASE;
  }
}

/* CTL*: on all runs, or on some run. */
static const struct noe_formula *wrap(struct context context, const struct noe_ast_expr *ast, enum noe_path path,
                                      const struct noe_formula *inner) {
  struct noe_formula *formula = new_formula(context, NOE_FORMULA_PATH, ast);
  formula->path = path;
  formula->left = inner;
  return inner ? formula : NULL;
}

/* Operator with one or two operands. */
static const struct noe_formula *check_temporal(struct context context, const struct noe_ast_expr *ast) {
  struct noe_formula *formula = new_formula(context, temporal_kind(ast->op), ast);
  bool is_star = context.claim->ast->claim == NOE_AST_CTLSTAR;
  formula->path = is_star ? NOE_PATH_NONE : path_of(context, ast);
  bool fits = fits_logic(context, ast);
  context.in_path = true;
  context.path = NOE_PATH_NONE;
  formula->left = check(context, ast->left);
  formula->right = ast->right ? check(context, ast->right) : NULL;
  if (!fits || !formula->left || (ast->right && !formula->right))
    return NULL;
  return is_star && ast->path ? wrap(context, ast, path_of(context, ast), formula) : formula;
}

static const struct noe_formula *check_step(struct context context, const struct noe_ast_expr *ast) {
  struct noe_formula *formula = new_formula(context, temporal_kind(ast->op), ast);
  struct noe_named_step step = {ast->text, ast->op_span};
  bool fits = is_mu(context, ast);
  formula->rule = ast->text;
  formula->left = check(context, ast->left);
  if (fits)
    NOE_LIST_PUSH(context.checker->arena, &context.checker->steps, step);
  return fits && formula->left ? formula : NULL;
}

static const struct noe_formula *check_fixed_point(struct context context, const struct noe_ast_expr *ast) {
  struct noe_formula *formula = new_formula(context, temporal_kind(ast->op), ast);
  struct noe_fixed_point point = {context.claim->points, ast->name->text, context.claim->point_count, context.negated};
  bool fits = is_mu(context, ast);
  formula->number = context.claim->point_count++;
  context.claim->points = &point;
  formula->left = check(context, ast->left);
  context.claim->points = point.outer;
  return fits && formula->left ? formula : NULL;
}

static const struct noe_formula *check_point(struct context context, const struct noe_ast_expr *ast) {
  const struct noe_fixed_point *point = context.claim->points;
  while (point && strcmp(point->name, ast->name->text) != 0)
    point = point->outer;
  assert(point && "the parser takes a name for a fixed point only inside of it");
  struct noe_formula *formula = new_formula(context, NOE_FORMULA_POINT, ast);
  formula->number = point->number;
  if (point->negated == context.negated)
    return formula;
  noe_base_report(context.checker->diagnostics, NOE_E_MONOTONE, ast->span,
                  "`%s` stands under an odd number of negations", ast->name->text);
  noe_base_hint(context.checker->diagnostics, "`!` and the left side of `->` negate; only pairs of them are allowed");
  return NULL;
}

/* A or E: the operator behind it takes the path. */
static const struct noe_formula *check_path(struct context context, const struct noe_ast_expr *ast) {
  if (context.claim->ast->claim == NOE_AST_CTLSTAR) {
    context.in_path = true;
    return wrap(context, ast, ast->op == NOE_AST_ALL_PATHS ? NOE_PATH_ALL : NOE_PATH_SOME, check(context, ast->left));
  }
  const struct noe_ast_expr *inner = ast->left;
  bool is_wrapped = inner->kind == NOE_AST_PARENTHESES;
  if (is_wrapped)
    inner = inner->left;
  bool is_until = inner->kind == NOE_AST_BINARY && inner->word;
  bool is_unary = !is_wrapped && inner->kind == NOE_AST_UNARY && !inner->path && inner->op >= NOE_AST_NEXT &&
                  inner->op <= NOE_AST_EVENTUALLY;
  if (!(is_wrapped ? is_until : is_unary)) {
    refuse(context, ast, "`%s` must stand right before a temporal operator", "write AG f, EF f, A (f until g), ...");
    return NULL;
  }
  context.path = ast->op == NOE_AST_ALL_PATHS ? NOE_PATH_ALL : NOE_PATH_SOME;
  bool fits = context.claim->ast->claim != NOE_AST_LTL || refuse_path(context, ast);
  const struct noe_formula *formula = check_temporal(context, inner);
  return fits ? formula : NULL;
}

static const struct noe_formula *check_unary(struct context context, const struct noe_ast_expr *ast) {
  switch (ast->op) {
  case NOE_AST_NOT: break;
  case NOE_AST_ALL_PATHS:
  case NOE_AST_SOME_PATH: return check_path(context, ast);
  case NOE_AST_DIAMOND:
  case NOE_AST_BOX: return check_step(context, ast);
  case NOE_AST_LEAST:
  case NOE_AST_GREATEST: return check_fixed_point(context, ast);
  default: return check_temporal(context, ast);
  }
  struct noe_formula *formula = new_formula(context, NOE_FORMULA_NOT, ast);
  context.negated = !context.negated;
  formula->left = check(context, ast->left);
  return formula->left ? formula : NULL;
}

static const struct noe_formula *check_connective(struct context context, const struct noe_ast_expr *ast,
                                                  enum noe_formula_kind kind) {
  struct noe_formula *formula = new_formula(context, kind, ast);
  struct context left = context;
  left.negated ^= kind == NOE_FORMULA_IMPLIES;
  formula->left = check(left, ast->left);
  formula->right = check(context, ast->right);
  return formula->left && formula->right ? formula : NULL;
}

/* ------------------------------------------------------------ what is refused */

static const char *surroundings(const struct noe_ast_expr *ast) {
  switch (ast->kind) {
  case NOE_AST_CALL: return "an argument of a function";
  case NOE_AST_RULE_ATOM: return "an argument of a rule";
  case NOE_AST_INDEX: return "an index";
  case NOE_AST_CONDITIONAL: return "`? :`";
  case NOE_AST_MULTISETCOUNT: return "`multisetcount`";
  case NOE_AST_BINARY: return ast->op >= NOE_AST_LESS && ast->op <= NOE_AST_GREATER ? "a comparison" : "arithmetic";
  default: return "an operand of another kind";
  }
}

/* The first temporal operator in the expression. */
static const struct noe_ast_expr *find_temporal(const struct noe_ast_expr *ast) {
  while (!ast->word && ast->kind != NOE_AST_POINT) {
    const struct noe_ast_expr *parts[] = {ast->condition, ast->left, ast->right}, *found = NULL;
    for (size_t i = 0; i < 3 && !found; i++)
      if (parts[i] && parts[i]->temporal)
        found = parts[i];
    for (const struct noe_ast_expr *argument = ast->arguments; argument && !found; argument = argument->next)
      if (argument->temporal)
        found = argument;
    if (!found)
      break;
    ast = found;
  }
  return ast;
}

static const struct noe_formula *refuse_place(struct context context, const struct noe_ast_expr *ast) {
  const struct noe_ast_expr *culprit = find_temporal(ast);
  bool is_point = culprit->kind == NOE_AST_POINT;
  noe_base_report(context.checker->diagnostics, NOE_E_TEMPORAL_PLACE, culprit->op_span,
                  "%s `%s` cannot stand inside %s", is_point ? "the fixed point" : "the temporal operator",
                  is_point ? culprit->name->text : culprit->word, surroundings(ast));
  noe_base_hint(context.checker->diagnostics, "formulas are joined by `!`, `&`, `|` and `->`");
  return NULL;
}

/* ------------------------------------------------------------------- the rest */

static const struct noe_formula *check_atom(struct context context, const struct noe_ast_expr *ast) {
  uint32_t number = 0;
  int constant;
  if (!noe_murphi_check_atom(context.checker, context.claim, ast, &number, &constant))
    return NULL;
  struct noe_formula *formula = new_formula(context,
                                            constant < 0 ? NOE_FORMULA_ATOM
                                            : constant   ? NOE_FORMULA_TRUE
                                                         : NOE_FORMULA_FALSE,
                                            ast);
  formula->number = number;
  return formula;
}

/* About a step that the run takes: there must be a run. */
static const struct noe_formula *check_taken(struct context context, const struct noe_ast_expr *ast) {
  bool is_star = context.claim->ast->claim == NOE_AST_CTLSTAR;
  if (context.claim->ast->claim != NOE_AST_LTL && !(is_star && context.in_path)) {
    noe_base_report(context.checker->diagnostics, NOE_E_RULE_ATOM, ast->span,
                    is_star ? "`taken` needs A or E around it: it is about a step of a run"
                            : "`taken` is about a step of a run: that is for `ltl` and `ctlstar` claims");
    noe_base_hint(context.checker->diagnostics,
                  is_star ? "write A (...) or E (...)"
                          : "`enabled` is about a state; in `mu` claims, <\"%s\"> f is \"f after some step by it\"",
                  ast->text);
    return NULL;
  }
  struct noe_formula *formula = new_formula(context, NOE_FORMULA_TAKEN, ast);
  return noe_murphi_check_taken(context.checker, context.claim, ast, &formula->number) ? formula : NULL;
}

/* The quantifiers from `quantifier` on, then the body. */
static const struct noe_formula *check_quantified(struct context context, const struct noe_ast_expr *ast,
                                                  const struct noe_ast_quantifier *quantifier) {
  if (!quantifier)
    return check(context, ast->left);
  struct noe_checker *checker = context.checker;
  struct noe_formula *formula =
      new_formula(context, ast->kind == NOE_AST_FORALL ? NOE_FORMULA_FORALL : NOE_FORMULA_EXISTS, ast);
  struct noe_binder binder;
  noe_murphi_scope_open(checker->scopes);
  bool ok = noe_murphi_check_range(checker, quantifier, "a quantifier over formulas", &binder);
  formula->number = (uint32_t)context.claim->variables.count;
  struct noe_formula_variable variable = {binder.name, binder.type, binder.low, binder.high,
                                          binder.step, binder.slot, false};
  NOE_LIST_PUSH(checker->arena, &context.claim->variables, variable);
  formula->left = check_quantified(context, ast, quantifier->next);
  noe_murphi_scope_close(checker->scopes);
  return ok && formula->left ? formula : NULL;
}

static const struct noe_formula *check_kind(struct context context, const struct noe_ast_expr *ast) {
  if (!ast->temporal)
    return check_atom(context, ast);
  switch (ast->kind) {
  case NOE_AST_PARENTHESES: return check(context, ast->left);
  case NOE_AST_FORALL:
  case NOE_AST_EXISTS: return check_quantified(context, ast, ast->quantifiers);
  case NOE_AST_POINT: return check_point(context, ast);
  case NOE_AST_RULE_ATOM: return ast->word ? check_taken(context, ast) : refuse_place(context, ast);
  case NOE_AST_UNARY:
    if (ast->word || ast->op == NOE_AST_NOT)
      return check_unary(context, ast);
    return refuse_place(context, ast);
  case NOE_AST_BINARY: break;
  default: return refuse_place(context, ast);
  }
  if (ast->word)
    return check_temporal(context, ast);
  switch (ast->op) {
  case NOE_AST_IMPLIES: return check_connective(context, ast, NOE_FORMULA_IMPLIES);
  case NOE_AST_OR:
  case NOE_AST_OR_ELSE: return check_connective(context, ast, NOE_FORMULA_OR);
  case NOE_AST_AND:
  case NOE_AST_AND_THEN: return check_connective(context, ast, NOE_FORMULA_AND);
  default: return refuse_place(context, ast);
  }
}

static const struct noe_formula *check(struct context context, const struct noe_ast_expr *ast) {
  if (context.claim->depth >= FORMULA_DEPTH_LIMIT) {
    noe_base_report(context.checker->diagnostics, NOE_E_DEPTH, context.claim->ast->value->span,
                    "this formula is nested too deeply");
    return NULL;
  }
  context.claim->depth++;
  const struct noe_formula *formula = check_kind(context, ast);
  assert(context.claim->depth && "each level that was entered is left");
  context.claim->depth--;
  return formula;
}

const struct noe_formula *noe_murphi_check_formula(struct noe_checker *checker, struct noe_claim *claim,
                                                   const struct noe_ast_expr *ast) {
  return check((struct context){.checker = checker, .claim = claim}, ast);
}
