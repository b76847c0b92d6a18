/* Which scalarsets a model treats alike.
 *
 * By its types a model can do nothing with scalarset values but compare, store,
 * index and run through them; all of that commutes with permutations, except
 *   - `clear`, which picks the first value (the front end says so);
 *   - names of elements of multisets that do not just stand for the element (slots.h);
 *   - loops that show the order in which they take the values: by what they
 *     compute, by where they return, by which run-time error they meet first.
 * A `for` is proved here if each round touches only what belongs to its own value
 * (or writes one and the same constant), and a quantifier if it cannot fail or
 * change anything. Other loops are left to the interpreter, which watches them
 * in every state that the search looks at (model/watch_int.h): that is a proof
 * too, made for exactly the states that matter. If a watched loop does depend on
 * the order, the search starts again without the scalarsets it runs through.
 *
 * Start states are another matter. If rules and claims treat values alike, a state is reached
 * from a start state just if its images are from those of the start state, and
 * a claim about states fails in all of them or in none. So start states may prefer some
 * values (`for v: Value do memory := v end`); they are *uneven* then. Their images
 * are searched as well, there is no counting of concrete states, and a run has to begin in a real
 * one. What only some orders of rounds come to, an error or a cover statement, need not happen in a
 * state that is reached: the loop then counts as one that depends on the order. Claims about runs need symmetric start
 * states, unless who judges them does that for each choice of their parameters, from the start states that there are. */
#ifndef NOE_SYMMETRY_PROVE_H
#define NOE_SYMMETRY_PROVE_H

#include "model/machine.h"
#include "symmetry/symmetry.h"

/* Why a scalarset is not permuted. */
enum noe_reason {
  NOE_REASON_NONE,    /* it is */
  NOE_REASON_SINGLE,  /* it has one value */
  NOE_REASON_UNNAMED, /* declared inline, without a name */
  NOE_REASON_CLEARED,
  NOE_REASON_SLOT,  /* an element of a multiset is named by its place among others */
  NOE_REASON_LOOP,  /* a loop may depend on the order of its values */
  NOE_REASON_ERROR, /* an error inside such a loop depends on it */
  NOE_REASON_TIED,  /* mixed with a scalarset that cannot be permuted */
  NOE_REASON_LARGE, /* more values than are numbered */
  NOE_REASON_OFF,   /* the user does not want it */
};

struct noe_verdict_on_type {
  enum noe_reason reason;
  struct noe_place place; /* that prevents it */
};

struct noe_proof {
  const struct noe_model *model;
  struct noe_verdict_on_type *types; /* by type id; scalarsets only */
  bool *use;                         /* by type id: permuted */
  uint8_t *kinds;                    /* by loop: enum noe_watch_kind */
  uint8_t *start_kinds;              /* the same in start states, however much is trusted */
  bool can_be_uneven;                /* start states may be */
  bool is_uneven;                    /* and are for all that is known: a `clear` in them, or a watched loop */
};

struct noe_proof *noe_symmetry_prove(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model);
/* For who judges claims about runs like that. */
struct noe_proof *noe_symmetry_prove_with_starts(struct noe_arena *arena, struct noe_memory *memory,
                                                 const struct noe_model *model);

/* A watched loop was seen to depend on the order, for a reason (NOE_REASON_LOOP, NOE_REASON_ERROR): the scalarsets
 * it runs through are given up. `trust`: the user vouches for all of them, nothing is watched. */
void noe_symmetry_give_up_for(struct noe_proof *proof, struct noe_memory *memory, uint32_t loop,
                              enum noe_reason reason);
void noe_symmetry_trust(struct noe_proof *proof);
/* Rings are given up: for who knows only exchanges of two values. */
void noe_symmetry_give_up_rings(struct noe_proof *proof, struct noe_memory *memory);

/* What is known of the rounds of a `for` by its text. */
enum noe_rounds {
  NOE_ROUNDS_TANGLED,     /* nothing */
  NOE_ROUNDS_COMMUTE,     /* any order gives the same */
  NOE_ROUNDS_INDEPENDENT, /* moreover, each touches only its own: those of values that are alike can be one */
};
enum noe_rounds noe_symmetry_rounds(struct noe_memory *memory, const struct noe_stmt *loop);

const char *noe_symmetry_reason_text(enum noe_reason reason);

#endif
