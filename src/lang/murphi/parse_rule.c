/* Rules, startstates, claims, and what may stand around them. */
#include <string.h>

#include "lang/murphi/parse_int.h"

/* CMurphi takes any leading number as a priority, Rumur never. Here it is one if
 * what follows could start a guard or a body but could not go on with an expression. */
static bool is_priority(const struct noe_murphi_parser *p) {
  switch (p->next.kind) {
  case NOE_TOKEN_STRING: return true;
  case NOE_TOKEN_PLUS:
  case NOE_TOKEN_MINUS: return false;
  default: return noe_murphi_starts_expr(p->next.kind) || noe_murphi_lex_is_keyword(p->next.kind);
  }
}

static void parse_label(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  if (!at(p, NOE_TOKEN_STRING))
    return;
  rule->text = noe_murphi_parse_string(p, &rule->text_length, &rule->text_span);
  noe_murphi_refuse_sign(p, NOE_TOKEN_COLON);
}

static void parse_body(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  rule->decls = noe_murphi_parse_locals(p);
  noe_murphi_accept(p, NOE_TOKEN_BEGIN);
  rule->body = noe_murphi_parse_statements(p);
}

static void complain_begin(struct noe_murphi_parser *p, struct noe_span span) {
  if (noe_murphi_complain(p, NOE_E_BEGIN, span,
                          "without a guard, `begin` is needed before a statement that starts with a name"))
    noe_base_hint(p->diagnostics, "write `begin` before this, or put a guard `... ==>` in front of it");
}

/* `rule x := e`: with `==>` behind it `=` was meant, else `begin` is missing. */
static void parse_assignment_for_guard(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  struct noe_span span = p->token.span, whole = rule->value->span;
  noe_murphi_advance(p);
  noe_murphi_parse_expr(p);
  bool is_implied = rule->value->kind == NOE_AST_BINARY;
  if (is_implied && !at(p, NOE_TOKEN_GUARD)) {
    if (noe_murphi_complain(p, NOE_E_SYNTAX, rule->value->op_span, "`->` means `implies`, but a statement follows"))
      noe_base_hint(p->diagnostics, "did you mean `==>`?");
  } else if (at(p, NOE_TOKEN_GUARD)) {
    if (noe_murphi_complain(p, NOE_E_ASSIGN, span, "`:=` assigns, but a guard is expected here"))
      noe_base_hint(p->diagnostics, "to compare, write `=`");
    noe_murphi_accept(p, NOE_TOKEN_GUARD);
  } else
    complain_begin(p, whole);
}

/* `-->`, which starts a comment. */
static bool complain_comment(struct noe_murphi_parser *p) {
  const char *bytes = p->source->bytes;
  uint32_t place = p->previous.end;
  while (bytes[place] == ' ' || bytes[place] == '\t')
    place++;
  if (strncmp(bytes + place, "-->", 3))
    return false;
  if (noe_murphi_fail(p, (struct noe_span){place, place + 3}, "expected `==>` behind the guard, found `-->`"))
    noe_base_hint(p->diagnostics, "`--` starts a comment, so that the rest of the line is not read");
  return true;
}

/* Something else stands where `==>` should. */
static void complain_arrow(struct noe_murphi_parser *p) {
  bool is_told = complain_comment(p);
  if (!is_told &&
      noe_murphi_fail(p, p->token.span, "expected `==>` behind the guard, found %s", noe_murphi_describe(p)) &&
      at(p, NOE_TOKEN_NAME))
    noe_base_hint(p->diagnostics, "a rule is written `rule \"name\" condition ==> begin ... end`");
  if (at(p, NOE_TOKEN_BEGIN) || noe_murphi_starts_decl(p))
    p->panicking = false;
  else
    noe_murphi_skip_past(p, NOE_TOKEN_GUARD);
}

/* Behind the guard: `==>`, or a complaint about what is missing. */
static void parse_arrow(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  if (noe_murphi_accept(p, NOE_TOKEN_GUARD))
    return;
  if (p->panicking)
    noe_murphi_skip_past(p, NOE_TOKEN_GUARD);
  else if (at(p, NOE_TOKEN_ASSIGN))
    parse_assignment_for_guard(p, rule);
  else if (rule->value->kind == NOE_AST_CALL && (at(p, NOE_TOKEN_SEMICOLON) || noe_murphi_is_closing(p)))
    complain_begin(p, rule->value->span);
  else
    complain_arrow(p);
}

/* A statement that starts with a name which no guard can start with. */
static bool is_soft_statement(const struct noe_murphi_parser *p) {
  switch (p->token.soft) {
  case NOE_SOFT_MULTISETADD:
  case NOE_SOFT_MULTISETREMOVE:
  case NOE_SOFT_MULTISETREMOVEPRED: return at_next(p, NOE_TOKEN_LEFT_PARENTHESIS) && !noe_murphi_is_shadowed(p);
  default: break;
  }
  if (!noe_murphi_is_soft_claim(p) || at_next(p, NOE_TOKEN_PLUS) || at_next(p, NOE_TOKEN_MINUS))
    return false;
  return at_next(p, NOE_TOKEN_STRING) || noe_murphi_starts_expr(p->next.kind);
}

/* Does the body come at once? Without `begin` it may be empty or start with a
 * keyword; a name would be taken for a guard by both tools. */
static bool lacks_guard(const struct noe_murphi_parser *p) {
  if (at(p, NOE_TOKEN_BEGIN) || noe_murphi_starts_decl(p) || noe_murphi_is_closing(p) || at(p, NOE_TOKEN_SEMICOLON) ||
      at(p, NOE_TOKEN_LEFT_BRACE))
    return true;
  return at(p, NOE_TOKEN_NAME) ? is_soft_statement(p) : noe_murphi_starts_statement(p);
}

static void parse_guard(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  if (lacks_guard(p))
    return;
  if (!noe_murphi_starts_expr(p->token.kind)) {
    if (noe_murphi_fail_expected(p, "a guard or `begin`") && at(p, NOE_TOKEN_GUARD))
      noe_base_hint(p->diagnostics, "without a guard there is no `==>` either");
    else if (has_failed(p, true) && at(p, NOE_TOKEN_LEFT_BRACKET))
      noe_base_hint(p->diagnostics, "the condition stands without brackets, or in parentheses");
    noe_murphi_skip_past(p, NOE_TOKEN_GUARD);
    return;
  }
  p->guard = p->token.span.begin;
  rule->value = noe_murphi_parse_expr(p);
  p->guard = UINT32_MAX;
  parse_arrow(p, rule);
}

static void parse_transition(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  struct noe_murphi_block block;
  rule->kind = NOE_AST_RULE;
  noe_murphi_open(p, &block);
  if (at(p, NOE_TOKEN_INTEGER) && is_priority(p)) {
    rule->has_priority = true;
    rule->priority = p->token.value;
    noe_murphi_advance(p);
  }
  parse_label(p, rule);
  parse_guard(p, rule);
  parse_body(p, rule);
  noe_murphi_close(p, &block);
}

static void parse_startstate(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  struct noe_murphi_block block;
  rule->kind = NOE_AST_STARTSTATE;
  noe_murphi_open(p, &block);
  parse_label(p, rule);
  parse_body(p, rule);
  noe_murphi_close(p, &block);
}

/* Behind a claim: text that nothing can start with, as people write it who come from elsewhere. */
static void refuse_rest(struct noe_murphi_parser *p, bool is_named) {
  bool is_in = noe_murphi_is_word(p, &p->token, "in"), is_leading = at(p, NOE_TOKEN_COMPLEMENT);
  bool is_bare = !is_named && noe_murphi_starts_expr(p->token.kind);
  bool is_temporal = is_named && at(p, NOE_TOKEN_NAME) && noe_murphi_is_temporal_word(p, p->token.span);
  if (p->panicking || (!is_in && !is_leading && !is_bare && !is_temporal) || noe_murphi_starts_rule(p) ||
      noe_murphi_is_unsupported(p))
    return;
  if (noe_murphi_fail(p, p->token.span, "expected the end of the claim, found %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics,
                  is_in         ? "compare with each value: `c = red | c = green`; or `ismember(c, T)` for a union"
                  : is_temporal ? "only claims about runs know this operator, such as `ltl \"name\" p until q`"
                  : is_leading  ? "that one leads to the other is `ltl \"name\" [] (one -> <> other)`"
                                : "the name of a claim is written in quotes");
}

/* `invariant "i" G x = 0`: a word that speaks about runs, read as a name. */
static void refuse_temporal_word(struct noe_murphi_parser *p, const struct noe_ast_expr *value) {
  if (p->panicking || value->kind != NOE_AST_NAME || !noe_murphi_starts_expr(p->token.kind))
    return;
  const char *word = value->name->text;
  if (noe_murphi_is_temporal_word(p, value->span) &&
      noe_murphi_fail(p, value->span, "`%s` speaks about runs, and stands only in claims about runs", word))
    noe_base_hint(p->diagnostics, "an invariant is about every state already; about runs speaks `ltl \"name\" %s ...`",
                  *word == 'A' || *word == 'E' ? "[]" : word);
}

static void parse_property(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  rule->kind = NOE_AST_PROPERTY;
  rule->claim = noe_murphi_claim_kind(p);
  noe_murphi_advance(p);
  rule->value = noe_murphi_parse_claim(p, &rule->text, &rule->text_length, &rule->text_span, &rule->text_first);
  refuse_temporal_word(p, rule->value);
  refuse_rest(p, rule->text || rule->value->kind != NOE_AST_NAME);
  if (p->panicking)
    noe_murphi_skip_statement(p);
}

/* fair ["name"] expr | strongfair ["name"] expr | hint ["name"] expr */
static void parse_condition(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  rule->kind = NOE_AST_PROPERTY;
  rule->claim = p->token.soft == NOE_SOFT_STRONGFAIR ? NOE_AST_STRONGFAIR_CONDITION
                : p->token.soft == NOE_SOFT_HINT     ? NOE_AST_HINT
                                                     : NOE_AST_FAIR;
  if (p->token.soft == NOE_SOFT_WEAKFAIR &&
      noe_murphi_complain(p, NOE_E_MARK, p->token.span, "`weakfair` belongs before a rule or a ruleset"))
    noe_base_hint(p->diagnostics, "a condition that fair runs meet again and again is `fair ...`");
  noe_murphi_advance(p);
  rule->value = noe_murphi_parse_claim(p, &rule->text, &rule->text_length, &rule->text_span, &rule->text_first);
  if (p->panicking)
    noe_murphi_skip_statement(p);
}

/* ------------------------------------------------------------------ groups */

/* Declarations among rules, if the layout says that they are meant to stand there:
 * else the `end` before them is missing. */
static bool refuse_inner_decl(struct noe_murphi_parser *p) {
  bool is_procedure = at(p, NOE_TOKEN_PROCEDURE) || at(p, NOE_TOKEN_FUNCTION);
  if ((!is_procedure && !noe_murphi_starts_decl(p)) || !noe_murphi_is_indented(p))
    return false;
  const char *group = noe_murphi_block_name(p->block);
  const char *what = at(p, NOE_TOKEN_CONST) ? "constant"
                     : at(p, NOE_TOKEN_VAR) ? "variable"
                                            : noe_murphi_lex_spelling(p->token.kind);
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "a %s cannot be declared inside %s %s", what,
                          *group == 'a' ? "an" : "a", group))
    noe_base_hint(p->diagnostics, "move it before the %s", group);
  if (is_procedure)
    noe_murphi_parse_procedure(p);
  else
    noe_murphi_parse_locals(p);
  return true;
}

/* { rule SEMIS } up to the closing word */
static struct noe_ast_rule *parse_rules(struct noe_murphi_parser *p) {
  struct noe_ast_rule *rules = NULL, **end = &rules;
  for (;;) {
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    struct noe_murphi_token before = p->token;
    if (noe_murphi_starts_rule(p)) {
      *end = noe_murphi_parse_rule(p);
      end = &(*end)->next;
      noe_murphi_get_on(p, before);
    } else if (refuse_inner_decl(p))
      noe_murphi_get_on(p, before);
    else if (noe_murphi_is_stray(p)) {
      if (noe_murphi_complain(p, NOE_E_CLOSING, p->token.span, "%s closes nothing here", noe_murphi_describe(p)))
        noe_base_hint(p->diagnostics, "the item before it is closed already");
      noe_murphi_advance(p);
    } else if (noe_murphi_is_closing(p) || noe_murphi_is_outer_word(p->token.kind))
      return rules;
    else {
      if (noe_murphi_fail_expected(p, "a rule, startstate or claim") && at(p, NOE_TOKEN_BEGIN))
        noe_base_hint(p->diagnostics, "drop it: rules follow at once, each with a `begin` of its own");
      noe_murphi_advance(p);
      noe_murphi_skip_statement(p);
    }
  }
}

static void parse_group(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  struct noe_murphi_block block;
  noe_murphi_open(p, &block);
  switch (block.word) {
  case NOE_TOKEN_RULESET:
    rule->kind = NOE_AST_RULESET;
    rule->quantifiers = noe_murphi_parse_quantifiers(p);
    break;
  case NOE_TOKEN_ALIAS:
    rule->kind = NOE_AST_RULE_ALIAS;
    rule->aliases = noe_murphi_parse_aliases(p);
    break;
  default:
    rule->kind = NOE_AST_CHOOSE;
    rule->name = noe_murphi_parse_name(p);
    noe_murphi_expect_element(p, "choose i: bag do ... end");
    rule->target = noe_murphi_parse_designator(p);
    noe_murphi_note_names(p, rule->name);
    noe_murphi_expect_head_end(p, NOE_TOKEN_DO);
  }
  rule->rules = parse_rules(p);
  noe_murphi_close(p, &block);
}

/* weakfair | strongfair */
static void parse_mark(struct noe_murphi_parser *p, struct noe_ast_rule *rule) {
  rule->mark = p->token.soft == NOE_SOFT_WEAKFAIR ? NOE_AST_WEAKFAIR : NOE_AST_STRONGFAIR;
  rule->mark_span = p->token.span;
  if (!at_next(p, NOE_TOKEN_RULE) && !at_next(p, NOE_TOKEN_RULESET) &&
      noe_murphi_complain(p, NOE_E_MARK, p->token.span, "%s belongs before a rule or a ruleset",
                          noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "fairness is about rules that fire: mark the rules themselves");
  noe_murphi_advance(p);
}

struct noe_ast_rule *noe_murphi_parse_rule(struct noe_murphi_parser *p) {
  struct noe_ast_rule *rule = NOE_NEW(p->arena, struct noe_ast_rule);
  struct noe_murphi_bound *bound = p->bound;
  uint32_t begin = p->token.span.begin;
  while (noe_murphi_is_mark(p))
    parse_mark(p, rule);
  rule->head = p->token.span;
  if (!noe_murphi_starts_rule(p)) { /* behind a mark that has been complained about */
    noe_murphi_fail_expected(p, "a rule or ruleset");
    noe_murphi_skip_statement(p);
    rule->kind = NOE_AST_RULESET;
    return rule;
  }
  if (noe_murphi_enter(p))
    switch (p->token.kind) {
    case NOE_TOKEN_RULE: parse_transition(p, rule); break;
    case NOE_TOKEN_STARTSTATE: parse_startstate(p, rule); break;
    case NOE_TOKEN_RULESET:
    case NOE_TOKEN_ALIAS: parse_group(p, rule); break;
    case NOE_TOKEN_NAME:
      if (noe_murphi_is_temporal_claim(p)) {
        noe_murphi_parse_temporal_claim(p, rule);
        refuse_rest(p, true);
        if (p->panicking)
          noe_murphi_skip_statement(p);
        break;
      }
      if (noe_murphi_is_condition(p)) {
        parse_condition(p, rule);
        break;
      }
      if (!noe_murphi_is_soft_claim(p)) {
        parse_group(p, rule);
        break;
      } /* fall through */
    default: parse_property(p, rule);
    }
  noe_murphi_leave(p);
  p->bound = bound;
  rule->span = span_since(p, begin);
  return rule;
}
