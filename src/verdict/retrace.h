/* A path of stored states becomes a run: forward from a start state, taking at each step the first instance that leads
 * to the next stored state (or, with symmetry, to a state that it represents; the run is then permuted as a whole so
 * that it ends in the stored state). An engine stores nothing for that but how states were reached, and the run is the
 * same whichever way they were found. With symmetry, of the instances that twins of a state carry into each other only
 * the first one is tried, and the instance of a permuted step is the permuted instance: a step of a run costs what its
 * state is long, not what there are instances.
 *
 * Where states of one orbit may have several representatives (--symmetry=fast), a step is looked for from the
 * stored state, as the search took it, and permuted back to the run.
 *
 * Where start states are uneven (symmetry/prove.h) the images of a run do not happen. The run stays
 * as it is, and the evidence is looked for again in the state that it ends in (relocate.c). */
#ifndef NOE_VERDICT_RETRACE_H
#define NOE_VERDICT_RETRACE_H

#include "system/view.h"
#include "verdict/record.h"

struct noe_retrace {
  struct noe_memory *memory;
  struct noe_arena *arena; /* of the traces */
  const struct noe_model *model;
  struct noe_view *view; /* fires and watches everything, but for a while */
  const struct noe_store *store;
  uint64_t goal;     /* the stored state to reach */
  uint8_t *key;      /* of the one reached */
  uint8_t *goal_key; /* where keys are of states: of the orbit of the stored state, */
  uint32_t goal_bytes;
  uint16_t *goal_permutation; /* and what leads from it to the representative */
  uint16_t *permutation;      /* from the state reached to the stored one; NULL without symmetry */
};

/* All of this may escape; freeing is possible then. */
void noe_verdict_retrace_init(struct noe_retrace *retrace, struct noe_arena *arena, struct noe_view *view,
                              const struct noe_store *store);
void noe_verdict_retrace_free(struct noe_retrace *retrace);

/* A run that goes along the path (ids of `length` states, the start state first; NOE_NO_STATE: not known, no step
 * leads there) and shows the evidence, which is about the last of them. NULL if there is none, which would be
 * a mistake in noether; `*step` is then the first one that cannot be taken. */
const struct noe_trace *noe_verdict_retrace(struct noe_retrace *retrace, const uint64_t *path, uint32_t length,
                                            const struct noe_evidence *noticed, uint32_t *step);

/* relocate.c: makes of evidence about an image of `state` (NULL: none) evidence about the state
 * itself; false if there is none. */
bool noe_verdict_relocate(struct noe_retrace *retrace, const int64_t *state, struct noe_evidence *evidence);
/* The error of the clause evidence->failed, noticed in an image of the state, in the state itself: which instance meets it? */
bool noe_verdict_relocate_after(struct noe_retrace *retrace, const int64_t *after, struct noe_evidence *evidence);
/* An instance of the claim that fails in the state; NULL if there is none. */
const int64_t *noe_verdict_failing_instance(struct noe_retrace *retrace, const struct noe_clause *claim,
                                            const int64_t *state);
/* What this instance, of a claim that chooses no elements, of the representative is in the state. */
const int64_t *noe_verdict_renamed_instance(struct noe_retrace *retrace, const struct noe_clause *claim,
                                            const int64_t *arguments, const int64_t *state);

#endif
