/* Words: which are keywords, and which keyword a misspelt one was meant to be. */
#include <assert.h>
#include <string.h>
#include <strings.h>

#include "lang/murphi/lex.h"

struct word {
  const char *text;
  uint8_t length, kind, soft;
};

static const struct word words[] = {
#define KEYWORD(symbol, spelling) {spelling, sizeof spelling - 1, NOE_TOKEN_##symbol, NOE_SOFT_NONE},
#define SOFT(symbol, spelling) {spelling, sizeof spelling - 1, NOE_TOKEN_NAME, NOE_SOFT_##symbol},
#include "lang/murphi/lex.def"
};

static const char *const spellings[] = {
#define TOKEN(symbol, spelling) spelling,
#define KEYWORD(symbol, spelling) spelling,
#include "lang/murphi/lex.def"
};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

const char *noe_murphi_lex_spelling(enum noe_murphi_token_kind kind) { return spellings[kind]; }

bool noe_murphi_lex_is_keyword(enum noe_murphi_token_kind kind) {
  return kind >= NOE_TOKEN_ALIAS && kind < NOE_TOKEN_COUNT;
}

void noe_murphi_lex_index_words(struct noe_murphi_lexer *lexer) {
  size_t word = 0;
  for (int letter = 0; letter < 26; letter++) {
    lexer->first_word[letter] = (uint8_t)word;
    while (word < WORD_COUNT && words[word].text[0] == 'a' + letter)
      word++;
  }
  assert(word == WORD_COUNT && "lex.def lists words in the order of their first letters");
  lexer->first_word[26] = WORD_COUNT;
}

void noe_murphi_lex_word(const struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  const char *text = lexer->source->bytes + token->span.begin;
  size_t length = token->span.end - token->span.begin;
  int letter = (text[0] | 32) - 'a';
  if (letter < 0 || letter > 25)
    return;
  for (size_t i = lexer->first_word[letter]; i < lexer->first_word[letter + 1]; i++)
    if (words[i].length == length && !strncasecmp(words[i].text, text, length)) {
      token->kind = words[i].kind;
      token->soft = words[i].soft;
      return;
    }
}

/* ------------------------------------------------------------ misspellings */

enum { LONGEST = 20 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Edits (insert, delete, replace, swap neighbours) from a to b, case ignored. */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  unsigned rows[3][LONGEST + 1];
  for (size_t j = 0; j <= b_length; j++)
    rows[0][j] = (unsigned)j;
  for (size_t i = 1; i <= a_length; i++) {
    unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= b_length; j++) {
      bool same = (a[i - 1] | 32) == (b[j - 1] | 32);
      row[j] = least(above[j - 1] + !same, 1 + least(above[j], row[j - 1]));
      if (i > 1 && j > 1 && (a[i - 1] | 32) == (b[j - 2] | 32) && (a[i - 2] | 32) == (b[j - 1] | 32))
        row[j] = least(row[j], second[j - 2] + 1);
    }
  }
  return rows[a_length % 3][b_length];
}

enum noe_murphi_token_kind noe_murphi_lex_nearest(const char *word, size_t length,
                                                  const enum noe_murphi_token_kind *candidates, size_t count) {
  enum noe_murphi_token_kind nearest = NOE_TOKEN_END_OF_FILE;
  if (length < 2 || length > LONGEST)
    return nearest;
  unsigned best = length <= 4 ? 2 : 3;
  for (size_t i = 0; i < count; i++) {
    const char *candidate = spellings[candidates[i]];
    if (length >= 4 && !strncasecmp(word, candidate, length)) /* `start`, `proc` */
      return candidates[i];
    unsigned edits = distance(word, length, candidate, strlen(candidate));
    /* A word of two letters is one edit away from too much to be a guess. */
    if (edits < best && strlen(candidate) + length > 4) {
      best = edits;
      nearest = candidates[i];
    }
  }
  return nearest;
}
