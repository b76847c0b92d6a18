/* Parts of JUnit XML, for junit.c and sweep_junit.c only. */
#ifndef NOE_REPORT_JUNIT_INT_H
#define NOE_REPORT_JUNIT_INT_H

#include "report/report.h"

/* ` name="value"` */
void noe_report_junit_attribute(struct noe_text *out, const char *name, const char *value);

/* The rest of a case that does not pass, behind its attributes:
 * `><failure message="…" type="…">body</failure></testcase>` */
void noe_report_junit_trouble(const char *element, const char *message, const char *type, const char *body,
                              struct noe_text *out);

#endif
