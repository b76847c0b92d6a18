/* From the view back to the model: states, arguments, runs, findings. */
#ifndef NOE_DETECT_TRANSLATE_H
#define NOE_DETECT_TRANSLATE_H

#include "detect/detect.h"
#include "model/result.h"

/* The value of the model that a value of a simple type of the view is. */
int64_t noe_detect_original_value(const struct noe_view *view, const struct noe_type *type, int64_t value);

/* The state of the model that a state of the view is. */
void noe_detect_original_state(const struct noe_view *view, const int64_t *from, int64_t *to);

/* The clause of the model that a clause of the view is; NULL for NULL. */
const struct noe_clause *noe_detect_original_clause(const struct noe_view *view, const struct noe_clause *clause);

/* Findings, runs and surveys in terms of the model. Errors at the end of runs are those that the model itself meets
 * there. May escape. */
void noe_detect_translate(const struct noe_view *view, struct noe_memory *memory, struct noe_result *result);

#endif
