#include "report/escape.h"

/* Next character of `*text`, which moves on; 0 at the end, 0xFFFD for a byte that
 * is part of no UTF-8 character (over-long forms and surrogates included). */
static uint32_t next_character(const char **text) {
  const unsigned char *bytes = (const unsigned char *)*text;
  uint32_t first = bytes[0];
  if (!first)
    return 0;
  int more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
  uint32_t code = more <= 0 ? first : first & (0x3Fu >> more);
  for (int i = 1; i <= more; i++) {
    if ((bytes[i] & 0xC0) != 0x80)
      more = -1;
    else
      code = code << 6 | (bytes[i] & 0x3F);
  }
  bool wrong = more < 0 || (more == 2 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
               (more == 3 && (code < 0x10000 || code > 0x10FFFF));
  *text += wrong ? 1 : more + 1;
  return wrong ? 0xFFFD : code;
}

static void put_character(struct noe_text *out, uint32_t code) {
  char bytes[4];
  size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = length; --i > 0; code >>= 6)
    bytes[i] = (char)(0x80 | (code & 0x3F));
  static const unsigned char lead[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
  bytes[0] = (char)(lead[length] | code);
  noe_base_text_add(out, bytes, length);
}

static bool is_control(uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

void noe_report_escape_plain(struct noe_text *out, const char *text) {
  for (uint32_t code; (code = next_character(&text));) {
    if (code == '\n')
      noe_base_text_puts(out, "\\n");
    else if (code == '\t')
      noe_base_text_puts(out, "\\t");
    else if (is_control(code))
      noe_base_text_printf(out, "\\x%02x", code);
    else
      put_character(out, code);
  }
}

/* What stands for itself, as nearly everything does, is copied in one go. */
static const char *copy_harmless(struct noe_text *out, const char *text) {
  const char *end = text;
  while (*end >= ' ' && *end < 0x7F && *end != '"' && *end != '\\')
    end++;
  noe_base_text_add(out, text, (size_t)(end - text));
  return end;
}

void noe_report_escape_json(struct noe_text *out, const char *text) {
  text = copy_harmless(out, text);
  for (uint32_t code; (code = next_character(&text));) {
    if (code == '"' || code == '\\')
      noe_base_text_printf(out, "\\%c", (int)code);
    else if (code == '\n')
      noe_base_text_puts(out, "\\n");
    else if (is_control(code))
      noe_base_text_printf(out, "\\u%04x", code);
    else
      put_character(out, code);
  }
}

static void escape_xml(struct noe_text *out, const char *text, bool block) {
  for (uint32_t code; (code = next_character(&text));) {
    if (code == '&')
      noe_base_text_puts(out, "&amp;");
    else if (code == '<')
      noe_base_text_puts(out, "&lt;");
    else if (code == '>')
      noe_base_text_puts(out, "&gt;");
    else if (code == '"')
      noe_base_text_puts(out, "&quot;");
    else if (code == '\n' && block)
      noe_base_text_puts(out, "\n");
    else if (code == '\n' || code == '\t' || code == '\r')
      noe_base_text_printf(out, "&#%u;", code);
    else if (!is_control(code) && code != 0xFFFE && code != 0xFFFF)
      put_character(out, code);
  }
}

void noe_report_escape_xml(struct noe_text *out, const char *text) { escape_xml(out, text, false); }
void noe_report_escape_xml_block(struct noe_text *out, const char *text) { escape_xml(out, text, true); }

void noe_report_escape_dot(struct noe_text *out, const char *text) {
  for (uint32_t code; (code = next_character(&text));) {
    if (code == '"' || code == '\\')
      noe_base_text_printf(out, "\\%c", (int)code);
    else if (code == '\n')
      noe_base_text_puts(out, "\\l");
    else if (is_control(code))
      noe_base_text_puts(out, " ");
    else
      put_character(out, code);
  }
}

void noe_report_escape_roff(struct noe_text *out, const char *text) {
  if (*text == '.' || *text == '\'')
    noe_base_text_puts(out, "\\&");
  for (uint32_t code; (code = next_character(&text));) {
    if (code == '\\')
      noe_base_text_puts(out, "\\e");
    else if (code == '-')
      noe_base_text_puts(out, "\\-");
    else
      put_character(out, code);
  }
}
