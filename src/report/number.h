/* Figures as people read them. */
#ifndef NOE_REPORT_NUMBER_H
#define NOE_REPORT_NUMBER_H

#include "base/text.h"

/* `24,128`; `1 state`, `2 states`. */
void noe_report_count(struct noe_text *out, uint64_t number);
void noe_report_counted(struct noe_text *out, uint64_t number, const char *thing);

/* Counts given as digits of any length: `3,390 states`, `about 1.21 * 10^24 states`. */
void noe_report_digits(struct noe_text *out, const char *digits, const char *thing);

/* `12.4 MB`: of 2^20 bytes, as --mem reads them. */
void noe_report_bytes(struct noe_text *out, uint64_t bytes);

/* `0.31 s`, `5 min 12 s`. */
void noe_report_seconds(struct noe_text *out, double seconds);

#endif
