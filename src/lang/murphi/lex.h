/* Murphi text to tokens, one at a time. Both dialects' spellings of an operator
 * give the same token. Names and strings stay in the source until the parser
 * asks for them, so a token is small and lexing allocates only for comments,
 * which are collected for the formatter.
 *
 * Invariant: `position` only grows, and every token but the end of the file
 * takes at least one byte, so the lexer always ends. */
#ifndef NOE_LANG_MURPHI_LEX_H
#define NOE_LANG_MURPHI_LEX_H

#include "base/diagnostic.h"
#include "lang/murphi/ast.h"

enum noe_murphi_token_kind {
#define TOKEN(symbol, spelling) NOE_TOKEN_##symbol,
#define KEYWORD(symbol, spelling) NOE_TOKEN_##symbol,
#include "lang/murphi/lex.def"
  NOE_TOKEN_COUNT
};

/* Words that are keywords in some positions only. Their tokens are names. */
enum noe_murphi_soft_word {
  NOE_SOFT_NONE,
#define SOFT(symbol, spelling) NOE_SOFT_##symbol,
#include "lang/murphi/lex.def"
};

struct noe_murphi_token {
  enum noe_murphi_token_kind kind;
  enum noe_murphi_soft_word soft; /* of a NAME */
  struct noe_span span;
  int64_t value; /* of an INTEGER */
};

struct noe_murphi_lexer {
  struct noe_arena *arena;
  const struct noe_source *source;
  struct noe_diagnostics *diagnostics;
  uint32_t position;
  bool broken; /* the input is no text, or a string never ends: nothing more is read */
  struct noe_ast_comment *comments, **comments_end;
  uint8_t first_word[27]; /* by letter, into the table of words */
};

void noe_murphi_lex_init(struct noe_murphi_lexer *lexer, struct noe_arena *arena, const struct noe_source *source,
                         struct noe_diagnostics *diagnostics);
struct noe_murphi_token noe_murphi_lex_next(struct noe_murphi_lexer *lexer);

/* How a token of this kind is written, for messages. */
const char *noe_murphi_lex_spelling(enum noe_murphi_token_kind kind);
bool noe_murphi_lex_is_keyword(enum noe_murphi_token_kind kind);

/* Fills the index that `noe_murphi_lex_word` uses. */
void noe_murphi_lex_index_words(struct noe_murphi_lexer *lexer);

/* Decides whether the NAME token is a keyword or a soft word, in any case. */
void noe_murphi_lex_word(const struct noe_murphi_lexer *lexer, struct noe_murphi_token *token);

/* The keyword among `candidates` that the word was perhaps meant to be: the
 * nearest by edits, if near enough. NOE_TOKEN_END_OF_FILE if there is none. */
enum noe_murphi_token_kind noe_murphi_lex_nearest(const char *word, size_t length,
                                                  const enum noe_murphi_token_kind *candidates, size_t count);

/* The byte sequence at `offset` as one character; 0 if it is not UTF-8. */
uint32_t noe_murphi_lex_character(const struct noe_source *source, uint32_t offset, uint32_t *size);

/* The string literal that starts at the position. */
struct noe_murphi_token noe_murphi_lex_string(struct noe_murphi_lexer *lexer);

/* Ends the lexing with a complaint: there is no text at `offset`, but `what`. */
void noe_murphi_lex_break_off(struct noe_murphi_lexer *lexer, uint32_t offset, const char *what);

/* The text that a STRING token stands for. */
const char *noe_murphi_lex_decode(struct noe_arena *arena, const struct noe_source *source, struct noe_span span,
                                  size_t *length);

#endif
