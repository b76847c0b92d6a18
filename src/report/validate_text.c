#include <string.h>

#include "model/print.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/replay_text.h"
#include "report/state_text.h"
#include "report/validate_report.h"
#include "report/why_text.h"

enum { MOST_PARTS = 8, MOST_LINES = 16, WINDOW = 68 };

const char *noe_report_validation_name(enum noe_validation_verdict verdict) {
  static const char *const names[] = {"explained", "refused", "unknown"};
  return names[verdict];
}

uint64_t noe_report_hidden_steps(const struct noe_validation *validation) {
  uint64_t hidden = 0;
  for (uint32_t i = 1; validation->trace && i < validation->trace->count; i++)
    hidden += validation->lines[i] == NOE_NO_LINE;
  return hidden;
}

static void name_log(const struct noe_log_report *log, struct noe_text *out) {
  noe_base_text_puts(out, noe_ink(log->report->colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, log->source->name);
  if (log->validation->verdict == NOE_LOG_REFUSED)
    noe_base_text_printf(out, ":%u", log->log->lines[log->validation->explained].number);
  noe_base_text_printf(out, ":%s ", noe_ink(log->report->colour, NOE_INK_END));
}

static void verdict_word(const struct noe_log_report *log, const char *colour, const char *word, struct noe_text *out) {
  noe_base_text_printf(out, "%s%s%s  ", noe_ink(log->report->colour, colour), word,
                       noe_ink(log->report->colour, NOE_INK_END));
}

/* ----------------------------------------------------------------- refused */

/* The line as it is written, cut to the width of a screen. */
static void quote(const struct noe_log_report *log, const struct noe_log_line *line, struct noe_text *out) {
  struct noe_text text = noe_base_text(out->memory);
  uint32_t length = line->span.end - line->span.begin, end = length;
  if (length > WINDOW)
    for (end = WINDOW - 3; end && ((unsigned char)log->source->bytes[line->span.begin + end] & 0xC0) == 0x80;)
      end--;
  noe_base_text_add(&text, log->source->bytes + line->span.begin, end);
  noe_base_text_printf(out, "  %5u | ", line->number);
  noe_report_escape_plain(out, noe_base_text_string(&text));
  noe_base_text_puts(out, end < length ? "...\n" : "\n");
  noe_base_text_free(&text);
}

static void named_instance(const struct noe_log_report *log, const struct noe_near_miss *miss, struct noe_text *out) {
  noe_report_instance(log->report->model, miss->clause, miss->arguments, miss->before, out);
}

/* What the line asks for and the nearest state does not have. */
static void lacks(const struct noe_log_report *log, const struct noe_log_line *line, const struct noe_near_miss *miss,
                  struct noe_text *out) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < line->state.count && shown < MOST_PARTS; i++) {
    const struct noe_demand *demand = &line->state.items[i];
    if (noe_model_demand_is_met(log->report->memory, demand, miss->after))
      continue;
    shown++;
    noe_base_text_puts(out, "    ");
    noe_report_part(log->report->model, demand, miss->after, out);
    noe_base_text_puts(out, ", the log says ");
    noe_report_saved_text(log->source, demand->span, out);
    noe_base_text_puts(out, "\n");
  }
  if (shown < miss->unmet)
    noe_base_text_printf(out, "    and %u more\n", miss->unmet - shown);
}

static void near_state(const struct noe_log_report *log, const struct noe_log_line *line,
                       const struct noe_near_miss *miss, struct noe_text *out) {
  if (miss->clause) {
    noe_base_text_puts(out, "  ");
    named_instance(log, miss, out);
    noe_base_text_puts(out, " can fire, but not so that the state fits; nearest:\n");
  } else {
    noe_base_text_puts(out, "  no state that was still possible fits; nearest:\n");
  }
  lacks(log, line, miss, out);
}

static void near_firing(const struct noe_log_report *log, const struct noe_near_miss *miss, struct noe_text *out) {
  noe_base_text_puts(out, "  ");
  named_instance(log, miss, out);
  switch (miss->status) {
  case NOE_REPLAY_NOT_ENABLED:
    noe_base_text_puts(out,
                       miss->clause->guard ? " cannot fire; its guard is false:\n" : ": there is no such instance\n");
    noe_report_why_disabled(log->report, miss->clause, miss->arguments, miss->before, out);
    break;
  case NOE_REPLAY_UNEXPECTED_FAULT:
    noe_base_text_puts(out, ": it has a run-time error\n");
    noe_report_fault(log->report, &miss->fault, out);
    break;
  default: noe_base_text_printf(out, ": %s\n", noe_model_replay_text(miss->status));
  }
}

static void reason(const struct noe_log_report *log, struct noe_text *out) {
  const struct noe_validation *validation = log->validation;
  const struct noe_log_line *line = &log->log->lines[validation->explained];
  const struct noe_near_miss *miss = &validation->nearest;
  if (miss->after)
    near_state(log, line, miss, out);
  else if (miss->clause)
    near_firing(log, miss, out);
  else if (line->has_event)
    noe_base_text_puts(out, "  no instance has these arguments in a state that was still possible\n");
}

/* The first of them whole, the others by what differs from it. */
static void possible_states(const struct noe_log_report *log, struct noe_text *out) {
  const struct noe_validation *validation = log->validation;
  const struct noe_report *report = log->report;
  if (!validation->possible)
    return;
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, validation->possible, "state");
  noe_base_text_puts(out, validation->possible == 1 ? " was possible before this line:\n"
                                                    : " were possible before this line; the first:\n");
  struct noe_state_style style = {.skips_undefined = true,
                                  .most_lines = report->options->trace == NOE_TRACE_FULL ? 0 : MOST_LINES};
  noe_report_state_compact(report->memory, report->model, validation->shown[0], &style, out);
  for (uint64_t i = 1; i < validation->possible && i < NOE_STATES_SHOWN; i++) {
    noe_base_text_puts(out, "  another, by what differs from the first:\n");
    noe_report_state_change(report->memory, report->model, validation->shown[0], validation->shown[i], &style, out);
  }
}

static void refused(const struct noe_log_report *log, struct noe_text *out) {
  verdict_word(log, NOE_INK_RED, "REFUSED", out);
  noe_base_text_puts(out, "no run explains this line\n");
  if (log->report->options->quiet)
    return;
  quote(log, &log->log->lines[log->validation->explained], out);
  reason(log, out);
  if (!log->log->lines[log->validation->explained].gap && !log->log->lines[log->validation->explained].is_start)
    noe_base_text_puts(out, "  if firings are missing in the log before this line: --gap N, or its key \"gap\"\n");
  possible_states(log, out);
}

/* --------------------------------------------------------------- the others */

static void explained(const struct noe_log_report *log, struct noe_text *out) {
  const struct noe_validation *validation = log->validation;
  verdict_word(log, NOE_INK_GREEN, "EXPLAINED", out);
  noe_report_counted(out, log->log->count, "line");
  noe_base_text_puts(out, " by a run of ");
  noe_report_counted(out, validation->trace ? validation->trace->count - 1 : 0, "step");
  uint64_t hidden = noe_report_hidden_steps(validation);
  if (hidden) {
    noe_base_text_puts(out, ", ");
    noe_report_count(out, hidden);
    noe_base_text_puts(out, " of them hidden");
  }
  noe_base_text_puts(out, "\n");
}

static void unknown(const struct noe_log_report *log, struct noe_text *out) {
  const struct noe_validation *validation = log->validation;
  const char *why = validation->stop == NOE_STOP_MEMORY ? "memory ran out (--mem)"
                    : validation->stop == NOE_STOP_TIME ? "time ran out (--time)"
                                                        : "interrupted";
  verdict_word(log, NOE_INK_YELLOW, "UNKNOWN", out);
  noe_base_text_printf(out, "%s after ", why);
  noe_report_counted(out, validation->explained, "line");
  noe_base_text_puts(out, " of ");
  noe_report_count(out, log->log->count);
  noe_base_text_puts(out, "\n");
  if (!log->report->options->quiet && validation->stop != NOE_STOP_INTERRUPT)
    noe_base_text_puts(out, "  more of the state in the log, or smaller gaps, leave fewer states to follow\n");
}

static void figures(const struct noe_log_report *log, struct noe_text *out) {
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, log->validation->visited, "state");
  noe_base_text_puts(out, " followed, at most ");
  noe_report_count(out, log->validation->widest);
  noe_base_text_puts(out, " at a time, ");
  noe_report_seconds(out, log->seconds);
  noe_base_text_puts(out, "\n");
}

void noe_report_validation(const struct noe_log_report *log, struct noe_text *out) {
  name_log(log, out);
  switch (log->validation->verdict) {
  case NOE_LOG_EXPLAINED: explained(log, out); break;
  case NOE_LOG_REFUSED: refused(log, out); break;
  case NOE_LOG_UNKNOWN: unknown(log, out); break;
  }
  if (!log->report->options->quiet)
    figures(log, out);
}
