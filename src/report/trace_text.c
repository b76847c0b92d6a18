/* A run, step by step, for people. */
#include <stdio.h>
#include <string.h>

#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/report.h"
#include "report/state_text.h"

static void head(const struct noe_report *report, const struct noe_trace *trace, uint32_t i,
                 struct noe_text *out) {
  const struct noe_trace_step *step = &trace->steps[i];
  const int64_t *before = i ? trace->steps[i - 1].state : NULL;
  noe_base_text_printf(out, "  %sstep %u:%s ", noe_ink(report->colour, NOE_INK_BOLD), i,
                       noe_ink(report->colour, NOE_INK_END));
  noe_report_instance(report->model, step->clause, step->arguments, before, out);
  if (step->clause->name) /* the title of a nameless one says its line */
    noe_base_text_printf(out, "  %s(line %u)%s", noe_ink(report->colour, NOE_INK_DIM),
                         step->clause->place.line,
                         noe_ink(report->colour, NOE_INK_END));
  noe_base_text_puts(out, "\n");
}

/* What `put` printed in this step, each line marked as such. */
static void puts_of(const struct noe_report *report, const struct noe_trace *trace, uint32_t i,
                    struct noe_text *out) {
  if (!report->puts || report->options->put == NOE_PUT_OFF)
    return;
  struct noe_text text = noe_base_text(report->memory);
  report->puts(report->put_context, trace, i, &text);
  for (char *line = text.bytes, *end; line && *line; line = end) {
    end = line + strcspn(line, "\n");
    if (*end)
      *end++ = 0;
    noe_base_text_puts(out, "    put: ");
    noe_report_escape_plain(out, line);
    noe_base_text_puts(out, "\n");
  }
  noe_base_text_free(&text);
}

/* The last step that has a state. */
static uint32_t last_healthy(const struct noe_trace *trace) {
  uint32_t last = trace->count - 1;
  return last && !trace->steps[last].state ? last - 1 : last;
}

/* Start states leave out what is undefined. If the run gets no further, and fails
 * because something is undefined, that must be seen. */
bool noe_report_trace_reveals(const struct noe_trace *trace) {
  return trace->has_fault && trace->fault.code == NOE_R_UNDEFINED && trace->count && !last_healthy(trace);
}

static void body(const struct noe_report *report, const struct noe_trace *trace, uint32_t i,
                 struct noe_text *out) {
  const int64_t *state = trace->steps[i].state;
  if (!state)
    noe_base_text_puts(out, "    fails while it runs, see below\n");
  else if (report->options->trace == NOE_TRACE_FULL)
    noe_report_state_full(report->memory, report->model, state, out);
  else if (i == 0)
    noe_report_state_compact(report->memory, report->model, state, true,
                             noe_report_trace_reveals(trace) ? trace->fault.message : NULL, out);
  else
    noe_report_state_change(report->memory, report->model, trace->steps[i - 1].state, state, out);
}

/* After a run shown by its changes the last state is worth seeing whole: it is the
 * one that matters. */
static void last_state(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  uint32_t last = last_healthy(trace);
  if (report->options->trace != NOE_TRACE_DIFF || !last)
    return;
  noe_base_text_printf(out, "  %sstate after step %u:%s\n", noe_ink(report->colour, NOE_INK_BOLD), last,
                       noe_ink(report->colour, NOE_INK_END));
  noe_report_state_compact(report->memory, report->model, trace->steps[last].state, false, NULL, out);
}

/* Which guard or claim could not be evaluated, if it is not the last step's body. */
static void failed_clause(const struct noe_report *report, const struct noe_trace *trace,
                          struct noe_text *out) {
  if (!trace->failed)
    return;
  const int64_t *state = trace->steps[trace->count - 1].state;
  noe_base_text_puts(out, "  in that state, ");
  noe_base_text_puts(out, trace->failed->kind == NOE_CLAUSE_RULE ? "the guard of " : "");
  noe_report_instance(report->model, trace->failed, trace->failed_arguments, state, out);
  noe_base_text_puts(out, " cannot be evaluated:\n");
}

void noe_report_trace_end(const struct noe_report *report, const struct noe_trace *trace,
                          struct noe_text *out) {
  if (!trace->has_fault)
    return;
  noe_base_text_puts(out, "\n");
  failed_clause(report, trace, out);
  noe_report_fault(report, &trace->fault, out);
}

static void mark(const struct noe_report *report, const char *text, struct noe_text *out) {
  noe_base_text_printf(out, "  %s%s%s\n", noe_ink(report->colour, NOE_INK_CYAN), text,
                       noe_ink(report->colour, NOE_INK_END));
}

static void loop_end(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  char text[64];
  if (!trace->has_loop)
    return;
  snprintf(text, sizeof text, "-- back to the state after step %u --", trace->loop);
  mark(report, trace->loop + 1 < trace->count ? text : "-- the run stands still: no rule can fire --", out);
}

void noe_report_trace(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  if (report->options->trace != NOE_TRACE_OFF && trace->count) {
    for (uint32_t i = 0; i < trace->count; i++) {
      head(report, trace, i, out);
      puts_of(report, trace, i, out);
      body(report, trace, i, out);
      if (trace->has_loop && i == trace->loop && i + 1 < trace->count)
        mark(report, "-- from here on the run repeats --", out);
    }
    loop_end(report, trace, out);
    last_state(report, trace, out);
  }
  noe_report_trace_end(report, trace, out);
}
