/* For the files of this room.
 *
 * Sets of states and relations are BuDDy nodes. A function that returns a BDD returns it *held* (with a reference
 * that the caller gives back by noe_bdd_drop), and holds nothing else when it is done; arguments stay the caller's.
 * Every BuDDy operation is followed by holding its result before the next one, since any operation may collect
 * garbage.
 *
 * Hazards of BuDDy, and what is done about them:
 *  - Quantification cubes whose node number is 2^24 or more may share cache keys, with wrong results: all cubes are
 *    made before any relation and held to the end (parts.c asserts their numbers).
 *  - Renaming across the order is not memoised: only v' -> v for adjacent variables is renamed by BuDDy; processes are
 *    swapped bit by bit with cofactors (permute.c).
 *  - After an error every operation returns false, which looks like an empty set: the error hook leaves by the escape
 *    of the memory at the first error, and nothing that BuDDy says afterwards is used (session.c). The answer is
 *    UNKNOWN.
 *  - Reordering is off.
 *
 * Variables: bit number b of a state, at rank r of the order, is variable 2r, and its next value 2r + 1. */
#ifndef NOE_BDD_BDD_INT_H
#define NOE_BDD_BDD_INT_H

#include <bdd.h>

#include "base/number.h"
#include "bdd/bdd.h"
#include "circuit/circuit.h"
#include "symmetry/prove.h"
#include "verdict/limits.h"

enum noe_strategy {
#define STRATEGY(symbol, name, source, says, text) NOE_STRATEGY_##symbol,
#include "bdd/strategies.def"
#undef STRATEGY
  NOE_STRATEGY_COUNT
};

/* An instance of a rule, as circuits. */
struct noe_bdd_instance {
  const struct noe_clause *clause;
  const int64_t *arguments;
  struct noe_circuit_truth guard;
  struct noe_circuit_body body;
  noe_literal enabled; /* and not held back by a smaller priority */
  noe_literal fires;   /* moreover: without error, not discarded */
};

/* Instances of one rule by one component, as one relation over the bits that they change. */
struct noe_bdd_part {
  const struct noe_clause *rule;
  uint32_t component;    /* 0: of no process; else 1 + the point whose process it is */
  uint32_t first, count; /* of the instances */
  const uint32_t *bits;  /* that one of them changes */
  uint32_t bit_count;
  BDD cube, next_cube;
  bddPair *prime; /* v -> v' of these bits */
  BDD relation;   /* or -1: not built */
};

/* A set that was reached, in the order in which that happened: each state of it, but for those of ring 0, has a
 * predecessor (up to symmetry) in a ring before. */
struct noe_bdd_rings {
  BDD *items;
  uint32_t count, capacity;
};

/* Something that is asked, and what is known of it. */
struct noe_bdd_question {
  struct noe_question question;
  struct noe_finding *finding;
  BDD bad;   /* states that violate it; of a cover: that show it */
  BDD fault; /* in which it cannot be evaluated */
  bool failed, undecided, judged;
  uint32_t ring; /* where it failed first, and the states of that ring in which it did */
  BDD where;
};

/* A transposition of two neighbouring points, as bits: see permute.c. */
struct noe_bdd_swap {
  uint32_t point;               /* it exchanges point and point + 1 */
  const uint32_t *left, *right; /* pairs of bits that change places */
  uint32_t pair_count;
  const uint32_t *cells; /* whose values are exchanged after that */
  uint32_t cell_count;
  BDD sorted; /* states that are in order as far as these two are concerned */
  BDD fixed;  /* states that it certainly does not change */
};

struct noe_bdd {
  const struct noe_task *task;
  struct noe_memory *memory;
  struct noe_arena *arena; /* of this run */
  const struct noe_model *model;
  const struct noe_options *options;
  struct noe_limits limits;
  struct noe_result *result;
  enum noe_strategy strategy;
  bool is_open; /* BuDDy is ours */

  struct noe_circuits *circuits;
  const uint32_t *rank; /* by bit */
  bddPair *unprime;     /* v' -> v of all bits */
  BDD *gates;           /* by node of the graph: its diagram while one is made; -1: none */
  uint32_t *made;       /* the nodes that have one */
  uint32_t made_count, gate_count;

  struct noe_bdd_instance *instances; /* of rules; those of a part together */
  uint32_t instance_count;
  struct noe_bdd_part *parts;
  uint32_t part_count;

  /* Sets of states: */
  BDD starts;       /* that are allowed */
  BDD allowed;      /* by all assumptions */
  BDD assume_fault; /* none is false, and one cannot be evaluated */
  BDD failing;      /* a guard, or a body that would be executed, fails */
  BDD leading;      /* a firing leads to another state; --deadlock=stuck: there is a firing */
  BDD moving;       /* there is a firing, wherever it leads */
  BDD everything;   /* true */

  struct noe_bdd_question *questions;
  uint32_t question_count;
  struct noe_bdd_question *deadlock, *errors; /* of these; NULL: not asked */
  BDD *witnesses;                             /* by witness: states in which it is seen */

  /* Symmetry, of strategies that have some: */
  const struct noe_symmetry *symmetry; /* NULL: none */
  struct noe_proof *proof;
  struct noe_bdd_swap *swaps;
  uint32_t swap_count;
  bool is_unique; /* one representative for each orbit */

  /* The search: */
  BDD reached;
  struct noe_bdd_rings rings;
  bool records; /* rings are kept */
  bool dropped; /* states were left out: nothing can be said to hold */
  uint32_t depth, failures;
  enum noe_stop stop;
  bool explored;
  uint64_t steps; /* images */
  int peak_nodes;
  struct noe_machine *machine;
};

/* ---------------------------------------------------------------- session.c */

/* Waits for BuDDy, and starts it with as many nodes as `memory` has room for. `bits` of a state. May escape. */
void noe_bdd_open(struct noe_bdd *b, uint32_t bits);
/* Ends it; also after an escape. */
void noe_bdd_close(void);

static inline BDD noe_bdd_hold(BDD a) { return bdd_addref(a); }
static inline void noe_bdd_drop(BDD a) { bdd_delref(a); }
/* `old` is given up for `fresh`, which is held. */
static inline BDD noe_bdd_instead(BDD old, BDD fresh) {
  bdd_addref(fresh);
  bdd_delref(old);
  return fresh;
}
/* Called before each large operation: looks at time and interrupts; escapes if it is over. */
void noe_bdd_step(struct noe_bdd *b);

/* ------------------------------------------------------------------ gates.c */

/* The diagram of a literal. What was made on the way is kept until the gates are forgotten. */
BDD noe_bdd_of(struct noe_bdd *b, noe_literal literal);
void noe_bdd_forget_gates(struct noe_bdd *b);
static inline int noe_bdd_now(const struct noe_bdd *b, uint32_t bit) { return (int)(2 * b->rank[bit]); }
static inline int noe_bdd_next(const struct noe_bdd *b, uint32_t bit) { return (int)(2 * b->rank[bit] + 1); }
/* An order of the bits: those of one process stand together. */
const uint32_t *noe_bdd_order(struct noe_bdd *b);

/* ------------------------------------------------------------------ parts.c */

/* Circuits of all rules and claims about states. False: refused. */
bool noe_bdd_build(struct noe_bdd *b);
/* Which bits rules change, by component; cubes. */
void noe_bdd_make_parts(struct noe_bdd *b);
/* exists v. set(v) & R(v, v'), for one part or all. */
BDD noe_bdd_image(struct noe_bdd *b, struct noe_bdd_part *part, BDD set);
BDD noe_bdd_image_all(struct noe_bdd *b, BDD set);
/* exists v'. R(v, v') & set(v'); only rules of this name unless it is NULL. */
BDD noe_bdd_preimage(struct noe_bdd *b, BDD set, const char *rule);

/* ------------------------------------------------------------------- sets.c */

/* Assumptions, claims, errors, deadlock, start states as sets. False: refused. */
bool noe_bdd_make_sets(struct noe_bdd *b);
/* The diagram of one state. */
BDD noe_bdd_state(struct noe_bdd *b, const int64_t *state);
/* A state of a set that is not empty. */
void noe_bdd_pick(struct noe_bdd *b, BDD set, int64_t *state);
bool noe_bdd_has(struct noe_bdd *b, BDD set, const int64_t *state);
/* How many states: exactly, and as a number that ends at the largest. (count.c) */
void noe_bdd_count(struct noe_bdd *b, BDD set, struct noe_number *count);
uint64_t noe_bdd_count_small(struct noe_bdd *b, BDD set);

/* ----------------------------------------------------------------- search.c */

/* Reaches what can be reached, and looks at it. */
void noe_bdd_search(struct noe_bdd *b);
/* A set was reached: it becomes a ring (`set` stays the caller's), and claims are looked at. Returns its number. */
uint32_t noe_bdd_found(struct noe_bdd *b, BDD set);
/* The states of this ring are expanded: errors and deadlocks are looked at. */
void noe_bdd_expanded(struct noe_bdd *b, uint32_t ring, BDD set);
/* Of successors: those that assumptions allow; others may be errors. `successors` is given up. */
BDD noe_bdd_allow(struct noe_bdd *b, BDD successors);
bool noe_bdd_is_over(struct noe_bdd *b, BDD frontier);

/* ---------------------------------------------------------------- component.c */

void noe_bdd_search_components(struct noe_bdd *b, bool by_states);

/* ---------------------------------------------------------------- permute.c */

/* Proves the symmetry that needs no watching. False: there is none that can be used, and `*why` says what is in the
 * way. Before anything is made of the model. */
bool noe_bdd_prove(struct noe_bdd *b, const char **why);
/* The transpositions of neighbours. */
void noe_bdd_make_swaps(struct noe_bdd *b);
BDD noe_bdd_swap(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set);
/* alpha(set): representatives of the orbits of its states. `set` is given up. */
BDD noe_bdd_canonise(struct noe_bdd *b, BDD set);
/* All states of the orbits of these. */
BDD noe_bdd_orbits(struct noe_bdd *b, BDD set);
/* Some of them: after so many rounds no more are looked for; 0: all. */
BDD noe_bdd_orbits_within(struct noe_bdd *b, BDD set, uint64_t rounds);

/* ------------------------------------------------------------------- path.c */

/* A run to a state of `where`, which is part of ring number `ring`. NULL: there is none, which would be a mistake. */
const struct noe_trace *noe_bdd_run_to(struct noe_bdd *b, uint32_t ring, BDD where);
/* The same through these sets: each state of one that can be reached has a successor in the next, or stays for ever. */
const struct noe_trace *noe_bdd_run_along(struct noe_bdd *b, const BDD *sets, uint32_t count);
/* Of a run that ends in a state in which something fails: with that error. */
const struct noe_trace *noe_bdd_run_with_fault(struct noe_bdd *b, const struct noe_trace *trace,
                                               const struct noe_clause *property);

/* ------------------------------------------------------------------ judge.c */

/* AG EF, ctl, mu, never, after everything was reached. */
void noe_bdd_judge(struct noe_bdd *b);
/* Verdicts, runs and figures into the result. */
void noe_bdd_write(struct noe_bdd *b);
/* branching.c, never.c */
enum noe_verdict noe_bdd_judge_branching(struct noe_bdd *b, struct noe_bdd_question *question,
                                         const int64_t *arguments);
enum noe_verdict noe_bdd_judge_never(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments);
/* Reached states that no step leaves. */
BDD noe_bdd_ends(struct noe_bdd *b);
struct noe_logic;
/* By proposition: the states in which it holds. */
BDD *noe_bdd_propositions(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments,
                          const struct noe_logic *logic, BDD *fault);
/* HOLDS only if no run-time error was met; UNKNOWN if a proposition cannot be evaluated somewhere. */
enum noe_verdict noe_bdd_temper(struct noe_bdd *b, enum noe_verdict verdict, BDD fault);
/* The states in which a proposition of a claim holds; what cannot be evaluated is added to `fault`, which is held. */
BDD noe_bdd_atom(struct noe_bdd *b, const struct noe_clause *property, const int64_t *arguments, const int64_t *values,
                 uint32_t atom, BDD *fault);

#endif
