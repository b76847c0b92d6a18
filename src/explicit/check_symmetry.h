/* The law that symmetry reduction rests on, tested on states that were reached:
 *
 *   succ_r(pi s) = pi succ_r(s)  for each rule r that no other holds back,   c(pi s) = c(s)  for each claim c,
 *   p(pi a, pi s) = p(a, s)  for each instance a of a proposition p,   pi (start states) = start states,
 *
 * with random permutations, by the interpreter. It watches loops only of claims that no search has looked at: liveness,
 * and propositions. A difference is a fault of noether, or of the user's word with --trust-symmetry. A firing or claim
 * that fails in s is left out: the search has reported the error, and which of several errors is met first may depend
 * on the order of values. */
#ifndef NOE_EXPLICIT_CHECK_SYMMETRY_H
#define NOE_EXPLICIT_CHECK_SYMMETRY_H

#include "base/random.h"
#include "explicit/search.h"

/* Successors, packed and sorted. */
struct noe_sample_rows {
  uint64_t *words;
  size_t count, room, width;
  bool has_fault;
};

struct noe_sampler {
  struct noe_search *search;
  struct noe_memory *memory; /* of worker 0, which takes the samples */
  struct noe_view view;
  struct noe_random random;
  uint16_t *permutation;
  int64_t *permuted, *after, *image;    /* states */
  int64_t *arguments, *image_arguments; /* of an instance, and of its image */
  struct noe_sample_rows here, there;
  double until;       /* when to give up, by noe_base_now */
  uint32_t next_rule; /* where the next sample begins: all rules have their turn, however short the time */

  /* when to sample (sample.c) */
  bool tried_starts;
  const char *wrong;        /* a sample of the current level, or NULL */
  double spent, next, need; /* seconds */
  uint64_t count;
};

/* May escape; then, and at the end: free. */
void noe_explicit_sampler_init(struct noe_sampler *sampler, struct noe_search *search, uint64_t seed);
void noe_explicit_sampler_free(struct noe_sampler *sampler);

/* Tests the law in `state`, and on start states. What is wrong, or NULL: nothing that was seen until the time was
 * over. The text lives in the result's arena. May escape. */
const char *noe_explicit_sample_state(struct noe_sampler *sampler, const int64_t *state);
const char *noe_explicit_sample_starts(struct noe_sampler *sampler);

#endif
