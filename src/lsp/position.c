/* Offsets in UTF-8 and columns in UTF-16. Characters beyond 16 bits take four bytes here and two units there. */
#include "lsp/lsp_int.h"

static bool begins(char byte) { return ((unsigned char)byte & 0xC0) != 0x80; }

static uint32_t units(char byte) { return !begins(byte) ? 0 : (unsigned char)byte >= 0xF0 ? 2 : 1; }

static uint32_t line_end(const struct noe_source *source, uint32_t begin) {
  uint32_t end = begin;
  while (end < source->length && source->bytes[end] != '\n' && source->bytes[end] != '\r')
    end++;
  return end;
}

void noe_lsp_put_position(struct noe_json *json, const char *key, const struct noe_source *source, uint32_t offset) {
  if (offset > source->length)
    offset = (uint32_t)source->length;
  struct noe_place place = noe_base_source_place(source, offset);
  uint64_t column = 0;
  for (uint32_t i = source->lines[place.line - 1]; i < offset; i++)
    column += units(source->bytes[i]);
  noe_report_json_key(json, key);
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_unsigned(json, "line", place.line - 1);
  noe_report_json_put_unsigned(json, "character", column);
  noe_report_json_end(json, '}');
}

void noe_lsp_put_range(struct noe_json *json, const char *key, const struct noe_source *source, struct noe_span span) {
  if (span.begin == NOE_NO_SPAN.begin)
    span = (struct noe_span){0, 0};
  noe_report_json_key(json, key);
  noe_report_json_begin(json, '{', true);
  noe_lsp_put_position(json, "start", source, span.begin);
  noe_lsp_put_position(json, "end", source, span.end < span.begin ? span.begin : span.end);
  noe_report_json_end(json, '}');
}

uint32_t noe_lsp_offset(const struct noe_source *source, int64_t line, int64_t character) {
  if (line < 0 || !source->line_count)
    return 0;
  if ((uint64_t)line >= source->line_count)
    return (uint32_t)source->length;
  uint32_t at = source->lines[line], end = line_end(source, at);
  for (int64_t column = 0; at < end && column < character; at++)
    column += units(source->bytes[at]);
  while (at < end && !begins(source->bytes[at]))
    at++;
  return at;
}

void noe_lsp_put_location(struct noe_json *json, const struct noe_document *document, struct noe_span span) {
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "uri", document->uri);
  noe_lsp_put_range(json, "range", &document->source, span);
  noe_report_json_end(json, '}');
}
