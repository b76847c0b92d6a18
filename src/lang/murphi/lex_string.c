/* Characters and strings: UTF-8, and the escapes of string literals. */
#include <assert.h>
#include <string.h>

#include "lang/murphi/lex.h"

static bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/* Bytes of the sequence that starts with `first`; 0 if none does. */
static uint32_t sequence_length(unsigned char first) {
  if (first < 0x80)
    return 1;
  return first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

uint32_t noe_murphi_lex_character(const struct noe_source *source, uint32_t offset, uint32_t *size) {
  static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
  /* The zero byte behind the text is no continuation, so no test for the end. */
  const unsigned char *bytes = (const unsigned char *)source->bytes + offset;
  unsigned char first = bytes[0];
  uint32_t count = sequence_length(first);
  *size = count ? count : 1;
  if (count <= 1)
    return count ? first : 0;
  uint32_t character = first & (0xFFu >> (count + 1));
  for (uint32_t i = 1; i < count; i++) {
    if (!is_continuation(bytes[i]))
      return 0;
    character = character << 6 | (bytes[i] & 0x3F);
  }
  bool is_surrogate = character >= 0xD800 && character < 0xE000;
  return character < smallest[count] || is_surrogate || character > 0x10FFFF ? 0 : character;
}

/* ------------------------------------------------------------- literals */

/* Moves over the text of a literal to behind its closing quote; false if there is
 * none. Bytes of another encoding, which CMurphi and Rumur copy without a look,
 * are no reason to refuse a model; `*foreign` says whether there are any. */
static bool skip_literal(struct noe_murphi_lexer *lexer, uint32_t closing, bool *foreign) {
  const struct noe_source *source = lexer->source;
  while (lexer->position < source->length) {
    bool is_protected = source->bytes[lexer->position] == '\\' && lexer->position + 1 < source->length;
    lexer->position += is_protected;
    uint32_t size, character = noe_murphi_lex_character(source, lexer->position, &size);
    *foreign |= !character;
    lexer->position += character ? size : 1;
    if (character == closing && !is_protected)
      return true;
  }
  return false;
}

/* Where the quote is missing cannot be known, so nothing after it is read. */
static void refuse_open(struct noe_murphi_lexer *lexer, uint32_t begin) {
  const struct noe_source *source = lexer->source;
  const char *newline = memchr(source->bytes + begin, '\n', source->length - begin);
  struct noe_span span = {begin, newline ? (uint32_t)(newline - source->bytes) : (uint32_t)source->length};
  noe_base_report(lexer->diagnostics, NOE_E_STRING, span, "this string is never closed");
  noe_base_hint(lexer->diagnostics, "add the closing `\"`");
  lexer->broken = true;
}

struct noe_murphi_token noe_murphi_lex_string(struct noe_murphi_lexer *lexer) {
  struct noe_murphi_token token = {.kind = NOE_TOKEN_STRING};
  bool curly = lexer->source->bytes[lexer->position] != '"';
  token.span.begin = lexer->position;
  lexer->position += curly ? 3 : 1;
  bool foreign = false;
  if (!skip_literal(lexer, curly ? 0x201D : '"', &foreign)) {
    refuse_open(lexer, token.span.begin);
    token = (struct noe_murphi_token){.kind = NOE_TOKEN_END_OF_FILE, .span.begin = lexer->position};
  } else if (foreign) {
    struct noe_span span = {token.span.begin, lexer->position};
    noe_base_report(lexer->diagnostics, NOE_W_ENCODING, span, "this string is not UTF-8");
  }
  token.span.end = lexer->position;
  return token;
}

/* U+FFFD stands for a byte of another encoding: what noether writes is UTF-8. */
static const char unknown_mark[3] = {'\xEF', '\xBF', '\xBD'};

const char *noe_murphi_lex_decode(struct noe_arena *arena, const struct noe_source *source, struct noe_span span,
                                  size_t *length) {
  bool is_ascii = source->bytes[span.begin] == '"' || source->bytes[span.begin] == '\'';
  uint32_t quote = is_ascii ? 1 : 3; /* bytes; a curly one has three */
  assert(span.end - span.begin >= 2 * quote && "a literal has its quotes");
  span.begin += quote;
  span.end -= quote;
  char *text = noe_base_arena_take(arena, (size_t)(span.end - span.begin) * sizeof unknown_mark + 1);
  size_t count = 0;
  for (uint32_t i = span.begin, size; i < span.end; i += size) {
    char after = i + 1 < span.end ? source->bytes[i + 1] : 0;
    if (source->bytes[i] == '\\' && (after == 'n' || after == 't' || after == '"' || after == '\\')) {
      text[count++] = after == 'n' ? '\n' : after == 't' ? '\t' : after;
      size = 2;
    } else if (noe_murphi_lex_character(source, i, &size)) {
      memcpy(text + count, source->bytes + i, size);
      count += size;
    } else {
      memcpy(text + count, unknown_mark, sizeof unknown_mark);
      count += sizeof unknown_mark;
      size = 1;
    }
  }
  assert(count <= (size_t)(span.end - span.begin) * sizeof unknown_mark && "no byte becomes more than a mark");
  *length = count;
  return text;
}
