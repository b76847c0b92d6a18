/* What became of a saved run, for people: where it differs from what was saved, and why it cannot go on. */
#ifndef NOE_REPORT_REPLAY_TEXT_H
#define NOE_REPORT_REPLAY_TEXT_H

#include "logs/follow.h"
#include "report/report.h"
#include "report/trace_read.h"

/* The first step whose state is not as the plan has it; the number of executed steps if there is none. */
uint32_t noe_report_first_difference(struct noe_memory *memory, const struct noe_firing_plan *plan,
                                     const struct noe_trace *trace);

/* Every such step with what differs, unless it did so after the step before; of many the first few, unless
 * --trace=full. `saved` is the text that
 * the plan was read from. */
void noe_report_differences(const struct noe_report *report, const struct noe_source *saved,
                            const struct noe_firing_plan *plan, const struct noe_trace *trace, struct noe_text *out);

/* Names in the saved run that the model does not know, one note. */
void noe_report_strange_names(const struct noe_report *report, const struct noe_bound_trace *bound,
                              struct noe_text *out);

/* Why the step behind the last executed one could not be: which instance, and what kept it. `step` is as the
 * file names it. */
void noe_report_obstacle(const struct noe_report *report, const struct noe_saved_step *step,
                         const struct noe_followed *followed, struct noe_text *out);

/* The part of a state that a demand is about: `cache[Proc_1].state: Idle`. */
void noe_report_part(const struct noe_model *model, const struct noe_demand *demand, const int64_t *state,
                     struct noe_text *out);

/* JSON as it is written, on one line, cut where it gets long; a string without its quotes. */
void noe_report_saved_text(const struct noe_source *saved, struct noe_span span, struct noe_text *out);

#endif
