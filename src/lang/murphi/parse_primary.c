/* Expressions: operands, designators, calls and quantifiers. */
#include <string.h>
#include <strings.h>

#include "lang/murphi/murphi.h"
#include "lang/murphi/parse_int.h"

struct noe_ast_expr *noe_murphi_new_expr(struct noe_murphi_parser *p, enum noe_ast_expr_kind kind) {
  struct noe_ast_expr *expr = NOE_NEW(p->arena, struct noe_ast_expr);
  expr->kind = kind;
  expr->span = expr->op_span = p->token.span;
  return expr;
}

bool noe_murphi_is_designator(const struct noe_ast_expr *expr) {
  while (expr->kind == NOE_AST_FIELD || expr->kind == NOE_AST_INDEX)
    expr = expr->left;
  return expr->kind == NOE_AST_NAME;
}

/* ------------------------------------------------------------ designators */

/* { "." ID | "[" expr "]" } behind `expr` */
static struct noe_ast_expr *parse_parts(struct noe_murphi_parser *p, struct noe_ast_expr *expr) {
  while (!p->panicking && (at(p, NOE_TOKEN_DOT) || at(p, NOE_TOKEN_LEFT_BRACKET)) && !noe_murphi_is_repetition(p)) {
    bool is_field = at(p, NOE_TOKEN_DOT);
    struct noe_ast_expr *part = noe_murphi_new_expr(p, is_field ? NOE_AST_FIELD : NOE_AST_INDEX);
    part->left = expr;
    noe_murphi_advance(p);
    if (is_field)
      part->name = noe_murphi_parse_name(p);
    else {
      part->right = noe_murphi_parse_expr(p);
      bool is_second = !p->panicking && at(p, NOE_TOKEN_COMMA);
      if (!noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACKET, "after the index") && has_failed(p, is_second))
        noe_base_hint(p->diagnostics, "each index has its own brackets: `a[i][j]`");
    }
    part->temporal = noe_murphi_mentions_time(expr, part->right);
    part->span = span_since(p, expr->span.begin);
    expr = part;
  }
  return expr;
}

struct noe_ast_expr *noe_murphi_parse_designator(struct noe_murphi_parser *p) {
  struct noe_ast_expr *name = noe_murphi_new_expr(p, NOE_AST_NAME);
  name->name = noe_murphi_parse_name(p);
  return parse_parts(p, name);
}

/* Only variables have parts. The text is read on as if others had them too. */
static struct noe_ast_expr *refuse_parts(struct noe_murphi_parser *p, struct noe_ast_expr *expr) {
  if (p->panicking || (!at(p, NOE_TOKEN_DOT) && !at(p, NOE_TOKEN_LEFT_BRACKET)) || noe_murphi_is_repetition(p))
    return expr;
  bool is_call = expr->kind == NOE_AST_CALL;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "%s cannot follow %s", noe_murphi_describe(p),
                          is_call                       ? "a call"
                          : expr->kind == NOE_AST_POINT ? "a fixed-point variable"
                                                        : "a parenthesis"))
    noe_base_hint(p->diagnostics, is_call ? "give the result a name first, with `alias` or a local variable"
                                          : "only a variable can be followed by `.` or `[`");
  return parse_parts(p, expr);
}

/* ------------------------------------------------------------------ calls */

/* ID ( STRING { , expr } ): a rule, and values of its parameters. No function takes a string, so that the words are free
 * for other use. */
static struct noe_ast_expr *parse_rule_atom(struct noe_murphi_parser *p, struct noe_ast_expr *call, bool is_step) {
  struct noe_ast_expr **end = &call->arguments;
  call->kind = NOE_AST_RULE_ATOM;
  call->text = noe_murphi_parse_string(p, &call->text_length, &call->op_span);
  call->temporal = is_step;
  call->word = is_step ? "taken" : NULL;
  while (!p->panicking && noe_murphi_accept(p, NOE_TOKEN_COMMA)) {
    *end = noe_murphi_parse_expr(p);
    call->temporal |= (*end)->temporal;
    end = &(*end)->next;
  }
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the parameters of the rule");
  call->span = span_since(p, call->span.begin);
  return call;
}

/* `send(var x)`, `send(&x)` */
static void refuse_var(struct noe_murphi_parser *p) {
  if (p->panicking || (!at(p, NOE_TOKEN_VAR) && !at(p, NOE_TOKEN_AND)))
    return;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "unexpected %s before an argument", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "drop it: a `var` parameter takes the variable itself");
  noe_murphi_advance(p);
}

struct noe_ast_expr *noe_murphi_parse_call(struct noe_murphi_parser *p) {
  struct noe_ast_expr *call = noe_murphi_new_expr(p, NOE_AST_CALL), **end = &call->arguments;
  call->name = noe_murphi_parse_name(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "before the arguments");
  bool is_step = !strcasecmp(call->name->text, "taken");
  if (!p->panicking && at(p, NOE_TOKEN_STRING) && (is_step || !strcasecmp(call->name->text, "enabled")))
    return parse_rule_atom(p, call, is_step);
  while (!p->panicking && !at(p, NOE_TOKEN_RIGHT_PARENTHESIS)) {
    refuse_var(p);
    *end = noe_murphi_parse_expr(p);
    call->temporal |= (*end)->temporal;
    end = &(*end)->next;
    if (!noe_murphi_accept(p, NOE_TOKEN_COMMA))
      break;
  }
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the arguments");
  call->span = span_since(p, call->span.begin);
  return call;
}

/* The `:` between the name of an element and the multiset, for which other languages write `in`. */
void noe_murphi_expect_element(struct noe_murphi_parser *p, const char *example) {
  struct noe_span span = p->token.span;
  if (p->panicking || noe_murphi_accept(p, NOE_TOKEN_COLON))
    return;
  bool is_in = noe_murphi_is_word(p, &p->token, "in");
  if (noe_murphi_fail(p, span, "expected `:` after the name of the element, found %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "write `%s`", example);
  if (is_in && !p->halted) {
    p->panicking = false;
    noe_murphi_advance(p);
  }
}

/* multisetcount ( ID : designator , expr ) */
static struct noe_ast_expr *parse_multisetcount(struct noe_murphi_parser *p) {
  struct noe_ast_expr *count = noe_murphi_new_expr(p, NOE_AST_MULTISETCOUNT);
  struct noe_murphi_bound *bound = p->bound;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "after `multisetcount`");
  count->name = noe_murphi_parse_name(p);
  noe_murphi_expect_element(p, "multisetcount(i: bag, condition)");
  count->left = noe_murphi_parse_designator(p);
  noe_murphi_expect(p, NOE_TOKEN_COMMA, "before the condition");
  noe_murphi_note_names(p, count->name);
  count->right = noe_murphi_parse_expr(p);
  p->bound = bound;
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the condition");
  count->temporal = noe_murphi_mentions_time(count->left, count->right);
  count->span = span_since(p, count->span.begin);
  return count;
}

static struct noe_ast_expr *parse_isundefined(struct noe_murphi_parser *p) {
  struct noe_ast_expr *test = noe_murphi_new_expr(p, NOE_AST_ISUNDEFINED);
  noe_murphi_advance(p);
  bool is_bare = !p->panicking && at(p, NOE_TOKEN_NAME);
  if (!noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "after `isundefined`") && has_failed(p, is_bare))
    noe_base_hint(p->diagnostics, "write `isundefined(x)`");
  test->left = noe_murphi_parse_expr(p);
  if (!noe_murphi_is_designator(test->left))
    noe_murphi_complain(p, NOE_E_NOT_DESIGNATOR, test->left->span,
                        "`isundefined` asks about a variable or a component of one");
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the variable");
  test->temporal = test->left->temporal;
  test->span = span_since(p, test->span.begin);
  return test;
}

static struct noe_ast_expr *parse_ismember(struct noe_murphi_parser *p) {
  struct noe_ast_expr *test = noe_murphi_new_expr(p, NOE_AST_ISMEMBER);
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "after `ismember`");
  test->left = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_COMMA, "before the type");
  test->type = noe_murphi_parse_type(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the type");
  test->temporal = test->left->temporal;
  test->span = span_since(p, test->span.begin);
  return test;
}

/* ------------------------------------------------------------ quantifiers */

/* `i in T`, `i = 0 to 3`: read as what was meant. */
static void correct_binding(struct noe_murphi_parser *p) {
  bool is_in = noe_murphi_is_word(p, &p->token, "in");
  if (p->panicking || (!is_in && !at(p, NOE_TOKEN_EQUAL)))
    return;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected `:` or `:=` after the name, found %s",
                          noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "did you mean `%s`?", is_in ? ":" : ":=");
  if (!p->halted)
    p->token.kind = is_in ? NOE_TOKEN_COLON : NOE_TOKEN_ASSIGN;
}

/* from to to, behind `i :=`. `i := 0..3` is read as what was meant. */
static void parse_steps(struct noe_murphi_parser *p, struct noe_ast_quantifier *quantifier) {
  quantifier->from = noe_murphi_parse_expr(p);
  struct noe_span dots = p->token.span;
  bool is_range = !p->panicking && noe_murphi_accept(p, NOE_TOKEN_DOTS);
  if (!is_range)
    noe_murphi_expect(p, NOE_TOKEN_TO, "after the first value");
  quantifier->to = noe_murphi_parse_expr(p);
  if (is_range && noe_murphi_complain(p, NOE_E_SYNTAX, dots, "expected `to` after the first value, found `..`"))
    noe_base_hint(p->diagnostics, "write `%s: %s`", quantifier->name->text,
                  noe_murphi_excerpt(p->arena, p->source, span_since(p, quantifier->from->span.begin), 40));
}

static struct noe_ast_quantifier *parse_quantifier(struct noe_murphi_parser *p) {
  struct noe_ast_quantifier *quantifier = NOE_NEW(p->arena, struct noe_ast_quantifier);
  uint32_t begin = p->token.span.begin;
  quantifier->name = noe_murphi_parse_name(p);
  correct_binding(p);
  if (!p->panicking && at(p, NOE_TOKEN_COMMA) &&
      noe_murphi_fail(p, p->token.span, "expected `:` or `:=` after the name, found `,`"))
    noe_base_hint(p->diagnostics, "each name has a type of its own: `i: T; j: T`");
  if (noe_murphi_accept(p, NOE_TOKEN_ASSIGN)) {
    parse_steps(p, quantifier);
    if (noe_murphi_accept(p, NOE_TOKEN_BY))
      quantifier->by = noe_murphi_parse_expr(p);
  } else {
    noe_murphi_expect(p, NOE_TOKEN_COLON, "or `:=` after the name");
    quantifier->type = noe_murphi_parse_type(p);
  }
  noe_murphi_note_names(p, quantifier->name);
  quantifier->span = span_since(p, begin);
  return quantifier;
}

/* `for (i = 0; ...`, `forall (i: T) ...`. Of a loop of C nothing more can be read. */
static void refuse_parenthesis(struct noe_murphi_parser *p) {
  bool is_loop = p->block->word == NOE_TOKEN_FOR;
  const char *name = noe_murphi_block_name(p->block);
  if (p->panicking || !at(p, NOE_TOKEN_LEFT_PARENTHESIS))
    return;
  if (noe_murphi_fail(p, p->token.span, "expected a name behind `%s`, found `(`", name))
    noe_base_hint(p->diagnostics, "write `%s i: %s do ... end`, without parentheses", name, is_loop ? "0..3" : "T");
  if (is_loop)
    noe_murphi_halt(p);
}

struct noe_ast_quantifier *noe_murphi_parse_quantifiers(struct noe_murphi_parser *p) {
  refuse_parenthesis(p);
  struct noe_ast_quantifier *quantifiers = parse_quantifier(p), **end = &quantifiers->next;
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    if (at(p, NOE_TOKEN_DO)) {
      if (noe_murphi_complain(p, NOE_E_SYNTAX, p->previous, "unexpected `;` before `do`"))
        noe_base_hint(p->diagnostics, "drop it: `;` stands between two names with their types");
      break;
    }
    *end = parse_quantifier(p);
    end = &(*end)->next;
  }
  noe_murphi_expect_head_end(p, NOE_TOKEN_DO);
  return quantifiers;
}

static struct noe_ast_alias *parse_alias(struct noe_murphi_parser *p) {
  struct noe_ast_alias *alias = NOE_NEW(p->arena, struct noe_ast_alias);
  uint32_t begin = p->token.span.begin;
  alias->names = noe_murphi_parse_names(p, true);
  noe_murphi_expect(p, NOE_TOKEN_COLON, "after the name of the alias");
  alias->value = noe_murphi_parse_expr(p);
  noe_murphi_note_names(p, alias->names);
  alias->span = span_since(p, begin);
  return alias;
}

struct noe_ast_alias *noe_murphi_parse_aliases(struct noe_murphi_parser *p) {
  struct noe_ast_alias *aliases = NULL, **end = &aliases;
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
  while (at(p, NOE_TOKEN_NAME) && !p->panicking) {
    bool is_alias = at_next(p, NOE_TOKEN_COLON) || at_next(p, NOE_TOKEN_COMMA);
    if (aliases && !is_alias)
      break; /* the word `do` is missing, or misspelt */
    *end = parse_alias(p);
    end = &(*end)->next;
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
  }
  noe_murphi_expect_head_end(p, NOE_TOKEN_DO);
  return aliases;
}

/* The body of a quantifier is an expression, not a list of statements. */
static void refuse_semicolon(struct noe_murphi_parser *p) {
  bool is_end = at_next(p, NOE_TOKEN_END) || at_next(p, NOE_TOKEN_ENDFORALL) || at_next(p, NOE_TOKEN_ENDEXISTS);
  if (p->panicking || !at(p, NOE_TOKEN_SEMICOLON) || !is_end)
    return;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "unexpected `;` in an expression"))
    noe_base_hint(p->diagnostics, "drop it: the body of a quantifier is an expression");
  noe_murphi_advance(p);
}

/* quants DO expr end */
static struct noe_ast_expr *parse_quantified(struct noe_murphi_parser *p) {
  struct noe_murphi_block block;
  struct noe_murphi_bound *bound = p->bound;
  bool is_forall = at(p, NOE_TOKEN_FORALL);
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, is_forall ? NOE_AST_FORALL : NOE_AST_EXISTS);
  noe_murphi_open(p, &block);
  p->quantifiers++;
  expr->quantifiers = noe_murphi_parse_quantifiers(p);
  expr->left = noe_murphi_parse_expr(p);
  refuse_semicolon(p);
  noe_murphi_close(p, &block);
  p->quantifiers--;
  p->bound = bound;
  expr->temporal = expr->left->temporal;
  expr->span = span_since(p, expr->span.begin);
  return expr;
}

/* ----------------------------------------------------------------- primary */

/* A parenthesis that is not closed: what it may have been meant for. */
static void explain_parenthesis(struct noe_murphi_parser *p, const struct noe_ast_expr *expr) {
  noe_base_note(p->diagnostics, expr->op_span, "the parenthesis was opened here");
  if (at(p, NOE_TOKEN_COMMA) && at_next(p, NOE_TOKEN_STRING))
    noe_base_hint(p->diagnostics, "a message stands behind the condition: `assert condition \"message\"`");
  else if (at(p, NOE_TOKEN_COLON) && expr->span.begin == p->guard)
    noe_base_hint(p->diagnostics, "a rule has its parameters from a ruleset: `ruleset p: T do rule ... end; end`");
}

static struct noe_ast_expr *parse_parentheses(struct noe_murphi_parser *p) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_PARENTHESES);
  noe_murphi_advance(p);
  expr->left = noe_murphi_parse_expr(p);
  bool is_calm = !p->panicking;
  if (!noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "to match the opening one") && has_failed(p, is_calm))
    explain_parenthesis(p, expr);
  expr->temporal = expr->left->temporal;
  expr->span = span_since(p, expr->span.begin);
  return refuse_parts(p, expr);
}

static struct noe_ast_expr *parse_number(struct noe_murphi_parser *p) {
  bool is_real = at(p, NOE_TOKEN_REAL);
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, is_real ? NOE_AST_REAL : NOE_AST_INTEGER);
  expr->value = p->token.value;
  if (is_real)
    noe_murphi_refuse_real(p);
  noe_murphi_advance(p);
  return expr;
}

static struct noe_ast_expr *parse_point(struct noe_murphi_parser *p) {
  struct noe_ast_expr *point = noe_murphi_new_expr(p, NOE_AST_POINT);
  point->name = noe_murphi_parse_name(p);
  point->temporal = true;
  return refuse_parts(p, point);
}

static struct noe_ast_expr *parse_named(struct noe_murphi_parser *p) {
  if (noe_murphi_is_point(p))
    return parse_point(p);
  if (!at_next(p, NOE_TOKEN_LEFT_PARENTHESIS))
    return noe_murphi_parse_designator(p);
  if (p->token.soft == NOE_SOFT_MULTISETCOUNT && !noe_murphi_is_shadowed(p))
    return parse_multisetcount(p);
  return refuse_parts(p, noe_murphi_parse_call(p));
}

/* What was meant where an expression should start: an `if`, or two operators side by
 * side that are one. */
static const char *guess_start(const struct noe_murphi_parser *p) {
  if (at(p, NOE_TOKEN_STRING))
    return "there are no texts: name the values by an `enum`";
  if (at(p, NOE_TOKEN_LEFT_BRACE) && p->previous.end && p->source->bytes[p->previous.end - 1] == '"')
    return "the condition stands without braces";
  if (at(p, NOE_TOKEN_LEFT_BRACE) ||
      (at(p, NOE_TOKEN_LEFT_BRACKET) && at_next(p, NOE_TOKEN_INTEGER) && p->reading == NOE_READING_PLAIN))
    return "values of records and arrays are not written as a whole: assign their parts one by one";
  if (at(p, NOE_TOKEN_ENUM) || at(p, NOE_TOKEN_SCALARSET))
    return "a type of several kinds of values is written `union {T, enum {a, b}}`";
  if (at(p, NOE_TOKEN_IF))
    return "an expression has no `if`: write `condition -> expression`, or `condition ? one : other`";
  if ((at(p, NOE_TOKEN_LEFT_BRACKET) && at_next(p, NOE_TOKEN_RIGHT_BRACKET)) ||
      (at(p, NOE_TOKEN_LESS) && at_next(p, NOE_TOKEN_GREATER)))
    return "`[]` and `<>` stand in `ltl` claims; an invariant is about every state already";
  uint32_t before = p->previous.begin;
  if (before && p->source->bytes[before] == '+' && p->source->bytes[before - 1] == '+')
    return "an expression changes nothing: write `x + 1`";
  if (p->previous.end != p->token.span.begin)
    return NULL;
  char first = p->source->bytes[p->previous.begin];
  if (at(p, NOE_TOKEN_TIMES) && first == '*')
    return "there are no powers: multiply";
  if (at(p, NOE_TOKEN_GREATER))
    return first == '<' ? "did you mean `!=`?" : NULL;
  if (at(p, NOE_TOKEN_EQUAL) && (first == '/' || first == '~'))
    return "did you mean `!=`?";
  return at(p, NOE_TOKEN_LESS) && first == '=' ? "did you mean `<=`?" : NULL;
}

/* `if c then a else b` as an expression: it is read, for one complaint, and dropped. */
static struct noe_ast_expr *refuse_if(struct noe_murphi_parser *p) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_INTEGER);
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected an expression, found `if`"))
    noe_base_hint(p->diagnostics, "%s", guess_start(p));
  noe_murphi_advance(p);
  noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_THEN, "behind the condition");
  noe_murphi_parse_expr(p);
  if (noe_murphi_accept(p, NOE_TOKEN_ELSE))
    noe_murphi_parse_expr(p);
  expr->span = span_since(p, expr->span.begin);
  return expr;
}

struct noe_ast_expr *noe_murphi_parse_primary(struct noe_murphi_parser *p) {
  if (p->taken_for_name[p->token.kind]) /* one complaint about it is enough */
    p->token.kind = NOE_TOKEN_NAME;
  switch (p->token.kind) {
  case NOE_TOKEN_INTEGER:
  case NOE_TOKEN_REAL: return parse_number(p);
  case NOE_TOKEN_NAME: return parse_named(p);
  case NOE_TOKEN_LEFT_PARENTHESIS: return parse_parentheses(p);
  case NOE_TOKEN_FORALL:
  case NOE_TOKEN_EXISTS: return parse_quantified(p);
  case NOE_TOKEN_ISUNDEFINED: return parse_isundefined(p);
  case NOE_TOKEN_ISMEMBER: return parse_ismember(p);
  default: break;
  }
  const char *between = p->source->bytes + p->previous.end;
  bool is_same_line = !memchr(between, '\n', p->token.span.begin - p->previous.end);
  if (at(p, NOE_TOKEN_IF) && is_same_line && !p->panicking)
    return refuse_if(p);
  const char *guess = guess_start(p);
  if (noe_murphi_fail_expected(p, "an expression") && guess)
    noe_base_hint(p->diagnostics, "%s", guess);
  return noe_murphi_new_expr(p, NOE_AST_INTEGER);
}
