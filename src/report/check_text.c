/* The result of a check, for people: the verdict on the first line, then what it
 * rests on. Fits 80 columns unless names or values are long. */
#include <string.h>

#include "model/asked.h"
#include "report/check_int.h"
#include "report/escape.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/number.h"

static const char *verdict_ink(enum noe_verdict verdict) {
  static const char *const inks[] = {[NOE_VERDICT_HOLDS] = NOE_INK_GREEN,
                                     [NOE_VERDICT_VIOLATED] = NOE_INK_RED,
                                     [NOE_VERDICT_UNKNOWN] = NOE_INK_YELLOW,
                                     [NOE_VERDICT_ERROR] = NOE_INK_MAGENTA};
  return inks[verdict];
}

const char *noe_report_verdict_word(enum noe_verdict verdict) {
  static const char *const words[] = {[NOE_VERDICT_HOLDS] = "HOLDS",
                                      [NOE_VERDICT_VIOLATED] = "VIOLATED",
                                      [NOE_VERDICT_UNKNOWN] = "UNKNOWN",
                                      [NOE_VERDICT_ERROR] = "ERROR"};
  return words[verdict];
}

void noe_report_verdict(enum noe_verdict verdict, bool colour, struct noe_text *out) {
  noe_base_text_printf(out, "%s%s%s", noe_ink(colour, verdict_ink(verdict)), noe_report_verdict_word(verdict),
                       noe_ink(colour, NOE_INK_END));
}

void noe_report_paint(const struct noe_report *report, enum noe_verdict verdict, const char *word,
                      struct noe_text *out) {
  noe_base_text_printf(out, "%s%s%s", noe_ink(report->colour, verdict_ink(verdict)), word,
                       noe_ink(report->colour, NOE_INK_END));
}

/* --------------------------------------------------------------- verdict */

static void unknown_reason(const struct noe_report *report, struct noe_text *out) {
  if (report->result->hunted) {
    noe_report_hunt_reason(report->result, out);
    return;
  }
  switch (report->result->stop) {
  case NOE_STOP_BOUND: noe_base_text_puts(out, "  the depth bound was reached"); break;
  case NOE_STOP_MEMORY: noe_base_text_puts(out, "  the memory limit was reached"); break;
  case NOE_STOP_TIME: noe_base_text_puts(out, "  the time limit was reached"); break;
  case NOE_STOP_INTERRUPT: noe_base_text_puts(out, "  interrupted"); break;
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
  case NOE_STOP_ORDER: break;
  }
}

/* Of a part of the claims, HOLDS must not be taken for the whole. */
static void left_out(const struct noe_report *report, struct noe_text *out) {
  if (!report->model || !report->options->property.count)
    return;
  bool no_deadlock = !noe_model_asks_deadlock(&report->options->property);
  if (!report->model->left_out_count && !no_deadlock)
    return;
  noe_base_text_puts(out, "  as far as asked: ");
  if (report->model->left_out_count)
    noe_report_counted(out, report->model->left_out_count, "property");
  noe_base_text_printf(out, "%s%s left out", report->model->left_out_count && no_deadlock ? " and " : "",
                       no_deadlock ? "deadlocks" : "");
}

void noe_report_reason(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  if (result->verdict == NOE_VERDICT_VIOLATED && result->first_failure)
    noe_report_failure_reason(result->first_failure, out);
  else if (result->verdict == NOE_VERDICT_HOLDS) {
    noe_report_trusted(result, out);
    left_out(report, out);
  } else if (result->verdict == NOE_VERDICT_UNKNOWN)
    unknown_reason(report, out);
  else if (result->verdict == NOE_VERDICT_ERROR && result->error) {
    noe_base_text_puts(out, "  ");
    noe_report_escape_plain(out, result->error);
  }
}

static void first_line(const struct noe_report *report, struct noe_text *out) {
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, report->file);
  noe_base_text_printf(out, ":%s ", noe_ink(report->colour, NOE_INK_END));
  noe_report_verdict(report->result->verdict, report->colour, out);
  noe_report_reason(report, out);
  noe_base_text_puts(out, "\n");
}

/* Only a difference is news to those who want to hear little. */
void noe_report_expectation(const struct noe_report *report, struct noe_text *out) {
  if (report->unmet) {
    noe_base_text_printf(out, "  %snot as expected:%s ", noe_ink(report->colour, NOE_INK_RED),
                         noe_ink(report->colour, NOE_INK_END));
    noe_report_escape_plain(out, report->unmet);
    noe_base_text_puts(out, "\n");
  } else if (report->expected && !report->options->quiet) {
    noe_base_text_puts(out, "  as expected: ");
    noe_report_escape_plain(out, report->expected);
    noe_base_text_puts(out, "\n");
  }
}

/* ------------------------------------------------------------ properties */

void noe_report_claim(const struct noe_finding *finding, struct noe_text *out) {
  bool absent = !finding->clause && finding->verdict != NOE_VERDICT_VIOLATED;
  noe_base_text_puts(out, absent ? "no " : "");
  noe_report_label(finding, out);
}

static void property_line(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
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
    noe_base_text_puts(out, ": reached");
    if (!report->result->orbits) {
      noe_base_text_puts(out, " ");
      noe_report_counted(out, finding->count, "time");
    }
  }
  noe_base_text_puts(out, "\n");
}

/* `ok`, `FAIL` or, if it was not decided, `?`; then what it is. */
static void properties(const struct noe_report *report, struct noe_text *out) {
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    property_line(report, &report->result->findings[i], out);
}

static void held(const struct noe_report *report, struct noe_text *out) {
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    if (report->result->findings[i].verdict == NOE_VERDICT_HOLDS)
      property_line(report, &report->result->findings[i], out);
}

/* --------------------------------------------------------------- figures */

/* Is something judged, or found out, by states that were stored before? */
static bool rereads(const struct noe_report *report) {
  const uint64_t samples = report->options->check_symmetry;
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    if (report->result->findings[i].kind == NOE_FINDING_LIVENESS)
      return true;
  return report->options->coverage || (samples && samples != NOE_SOME_SAMPLES);
}

/* What was searched: states one by one, or sets of orbits, which have no firings and no depth. */
static void size_of_search(const struct noe_result *result, struct noe_text *out) {
  if (result->orbits) {
    noe_report_digits(out, result->orbits, "orbit");
    noe_base_text_puts(out, ", ");
    return;
  }
  noe_report_counted(out, result->states, "state");
  noe_base_text_puts(out, ", ");
  noe_report_counted(out, result->rules_fired, "rule");
  bool cut_short = result->verdict == NOE_VERDICT_VIOLATED && !result->complete; /* runs may go deeper */
  noe_base_text_printf(out, " fired, %s %u, ", cut_short ? "searched to depth" : "depth", result->depth);
}

static void figures(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  if (result->hunted) {
    noe_report_hunt_figures(result, out);
    return;
  }
  noe_base_text_puts(out, "  ");
  size_of_search(result, out);
  noe_report_seconds(out, result->seconds);
  noe_base_text_puts(out, ", ");
  noe_report_bytes(out, result->peak_bytes);
  noe_base_text_puts(out, "\n");
  if (result->omission > 0)
    noe_base_text_printf(out, "  compact store: the probability that a state was missed is at most %.1g\n",
                         result->omission);
  else if (report->options->store == NOE_STORED_COMPACT && result->states)
    noe_base_text_puts(out, rereads(report)
                                ? "  states were kept as with --store=full: they are read again later\n"
                                : "  states were kept as with --store=full, which takes less memory here\n");
}

/* Whoever has run out of time or memory may want to know what else there is. */
static void advise_symmetry(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  for (uint32_t i = 0; i < result->type_count; i++)
    if (result->types[i].used)
      return;
  if (result->states && report->options->symmetry != NOE_SYMMETRY_OFF)
    noe_base_text_puts(out, "  no symmetry was used: `noether symmetry` says which lines stand in the way\n");
}

static void advice(const struct noe_report *report, struct noe_text *out) {
  if (report->result->hunted) {
    noe_report_hunt_advice(report, out);
    return;
  }
  switch (report->result->stop) {
  case NOE_STOP_BOUND:
    noe_base_text_puts(out, "  no violation within ");
    noe_report_counted(out, report->options->bound, "step");
    noe_base_text_puts(out, "; to see more, raise --bound or leave it out\n");
    break;
  case NOE_STOP_MEMORY:
    noe_base_text_puts(out, report->result->states ? "  no violation within " : "  nothing was searched within ");
    noe_report_bytes(out, report->memory_limit);
    noe_base_text_puts(out, ": raise --mem or make constants smaller (-D)\n");
    advise_symmetry(report, out);
    break;
  case NOE_STOP_TIME:
    noe_base_text_puts(out, report->result->states ? "  no violation within " : "  nothing was searched within ");
    noe_report_seconds(out, report->options->time);
    noe_base_text_puts(out, ": raise --time or make constants smaller (-D)\n");
    advise_symmetry(report, out);
    break;
  case NOE_STOP_INTERRUPT: noe_base_text_puts(out, "  no violation so far\n"); break;
  case NOE_STOP_NONE:
  case NOE_STOP_ERRORS:
  case NOE_STOP_ORDER: break;
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

static void whose_fault(const struct noe_report *report, struct noe_text *out) {
  noe_base_text_puts(out, report->options->trust_symmetry
                              ? "  --trust-symmetry took a scalarset for symmetric that is not\n"
                              : "  this is a fault of noether, not of the model: please report it\n");
}

/* Comes before what a search without symmetry has found. */
static void broken_symmetry(const struct noe_report *report, struct noe_text *out) {
  noe_report_escape_plain(out, report->file);
  noe_base_text_puts(out, ": ");
  noe_report_paint(report, NOE_VERDICT_ERROR, noe_report_verdict_word(NOE_VERDICT_ERROR), out);
  noe_base_text_puts(out, "  ");
  noe_report_escape_plain(out, report->result->broken_symmetry);
  noe_base_text_puts(out, "\n");
  whose_fault(report, out);
  noe_base_text_puts(out, "  searched again, without symmetry:\n");
}

static void whole(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  if (result->verdict == NOE_VERDICT_ERROR) {
    whose_fault(report, out);
    return;
  }
  if (result->verdict == NOE_VERDICT_VIOLATED) {
    noe_report_failures(report, out);
    if (report->options->max_errors != 1) /* what fails has been said; what holds is worth as much */
      held(report, out);
  } else
    properties(report, out);
  figures(report, out);
  noe_report_figures(result, out);
  noe_report_symmetry(result, out);
  if (result->verdict == NOE_VERDICT_UNKNOWN)
    advice(report, out);
  if (result->verdict == NOE_VERDICT_VIOLATED)
    noe_report_after_failures(report, out);
  going_on(report, out);
  noe_report_notes(report, out);
  noe_report_coverage(report, out);
}

void noe_report_check(const struct noe_report *report, struct noe_text *out) {
  size_t from = out->length;
  if (report->result->broken_symmetry)
    broken_symmetry(report, out);
  first_line(report, out);
  if (report->options->quiet) { /* a verdict is one line, whatever its length */
    noe_report_expectation(report, out);
    return;
  }
  whole(report, out);
  noe_report_expectation(report, out);
  noe_report_fold(out, from);
}
