/* A model as a sequential circuit, for model checkers of hardware: the AIGER format (Biere, Heljanko, Wieringa: AIGER
 * 1.9 and beyond, 2011).
 *
 * Latches are the bits of a state (circuit/circuit.h), and behind them `started`; all are 0 at first. The inputs are the
 * bits of one number, the *choice*, low bit first. In the first frame the choice is the number of a start state (any
 * other number: the first one); in every later frame that of an instance of a rule. If that instance fires, the latches
 * go to its successor, otherwise they stay. So each run of the model is a run of the circuit, and each run of the circuit
 * is, but for frames in which nothing happens, one of the model.
 *
 *   bad literal b      in some state that a run comes to, the question of b fails (a cover: is reached)
 *   the constraint     no assumption is false in the state
 *
 * None of them looks at the choice. A state in which an assumption cannot be evaluated has no successors, as elsewhere.
 * Claims about runs, and AG EF, are left out: `left_out` says which. Where the goal of an AG EF cannot be evaluated
 * there is a run-time error.
 *
 * One thread. May escape when memory runs out. */
#ifndef NOE_AIGER_AIGER_H
#define NOE_AIGER_AIGER_H

#include "base/options.h"
#include "base/text.h"
#include "circuit/instances.h"
#include "verdict/engine.h"

struct noe_aiger_bad {
  struct noe_question question;
  noe_literal literal;
};

struct noe_aiger_start {
  const struct noe_clause *clause;
  const int64_t *arguments;
  const int64_t *state;
};

struct noe_aiger {
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_circuits *circuits;
  const struct noe_circuit_instance *instances; /* by choice */
  uint32_t instance_count;
  const struct noe_aiger_start *starts; /* by choice */
  uint32_t start_count;
  uint32_t choice_width; /* inputs; at least 1 */

  /* Inputs of the graph: the bits of a state, `started`, the bits of the choice. */
  struct noe_graph_of_gates graph;
  const noe_literal *next; /* of each latch */
  uint32_t latch_count;
  noe_literal constraint; /* TRUE: there is none */
  const struct noe_aiger_bad *bad;
  uint32_t bad_count;
  const struct noe_question *left_out;
  uint32_t left_out_count;

  const char *refused; /* why there is no circuit, in a sentence; NULL: there is one */
};

/* Never NULL. */
struct noe_aiger *noe_aiger_new(struct noe_memory *memory, struct noe_arena *arena, const struct noe_model *model,
                                const struct noe_options *options);
void noe_aiger_delete(struct noe_aiger *aiger);

/* The circuit as a file, with a table of symbols; in the ASCII form, or the binary one. `origin` says where it is from,
 * for the comment at its end. */
void noe_aiger_write(const struct noe_aiger *aiger, bool is_ascii, const char *origin, struct noe_text *out);

#endif
