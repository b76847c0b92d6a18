#include "report/grounds.h"

struct noe_runs noe_report_runs(const struct noe_finding *finding) {
  struct noe_runs runs = {{finding->trace}, 1};
  for (uint32_t i = 0; i < finding->ground_count; i++) {
    uint32_t at = 0;
    while (at < runs.count && runs.items[at] != finding->grounds[i].trace)
      at++;
    if (at == runs.count && at < NOE_MOST_RUNS)
      runs.items[runs.count++] = finding->grounds[i].trace;
  }
  return runs;
}

uint32_t noe_report_run_number(const struct noe_runs *runs, const struct noe_trace *trace) {
  uint32_t at = 0;
  while (at + 1 < runs->count && runs->items[at] != trace)
    at++;
  return at;
}
