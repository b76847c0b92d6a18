/* The table of terms, for the files of this room. */
#ifndef NOE_LOGIC_INT_H
#define NOE_LOGIC_INT_H

#include "base/arena.h"
#include "logic/formula.h"

/* Terms, instances of quantified formulas and depth beyond which an answer is
 * "too large": far more than any automaton could be built from. */
#define NOE_TERM_LIMIT 200000
#define NOE_VISIT_LIMIT 1000000
#define NOE_DEPTH_LIMIT 1000

struct noe_logic {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_term **slots; /* open addressing, by structure */
  size_t slot_count;
  uint32_t term_count;
  const struct noe_term *truth; /* its negation is falsehood */
  uint32_t effort;              /* left for the implication that is being decided */
  struct noe_proposition *propositions;
  uint32_t proposition_count;
  struct noe_memorised *memories; /* by hidden proposition, in the order in which they came */
  uint32_t memory_count;
};

/* A hidden proposition: previous `left`, or previous (left since right). */
struct noe_memorised {
  const struct noe_term *left, *right; /* right NULL: previous left */
  const struct noe_term *now;          /* what it is the previous value of */
  uint32_t proposition;
};

/* past.c: the literal of `previous left`; left since right. NULL: one proposition too many. */
const struct noe_term *noe_logic_previous(struct noe_logic *logic, const struct noe_temporal *temporal,
                                          const struct noe_term *left);
const struct noe_term *noe_logic_since(struct noe_logic *logic, const struct noe_temporal *temporal,
                                       const struct noe_term *left, const struct noe_term *right);

/* The term with these parts exactly: no law is applied. Parts of AND and OR come
 * sorted by id, without two of one pair. */
const struct noe_term *noe_logic_intern(struct noe_logic *logic, enum noe_term_kind kind, uint32_t number,
                                        const struct noe_term *const *parts, uint32_t count);
/* The same, if it was made before; else NULL. */
const struct noe_term *noe_logic_find(const struct noe_logic *logic, enum noe_term_kind kind, uint32_t number,
                                      const struct noe_term *const *parts, uint32_t count);

/* fold.c: do the values of the quantified names decide the atom? Then `*truth` is what it is in every state. */
bool noe_logic_fold(const struct noe_temporal *temporal, uint32_t atom, const int64_t *values, bool *truth);

/* The number of the proposition, new or known; NOE_PROPOSITION_LIMIT: one too many. */
uint32_t noe_logic_propose(struct noe_logic *logic, const struct noe_temporal *temporal, uint32_t atom,
                           const int64_t *values);

/* Values of a quantified variable, counted from 0; false: no such value. */
bool noe_logic_value(const struct noe_formula_variable *variable, uint64_t index, int64_t *value);

#endif
