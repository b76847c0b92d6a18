/* Inside keeping: the figures of a search as bytes, and what must not change. */
#ifndef NOE_EXPLICIT_RESUME_INT_H
#define NOE_EXPLICIT_RESUME_INT_H

#include "checkpoint/bytes.h"
#include "explicit/search.h"

/* Everything that a search knows but for its states. The workers are at rest. */
void noe_explicit_resume_put(const struct noe_search *search, struct noe_bytes *bytes);

/* The loops for which it had started over: they come first. False if that is nonsense.
 * May escape. */
bool noe_explicit_resume_get_culprits(struct noe_search *search, struct noe_bytes_reader *reader);
/* The rest, when the states are in the store. False if that is nonsense. May escape. */
bool noe_explicit_resume_get(struct noe_search *search, struct noe_bytes_reader *reader);

/* What must be the same when the search goes on: in the arena. May escape. */
const struct noe_circumstance *noe_explicit_circumstances(const struct noe_search *search, uint32_t *count);

#endif
