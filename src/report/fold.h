/* Text for people in 80 columns. */
#ifndef NOE_REPORT_FOLD_H
#define NOE_REPORT_FOLD_H

#include "base/text.h"

/* Folds the lines from byte `from` on that are longer than 80 columns, at blanks; words longer
 * than that stay whole. What is folded once does not change when it is folded again. */
void noe_report_fold(struct noe_text *text, size_t from);

/* Columns that a piece of one line takes: escape sequences take none. */
size_t noe_report_columns(const char *text, const char *end);

#endif
