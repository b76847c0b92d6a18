#include "report/json_tree.h"

#include <assert.h>
#include <string.h>

struct parser {
  struct noe_arena *arena;
  const char *bytes;
  uint32_t at, end;
  uint32_t depth;
  struct noe_json_error *error;
};

static bool fail(struct parser *parser, uint32_t begin, uint32_t end, const char *message) {
  if (end > parser->end)
    end = parser->end;
  *parser->error = (struct noe_json_error){message, {begin, end > begin ? end : begin}};
  return false;
}

/* 0 at the end: no JSON holds that byte. */
static char peek(const struct parser *parser) { return parser->at < parser->end ? parser->bytes[parser->at] : 0; }

static void skip_space(struct parser *parser) {
  while (parser->at < parser->end && strchr(" \t\r\n", parser->bytes[parser->at]) && parser->bytes[parser->at])
    parser->at++;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* --------------------------------------------------------------- strings */

static bool hex4(const struct parser *parser, uint32_t at, uint32_t *code) {
  *code = 0;
  if (parser->end - at < 4 || at > parser->end)
    return false;
  for (uint32_t i = 0; i < 4; i++) {
    char c = parser->bytes[at + i], low = (char)(c | 0x20);
    if (!is_digit(c) && !(low >= 'a' && low <= 'f'))
      return false;
    *code = *code << 4 | (uint32_t)(is_digit(c) ? c - '0' : low - 'a' + 10);
  }
  return true;
}

static char *put_utf8(char *out, uint32_t code) {
  static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  uint32_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  *out++ = (char)(lead[more] | code >> 6 * more);
  while (more--)
    *out++ = (char)(0x80 | (code >> 6 * more & 0x3F));
  return out;
}

/* After the backslash and the u. Two halves of a pair are one character. */
static bool unicode(struct parser *parser, char **out) {
  uint32_t code, second, begin = parser->at - 2;
  if (!hex4(parser, parser->at, &code))
    return fail(parser, begin, parser->at + 4, "`\\u` needs four hexadecimal digits");
  parser->at += 4;
  if (code >= 0xD800 && code < 0xDC00 && parser->end - parser->at >= 6 && parser->bytes[parser->at] == '\\' &&
      parser->bytes[parser->at + 1] == 'u' && hex4(parser, parser->at + 2, &second) && second >= 0xDC00 &&
      second < 0xE000) {
    code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
    parser->at += 6;
  }
  if (!code || (code >= 0xD800 && code < 0xE000))
    return fail(parser, begin, parser->at, "this is no character");
  *out = put_utf8(*out, code);
  return true;
}

static bool escaped(struct parser *parser, char **out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  char c = peek(parser);
  const char *found = c ? strchr(from, c) : NULL;
  parser->at++;
  if (c == 'u')
    return unicode(parser, out);
  if (!found)
    return fail(parser, parser->at - 2, parser->at, "a backslash stands before one of \" \\ / b f n r t u");
  *(*out)++ = to[found - from];
  return true;
}

/* The length of what a quote opens, as written: room enough for what it means. */
static bool measure(struct parser *parser, uint32_t *length) {
  for (uint32_t at = parser->at; at < parser->end && (unsigned char)parser->bytes[at] >= 0x20; at++) {
    if (parser->bytes[at] == '"') {
      *length = at - parser->at;
      return true;
    }
    at += parser->bytes[at] == '\\';
  }
  return fail(parser, parser->at - 1, parser->at, "this string has no end");
}

static bool string(struct parser *parser, const char **text) {
  uint32_t length;
  parser->at++;
  if (!measure(parser, &length))
    return false;
  char *out = noe_base_arena_take(parser->arena, length + 1);
  *text = out;
  for (uint32_t end = parser->at + length; parser->at < end;)
    if (parser->bytes[parser->at] != '\\')
      *out++ = parser->bytes[parser->at++];
    else if (parser->at++, !escaped(parser, &out))
      return false;
  parser->at++;
  return true;
}

/* --------------------------------------------------------------- numbers */

static bool digits(struct parser *parser) {
  uint32_t begin = parser->at;
  while (is_digit(peek(parser)))
    parser->at++;
  return parser->at > begin;
}

/* Takes the digits of a whole number; false if 64 bits do not hold it. */
static bool whole(const struct parser *parser, uint32_t begin, int64_t *value) {
  bool negative = parser->bytes[begin] == '-';
  *value = 0;
  for (uint32_t at = begin + negative; at < parser->at; at++) {
    int64_t digit = parser->bytes[at] - '0';
    if (__builtin_mul_overflow(*value, 10, value) || __builtin_add_overflow(*value, negative ? -digit : digit, value))
      return false;
  }
  return true;
}

static bool number(struct parser *parser, struct noe_json_value *value) {
  uint32_t begin = parser->at;
  parser->at += peek(parser) == '-';
  bool zero = peek(parser) == '0';
  uint32_t first = parser->at;
  if (!digits(parser) || (zero && parser->at > first + 1))
    return fail(parser, begin, parser->at + 1, "this is not a number as JSON writes them");
  value->kind = whole(parser, begin, &value->integer) ? NOE_JSON_INTEGER : NOE_JSON_NUMBER;
  if (peek(parser) == '.') {
    parser->at++;
    value->kind = NOE_JSON_NUMBER;
    if (!digits(parser))
      return fail(parser, begin, parser->at + 1, "digits are missing after the point");
  }
  if (peek(parser) == 'e' || peek(parser) == 'E') {
    parser->at++;
    parser->at += peek(parser) == '+' || peek(parser) == '-';
    value->kind = NOE_JSON_NUMBER;
    if (!digits(parser))
      return fail(parser, begin, parser->at + 1, "digits are missing in the exponent");
  }
  return true;
}

/* ---------------------------------------------------------------- values */

static bool parse_value(struct parser *parser, struct noe_json_value *value);

static bool word(struct parser *parser, struct noe_json_value *value) {
  static const char *const words[] = {"null", "false", "true"};
  for (size_t i = 0; i < 3; i++) {
    uint32_t length = (uint32_t)strlen(words[i]);
    if (parser->end - parser->at >= length && !memcmp(parser->bytes + parser->at, words[i], length)) {
      value->kind = (enum noe_json_kind)(NOE_JSON_NULL + i);
      parser->at += length;
      return true;
    }
  }
  if (parser->at >= parser->end)
    return fail(parser, parser->at, parser->at, "the text ends where a value should be");
  return fail(parser, parser->at, parser->at + 1,
              "a value should be here: {, [, a string in quotes, a number, "
              "true, false or null");
}

static bool key(struct parser *parser, struct noe_json_value *item) {
  item->key_span.begin = parser->at;
  if (peek(parser) != '"')
    return fail(parser, parser->at, parser->at + 1, "a key in double quotes should be here");
  if (!string(parser, &item->key))
    return false;
  item->key_span.end = parser->at;
  skip_space(parser);
  if (peek(parser) != ':')
    return fail(parser, parser->at, parser->at + 1, "a colon should follow the key");
  parser->at++;
  skip_space(parser);
  return true;
}

/* What stands between brackets, the opening one at the place of the parser. */
static bool items(struct parser *parser, struct noe_json_value *value, char close) {
  const struct noe_json_value **link = &value->child;
  for (bool first = true;; first = false) {
    parser->at++; /* the bracket, or the comma */
    skip_space(parser);
    if (first && peek(parser) == close)
      break;
    struct noe_json_value *item = NOE_NEW(parser->arena, struct noe_json_value);
    if ((close == '}' && !key(parser, item)) || !parse_value(parser, item))
      return false;
    *link = item;
    link = &item->next;
    value->count++;
    skip_space(parser);
    if (peek(parser) == close)
      break;
    if (peek(parser) != ',')
      return fail(parser, parser->at, parser->at + 1,
                  close == '}' ? "a comma or } should be here" : "a comma or ] should be here");
  }
  parser->at++;
  return true;
}

static bool parse_nested(struct parser *parser, struct noe_json_value *value, char close) {
  if (parser->depth == NOE_JSON_DEPTH)
    return fail(parser, parser->at, parser->at + 1, "brackets are nested too deeply");
  value->kind = close == '}' ? NOE_JSON_OBJECT : NOE_JSON_ARRAY;
  parser->depth++;
  bool good = items(parser, value, close);
  assert(parser->depth && parser->at <= parser->end && "brackets are left again, inside of the text");
  parser->depth--;
  return good;
}

static bool parse_value(struct parser *parser, struct noe_json_value *value) {
  bool good;
  char c = peek(parser);
  value->span.begin = parser->at;
  if (c == '{' || c == '[')
    good = parse_nested(parser, value, c == '{' ? '}' : ']');
  else if (c == '"') {
    value->kind = NOE_JSON_STRING;
    good = string(parser, &value->text);
  } else
    good = c == '-' || is_digit(c) ? number(parser, value) : word(parser, value);
  value->span.end = parser->at;
  return good;
}

const struct noe_json_value *noe_report_json_parse(struct noe_arena *arena, const struct noe_source *source,
                                                   struct noe_span span, struct noe_json_error *error) {
  struct parser parser = {.arena = arena, .bytes = source->bytes, .at = span.begin, .end = span.end, .error = error};
  struct noe_json_value *value = NOE_NEW(arena, struct noe_json_value);
  skip_space(&parser);
  if (!parse_value(&parser, value))
    return NULL;
  skip_space(&parser);
  if (parser.at == parser.end)
    return value;
  fail(&parser, parser.at, parser.at + 1, "nothing should follow the value");
  return NULL;
}

const struct noe_json_value *noe_report_json_member(const struct noe_json_value *object, const char *key) {
  if (!object || object->kind != NOE_JSON_OBJECT)
    return NULL;
  for (const struct noe_json_value *item = object->child; item; item = item->next)
    if (!strcmp(item->key, key))
      return item->kind == NOE_JSON_NULL ? NULL : item;
  return NULL;
}

const char *noe_report_json_kind_name(const struct noe_json_value *value) {
  static const char *const names[] = {"null",     "a boolean", "a boolean", "a whole number",
                                      "a number", "a string",  "a list",    "an object"};
  assert((size_t)value->kind < sizeof names / sizeof *names && "each kind of value has a name");
  return names[value->kind];
}
