/* What the files of translate share. */
#ifndef NOE_DETECT_TRANSLATE_INT_H
#define NOE_DETECT_TRANSLATE_INT_H

#include "detect/translate.h"
#include "model/machine.h"

struct noe_translation {
  const struct noe_view *view;
  struct noe_arena *arena;
  struct noe_machine *machine; /* of the model */
  int64_t *scratch;            /* room for a state */
  struct noe_memory *memory;
  uint32_t *images; /* of the numbers of all classes, one after the other (first_image): values are exchanged so that
                     * a run speaks of the literals of the claim that it violates; NULL: they stay */
  const uint32_t *first_image; /* by class */
  bool is_missed;              /* some claim fails in the model in another way than in the view */
};

/* A state of the view in terms of the model. */
void noe_detect_translate_state(const struct noe_translation *translation, const int64_t *from, int64_t *to);

const int64_t *noe_detect_translate_arguments(const struct noe_translation *translation,
                                              const struct noe_clause *clause, const int64_t *arguments);

/* translate_aim.c: from now on the instance that fails of a claim with lifted literals is that of the literals. */
void noe_detect_aim(struct noe_translation *translation, const struct noe_clause *clause, const int64_t *arguments);
/* From now on those who play roles at the end of the run are the values that the model names for them. */
void noe_detect_aim_roles(struct noe_translation *translation, const struct noe_trace *trace);
/* Is the clause of the view no clause of the model, but the rule that gives away the roles? */
bool noe_detect_is_casting(const struct noe_view *view, const struct noe_clause *clause);
/* A claim that compares values by size fails for some order of them: from now on it is theirs in the last state. False:
 * for no order that was tried it fails as it does in the view, where it may meet an error behind what makes it false. */
bool noe_detect_aim_order(struct noe_translation *translation, const struct noe_clause *clause,
                          const int64_t *arguments, const struct noe_trace *trace);
/* The arguments of the instance that fails, also if the finding does not say. */
const int64_t *noe_detect_failing(struct noe_translation *translation, const struct noe_finding *finding);

#endif
