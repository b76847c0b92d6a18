/* What leaves a state whose roles are filled in one way, beside what leaves it when they are filled in others.
 *
 *   T(w) = { t : (r, w) -> (t, w) },   K(w) = the orbits of T(w)
 *
 * For the orbit of r in the model, T(w) and K(w) are, with values renamed, the successors of one of its members: of the one
 * that becomes r when whoever plays the roles is renamed w. So T(w) is the same for all w just if every image of a step from
 * that orbit is a step (symmetry), and K(w) just if every image has one to the same orbit (virtual symmetry). */
#ifndef NOE_ADAPTIVE_FILLINGS_H
#define NOE_ADAPTIVE_FILLINGS_H

#include "verdict/explore.h"

/* How much difference it makes who plays a role, from none to much. */
enum noe_asymmetry {
  NOE_ASYMMETRY_NONE,    /* T is the same */
  NOE_ASYMMETRY_NEAR,    /* T differs in a state that all permutations fix */
  NOE_ASYMMETRY_ROUGH,   /* K is the same, rule by rule */
  NOE_ASYMMETRY_VIRTUAL, /* K is the same */
  NOE_ASYMMETRY_FULL,    /* K differs */
};

/* Steps are compared by hashes: what is found out is said and nothing rests on it. */
struct noe_step_hash {
  uint64_t hash;
  uint32_t rule;
};

/* T, and K; both also rule by rule. */
enum { NOE_STEPS_T, NOE_STEPS_T_BY_RULE, NOE_STEPS_K, NOE_STEPS_K_BY_RULE, NOE_STEPS_KINDS };

/* Sorted, none twice, once they are closed. */
struct noe_step_hashes {
  NOE_LIST(struct noe_step_hash) kinds[NOE_STEPS_KINDS];
};

struct noe_fillings {
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_symmetry *symmetry; /* or NULL */
  struct noe_step_hashes first, other; /* of the first way to fill them; of the one at hand */
  uint64_t count;                      /* of ways, in all states */
  uint64_t states_apart;               /* states in which T differs */
  enum noe_asymmetry asymmetry;        /* the most of all states */
  bool is_apart;                       /* in the state at hand */
  bool *rules_apart;                   /* by rule: of these the steps differ */
  int64_t *image;
  uint16_t *exchange;
};

/* All of this may escape. What is said in the end is in the arena `result`, and outlives the search. */
void noe_adaptive_fillings_open(struct noe_fillings *fillings, struct noe_arena *arena, struct noe_arena *result,
                                const struct noe_model *model, const struct noe_symmetry *symmetry);
/* A step of this rule to `plain`, whose orbit has a key of this hash. */
void noe_adaptive_fillings_step(struct noe_fillings *fillings, uint32_t rule, const int64_t *plain, uint64_t key);
/* That was all, for this way to fill the roles in the state. */
void noe_adaptive_fillings_close(struct noe_fillings *fillings, const int64_t *state, bool is_first);

/* For people: the symmetry that is left; and the rules that make it, or NULL. */
const char *noe_adaptive_asymmetry_text(const struct noe_fillings *fillings);
const char *noe_adaptive_asymmetric_rules(const struct noe_fillings *fillings, struct noe_arena *arena);

#endif
