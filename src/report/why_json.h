/* Explanations as JSON. */
#ifndef NOE_REPORT_WHY_JSON_H
#define NOE_REPORT_WHY_JSON_H

#include "report/json.h"
#include "report/report.h"

/* `"why": …`: what decides the claim that a finding is about, or what keeps each rule back
 * in a deadlock; null where there is nothing to say. */
void noe_report_why_json(struct noe_json *json, const struct noe_report *report, const struct noe_finding *finding);

/* `"calls": …, "why": …`: calls under way when a run failed, why an assertion is false. */
void noe_report_autopsy_json(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace);

/* `"never_true": …`: what kept rules from firing, and implications from saying something. */
void noe_report_surveys_json(struct noe_json *json, const struct noe_report *report);

#endif
