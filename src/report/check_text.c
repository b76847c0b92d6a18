/* The result of a check, for people: the verdict on the first line, then what it
 * rests on. Fits 80 columns unless names or values are long. */
#include <string.h>

#include "report/check_int.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"

static const char *verdict_ink(enum noe_verdict verdict) {
  static const char *const inks[] = {[NOE_VERDICT_HOLDS] = NOE_INK_GREEN,
                                     [NOE_VERDICT_VIOLATED] = NOE_INK_RED,
                                     [NOE_VERDICT_UNKNOWN] = NOE_INK_YELLOW,
                                     [NOE_VERDICT_ERROR] = NOE_INK_MAGENTA};
  return inks[verdict];
}

static const char *verdict_word(enum noe_verdict verdict) {
  static const char *const words[] = {[NOE_VERDICT_HOLDS] = "HOLDS",
                                      [NOE_VERDICT_VIOLATED] = "VIOLATED",
                                      [NOE_VERDICT_UNKNOWN] = "UNKNOWN",
                                      [NOE_VERDICT_ERROR] = "ERROR"};
  return words[verdict];
}

void noe_report_paint(const struct noe_report *report, enum noe_verdict verdict, const char *word,
                      struct noe_text *out) {
  noe_base_text_printf(out, "%s%s%s", noe_ink(report->colour, verdict_ink(verdict)), word,
                       noe_ink(report->colour, NOE_INK_END));
}

/* --------------------------------------------------------------- verdict */

static void unknown_reason(const struct noe_report *report, struct noe_text *out) {
  switch (report->result->stop) {
  case NOE_STOP_BOUND:
    noe_base_text_puts(out, "  the depth bound was reached");
    break;
  case NOE_STOP_MEMORY:
    noe_base_text_puts(out, "  the memory limit was reached");
    break;
  case NOE_STOP_TIME:
    noe_base_text_puts(out, "  the time limit was reached");
    break;
  case NOE_STOP_INTERRUPT:
    noe_base_text_puts(out, "  interrupted");
    break;
  case NOE_STOP_NONE: /* everything was searched, but not everything is decided by that */
    for (uint32_t i = 0; i < report->result->finding_count; i++)
      if (report->result->findings[i].verdict == NOE_VERDICT_UNKNOWN && report->result->findings[i].message) {
        noe_base_text_puts(out, "  ");
        noe_report_label(&report->result->findings[i], out);
        noe_base_text_printf(out, ": %s", report->result->findings[i].message);
        break;
      }
    break;
  case NOE_STOP_ERRORS:
  case NOE_STOP_ORDER:
    break;
  }
}

static void first_line(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
  noe_report_paint(report, result->verdict, verdict_word(result->verdict), out);
  if (result->verdict == NOE_VERDICT_VIOLATED && result->first_failure)
    noe_report_failure_reason(result->first_failure, out);
  else if (result->verdict == NOE_VERDICT_HOLDS)
    noe_report_trusted(result, out);
  else if (result->verdict == NOE_VERDICT_UNKNOWN)
    unknown_reason(report, out);
  else if (result->verdict == NOE_VERDICT_ERROR && result->error) {
    noe_base_text_puts(out, "  ");
    noe_report_escape_plain(out, result->error);
  }
  noe_base_text_puts(out, "\n");
}

/* ------------------------------------------------------------ properties */

void noe_report_claim(const struct noe_finding *finding, struct noe_text *out) {
  bool absent = !finding->clause && finding->verdict != NOE_VERDICT_VIOLATED;
  noe_base_text_puts(out, absent ? "no " : "");
  noe_report_label(finding, out);
}

static void property_line(const struct noe_report *report, const struct noe_finding *finding,
                          struct noe_text *out) {
  static const char *const marks[] = {[NOE_VERDICT_HOLDS] = "ok",
                                      [NOE_VERDICT_VIOLATED] = "FAIL",
                                      [NOE_VERDICT_UNKNOWN] = "?",
                                      [NOE_VERDICT_ERROR] = "ERROR"};
  const char *mark = marks[finding->verdict];
  noe_base_text_printf(out, "  %*s", (int)(4 - strlen(mark) % 5), "");
  noe_report_paint(report, finding->verdict, mark, out);
  noe_base_text_puts(out, "  ");
  noe_report_claim(finding, out);
  noe_report_label_line(finding, out);
  if (finding->kind == NOE_FINDING_COVER && finding->count) {
    noe_base_text_puts(out, ": reached ");
    noe_report_counted(out, finding->count, "time");
  }
  noe_base_text_puts(out, "\n");
}

/* `ok`, `FAIL` or, if it was not decided, `?`; then what it is. */
static void properties(const struct noe_report *report, struct noe_text *out) {
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    property_line(report, &report->result->findings[i], out);
}

/* --------------------------------------------------------------- figures */

static void figures(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, result->states, "state");
  noe_base_text_puts(out, ", ");
  noe_report_counted(out, result->rules_fired, "rule");
  bool cut_short = result->verdict == NOE_VERDICT_VIOLATED && !result->complete; /* runs may go deeper */
  noe_base_text_printf(out, " fired, %s %u, ", cut_short ? "searched to depth" : "depth", result->depth);
  noe_report_seconds(out, result->seconds);
  noe_base_text_puts(out, ", ");
  noe_report_bytes(out, result->peak_bytes);
  noe_base_text_puts(out, "\n");
  if (result->omission > 0)
    noe_base_text_printf(out, "  compact store: the probability that a state was missed is at most %.1g\n",
                         result->omission);
  else if (report->options->store == NOE_KEEP_COMPACT && result->states)
    noe_base_text_puts(out, "  states were kept as with --store=full: they are read again later\n");
}

static void advice(const struct noe_report *report, struct noe_text *out) {
  switch (report->result->stop) {
  case NOE_STOP_BOUND:
    noe_base_text_puts(out, "  no violation within ");
    noe_report_counted(out, report->options->bound, "step");
    noe_base_text_puts(out, "; to see more, raise --bound or leave it out\n");
    break;
  case NOE_STOP_MEMORY:
    noe_base_text_puts(out, "  no violation so far; the limit is ");
    noe_report_bytes(out, report->memory_limit);
    noe_base_text_puts(out, ": raise --mem, or make constants smaller (-D)\n");
    break;
  case NOE_STOP_TIME:
    noe_base_text_puts(out, "  no violation so far; the limit is ");
    noe_report_seconds(out, report->options->time);
    noe_base_text_puts(out, ": raise --time, or make constants smaller (-D)\n");
    break;
  case NOE_STOP_INTERRUPT:
    noe_base_text_puts(out, "  no violation so far\n");
    break;
  case NOE_STOP_NONE:
  case NOE_STOP_ERRORS:
  case NOE_STOP_ORDER:
    break;
  }
}

static void going_on(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  bool is_over = result->stop != NOE_STOP_MEMORY && result->stop != NOE_STOP_TIME && result->stop != NOE_STOP_INTERRUPT;
  if (!result->checkpoint || is_over)
    return;
  noe_base_text_puts(out, "  --resume ");
  noe_report_escape_plain(out, result->checkpoint);
  noe_base_text_printf(out, " goes on from the last checkpoint%s\n",
                       result->stop == NOE_STOP_MEMORY ? "; give it more --mem" : "");
}

void noe_report_check(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  first_line(report, out);
  if (report->options->quiet)
    return;
  if (result->verdict == NOE_VERDICT_ERROR) {
    noe_base_text_puts(out, report->options->trust_symmetry
                                ? "  --trust-symmetry took a scalarset for symmetric that is not\n"
                                : "  this is a fault of noether, not of the model: please report it\n");
    return;
  }
  if (result->verdict == NOE_VERDICT_VIOLATED)
    noe_report_failures(report, out);
  else
    properties(report, out);
  figures(report, out);
  noe_report_symmetry(result, out);
  if (result->verdict == NOE_VERDICT_UNKNOWN)
    advice(report, out);
  if (result->verdict == NOE_VERDICT_VIOLATED)
    noe_report_after_failures(report, out);
  going_on(report, out);
  noe_report_notes(report, out);
}
