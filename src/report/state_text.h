/* States and what changes between them, line by line. */
#ifndef NOE_REPORT_STATE_TEXT_H
#define NOE_REPORT_STATE_TEXT_H

#include "base/text.h"
#include "model/model.h"

/* Every leaf: `    cache[Proc_1].state: Idle`. */
void noe_report_state_full(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                           struct noe_text *out);

/* The same, with arrays whose elements are all equal shown once, as `[*]`, and, if
 * `skip_undefined`, without leaves that have no value, except in the variable that
 * the text `mentioned` (or NULL) begins with: `y[1] is undefined`. */
void noe_report_state_compact(struct noe_memory *memory, const struct noe_model *model, const int64_t *state,
                              bool skip_undefined, const char *mentioned, struct noe_text *out);

/* Leaves that differ: `    cache[Proc_1].state: Idle -> Busy`; of a multiset the
 * elements that came and went. */
void noe_report_state_change(struct noe_memory *memory, const struct noe_model *model, const int64_t *before,
                             const int64_t *after, struct noe_text *out);

#endif
