/* A run, step by step, for people. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "model/print.h"
#include "report/escape.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/report.h"
#include "report/state_text.h"
#include "report/why_text.h"

/* Lines of one state, of the changes of one step. */
enum { MOST_STATE_LINES = 40, MOST_CHANGE_LINES = 24 };

/* A run of more steps than this is shown without its middle: so many steps of its beginning
 * and of its end stay. */
enum { MOST_STEPS = 48, FIRST_STEPS = 12, LAST_STEPS = 24 };

enum { WIDTH = 80 };

static void line_of(const struct noe_report *report, const struct noe_trace_step *step, struct noe_text *out) {
  if (!step->clause->name) /* the title of a nameless one says its line */
    return;
  noe_base_text_printf(out, "  %s", noe_ink(report->colour, NOE_INK_DIM));
  noe_report_link(report, step->clause->place.line, out);
  noe_base_text_printf(out, "(line %u)", step->clause->place.line);
  noe_report_link_end(report, out);
  noe_base_text_puts(out, noe_ink(report->colour, NOE_INK_END));
}

static void head(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
  const struct noe_trace_step *step = &trace->steps[i];
  const int64_t *before = i ? trace->steps[i - 1].state : NULL;
  noe_base_text_printf(out, "  %sstep %u:%s ", noe_ink(report->colour, NOE_INK_BOLD), i,
                       noe_ink(report->colour, NOE_INK_END));
  noe_report_instance(report->model, step->clause, step->arguments, before, out);
}

/* Drops the end of the line that begins at `from`, so that `room` columns are left free. */
static void shorten(struct noe_text *out, size_t from, size_t room) {
  const char *line = out->bytes + from;
  if (noe_report_columns(line, out->bytes + out->length) + room <= WIDTH)
    return;
  size_t length = out->length;
  while (noe_report_columns(line, out->bytes + length) + room + 3 > WIDTH)
    length--;
  noe_base_text_cut(out, length);
  noe_base_text_puts(out, "...");
}

/* One line, whatever the rule was given. */
static void brief(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
  struct noe_text line = noe_base_text(report->memory);
  size_t from = out->length;
  line_of(report, &trace->steps[i], &line);
  head(report, trace, i, out);
  shorten(out, from, noe_report_columns(noe_base_text_string(&line), noe_base_text_string(&line) + line.length));
  noe_base_text_puts(out, noe_base_text_string(&line));
  noe_base_text_puts(out, "\n");
  noe_base_text_free(&line);
}

/* What `put` printed in this step, each line marked as such. */
static void puts_of(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
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
  assert(trace->count && "a run has a start state");
  uint32_t last = trace->count - 1;
  return last && !trace->steps[last].state ? last - 1 : last;
}

/* Start states leave out what is undefined. If the run gets no further, and fails
 * because something is undefined, that must be seen. */
bool noe_report_trace_reveals(const struct noe_trace *trace) {
  return trace->has_fault && trace->fault.code == NOE_R_UNDEFINED && trace->count && !last_healthy(trace);
}

static uint32_t most_lines(const struct noe_report *report, uint32_t most) {
  return report->options->trace == NOE_TRACE_DIFF ? most : 0;
}

/* The elements that the step is about, such as the message that it receives: they have been
 * shown as its parameters. */
static uint32_t named_elements(const struct noe_report *report, struct noe_arena *arena, const struct noe_trace *trace,
                               uint32_t i, struct noe_named_element *names, uint32_t most) {
  const struct noe_trace_step *step = &trace->steps[i];
  uint32_t count = 0;
  for (uint32_t j = 0, parameter = 0; step->arguments && j < step->clause->binder_count && count < most; j++) {
    const struct noe_binder *binder = &step->clause->binders[j];
    bool is_short = binder->kind == NOE_BINDER_CHOOSE && noe_type_is_simple(binder->value->type->element);
    if (binder->kind == NOE_BINDER_CHOOSE && !is_short) {
      struct noe_text text = noe_base_text(report->memory);
      noe_model_print_chosen(report->model, step->clause, j, step->arguments, step->arguments[parameter],
                             trace->steps[i - 1].state, &text);
      assert(i && "start states choose no elements");
      names[count].name = binder->name;
      names[count++].text = noe_base_arena_text(arena, noe_base_text_string(&text), text.length);
      noe_base_text_free(&text);
    }
    parameter += binder->kind <= NOE_BINDER_CHOOSE;
  }
  return count;
}

static void change(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
  struct noe_named_element names[8];
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_state_style style = {.most_lines = most_lines(report, MOST_CHANGE_LINES), .names = names};
  style.name_count = named_elements(report, arena, trace, i, names, sizeof names / sizeof *names);
  noe_report_state_change(report->memory, report->model, trace->steps[i - 1].state, trace->steps[i].state, &style, out);
  noe_base_arena_delete(arena);
}

static void body(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
  const int64_t *state = trace->steps[i].state;
  struct noe_state_style style = {.skips_undefined = true, .most_lines = most_lines(report, MOST_STATE_LINES)};
  if (!state)
    noe_base_text_puts(out, "    fails while it runs, see below\n");
  else if (report->options->trace == NOE_TRACE_FULL)
    noe_report_state_full(report->memory, report->model, state, out);
  else if (i == 0) {
    style.mentioned = noe_report_trace_reveals(trace) ? trace->fault.message : NULL;
    noe_report_state_compact(report->memory, report->model, state, &style, out);
  } else
    change(report, trace, i, out);
}

/* After a run shown by its changes the last state is worth seeing whole: it is the
 * one that matters. */
static void last_state(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  uint32_t last = last_healthy(trace);
  struct noe_state_style style = {.most_lines = most_lines(report, MOST_STATE_LINES)};
  if (report->options->trace > NOE_TRACE_ALL || !last)
    return;
  noe_base_text_printf(out, "  %sstate after step %u:%s\n", noe_ink(report->colour, NOE_INK_BOLD), last,
                       noe_ink(report->colour, NOE_INK_END));
  noe_report_state_compact(report->memory, report->model, trace->steps[last].state, &style, out);
}

/* Which guard or claim could not be evaluated, if it is not the last step's body. */
static void failed_clause(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  if (!trace->failed)
    return;
  const int64_t *state = trace->steps[trace->count - 1].state;
  noe_base_text_puts(out, "  in that state, ");
  noe_base_text_puts(out, trace->failed->kind == NOE_CLAUSE_RULE ? "the guard of " : "");
  noe_report_instance(report->model, trace->failed, trace->failed_arguments, state, out);
  noe_base_text_puts(out, " cannot be evaluated:\n");
}

void noe_report_trace_end(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  if (!trace->has_fault)
    return;
  noe_base_text_puts(out, "\n");
  failed_clause(report, trace, out);
  noe_report_fault(report, &trace->fault, out);
  noe_report_autopsy(report, trace, out);
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

/* The first step that is left out of the middle, and the one behind the last. */
static uint32_t skip_to(const struct noe_report *report, const struct noe_trace *trace, uint32_t i) {
  bool is_folded = report->options->trace == NOE_TRACE_DIFF && trace->count > MOST_STEPS && i == FIRST_STEPS;
  assert((!is_folded || trace->count - LAST_STEPS > i) && "what is left out is behind the beginning");
  return is_folded ? trace->count - LAST_STEPS : i;
}

static void left_out(const struct noe_report *report, const struct noe_trace *trace, uint32_t from, uint32_t to,
                     struct noe_text *out) {
  char text[128];
  snprintf(text, sizeof text, "... steps %u to %u are left out; --trace=all shows them ...", from, to - 1);
  mark(report, text, out);
  if (trace->has_loop && trace->loop >= from && trace->loop < to) {
    snprintf(text, sizeof text, "-- from the state after step %u on the run repeats --", trace->loop);
    mark(report, text, out);
  }
}

static void step(const struct noe_report *report, const struct noe_trace *trace, uint32_t i, struct noe_text *out) {
  if (report->options->trace == NOE_TRACE_BRIEF) {
    brief(report, trace, i, out);
    return;
  }
  head(report, trace, i, out);
  line_of(report, &trace->steps[i], out);
  noe_base_text_puts(out, "\n");
  puts_of(report, trace, i, out);
  body(report, trace, i, out);
}

void noe_report_trace(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  size_t from = out->length;
  if (report->options->trace != NOE_TRACE_OFF && trace->count) {
    for (uint32_t i = 0; i < trace->count; i++) {
      uint32_t next = skip_to(report, trace, i);
      if (next != i)
        left_out(report, trace, i, next, out);
      i = next;
      step(report, trace, i, out);
      if (trace->has_loop && i == trace->loop && i + 1 < trace->count)
        mark(report, "-- from here on the run repeats --", out);
    }
    loop_end(report, trace, out);
    last_state(report, trace, out);
  }
  noe_report_trace_end(report, trace, out);
  noe_report_fold(out, from);
}

void noe_report_branch(const struct noe_report *report, const struct noe_trace *trace, uint32_t from,
                       struct noe_text *out) {
  size_t begin = out->length;
  if (trace->has_loop && trace->loop < from && trace->loop + 1 < trace->count) {
    char text[64];
    snprintf(text, sizeof text, "-- from the state after step %u on the run repeats --", trace->loop);
    mark(report, text, out);
  }
  for (uint32_t i = from; i < trace->count; i++) {
    step(report, trace, i, out);
    if (trace->has_loop && i == trace->loop && i + 1 < trace->count)
      mark(report, "-- from here on the run repeats --", out);
  }
  loop_end(report, trace, out);
  noe_report_fold(out, begin);
}
