/* Named figures: what an engine wants to tell about its work, beside the figures that all engines have in common
 * (states, depth, seconds). One call each; the text and the JSON of a result show them under the engine's name.
 *
 *   noe_verdict_count(result, "bdd", "peak_nodes", nodes);
 *
 * Text:  `  bdd: peak nodes 12,345; time in reordering 0.31 s`
 * JSON:  `"figures": {"bdd": {"peak_nodes": 12345, "time_in_reordering": 0.31}}`
 *
 * A name that the engine has used before gets the new value. Names and engine names are not copied: they must live
 * as long as the result. All of this takes memory of the result's arena, and may escape. */
#ifndef NOE_VERDICT_FIGURES_H
#define NOE_VERDICT_FIGURES_H

#include "model/result.h"

void noe_verdict_count(struct noe_result *result, const char *engine, const char *name, uint64_t count);
void noe_verdict_bytes(struct noe_result *result, const char *engine, const char *name, uint64_t bytes);
void noe_verdict_seconds(struct noe_result *result, const char *engine, const char *name, double seconds);
/* In a line of its own, so that it fits; not copied. */
void noe_verdict_words(struct noe_result *result, const char *engine, const char *name, const char *words);
void noe_verdict_ratio(struct noe_result *result, const char *engine, const char *name, double ratio);

/* Adds those of another result about the same model. */
void noe_verdict_adopt_figures(struct noe_result *result, const struct noe_result *other);

#endif
