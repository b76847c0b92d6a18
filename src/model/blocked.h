/* Why no rule leaves a state: for each rule, which conjuncts of its guard are false, or what
 * else keeps it back. Found by the reference interpreter, for people. */
#ifndef NOE_MODEL_BLOCKED_H
#define NOE_MODEL_BLOCKED_H

#include "model/why.h"

enum noe_blocked_kind {
  NOE_BLOCKED_GUARD,      /* the guard is false; `why` has its false conjuncts as parts */
  NOE_BLOCKED_STUTTERS,   /* it can fire, but changes nothing */
  NOE_BLOCKED_DISCARDED,  /* it can fire, but an `assume` drops what comes of it */
  NOE_BLOCKED_NO_ELEMENT, /* no multiset that it chooses from has an element */
};

/* Instances of a rule that the same conjuncts keep back. */
struct noe_blocked {
  enum noe_blocked_kind kind;
  const struct noe_clause *rule;
  struct noe_why why;                  /* of the first instance */
  bool varies;                         /* other instances have other values in it */
  uint64_t count, total;               /* of these instances; of all instances of the rule */
  NOE_LIST(const int64_t *) arguments; /* of some of them */
};

struct noe_blockade {
  NOE_LIST(struct noe_blocked) groups; /* rules that miss the fewest conjuncts first, a rule's groups together */
  bool is_cut;                         /* there are too many instances: some were not looked at */
};

void noe_model_blocked(struct noe_arena *arena, const struct noe_model *model, const int64_t *state,
                       struct noe_blockade *blockade);

#endif
