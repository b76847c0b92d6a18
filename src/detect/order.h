/* Comparisons by size that cost nothing. `forall i, j: i < j -> !(c[i] & c[j])` says of each two processes once what it
 * might say twice. If rules and start states treat values alike, the reachable states are closed under permutations,
 * and an invariant holds just if all its images do. The image of x < y under g says that g(x) < g(y): of two values
 * that are alike and differ, some g makes it true and another one false. So where the conjunction of all images can be
 * made comparison by comparison, the claim of the view has in place of
 *
 *   x < y, wanted:   x != y & false          x < y, not wanted:   x != y
 *   x <= y, wanted:  x = y                   x <= y, not wanted:  x = y | true
 *
 * "Wanted" is a comparison whose truth can only make the claim true: a conjunction of images goes down to it through
 * `forall`, `&`, and what else stands beside parts without such comparisons; "not wanted" is the opposite, through
 * `exists` and `|`. A claim that names values that are alike, beside comparing them, is left alone. Parts of a claim
 * that hide the errors of parts behind them hide at least as many in the model: where the view skips a part that some
 * image would evaluate, the claim fails.
 *
 * A run that shows such a claim violated may show it for the wrong order: it is permuted then (translate.c). */
#ifndef NOE_DETECT_ORDER_H
#define NOE_DETECT_ORDER_H

#include "detect/infer.h"

/* By all that the walk has seen: comparisons in claims that are harmless are kept, the others limit their classes. */
void noe_detect_judge_orders(struct noe_inference *inference);

/* Is there one in this claim? Of values of this class, or of any (NOE_NO_CLASS). */
bool noe_detect_has_order(const struct noe_inference *inference, uint32_t owner, uint32_t class);

/* The comparison, if it is one that costs nothing; or NULL. */
const struct noe_order *noe_detect_order(const struct noe_inference *inference, const struct noe_expr *expr);

#endif
