/* For the files of this room.
 *
 * Sets of states and relations are BuDDy nodes. A function that returns a BDD returns it *held* (with a reference
 * that the caller gives back by noe_bdd_drop), and holds nothing else when it is done; arguments stay the caller's.
 * Every BuDDy operation is followed by holding its result before the next one, since any operation may collect
 * garbage.
 *
 * Hazards of BuDDy, and what is done about them:
 *  - Quantification cubes whose node number is 2^24 or more may share cache keys, with wrong results: all cubes are
 *    made before any relation and held to the end (parts.c looks at their numbers).
 *  - Renaming across the order is not memoised: only v' -> v for adjacent variables is renamed by BuDDy; processes are
 *    swapped by our own recursion (exchange.c), or by composition, which is memoised (swaps.c).
 *  - After an error every operation returns false, which looks like an empty set: the error hook leaves by the escape
 *    of the memory at the first error, and nothing that BuDDy says afterwards is used (session.c). The answer is
 *    UNKNOWN.
 *  - Reordering would change what levels mean: it is off. A better order is found by sifting what is then given up
 *    (reorder.c), and everything begins again with it.
 *
 * Variables: bit number b of a state, at rank r of the order, is variable 2r, and its next value 2r + 1. */
#ifndef NOE_BDD_BDD_INT_H
#define NOE_BDD_BDD_INT_H

#include <bdd.h>

#include "base/number.h"
#include "bdd/bdd.h"
#include "circuit/instances.h"
#include "symmetry/prove.h"
#include "verdict/limits.h"

enum noe_strategy {
#define STRATEGY(symbol, name, source, says, text) NOE_STRATEGY_##symbol,
#include "bdd/strategies.def"
#undef STRATEGY
  NOE_STRATEGY_COUNT
};

/* Instances of one rule by one component, as one relation over the bits that they change. */
struct noe_bdd_part {
  const struct noe_clause *rule;
  uint32_t component;    /* 0: of no process; else 1 + the point whose process it is */
  uint32_t first, count; /* of the instances */
  const uint32_t *bits;  /* that one of them changes, by rank */
  uint32_t bit_count;
  BDD cube, next_cube;
  bddPair *prime, *unprime; /* v -> v' of these bits, and back */
  BDD firing;               /* states in which one of them fires, and maybe more; -1: not built */
  BDD relation;             /* or -1: not built */
  uint64_t relation_nodes;  /* where work is granted */
};

/* Sets that are gathered: see unions.c. */
enum { NOE_UNION_LEVELS = 32 };
struct noe_bdd_union {
  BDD items[NOE_UNION_LEVELS];
  uint32_t count;
};

/* A set that was reached, in the order in which that happened: each state of it, but for those of ring 0, has a
 * predecessor (up to symmetry) in a ring before. */
struct noe_bdd_rings {
  BDD *items;
  uint32_t count, capacity;
};

struct noe_bdd_search {
  BDD reached, xi;
  struct noe_bdd_rings rings;
  uint32_t depth;
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

/* Where a transposition moves a cell, and how many points index it. */
struct noe_bdd_place {
  uint32_t image, points;
};

/* A cell that stays where it is and may name one of the two points: its bits, by rank, and the two codes. */
struct noe_bdd_naming {
  uint32_t first_rank, width;
  uint64_t left, right;
  bool decides; /* it is one of those that put the two in order */
};

/* A transposition of two points, as bits: see swaps.c. */
struct noe_bdd_swap {
  uint32_t point, other; /* that it exchanges */
  bool rests;            /* not used now: what is judged names one of the two */
  const uint16_t *permutation;
  const struct noe_bdd_place *places; /* by cell */
  const bool *is_local;               /* by bit: it is compared */
  const uint32_t *left, *right;       /* pairs of bits that change places, by rank */
  uint32_t pair_count;
  const uint32_t *cells; /* that hold names, by rank: values are exchanged after that */
  uint32_t cell_count;

  /* Made when they are asked for; NULL and -1 before: */
  bddPair *now, *next; /* bits, and what the transposition makes of them; of next values */
  BDD sorted;          /* states that are in order as far as these two are concerned */
  BDD fixed;           /* states that it certainly does not change */

  /* For exchange.c: the bits of the two are two rows of `width`, side by side from this rank on, and cells that name one
   * of the two stand before. */
  bool is_side_by_side;
  uint32_t first_rank, width;
  uint64_t compared; /* bits of a row that are */
  const struct noe_bdd_naming *namings;
  uint32_t naming_count;
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
  const uint32_t *rank;          /* by bit */
  const uint32_t *bits_by_rank;  /* and back */
  const uint32_t *cells_by_rank; /* cells in the order of their bits */
  bddPair *unprime;              /* v' -> v of all bits */

  /* reorder.c: */
  uint32_t *order; /* of cells, that sifting has found; NULL: none */
  bool begins_again;
  uint32_t attempts;             /* before this one */
  int crowded_at, look_at;       /* for tests: so many nodes are too many; not looked at below so many */
  int nodes_before, nodes_after; /* sifting */

  BDD *gates;     /* by node of the graph: its diagram while one is made; -1: none */
  uint32_t *made; /* the nodes that have one */
  uint32_t *uses; /* while one is made: by node, how often nodes without a diagram ask for it */
  uint32_t made_count, gate_count;

  struct noe_circuit_instance *instances; /* of rules; those of a part together */
  uint32_t instance_count;
  struct noe_bdd_part *parts;
  uint32_t part_count;

  /* Sets of states: */
  BDD starts;       /* that are allowed */
  BDD allowed;      /* by all assumptions */
  BDD assume_fault; /* none is false, and one cannot be evaluated */
  BDD failing;      /* a guard, or a body that would be executed, fails */
  BDD *leading;     /* a firing leads to another state; --deadlock=stuck: there is a firing. All together */
  uint32_t leading_count;
  BDD everything; /* true */
  BDD *hints;     /* of the model, in its order */
  uint32_t hint_count;

  struct noe_bdd_question *questions;
  uint32_t question_count;
  struct noe_bdd_question *deadlock, *errors; /* of these; NULL: not asked */
  BDD *witnesses;                             /* by witness: states in which it is seen */

  /* Symmetry, of strategies that have some: */
  const struct noe_symmetry *symmetry; /* NULL: none */
  struct noe_proof *proof;
  struct noe_bdd_swap *swaps;
  uint32_t swap_count;
  const uint32_t *first_touched, *end_touched; /* by bit: the swaps whose order it may decide are among these */
  bool is_unique;                              /* one representative for each orbit */
  BDD xi;                                      /* (r, s'): r represents s; -1: there is no such relation. See xi.c */
  uint64_t orbit_nodes, xi_nodes;              /* how large these relations were */
  BDD now_cube, next_cube;
  bddPair *prime; /* v -> v' of all bits */

  /* The search: */
  BDD reached;
  struct noe_bdd_rings rings;
  bool records;  /* rings are kept */
  bool is_quiet; /* nothing is noticed: what is asked about states was asked before */
  bool dropped;  /* states were left out: nothing can be said to hold */

  /* The search for a claim that names processes (quotient.c): */
  bool is_focused;
  struct noe_bdd_search of_states; /* the first search, kept meanwhile */
  uint32_t *named;                 /* by block: so many of its points, the first ones, are named */

  uint32_t depth, failures;
  enum noe_stop stop;
  bool explored;
  uint64_t steps;    /* images, exchanges and the like */
  uint64_t limit_at; /* for tests: session.c */
  int peak_nodes;
  size_t claimed;  /* bytes, for BuDDy */
  uint64_t passed; /* nodes of sets and relations that images went through; counted where work is granted */
  uint64_t granted;
  struct noe_machine *machine;
};

/* ---------------------------------------------------------------- session.c */

/* Waits for BuDDy, and starts it with as many nodes as `memory` has room for. `bits` of a state. May escape. */
void noe_bdd_open(struct noe_bdd *b, uint32_t bits);
/* Nodes that tests ask for, after all cubes are made. */
void noe_bdd_load_ballast(struct noe_bdd *b);
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
/* The bit, or its next value, is so. */
static inline BDD noe_bdd_literal(const struct noe_bdd *b, uint32_t bit, bool truth, bool next) {
  int variable = next ? noe_bdd_next(b, bit) : noe_bdd_now(b, bit);
  return truth ? bdd_ithvar(variable) : bdd_nithvar(variable);
}
/* An order of the bits: cells of no process first, then those of one process together; or as sifting has found. */
void noe_bdd_order(struct noe_bdd *b);

/* ---------------------------------------------------------------- reorder.c */

/* Are there so many nodes that a better order is worth looking for? Then these escape, and `begins_again` is set. The second
 * is for the beginning of a garbage collection, in the midst of an operation. */
void noe_bdd_check_order(struct noe_bdd *b);
void noe_bdd_check_table(struct noe_bdd *b);
/* Behind such an escape: sifts, and leaves the order of cells in `order`. From then on levels mean nothing. May escape. */
void noe_bdd_find_order(struct noe_bdd *b);

/* ------------------------------------------------------------------ parts.c */

/* `set` is given up. What was gathered is returned, and nothing is left. (unions.c) */
void noe_bdd_union_add(struct noe_bdd_union *all, BDD set);
BDD noe_bdd_union_take(struct noe_bdd_union *all);

/* Circuits of all rules and claims about states. False: refused. */
bool noe_bdd_build(struct noe_bdd *b);
/* Which bits rules change, by component; cubes. */
void noe_bdd_make_parts(struct noe_bdd *b);
/* exists v. set(v) & R(v, v'), for one part or all. */
BDD noe_bdd_image(struct noe_bdd *b, struct noe_bdd_part *part, BDD set);
BDD noe_bdd_image_all(struct noe_bdd *b, BDD set);
/* exists v'. R(v, v') & set(v'), for one part; for all, or only rules of this name unless it is NULL. */
BDD noe_bdd_preimage_of(struct noe_bdd *b, struct noe_bdd_part *part, BDD set);
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

/* ------------------------------------------------------------------ swaps.c */

/* The transpositions of neighbours. */
void noe_bdd_make_swaps(struct noe_bdd *b);
void noe_bdd_make_swap(struct noe_bdd *b, struct noe_bdd_swap *swap, uint32_t point, uint32_t second);
void noe_bdd_forget_swap(struct noe_bdd_swap *swap);
/* States that are in order as far as the two are concerned, and those that the transposition certainly does not change.
 * The swap holds them. Of local states of b bits each may have 2^b nodes. */
BDD noe_bdd_sorted(struct noe_bdd *b, struct noe_bdd_swap *swap);
BDD noe_bdd_fixed(struct noe_bdd *b, struct noe_bdd_swap *swap);
/* pi(set), and { (s, pi t) : (s, t) of the relation }. */
typedef BDD noe_bdd_exchange(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set);
BDD noe_bdd_swap(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set);
BDD noe_bdd_swap_next(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD relation);
/* States in which the cell has this value; `next`: over next values. */
BDD noe_bdd_has_value(struct noe_bdd *b, uint32_t cell, int64_t value, bool next);
/* Which values of the cell the permutation exchanges: value < image; false: no more from `*value` on. */
bool noe_bdd_next_exchange(const struct noe_bdd *b, const uint16_t *permutation, uint32_t cell, int64_t *value,
                           int64_t *image);

/* ------------------------------------------------------------------ shape.c */

/* Fills in what exchange.c wants to know. */
void noe_bdd_find_shape(struct noe_bdd *b, struct noe_bdd_swap *swap);
void noe_bdd_find_touched(struct noe_bdd *b);
/* Adds the pairs that a step of the part may bring out of order. */
void noe_bdd_touch(const struct noe_bdd *b, const struct noe_bdd_part *part, bool *touched);

/* --------------------------------------------------------------- exchange.c */

/* As noe_bdd_part. False: not done, since the bits do not stand side by side, or local states are too many. */
bool noe_bdd_walk_in_order(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set, BDD *stay, BDD *go);
/* The set without states that the transposition does not change. -1: not done, likewise. */
BDD noe_bdd_take_out_fixed(struct noe_bdd *b, const struct noe_bdd_swap *swap, BDD set);

/* ---------------------------------------------------------------- permute.c */

/* Proves the symmetry that needs no watching. False: there is none that can be used, and `*why` says what is in the
 * way. Before anything is made of the model. */
bool noe_bdd_prove(struct noe_bdd *b, const char **why);
/* Of a set: the states that are in order as far as the two are concerned, and what the others become when the two are
 * exchanged. */
void noe_bdd_part(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set, BDD *stay, BDD *go);
/* alpha(set): representatives of the orbits of its states. `set` is given up. */
BDD noe_bdd_canonise(struct noe_bdd *b, BDD set);
/* Of a set in which only pairs that are touched (by number of the swap) can be out of order; without a relation xi. */
BDD noe_bdd_canonise_touched(struct noe_bdd *b, BDD set, bool *touched);
/* The set without states that the transposition certainly does not change. */
BDD noe_bdd_without_fixed(struct noe_bdd *b, struct noe_bdd_swap *swap, BDD set);
/* All states of the orbits of these. */
BDD noe_bdd_orbits(struct noe_bdd *b, BDD set);
/* Some of them: after so many rounds no more are looked for; 0: all. */
BDD noe_bdd_orbits_within(struct noe_bdd *b, BDD set, uint64_t rounds);
/* The set, or relation, which is given up, and what exchanges of neighbours make of it, likewise. */
BDD noe_bdd_closure(struct noe_bdd *b, BDD set, noe_bdd_exchange *exchange, uint64_t rounds);

/* ----------------------------------------------------------------- insert.c */

/* Is a step of this part seen by no order of processes but where its own one stands? */
bool noe_bdd_moves_one(const struct noe_bdd *b, const struct noe_bdd_part *part);
/* Representatives of a set in which all processes are in order but for this one. `set` is given up. */
BDD noe_bdd_insert(struct noe_bdd *b, uint32_t point, BDD set);

/* --------------------------------------------------------------------- xi.c */

/* The relation of representatives that the strategy asks for, of the swaps that do not rest; an old one is dropped.
 * create-xi: of the states that were reached. */
void noe_bdd_make_xi(struct noe_bdd *b);
/* { r : xi(r, s) for some s of the set }, and { s : xi(r, s) for some r of the set }. */
BDD noe_bdd_represent(struct noe_bdd *b, BDD set);
BDD noe_bdd_represented(struct noe_bdd *b, BDD set);

/* --------------------------------------------------------------- quotient.c */

/* What is judged now names these arguments, and values of names that its formula binds: the search is made again with
 * the symmetries that fix them, if these are others than those of the last search. */
void noe_bdd_focus(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments);
/* What was reached by the first search is back. */
void noe_bdd_focus_on_states(struct noe_bdd *b);
/* Is this the first of the instances that symmetries carry into each other? */
bool noe_bdd_is_leader(const struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments);
/* Reached states with a step to a state that one of the set represents, by rules of this name unless it is NULL; and the
 * reached states that represent successors of the set. Of sets that have all reached states of an orbit or none. */
BDD noe_bdd_before(struct noe_bdd *b, BDD set, const char *rule);
BDD noe_bdd_after(struct noe_bdd *b, BDD set);

/* ------------------------------------------------------------------- path.c */

/* A run to a state of `where`, which is part of ring number `ring`. NULL: there is none, which would be a mistake. */
const struct noe_trace *noe_bdd_run_to(struct noe_bdd *b, uint32_t ring, BDD where);
/* The same through these sets: each state of one that can be reached has a successor in the next, or stays for ever. */
const struct noe_trace *noe_bdd_run_along(struct noe_bdd *b, const BDD *sets, uint32_t count);
/* -------------------------------------------------------------------- bdd.c */

/* The name of the strategy; if nobody asked for it, why it was taken. */
const char *noe_bdd_strategy_text(const struct noe_bdd *b);
/* Nothing is said to hold, whatever is found. */
bool noe_bdd_only_refutes(const struct noe_options *options, enum noe_strategy strategy);

/* ------------------------------------------------------------------ judge.c */

/* AG EF, ctl, mu, never, after everything was reached. */
void noe_bdd_judge(struct noe_bdd *b);
/* Verdicts, runs and figures into the result. */
void noe_bdd_write(struct noe_bdd *b);
/* branching.c, linear.c, never.c */
enum noe_verdict noe_bdd_judge_branching(struct noe_bdd *b, struct noe_bdd_question *question,
                                         const int64_t *arguments);
enum noe_verdict noe_bdd_judge_linear(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments);
enum noe_verdict noe_bdd_judge_never(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments);
/* Reached states that no step leaves, wherever it would lead. */
BDD noe_bdd_ends(struct noe_bdd *b);
struct noe_logic;
/* By proposition: the states in which it holds; of a hidden one, which is no atom: none. */
BDD *noe_bdd_propositions(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments,
                          const struct noe_logic *logic, BDD *fault);
/* HOLDS only if no run-time error was met; UNKNOWN if a proposition cannot be evaluated somewhere. */
enum noe_verdict noe_bdd_temper(struct noe_bdd *b, enum noe_verdict verdict, BDD fault);
/* The states in which a proposition of a claim holds; what cannot be evaluated is added to `fault`, which is held. */
BDD noe_bdd_atom(struct noe_bdd *b, const struct noe_clause *property, const int64_t *arguments, const int64_t *values,
                 uint32_t atom, BDD *fault);

#endif
