/* Which properties are asked about (`--property`). A front end adds every claim of a text to the builder; those that
 * nobody asks about are kept aside, so that no engine sees them and reports can say what was left out. Assumptions
 * and conditions of fairness are no questions: they always stay. */
#ifndef NOE_MODEL_ASKED_H
#define NOE_MODEL_ASKED_H

#include "base/options.h"
#include "model/model.h"

/* Is the property meant by one of the words: by its name, or by the number of its line? Without words, all are. */
bool noe_model_is_asked(const struct noe_words *words, const struct noe_clause *property);

/* The word that means nothing in this model, or NULL. */
const char *noe_model_asked_in_vain(const struct noe_words *words, const struct noe_model *model);

/* Deadlocks are asked about unless words are given and none of them is `deadlock`. */
bool noe_model_asks_deadlock(const struct noe_words *words);

#endif
