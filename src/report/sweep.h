/* Many runs in one table: rows as they finish, then what they come to. */
#ifndef NOE_REPORT_SWEEP_H
#define NOE_REPORT_SWEEP_H

#include "report/report.h"

enum noe_row_state { NOE_ROW_WAITING, NOE_ROW_DONE, NOE_ROW_LEFT_OUT };

struct noe_sweep_row {
  enum noe_row_state state;
  const char *file, *label;           /* label: `N=2 DATA=1`, or empty */
  const char *const *values;          /* by column */
  const struct noe_sweep_row *before; /* with the value before of the last column; or NULL */
  /* Once it is done: */
  enum noe_verdict verdict;
  enum noe_stop stop;
  bool complete;
  uint64_t states, bytes;
  double seconds;
  const char *reason;           /* one line, or NULL */
  const char *expected, *unmet; /* as in a report */
  const char *detail;           /* of a failure: the run, for JUnit; or NULL */
  /* If it is left out: why. */
  const char *left_out;
};

struct noe_sweep {
  struct noe_memory *memory;
  const char *const *columns; /* names of the constants that vary, the last fastest */
  size_t column_count;
  bool has_files; /* the models differ */
  const struct noe_sweep_row *rows;
  size_t row_count;
  uint64_t memory_limit;
  bool colour, quiet;
  /* Set by noe_report_sweep_measure: */
  size_t prefix; /* so many characters all files have in common, and rows leave out: a directory */
  bool is_plain; /* a run is named in one column, such as `german.m N=2`: nothing varies, or that is too wide */
  size_t name_width, *widths; /* of that column, or of the models; by column: room for column_count of them */
};

/* The names of all rows must be known by now. */
void noe_report_sweep_measure(struct noe_sweep *sweep);

/* What it is about, and the line above the rows. */
void noe_report_sweep_head(const struct noe_sweep *sweep, struct noe_text *out);
void noe_report_sweep_row(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out);

/* How many came to what, what was left out and why, how cost grows. */
void noe_report_sweep_end(const struct noe_sweep *sweep, double seconds, struct noe_text *out);

/* One suite for each model, one case for each run. */
void noe_report_sweep_junit(const struct noe_sweep *sweep, struct noe_text *out);

/* ---------------------------------------------------------------- growth */

/* How the number of states goes on along a column, from the last three complete runs
 * in a row whose values are equally far apart. */
struct noe_growth {
  const char *name;                 /* of the column */
  const struct noe_sweep_row *last; /* the largest of the three */
  int64_t value, step;              /* of that one; from one run to the next */
  double before, factor;            /* states: from the first to the second, from there to the last */
};

/* What the row rests on that follows `row` on its column; false if that is too little. */
bool noe_report_growth(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_growth *growth);

/* States so many steps further: if the factor stays, and if it goes on changing as it
 * did; the smaller one first. */
void noe_report_growth_states(const struct noe_growth *growth, unsigned steps, double *low, double *high);

/* `states grow x18.5, then x20.2 for a step of N`, and what would fit into memory. */
void noe_report_growth_text(const struct noe_sweep *sweep, const struct noe_growth *growth, struct noe_text *out);

#endif
