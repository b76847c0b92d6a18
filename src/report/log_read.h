/* Logs of real systems, read against a model: one JSON object in each line (docs/validate.md).
 *
 *   rule        the name of the rule, or of the start state, that fired
 *   kind        "rule" or "startstate", if the name does not tell
 *   arguments   some of its arguments, by parameter
 *   state       some of the state afterwards, by variable
 *   gap         how many firings before it may be missing in the log; true: any number
 *
 * Other keys are passed over. A line with neither rule nor state widens the gap before the next one. */
#ifndef NOE_REPORT_LOG_READ_H
#define NOE_REPORT_LOG_READ_H

#include "base/diagnostic.h"
#include "logs/validate.h"
#include "report/names.h"

/* `gap` is that of lines that do not say. What is wrong goes to the diagnostics; then the log is of no use. */
struct noe_log noe_report_log_read(struct noe_arena *arena, const struct noe_model *model,
                                   const struct noe_names *names, const struct noe_source *source, uint64_t gap,
                                   struct noe_diagnostics *diagnostics);

#endif
