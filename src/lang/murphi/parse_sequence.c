/* Sequences over states, the claims `never`.
 *
 * Letters are plain expressions and reach as far as an expression can, so `|`
 * between two of them is the operator of expressions. Where a brace follows, or a
 * repetition came before, it is the choice between sequences. */
#include "lang/murphi/parse_int.h"

/* `[+]` and `[+1]` differ only in their third token. */
static bool is_plus_alone(struct noe_murphi_parser *p) {
  struct noe_murphi_lexer before = p->lexer;
  bool is_alone = at_next(p, NOE_TOKEN_PLUS) && noe_murphi_lex_next(&p->lexer).kind == NOE_TOKEN_RIGHT_BRACKET;
  p->lexer = before;
  *p->lexer.comments_end = NULL; /* those behind the `+` are read again */
  return is_alone;
}

bool noe_murphi_is_repetition(struct noe_murphi_parser *p) {
  if (p->reading != NOE_READING_SEQUENCE || !at(p, NOE_TOKEN_LEFT_BRACKET))
    return false;
  return at_next(p, NOE_TOKEN_TIMES) || at_next(p, NOE_TOKEN_IMPLIES) || at_next(p, NOE_TOKEN_EQUAL) ||
         is_plus_alone(p);
}

static int64_t parse_count(struct noe_murphi_parser *p) {
  int64_t count = p->token.value;
  if (at(p, NOE_TOKEN_INTEGER))
    noe_murphi_advance(p);
  else
    noe_murphi_fail_expected(p, "a number");
  return count;
}

/* [*], [+], [*m], [*m:n], [->n], [=n] behind `left` */
static struct noe_ast_expr *parse_repetition(struct noe_murphi_parser *p, struct noe_ast_expr *left) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_REPEAT);
  expr->left = left;
  noe_murphi_advance(p);
  if (noe_murphi_accept(p, NOE_TOKEN_PLUS))
    expr->repeat = NOE_AST_SOME_TIMES;
  else if (noe_murphi_accept(p, NOE_TOKEN_TIMES)) {
    expr->repeat = at(p, NOE_TOKEN_RIGHT_BRACKET) ? NOE_AST_ANY_TIMES : NOE_AST_COUNTED_TIMES;
    if (expr->repeat == NOE_AST_COUNTED_TIMES)
      expr->value = expr->high = parse_count(p);
    if (noe_murphi_accept(p, NOE_TOKEN_COLON))
      expr->high = parse_count(p);
  } else {
    expr->repeat = at(p, NOE_TOKEN_IMPLIES) ? NOE_AST_GOTO : NOE_AST_LOOSE;
    noe_murphi_advance(p);
    expr->value = parse_count(p);
  }
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACKET, "behind the repetition");
  expr->op_span = span_since(p, expr->op_span.begin);
  expr->span = span_since(p, left->span.begin);
  return expr;
}

static struct noe_ast_expr *parse_choices(struct noe_murphi_parser *p);

static struct noe_ast_expr *parse_braces(struct noe_murphi_parser *p) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_BRACES);
  noe_murphi_advance(p);
  p->braces++;
  expr->left = noe_murphi_enter(p) ? parse_choices(p) : noe_murphi_new_expr(p, NOE_AST_INTEGER);
  noe_murphi_leave(p);
  if (noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACE, "to match the opening one"))
    p->braces--;
  expr->span = span_since(p, expr->span.begin);
  return expr;
}

static struct noe_ast_expr *parse_item(struct noe_murphi_parser *p) {
  struct noe_ast_expr *item;
  if (p->panicking)
    return noe_murphi_new_expr(p, NOE_AST_INTEGER);
  if (at(p, NOE_TOKEN_RIGHT_BRACE)) {
    if (noe_murphi_fail_expected(p, "a condition or `{`") && p->source->bytes[p->previous.begin] == ';')
      noe_base_hint(p->diagnostics, "drop the `;`: it stands between two parts of a sequence");
    return noe_murphi_new_expr(p, NOE_AST_INTEGER);
  }
  item = at(p, NOE_TOKEN_LEFT_BRACE) ? parse_braces(p) : noe_murphi_parse_operators(p);
  if (at(p, NOE_TOKEN_QUESTION) &&
      noe_murphi_fail(p, p->token.span, "`?` cannot stand here, among the parts of a sequence"))
    noe_base_hint(p->diagnostics, "put `... ? ... : ...` in parentheses");
  while (!p->panicking && noe_murphi_is_repetition(p))
    item = parse_repetition(p, item);
  return item;
}

static struct noe_ast_expr *join(struct noe_murphi_parser *p, struct noe_ast_expr *left, enum noe_ast_op op,
                                 struct noe_ast_expr *(*parse)(struct noe_murphi_parser *)) {
  struct noe_ast_expr *binary = noe_murphi_new_expr(p, NOE_AST_BINARY);
  binary->op = op;
  noe_murphi_advance(p);
  binary->left = left;
  binary->right = parse(p);
  binary->span = span_since(p, left->span.begin);
  return binary;
}

static struct noe_ast_expr *parse_sequence(struct noe_murphi_parser *p) {
  struct noe_ast_expr *left = parse_item(p);
  while (!p->panicking && (at(p, NOE_TOKEN_SEMICOLON) || at(p, NOE_TOKEN_COLON)))
    left = join(p, left, at(p, NOE_TOKEN_SEMICOLON) ? NOE_AST_THEN : NOE_AST_FUSE, parse_item);
  return left;
}

static struct noe_ast_expr *parse_choices(struct noe_murphi_parser *p) {
  struct noe_ast_expr *left = parse_sequence(p);
  while (!p->panicking && at(p, NOE_TOKEN_OR))
    left = join(p, left, NOE_AST_EITHER, parse_sequence);
  return left;
}

/* `|->` and `|=>` are written without spaces, but come as several tokens. */
static bool accept_arrow(struct noe_murphi_parser *p, bool *overlaps) {
  if (p->panicking || !at(p, NOE_TOKEN_OR))
    return false;
  *overlaps = at_next(p, NOE_TOKEN_IMPLIES);
  if (!*overlaps && !at_next(p, NOE_TOKEN_EQUAL))
    return false;
  noe_murphi_advance(p);
  noe_murphi_advance(p);
  return *overlaps || noe_murphi_expect(p, NOE_TOKEN_GREATER, "to complete `|=>`");
}

/* After a failure: behind the braces, whose `;` separate no items. */
static void skip_braces(struct noe_murphi_parser *p) {
  while (p->braces && !noe_murphi_is_outer_word(p->token.kind) && !noe_murphi_is_closing(p)) {
    p->braces += at(p, NOE_TOKEN_LEFT_BRACE);
    p->braces -= at(p, NOE_TOKEN_RIGHT_BRACE);
    noe_murphi_advance(p);
  }
  p->braces = 0;
}

void noe_murphi_parse_never(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  p->reading = NOE_READING_SEQUENCE;
  if (at(p, NOE_TOKEN_LEFT_BRACE))
    rule->value = parse_braces(p);
  else if (noe_murphi_fail_expected(p, "`{`"))
    noe_base_hint(p->diagnostics, "`never` takes a sequence: never \"name\" { a; b }");
  p->reading = NOE_READING_PLAIN;
  if (accept_arrow(p, &rule->overlaps))
    rule->consequence = noe_murphi_parse_expr(p);
  if (p->panicking)
    skip_braces(p);
}
