/* Diagnostics: what is wrong with an input, where, and what to do about it.
 *
 * Each kind of diagnostic has a stable code (table in diagnostic.def) that
 * `noether explain` elaborates on. A report is one message with a place;
 * a hint and notes (other places that matter) may be attached to the report
 * made last. Reports are kept in the order made and printed sorted by place.
 * At most NOE_DIAGNOSTIC_LIMIT errors are kept; the rest are counted. */
#ifndef NOE_BASE_DIAGNOSTIC_H
#define NOE_BASE_DIAGNOSTIC_H

#include "base/source.h"
#include "base/text.h"

enum noe_diagnostic_code {
#define X(symbol, code, title, text) NOE_##symbol,
#include "base/diagnostic.def"
#undef X
  NOE_DIAGNOSTIC_COUNT
};

enum { NOE_DIAGNOSTIC_LIMIT = 20 };

struct noe_diagnostics;

struct noe_diagnostics *noe_base_diagnostics_new(struct noe_arena *arena, const struct noe_source *source);

/* With `pedantic`, every warning becomes an error. */
void noe_base_diagnostics_pedantic(struct noe_diagnostics *diagnostics, bool pedantic);

/* What follows is about another text, such as a condition of the command line; NULL: about the first one again. Messages
 * about others come behind those about the first, and have no place in lists. */
void noe_base_diagnostics_about(struct noe_diagnostics *diagnostics, const struct noe_source *source);

/* Codes starting with E are errors, with W warnings (R: run-time errors of a
 * model, which are explained but never reported here). A second report with the
 * same code at the same place is dropped. */
void noe_base_report(struct noe_diagnostics *diagnostics, enum noe_diagnostic_code code, struct noe_span span,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Attach to the report made last (dropped with it if that was a duplicate). */
void noe_base_hint(struct noe_diagnostics *diagnostics, const char *format, ...) __attribute__((format(printf, 2, 3)));
void noe_base_note(struct noe_diagnostics *diagnostics, struct noe_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What follows was not read, so the errors counted are not all there are. */
void noe_base_diagnostics_break_off(struct noe_diagnostics *diagnostics);

size_t noe_base_error_count(const struct noe_diagnostics *diagnostics);
size_t noe_base_warning_count(const struct noe_diagnostics *diagnostics);

/* One report, as programs want it. */
struct noe_reported {
  const char *code; /* `E301` */
  bool is_error;
  uint32_t line, column; /* 0: no place in the text */
  struct noe_span span;  /* NOE_NO_SPAN likewise */
  const char *message;
  const char *hint; /* or NULL */
};

/* The reports that are kept, by place, in the diagnostics' arena. */
const struct noe_reported *noe_base_diagnostics_list(const struct noe_diagnostics *diagnostics, size_t *count);

/* file:line:column, the line, a caret, the hint. Colour only if asked for. */
void noe_base_diagnostics_print(const struct noe_diagnostics *diagnostics, struct noe_text *out, bool colour);

const char *noe_base_diagnostic_name(enum noe_diagnostic_code code);
const char *noe_base_diagnostic_title(enum noe_diagnostic_code code);
const char *noe_base_diagnostic_explanation(enum noe_diagnostic_code code);

/* Code by its name (any case), or NOE_DIAGNOSTIC_COUNT. */
enum noe_diagnostic_code noe_base_diagnostic_find(const char *name);

#endif
