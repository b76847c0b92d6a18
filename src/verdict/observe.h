/* What one thread notices while it executes a system, and where that goes: failures to its records (record.h), a loop
 * that depends on the order of its rounds to `order`, which ends everything that rests on the symmetry.
 *
 * States are judged by the interpreter here. An engine that knows a faster way does the same as these functions. */
#ifndef NOE_VERDICT_OBSERVE_H
#define NOE_VERDICT_OBSERVE_H

#include "system/view.h"
#include "verdict/record.h"

struct noe_observer {
  struct noe_view *view;
  const struct noe_options *options;
  struct noe_records records;
  bool order;       /* a watched loop turned out to depend on the order: */
  uint32_t culprit; /* the first such loop of the model, of those met so far */
  bool by_error;    /* and each time only by an error in one of its rounds */
};

/* The machine of the view reports a loop that depends on the order (NOE_OUTCOME_ORDER). */
void noe_verdict_observe_order(struct noe_observer *observer);

/* The machine reports a run-time error (NOE_OUTCOME_FAULT). Inside a watched loop another order might have none: if
 * the search goes on after this error, that is a matter of order. */
void noe_verdict_observe_fault(struct noe_observer *observer, struct noe_evidence where);
/* In the state `at`: in a guard, or (`in_body`) in a firing. */
void noe_verdict_observe_rule_fault(struct noe_observer *observer, uint64_t at, const struct noe_clause *rule,
                                    const int64_t *arguments, bool in_body);
void noe_verdict_observe_start_fault(struct noe_observer *observer, const struct noe_clause *start,
                                     const int64_t *arguments);

/* May the state be stored, as far as assumptions are concerned? It comes of a firing of `step` in state `at`; errors
 * are recorded. `arguments` are those of the step. */
bool noe_verdict_observe_assumptions(struct noe_observer *observer, const int64_t *state, uint64_t at,
                                     const struct noe_clause *step, const int64_t *arguments);

/* Do invariants and covers hold in the state, which is stored under `id`? Failures are recorded. AG EF and claims
 * about runs are not judged by states. */
void noe_verdict_observe_claims(struct noe_observer *observer, const int64_t *state, uint64_t id);

#endif
