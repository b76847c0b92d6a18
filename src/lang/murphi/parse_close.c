/* Blocks and their closing words. Every block may be closed by `end` or by its
 * own word. What to do with any other word depends on whether an outer block
 * waits for it: then this block was forgotten, else the word is a slip. */
#include <string.h>

#include "lang/murphi/parse_int.h"

void noe_murphi_open(struct noe_murphi_parser *p, struct noe_murphi_block *block) {
  *block = (struct noe_murphi_block){.outer = p->block, .word = p->token.kind, .span = p->token.span};
  p->block = block;
  noe_murphi_advance(p);
}

const char *noe_murphi_block_name(const struct noe_murphi_block *block) {
  return block->word == NOE_TOKEN_NAME ? "choose" : noe_murphi_lex_spelling(block->word);
}

/* The word's own closing word; procedures and quantifiers share theirs. */
static bool is_own_closing(enum noe_murphi_token_kind word, enum noe_murphi_token_kind closing) {
  switch (word) {
  case NOE_TOKEN_ALIAS: return closing == NOE_TOKEN_ENDALIAS;
  case NOE_TOKEN_FOR: return closing == NOE_TOKEN_ENDFOR;
  case NOE_TOKEN_FORALL:
  case NOE_TOKEN_EXISTS: return closing == NOE_TOKEN_ENDFORALL || closing == NOE_TOKEN_ENDEXISTS;
  case NOE_TOKEN_PROCEDURE:
  case NOE_TOKEN_FUNCTION: return closing == NOE_TOKEN_ENDFUNCTION || closing == NOE_TOKEN_ENDPROCEDURE;
  case NOE_TOKEN_IF: return closing == NOE_TOKEN_ENDIF;
  case NOE_TOKEN_RECORD: return closing == NOE_TOKEN_ENDRECORD;
  case NOE_TOKEN_RULE: return closing == NOE_TOKEN_ENDRULE;
  case NOE_TOKEN_RULESET: return closing == NOE_TOKEN_ENDRULESET;
  case NOE_TOKEN_STARTSTATE: return closing == NOE_TOKEN_ENDSTARTSTATE;
  case NOE_TOKEN_SWITCH: return closing == NOE_TOKEN_ENDSWITCH;
  case NOE_TOKEN_WHILE: return closing == NOE_TOKEN_ENDWHILE;
  default: return false;
  }
}

static bool closes(const struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  if (at(p, NOE_TOKEN_END))
    return true;
  if (at(p, NOE_TOKEN_NAME))
    return block->word == NOE_TOKEN_NAME && p->token.soft == NOE_SOFT_ENDCHOOSE;
  return is_own_closing(block->word, p->token.kind);
}

/* Does an outer block wait for the current word, be it to close or to branch? */
static bool is_for_outer(const struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  for (block = block->outer; block; block = block->outer) {
    if (closes(p, block))
      return true;
    if (block->word == NOE_TOKEN_IF && (at(p, NOE_TOKEN_ELSE) || at(p, NOE_TOKEN_ELSIF)))
      return true;
    if (block->word == NOE_TOKEN_SWITCH && (at(p, NOE_TOKEN_ELSE) || at(p, NOE_TOKEN_CASE)))
      return true;
  }
  return false;
}

static bool holds_statements(const struct noe_murphi_block *block) {
  return block->word != NOE_TOKEN_RECORD && block->word != NOE_TOKEN_FORALL && block->word != NOE_TOKEN_EXISTS;
}

bool noe_murphi_is_stray(const struct noe_murphi_parser *p) {
  return noe_murphi_is_closing(p) && !(p->block && (closes(p, p->block) || is_for_outer(p, p->block)));
}

/* Does the place stand at the front of its line? */
static bool leads_line(const struct noe_murphi_parser *p, uint32_t offset) {
  while (offset && (p->source->bytes[offset - 1] == ' ' || p->source->bytes[offset - 1] == '\t'))
    offset--;
  return !offset || p->source->bytes[offset - 1] == '\n';
}

/* Where an `end` closes a block that starts further to the right, the one that was meant is likely to be missing. The
 * first such block of an item is kept, for the complaint that comes at its end. */
static void suspect(struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  uint32_t begin = p->token.span.begin;
  const struct noe_murphi_block *item = block;
  while (item->outer)
    item = item->outer;
  bool is_known = p->suspected.word && p->suspected.span.begin > item->span.begin;
  if (!is_known && at(p, NOE_TOKEN_END) && leads_line(p, begin) && leads_line(p, block->span.begin) &&
      noe_murphi_parse_column(p, begin) < noe_murphi_parse_column(p, block->span.begin))
    p->suspected = *block;
}

/* `end if;`: the second word opens nothing that could be legal. */
static void refuse_second_word(struct noe_murphi_parser *p, enum noe_murphi_token_kind word) {
  bool is_sure = word != NOE_TOKEN_RULE && word != NOE_TOKEN_STARTSTATE && word != NOE_TOKEN_NAME;
  if (p->panicking || !is_sure || !at(p, word) || !at_next(p, NOE_TOKEN_SEMICOLON))
    return;
  if (noe_murphi_complain(p, NOE_E_CLOSING, p->token.span, "unexpected %s behind `end`", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "write `end` alone, or `end%s` as one word", noe_murphi_lex_spelling(word));
  noe_murphi_advance(p);
}

static void hint_at_suspect(struct noe_murphi_parser *p) {
  const char *name = noe_murphi_block_name(&p->suspected);
  noe_base_note(p->diagnostics, p->suspected.span, "an `end` further to the left closes this `%s`", name);
  noe_base_hint(p->diagnostics, "perhaps the `end` of that `%s` is missing", name);
}

/* `end rule`: was the block opened right behind an `end`, in its line? */
static bool follows_end(const struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  const char *bytes = p->source->bytes;
  uint32_t at = block->span.begin;
  while (at && bytes[at - 1] == ' ')
    at--;
  return at >= 3 && at < block->span.begin && !memcmp(bytes + at - 3, "end", 3);
}

static void complain_open(struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  const char *name = noe_murphi_block_name(block);
  if (!noe_murphi_complain(p, NOE_E_CLOSING, p->token.span, "expected `end` to close this `%s`, found %s", name,
                           noe_murphi_describe(p)))
    return;
  noe_base_note(p->diagnostics, block->span, "the `%s` was opened here", name);
  bool is_suspected = p->suspected.word && p->suspected.span.begin > block->span.begin;
  if (p->else_if.end > block->span.begin)
    noe_base_hint(p->diagnostics, "`else if` opens a second `if` that needs its own `end`; did you mean `elsif`?");
  else if (follows_end(p, block))
    noe_base_hint(p->diagnostics, "write `end` alone, or `end%s` as one word", name);
  else if (is_suspected)
    hint_at_suspect(p);
  else
    noe_base_hint(p->diagnostics, "add `end%s` %s this", holds_statements(block) ? ";" : "",
                  at(p, NOE_TOKEN_END_OF_FILE) ? "behind" : "before");
}

/* A closing word of another kind that no outer block waits for. */
static void complain_wrong(struct noe_murphi_parser *p, const struct noe_murphi_block *block) {
  const char *name = noe_murphi_block_name(block);
  if (noe_murphi_complain(p, NOE_E_CLOSING, p->token.span, "%s cannot close %s `%s`", noe_murphi_describe(p),
                          strchr("aei", *name) ? "an" : "a", name)) {
    noe_base_note(p->diagnostics, block->span, "the `%s` was opened here", name);
    noe_base_hint(p->diagnostics, "use `end`");
  }
  noe_murphi_advance(p);
}

/* `else`, `elsif` or `case` that belongs to nothing: skipped with its condition,
 * and the statements after it are read as part of this block. */
static void skip_stray_branch(struct noe_murphi_parser *p) {
  static const char *const owners[] = {"an `if` or `switch`", "an `if`", "a `switch`"};
  int which = at(p, NOE_TOKEN_ELSE) ? 0 : at(p, NOE_TOKEN_ELSIF) ? 1 : 2;
  noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "%s belongs to no open `if` or `switch`", noe_murphi_describe(p));
  noe_base_hint(p->diagnostics, "it must stand inside %s, before its `end`", owners[which]);
  noe_murphi_advance(p);
  if (which)
    noe_murphi_skip_past(p, which == 1 ? NOE_TOKEN_THEN : NOE_TOKEN_COLON);
  noe_murphi_parse_statements(p);
}

void noe_murphi_close(struct noe_murphi_parser *p, struct noe_murphi_block *block) {
  while (!p->panicking && !p->halted) {
    bool is_branch = at(p, NOE_TOKEN_ELSE) || at(p, NOE_TOKEN_ELSIF) || at(p, NOE_TOKEN_CASE);
    if (closes(p, block)) {
      suspect(p, block);
      noe_murphi_advance(p);
      refuse_second_word(p, block->word);
    } else if (is_branch && holds_statements(block) && !is_for_outer(p, block)) {
      skip_stray_branch(p);
      continue;
    } else if (noe_murphi_is_closing(p) && !is_branch && !is_for_outer(p, block))
      complain_wrong(p, block);
    else
      complain_open(p, block);
    break;
  }
  p->block = block->outer;
}
