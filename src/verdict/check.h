/* Is it sound? NULL, or a sentence that says what is wrong. Tests plant a defect for each sentence. */
#ifndef NOE_VERDICT_CHECK_H
#define NOE_VERDICT_CHECK_H

#include "verdict/plan.h"
#include "verdict/record.h"

/* What is said of this model, and shown. */
const char *noe_verdict_result_check(const struct noe_model *model, const struct noe_result *result);
/* Its figures: names, each once, engine by engine. */
const char *noe_verdict_figures_check(const struct noe_result *result);
const char *noe_verdict_records_check(const struct noe_records *records);
const char *noe_verdict_plan_check(const struct noe_engine_plan *plan);

#endif
