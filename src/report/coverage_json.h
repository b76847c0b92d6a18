/* Coverage inside the result as JSON. */
#ifndef NOE_REPORT_COVERAGE_JSON_H
#define NOE_REPORT_COVERAGE_JSON_H

#include "report/json.h"
#include "report/report.h"

/* `"coverage": …`, if there is one. */
void noe_report_coverage_json(struct noe_json *json, const struct noe_report *report);

#endif
