/* Why a claim about several runs is false, for people:
 *
 *   why it is false:
 *     after step 0: EF (waiting & !EF served) is true: steps 1 to 3 lead there
 *       after step 3: waiting is true
 *       after step 3: EF served is false: 14 states searched
 *
 * Runs other than the first are shown behind that, from where they branch. */
#include "report/check_int.h"
#include "report/fold.h"
#include "report/formula_text.h"
#include "report/grounds.h"
#include "report/number.h"

enum { DEEPEST = 12 };

/* How many steps two runs begin with in common, the start state counted. */
static uint32_t common(const struct noe_trace *a, const struct noe_trace *b) {
  uint32_t count = 0;
  while (count < a->count && count < b->count && a->steps[count].state == b->steps[count].state)
    count++;
  return count;
}

static bool is_reduced(const struct noe_report *report) {
  for (uint32_t i = 0; i < report->result->type_count; i++)
    if (report->result->types[i].used)
      return true;
  return false;
}

static void how(const struct noe_report *report, const struct noe_ground *ground, struct noe_text *out) {
  bool for_ever = ground->trace->has_loop && ground->until + 1 == ground->trace->count;
  switch (ground->kind) {
  case NOE_GROUND_HERE: break;
  case NOE_GROUND_RUN:
    if (for_ever)
      noe_base_text_puts(out, ": the run goes on so for ever");
    else if (ground->until <= ground->after + 1)
      noe_base_text_printf(out, ": step %u leads there", (unsigned)ground->until);
    else
      noe_base_text_printf(out, ": steps %u to %u lead there", (unsigned)ground->after + 1, (unsigned)ground->until);
    break;
  case NOE_GROUND_ALL:
    noe_base_text_puts(out, ": ");
    noe_report_counted(out, ground->searched, "state");
    noe_base_text_printf(out, " searched%s", is_reduced(report) ? ", up to symmetry" : "");
    break;
  case NOE_GROUND_STEPS:
    noe_base_text_puts(out, ": ");
    noe_report_counted(out, ground->searched, "step");
    noe_base_text_printf(out, " looked at%s", is_reduced(report) ? ", up to symmetry" : "");
    break;
  case NOE_GROUND_MORE: noe_base_text_puts(out, ": no more of it is shown"); break;
  }
}

static uint32_t least_depth(const struct noe_finding *finding) {
  uint32_t least = finding->grounds[0].depth;
  for (uint32_t i = 1; i < finding->ground_count; i++)
    least = finding->grounds[i].depth < least ? finding->grounds[i].depth : least;
  return least;
}

static void line(const struct noe_report *report, const struct noe_finding *finding, const struct noe_runs *runs,
                 const struct noe_ground *ground, struct noe_text *out) {
  uint32_t run = noe_report_run_number(runs, ground->trace), depth = ground->depth - least_depth(finding);
  noe_base_text_printf(out, "    %*s", (int)(2 * (depth < DEEPEST ? depth : DEEPEST)), "");
  if (run)
    noe_base_text_printf(out, "run %u, ", (unsigned)run + 1);
  noe_base_text_printf(out, "after step %u: ", (unsigned)ground->after);
  noe_report_formula(report, finding->clause, ground->formula, out);
  noe_base_text_puts(out, ground->truth ? " is true" : " is false");
  how(report, ground, out);
  noe_base_text_puts(out, "\n");
}

static void branch(const struct noe_report *report, const struct noe_runs *runs, uint32_t number,
                   struct noe_text *out) {
  const struct noe_trace *trace = runs->items[number];
  uint32_t from = 0, shared = 0;
  for (uint32_t i = 0; i < number; i++)
    if (common(runs->items[i], trace) > shared) {
      shared = common(runs->items[i], trace);
      from = i;
    }
  if (!shared)
    return;
  noe_base_text_printf(out, "\n  run %u goes on from the state after step %u", (unsigned)number + 1,
                       (unsigned)shared - 1);
  if (from)
    noe_base_text_printf(out, " of run %u", (unsigned)from + 1);
  noe_base_text_puts(out, ":\n\n");
  noe_report_branch(report, trace, shared, out);
}

void noe_report_grounds(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  struct noe_runs runs = noe_report_runs(finding);
  size_t from = out->length;
  if (!finding->ground_count || !finding->trace)
    return;
  noe_base_text_puts(out, "  why it is false:\n");
  for (uint32_t i = 0; i < finding->ground_count; i++)
    line(report, finding, &runs, &finding->grounds[i], out);
  noe_report_fold(out, from);
  for (uint32_t i = 1; i < runs.count && report->options->trace != NOE_TRACE_OFF; i++)
    branch(report, &runs, i, out);
}
