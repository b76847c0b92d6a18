/* Temporal formulas: the operators that `ltl`, `ctl` and `mu` add to expressions.
 *
 * A formula is parsed as an expression with more operators; where they may stand is
 * for the checker to say. Operators that are words give way to a declaration of the
 * same name, so the parser keeps account of the names that could be mistaken for
 * one. Letters are operators in upper case only: `g` and `x` are names. */
#include <string.h>
#include <strings.h>

#include "lang/murphi/murphi.h"
#include "lang/murphi/parse_int.h"

struct operator{
  const char *word;
  enum noe_ast_op op;
  char path;
  bool is_binary;
};

static const struct operator operators[] = {
    {"always", NOE_AST_ALWAYS, 0, false},
    {"G", NOE_AST_ALWAYS, 0, false},
    {"eventually", NOE_AST_EVENTUALLY, 0, false},
    {"F", NOE_AST_EVENTUALLY, 0, false},
    {"next", NOE_AST_NEXT, 0, false},
    {"X", NOE_AST_NEXT, 0, false},
    {"A", NOE_AST_ALL_PATHS, 0, false},
    {"E", NOE_AST_SOME_PATH, 0, false},
    {"AG", NOE_AST_ALWAYS, 'A', false},
    {"AF", NOE_AST_EVENTUALLY, 'A', false},
    {"AX", NOE_AST_NEXT, 'A', false},
    {"EG", NOE_AST_ALWAYS, 'E', false},
    {"EF", NOE_AST_EVENTUALLY, 'E', false},
    {"EX", NOE_AST_NEXT, 'E', false},
    {"mu", NOE_AST_LEAST, 0, false},
    {"nu", NOE_AST_GREATEST, 0, false},
    {"until", NOE_AST_UNTIL, 0, true},
    {"U", NOE_AST_UNTIL, 0, true},
    {"weakuntil", NOE_AST_WEAK_UNTIL, 0, true},
    {"W", NOE_AST_WEAK_UNTIL, 0, true},
    {"release", NOE_AST_RELEASE, 0, true},
    {"R", NOE_AST_RELEASE, 0, true},
    {"previous", NOE_AST_PREVIOUS, 0, false},
    {"Y", NOE_AST_PREVIOUS, 0, false},
    {"once", NOE_AST_ONCE, 0, false},
    {"O", NOE_AST_ONCE, 0, false},
    {"historically", NOE_AST_HISTORICALLY, 0, false},
    {"H", NOE_AST_HISTORICALLY, 0, false},
    {"since", NOE_AST_SINCE, 0, true},
    {"S", NOE_AST_SINCE, 0, true},
};

static bool is_spelled(const struct operator* operator, const char * text, size_t length) {
  if (strlen(operator->word) != length)
    return false;
  bool is_letters = *operator->word >= 'A' && * operator->word <= 'Z';
  return is_letters ? !memcmp(operator->word, text, length) : !strncasecmp(operator->word, text, length);
}

static const struct operator* find_operator(const char *text, size_t length) {
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
    if (is_spelled(&operators[i], text, length))
      return &operators[i];
  return NULL;
}

/* ------------------------------------------------------------------- names */

static void note_name(struct noe_murphi_parser *p, const char *name, bool is_point) {
  if (p->reading == NOE_READING_PLAIN && !find_operator(name, strlen(name)))
    return;
  struct noe_murphi_bound *bound = NOE_NEW(p->arena, struct noe_murphi_bound);
  bound->outer = p->bound;
  bound->name = name;
  bound->is_point = is_point;
  p->bound = bound;
}

void noe_murphi_note_names(struct noe_murphi_parser *p, const struct noe_ast_name *names) {
  for (; names; names = names->next)
    note_name(p, names->text, false);
}

static struct noe_murphi_bound *find_declaration(const struct noe_murphi_parser *p, const struct operator* operator) {
  for (struct noe_murphi_bound *bound = p->bound; bound; bound = bound->outer)
    if (is_spelled(operator, bound->name, strlen(bound->name)))
      return bound;
  return NULL;
}

bool noe_murphi_is_temporal_word(const struct noe_murphi_parser *p, struct noe_span span) {
  const struct operator* operator= find_operator(p->source->bytes + span.begin, span.end - span.begin);
  return operator&& !find_declaration(p, operator);
}

bool noe_murphi_is_point(const struct noe_murphi_parser *p) {
  if (p->reading != NOE_READING_FORMULA || !at(p, NOE_TOKEN_NAME))
    return false;
  size_t length = p->token.span.end - p->token.span.begin;
  for (const struct noe_murphi_bound *bound = p->bound; bound; bound = bound->outer)
    if (strlen(bound->name) == length && !memcmp(bound->name, p->source->bytes + p->token.span.begin, length))
      return bound->is_point;
  return false;
}

/* The operator that the current word is, unless a declaration wins. Whether it is one at all depends
 * on where it stands: between two operands, or before one. */
static const struct operator* current_operator(struct noe_murphi_parser *p, bool is_between) {
  struct noe_span span = p->token.span;
  if (p->reading != NOE_READING_FORMULA || !at(p, NOE_TOKEN_NAME))
    return NULL;
  const struct operator* operator= find_operator(p->source->bytes + span.begin, span.end - span.begin);
  struct noe_murphi_bound *bound = operator? find_declaration(p, operator) : NULL;
  if (!bound)
    return operator;
  bool is_doubtful = operator->is_binary == is_between && noe_murphi_starts_expr(p->next.kind);
  if (is_doubtful && !bound->warned && !p->panicking &&
      noe_murphi_complain(p, NOE_W_OPERATOR_NAME, span, "`%s` is a name here, because it is declared, not an operator",
                          bound->name))
    noe_base_hint(p->diagnostics, "write the operator in another way, or rename what is declared");
  bound->warned |= is_doubtful;
  return NULL;
}

/* --------------------------------------------------------------- operators */

static bool starts_operand(enum noe_murphi_token_kind kind) {
  return kind == NOE_TOKEN_LEFT_BRACKET || kind == NOE_TOKEN_LESS || noe_murphi_starts_expr(kind);
}

/* Behind A or E: another operator, or (f until g). */
static bool starts_path(struct noe_murphi_parser *p) {
  struct noe_span span = p->next.span;
  if (!at_next(p, NOE_TOKEN_NAME))
    return at_next(p, NOE_TOKEN_LEFT_PARENTHESIS) || at_next(p, NOE_TOKEN_LEFT_BRACKET) || at_next(p, NOE_TOKEN_LESS);
  const struct operator* operator= find_operator(p->source->bytes + span.begin, span.end - span.begin);
  return operator&& !operator->is_binary && !find_declaration(p, operator);
}

static bool may_follow(struct noe_murphi_parser *p, enum noe_ast_op op) {
  switch (op) {
  case NOE_AST_ALL_PATHS:
  case NOE_AST_SOME_PATH: return starts_path(p);
  case NOE_AST_LEAST:
  case NOE_AST_GREATEST: return at_next(p, NOE_TOKEN_NAME);
  default: return starts_operand(p->next.kind);
  }
}

static struct noe_ast_expr *new_prefix(struct noe_murphi_parser *p, enum noe_ast_op op, const char *word) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_UNARY);
  expr->op = op;
  expr->word = word;
  expr->temporal = true;
  return expr;
}

static struct noe_ast_expr *finish_prefix(struct noe_murphi_parser *p, struct noe_ast_expr *expr,
                                          struct noe_ast_expr *operand) {
  expr->left = operand;
  expr->span = span_since(p, expr->span.begin);
  return expr;
}

/* ID . form */
static struct noe_ast_expr *parse_fixed_point(struct noe_murphi_parser *p, struct noe_ast_expr *expr) {
  struct noe_murphi_bound *bound = p->bound;
  expr->name = noe_murphi_parse_name(p);
  noe_murphi_expect(p, NOE_TOKEN_DOT, "behind the name of the fixed point");
  note_name(p, expr->name->text, true);
  struct noe_ast_expr *body = noe_murphi_parse_operators(p);
  p->bound = bound;
  return finish_prefix(p, expr, body);
}

/* `A[f U g]`, as other tools write it. */
static struct noe_ast_expr *refuse_brackets(struct noe_murphi_parser *p, const char *path) {
  struct noe_span bracket = p->token.span;
  struct noe_ast_expr *operand = noe_murphi_new_expr(p, NOE_AST_PARENTHESES);
  noe_murphi_advance(p);
  operand->left = noe_murphi_parse_expr(p);
  if (noe_murphi_complain(p, NOE_E_SYNTAX, bracket, "behind `%s` a formula stands in parentheses, not in brackets",
                          path))
    noe_base_hint(p->diagnostics, "write `%s (%s)`", path,
                  noe_murphi_excerpt(p->arena, p->source, operand->left->span, 40));
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACKET, "to match the opening one");
  operand->temporal = operand->left->temporal;
  operand->span = span_since(p, bracket.begin);
  return operand;
}

/* The operand of A or E: only what stands right behind it. */
static struct noe_ast_expr *parse_path(struct noe_murphi_parser *p, const char *path) {
  if (at(p, NOE_TOKEN_LEFT_BRACKET) && !at_next(p, NOE_TOKEN_RIGHT_BRACKET) && !at_next(p, NOE_TOKEN_STRING))
    return refuse_brackets(p, path);
  struct noe_ast_expr *operand =
      noe_murphi_enter(p) ? noe_murphi_parse_unary(p) : noe_murphi_new_expr(p, NOE_AST_INTEGER);
  noe_murphi_leave(p);
  return operand;
}

static struct noe_ast_expr *parse_word(struct noe_murphi_parser *p) {
  const struct operator* operator= current_operator(p, false);
  if (!operator|| operator->is_binary || !may_follow(p, operator->op))
    return NULL;
  struct noe_ast_expr *expr = new_prefix(p, operator->op, operator->word);
  expr->path = operator->path;
  noe_murphi_advance(p);
  switch (operator->op) {
  case NOE_AST_LEAST:
  case NOE_AST_GREATEST: return parse_fixed_point(p, expr);
  case NOE_AST_ALL_PATHS:
  case NOE_AST_SOME_PATH: return finish_prefix(p, expr, parse_path(p, operator->word));
  default: return finish_prefix(p, expr, noe_murphi_parse_tight(p));
  }
}

/* [] and <>, with a rule between the signs or not */
static struct noe_ast_expr *parse_signs(struct noe_murphi_parser *p) {
  bool is_box = at(p, NOE_TOKEN_LEFT_BRACKET);
  enum noe_murphi_token_kind closing = is_box ? NOE_TOKEN_RIGHT_BRACKET : NOE_TOKEN_GREATER;
  bool is_rule = at_next(p, NOE_TOKEN_STRING);
  if ((!is_box && !at(p, NOE_TOKEN_LESS)) || (!is_rule && !at_next(p, closing)))
    return NULL;
  enum noe_ast_op op = is_rule  ? (is_box ? NOE_AST_BOX : NOE_AST_DIAMOND)
                       : is_box ? NOE_AST_ALWAYS
                                : NOE_AST_EVENTUALLY;
  struct noe_ast_expr *expr = new_prefix(p, op, is_box ? "[]" : "<>");
  noe_murphi_advance(p);
  if (is_rule) {
    struct noe_span span;
    expr->text = noe_murphi_parse_string(p, &expr->text_length, &span);
    expr->op_span = span;
  }
  noe_murphi_expect(p, closing, "behind the name of the rule");
  if (!is_rule)
    expr->op_span = span_since(p, expr->span.begin);
  return finish_prefix(p, expr, noe_murphi_parse_tight(p));
}

struct noe_ast_expr *noe_murphi_parse_temporal(struct noe_murphi_parser *p) {
  if (p->reading != NOE_READING_FORMULA)
    return NULL;
  return at(p, NOE_TOKEN_NAME) ? parse_word(p) : parse_signs(p);
}

bool noe_murphi_is_until(struct noe_murphi_parser *p, enum noe_ast_op *op, const char **word) {
  const struct operator* operator= p->panicking ? NULL : current_operator(p, true);
  if (!operator|| !operator->is_binary)
    return false;
  *op = operator->op;
  *word = operator->word;
  return true;
}

/* ------------------------------------------------------------------ claims */

/* `ltl name { formula }`, as Promela has it. */
static bool refuse_bare_name(struct noe_murphi_parser *p, struct noe_span word) {
  struct noe_span name = p->token.span;
  bool is_braced = at_next(p, NOE_TOKEN_LEFT_BRACE);
  if (p->panicking || !at(p, NOE_TOKEN_NAME) || (!is_braced && !at_next(p, NOE_TOKEN_COLON)))
    return false;
  const char *bytes = p->source->bytes;
  if (noe_murphi_complain(p, NOE_E_CLAIM_NAME, name, "the name of a claim is written in quotes"))
    noe_base_hint(p->diagnostics, "write `%.*s \"%.*s\" ...`%s", (int)(word.end - word.begin), bytes + word.begin,
                  (int)(name.end - name.begin), bytes + name.begin,
                  is_braced ? ", and the formula without braces" : ", without `:`");
  noe_murphi_halt(p);
  return true;
}

static void parse_claim_name(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  struct noe_span word = p->token.span;
  const char *described = noe_murphi_describe(p);
  rule->text_first = true;
  noe_murphi_advance(p);
  if (refuse_bare_name(p, word))
    return;
  if (at(p, NOE_TOKEN_STRING))
    rule->text = noe_murphi_parse_string(p, &rule->text_length, &rule->text_span);
  else if (noe_murphi_complain(p, NOE_E_CLAIM_NAME, word, "%s needs a name in quotes before the claim", described))
    noe_base_hint(p->diagnostics, "write `%.*s \"name\" ...`", (int)(word.end - word.begin),
                  p->source->bytes + word.begin);
}

void noe_murphi_parse_temporal_claim(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  enum noe_murphi_soft_word soft = p->token.soft;
  rule->kind = NOE_AST_PROPERTY;
  rule->claim = soft == NOE_SOFT_LTL       ? NOE_AST_LTL
                : soft == NOE_SOFT_CTL     ? NOE_AST_CTL
                : soft == NOE_SOFT_MU      ? NOE_AST_MU
                : soft == NOE_SOFT_CTLSTAR ? NOE_AST_CTLSTAR
                                           : NOE_AST_NEVER;
  parse_claim_name(p, rule);
  if (rule->claim == NOE_AST_NEVER)
    noe_murphi_parse_never(p, rule);
  else {
    p->reading = NOE_READING_FORMULA;
    rule->value = noe_murphi_parse_expr(p);
    p->reading = NOE_READING_PLAIN;
  }
  if (p->panicking)
    noe_murphi_skip_statement(p);
}
