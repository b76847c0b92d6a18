/* SARIF 2.1.0, for code hosts and editors: a file with one run or many, one after the other. */
#ifndef NOE_REPORT_SARIF_H
#define NOE_REPORT_SARIF_H

#include "report/json.h"
#include "report/report.h"

void noe_report_sarif_begin(struct noe_json *json);
/* `label` tells runs of one model apart: `N=2`, or empty. */
void noe_report_sarif_run(const struct noe_report *report, const char *label, struct noe_json *json);
void noe_report_sarif_end(struct noe_json *json);

/* A file with this run alone. */
void noe_report_sarif(const struct noe_report *report, struct noe_text *out);

#endif
