/* The stream of tokens: moving on, complaining, names and strings. */
#include <assert.h>
#include <string.h>
#include <strings.h>

#include "lang/murphi/parse_int.h"

/* Names of procedures can turn soft words into plain ones, but only in the
 * parser: tokens do not depend on it. */
void noe_murphi_advance(struct noe_murphi_parser *p) {
  if (p->halted)
    return;
  if (!at(p, NOE_TOKEN_END_OF_FILE)) /* what stands last stays known */
    p->previous = p->token.span;
  p->token = p->next;
  if (p->next.kind != NOE_TOKEN_END_OF_FILE)
    p->next = noe_murphi_lex_next(&p->lexer);
  if (p->token.kind == NOE_TOKEN_END_OF_FILE && p->lexer.broken)
    noe_murphi_halt(p);
}

void noe_murphi_get_on(struct noe_murphi_parser *p, struct noe_murphi_token before) {
  bool same = p->token.span.begin == before.span.begin && p->token.kind == before.kind;
  if (same && p->token.kind != NOE_TOKEN_END_OF_FILE)
    noe_murphi_advance(p);
}

void noe_murphi_halt(struct noe_murphi_parser *p) {
  p->halted = true;
  p->token.kind = p->next.kind = NOE_TOKEN_END_OF_FILE;
}

bool noe_murphi_accept(struct noe_murphi_parser *p, enum noe_murphi_token_kind kind) {
  if (p->panicking || !at(p, kind))
    return false;
  noe_murphi_advance(p);
  return true;
}

/* -------------------------------------------------------------- messages */

enum { SHOWN = 40 }; /* bytes of a token in a message */

const char *noe_murphi_describe(struct noe_murphi_parser *p) {
  struct noe_span span = p->token.span;
  if (at(p, NOE_TOKEN_END_OF_FILE) || at(p, NOE_TOKEN_STRING))
    return noe_murphi_lex_spelling(p->token.kind);
  uint32_t length = span.end - span.begin;
  return noe_base_arena_format(p->arena, "`%.*s%s`", length > SHOWN ? SHOWN : (int)length,
                               p->source->bytes + span.begin, length > SHOWN ? "..." : "");
}

/* Strings may run over lines but hardly ever do. If one did, and the first error
 * comes on the line where it ended, then its closing quote is missing, and all
 * that follows is read with text and strings exchanged. */
static bool follows_long_string(const struct noe_murphi_parser *p) {
  uint32_t from = p->long_string.end, to = p->token.span.begin;
  assert(to <= p->source->length && "a token lies in the text");
  return from && from <= to && !memchr(p->source->bytes + from, '\n', to - from);
}

/* The end of the file is often a line that nobody sees: the last token is shown. */
static struct noe_span visible(const struct noe_murphi_parser *p, struct noe_span span) {
  bool at_end = at(p, NOE_TOKEN_END_OF_FILE) && span.begin == p->token.span.begin;
  return at_end && p->previous.end ? p->previous : span;
}

static bool report(struct noe_murphi_parser *p, enum noe_diagnostic_code code, struct noe_span span, const char *format,
                   va_list arguments) {
  if (p->panicking || p->halted)
    return false;
  if (follows_long_string(p)) {
    noe_base_report(p->diagnostics, NOE_E_STRING, p->long_string,
                    "this string runs over several lines, and what follows it makes no sense");
    noe_base_hint(p->diagnostics, "perhaps its closing quote is missing");
    noe_murphi_halt(p);
    return false;
  }
  noe_base_report(p->diagnostics, code, visible(p, span), "%s", noe_base_arena_vformat(p->arena, format, arguments));
  return true;
}

/* Beyond the limit nothing more is kept, so there is nothing to gain. */
static void stop_at_limit(struct noe_murphi_parser *p) {
  if (noe_base_error_count(p->diagnostics) <= NOE_DIAGNOSTIC_LIMIT || p->halted)
    return;
  noe_base_diagnostics_break_off(p->diagnostics);
  noe_murphi_halt(p);
}

bool noe_murphi_complain(struct noe_murphi_parser *p, enum noe_diagnostic_code code, struct noe_span span,
                         const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  bool done = report(p, code, span, format, arguments);
  va_end(arguments);
  stop_at_limit(p);
  return done;
}

bool noe_murphi_fail(struct noe_murphi_parser *p, struct noe_span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  bool done = report(p, NOE_E_SYNTAX, span, format, arguments);
  va_end(arguments);
  if (!p->panicking)
    p->quantifiers_open = p->quantifiers;
  p->panicking = true;
  stop_at_limit(p);
  return done;
}

bool noe_murphi_fail_expected(struct noe_murphi_parser *p, const char *what) {
  if (!noe_murphi_fail(p, p->token.span, "expected %s, found %s", what, noe_murphi_describe(p)))
    return false;
  /* Other keywords say by themselves what they are; these make good names. */
  if (at(p, NOE_TOKEN_TO) || at(p, NOE_TOKEN_BY) || at(p, NOE_TOKEN_OF))
    noe_base_hint(p->diagnostics, "%s is a keyword and cannot be a name", noe_murphi_describe(p));
  return true;
}

bool noe_murphi_expect(struct noe_murphi_parser *p, enum noe_murphi_token_kind kind, const char *where) {
  if (noe_murphi_accept(p, kind))
    return true;
  if (p->panicking || noe_murphi_correct(p, &kind, 1))
    return noe_murphi_accept(p, kind);
  noe_murphi_fail(p, p->token.span, "expected `%s` %s, found %s", noe_murphi_lex_spelling(kind), where,
                  noe_murphi_describe(p));
  return false;
}

bool noe_murphi_correct(struct noe_murphi_parser *p, const enum noe_murphi_token_kind *words, size_t count) {
  struct noe_span span = p->token.span;
  if (!at(p, NOE_TOKEN_NAME) || p->panicking)
    return false;
  enum noe_murphi_token_kind word =
      noe_murphi_lex_nearest(p->source->bytes + span.begin, span.end - span.begin, words, count);
  if (!noe_murphi_lex_is_keyword(word))
    return false;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, span, "unexpected name %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "did you mean `%s`?", noe_murphi_lex_spelling(word));
  if (!p->halted)
    p->token.kind = word;
  return true;
}

bool noe_murphi_refuse_braces(struct noe_murphi_parser *p, const char *instead) {
  if (p->panicking || !at(p, NOE_TOKEN_LEFT_BRACE))
    return false;
  noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "blocks are written `%s`, not in braces", instead);
  noe_murphi_halt(p);
  return true;
}

void noe_murphi_refuse_sign(struct noe_murphi_parser *p, enum noe_murphi_token_kind sign) {
  if (p->panicking || !at(p, sign))
    return;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "unexpected %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "drop it: the condition stands right behind the name");
  noe_murphi_advance(p);
}

void noe_murphi_refuse_real(struct noe_murphi_parser *p) {
  if (!p->refused_real &&
      noe_murphi_complain(p, NOE_E_UNSUPPORTED, p->token.span,
                          "this model uses real arithmetic, which is not supported (first use here)"))
    noe_base_hint(p->diagnostics, "scale the numbers and use integers");
  p->refused_real = true;
}

/* --------------------------------------------------------------- nesting */

bool noe_murphi_enter(struct noe_murphi_parser *p) {
  if (++p->depth > NOE_MURPHI_DEPTH_LIMIT && !p->halted) {
    if (noe_murphi_complain(p, NOE_E_DEPTH, p->token.span, "this is nested more than %d levels deep",
                            NOE_MURPHI_DEPTH_LIMIT))
      noe_base_hint(p->diagnostics, "name the inner parts by functions or aliases");
    noe_murphi_halt(p);
  }
  return !p->halted;
}

void noe_murphi_leave(struct noe_murphi_parser *p) { p->depth--; }

/* ------------------------------------------------------- names and strings */

/* `boolean`, `true` and `false` are words in any case; the tree has one spelling. */
static const char *name_text(struct noe_murphi_parser *p) {
  switch (p->token.soft) {
  case NOE_SOFT_BOOLEAN: return "boolean";
  case NOE_SOFT_TRUE: return "true";
  case NOE_SOFT_FALSE: return "false";
  default:
    return noe_base_arena_text(p->arena, p->source->bytes + p->token.span.begin,
                               p->token.span.end - p->token.span.begin);
  }
}

/* `m.to`: behind a dot there is a field. A closing word rather means that the name
 * is still to be written. */
static bool is_behind_dot(const struct noe_murphi_parser *p) {
  struct noe_span before = p->previous;
  return before.end == before.begin + 1 && p->source->bytes[before.begin] == '.' && !noe_murphi_is_closing(p);
}

/* Is the current token a keyword, but what stands around it speaks for a name? */
static bool is_keyword_for_name(const struct noe_murphi_parser *p) {
  if (!noe_murphi_lex_is_keyword(p->token.kind))
    return false;
  if (is_behind_dot(p))
    return true;
  switch (p->next.kind) {
  case NOE_TOKEN_COLON:
  case NOE_TOKEN_COMMA:
  case NOE_TOKEN_ASSIGN:
  case NOE_TOKEN_DOT:
  case NOE_TOKEN_LEFT_BRACKET:
  case NOE_TOKEN_RIGHT_BRACE: return true;
  default: return false;
  }
}

struct noe_ast_name *noe_murphi_parse_name(struct noe_murphi_parser *p) {
  struct noe_ast_name *name = NOE_NEW(p->arena, struct noe_ast_name);
  name->text = "";
  name->span = p->token.span;
  if (p->panicking)
    return name;
  if (is_keyword_for_name(p)) {
    noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "%s is a keyword and cannot be used as a name",
                        noe_murphi_describe(p));
    p->taken_for_name[p->token.kind] = true;
    noe_murphi_advance(p);
  } else if (at(p, NOE_TOKEN_NAME)) {
    name->text = name_text(p);
    noe_murphi_advance(p);
  } else
    noe_murphi_fail_expected(p, "a name");
  return name;
}

struct noe_ast_name *noe_murphi_parse_names(struct noe_murphi_parser *p, bool trailing) {
  struct noe_ast_name *names = noe_murphi_parse_name(p), **end = &names->next;
  while (noe_murphi_accept(p, NOE_TOKEN_COMMA)) {
    if (trailing && (at(p, NOE_TOKEN_COLON) || at(p, NOE_TOKEN_RIGHT_BRACE)))
      break;
    *end = noe_murphi_parse_name(p);
    end = &(*end)->next;
  }
  return names;
}

const char *noe_murphi_parse_string(struct noe_murphi_parser *p, size_t *length, struct noe_span *span) {
  *span = p->token.span;
  if (memchr(p->source->bytes + span->begin, '\n', span->end - span->begin))
    p->long_string = *span;
  noe_murphi_advance(p);
  return noe_murphi_lex_decode(p->arena, p->source, *span, length);
}

bool noe_murphi_is_word(const struct noe_murphi_parser *p, const struct noe_murphi_token *token, const char *word) {
  uint32_t begin = token->span.begin, length = token->span.end - begin;
  return token->kind == NOE_TOKEN_NAME && length == strlen(word) &&
         !strncasecmp(p->source->bytes + begin, word, length);
}

/* In any case of letters, as keywords are read: else the formatter, which writes
 * them in lower case, would change what a text means. */
bool noe_murphi_is_shadowed(const struct noe_murphi_parser *p) {
  struct noe_span span = p->token.span;
  size_t length = span.end - span.begin;
  for (const struct noe_murphi_shadow *shadow = p->shadows; shadow; shadow = shadow->next)
    if (strlen(shadow->name) == length && !strncasecmp(shadow->name, p->source->bytes + span.begin, length))
      return true;
  return false;
}
