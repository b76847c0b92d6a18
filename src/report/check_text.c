/* The result of a check, for people: the verdict on the first line, then what it
 * rests on. Fits 80 columns unless names or values are long. */
#include <string.h>

#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/report.h"

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

static void paint_word(const struct noe_report *report, enum noe_verdict verdict, const char *word,
                       struct noe_text *out) {
  noe_base_text_printf(out, "%s%s%s", noe_ink(report->colour, verdict_ink(verdict)), word,
                       noe_ink(report->colour, NOE_INK_END));
}

static void line_of(const struct noe_finding *finding, struct noe_text *out) {
  if (finding->place.line && !(finding->clause && !finding->clause->name))
    noe_base_text_printf(out, " (line %u)", finding->place.line);
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
  case NOE_STOP_NONE:
  case NOE_STOP_ERRORS:
    break;
  }
}

static void failure_reason(const struct noe_finding *failure, struct noe_text *out) {
  noe_base_text_puts(out, "  ");
  noe_report_label(failure, out);
  line_of(failure, out);
  if (failure->kind == NOE_FINDING_COVER)
    noe_base_text_puts(out, " was never reached");
  if (failure->kind == NOE_FINDING_ASSERTION && failure->message && strcmp(failure->message, failure->name)) {
    noe_base_text_puts(out, ": ");
    noe_report_escape_plain(out, failure->message);
  }
}

static void first_line(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
  paint_word(report, result->verdict, verdict_word(result->verdict), out);
  if (result->verdict == NOE_VERDICT_VIOLATED && result->first_failure)
    failure_reason(result->first_failure, out);
  else if (result->verdict == NOE_VERDICT_UNKNOWN)
    unknown_reason(report, out);
  else if (result->verdict == NOE_VERDICT_ERROR && result->error) {
    noe_base_text_puts(out, "  ");
    noe_report_escape_plain(out, result->error);
  }
  noe_base_text_puts(out, "\n");
}

/* ------------------------------------------------------------ properties */

static void property_line(const struct noe_report *report, const struct noe_finding *finding,
                          struct noe_text *out) {
  static const char *const marks[] = {[NOE_VERDICT_HOLDS] = "ok",
                                      [NOE_VERDICT_VIOLATED] = "FAIL",
                                      [NOE_VERDICT_UNKNOWN] = "?",
                                      [NOE_VERDICT_ERROR] = "ERROR"};
  const char *mark = marks[finding->verdict];
  bool absent = !finding->clause && finding->verdict != NOE_VERDICT_VIOLATED;
  noe_base_text_printf(out, "  %*s", (int)(4 - strlen(mark) % 5), "");
  paint_word(report, finding->verdict, mark, out);
  noe_base_text_puts(out, absent ? "  no " : "  ");
  noe_report_label(finding, out);
  line_of(finding, out);
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

/* -------------------------------------------------------------- failures */

static const char *what_it_shows(const struct noe_finding *finding) {
  switch (finding->kind) {
  case NOE_FINDING_INVARIANT:
    return "it is false";
  case NOE_FINDING_LIVENESS:
    return "no way leads to a state with it any more";
  case NOE_FINDING_DEADLOCK:
    return "nothing can happen any more";
  case NOE_FINDING_ASSERTION:
  case NOE_FINDING_COVER:
    break;
  }
  return NULL;
}

/* `After 4 steps it is false for i = Proc_1:` */
static void introduce(const struct noe_report *report, const struct noe_finding *finding,
                      struct noe_text *out) {
  const struct noe_trace *trace = finding->trace;
  const char *shows = what_it_shows(finding);
  if (!shows || trace->has_fault || !trace->count)
    return;
  noe_base_text_puts(out, "  after ");
  noe_report_counted(out, trace->count - 1, "step");
  noe_base_text_printf(out, " %s", shows);
  if (finding->clause && finding->arguments && finding->clause->parameter_count) {
    noe_base_text_puts(out, ", for ");
    noe_report_arguments(report->model, finding->clause, finding->arguments,
                         trace->steps[trace->count - 1].state, out);
  }
  noe_base_text_puts(out, report->options->trace == NOE_TRACE_OFF ? "\n" : ":\n");
}

static void message_of(const struct noe_finding *finding, struct noe_text *out) {
  if (!finding->message || (finding->trace && finding->trace->has_fault))
    return;
  noe_base_text_puts(out, "  ");
  noe_report_escape_plain(out, finding->message);
  noe_base_text_puts(out, "\n");
}

static void failure(const struct noe_report *report, const struct noe_finding *finding,
                    struct noe_text *out) {
  if (finding != report->result->first_failure) {
    noe_base_text_puts(out, "\n  also ");
    paint_word(report, NOE_VERDICT_VIOLATED, "VIOLATED", out);
    failure_reason(finding, out);
    noe_base_text_puts(out, "\n");
  }
  message_of(finding, out);
  if (!finding->trace)
    return;
  introduce(report, finding, out);
  if (report->options->trace != NOE_TRACE_OFF)
    noe_base_text_puts(out, "\n");
  noe_report_trace(report, finding->trace, out);
}

static void undecided(const struct noe_report *report, struct noe_text *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    count += report->result->findings[i].verdict == NOE_VERDICT_UNKNOWN;
  if (!count)
    return;
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, count, "other property");
  noe_base_text_puts(out, count == 1 ? " was" : " were");
  noe_base_text_puts(out, " not decided; --max-errors=0 searches everything\n");
}

static void failures(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  if (result->first_failure)
    failure(report, result->first_failure, out);
  for (uint32_t i = 0; i < result->finding_count; i++) {
    const struct noe_finding *finding = &result->findings[i];
    if (finding->verdict == NOE_VERDICT_VIOLATED && finding != result->first_failure)
      failure(report, finding, out);
  }
  noe_base_text_puts(out, "\n");
}

/* How to go on from here. */
static void after_failures(const struct noe_report *report, struct noe_text *out) {
  bool has_trace = false;
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    has_trace = has_trace || report->result->findings[i].trace;
  undecided(report, out);
  if (has_trace && !report->options->trace_out)
    noe_base_text_puts(out, "  --trace-out FILE saves the run; `noether replay FILE MODEL` repeats it\n");
}

/* --------------------------------------------------------------- figures */

static void figures(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, result->states, "state");
  noe_base_text_puts(out, ", ");
  noe_report_counted(out, result->rules_fired, "rule");
  noe_base_text_printf(out, " fired, depth %u, ", result->depth);
  noe_report_seconds(out, result->seconds);
  noe_base_text_puts(out, ", ");
  noe_report_bytes(out, result->peak_bytes);
  noe_base_text_puts(out, "\n");
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
    break;
  }
}

void noe_report_check(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  first_line(report, out);
  if (report->options->quiet)
    return;
  if (result->verdict == NOE_VERDICT_ERROR) {
    noe_base_text_puts(out, "  this is a fault of noether, not of the model: please report it\n");
    return;
  }
  if (result->verdict == NOE_VERDICT_VIOLATED)
    failures(report, out);
  else
    properties(report, out);
  figures(report, out);
  if (result->verdict == NOE_VERDICT_UNKNOWN)
    advice(report, out);
  if (result->verdict == NOE_VERDICT_VIOLATED)
    after_failures(report, out);
  noe_report_notes(report, out);
}
