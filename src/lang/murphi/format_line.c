/* Lines, comments and blank lines. */
#include <string.h>
#include <strings.h>

#include "lang/murphi/format_int.h"
#include "lang/murphi/lex.h"

void noe_murphi_put_bytes(struct noe_murphi_formatter *f, const char *bytes, size_t length) {
  if (f->measuring)
    f->width += length;
  else
    noe_base_text_add(f->out, bytes, length);
}

void noe_murphi_put(struct noe_murphi_formatter *f, const char *text) { noe_murphi_put_bytes(f, text, strlen(text)); }

void noe_murphi_put_names(struct noe_murphi_formatter *f, const struct noe_ast_name *name) {
  for (; name; name = name->next) {
    noe_murphi_put(f, name->text);
    if (name->next)
      noe_murphi_put(f, ", ");
  }
}

/* A backslash stays as it is only where it starts none of the known escapes, so
 * that texts with other escapes come out as they were written. */
static const char *escape(char byte, char after) {
  switch (byte) {
  case '\n': return "\\n";
  case '\t': return "\\t";
  case '"': return "\\\"";
  case '\\': return strchr("nt\"\\\n\t", after) ? "\\\\" : NULL; /* strchr finds the final 0 too */
  default: return NULL;
  }
}

static bool is_utf8(const struct noe_source *source, struct noe_span span) {
  for (uint32_t i = span.begin, size; i < span.end; i += size)
    if (!noe_murphi_lex_character(source, i, &size))
      return false;
  return true;
}

void noe_murphi_put_string(struct noe_murphi_formatter *f, const char *text, size_t length, struct noe_span span) {
  if (!is_utf8(f->source, span)) { /* `text` lost the bytes of the other encoding */
    noe_murphi_put_bytes(f, f->source->bytes + span.begin, span.end - span.begin);
    return;
  }
  noe_murphi_put(f, "\"");
  for (size_t i = 0; i < length; i++) {
    const char *escaped = escape(text[i], i + 1 < length ? text[i + 1] : 0);
    noe_murphi_put_bytes(f, escaped ? escaped : text + i, escaped ? 2 : 1);
  }
  noe_murphi_put(f, "\"");
}

size_t noe_murphi_column(const struct noe_murphi_formatter *f) { return f->out->length - f->line; }

static void newline(struct noe_murphi_formatter *f) {
  noe_base_text_add(f->out, "\n", 1);
  f->line = f->out->length;
}

void noe_murphi_begin_word(struct noe_murphi_formatter *f) {
  for (uint32_t i = 0; i < f->indent; i++)
    noe_base_text_add(f->out, " ", 1);
  f->is_block_start = false;
}

/* ------------------------------------------------------------- blank lines */

static bool has_blank_line(const struct noe_murphi_formatter *f, uint32_t from, uint32_t to) {
  bool is_empty = false; /* nothing but blanks since a newline */
  for (uint32_t i = from; i < to; i++) {
    char byte = f->source->bytes[i];
    if (byte == '\n' && is_empty)
      return true;
    is_empty = byte == '\n' || (is_empty && strchr(" \t\r\f\v", byte));
  }
  return false;
}

static void keep_blank_line(struct noe_murphi_formatter *f, uint32_t offset) {
  if (!f->is_block_start && has_blank_line(f, f->last, offset))
    newline(f);
}

/* ---------------------------------------------------------------- comments */

static bool is_line_comment(const struct noe_murphi_formatter *f, const struct noe_ast_comment *comment) {
  return f->source->bytes[comment->span.begin] == '-';
}

/* Prints the next comment; a block comment that was left open is closed, or the
 * newline behind it would make it grow. */
static void put_comment(struct noe_murphi_formatter *f) {
  const char *bytes = f->source->bytes + f->comment->span.begin;
  size_t length = f->comment->span.end - f->comment->span.begin;
  bool is_line = is_line_comment(f, f->comment);
  bool is_open = !is_line && (length < 4 || memcmp(bytes + length - 2, "*/", 2));
  if (is_line || is_open)
    while (length > 2 && strchr(" \t\r\n\f\v", bytes[length - 1]))
      length--;
  noe_murphi_put_bytes(f, bytes, length);
  if (is_open)
    noe_murphi_put(f, " */");
  if (f->last < f->comment->span.end)
    f->last = f->comment->span.end;
  f->comment = f->comment->next;
}

bool noe_murphi_has_comment(const struct noe_murphi_formatter *f, uint32_t offset) {
  return f->comment && f->comment->span.begin < offset;
}

void noe_murphi_flush_comments(struct noe_murphi_formatter *f, uint32_t offset) {
  while (f->comment && f->comment->span.begin < offset) {
    keep_blank_line(f, f->comment->span.begin);
    noe_murphi_begin_word(f);
    put_comment(f);
    newline(f);
  }
}

/* Bytes of a word or sign that may stand between the text of a line and its
 * comment without being in the tree, or 0. */
static uint32_t filler(const struct noe_murphi_formatter *f, uint32_t offset) {
  static const char *const words[] = {"then", "do", "begin", "\xE2\x87\x92"};
  const char *bytes = f->source->bytes + offset;
  if (strchr(" \t\r;:,(){}=>&|-", *bytes))
    return *bytes ? 1 : 0;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (!strncasecmp(bytes, words[i], strlen(words[i])))
      return (uint32_t)strlen(words[i]);
  return 0;
}

/* Does the comment stand behind text that ends at `from`, on the same line? */
static bool is_trailing(const struct noe_murphi_formatter *f, uint32_t from, uint32_t begin) {
  while (from < begin) {
    uint32_t size = filler(f, from);
    if (!size)
      return false;
    from += size;
  }
  return true;
}

void noe_murphi_end_line(struct noe_murphi_formatter *f, uint32_t offset) {
  bool is_full = false;
  if (f->last < offset)
    f->last = offset;
  while (f->comment && !is_full && is_trailing(f, f->last, f->comment->span.begin)) {
    struct noe_span span = f->comment->span;
    is_full =
        is_line_comment(f, f->comment) || memchr(f->source->bytes + span.begin, '\n', span.end - span.begin) != NULL;
    noe_murphi_put(f, "  ");
    put_comment(f);
  }
  newline(f);
}

void noe_murphi_begin_line(struct noe_murphi_formatter *f, uint32_t offset) {
  noe_murphi_flush_comments(f, offset);
  keep_blank_line(f, offset);
  noe_murphi_begin_word(f);
}

/* ------------------------------------------------------------------- blocks */

void noe_murphi_open_block(struct noe_murphi_formatter *f) {
  f->indent += NOE_FORMAT_STEP;
  f->is_block_start = true;
}

void noe_murphi_close_block(struct noe_murphi_formatter *f) { f->indent -= NOE_FORMAT_STEP; }

void noe_murphi_begin_closing(struct noe_murphi_formatter *f, uint32_t offset) {
  f->indent += NOE_FORMAT_STEP;
  noe_murphi_flush_comments(f, offset);
  f->indent -= NOE_FORMAT_STEP;
  noe_murphi_begin_word(f);
}
