/* One instance of a temporal claim, read on the annotated quotient: which points it
 * speaks of, and which of its propositions are true in a node.
 *
 * A proposition speaks of the claim's arguments and of values that quantifiers inside
 * the formula have run through. Those of them that name points are tracked, and in a
 * node they are replaced by their names there. */
#ifndef NOE_FAIR_CLAIM_H
#define NOE_FAIR_CLAIM_H

#include "fair/graph.h"
#include "logic/formula.h"

struct noe_fair_claim {
  struct noe_space *space;
  const struct noe_clause *property;
  const int64_t *arguments;
  const struct noe_proposition *const *propositions;
  uint32_t proposition_count;
  uint16_t *tracked; /* points, each once */
  uint32_t tracked_count;

  uint16_t *names; /* by point; of tracked points only: what it is called in the node at hand */
  uint16_t *local; /* tracked names there */
  int64_t *local_arguments, *local_values;
  uint64_t *letters; /* by node */
  size_t letter_room;
  uint8_t *known; /* by node: is its letter there? */
  size_t known_room;
  uint64_t steps;         /* propositions about steps, as bits */
  uint64_t *step_letters; /* by edge of the graph */
  size_t step_letter_room;
  uint8_t *steps_known; /* by node: are those of its edges there? */
  size_t steps_known_room;
  bool is_copy;      /* of another thread, which leaves messages to the owner of the claim */
  const char *fault; /* a proposition had this run-time error, or NULL; the claim is undecided then */
};

/* May escape; can be freed then. Propositions and arguments stay the caller's. */
void noe_fair_claim_init(struct noe_fair_claim *claim, struct noe_space *space, const struct noe_clause *property,
                         const int64_t *arguments, const struct noe_proposition *const *propositions, uint32_t count);
void noe_fair_claim_free(struct noe_fair_claim *claim);

/* The propositions that are true in a node, as bits. After a fault or a stop it says
 * nothing. */
uint64_t noe_fair_letter(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t node);

/* The same claim for another thread, in whose space it is judged. May escape. */
struct noe_fair_claim *noe_fair_claim_copy(const struct noe_fair_claim *claim, struct noe_space *space);

/* The propositions that are true in any state, in which the tracked points are called `local`. */
uint64_t noe_fair_letter_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local);

/* The letters of a representative in these frames. Of the graph it only reads: for a copy of the claim in any thread. */
void noe_fair_letters_of(struct noe_fair_claim *claim, const struct noe_fair_graph *graph, uint32_t orbit,
                         const uint32_t *frames, uint32_t count, uint64_t *letters);

/* Is this atom of the formula true in a representative, in a frame? It must not lie under a quantifier. A run-time
 * error counts as true: who asks wants to complain about what is never true. */
bool noe_fair_atom(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t orbit, uint32_t frame,
                   uint32_t atom);

/* The same in any state, in which the tracked points are called `local`. */
bool noe_fair_atom_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local, uint32_t atom);

/* Instances of a clause up to symmetry: arguments of the first, then of the next one whose
 * points come in the order of their numbers (of every orbit of the whole group there is
 * exactly one), or of those where they do not. False if there is none. */
enum noe_fair_instances { NOE_FAIR_LEADING_INSTANCES, NOE_FAIR_OTHER_INSTANCES };
bool noe_fair_first_instance(const struct noe_space *space, enum noe_fair_instances which,
                             const struct noe_clause *clause, int64_t *arguments);
bool noe_fair_next_instance(const struct noe_space *space, enum noe_fair_instances which,
                            const struct noe_clause *clause, int64_t *arguments);

/* The propositions about steps that an edge, counted from the first one of its node, which is expanded, satisfies. */
uint64_t noe_fair_step_letter(struct noe_fair_claim *claim, struct noe_fair_graph *graph, uint32_t node, uint32_t edge);
/* Those that a step from any state satisfies, in which the tracked points are called `local`. */
uint64_t noe_fair_step_letter_of(struct noe_fair_claim *claim, const int64_t *state, const uint16_t *local,
                                 const struct noe_clause *rule, const int64_t *given);

#endif
