/* Going on after an error: which tokens start or end what, where to resume, and
 * how blocks find their closing words. */
#include "lang/murphi/parse_int.h"

/* -------------------------------------------------------------- token sets */

bool noe_murphi_starts_expr(enum noe_murphi_token_kind kind) {
  switch (kind) {
  case NOE_TOKEN_NAME:
  case NOE_TOKEN_INTEGER:
  case NOE_TOKEN_REAL:
  case NOE_TOKEN_LEFT_PARENTHESIS:
  case NOE_TOKEN_NOT:
  case NOE_TOKEN_COMPLEMENT:
  case NOE_TOKEN_PLUS:
  case NOE_TOKEN_MINUS:
  case NOE_TOKEN_FORALL:
  case NOE_TOKEN_EXISTS:
  case NOE_TOKEN_ISUNDEFINED:
  case NOE_TOKEN_ISMEMBER: return true;
  default: return false;
  }
}

static bool is_statement_word(enum noe_murphi_token_kind kind) {
  switch (kind) {
  case NOE_TOKEN_IF:
  case NOE_TOKEN_SWITCH:
  case NOE_TOKEN_FOR:
  case NOE_TOKEN_WHILE:
  case NOE_TOKEN_ALIAS:
  case NOE_TOKEN_CLEAR:
  case NOE_TOKEN_UNDEFINE:
  case NOE_TOKEN_ERROR:
  case NOE_TOKEN_PUT:
  case NOE_TOKEN_RETURN:
  case NOE_TOKEN_ASSERT:
  case NOE_TOKEN_INVARIANT: return true;
  default: return false;
  }
}

bool noe_murphi_starts_statement(const struct noe_murphi_parser *p) {
  return at(p, NOE_TOKEN_NAME) || is_statement_word(p->token.kind);
}

bool noe_murphi_starts_decl(const struct noe_murphi_parser *p) {
  return at(p, NOE_TOKEN_CONST) || at(p, NOE_TOKEN_TYPE) || at(p, NOE_TOKEN_VAR);
}

bool noe_murphi_is_soft_claim(const struct noe_murphi_parser *p) {
  enum noe_murphi_soft_word soft = p->token.soft;
  if (!at(p, NOE_TOKEN_NAME) || (soft != NOE_SOFT_ASSUME && soft != NOE_SOFT_COVER && soft != NOE_SOFT_LIVENESS))
    return false;
  switch (p->next.kind) {
  case NOE_TOKEN_COLON:
  case NOE_TOKEN_COMMA:
  case NOE_TOKEN_ASSIGN:
  case NOE_TOKEN_DOT:
  case NOE_TOKEN_LEFT_BRACKET: return false;
  case NOE_TOKEN_LEFT_PARENTHESIS: return !noe_murphi_is_shadowed(p);
  default: return true;
  }
}

/* Could the token start a formula or a sequence? */
static bool starts_formula(enum noe_murphi_token_kind kind) {
  switch (kind) {
  case NOE_TOKEN_LEFT_BRACKET:
  case NOE_TOKEN_LESS:
  case NOE_TOKEN_LEFT_BRACE:
  case NOE_TOKEN_STRING: return true;
  default: return noe_murphi_starts_expr(kind);
  }
}

/* No item starts with a name, so a formula behind such a word leaves no doubt. */
bool noe_murphi_is_temporal_claim(const struct noe_murphi_parser *p) {
  switch (p->token.soft) {
  case NOE_SOFT_LTL:
  case NOE_SOFT_CTL:
  case NOE_SOFT_CTLSTAR:
  case NOE_SOFT_MU:
  case NOE_SOFT_NEVER: return at(p, NOE_TOKEN_NAME) && starts_formula(p->next.kind);
  default: return false;
  }
}

bool noe_murphi_is_condition(const struct noe_murphi_parser *p) {
  bool is_word =
      p->token.soft == NOE_SOFT_FAIR || p->token.soft == NOE_SOFT_HINT ||
      ((p->token.soft == NOE_SOFT_STRONGFAIR || p->token.soft == NOE_SOFT_WEAKFAIR) && !noe_murphi_is_mark(p));
  return is_word && at(p, NOE_TOKEN_NAME) && (at_next(p, NOE_TOKEN_STRING) || noe_murphi_starts_expr(p->next.kind));
}

bool noe_murphi_is_mark(const struct noe_murphi_parser *p) {
  if (!at(p, NOE_TOKEN_NAME) || (p->token.soft != NOE_SOFT_WEAKFAIR && p->token.soft != NOE_SOFT_STRONGFAIR))
    return false;
  switch (p->next.kind) {
  case NOE_TOKEN_RULE:
  case NOE_TOKEN_RULESET:
  case NOE_TOKEN_STARTSTATE:
  case NOE_TOKEN_INVARIANT:
  case NOE_TOKEN_ASSERT:
  case NOE_TOKEN_ALIAS: return true;
  case NOE_TOKEN_NAME: break;
  default: return false;
  }
  switch (p->next.soft) {
  case NOE_SOFT_ASSUME:
  case NOE_SOFT_CHOOSE:
  case NOE_SOFT_COVER:
  case NOE_SOFT_CTL:
  case NOE_SOFT_CTLSTAR:
  case NOE_SOFT_LIVENESS:
  case NOE_SOFT_LTL:
  case NOE_SOFT_MU:
  case NOE_SOFT_NEVER:
  case NOE_SOFT_STRONGFAIR:
  case NOE_SOFT_WEAKFAIR: return true;
  default: return false;
  }
}

bool noe_murphi_is_unsupported(const struct noe_murphi_parser *p) {
  enum noe_murphi_soft_word soft = p->token.soft;
  return at(p, NOE_TOKEN_NAME) && (soft == NOE_SOFT_EXTERNFUN || soft == NOE_SOFT_EXTERNPROC || soft == NOE_SOFT_PCTL);
}

bool noe_murphi_starts_rule(const struct noe_murphi_parser *p) {
  switch (p->token.kind) {
  case NOE_TOKEN_RULE:
  case NOE_TOKEN_STARTSTATE:
  case NOE_TOKEN_INVARIANT:
  case NOE_TOKEN_ASSERT:
  case NOE_TOKEN_RULESET:
  case NOE_TOKEN_ALIAS: return true;
  default:
    return noe_murphi_is_soft_claim(p) || noe_murphi_is_temporal_claim(p) || noe_murphi_is_mark(p) ||
           noe_murphi_is_condition(p) || (p->token.soft == NOE_SOFT_CHOOSE && at_next(p, NOE_TOKEN_NAME));
  }
}

bool noe_murphi_is_outer_word(enum noe_murphi_token_kind kind) {
  switch (kind) {
  case NOE_TOKEN_END_OF_FILE:
  case NOE_TOKEN_RULE:
  case NOE_TOKEN_STARTSTATE:
  case NOE_TOKEN_RULESET:
  case NOE_TOKEN_PROCEDURE:
  case NOE_TOKEN_FUNCTION:
  case NOE_TOKEN_CONST:
  case NOE_TOKEN_TYPE:
  case NOE_TOKEN_VAR: return true;
  default: return false;
  }
}

static bool is_end_word(enum noe_murphi_token_kind kind) { return kind >= NOE_TOKEN_END && kind <= NOE_TOKEN_ENDWHILE; }

static bool is_branch_word(enum noe_murphi_token_kind kind) {
  return kind == NOE_TOKEN_ELSE || kind == NOE_TOKEN_ELSIF || kind == NOE_TOKEN_CASE;
}

/* `endchoose` is a name outside of a choose. */
static bool is_endchoose(const struct noe_murphi_parser *p) {
  if (p->token.soft != NOE_SOFT_ENDCHOOSE || !at(p, NOE_TOKEN_NAME))
    return false;
  for (const struct noe_murphi_block *block = p->block; block; block = block->outer)
    if (block->word == NOE_TOKEN_NAME)
      return true;
  return false;
}

bool noe_murphi_is_closing(const struct noe_murphi_parser *p) {
  return is_end_word(p->token.kind) || is_branch_word(p->token.kind) || is_endchoose(p);
}

uint32_t noe_murphi_parse_column(const struct noe_murphi_parser *p, uint32_t offset) {
  uint32_t begin = offset;
  while (begin && p->source->bytes[begin - 1] != '\n' && offset - begin < 200)
    begin--;
  return offset - begin;
}

bool noe_murphi_is_indented(const struct noe_murphi_parser *p) {
  return p->block && noe_murphi_parse_column(p, p->token.span.begin) > noe_murphi_parse_column(p, p->block->span.begin);
}

/* ---------------------------------------------------------------- skipping */

/* The words of quantifiers in skipped text belong together: their `end` is not
 * the end of a block. True if the token was such a word. */
static bool skip_quantifier_word(struct noe_murphi_parser *p) {
  bool opens = at(p, NOE_TOKEN_FORALL) || at(p, NOE_TOKEN_EXISTS);
  bool closes = at(p, NOE_TOKEN_END) || at(p, NOE_TOKEN_ENDFORALL) || at(p, NOE_TOKEN_ENDEXISTS);
  if (!opens && !(closes && p->quantifiers_open))
    return false;
  p->quantifiers_open += opens ? 1 : -1u;
  noe_murphi_advance(p);
  return true;
}

static bool is_resting_place(const struct noe_murphi_parser *p) {
  return at(p, NOE_TOKEN_SEMICOLON) || noe_murphi_is_closing(p) || noe_murphi_is_outer_word(p->token.kind) ||
         is_statement_word(p->token.kind);
}

static void calm_down(struct noe_murphi_parser *p) {
  p->panicking = false;
  p->quantifiers_open = 0;
}

void noe_murphi_skip_statement(struct noe_murphi_parser *p) {
  while (!at(p, NOE_TOKEN_END_OF_FILE))
    if (!skip_quantifier_word(p)) {
      if (is_resting_place(p))
        break;
      noe_murphi_advance(p);
    }
  calm_down(p);
}

void noe_murphi_skip_decl(struct noe_murphi_parser *p) {
  while (!at(p, NOE_TOKEN_SEMICOLON) && !at(p, NOE_TOKEN_BEGIN) && !noe_murphi_is_closing(p) &&
         !noe_murphi_is_outer_word(p->token.kind))
    noe_murphi_advance(p);
  calm_down(p);
}

/* Words that may also stand in the middle of a body count as the start of an
 * item only at the left margin. */
static bool is_item_start(const struct noe_murphi_parser *p) {
  if (noe_murphi_is_outer_word(p->token.kind))
    return true;
  uint32_t begin = p->token.span.begin;
  bool is_at_margin = !begin || p->source->bytes[begin - 1] == '\n';
  return is_at_margin && noe_murphi_starts_rule(p);
}

void noe_murphi_skip_to_item(struct noe_murphi_parser *p) {
  while (!is_item_start(p))
    noe_murphi_advance(p);
  calm_down(p);
}

void noe_murphi_skip_past(struct noe_murphi_parser *p, enum noe_murphi_token_kind word) {
  while (!at(p, word)) {
    if (skip_quantifier_word(p))
      continue;
    if (is_resting_place(p))
      break;
    noe_murphi_advance(p);
  }
  /* A quantifier without its `do` cannot be read on: its expression fails. */
  if (p->quantifiers && !at(p, word) && !p->halted)
    return;
  calm_down(p);
  noe_murphi_accept(p, word);
}

/* How the head of the block is written that was just complained about. */
static void hint_at_head(struct noe_murphi_parser *p, enum noe_murphi_token_kind word) {
  enum noe_murphi_token_kind block = p->block ? p->block->word : word;
  if (word == NOE_TOKEN_DO && at(p, NOE_TOKEN_COMMA))
    noe_base_hint(p->diagnostics, "several names are separated by `;`: `i: T; j: U do`");
  else if (word == NOE_TOKEN_THEN)
    noe_base_hint(p->diagnostics, "write `if condition then ... end`");
  else if (block == NOE_TOKEN_WHILE)
    noe_base_hint(p->diagnostics, "write `while condition do ... end`");
  else if (word == NOE_TOKEN_DO && (block == NOE_TOKEN_FOR || block == NOE_TOKEN_RULESET || block == NOE_TOKEN_FORALL ||
                                    block == NOE_TOKEN_EXISTS))
    noe_base_hint(p->diagnostics, "write `%s i: T do ... end`", noe_murphi_lex_spelling(block));
}

void noe_murphi_expect_head_end(struct noe_murphi_parser *p, enum noe_murphi_token_kind word) {
  bool is_do = word == NOE_TOKEN_DO;
  if (noe_murphi_accept(p, word) || (is_do && noe_murphi_accept(p, NOE_TOKEN_COLON)))
    return;
  if (!p->panicking && noe_murphi_correct(p, &word, 1)) {
    noe_murphi_advance(p);
    return;
  }
  if (noe_murphi_refuse_braces(p, is_do ? "do ... end" : word == NOE_TOKEN_THEN ? "then ... end" : "case ...: ..."))
    return;
  bool is_calm = !p->panicking;
  /* The word is likely to be just missing if a statement or rule follows. */
  bool is_missing = noe_murphi_starts_statement(p) || noe_murphi_starts_rule(p) || noe_murphi_is_closing(p) ||
                    at(p, NOE_TOKEN_SEMICOLON);
  noe_murphi_fail(p, is_missing ? (struct noe_span){p->previous.end, p->previous.end} : p->token.span,
                  "expected `%s`, found %s", noe_murphi_lex_spelling(word), noe_murphi_describe(p));
  if (has_failed(p, is_calm))
    hint_at_head(p, word);
  noe_murphi_skip_past(p, word);
}
