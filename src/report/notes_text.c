/* Notes after a verdict: what a careful reader would ask about. */
#include "report/check_int.h"
#include "report/ink.h"
#include "report/number.h"

/* Rules of a large model that never fire are usually one mistake: name a few. */
enum { MOST_RULES = 10 };

void noe_report_note(const struct noe_report *report, struct noe_text *out) {
  noe_base_text_printf(out, "  %snote:%s ", noe_ink(report->colour, NOE_INK_CYAN),
                       noe_ink(report->colour, NOE_INK_END));
}

/* Only a complete search can say `never`. */
static void silent_rules(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  uint32_t count = 0;
  if (!result->complete || !result->firings)
    return;
  for (uint32_t i = 0; i < report->model->rule_count; i++) {
    if (result->firings[i] || ++count > MOST_RULES)
      continue;
    const struct noe_clause *rule = &report->model->rules[i];
    noe_report_note(report, out);
    noe_report_instance(report->model, rule, NULL, NULL, out);
    noe_base_text_printf(out, rule->name ? " (line %u) never fired\n" : " never fired\n", rule->place.line);
  }
  if (count > MOST_RULES) {
    noe_report_note(report, out);
    noe_report_counted(out, count - MOST_RULES, "more rule");
    noe_base_text_puts(out, " never fired\n");
  }
}

static void vacuous(const struct noe_report *report, const struct noe_finding *finding,
                    struct noe_text *out) {
  noe_report_note(report, out);
  noe_report_label(finding, out);
  noe_base_text_printf(out, " holds vacuously:\n        the left side of `->` on line %u was never true\n",
                       finding->vacuous_place.line);
}

/* A search of nothing finds nothing wrong: say so. */
static void no_states(const struct noe_report *report, struct noe_text *out) {
  if (report->result->states || !report->result->complete)
    return;
  noe_report_note(report, out);
  noe_base_text_puts(out, report->model->start_count ? "no start state satisfies the assumptions: nothing was searched\n"
                                                     : "the model has no start state: nothing was searched\n");
}

/* Runs that the model calls unfair were not left out. */
static void ignored_fairness(const struct noe_report *report, struct noe_text *out) {
  if (!report->options->ignore_fairness || !report->model->fairness_count)
    return;
  noe_report_note(report, out);
  noe_base_text_puts(out, "temporal claims are about all runs: the fairness marks of the model are ignored\n");
}

/* A long search was slower than it might have been. */
static void interpreted(const struct noe_report *report, struct noe_text *out) {
  if (!report->result->interpreted)
    return;
  noe_report_note(report, out);
  noe_base_text_printf(out, "the model was interpreted, not compiled: %s\n", report->result->interpreted);
}

void noe_report_notes(const struct noe_report *report, struct noe_text *out) {
  no_states(report, out);
  ignored_fairness(report, out);
  interpreted(report, out);
  noe_report_symmetry_notes(report, out);
  silent_rules(report, out);
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    if (report->result->findings[i].vacuous && report->result->findings[i].verdict == NOE_VERDICT_HOLDS)
      vacuous(report, &report->result->findings[i], out);
}
