/* Conditions that were never true: which of their conjuncts kept them from it, over many
 * states. A guard or the left side of an implication is taken apart into conjuncts; for each
 * instance in each state the conjuncts that are false are noted. For people: a condition with
 * more conjuncts than fit a word, or with effects, is not surveyed. */
#ifndef NOE_MODEL_SURVEY_H
#define NOE_MODEL_SURVEY_H

#include "model/machine.h"

enum { NOE_MOST_CONJUNCTS = 64 };

struct noe_survey {
  const struct noe_clause *clause;         /* a rule, or the property that the implication is in */
  const struct noe_expr *implication;      /* or NULL: it is about the guard of a rule */
  const struct noe_expr *const *conjuncts; /* in their order */
  uint32_t count;
  uint64_t instances; /* evaluated so far */
  uint64_t once;      /* conjuncts that were true some time, as bits */
  uint64_t least;     /* the smallest set of conjuncts that was all that was false; of several the least number */
  bool is_whole;      /* every state was looked at: what was not met never happens */
};

/* False if there is nothing to be found out. `witness`: number of the implication in the
 * claim, or 0 for the guard of a rule. */
bool noe_model_survey(struct noe_arena *arena, const struct noe_clause *clause, uint32_t witness,
                      struct noe_survey *survey);

/* All instances of it in one state. */
void noe_model_survey_state(struct noe_machine *machine, struct noe_survey *survey, const int64_t *state);

#endif
