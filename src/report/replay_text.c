#include "report/replay_text.h"

#include <assert.h>
#include <string.h>

#include "model/print.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/why_text.h"

/* So much is shown unasked. */
enum { MOST_STEPS = 4, MOST_PARTS = 8, MOST_NAMES = 8, LONGEST_VALUE = 48, WIDTH = 80 };

/* ----------------------------------------------------------------- values */

void noe_report_saved_text(const struct noe_source *saved, struct noe_span span, struct noe_text *out) {
  const char *at = saved->bytes + span.begin, *end = saved->bytes + span.end;
  struct noe_text text = noe_base_text(out->memory);
  if (end - at >= 2 && *at == '"') {
    at++;
    end--;
  }
  for (bool space = false; at < end; at++) {
    bool blank = *at == ' ' || *at == '\n' || *at == '\r' || *at == '\t';
    if (!blank || !space)
      noe_base_text_add(&text, blank ? " " : at, 1);
    space = blank;
  }
  if (text.length > LONGEST_VALUE) {
    text.length = LONGEST_VALUE;
    while (text.length && ((unsigned char)text.bytes[text.length] & 0xC0) == 0x80)
      text.length--; /* characters stay whole */
    text.bytes[text.length] = 0;
    noe_base_text_puts(&text, "...");
  }
  noe_report_escape_plain(out, noe_base_text_string(&text));
  noe_base_text_free(&text);
}

void noe_report_part(const struct noe_model *model, const struct noe_demand *demand, const int64_t *state,
                     struct noe_text *out) {
  noe_model_print_part(model, demand->cell, demand->type, out);
  noe_base_text_puts(out, ": ");
  struct noe_text value = noe_base_text(out->memory);
  noe_model_print_compound(demand->type, state + demand->cell, &value);
  noe_report_escape_plain(out, noe_base_text_string(&value));
  noe_base_text_free(&value);
}

/* ------------------------------------------------------------ differences */

static uint32_t unmet(struct noe_memory *memory, const struct noe_firing_plan *plan, const struct noe_trace *trace,
                      uint32_t step) {
  const int64_t *state = trace->steps[step].state;
  return state ? noe_model_demands_unmet(memory, &plan->steps[step].state, state) : 0;
}

uint32_t noe_report_first_difference(struct noe_memory *memory, const struct noe_firing_plan *plan,
                                     const struct noe_trace *trace) {
  uint32_t step = 0;
  while (step < trace->count && !unmet(memory, plan, trace, step))
    step++;
  assert(step <= trace->count && "the run differs at a step, or nowhere");
  return step;
}

struct comparison {
  const struct noe_report *report;
  const struct noe_source *saved;
  const struct noe_firing_plan *plan;
  const struct noe_trace *trace;
};

static bool same_span(const struct noe_source *saved, struct noe_span a, struct noe_span b) {
  return a.end - a.begin == b.end - b.begin && !memcmp(saved->bytes + a.begin, saved->bytes + b.begin, a.end - a.begin);
}

/* Did the step before differ in the same part, in the same way? Then nothing new is to be said. */
static bool is_old(const struct comparison *comparison, uint32_t step, uint32_t part) {
  if (!step || !comparison->trace->steps[step - 1].state)
    return false;
  const struct noe_demands *before = &comparison->plan->steps[step - 1].state;
  const struct noe_demand *demand = &comparison->plan->steps[step].state.items[part];
  if (part >= before->count || before->items[part].cell != demand->cell || before->items[part].type != demand->type)
    return false;
  const int64_t *old = comparison->trace->steps[step - 1].state + demand->cell;
  return same_span(comparison->saved, before->items[part].span, demand->span) &&
         !memcmp(old, comparison->trace->steps[step].state + demand->cell, demand->type->cells * sizeof *old);
}

static bool is_news(const struct comparison *comparison, uint32_t step, uint32_t part) {
  const int64_t *state = comparison->trace->steps[step].state;
  const struct noe_demands *demands = &comparison->plan->steps[step].state;
  return state && !noe_model_demand_is_met(comparison->report->memory, &demands->items[part], state) &&
         !is_old(comparison, step, part);
}

static uint32_t count_news(const struct comparison *comparison, uint32_t step) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < comparison->plan->steps[step].state.count; i++)
    count += is_news(comparison, step, i);
  return count;
}

/* On one line if there is room for it. */
static void differing_part(const struct comparison *comparison, const struct noe_demand *demand, const int64_t *state,
                           struct noe_text *out) {
  size_t begin = out->length;
  noe_base_text_puts(out, "    ");
  noe_report_part(comparison->report->model, demand, state, out);
  size_t length = out->length - begin + (demand->span.end - demand->span.begin);
  noe_base_text_puts(out, length > WIDTH - 36 ? "\n      saved: " : ", saved: ");
  noe_report_saved_text(comparison->saved, demand->span, out);
  noe_base_text_puts(out, demand->never ? " (no value of this model)\n" : "\n");
}

static void differing_step(const struct comparison *comparison, uint32_t step, uint32_t news, struct noe_text *out) {
  const struct noe_report *report = comparison->report;
  const struct noe_trace_step *taken = &comparison->trace->steps[step];
  const struct noe_demands *demands = &comparison->plan->steps[step].state;
  uint32_t shown = 0, most = report->options->trace == NOE_TRACE_FULL ? UINT32_MAX : MOST_PARTS;
  noe_base_text_printf(out, "  step %u: ", step);
  noe_report_instance(report->model, taken->clause, taken->arguments, step ? taken[-1].state : NULL, out);
  noe_base_text_puts(out, "\n");
  for (uint32_t i = 0; i < demands->count && shown < most; i++) {
    if (!is_news(comparison, step, i))
      continue;
    shown++;
    differing_part(comparison, &demands->items[i], taken->state, out);
  }
  if (shown < news)
    noe_base_text_printf(out, "    and %u more\n", news - shown);
}

void noe_report_differences(const struct noe_report *report, const struct noe_source *saved,
                            const struct noe_firing_plan *plan, const struct noe_trace *trace, struct noe_text *out) {
  const struct comparison comparison = {.report = report, .saved = saved, .plan = plan, .trace = trace};
  uint32_t shown = 0, more = 0, most = report->options->trace == NOE_TRACE_FULL ? UINT32_MAX : MOST_STEPS;
  for (uint32_t i = 0; i < trace->count; i++) {
    uint32_t news = count_news(&comparison, i);
    if (!news)
      continue;
    if (!shown)
      noe_base_text_puts(out, "  what differs from the saved run:\n");
    if (shown < most)
      differing_step(&comparison, i, news, out);
    more += shown++ >= most;
  }
  if (more) {
    noe_base_text_puts(out, "  and in ");
    noe_report_counted(out, more, "more step");
    noe_base_text_puts(out, " (--trace=full shows all)\n");
  }
}

void noe_report_strange_names(const struct noe_report *report, const struct noe_bound_trace *bound,
                              struct noe_text *out) {
  if (!bound->strange_count)
    return;
  noe_base_text_printf(out, "  %snote:%s the model does not know ", noe_ink(report->colour, NOE_INK_CYAN),
                       noe_ink(report->colour, NOE_INK_END));
  for (size_t i = 0; i < bound->strange_count && i < MOST_NAMES; i++) {
    noe_base_text_puts(out, i ? ", `" : "`");
    noe_report_escape_plain(out, bound->strange[i]);
    noe_base_text_puts(out, "`");
  }
  if (bound->strange_count > MOST_NAMES)
    noe_base_text_printf(out, " and %zu more names", bound->strange_count - MOST_NAMES);
  noe_base_text_puts(out, " of the saved run;\n        if the model has other names for them: --map OLD=NEW\n");
}

/* -------------------------------------------------------------- obstacles */

static const char *obstacle_text(const struct noe_followed *followed) {
  if (followed->status == NOE_REPLAY_NOT_ENABLED)
    return followed->clause && followed->clause->guard ? "its guard is false now:" : "there is no such instance now";
  return noe_model_replay_text(followed->status);
}

/* The instance as the file has it: `rule "send", p = Proc_1`. */
static void saved_instance(const struct noe_saved_step *step, struct noe_text *out) {
  noe_base_text_puts(out, step->clause.is_start ? "startstate \"" : "rule \"");
  noe_report_escape_plain(out, step->clause.name);
  noe_base_text_puts(out, "\"");
}

void noe_report_obstacle(const struct noe_report *report, const struct noe_saved_step *step,
                         const struct noe_followed *followed, struct noe_text *out) {
  const struct noe_trace *trace = &followed->trace;
  const int64_t *before = trace->count ? trace->steps[trace->count - 1].state : NULL;
  noe_base_text_printf(out, "  step %u: ", trace->count);
  if (followed->clause)
    noe_report_instance(report->model, followed->clause, followed->arguments, before, out);
  else
    saved_instance(step, out);
  noe_base_text_puts(out, "\n");
  if (followed->status == NOE_REPLAY_UNEXPECTED_FAULT)
    noe_report_fault(report, &followed->fault, out);
  else
    noe_base_text_printf(out, "    %s\n", obstacle_text(followed));
  if (followed->status == NOE_REPLAY_NOT_ENABLED && followed->clause)
    noe_report_why_disabled(report, followed->clause, followed->arguments, before, out);
}
