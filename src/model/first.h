/* The first start state, to see how states look before any is searched: nothing but speed may rest
 * on it. */
#ifndef NOE_MODEL_FIRST_H
#define NOE_MODEL_FIRST_H

#include "base/memory.h"
#include "model/model.h"

/* The first one that there is; the same on every run. False if there is none, or it takes long. May
 * escape. */
bool noe_model_first_state(struct noe_memory *memory, const struct noe_model *model, int64_t *state);

#endif
