/* Notes after a verdict: what a careful reader would ask about. */
#include "lang/murphi/murphi.h"
#include "report/check_int.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"

/* Rules of a large model that never fire are usually one mistake: name a few. */
enum { MOST_RULES = 10, MOST_CONJUNCT_BYTES = 60 };

#define MARGIN "        "

void noe_report_note(const struct noe_report *report, struct noe_text *out) {
  noe_base_text_printf(out, "  %snote:%s ", noe_ink(report->colour, NOE_INK_CYAN),
                       noe_ink(report->colour, NOE_INK_END));
}

static const struct noe_survey *survey_of(const struct noe_report *report, const struct noe_clause *clause,
                                          struct noe_place implication) {
  for (uint32_t i = 0; i < report->result->survey_count; i++) {
    const struct noe_survey *survey = &report->result->surveys[i];
    bool is_place = !survey->implication || (survey->implication->place.line == implication.line &&
                                             survey->implication->place.column == implication.column);
    if (survey->clause == clause && is_place)
      return survey;
  }
  return NULL;
}

/* `a = 1`, `b = 2`: conjuncts by their bits. */
static void conjuncts(const struct noe_report *report, const struct noe_survey *survey, uint64_t bits,
                      struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  const char *before = "";
  for (uint32_t i = 0; i < survey->count; i++)
    if (bits >> i & 1 && report->source) {
      noe_base_text_printf(out, "%s`", before);
      noe_report_escape_plain(
          out, noe_murphi_excerpt(arena, report->source, survey->conjuncts[i]->span, MOST_CONJUNCT_BYTES));
      noe_base_text_puts(out, "`");
      before = ", ";
    }
  noe_base_arena_delete(arena);
}

/* What kept a condition from being true, as the end of a sentence. */
static void never_true(const struct noe_report *report, const struct noe_survey *survey, struct noe_text *out) {
  uint64_t all = survey->count < 64 ? ((uint64_t)1 << survey->count) - 1 : UINT64_MAX, never = all & ~survey->once;
  uint64_t bits = never ? never : survey->least & all;
  const char *was = __builtin_popcountll(bits) > 1 ? "were" : "was";
  noe_base_text_puts(out, MARGIN);
  if (!survey->instances)
    noe_base_text_puts(out, survey->implication ? "it was never evaluated" : "there never was an instance of it");
  else if (!bits)
    noe_base_text_puts(out, "its guard was true, but rules of smaller priority went first or no firing counted");
  else {
    conjuncts(report, survey, bits, out);
    noe_base_text_printf(out,
                         never                            ? " %s never true"
                         : __builtin_popcountll(bits) > 1 ? " %s never true at once, with all the others"
                                                          : " %s never true together with the others",
                         was);
  }
  noe_base_text_puts(out, "\n");
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
    const struct noe_survey *survey = survey_of(report, rule, (struct noe_place){0, 0});
    if (rule->name)
      noe_base_text_printf(out, " (line %u)", rule->place.line);
    noe_base_text_puts(out, survey ? " never fired:\n" : " never fired\n");
    if (survey)
      never_true(report, survey, out);
  }
  if (count > MOST_RULES) {
    noe_report_note(report, out);
    noe_report_counted(out, count - MOST_RULES, "more rule");
    noe_base_text_puts(out, " never fired\n");
  }
}

static void vacuous(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  noe_report_note(report, out);
  noe_report_label(finding, out);
  if (finding->lacks_fair_runs) {
    noe_base_text_puts(out, " holds vacuously:\n" MARGIN "no run meets all conditions of fairness\n");
    return;
  }
  noe_base_text_printf(out, " holds vacuously:\n" MARGIN "the left side of `->` on line %u was never true\n",
                       finding->vacuous_place.line);
  const struct noe_survey *survey = survey_of(report, finding->clause, finding->vacuous_place);
  if (survey && survey->count > 1)
    never_true(report, survey, out);
}

/* A search of nothing finds nothing wrong: say so. */
static void no_states(const struct noe_report *report, struct noe_text *out) {
  if (report->result->states || !report->result->complete)
    return;
  noe_report_note(report, out);
  noe_base_text_puts(out, report->model->start_count
                              ? "no start state satisfies the assumptions: nothing was searched\n"
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
  if (!report->model)
    return; /* there was no memory even for that */
  no_states(report, out);
  ignored_fairness(report, out);
  interpreted(report, out);
  noe_report_symmetry_notes(report, out);
  silent_rules(report, out);
  for (uint32_t i = 0; i < report->result->finding_count; i++)
    if (report->result->findings[i].vacuous && report->result->findings[i].verdict == NOE_VERDICT_HOLDS)
      vacuous(report, &report->result->findings[i], out);
}
