/* A run as JSON, inside a larger document. The same object stands in --json files
 * and is what --trace-out writes; trace_read.h reads it back. */
#ifndef NOE_REPORT_TRACE_JSON_H
#define NOE_REPORT_TRACE_JSON_H

#include "report/json.h"
#include "report/report.h"

/* Changes when a reader of the last one would misunderstand a file. */
enum { NOE_TRACE_SCHEMA = 2 };

void noe_report_trace_object(struct noe_json *json, const struct noe_report *report, const struct noe_trace *trace,
                             const struct noe_finding *finding);

/* The words of a command line that bring the model's meaning back: constants, dialect, what a deadlock is. */
struct noe_words noe_report_meaning(struct noe_arena *arena, const struct noe_options *options);

/* "options": these words. */
void noe_report_options_json(struct noe_json *json, const struct noe_report *report);

/* Is this the name of an option that such a list may hold? */
bool noe_report_option_is_meaning(const char *name, size_t length);

#endif
