/* The runs that show why a claim about several runs is false. */
#ifndef NOE_REPORT_GROUNDS_H
#define NOE_REPORT_GROUNDS_H

#include "model/result.h"

enum { NOE_MOST_RUNS = 16 };

struct noe_runs {
  const struct noe_trace *items[NOE_MOST_RUNS]; /* the first is that of the finding */
  uint32_t count;
};

struct noe_runs noe_report_runs(const struct noe_finding *finding);
uint32_t noe_report_run_number(const struct noe_runs *runs, const struct noe_trace *trace);

#endif
