/* How the cost of a model grows with a constant. Three runs give two factors; from there
 * on the factor may stay, or change as it did from the first to the second. Between the
 * two lies the estimate: a guess that says what it rests on, never more than as many
 * steps ahead as there are runs. Bytes and seconds of a state are those of the largest
 * run, if that is large enough for the fixed cost not to matter. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/number.h"
#include "report/sweep.h"

enum { ENOUGH_BYTES = 16 << 20, MOST_STEPS = 6 };

static bool read_value(const struct noe_sweep *sweep, const struct noe_sweep_row *row, int64_t *value) {
  const char *text = row->values[sweep->column_count - 1];
  char *end;
  *value = strtoll(text, &end, 10);
  return end != text && !*end;
}

bool noe_report_growth(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_growth *growth) {
  const struct noe_sweep_row *middle = row->before, *first = middle ? middle->before : NULL;
  int64_t a, b, c;
  if (!first || !first->complete || !middle->complete || !row->complete)
    return false;
  if (!first->states || !middle->states || !row->states)
    return false;
  if (!read_value(sweep, first, &a) || !read_value(sweep, middle, &b) || !read_value(sweep, row, &c) || b - a != c - b)
    return false;
  *growth = (struct noe_growth){.name = sweep->columns[sweep->column_count - 1],
                                .last = row,
                                .value = c,
                                .step = c - b,
                                .before = (double)middle->states / (double)first->states,
                                .factor = (double)row->states / (double)middle->states};
  return true;
}

void noe_report_growth_states(const struct noe_growth *growth, unsigned steps, double *low, double *high) {
  double steady = (double)growth->last->states, changing = steady, factor = growth->factor;
  double change = fmin(fmax(growth->factor / growth->before, 0.5), 2);
  for (unsigned i = 0; i < steps; i++) {
    steady *= growth->factor;
    factor *= change;
    changing *= fmax(factor, fmin(growth->factor, 1)); /* what grew does not begin to shrink */
  }
  *low = fmin(steady, changing);
  *high = fmax(steady, changing);
}

/* ------------------------------------------------------------------ text */

/* `1.1 GB`, or `1.1 GB to 1.9 GB` where the two differ. */
static void bytes_between(struct noe_text *out, double low, double high) {
  const double most = 1e18;
  noe_report_bytes(out, (uint64_t)fmin(low, most));
  if (high < low * 1.2)
    return;
  noe_base_text_puts(out, " to ");
  noe_report_bytes(out, (uint64_t)fmin(high, most));
}

static void seconds_between(struct noe_text *out, double low, double high) {
  noe_report_seconds(out, low);
  if (high < low * 1.2)
    return;
  noe_base_text_puts(out, " to ");
  noe_report_seconds(out, high);
}

static void one_estimate(const struct noe_sweep *sweep, const struct noe_growth *growth, unsigned steps, double low,
                         double high, struct noe_text *out) {
  const struct noe_sweep_row *last = growth->last;
  double bytes = (double)last->bytes / (double)last->states, time = last->seconds / (double)last->states;
  const int64_t next = growth->value + (int64_t)steps * growth->step;
  noe_base_text_printf(out, "  %s=%" PRId64 " would take about ", growth->name, next);
  bytes_between(out, low * bytes, high * bytes);
  if (sweep->memory_limit && low * bytes > (double)sweep->memory_limit) {
    noe_base_text_puts(out, ": more than the limit, ");
    noe_report_bytes(out, sweep->memory_limit);
  } else {
    noe_base_text_puts(out, " and ");
    seconds_between(out, low * time, high * time);
    if (sweep->memory_limit && high * bytes > (double)sweep->memory_limit)
      noe_base_text_puts(out, ": it may not fit");
  }
  noe_base_text_puts(out, "\n");
}

/* From the first size that was not made to the first that does not fit. */
static void estimates(const struct noe_sweep *sweep, const struct noe_growth *growth, struct noe_text *out) {
  const struct noe_sweep_row *last = growth->last;
  double bytes = (double)last->bytes / (double)last->states;
  unsigned most = 0;
  for (const struct noe_sweep_row *row = last; row && row->complete && most < MOST_STEPS; row = row->before)
    most++;
  if (last->bytes < ENOUGH_BYTES) {
    noe_base_text_printf(out, "  the runs are too small to tell what more of %s would take\n", growth->name);
    return;
  }
  for (unsigned steps = 1; steps <= most; steps++) {
    double low, high;
    noe_report_growth_states(growth, steps, &low, &high);
    one_estimate(sweep, growth, steps, low, high, out);
    if (sweep->memory_limit && low * bytes > (double)sweep->memory_limit)
      break;
  }
  noe_base_text_puts(out, "  (a guess: the factor stays or goes on changing, a state costs what it did)\n");
}

void noe_report_growth_text(const struct noe_sweep *sweep, const struct noe_growth *growth, struct noe_text *out) {
  noe_base_text_puts(out, "  ");
  if (sweep->has_files)
    noe_base_text_printf(out, "%s: ", growth->last->file + sweep->prefix);
  noe_base_text_printf(out, "states grow x%.3g, then x%.3g from %s=%lld to %lld\n", growth->before, growth->factor,
                       growth->name, (long long)(growth->value - growth->step), (long long)growth->value);
  estimates(sweep, growth, out);
}
