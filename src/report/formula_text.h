/* Formulas of temporal claims for people: atoms as the model writes them, operators as docs/language.md does. */
#ifndef NOE_REPORT_FORMULA_TEXT_H
#define NOE_REPORT_FORMULA_TEXT_H

#include "report/report.h"

/* Appends the formula of the claim, on one line. NULL: it is too large to be shown. */
void noe_report_formula(const struct noe_report *report, const struct noe_clause *claim,
                        const struct noe_formula *formula, struct noe_text *out);

#endif
