#include "base/diagnostic.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct note {
  struct note *next;
  struct noe_span span;
  const char *message;
};

struct report {
  enum noe_diagnostic_code code;
  bool is_error;
  const struct noe_source *source;
  struct noe_span span;
  const char *message, *hint;
  struct note *notes;
  size_t order;
};

struct noe_diagnostics {
  struct noe_arena *arena;
  const struct noe_source *source; /* the text itself */
  const struct noe_source *now;    /* what is being read */
  bool pedantic;
  bool broken_off;
  NOE_LIST(struct report *) reports;
  struct report *last; /* NULL if the last report was dropped */
  size_t errors, warnings;
};

static const struct {
  const char *name, *title, *explanation;
} table[] = {
#define X(symbol, code, title, text) {code, title, text},
#include "base/diagnostic.def"
#undef X
};

const char *noe_base_diagnostic_name(enum noe_diagnostic_code code) { return table[code].name; }
const char *noe_base_diagnostic_title(enum noe_diagnostic_code code) { return table[code].title; }

const char *noe_base_diagnostic_explanation(enum noe_diagnostic_code code) { return table[code].explanation; }

enum noe_diagnostic_code noe_base_diagnostic_find(const char *name) {
  for (int code = 0; code < NOE_DIAGNOSTIC_COUNT; code++)
    if (!strcasecmp(table[code].name, name))
      return (enum noe_diagnostic_code)code;
  return NOE_DIAGNOSTIC_COUNT;
}

struct noe_diagnostics *noe_base_diagnostics_new(struct noe_arena *arena, const struct noe_source *source) {
  struct noe_diagnostics *diagnostics = NOE_NEW(arena, struct noe_diagnostics);
  diagnostics->arena = arena;
  diagnostics->source = diagnostics->now = source;
  return diagnostics;
}

void noe_base_diagnostics_about(struct noe_diagnostics *diagnostics, const struct noe_source *source) {
  diagnostics->now = source ? source : diagnostics->source;
}

void noe_base_diagnostics_pedantic(struct noe_diagnostics *diagnostics, bool pedantic) {
  diagnostics->pedantic = pedantic;
}

void noe_base_diagnostics_break_off(struct noe_diagnostics *diagnostics) { diagnostics->broken_off = true; }

size_t noe_base_error_count(const struct noe_diagnostics *diagnostics) { return diagnostics->errors; }
size_t noe_base_warning_count(const struct noe_diagnostics *diagnostics) { return diagnostics->warnings; }

static bool has_place(struct noe_span span) { return span.begin != NOE_NO_SPAN.begin; }

static bool is_duplicate(const struct noe_diagnostics *diagnostics, enum noe_diagnostic_code code,
                         struct noe_span span) {
  for (size_t i = 0; i < diagnostics->reports.count; i++) {
    const struct report *report = diagnostics->reports.items[i];
    if (report->code == code && report->source == diagnostics->now && report->span.begin == span.begin &&
        has_place(span))
      return true;
  }
  return false;
}

void noe_base_report(struct noe_diagnostics *diagnostics, enum noe_diagnostic_code code, struct noe_span span,
                     const char *format, ...) {
  bool is_error = table[code].name[0] != 'W' || diagnostics->pedantic;
  size_t *count = is_error ? &diagnostics->errors : &diagnostics->warnings;
  diagnostics->last = NULL;
  if (*count < NOE_DIAGNOSTIC_LIMIT && is_duplicate(diagnostics, code, span))
    return;
  if (++*count > NOE_DIAGNOSTIC_LIMIT)
    return;
  struct report *report = NOE_NEW(diagnostics->arena, struct report);
  *report = (struct report){.code = code, .is_error = is_error, .source = diagnostics->now, .span = span};
  report->order = diagnostics->reports.count;
  va_list arguments;
  va_start(arguments, format);
  report->message = noe_base_arena_vformat(diagnostics->arena, format, arguments);
  va_end(arguments);
  NOE_LIST_PUSH(diagnostics->arena, &diagnostics->reports, report);
  diagnostics->last = report;
}

void noe_base_hint(struct noe_diagnostics *diagnostics, const char *format, ...) {
  if (!diagnostics->last)
    return;
  va_list arguments;
  va_start(arguments, format);
  diagnostics->last->hint = noe_base_arena_vformat(diagnostics->arena, format, arguments);
  va_end(arguments);
}

void noe_base_note(struct noe_diagnostics *diagnostics, struct noe_span span, const char *format, ...) {
  if (!diagnostics->last || diagnostics->last->source != diagnostics->source)
    return; /* a place in the text, beside a message about another one */
  struct note *note = NOE_NEW(diagnostics->arena, struct note);
  note->span = span;
  va_list arguments;
  va_start(arguments, format);
  note->message = noe_base_arena_vformat(diagnostics->arena, format, arguments);
  va_end(arguments);
  struct note **end = &diagnostics->last->notes;
  while (*end)
    end = &(*end)->next;
  *end = note;
}

/* ----------------------------------------------------------------- print */

static const char *paint(bool colour, const char *code) { return colour ? code : ""; }

/* Widest part of a source line that is shown; longer lines are cut around the
 * caret so that the message stays readable. */
enum { WINDOW = 120 };

/* One line of the source, tabs as one space, with a caret line below that
 * underlines the span as far as it reaches on that line. */
static void print_line(const struct noe_source *source, struct noe_span span, struct noe_text *out, bool colour,
                       const char *shade) {
  struct noe_place place = noe_base_source_place(source, span.begin);
  uint32_t begin = source->lines[place.line - 1], end = begin;
  while (end < source->length && source->bytes[end] != '\n' && source->bytes[end] != '\r')
    end++;
  if (span.begin > begin + WINDOW / 2 && end - begin > WINDOW)
    begin = span.begin - WINDOW / 2;
  if (end - begin > WINDOW)
    end = begin + WINDOW;
  while (begin < end && ((unsigned char)source->bytes[begin] & 0xC0) == 0x80)
    begin++;
  noe_base_text_printf(out, "%5u | ", place.line);
  for (uint32_t i = begin; i < end; i++) {
    char byte = source->bytes[i];
    noe_base_text_add(out, (unsigned char)byte < 32 || byte == 127 ? " " : &byte, 1);
  }
  noe_base_text_printf(out, "\n      | ");
  for (uint32_t i = begin; i < span.begin && i < end; i++)
    if (((unsigned char)source->bytes[i] & 0xC0) != 0x80)
      noe_base_text_puts(out, " ");
  noe_base_text_printf(out, "%s^", paint(colour, shade));
  for (uint32_t i = span.begin + 1; i < span.end && i < end; i++)
    if (((unsigned char)source->bytes[i] & 0xC0) != 0x80)
      noe_base_text_puts(out, "~");
  noe_base_text_printf(out, "%s\n", paint(colour, "\033[0m"));
}

static void print_place(const struct noe_source *source, struct noe_span span, struct noe_text *out) {
  if (!has_place(span)) {
    noe_base_text_printf(out, "%s: ", source->name);
    return;
  }
  struct noe_place place = noe_base_source_place(source, span.begin);
  noe_base_text_printf(out, "%s:%u:%u: ", source->name, place.line, place.column);
}

static void print_report(const struct report *report, struct noe_text *out, bool colour) {
  const char *shade = report->is_error ? "\033[1;31m" : "\033[1;35m";
  noe_base_text_puts(out, paint(colour, "\033[1m"));
  print_place(report->source, report->span, out);
  noe_base_text_printf(out, "%s%s[%s]:%s %s\n", paint(colour, shade), report->is_error ? "error" : "warning",
                       table[report->code].name, paint(colour, "\033[0m"), report->message);
  if (has_place(report->span))
    print_line(report->source, report->span, out, colour, shade);
  for (const struct note *note = report->notes; note; note = note->next) {
    print_place(report->source, note->span, out);
    noe_base_text_printf(out, "note: %s\n", note->message);
    print_line(report->source, note->span, out, colour, "\033[1;36m");
  }
  if (report->hint)
    noe_base_text_printf(out, "      = %shint:%s %s\n", paint(colour, "\033[1;36m"), paint(colour, "\033[0m"),
                         report->hint);
}

static int by_place(const void *a, const void *b) {
  const struct report *x = *(struct report *const *)a, *y = *(struct report *const *)b;
  if (x->source == y->source && x->span.begin != y->span.begin)
    return x->span.begin < y->span.begin ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static void print_surplus(size_t count, const char *what, struct noe_text *out) {
  if (count > NOE_DIAGNOSTIC_LIMIT)
    noe_base_text_printf(out, "... and %zu more %s\n", count - NOE_DIAGNOSTIC_LIMIT, what);
}

/* The reports by place. */
static struct report **sort_reports(const struct noe_diagnostics *diagnostics) {
  size_t count = diagnostics->reports.count;
  struct report **sorted = NOE_NEW_ARRAY(diagnostics->arena, struct report *, count);
  if (count) {
    memcpy(sorted, diagnostics->reports.items, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_place);
  }
  return sorted;
}

const struct noe_reported *noe_base_diagnostics_list(const struct noe_diagnostics *diagnostics, size_t *count) {
  struct report **sorted = sort_reports(diagnostics);
  *count = diagnostics->reports.count;
  struct noe_reported *list = NOE_NEW_ARRAY(diagnostics->arena, struct noe_reported, *count);
  for (size_t i = 0; i < *count; i++) {
    struct noe_place place = {0, 0};
    struct noe_span span = sorted[i]->source == diagnostics->source ? sorted[i]->span : NOE_NO_SPAN;
    if (has_place(span))
      place = noe_base_source_place(diagnostics->source, span.begin);
    list[i] = (struct noe_reported){.code = table[sorted[i]->code].name,
                                    .is_error = sorted[i]->is_error,
                                    .line = place.line,
                                    .column = place.column,
                                    .span = span,
                                    .message = sorted[i]->message,
                                    .hint = sorted[i]->hint};
  }
  return list;
}

void noe_base_diagnostics_print(const struct noe_diagnostics *diagnostics, struct noe_text *out, bool colour) {
  struct report **sorted = sort_reports(diagnostics);
  for (size_t i = 0; i < diagnostics->reports.count; i++)
    print_report(sorted[i], out, colour);
  if (diagnostics->broken_off)
    noe_base_text_puts(out, "... and more errors, which are not shown: too many to read on\n");
  else
    print_surplus(diagnostics->errors, "errors", out);
  print_surplus(diagnostics->warnings, "warnings", out);
}
