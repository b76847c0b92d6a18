/* Colours of a terminal, or nothing. */
#ifndef NOE_REPORT_INK_H
#define NOE_REPORT_INK_H

#include <stdbool.h>

#define NOE_INK_BOLD "\033[1m"
#define NOE_INK_DIM "\033[2m"
#define NOE_INK_RED "\033[1;31m"
#define NOE_INK_GREEN "\033[1;32m"
#define NOE_INK_YELLOW "\033[1;33m"
#define NOE_INK_MAGENTA "\033[1;35m"
#define NOE_INK_CYAN "\033[1;36m"
#define NOE_INK_END "\033[0m"

static inline const char *noe_ink(bool colour, const char *code) { return colour ? code : ""; }

#endif
