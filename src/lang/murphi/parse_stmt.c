/* Statements without a body, and lists of statements. Those with a body are in
 * parse_block.c. */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "lang/murphi/foreign.h"
#include "lang/murphi/parse_int.h"

static struct noe_ast_stmt *new_stmt(struct noe_murphi_parser *p, enum noe_ast_stmt_kind kind) {
  struct noe_ast_stmt *stmt = NOE_NEW(p->arena, struct noe_ast_stmt);
  stmt->kind = kind;
  stmt->span = p->token.span;
  return stmt;
}

/* ------------------------------------------------------------------ claims */

enum noe_ast_claim_kind noe_murphi_claim_kind(const struct noe_murphi_parser *p) {
  if (at(p, NOE_TOKEN_INVARIANT))
    return NOE_AST_INVARIANT;
  if (at(p, NOE_TOKEN_ASSERT))
    return NOE_AST_ASSERT;
  return p->token.soft == NOE_SOFT_ASSUME  ? NOE_AST_ASSUME
         : p->token.soft == NOE_SOFT_COVER ? NOE_AST_COVER
                                           : NOE_AST_LIVENESS;
}

struct noe_ast_expr *noe_murphi_parse_claim(struct noe_murphi_parser *p, const char **text, size_t *length,
                                            struct noe_span *span, bool *first) {
  *first = at(p, NOE_TOKEN_STRING);
  if (*first)
    *text = noe_murphi_parse_string(p, length, span);
  if (*first) {
    noe_murphi_refuse_sign(p, NOE_TOKEN_COLON);
    noe_murphi_refuse_sign(p, NOE_TOKEN_GUARD);
    noe_murphi_refuse_sign(p, NOE_TOKEN_EQUAL);
    noe_murphi_refuse_sign(p, NOE_TOKEN_COMMA);
  }
  struct noe_ast_expr *expr = noe_murphi_parse_expr(p);
  if (!*first && at(p, NOE_TOKEN_STRING) && !p->panicking)
    *text = noe_murphi_parse_string(p, length, span);
  return expr;
}

static struct noe_ast_stmt *parse_claim_stmt(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_CLAIM);
  stmt->claim = noe_murphi_claim_kind(p);
  if (stmt->claim == NOE_AST_LIVENESS)
    noe_murphi_complain(p, NOE_E_PLACEMENT, p->token.span,
                        "`liveness` is about the whole model and cannot be a statement");
  noe_murphi_advance(p);
  stmt->value = noe_murphi_parse_claim(p, &stmt->text, &stmt->text_length, &stmt->text_span, &stmt->text_first);
  return stmt;
}

/* --------------------------------------------------------------- multisets */

/* word ( expr , designator ) */
static struct noe_ast_stmt *parse_multiset_change(struct noe_murphi_parser *p, enum noe_ast_stmt_kind kind) {
  struct noe_ast_stmt *stmt = new_stmt(p, kind);
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "before the arguments");
  stmt->value = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_COMMA, "before the multiset");
  if (!p->panicking && !at(p, NOE_TOKEN_NAME) && noe_murphi_fail_expected(p, "a multiset"))
    noe_base_hint(p->diagnostics, "the element stands first: `%s(element, bag)`",
                  kind == NOE_AST_MULTISETADD ? "multisetadd" : "multisetremove");
  stmt->target = noe_murphi_parse_designator(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the multiset");
  return stmt;
}

/* word ( ID : designator , expr ) */
static struct noe_ast_stmt *parse_multisetremovepred(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_MULTISETREMOVEPRED);
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "before the arguments");
  stmt->name = noe_murphi_parse_name(p);
  noe_murphi_expect_element(p, "multisetremovepred(i: bag, condition)");
  stmt->target = noe_murphi_parse_designator(p);
  noe_murphi_expect(p, NOE_TOKEN_COMMA, "before the condition");
  stmt->value = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the condition");
  return stmt;
}

/* ----------------------------------------------- calls and assignments */

/* `printf("...")` */
static bool refuse_print(struct noe_murphi_parser *p) {
  struct noe_span span = p->token.span;
  const char *hint =
      noe_murphi_foreign_hint(NOE_FOREIGN_STATEMENT, p->source->bytes + span.begin, span.end - span.begin);
  struct noe_murphi_lexer ahead = p->lexer;
  bool is_text = ahead.position < p->source->length && p->source->bytes[ahead.position] == '"';
  if (p->panicking || !hint || !is_text)
    return false;
  if (noe_murphi_fail(p, span, "%s is no statement", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "%s", hint);
  return true;
}

static struct noe_ast_stmt *parse_call_stmt(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_CALL_STMT);
  bool is_plain = noe_murphi_is_shadowed(p);
  if (!is_plain && p->token.soft == NOE_SOFT_MULTISETADD)
    return parse_multiset_change(p, NOE_AST_MULTISETADD);
  if (!is_plain && p->token.soft == NOE_SOFT_MULTISETREMOVE)
    return parse_multiset_change(p, NOE_AST_MULTISETREMOVE);
  if (!is_plain && p->token.soft == NOE_SOFT_MULTISETREMOVEPRED)
    return parse_multisetremovepred(p);
  if (refuse_print(p))
    return stmt;
  stmt->value = noe_murphi_parse_call(p);
  if (at(p, NOE_TOKEN_ASSIGN) && noe_murphi_fail(p, p->token.span, "a call cannot be assigned to"))
    noe_base_hint(p->diagnostics, "array elements are written with `[` and `]`");
  return stmt;
}

/* `y++`, `y += 1`: fails, with the Murphi way to say it. */
static bool refuse_increment(struct noe_murphi_parser *p, const struct noe_ast_expr *target) {
  enum { SHOWN = 30 };
  bool is_operator = at(p, NOE_TOKEN_PLUS) || at(p, NOE_TOKEN_MINUS) || at(p, NOE_TOKEN_TIMES);
  bool is_twice = at(p, NOE_TOKEN_PLUS) && at_next(p, NOE_TOKEN_PLUS);
  struct noe_span span = {p->token.span.begin, p->next.span.end};
  if (p->panicking || span.end != span.begin + 2 || (!is_twice && !(is_operator && at_next(p, NOE_TOKEN_EQUAL))))
    return false;
  const char *bytes = p->source->bytes, *text = bytes + target->span.begin;
  int length = (int)(target->span.end - target->span.begin);
  noe_murphi_advance(p);
  noe_murphi_advance(p);
  int64_t step = is_twice ? 1 : p->token.value;
  if (noe_murphi_fail(p, span, "expected `:=`, found `%.2s`", bytes + span.begin) && length <= SHOWN &&
      (is_twice || at(p, NOE_TOKEN_INTEGER)))
    noe_base_hint(p->diagnostics, "write `%.*s := %.*s %c %" PRId64 "`", length, text, length, text, bytes[span.begin],
                  step);
  return true;
}

/* What may have been meant where `:=` is missing behind `target`. */
static void hint_at_assign(struct noe_murphi_parser *p, const struct noe_ast_expr *target) {
  const char *name = target->kind == NOE_AST_NAME ? target->name->text : "";
  const char *foreign = noe_murphi_foreign_hint(NOE_FOREIGN_STATEMENT, name, strlen(name));
  if (foreign)
    noe_base_hint(p->diagnostics, "%s", foreign);
  else if (*name && at(p, NOE_TOKEN_SEMICOLON))
    noe_base_hint(p->diagnostics, "a call is written with parentheses, even without arguments: `%s()`", name);
  else if (at(p, NOE_TOKEN_COLON) && !strcasecmp(name, "default"))
    noe_base_hint(p->diagnostics, "the last part of a `switch` is written `else`, without a colon");
  else if (at(p, NOE_TOKEN_COLON))
    noe_base_hint(p->diagnostics, "did you mean `:=`?");
  else if (at(p, NOE_TOKEN_COMMA))
    noe_base_hint(p->diagnostics, "assign one variable after the other: `x := 0; y := 1`");
  else if (*name && at(p, NOE_TOKEN_MINUS) && at_next(p, NOE_TOKEN_NAME))
    noe_base_hint(p->diagnostics, "names are made of letters, digits and `_`");
}

static struct noe_ast_stmt *parse_assign(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_ASSIGN);
  stmt->target = noe_murphi_parse_designator(p);
  if (at(p, NOE_TOKEN_EQUAL) && !p->panicking) {
    if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "%s compares, but a statement is expected here",
                            noe_murphi_describe(p)))
      noe_base_hint(p->diagnostics, "did you mean `:=`?");
    noe_murphi_advance(p);
  } else if (!noe_murphi_accept(p, NOE_TOKEN_ASSIGN) && !refuse_increment(p, stmt->target)) {
    if (noe_murphi_fail_expected(p, "`:=`"))
      hint_at_assign(p, stmt->target);
  }
  stmt->value = noe_murphi_parse_expr(p);
  return stmt;
}

/* ------------------------------------------------------ one-word statements */

static struct noe_ast_stmt *parse_target_stmt(struct noe_murphi_parser *p, enum noe_ast_stmt_kind kind) {
  struct noe_ast_stmt *stmt = new_stmt(p, kind);
  noe_murphi_advance(p);
  bool is_call = !p->panicking && at(p, NOE_TOKEN_LEFT_PARENTHESIS);
  if (is_call) {
    const char *word = kind == NOE_AST_CLEAR ? "clear" : "undefine";
    if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "unexpected `(` behind `%s`", word))
      noe_base_hint(p->diagnostics, "write `%s x`, without parentheses", word);
    noe_murphi_advance(p);
  }
  stmt->target = noe_murphi_parse_designator(p);
  if (is_call)
    noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "to match the opening one");
  return stmt;
}

static struct noe_ast_stmt *parse_text_stmt(struct noe_murphi_parser *p, enum noe_ast_stmt_kind kind) {
  struct noe_ast_stmt *stmt = new_stmt(p, kind);
  noe_murphi_advance(p);
  if (at(p, NOE_TOKEN_LEFT_PARENTHESIS) && at_next(p, NOE_TOKEN_STRING)) {
    if (noe_murphi_fail(p, p->token.span, "expected a string, found `(`"))
      noe_base_hint(p->diagnostics, "the text stands without parentheses");
  } else if (at(p, NOE_TOKEN_STRING))
    stmt->text = noe_murphi_parse_string(p, &stmt->text_length, &stmt->text_span);
  else if (kind == NOE_AST_PUT)
    stmt->value = noe_murphi_parse_expr(p);
  else
    noe_murphi_fail_expected(p, "a string after `error`");
  return stmt;
}

static struct noe_ast_stmt *parse_return(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_RETURN);
  noe_murphi_advance(p);
  if (noe_murphi_starts_expr(p->token.kind))
    stmt->value = noe_murphi_parse_expr(p);
  return stmt;
}

/* A temporal claim among statements is read to its end, or its parts would be taken
 * for statements. */
static struct noe_ast_stmt *refuse_temporal_claim(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = new_stmt(p, NOE_AST_CALL_STMT);
  struct noe_ast_rule dropped = {0};
  if (noe_murphi_complain(p, NOE_E_PLACEMENT, p->token.span, "%s cannot be a statement", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "write it at the level of rules");
  noe_murphi_parse_temporal_claim(p, &dropped);
  return stmt;
}

static struct noe_ast_stmt *parse_stmt(struct noe_murphi_parser *p) {
  switch (p->token.kind) {
  case NOE_TOKEN_CLEAR: return parse_target_stmt(p, NOE_AST_CLEAR);
  case NOE_TOKEN_UNDEFINE: return parse_target_stmt(p, NOE_AST_UNDEFINE);
  case NOE_TOKEN_ERROR: return parse_text_stmt(p, NOE_AST_ERROR);
  case NOE_TOKEN_PUT: return parse_text_stmt(p, NOE_AST_PUT);
  case NOE_TOKEN_RETURN: return parse_return(p);
  case NOE_TOKEN_ASSERT:
  case NOE_TOKEN_INVARIANT: return parse_claim_stmt(p);
  case NOE_TOKEN_NAME:
    if (noe_murphi_is_soft_claim(p))
      return parse_claim_stmt(p);
    if (at_next(p, NOE_TOKEN_STRING) && noe_murphi_is_temporal_claim(p))
      return refuse_temporal_claim(p);
    return at_next(p, NOE_TOKEN_LEFT_PARENTHESIS) ? parse_call_stmt(p) : parse_assign(p);
  default: return noe_murphi_parse_block(p);
  }
}

/* -------------------------------------------------------------------- lists */

/* A name that no statement starts with may be a misspelt word. */
static void correct_statement_word(struct noe_murphi_parser *p) {
  static const enum noe_murphi_token_kind words[] = {
      NOE_TOKEN_IF,       NOE_TOKEN_SWITCH,    NOE_TOKEN_FOR,          NOE_TOKEN_WHILE,       NOE_TOKEN_ALIAS,
      NOE_TOKEN_CLEAR,    NOE_TOKEN_UNDEFINE,  NOE_TOKEN_ERROR,        NOE_TOKEN_PUT,         NOE_TOKEN_RETURN,
      NOE_TOKEN_ASSERT,   NOE_TOKEN_INVARIANT, NOE_TOKEN_ELSIF,        NOE_TOKEN_ELSE,        NOE_TOKEN_CASE,
      NOE_TOKEN_END,      NOE_TOKEN_ENDIF,     NOE_TOKEN_ENDFOR,       NOE_TOKEN_ENDWHILE,    NOE_TOKEN_ENDSWITCH,
      NOE_TOKEN_ENDALIAS, NOE_TOKEN_ENDRULE,   NOE_TOKEN_ENDPROCEDURE, NOE_TOKEN_ENDFUNCTION, NOE_TOKEN_ENDSTARTSTATE};
  switch (p->next.kind) {
  case NOE_TOKEN_ASSIGN:
  case NOE_TOKEN_DOT:
  case NOE_TOKEN_LEFT_BRACKET:
  case NOE_TOKEN_LEFT_PARENTHESIS:
  case NOE_TOKEN_EQUAL:
  case NOE_TOKEN_COLON:
  case NOE_TOKEN_COMMA: return;
  default:
    if (!noe_murphi_is_soft_claim(p) && !noe_murphi_is_closing(p))
      noe_murphi_correct(p, words, sizeof words / sizeof words[0]);
  }
}

/* Declarations in the middle of statements: most likely misplaced if they are
 * indented more than the block they stand in, else its `end` is missing. */
static bool skip_misplaced_decl(struct noe_murphi_parser *p) {
  if (!noe_murphi_starts_decl(p) || !noe_murphi_is_indented(p))
    return false;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "a declaration cannot stand among statements"))
    noe_base_hint(p->diagnostics, "move it before the `begin`");
  noe_murphi_parse_locals(p);
  noe_murphi_accept(p, NOE_TOKEN_BEGIN);
  return true;
}

/* Text that starts no statement. False if it ends the list. */
static bool skip_to_statement(struct noe_murphi_parser *p) {
  if (at(p, NOE_TOKEN_BEGIN)) {
    if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "`begin` cannot stand among statements"))
      noe_base_hint(p->diagnostics, "drop it, and its `end`: `then`, `else` and `do` take any number of statements");
    noe_murphi_advance(p);
    return true;
  }
  if (noe_murphi_is_closing(p))
    return false;
  if (noe_murphi_is_outer_word(p->token.kind))
    return skip_misplaced_decl(p);
  if (noe_murphi_refuse_braces(p, "begin ... end"))
    return false;
  if (noe_murphi_fail_expected(p, "a statement") && at(p, NOE_TOKEN_DO))
    noe_base_hint(p->diagnostics, "write `while condition do ... end`");
  noe_murphi_advance(p);
  noe_murphi_skip_statement(p);
  return true;
}

/* Text behind a statement that was just complained about. */
static void hint_at_rest(struct noe_murphi_parser *p, const struct noe_ast_stmt *stmt) {
  if (stmt->kind == NOE_AST_PUT)
    noe_base_hint(p->diagnostics, "one thing at a time: `put \"x is \"; put x`");
  else if (stmt->kind == NOE_AST_ERROR)
    noe_base_hint(p->diagnostics, "the text of `error` is one string; values are written by `put`");
  else if (at(p, NOE_TOKEN_COMMA) && at_next(p, NOE_TOKEN_STRING))
    noe_base_hint(p->diagnostics, "a message follows without a comma: `assert condition \"message\"`");
  else if (at(p, NOE_TOKEN_GUARD) && p->block && p->block->word == NOE_TOKEN_STARTSTATE)
    noe_base_hint(p->diagnostics, "a startstate has no condition: each one that is written is taken");
}

/* Behind a statement: a `;`, or the end of the list, or a complaint. */
static void finish_statement(struct noe_murphi_parser *p, const struct noe_ast_stmt *stmt) {
  if (p->panicking)
    noe_murphi_skip_statement(p);
  else if (at(p, NOE_TOKEN_SEMICOLON) || noe_murphi_is_closing(p) || noe_murphi_is_outer_word(p->token.kind))
    return;
  else if (noe_murphi_starts_statement(p)) {
    struct noe_span end = {p->previous.end, p->previous.end};
    correct_statement_word(p);
    if (noe_murphi_is_closing(p))
      return;
    if (noe_murphi_complain(p, NOE_E_SYNTAX, end, "a `;` is missing behind this statement"))
      noe_base_hint(p->diagnostics, "statements are separated by `;`");
  } else {
    if (noe_murphi_fail(p, p->token.span, "expected `;` behind the statement, found %s", noe_murphi_describe(p)))
      hint_at_rest(p, stmt);
    noe_murphi_skip_statement(p);
  }
}

struct noe_ast_stmt *noe_murphi_parse_statements(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmts = NULL, **end = &stmts;
  bool is_deep = !noe_murphi_enter(p);
  while (!is_deep) {
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    correct_statement_word(p);
    if (noe_murphi_is_closing(p) || !noe_murphi_starts_statement(p)) {
      struct noe_murphi_token before = p->token;
      if (!skip_to_statement(p))
        break;
      noe_murphi_get_on(p, before);
      continue;
    }
    struct noe_ast_stmt *stmt = parse_stmt(p);
    stmt->span = span_since(p, stmt->span.begin);
    *end = stmt;
    end = &stmt->next;
    finish_statement(p, stmt);
  }
  noe_murphi_leave(p);
  return stmts;
}
