#include "lang/murphi/lex.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }
static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static bool is_name_byte(char byte) { return is_letter(byte) || is_digit(byte) || byte == '_'; }

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f' || byte == '\v';
}

static char peek(const struct noe_murphi_lexer *lexer, uint32_t ahead) {
  uint32_t offset = lexer->position + ahead;
  return offset < lexer->source->length ? lexer->source->bytes[offset] : 0;
}

static struct noe_span span_from(const struct noe_murphi_lexer *lexer, uint32_t begin) {
  assert(begin <= lexer->position && lexer->position <= lexer->source->length &&
         "the lexer moves forward, and stays in the text");
  return (struct noe_span){begin, lexer->position};
}

void noe_murphi_lex_break_off(struct noe_murphi_lexer *lexer, uint32_t offset, const char *what) {
  const struct noe_source *source = lexer->source;
  noe_base_report(lexer->diagnostics, NOE_E_ENCODING, (struct noe_span){offset, offset + 1},
                  "the file contains %s, so it is not text", what);
  bool is_utf16 =
      source->length >= 2 && (!memcmp(source->bytes, "\xFF\xFE", 2) || !memcmp(source->bytes, "\xFE\xFF", 2));
  if (is_utf16)
    noe_base_hint(lexer->diagnostics, "this looks like UTF-16; save the file as UTF-8");
  lexer->broken = true;
  lexer->position = (uint32_t)source->length;
}

void noe_murphi_lex_init(struct noe_murphi_lexer *lexer, struct noe_arena *arena, const struct noe_source *source,
                         struct noe_diagnostics *diagnostics) {
  *lexer = (struct noe_murphi_lexer){.arena = arena, .source = source, .diagnostics = diagnostics};
  lexer->comments_end = &lexer->comments;
  noe_murphi_lex_index_words(lexer);
  const char *zero = memchr(source->bytes, 0, source->length);
  if (zero)
    noe_murphi_lex_break_off(lexer, (uint32_t)(zero - source->bytes), "a zero byte");
  else if (source->length >= 3 && !memcmp(source->bytes, "\xEF\xBB\xBF", 3))
    lexer->position = 3;
}

/* ----------------------------------------------------- blanks and comments */

static void keep_comment(struct noe_murphi_lexer *lexer, uint32_t begin) {
  struct noe_ast_comment *comment = NOE_NEW(lexer->arena, struct noe_ast_comment);
  comment->span = span_from(lexer, begin);
  *lexer->comments_end = comment;
  lexer->comments_end = &comment->next;
}

static void skip_line_comment(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position;
  const char *bytes = lexer->source->bytes;
  const char *newline = memchr(bytes + begin, '\n', lexer->source->length - begin);
  uint32_t end = newline ? (uint32_t)(newline - bytes) : (uint32_t)lexer->source->length;
  lexer->position = end;
  if (end > begin && bytes[end - 1] == '\r')
    lexer->position--;
  keep_comment(lexer, begin);
  lexer->position = end;
}

static void skip_block_comment(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position;
  const struct noe_source *source = lexer->source;
  const char *close = memmem(source->bytes + begin + 2, source->length - begin - 2, "*/", 2);
  lexer->position = close ? (uint32_t)(close - source->bytes) + 2 : (uint32_t)source->length;
  keep_comment(lexer, begin);
  if (close)
    return;
  noe_base_report(lexer->diagnostics, NOE_W_COMMENT, (struct noe_span){begin, begin + 2},
                  "this comment is never closed, so it reaches to the end of the file");
  noe_base_hint(lexer->diagnostics, "close it with `*/`");
}

static void skip_blanks(struct noe_murphi_lexer *lexer) {
  for (;;) {
    while (is_blank(peek(lexer, 0)))
      lexer->position++;
    if (peek(lexer, 0) == '-' && peek(lexer, 1) == '-')
      skip_line_comment(lexer);
    else if (peek(lexer, 0) == '/' && peek(lexer, 1) == '*')
      skip_block_comment(lexer);
    else
      return;
  }
}

/* ------------------------------------------------------ names and numbers */

/* A letter of Latin, Greek or Cyrillic script beyond ASCII, and no sign that means something here: its bytes, or 0. */
static uint32_t foreign_letter(const struct noe_murphi_lexer *lexer) {
  uint32_t size, character = noe_murphi_lex_character(lexer->source, lexer->position, &size);
  bool is_letter = (character >= 0xC0 && character < 0x250) || (character >= 0x370 && character < 0x530);
  return is_letter && character != 0xD7 && character != 0xF7 ? size : 0;
}

/* A name in which there is such a letter is taken whole, so that one mistake gives one message. */
static struct noe_murphi_token lex_name(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position, size;
  bool is_foreign = false;
  while ((size = is_name_byte(peek(lexer, 0)) ? 1 : foreign_letter(lexer))) {
    is_foreign |= size > 1;
    lexer->position += size;
  }
  struct noe_murphi_token token = {.kind = NOE_TOKEN_NAME, .span = span_from(lexer, begin)};
  if (is_foreign) {
    noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token.span, "a name has letters of ASCII only");
    noe_base_hint(lexer->diagnostics, "names are made of a to z, A to Z, digits and `_`");
  }
  noe_murphi_lex_word(lexer, &token);
  return token;
}

static int digit_value(char byte) { return is_digit(byte) ? byte - '0' : (byte | 32) - 'a' + 10; }

/* Digits in `base` up to the position; false if the value does not fit. */
static bool read_digits(const struct noe_murphi_lexer *lexer, uint32_t begin, int base, int64_t *value) {
  *value = 0;
  for (uint32_t i = begin; i < lexer->position; i++)
    if (__builtin_mul_overflow(*value, base, value) ||
        __builtin_add_overflow(*value, digit_value(lexer->source->bytes[i]), value)) {
      *value = INT64_MAX;
      return false;
    }
  return true;
}

static void check_number(struct noe_murphi_lexer *lexer, struct noe_span span, bool fits, bool is_hex) {
  const char *text = lexer->source->bytes + span.begin;
  if (!fits) {
    noe_base_report(lexer->diagnostics, NOE_E_NUMBER, span, "this number does not fit a 64-bit integer");
    noe_base_hint(lexer->diagnostics, "the largest number is 9223372036854775807");
  } else if (!is_hex && text[0] == '0' && span.end - span.begin > 1) {
    noe_base_report(lexer->diagnostics, NOE_W_LEADING_ZERO, span,
                    "a number with a leading zero is read as decimal here, but as octal by some tools");
    noe_base_hint(lexer->diagnostics, "drop the leading zero");
  }
}

static struct noe_murphi_token lex_number(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position;
  struct noe_murphi_token token = {.kind = NOE_TOKEN_INTEGER};
  bool is_hex = peek(lexer, 0) == '0' && (peek(lexer, 1) | 32) == 'x' && isxdigit((unsigned char)peek(lexer, 2));
  if (is_hex)
    lexer->position += 2;
  while (is_hex ? isxdigit((unsigned char)peek(lexer, 0)) != 0 : is_digit(peek(lexer, 0)))
    lexer->position++;
  if (!is_hex && peek(lexer, 0) == '.' && is_digit(peek(lexer, 1))) {
    token.kind = NOE_TOKEN_REAL;
    do
      lexer->position++;
    while (is_digit(peek(lexer, 0)));
  }
  token.span = span_from(lexer, begin);
  if (token.kind == NOE_TOKEN_INTEGER) {
    bool fits = read_digits(lexer, is_hex ? begin + 2 : begin, is_hex ? 16 : 10, &token.value);
    check_number(lexer, token.span, fits, is_hex);
  }
  return token;
}

/* -------------------------------------------------------------- operators */

struct spelling {
  char text[4];
  uint8_t kind;
};

/* Longer spellings first: the first that matches is taken. */
static const struct spelling operators[] = {
    {"==>", NOE_TOKEN_GUARD},
    {":=", NOE_TOKEN_ASSIGN},
    {"->", NOE_TOKEN_IMPLIES},
    {"<=", NOE_TOKEN_LESS_EQUAL},
    {">=", NOE_TOKEN_GREATER_EQUAL},
    {"!=", NOE_TOKEN_NOT_EQUAL},
    {"==", NOE_TOKEN_EQUAL},
    {"&&", NOE_TOKEN_AND_THEN},
    {"||", NOE_TOKEN_OR_ELSE},
    {"<<", NOE_TOKEN_SHIFT_LEFT},
    {">>", NOE_TOKEN_SHIFT_RIGHT},
    {"..", NOE_TOKEN_DOTS},
    {"<", NOE_TOKEN_LESS},
    {">", NOE_TOKEN_GREATER},
    {"=", NOE_TOKEN_EQUAL},
    {"!", NOE_TOKEN_NOT},
    {"~", NOE_TOKEN_COMPLEMENT},
    {"&", NOE_TOKEN_AND},
    {"|", NOE_TOKEN_OR},
    {"^", NOE_TOKEN_XOR},
    {"+", NOE_TOKEN_PLUS},
    {"-", NOE_TOKEN_MINUS},
    {"*", NOE_TOKEN_TIMES},
    {"/", NOE_TOKEN_DIVIDE},
    {"%", NOE_TOKEN_REMAINDER},
    {"?", NOE_TOKEN_QUESTION},
    {":", NOE_TOKEN_COLON},
    {";", NOE_TOKEN_SEMICOLON},
    {",", NOE_TOKEN_COMMA},
    {".", NOE_TOKEN_DOT},
    {"(", NOE_TOKEN_LEFT_PARENTHESIS},
    {")", NOE_TOKEN_RIGHT_PARENTHESIS},
    {"[", NOE_TOKEN_LEFT_BRACKET},
    {"]", NOE_TOKEN_RIGHT_BRACKET},
    {"{", NOE_TOKEN_LEFT_BRACE},
    {"}", NOE_TOKEN_RIGHT_BRACE},
};

static enum noe_murphi_token_kind match_operator(struct noe_murphi_lexer *lexer) {
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
    const char *text = operators[i].text;
    uint32_t length = 0;
    while (text[length] && text[length] == peek(lexer, length))
      length++;
    if (!text[length]) {
      lexer->position += length;
      return operators[i].kind;
    }
  }
  return NOE_TOKEN_END_OF_FILE;
}

static enum noe_murphi_token_kind symbol_kind(uint32_t character) {
  switch (character) {
  case 0x2254: return NOE_TOKEN_ASSIGN;
  case 0x21D2: return NOE_TOKEN_GUARD;
  case 0x2192: return NOE_TOKEN_IMPLIES;
  case 0x2264: return NOE_TOKEN_LESS_EQUAL;
  case 0x2265: return NOE_TOKEN_GREATER_EQUAL;
  case 0x2260: return NOE_TOKEN_NOT_EQUAL;
  case 0x00AC: return NOE_TOKEN_NOT;
  case 0x2227: return NOE_TOKEN_AND_THEN;
  case 0x2228: return NOE_TOKEN_OR_ELSE;
  case 0x2212: return NOE_TOKEN_MINUS;
  case 0x00F7:
  case 0x2215: return NOE_TOKEN_DIVIDE;
  case 0x00D7: return NOE_TOKEN_TIMES;
  case 0x2200: return NOE_TOKEN_FORALL;
  case 0x2203: return NOE_TOKEN_EXISTS;
  default: return NOE_TOKEN_END_OF_FILE;
  }
}

/* Operators of other languages that no legal text contains: one complaint, and read as what was meant. */
static bool lex_foreign(struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  static const struct {
    const char *text, *instead;
    enum noe_murphi_token_kind kind;
  } words[] = {{"===>", "==>", NOE_TOKEN_GUARD},
               {"===", "=", NOE_TOKEN_EQUAL},
               {"!==", "!=", NOE_TOKEN_NOT_EQUAL},
               {"/\\", "&", NOE_TOKEN_AND},
               {"\\/", "|", NOE_TOKEN_OR},
               {"<->", "=", NOE_TOKEN_IMPLIES},
               {"<=>", "=", NOE_TOKEN_IMPLIES},
               {"\\in", ":", NOE_TOKEN_COLON},
               {"\\A", "forall i: T do ... end", NOE_TOKEN_FORALL},
               {"\\E", "exists i: T do ... end", NOE_TOKEN_EXISTS}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    uint32_t length = 0;
    while (words[i].text[length] && words[i].text[length] == peek(lexer, length))
      length++;
    if (words[i].text[length])
      continue;
    *token = (struct noe_murphi_token){.kind = words[i].kind, .span.begin = lexer->position};
    lexer->position = token->span.end = token->span.begin + length;
    noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token->span, "there is no operator `%s`", words[i].text);
    bool is_sign = words[i].kind != NOE_TOKEN_FORALL && words[i].kind != NOE_TOKEN_EXISTS;
    noe_base_hint(lexer->diagnostics, is_sign ? "did you mean `%s`?" : "write `%s`", words[i].instead);
    return true;
  }
  return false;
}

/* `x # 1`, behind an operand: not equal. */
static bool lex_hash(struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  const char *bytes = lexer->source->bytes;
  uint32_t before = lexer->position;
  while (before && (bytes[before - 1] == ' ' || bytes[before - 1] == '\t'))
    before--;
  char last = before ? bytes[before - 1] : 0;
  if (peek(lexer, 0) != '#' || (!is_name_byte(last) && last != ')' && last != ']'))
    return false;
  *token = (struct noe_murphi_token){.kind = NOE_TOKEN_NOT_EQUAL, .span = {lexer->position, lexer->position + 1}};
  lexer->position++;
  noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token->span, "there is no operator `#`");
  noe_base_hint(lexer->diagnostics, "did you mean `!=`? comments start with `--`");
  return true;
}

/* `'text'`, read as a string. */
static bool lex_quoted(struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  const char *bytes = lexer->source->bytes;
  uint32_t begin = lexer->position, end = begin + 1;
  if (peek(lexer, 0) != '\'' || (begin && is_name_byte(bytes[begin - 1])))
    return false;
  while (end < lexer->source->length && bytes[end] != '\'' && bytes[end] != '"' && bytes[end] != '\n')
    end++;
  if (end >= lexer->source->length || bytes[end] != '\'')
    return false;
  *token = (struct noe_murphi_token){.kind = NOE_TOKEN_STRING, .span = {begin, end + 1}};
  lexer->position = end + 1;
  noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token->span, "unexpected character `'`");
  noe_base_hint(lexer->diagnostics, "strings are written between double quotes");
  return true;
}

/* `(* ... *)`: a comment of other languages, with one complaint. */
static bool refuse_comment(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position;
  if (peek(lexer, 0) != '(' || peek(lexer, 1) != '*')
    return false;
  const char *close = memmem(lexer->source->bytes + begin, lexer->source->length - begin, "*)", 2);
  lexer->position = close ? (uint32_t)(close - lexer->source->bytes) + 2 : begin + 2;
  noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, (struct noe_span){begin, begin + 2}, "unexpected `(*`");
  noe_base_hint(lexer->diagnostics, "comments are written `-- ...` or `/* ... */`");
  return true;
}

/* The ASCII punctuation that a full-width character stands for, or 0. */
static char narrow(uint32_t character) {
  char byte = character > 0xFF00 && character < 0xFF5F ? (char)(character - 0xFF00 + ' ') : 0;
  return ispunct((unsigned char)byte) ? byte : 0;
}

/* An operator that starts with a full-width character, as East Asian keyboards
 * give it: complains, and reads it as what was meant. */
static bool lex_wide(struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  char text[4] = "";
  uint32_t ends[3] = {0}, begin = lexer->position, size;
  if (!narrow(noe_murphi_lex_character(lexer->source, begin, &size)))
    return false;
  for (uint32_t i = 0, end = begin; i < 3; i++) {
    uint32_t character = noe_murphi_lex_character(lexer->source, end, &size);
    text[i] = character < 128 ? (char)character : narrow(character);
    if (!text[i])
      break;
    ends[i] = end += size;
  }
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
    size_t length = strlen(operators[i].text);
    if (strncmp(operators[i].text, text, length))
      continue;
    assert(ends[length - 1] > begin && "each character of the operator was read");
    lexer->position = ends[length - 1];
    *token = (struct noe_murphi_token){.kind = operators[i].kind, .span = span_from(lexer, begin)};
    noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token->span, "unexpected full-width character `%.*s`",
                    (int)(lexer->position - begin), lexer->source->bytes + begin);
    noe_base_hint(lexer->diagnostics, "did you mean `%s`?", operators[i].text);
    return true;
  }
  return false;
}

/* Complains about a character that starts no token, and moves behind it. Foreign
 * text, such as a comment without its marks, is taken as a whole. */
static void refuse_character(struct noe_murphi_lexer *lexer, uint32_t character, uint32_t size) {
  uint32_t begin = lexer->position, next = character, next_size = size;
  const char *first = lexer->source->bytes + begin;
  do {
    lexer->position += next_size;
    next = noe_murphi_lex_character(lexer->source, lexer->position, &next_size);
  } while (next == character ||
           (next > 127 && symbol_kind(next) == NOE_TOKEN_END_OF_FILE && next != 0x201C && !narrow(next)));
  struct noe_span span = span_from(lexer, begin);
  if (character < 32 || character == 127 || character == 0xA0)
    noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, span, "unexpected character U+%04X", character);
  else
    noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, span, "unexpected character `%.*s`", (int)size, first);
  if (character == '\'' && begin && is_name_byte(first[-1]) && !is_name_byte(first[1]))
    noe_base_hint(lexer->diagnostics, "there are no primes: what a step changes is written `x := ...`");
  else if (character == '\'' || character == '`' || character == 0x2018 || character == 0x201D)
    noe_base_hint(lexer->diagnostics, "strings are written between double quotes");
  else if (character == '$')
    noe_base_hint(lexer->diagnostics, "names are made of letters, digits and `_`");
  else if (character == 0x2013 || character == 0x2014)
    noe_base_hint(lexer->diagnostics, "did you mean `-`, or `--` before a comment?");
  else if (character == 0xA0)
    noe_base_hint(lexer->diagnostics, "this looks like a space but is none: type it again");
  else if (character == '#' || character == '@')
    noe_base_hint(lexer->diagnostics, "comments start with `--`");
}

/* Is there a line mark at hand, as the C preprocessor leaves them: `# 3 "a.m"` or
 * `#line 3`? */
static bool is_line_mark(const struct noe_murphi_lexer *lexer) {
  const char *text = lexer->source->bytes + lexer->position;
  size_t left = lexer->source->length - lexer->position;
  return (left > 2 && text[1] == ' ' && is_digit(text[2])) || (left > 5 && !strncmp(text, "#line ", 6));
}

/* A line of another language: one complaint for the whole of it. */
static bool refuse_line(struct noe_murphi_lexer *lexer) {
  uint32_t begin = lexer->position;
  bool is_directive = peek(lexer, 0) == '#' && (!begin || lexer->source->bytes[begin - 1] == '\n');
  bool is_comment =
      (peek(lexer, 0) == '/' && peek(lexer, 1) == '/') || (peek(lexer, 0) == '\\' && peek(lexer, 1) == '*');
  if (!is_directive && !is_comment)
    return false;
  noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, (struct noe_span){begin, begin + (is_directive ? 1 : 2)},
                  "unexpected `%.*s`", is_directive ? 1 : 2, lexer->source->bytes + begin);
  if (!is_directive)
    noe_base_hint(lexer->diagnostics, "comments start with `--`");
  else if (is_line_mark(lexer))
    noe_base_hint(lexer->diagnostics, "this is a line mark; the preprocessor leaves none with -P");
  else
    noe_base_hint(lexer->diagnostics, "comments start with `--`; for macros, run a preprocessor first");
  while (lexer->position < lexer->source->length && peek(lexer, 0) != '\n')
    lexer->position++;
  return true;
}

/* Neither tool has names that start with `_`. The whole word is taken as a name
 * all the same, so that one mistake gives one message. */
static struct noe_murphi_token lex_underscore(struct noe_murphi_lexer *lexer) {
  struct noe_murphi_token token = lex_name(lexer);
  noe_base_report(lexer->diagnostics, NOE_E_CHARACTER, token.span, "a name cannot start with `_`");
  noe_base_hint(lexer->diagnostics, "names start with a letter");
  return token;
}

/* One token starting with a character that is not white space; false if the
 * character was refused. */
static bool lex_symbol(struct noe_murphi_lexer *lexer, struct noe_murphi_token *token) {
  uint32_t begin = lexer->position, size;
  token->kind = match_operator(lexer);
  if (token->kind == NOE_TOKEN_END_OF_FILE) {
    uint32_t character = noe_murphi_lex_character(lexer->source, begin, &size);
    if (!character) {
      noe_murphi_lex_break_off(lexer, begin, "bytes that are not UTF-8");
      return false;
    }
    token->kind = symbol_kind(character);
    if (token->kind == NOE_TOKEN_END_OF_FILE) {
      refuse_character(lexer, character, size);
      return false;
    }
    lexer->position += size;
  }
  token->span = span_from(lexer, begin);
  return true;
}

struct noe_murphi_token noe_murphi_lex_next(struct noe_murphi_lexer *lexer) {
  struct noe_murphi_token token = {.kind = NOE_TOKEN_END_OF_FILE};
  for (;;) {
    skip_blanks(lexer);
    token.span = span_from(lexer, lexer->position);
    char byte = peek(lexer, 0);
    if (lexer->position >= lexer->source->length)
      return token;
    if (is_letter(byte))
      return lex_name(lexer);
    if (is_digit(byte))
      return lex_number(lexer);
    if (byte == '_')
      return lex_underscore(lexer);
    if (byte == '"' || (byte == '\xE2' && peek(lexer, 1) == '\x80' && peek(lexer, 2) == '\x9C'))
      return noe_murphi_lex_string(lexer);
    if (refuse_line(lexer) || refuse_comment(lexer))
      continue;
    if (lex_wide(lexer, &token) || lex_foreign(lexer, &token) || lex_hash(lexer, &token) || lex_quoted(lexer, &token) ||
        lex_symbol(lexer, &token))
      return token;
  }
}
