/* What is particular to the text on a hunt: it cannot prove anything, and what counts is how much was
 * walked through and how short the run is. */
#include <inttypes.h>

#include "report/check_int.h"
#include "report/number.h"

void noe_report_hunt_reason(const struct noe_result *result, struct noe_text *out) {
  noe_base_text_puts(out, result->stop == NOE_STOP_INTERRUPT ? "  interrupted: "
                          : result->stop == NOE_STOP_MEMORY  ? "  the memory limit was reached: "
                                                             : "  ");
  noe_base_text_puts(out, "no violation found, which proves nothing");
}

/* `made shorter from 312 steps to 14; a shortest run has 9 or more` */
static void shortness(const struct noe_result *result, struct noe_text *out) {
  const struct noe_hunted *hunted = result->hunted;
  const struct noe_trace *trace = result->first_failure ? result->first_failure->trace : NULL;
  if (!trace || !trace->count)
    return;
  uint32_t steps = trace->count - 1;
  noe_base_text_puts(out, "  ");
  if (!hunted->walks)
    noe_base_text_printf(out, "found before the first %s; ", hunted->is_swarm ? "of these searches" : "walk");
  if (steps < hunted->found_steps) {
    noe_base_text_puts(out, "found after ");
    noe_report_counted(out, hunted->found_steps, "step");
    noe_base_text_printf(out, ", made shorter to %u; ", steps);
  }
  if (hunted->least_steps >= steps)
    noe_base_text_puts(out, "no run to a violation is shorter\n");
  else
    noe_base_text_printf(out, "a shortest run has at least %u\n", hunted->least_steps);
}

void noe_report_hunt_figures(const struct noe_result *result, struct noe_text *out) {
  const struct noe_hunted *hunted = result->hunted;
  if (result->verdict == NOE_VERDICT_VIOLATED)
    shortness(result, out);
  noe_base_text_puts(out, "  ");
  if (hunted->is_swarm) {
    noe_report_count(out, hunted->walks);
    noe_base_text_puts(out, hunted->walks == 1 ? " search" : " searches");
    noe_base_text_puts(out, ", ");
    noe_report_counted(out, hunted->steps, "state");
    noe_base_text_puts(out, " expanded");
  } else {
    noe_report_counted(out, hunted->walks, "walk");
    noe_base_text_puts(out, ", ");
    noe_report_counted(out, hunted->steps, "step");
  }
  noe_base_text_printf(out, ", %s", hunted->is_full ? "more than " : "");
  noe_report_counted(out, result->states, "state");
  noe_base_text_puts(out, " seen, ");
  noe_report_seconds(out, result->seconds);
  noe_base_text_puts(out, ", ");
  noe_report_bytes(out, result->peak_bytes);
  noe_base_text_printf(out, " (seed %" PRIu64 ")\n", hunted->seed);
}

void noe_report_hunt_advice(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  if (!result->states)
    noe_base_text_puts(out, "  there is no start state to walk from\n");
  else if (result->stop == NOE_STOP_NONE)
    noe_base_text_printf(out, "  the model is small: `noether check`%s decides it at once\n",
                         result->hunted->is_swarm ? " without --swarm" : "");
  else if (result->stop == NOE_STOP_TIME)
    noe_base_text_puts(out,
                       result->hunted->is_swarm
                           ? "  a longer --time or another --seed sees more; without --swarm every state is looked at\n"
                           : "  --time 5m walks on for longer; `noether check` looks at every state\n");
  else if (result->stop == NOE_STOP_BOUND)
    noe_base_text_puts(out, "  more --walks find more; `noether check` looks at every state\n");
}
