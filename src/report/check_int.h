/* Parts of the text on a check, for check_text.c and its neighbours only. */
#ifndef NOE_REPORT_CHECK_INT_H
#define NOE_REPORT_CHECK_INT_H

#include "report/json.h"
#include "report/report.h"

/* A word in the colour of a verdict. */
void noe_report_paint(const struct noe_report *report, enum noe_verdict verdict, const char *word,
                      struct noe_text *out);

/* What a finding claims: its label, with `no` for what should not be there. */
void noe_report_claim(const struct noe_finding *finding, struct noe_text *out);

/* `  invariant "small" (line 3)`: what comes behind VIOLATED. */
void noe_report_failure_reason(const struct noe_finding *finding, struct noe_text *out);

/* The runs of all failures, the first failure first. */
void noe_report_failures(const struct noe_report *report, struct noe_text *out);

/* Which properties were left open, and how to go on. */
void noe_report_after_failures(const struct noe_report *report, struct noe_text *out);

/* `, assuming the symmetry of Proc` behind HOLDS, if it rests on the user's word. */
void noe_report_trusted(const struct noe_result *result, struct noe_text *out);

/* The symmetry that was used, one line; or nothing. */
void noe_report_symmetry(const struct noe_result *result, struct noe_text *out);

/* atoms_text.c: of a claim about runs that fails, where in its run each of its conditions is true. */
void noe_report_atoms(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out);

/* grounds_text.c: of a claim about several runs that fails, why, and the runs that show it beside the first. */
void noe_report_grounds(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out);

/* coverage_text.c: statements and branches of a unit, or of all of them, and how many of these ran. */
struct noe_coverage_sum {
  uint32_t statements, statements_ran, branches, branches_ran;
};
struct noe_coverage_sum noe_report_coverage_sum(const struct noe_coverage *coverage,
                                                const struct noe_coverage_unit *unit);
struct noe_coverage_sum noe_report_coverage_total(const struct noe_coverage *coverage);
/* The table, and what never ran; or nothing, if it was not asked for. */
void noe_report_coverage(const struct noe_report *report, struct noe_text *out);

/* hunt_text.c: the parts of a report on a hunt: why nothing is known, figures, how to go on. */
void noe_report_hunt_reason(const struct noe_result *result, struct noe_text *out);
void noe_report_hunt_figures(const struct noe_result *result, struct noe_text *out);
void noe_report_hunt_advice(const struct noe_report *report, struct noe_text *out);

/* figures.c: what engines tell of their work under names of their own: a line for each engine that has some; an
 * object in JSON, empty if there are none. */
void noe_report_figures(const struct noe_result *result, struct noe_text *out);
void noe_report_figures_json(struct noe_json *json, const struct noe_result *result);

/* `  note: `, in colour. */
void noe_report_note(const struct noe_report *report, struct noe_text *out);

/* Scalarsets that were not used, and why. */
void noe_report_symmetry_notes(const struct noe_report *report, struct noe_text *out);

#endif
