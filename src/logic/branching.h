/* Branching time: CTL and the mu-calculus as one graph of a few operators, for
 * engines that compute sets of states bottom-up.
 *
 *   true, propositions, not, and, or
 *   EX f, E(f U g), EG f      over fair runs, if the claim is `ctl` and the model has fairness
 *   <r> f                     some firing of a rule named r leads to f
 *   mu Z. f, nu Z. f, Z
 *
 * All else is rewritten: AX f = !EX !f, AF f = !EG !f, AG f = !E(true U !f),
 * A(f U g) = !(E(!g U (!f & !g)) | EG !g), E(f W g) = E(f U g) | EG f,
 * A(f W g) = !E(!g U (!f & !g)), E(f R g) = E(g U (f & g)) | EG g, A(f R g) = !E(!f U !g),
 * [r] f = !<r> !f. These hold over any set of infinite runs; every state has one,
 * since a run that ends is prolonged (docs/language.md#8-temporal-claims-and-fairness). Over fair runs they hold where
 * EX, EU and EG ask for a fair run.
 *
 * Nodes are hash-consed and numbered so that arguments come before the node; each
 * binder has a variable of its own, also where a quantifier around it was
 * unrolled. A node without free variables is computed once; the others once per round
 * of the fixed points whose variables occur in them. */
#ifndef NOE_LOGIC_BRANCHING_H
#define NOE_LOGIC_BRANCHING_H

#include "logic/automaton.h"
#include "logic/formula.h"

enum noe_node_kind {
  NOE_NODE_TRUE,
  NOE_NODE_PROPOSITION, /* number */
  NOE_NODE_NOT,         /* left */
  NOE_NODE_AND,         /* left, right */
  NOE_NODE_OR,
  NOE_NODE_NEXT,     /* EX left */
  NOE_NODE_UNTIL,    /* E(left U right) */
  NOE_NODE_GLOBALLY, /* EG left */
  NOE_NODE_STEP,     /* <rule> left */
  NOE_NODE_POINT,    /* fixed-point variable `number` */
  NOE_NODE_LEAST,    /* mu number. left */
  NOE_NODE_GREATEST, /* nu number. left */
  NOE_NODE_TAKEN,    /* a part of a path: the step that led here satisfies proposition `number`; no set of states */
  NOE_NODE_PATH,     /* CTL*: some run that automaton `number` accepts, paths[number] */
};

/* CTL*: E f is the runs that the automaton of f accepts. Its propositions are nodes: largest parts of f that are
 * about states. */
struct noe_node_path {
  const struct noe_automaton *automaton;
  const uint32_t *nodes; /* by proposition; smaller than the node */
  uint32_t count;
  const struct noe_formula *formula; /* f, or, if `is_negated`, !f; with these values of the variables around it */
  bool is_negated;
  const int64_t *values;
};

#define NOE_POINT_LIMIT 64

struct noe_node {
  enum noe_node_kind kind;
  uint32_t number;
  uint32_t left, right; /* nodes, smaller than this one */
  const char *rule;
  uint64_t free;        /* fixed-point variables that occur free, one bit each */
  uint32_t alternation; /* depth of alternating fixed points inside (Niwinski); 0: none, 1: no alternation */
};

struct noe_branching {
  const struct noe_node *nodes;
  uint32_t count;
  uint32_t root;        /* has no free variables */
  uint32_t point_count; /* fixed-point variables, after unrolling */
  const struct noe_node_path *paths;
};

/* The graph of a `ctl` or `mu` claim; it lives in `arena`, its propositions go to
 * the table `logic`. NOT_MONOTONE: some variable stands under an odd number of
 * negations inside its binder. */
enum noe_logic_answer noe_logic_branching(struct noe_logic *logic, struct noe_arena *arena,
                                          const struct noe_temporal *temporal, const struct noe_branching **branching);

void noe_logic_print_branching(struct noe_text *text, const struct noe_branching *branching);

#endif
