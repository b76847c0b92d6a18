/* Explanations, for people. */
#ifndef NOE_REPORT_WHY_TEXT_H
#define NOE_REPORT_WHY_TEXT_H

#include "model/why.h"
#include "report/report.h"

/* Why an invariant (or a liveness goal) is false in the last state of the run that shows it. */
void noe_report_why(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out);

/* Which parts of the guard of an instance make it false in a state; nothing if it is not false. */
void noe_report_why_disabled(const struct noe_report *report, const struct noe_clause *clause, const int64_t *arguments,
                             const int64_t *state, struct noe_text *out);

/* Why no rule leads out of a state. */
void noe_report_blocked(const struct noe_report *report, const int64_t *state, struct noe_text *out);

/* Calls under way when a run failed, and why an assertion was false. */
void noe_report_autopsy(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out);

/* `Proc_1, Proc_3..Proc_97, Proc_99`: values in ascending order. */
void noe_report_values(const struct noe_type *type, const int64_t *values, size_t count, struct noe_text *out);

#endif
