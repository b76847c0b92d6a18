/* Between the files that write explanations. */
#ifndef NOE_REPORT_WHY_INT_H
#define NOE_REPORT_WHY_INT_H

#include "report/why_text.h"

/* Lines of one explanation. */
enum { NOE_MOST_WHY_LINES = 30 };

struct noe_why_writer {
  const struct noe_report *report;
  struct noe_arena *arena;
  struct noe_text *out;
  const int64_t *state; /* of a deadlock */
  uint32_t lines;       /* that may still be written */
  bool knows_names;     /* the values of bound names have been said */
  bool speaks_of_all;   /* of several values: paths of places would be those of the first */
  bool hides_values;    /* they differ from one value to the next */
};

/* A condition as it is written in the model. */
const char *noe_report_why_source(const struct noe_why_writer *writer, const struct noe_expr *expr);

/* A value that was compared; long ones are cut. */
void noe_report_why_value(const struct noe_why_writer *writer, const char *value);

/* The parts of an explanation, below each other. */
void noe_report_why_parts(struct noe_why_writer *writer, const struct noe_why *why, uint32_t indent);

/* The only part of a quantifier's witness that is a witness itself, or NULL. */
const struct noe_why *noe_report_inner_witness(const struct noe_why *why);

/* `p = 1, q = 2`, for witnesses inside each other; the innermost of them. */
const struct noe_why *noe_report_witnesses(const struct noe_why_writer *writer, const struct noe_why *why);

#endif
