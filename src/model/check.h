/* Is a model sound? NULL, or a sentence that says what is wrong. */
#ifndef NOE_MODEL_CHECK_H
#define NOE_MODEL_CHECK_H

#include "model/model.h"

const char *noe_model_check(const struct noe_model *model);

#endif
