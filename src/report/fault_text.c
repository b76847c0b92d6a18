/* A run-time error of the model, with its place in the text. */
#include "report/escape.h"
#include "report/ink.h"
#include "report/report.h"

/* Longest part of a source line that is shown: the rest of an 80-column line. */
enum { WINDOW = 70 };

/* Length in bytes of the line that starts at `begin`. */
static size_t line_length(const struct noe_source *source, size_t begin) {
  size_t end = begin;
  while (end < source->length && source->bytes[end] != '\n' && source->bytes[end] != '\r')
    end++;
  return end - begin;
}

static bool continues(const char *byte) { return ((unsigned char)*byte & 0xC0) == 0x80; }

/* The source line and a caret under the column, both cut to a window that contains
 * it. Tabs become one space, so that the caret stands right. */
static void source_line(const struct noe_report *report, struct noe_place place, struct noe_text *out) {
  const struct noe_source *source = report->source;
  if (!source || !place.line || place.line > source->line_count)
    return;
  const char *line = source->bytes + source->lines[place.line - 1];
  const char *end = line + line_length(source, source->lines[place.line - 1]);
  uint32_t first = place.column > WINDOW - 20 ? place.column - WINDOW / 2 : 1, column = 1;
  noe_base_text_printf(out, "  %5u | ", place.line);
  for (; line < end; line++) {
    if (column >= first && column < first + WINDOW)
      noe_base_text_add(out, (unsigned char)*line < 32 || *line == 127 ? " " : line, 1);
    column += line + 1 < end && !continues(line + 1);
  }
  noe_base_text_printf(out, "\n        | %*s%s^%s\n", (int)(place.column - first), "",
                       noe_ink(report->colour, NOE_INK_RED), noe_ink(report->colour, NOE_INK_END));
}

static const char *fault_word(enum noe_diagnostic_code code) {
  return code == NOE_R_ASSERT ? "assertion failed" : code == NOE_R_ERROR ? "error statement" : "run-time error";
}

void noe_report_fault(const struct noe_report *report, const struct noe_fault *fault, struct noe_text *out) {
  noe_base_text_printf(out, "  %s", noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_link(report, fault->place.line, out);
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%u:%u:", fault->place.line, fault->place.column);
  noe_report_link_end(report, out);
  noe_base_text_printf(out, " %s%s[%s]:%s ", noe_ink(report->colour, NOE_INK_RED), fault_word(fault->code),
                       noe_base_diagnostic_name(fault->code), noe_ink(report->colour, NOE_INK_END));
  noe_report_escape_plain(out, fault->message ? fault->message : noe_base_diagnostic_title(fault->code));
  noe_base_text_puts(out, "\n");
  source_line(report, fault->place, out);
}
