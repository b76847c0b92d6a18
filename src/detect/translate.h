/* From the view back to the model: states, arguments, runs, findings. */
#ifndef NOE_DETECT_TRANSLATE_H
#define NOE_DETECT_TRANSLATE_H

#include "detect/detect.h"
#include "model/result.h"

/* The clause of the model that a clause of the view is; NULL for NULL. */
const struct noe_clause *noe_detect_original_clause(const struct noe_view *view, const struct noe_clause *clause);

/* Findings, runs and surveys in terms of the model. Errors at the end of runs are those that the model itself meets
 * there. Unfounded, if a claim fails in the model in another way than in the view. May escape. */
void noe_detect_translate(const struct noe_view *view, struct noe_memory *memory, struct noe_result *result);

/* The model itself was searched because its view does not pay: the result says so of what was found. May escape. */
void noe_detect_not_worth_it(const struct noe_view *view, struct noe_result *result);

#endif
