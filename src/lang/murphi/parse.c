#include "lang/murphi/parse.h"

#include "lang/murphi/foreign.h"
#include "lang/murphi/parse_int.h"

/* ------------------------------------------------------- what is refused */

/* Up to the `;` that is not inside parentheses, and past it. */
static void skip_unsupported(struct noe_murphi_parser *p) {
  int depth = 0;
  while (!at(p, NOE_TOKEN_END_OF_FILE) && !(at(p, NOE_TOKEN_SEMICOLON) && depth <= 0)) {
    depth += at(p, NOE_TOKEN_LEFT_PARENTHESIS) - at(p, NOE_TOKEN_RIGHT_PARENTHESIS);
    noe_murphi_advance(p);
  }
  noe_murphi_accept(p, NOE_TOKEN_SEMICOLON);
}

static bool refuse_unsupported(struct noe_murphi_parser *p) {
  if (!noe_murphi_is_unsupported(p))
    return false;
  const char *what = p->token.soft == NOE_SOFT_EXTERNFUN    ? "external functions"
                     : p->token.soft == NOE_SOFT_EXTERNPROC ? "external procedures"
                                                            : "PCTL formulas";
  noe_murphi_complain(p, NOE_E_UNSUPPORTED, p->token.span, "%s are not supported", what);
  skip_unsupported(p);
  return true;
}

/* The planner's dialect: every part of such a model would be refused. */
bool noe_murphi_refuse_planner(struct noe_murphi_parser *p) {
  static const struct {
    const char *word;
    enum noe_murphi_token_kind next;
  } heads[] = {{"domain", NOE_TOKEN_COLON},
               {"metric", NOE_TOKEN_COLON},
               {"action", NOE_TOKEN_RULE},
               {"clock", NOE_TOKEN_RULE},
               {"goal", NOE_TOKEN_STRING}};
  bool is_found = at(p, NOE_TOKEN_LEFT_BRACKET) && noe_murphi_is_word(p, &p->next, "pddlname");
  for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
    is_found = is_found || (at_next(p, heads[i].next) && noe_murphi_is_word(p, &p->token, heads[i].word));
  if (p->panicking || !is_found)
    return false;
  noe_murphi_complain(p, NOE_E_UNSUPPORTED, p->token.span, "this looks like UPMurphi, which is not supported");
  noe_murphi_halt(p);
  return true;
}

/* Text that is to be expanded first; what stands behind is none of Murphi. */
static bool refuse_m4(struct noe_murphi_parser *p) {
  static const char *const words[] = {"define", "ifdef", "ifelse", "changequote", "divert"};
  bool is_found = noe_murphi_is_word(p, &p->token, "dnl");
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    is_found = is_found || (at_next(p, NOE_TOKEN_LEFT_PARENTHESIS) && noe_murphi_is_word(p, &p->token, words[i]));
  if (!at(p, NOE_TOKEN_NAME) || !is_found)
    return false;
  if (noe_murphi_fail(p, p->token.span, "this looks like text for the macro processor m4"))
    noe_base_hint(p->diagnostics, "expand it first: `m4 model.m > expanded.m`");
  noe_murphi_halt(p);
  return true;
}

/* A text of another tool: nothing of it could be read. */
static bool refuse_language(struct noe_murphi_parser *p) {
  const char *word = p->source->bytes + p->token.span.begin;
  const char *language =
      at(p, NOE_TOKEN_NAME) ? noe_murphi_foreign_language(word, p->token.span.end - p->token.span.begin) : NULL;
  if (!language)
    return false;
  if (noe_murphi_fail(p, p->token.span, "this looks like a text for %s, not for Murphi", language))
    noe_base_hint(p->diagnostics, "docs/coming-from.md says what its parts are called here");
  noe_murphi_halt(p);
  return true;
}

/* A word that opens items in other languages. */
static bool refuse_foreign_item(struct noe_murphi_parser *p) {
  struct noe_span span = p->token.span;
  const char *hint = noe_murphi_foreign_hint(NOE_FOREIGN_ITEM, p->source->bytes + span.begin, span.end - span.begin);
  if (!at(p, NOE_TOKEN_NAME) || at_next(p, NOE_TOKEN_RULE) || at_next(p, NOE_TOKEN_RULESET) || !hint)
    return false;
  if (noe_murphi_fail(p, span, "%s starts neither a declaration nor a rule", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "%s", hint);
  return true;
}

static void hint_at_symbol(struct noe_murphi_parser *p) {
  if (at(p, NOE_TOKEN_SHIFT_LEFT) && at_next(p, NOE_TOKEN_SHIFT_LEFT))
    noe_base_hint(p->diagnostics, "this looks like the mark of a merge conflict");
  else if (at(p, NOE_TOKEN_LEFT_BRACE) && at_next(p, NOE_TOKEN_STRING))
    noe_base_hint(p->diagnostics, "this looks like JSON; a saved run is read by `noether replay RUN MODEL`");
  else if (at(p, NOE_TOKEN_LEFT_BRACE))
    noe_base_hint(p->diagnostics, "blocks need no braces, and comments start with `--`");
  else if (at(p, NOE_TOKEN_INTEGER) && at_next(p, NOE_TOKEN_NAME) && p->next.span.begin == p->token.span.end)
    noe_base_hint(p->diagnostics, "names start with a letter");
}

/* Of this text nothing is known but that it starts no item. */
static void complain_item(struct noe_murphi_parser *p) {
  if (noe_murphi_is_closing(p)) {
    if (noe_murphi_complain(p, NOE_E_CLOSING, p->token.span, "%s closes nothing: no block is open here",
                            noe_murphi_describe(p)))
      noe_base_hint(p->diagnostics, "drop it, or look above for an `end` too many");
  } else if (at(p, NOE_TOKEN_NAME) && (at_next(p, NOE_TOKEN_ASSIGN) || at_next(p, NOE_TOKEN_LEFT_PARENTHESIS))) {
    if (noe_murphi_fail(p, p->token.span, "a statement cannot stand outside of rules and procedures"))
      noe_base_hint(p->diagnostics, "perhaps there is an `end` too many above");
  } else if (at(p, NOE_TOKEN_NAME)) {
    bool is_rule = at_next(p, NOE_TOKEN_RULE) || at_next(p, NOE_TOKEN_RULESET);
    bool is_axiom = noe_murphi_is_word(p, &p->token, "axiom");
    if (noe_murphi_fail(p, p->token.span, "%s starts neither a declaration nor a rule", noe_murphi_describe(p)) &&
        (is_rule || is_axiom))
      noe_base_hint(p->diagnostics, is_rule ? "fair rules are marked with `weakfair` or `strongfair`"
                                            : "what may be taken for granted is `assume \"name\" ...`");
  } else if (noe_murphi_fail_expected(p, "a declaration or a rule"))
    hint_at_symbol(p);
}

/* Text that starts no item: one complaint, then on to the next item. */
static void refuse_item(struct noe_murphi_parser *p) {
  if (refuse_m4(p) || refuse_language(p))
    return;
  if (!refuse_foreign_item(p))
    complain_item(p);
  noe_murphi_advance(p);
  noe_murphi_skip_to_item(p);
}

bool noe_murphi_correct_item_word(struct noe_murphi_parser *p) {
  static const enum noe_murphi_token_kind words[] = {NOE_TOKEN_CONST,      NOE_TOKEN_TYPE,     NOE_TOKEN_VAR,
                                                     NOE_TOKEN_PROCEDURE,  NOE_TOKEN_FUNCTION, NOE_TOKEN_RULE,
                                                     NOE_TOKEN_STARTSTATE, NOE_TOKEN_RULESET,  NOE_TOKEN_INVARIANT,
                                                     NOE_TOKEN_ALIAS,      NOE_TOKEN_ASSERT};
  bool is_name = at_next(p, NOE_TOKEN_ASSIGN) || at_next(p, NOE_TOKEN_COLON) || at_next(p, NOE_TOKEN_LEFT_BRACKET) ||
                 at_next(p, NOE_TOKEN_DOT);
  return !is_name && noe_murphi_correct(p, words, sizeof words / sizeof words[0]);
}

/* ------------------------------------------------------------------- items */

static struct noe_ast_item *new_item(struct noe_murphi_parser *p, enum noe_ast_item_kind kind) {
  struct noe_ast_item *item = NOE_NEW(p->arena, struct noe_ast_item);
  item->kind = kind;
  item->span = p->token.span;
  return item;
}

/* One item for each declaration of a section. */
static struct noe_ast_item **parse_decl_items(struct noe_murphi_parser *p, struct noe_ast_item **end) {
  struct noe_ast_decl *decls = NULL, *next;
  noe_murphi_parse_section(p, &decls, false);
  for (struct noe_ast_decl *decl = decls; decl; decl = next) {
    next = decl->next;
    decl->next = NULL;
    *end = new_item(p, NOE_AST_ITEM_DECL);
    (*end)->decl = decl;
    (*end)->span = decl->span;
    end = &(*end)->next;
  }
  return end;
}

static struct noe_ast_item **parse_item(struct noe_murphi_parser *p, struct noe_ast_item **end) {
  bool is_procedure = at(p, NOE_TOKEN_PROCEDURE) || at(p, NOE_TOKEN_FUNCTION);
  if (noe_murphi_starts_decl(p))
    return parse_decl_items(p, end);
  if (!is_procedure && !noe_murphi_starts_rule(p)) {
    if (!refuse_unsupported(p) && !noe_murphi_refuse_planner(p) && !noe_murphi_correct_item_word(p))
      refuse_item(p);
    return end;
  }
  struct noe_ast_item *item = new_item(p, is_procedure ? NOE_AST_ITEM_PROCEDURE : NOE_AST_ITEM_RULE);
  if (is_procedure)
    item->procedure = noe_murphi_parse_procedure(p);
  else
    item->rule = noe_murphi_parse_rule(p);
  item->span = span_since(p, item->span.begin);
  *end = item;
  return &item->next;
}

static struct noe_ast_item *parse_items(struct noe_murphi_parser *p) {
  struct noe_ast_item *items = NULL, **end = &items;
  for (;;) {
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    if (at(p, NOE_TOKEN_END_OF_FILE))
      return items;
    struct noe_murphi_token before = p->token;
    end = parse_item(p, end);
    noe_murphi_get_on(p, before);
  }
}

static void begin(struct noe_murphi_parser *p, struct noe_arena *arena, const struct noe_source *source,
                  struct noe_diagnostics *diagnostics) {
  *p = (struct noe_murphi_parser){.arena = arena, .source = source, .diagnostics = diagnostics, .guard = UINT32_MAX};
  noe_murphi_lex_init(&p->lexer, arena, source, diagnostics);
  p->next = noe_murphi_lex_next(&p->lexer);
  noe_murphi_advance(p);
  p->previous = (struct noe_span){0, 0};
}

struct noe_ast *noe_murphi_parse(struct noe_arena *arena, const struct noe_source *source,
                                 struct noe_diagnostics *diagnostics) {
  struct noe_murphi_parser parser, *p = &parser;
  struct noe_ast *ast = NOE_NEW(arena, struct noe_ast);
  begin(p, arena, source, diagnostics);
  ast->source = source;
  ast->items = parse_items(p);
  if (!ast->items && !noe_base_error_count(diagnostics))
    noe_murphi_complain(p, NOE_E_EMPTY, (struct noe_span){0, 0}, "there is no model in this file");
  ast->comments = p->lexer.comments;
  return ast;
}

struct noe_ast_rule *noe_murphi_parse_hint(struct noe_arena *arena, const struct noe_source *source,
                                           struct noe_diagnostics *diagnostics) {
  struct noe_murphi_parser parser, *p = &parser;
  struct noe_ast_rule *rule = NOE_NEW(arena, struct noe_ast_rule);
  begin(p, arena, source, diagnostics);
  rule->kind = NOE_AST_PROPERTY;
  rule->claim = NOE_AST_HINT;
  rule->head = p->token.span;
  rule->value = noe_murphi_parse_expr(p);
  rule->span = span_since(p, 0);
  if (!at(p, NOE_TOKEN_END_OF_FILE) && !p->panicking)
    noe_murphi_fail_expected(p, "the end of the condition");
  return rule;
}
