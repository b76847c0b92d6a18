/* How far a check is, in words: for a line of a terminal that is written again and again,
 * and in full. */
#ifndef NOE_REPORT_PROGRESS_H
#define NOE_REPORT_PROGRESS_H

#include "base/text.h"
#include "verdict/engine.h"

/* What the engine does not know. */
struct noe_progress_view {
  const char *label;     /* of the run among many, or NULL */
  double seconds;        /* since it began */
  uint64_t memory_limit; /* 0: none */
  double low, high;      /* states that smaller runs of a sweep make one expect; 0: nothing is expected */
};

/* At most `width` columns: what matters least is left out. */
void noe_report_progress_short(const struct noe_progress *progress, const struct noe_progress_view *view, size_t width,
                               struct noe_text *out);

/* Everything, with what the estimate rests on; lines of 80 columns, the last one ended. */
void noe_report_progress(const struct noe_progress *progress, const struct noe_progress_view *view,
                         struct noe_text *out);

/* Seconds until the search is over if levels go on shrinking as the last two did; less than
 * 0 if they do not shrink, or nothing is known. */
double noe_report_progress_left(const struct noe_progress *progress);

#endif
