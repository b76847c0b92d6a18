/* Expressions: operators, by precedence climbing. Left-associative chains of any
 * length are built by a loop, so they need no stack; what nests counts as depth. */
#include "lang/murphi/parse_int.h"

/* Levels of MURPHI.md; prefix operators are handled apart. */
enum level {
  NO_OPERATOR = 0,
  LEVEL_IMPLIES = 2,
  LEVEL_OR_ELSE,
  LEVEL_AND_THEN,
  LEVEL_OR,
  LEVEL_XOR,
  LEVEL_AND,
  LEVEL_UNTIL,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_SHIFT,
  LEVEL_ADD,
  LEVEL_MULTIPLY,
};

static enum level binary_level(enum noe_murphi_token_kind kind, enum noe_ast_op *op) {
  switch (kind) {
  case NOE_TOKEN_IMPLIES: return *op = NOE_AST_IMPLIES, LEVEL_IMPLIES;
  case NOE_TOKEN_OR_ELSE: return *op = NOE_AST_OR_ELSE, LEVEL_OR_ELSE;
  case NOE_TOKEN_AND_THEN: return *op = NOE_AST_AND_THEN, LEVEL_AND_THEN;
  case NOE_TOKEN_OR: return *op = NOE_AST_OR, LEVEL_OR;
  case NOE_TOKEN_XOR: return *op = NOE_AST_XOR, LEVEL_XOR;
  case NOE_TOKEN_AND: return *op = NOE_AST_AND, LEVEL_AND;
  case NOE_TOKEN_LESS: return *op = NOE_AST_LESS, LEVEL_COMPARE;
  case NOE_TOKEN_LESS_EQUAL: return *op = NOE_AST_LESS_EQUAL, LEVEL_COMPARE;
  case NOE_TOKEN_EQUAL: return *op = NOE_AST_EQUAL, LEVEL_COMPARE;
  case NOE_TOKEN_NOT_EQUAL: return *op = NOE_AST_NOT_EQUAL, LEVEL_COMPARE;
  case NOE_TOKEN_GREATER_EQUAL: return *op = NOE_AST_GREATER_EQUAL, LEVEL_COMPARE;
  case NOE_TOKEN_GREATER: return *op = NOE_AST_GREATER, LEVEL_COMPARE;
  case NOE_TOKEN_SHIFT_LEFT: return *op = NOE_AST_SHIFT_LEFT, LEVEL_SHIFT;
  case NOE_TOKEN_SHIFT_RIGHT: return *op = NOE_AST_SHIFT_RIGHT, LEVEL_SHIFT;
  case NOE_TOKEN_PLUS: return *op = NOE_AST_ADD, LEVEL_ADD;
  case NOE_TOKEN_MINUS: return *op = NOE_AST_SUBTRACT, LEVEL_ADD;
  case NOE_TOKEN_TIMES: return *op = NOE_AST_MULTIPLY, LEVEL_MULTIPLY;
  case NOE_TOKEN_DIVIDE: return *op = NOE_AST_DIVIDE, LEVEL_MULTIPLY;
  case NOE_TOKEN_REMAINDER: return *op = NOE_AST_REMAINDER, LEVEL_MULTIPLY;
  case NOE_TOKEN_ASSIGN: return *op = NOE_AST_EQUAL, LEVEL_COMPARE; /* refused by check_operator */
  default: return NO_OPERATOR;
  }
}

static void replace_word(struct noe_murphi_parser *p, enum noe_murphi_token_kind kind) {
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "unexpected name %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "did you mean `%s`?", noe_murphi_lex_spelling(kind));
  if (!p->halted)
    p->token.kind = kind;
}

/* Operators as other languages write them. A name behind an expression is
 * legal only where a declaration may follow, and that goes on with `:` or `,`. */
static void correct_word_operator(struct noe_murphi_parser *p) {
  static const struct {
    const char *word;
    enum noe_murphi_token_kind kind;
  } words[] = {{"and", NOE_TOKEN_AND},
               {"or", NOE_TOKEN_OR},
               {"mod", NOE_TOKEN_REMAINDER},
               {"div", NOE_TOKEN_DIVIDE},
               {"implies", NOE_TOKEN_IMPLIES}};
  if (p->panicking || !at(p, NOE_TOKEN_NAME) || !noe_murphi_starts_expr(p->next.kind))
    return;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (noe_murphi_is_word(p, &p->token, words[i].word)) {
      replace_word(p, words[i].kind);
      return;
    }
}

/* `not x`. A call of a function with that name is left alone. */
static void correct_not(struct noe_murphi_parser *p) {
  bool is_operand = noe_murphi_starts_expr(p->next.kind) && !at_next(p, NOE_TOKEN_LEFT_PARENTHESIS) &&
                    !at_next(p, NOE_TOKEN_PLUS) && !at_next(p, NOE_TOKEN_MINUS);
  if (is_operand && noe_murphi_is_word(p, &p->token, "not"))
    replace_word(p, NOE_TOKEN_NOT);
}

/* `=>`, which no tool has. Before a number `>=` is meant, else `==>` behind a
 * guard, else most likely `->`. */
static void correct_arrow(struct noe_murphi_parser *p) {
  struct noe_span span = {p->token.span.begin, p->next.span.end};
  if (p->panicking || !at(p, NOE_TOKEN_EQUAL) || !at_next(p, NOE_TOKEN_GREATER) || span.end != span.begin + 2)
    return;
  noe_murphi_advance(p);
  bool is_order = at_next(p, NOE_TOKEN_INTEGER), is_guard = !is_order && p->guard != UINT32_MAX;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, span, "there is no operator `=>`"))
    noe_base_hint(p->diagnostics, "did you mean %s?", is_guard ? "`==>`" : is_order ? "`>=`" : "`->` or `>=`");
  if (!p->halted)
    p->token.kind = is_guard ? NOE_TOKEN_GUARD : is_order ? NOE_TOKEN_GREATER_EQUAL : NOE_TOKEN_IMPLIES;
}

/* `x = 0 -> begin`: a guard that ends with the sign of other languages. */
static void correct_guard_end(struct noe_murphi_parser *p) {
  if (p->panicking || p->guard == UINT32_MAX || !at(p, NOE_TOKEN_IMPLIES) || noe_murphi_starts_expr(p->next.kind))
    return;
  bool is_body = at_next(p, NOE_TOKEN_BEGIN) || noe_murphi_lex_is_keyword(p->next.kind);
  if (!is_body)
    return;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "`->` means `implies`, and an expression must follow"))
    noe_base_hint(p->diagnostics, "did you mean `==>`?");
  if (!p->halted)
    p->token.kind = NOE_TOKEN_GUARD;
}

static bool is_comparison(const struct noe_ast_expr *expr) {
  return expr->kind == NOE_AST_BINARY && expr->op >= NOE_AST_LESS && expr->op <= NOE_AST_GREATER;
}

/* Complains about operators that may not stand behind `left`. */
static void check_operator(struct noe_murphi_parser *p, const struct noe_ast_expr *left, enum level level) {
  if (at(p, NOE_TOKEN_ASSIGN)) {
    if (!p->typing &&
        noe_murphi_complain(p, NOE_E_ASSIGN, p->token.span, "`:=` assigns, but an expression is expected here"))
      noe_base_hint(p->diagnostics, "to compare, write `=`");
  } else if (level == LEVEL_COMPARE && is_comparison(left)) {
    if (noe_murphi_complain(p, NOE_E_CHAIN, p->token.span, "the result of a comparison is compared again"))
      noe_base_hint(p->diagnostics, "join two comparisons by `&`, or put parentheses around the first");
  }
}

/* A statement where a guard is expected: the rule parser takes over. */
static bool is_forgotten_begin(const struct noe_murphi_parser *p, const struct noe_ast_expr *left) {
  while (left->kind == NOE_AST_BINARY && left->op == NOE_AST_IMPLIES)
    left = left->right;
  bool is_first = left->span.begin == p->guard || (p->guard != UINT32_MAX && left->span.begin == p->implied);
  return at(p, NOE_TOKEN_ASSIGN) && is_first && noe_murphi_is_designator(left);
}

static struct noe_ast_expr *parse_level(struct noe_murphi_parser *p, enum level lowest);

static struct noe_ast_expr *parse_right(struct noe_murphi_parser *p, enum level lowest) {
  struct noe_ast_expr *right = noe_murphi_enter(p) ? parse_level(p, lowest) : noe_murphi_new_expr(p, NOE_AST_INTEGER);
  noe_murphi_leave(p);
  return right;
}

/* In a sequence, `|` before a brace is a choice between sequences. */
static bool is_choice(const struct noe_murphi_parser *p) {
  return p->reading == NOE_READING_SEQUENCE && at(p, NOE_TOKEN_OR) && at_next(p, NOE_TOKEN_LEFT_BRACE);
}

/* Operators of level `lowest` and tighter ones. */
static struct noe_ast_expr *parse_level(struct noe_murphi_parser *p, enum level lowest) {
  struct noe_ast_expr *left = noe_murphi_parse_unary(p);
  enum noe_ast_op op = NOE_AST_NOT;
  for (;;) {
    const char *word = NULL;
    correct_word_operator(p);
    correct_arrow(p);
    correct_guard_end(p);
    enum level level = noe_murphi_is_until(p, &op, &word) ? LEVEL_UNTIL : binary_level(p->token.kind, &op);
    if (level < lowest || p->panicking || is_forgotten_begin(p, left) || is_choice(p))
      return left;
    check_operator(p, left, level);
    struct noe_ast_expr *binary = noe_murphi_new_expr(p, NOE_AST_BINARY);
    binary->op = op;
    binary->word = word;
    noe_murphi_advance(p);
    if (level == LEVEL_IMPLIES)
      p->implied = p->token.span.begin;
    binary->left = left;
    binary->right = parse_right(p, level == LEVEL_IMPLIES || level == LEVEL_UNTIL ? level : level + 1);
    binary->temporal = word || noe_murphi_mentions_time(left, binary->right);
    binary->span = span_since(p, left->span.begin);
    left = binary;
  }
}

struct noe_ast_expr *noe_murphi_parse_tight(struct noe_murphi_parser *p) {
  return parse_right(p, LEVEL_COMPARE);
}
struct noe_ast_expr *noe_murphi_parse_operators(struct noe_murphi_parser *p) {
  return parse_right(p, LEVEL_IMPLIES);
}

/* `!` binds more loosely than comparisons, the other prefixes more tightly than
 * any binary operator. */
static struct noe_ast_expr *parse_prefix(struct noe_murphi_parser *p, enum noe_ast_op op) {
  struct noe_ast_expr *unary = noe_murphi_new_expr(p, NOE_AST_UNARY);
  uint32_t begin = p->token.span.begin;
  unary->op = op;
  noe_murphi_advance(p);
  if (!noe_murphi_enter(p))
    unary->left = noe_murphi_new_expr(p, NOE_AST_INTEGER);
  else
    unary->left = op == NOE_AST_NOT ? parse_level(p, LEVEL_COMPARE) : noe_murphi_parse_unary(p);
  noe_murphi_leave(p);
  unary->temporal = unary->left->temporal;
  unary->span = span_since(p, begin);
  return unary;
}

struct noe_ast_expr *noe_murphi_parse_unary(struct noe_murphi_parser *p) {
  if (p->panicking)
    return noe_murphi_new_expr(p, NOE_AST_INTEGER);
  correct_not(p);
  struct noe_ast_expr *temporal = noe_murphi_parse_temporal(p);
  if (temporal)
    return temporal;
  switch (p->token.kind) {
  case NOE_TOKEN_NOT: return parse_prefix(p, NOE_AST_NOT);
  case NOE_TOKEN_MINUS: return parse_prefix(p, NOE_AST_NEGATE);
  case NOE_TOKEN_PLUS: return parse_prefix(p, NOE_AST_PLUS);
  case NOE_TOKEN_COMPLEMENT: return parse_prefix(p, NOE_AST_COMPLEMENT);
  default: return noe_murphi_parse_primary(p);
  }
}

static struct noe_ast_expr *parse_conditional(struct noe_murphi_parser *p, struct noe_ast_expr *condition) {
  struct noe_ast_expr *expr = noe_murphi_new_expr(p, NOE_AST_CONDITIONAL);
  noe_murphi_advance(p);
  expr->condition = condition;
  expr->left = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_COLON, "between the two results of `?`");
  expr->right = noe_murphi_parse_expr(p);
  expr->temporal = condition->temporal || noe_murphi_mentions_time(expr->left, expr->right);
  expr->span = span_since(p, condition->span.begin);
  return expr;
}

struct noe_ast_expr *noe_murphi_parse_expr(struct noe_murphi_parser *p) {
  struct noe_ast_expr *expr;
  uint32_t guard = p->guard;
  if (guard != p->token.span.begin) /* a part of the guard */
    p->guard = UINT32_MAX;
  if (noe_murphi_enter(p)) {
    expr = parse_level(p, LEVEL_IMPLIES);
    if (at(p, NOE_TOKEN_QUESTION) && !p->panicking)
      expr = parse_conditional(p, expr);
  } else
    expr = noe_murphi_new_expr(p, NOE_AST_INTEGER);
  noe_murphi_leave(p);
  p->guard = guard;
  return expr;
}
