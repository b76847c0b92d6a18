/* Failures with their runs, for people. A run that several findings share is shown
 * once. */
#include <string.h>

#include "report/check_int.h"
#include "report/escape.h"
#include "report/number.h"
#include "report/why_text.h"

void noe_report_failure_reason(const struct noe_finding *finding, struct noe_text *out) {
  noe_base_text_puts(out, "  ");
  noe_report_label(finding, out);
  noe_report_label_line(finding, out);
  if (finding->kind == NOE_FINDING_COVER)
    noe_base_text_puts(out, " was never reached");
  if (finding->kind == NOE_FINDING_ASSERTION && finding->message && !noe_report_label_is_name(finding)) {
    noe_base_text_puts(out, ": ");
    noe_report_escape_plain(out, finding->message);
  }
}

/* ------------------------------------------------------------ equal runs */

static bool same_step(const struct noe_model *model, const struct noe_trace_step *a, const struct noe_trace_step *b) {
  if (a->clause != b->clause || !a->state != !b->state)
    return false;
  size_t arguments = a->arguments && b->arguments ? a->clause->parameter_count : 0;
  return (!arguments || !memcmp(a->arguments, b->arguments, arguments * sizeof *a->arguments)) &&
         (!a->state || !memcmp(a->state, b->state, model->cell_count * sizeof *a->state));
}

static bool same_run(const struct noe_model *model, const struct noe_trace *a, const struct noe_trace *b) {
  if (a->count != b->count || a->has_loop != b->has_loop || (a->has_loop && a->loop != b->loop))
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!same_step(model, &a->steps[i], &b->steps[i]))
      return false;
  return true;
}

/* A failure shown before this one, with the same run; or NULL. */
static const struct noe_finding *shown_before(const struct noe_report *report, const struct noe_finding *finding) {
  const struct noe_result *result = report->result;
  const struct noe_finding *first = result->first_failure;
  if (finding == first || noe_report_trace_reveals(finding->trace))
    return NULL;
  if (first && first->trace && same_run(report->model, first->trace, finding->trace))
    return first;
  for (const struct noe_finding *other = result->findings; other < finding; other++)
    if (other->verdict == NOE_VERDICT_VIOLATED && other->trace && same_run(report->model, other->trace, finding->trace))
      return other;
  return NULL;
}

/* -------------------------------------------------------------- failures */

static const char *what_it_shows(const struct noe_finding *finding, const struct noe_trace *trace) {
  switch (finding->kind) {
  case NOE_FINDING_INVARIANT: return "it is false";
  case NOE_FINDING_LIVENESS: return "no way leads to a state with it any more";
  case NOE_FINDING_DEADLOCK: return "nothing can happen any more";
  case NOE_FINDING_SEQUENCE: return "the sequence has been matched";
  case NOE_FINDING_CTL:
  case NOE_FINDING_CTLSTAR:
  case NOE_FINDING_MU:
  case NOE_FINDING_ASSERTION:
  case NOE_FINDING_COVER: break;
  case NOE_FINDING_LTL: return trace->has_loop ? NULL : "it is violated, whatever follows";
  }
  return NULL;
}

/* `after 2 steps a loop of 3 steps goes on for ever` */
static void introduce_lasso(const struct noe_trace *trace, struct noe_text *out) {
  noe_base_text_puts(out, "  after ");
  noe_report_counted(out, trace->loop, "step");
  if (trace->loop + 1 == trace->count) {
    noe_base_text_puts(out, " the run stands still for ever");
    return;
  }
  noe_base_text_puts(out, " a loop of ");
  noe_report_counted(out, trace->count - 1 - trace->loop, "step");
  noe_base_text_puts(out, " goes on for ever");
}

/* `after 4 steps it is false, for i = Proc_1` */
static bool introduce(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  const struct noe_trace *trace = finding->trace;
  const char *shows = what_it_shows(finding, trace);
  bool is_branching = noe_finding_is_branching(finding->kind);
  if ((!shows && !trace->has_loop && !is_branching) || trace->has_fault || !trace->count)
    return false;
  if (is_branching)
    noe_base_text_puts(out, "  it is false in the start state");
  else if (shows) {
    noe_base_text_puts(out, "  after ");
    noe_report_counted(out, trace->count - 1, "step");
    noe_base_text_printf(out, " %s", shows);
  } else
    introduce_lasso(trace, out);
  if (finding->clause && finding->arguments && finding->clause->parameter_count) {
    noe_base_text_puts(out, ", for ");
    noe_report_arguments(report->model, finding->clause, finding->arguments, trace->steps[trace->count - 1].state, out);
  }
  return true;
}

static void message_of(const struct noe_finding *finding, struct noe_text *out) {
  if (!finding->message || (finding->trace && finding->trace->has_fault))
    return;
  noe_base_text_puts(out, "  ");
  noe_report_escape_plain(out, finding->message);
  noe_base_text_puts(out, "\n");
}

static void refer_to(const struct noe_finding *other, struct noe_text *out) {
  noe_base_text_puts(out, "  the same run as for ");
  noe_report_label(other, out);
  noe_report_label_line(other, out);
  noe_base_text_puts(out, "\n");
}

static void run_of(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  bool shows_runs = report->options->trace != NOE_TRACE_OFF;
  const struct noe_finding *before = shows_runs ? shown_before(report, finding) : NULL;
  if (introduce(report, finding, out))
    noe_base_text_puts(out, shows_runs && !before ? ":\n" : "\n");
  if (before) {
    refer_to(before, out);
    noe_report_trace_end(report, finding->trace, out);
  } else {
    if (shows_runs)
      noe_base_text_puts(out, "\n");
    noe_report_trace(report, finding->trace, out);
  }
  noe_report_why(report, finding, out);
  noe_report_atoms(report, finding, out);
  noe_report_grounds(report, finding, out);
}

/* Who asks for one error gets one run, also if others were met in the same level. */
static bool is_shown(const struct noe_report *report, const struct noe_finding *finding) {
  return report->options->max_errors != 1 || finding == report->result->first_failure;
}

static void point_to_run(const struct noe_finding *finding, struct noe_text *out) {
  noe_base_text_puts(out, "  after ");
  noe_report_counted(out, finding->trace->count - 1, "step");
  noe_base_text_puts(out, "; --max-errors=0 shows its run\n");
}

static void failure(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  if (finding != report->result->first_failure) {
    noe_base_text_puts(out, "\n  also ");
    noe_report_paint(report, NOE_VERDICT_VIOLATED, "VIOLATED", out);
    noe_report_failure_reason(finding, out);
    noe_base_text_puts(out, "\n");
  }
  message_of(finding, out);
  if (finding->trace && is_shown(report, finding))
    run_of(report, finding, out);
  else if (finding->trace)
    point_to_run(finding, out);
}

void noe_report_failures(const struct noe_report *report, struct noe_text *out) {
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

/* -------------------------------------------------------- how to go on */

enum { MOST_NAMES = 3, WIDTH = 79 };

/* Why properties are still open after a failure. */
static void why_open(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  if (report->result->stop == NOE_STOP_ERRORS)
    noe_base_text_puts(out, "  --max-errors=0 searches everything\n");
  else if (report->result->complete && finding->message) /* no limit is to blame */
    noe_base_text_printf(out, "    %s\n", finding->message);
}

/* Names fill lines; each stays whole. */
static void add_name(const char *name, bool first, size_t *column, struct noe_text *out) {
  size_t length = strlen(name);
  if (!first && *column + 2 + length > WIDTH) {
    noe_base_text_puts(out, ",\n    ");
    *column = 4;
  } else if (!first) {
    noe_base_text_puts(out, ", ");
    *column += 2;
  }
  noe_base_text_puts(out, name);
  *column += length;
}

static void undecided(const struct noe_report *report, struct noe_text *out) {
  const struct noe_finding *last = NULL;
  struct noe_text name = noe_base_text(report->memory);
  size_t column = 2 + strlen("not decided: ");
  uint32_t count = 0;
  for (uint32_t i = 0; i < report->result->finding_count; i++) {
    const struct noe_finding *finding = &report->result->findings[i];
    if (finding->verdict != NOE_VERDICT_UNKNOWN)
      continue;
    last = finding;
    if (++count > MOST_NAMES)
      continue;
    noe_base_text_clear(&name);
    noe_report_claim(finding, &name);
    noe_base_text_puts(out, count == 1 ? "  not decided: " : "");
    add_name(noe_base_text_string(&name), count == 1, &column, out);
  }
  noe_base_text_free(&name);
  if (!last)
    return;
  if (count > MOST_NAMES)
    noe_base_text_printf(out, " and %u more", count - MOST_NAMES);
  noe_base_text_puts(out, "\n");
  why_open(report, last, out);
}

void noe_report_after_failures(const struct noe_report *report, struct noe_text *out) {
  bool has_trace = false;
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    has_trace = has_trace || report->result->findings[i].trace;
  if (!report->result->hunted) /* a hunt decides nothing else */
    undecided(report, out);
  if (has_trace && !report->options->trace_out)
    noe_base_text_puts(out, "  --trace-out FILE saves the run; `noether replay FILE MODEL` repeats it\n");
}
