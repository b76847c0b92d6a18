/* The clauses of a model as Boolean circuits over the bits of a state.
 *
 * Each cell of a state has some bits (its *code*): the number value - base, or `count` for
 * undefined. Input i of the graph is bit i of the state. Cells that no reachable state has
 * undefined, as far as the circuits themselves show, have no code for it.
 *
 * A circuit is made for one instance of a clause, a tuple of arguments; which element of a multiset a
 * `choose` takes is such an argument, too. Calls are copied in, loops are unrolled round by round
 * until the circuit itself says that no further round can be. Run-time errors, firings that an
 * `assume` discards, `cover` statements and vacuity witnesses are literals of their own. Everything
 * said about an instance is right in each state whose bits are codes; each literal is what
 * model/machine.h answers there:
 *
 *   guard.truth    <=> test(clause, arguments, state) = TRUE       (of a rule)
 *   guard.fault    <=> … = FAULT; for claims, `falsity` <=> … = FALSE where the instance exists
 *   body.fault     <=> fire(clause, arguments, state, ·) = FAULT;   body.discard likewise
 *   body.next      the bits of the successor, where neither is true
 *
 * What a bound prevents from being built (a loop or a recursion without one, more gates than allowed)
 * is refused, with the place in the text: circuits->refused. Nothing made since is valid then.
 *
 * One thread. All of it may escape when memory runs out. */
#ifndef NOE_CIRCUIT_CIRCUIT_H
#define NOE_CIRCUIT_CIRCUIT_H

#include "circuit/word.h"
#include "lower/form.h"

/* The bits of one cell. */
struct noe_cell_code {
  uint32_t first; /* bit of the state */
  uint8_t width;
  int64_t base;
  uint64_t count; /* of defined values; presence of a slot: 2 */
  bool has_undefined;
};

enum noe_event_kind { NOE_EVENT_COVER, NOE_EVENT_WITNESS };

/* Something that is counted whenever it happens. */
struct noe_circuit_event {
  enum noe_event_kind kind;
  uint32_t number; /* of the property; of the witness */
  noe_literal when;
};

struct noe_circuit_events {
  const struct noe_circuit_event *items;
  uint32_t count;
};

/* Of aliases and guard, of a claim, or of an atom: at most one of the four is true; none: the
 * instance does not exist (it chooses an element that is absent). */
struct noe_circuit_truth {
  noe_literal truth, falsity, fault, discard;
  struct noe_circuit_events events;
};

struct noe_circuit_body {
  noe_literal fault, discard;
  const noe_literal *next;          /* by bit; input i where bit i stays */
  struct noe_circuit_events events; /* those of firings that were discarded do not happen */
};

struct noe_circuits {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_lowered *form;
  struct noe_graph_of_gates graph;
  const struct noe_cell_code *codes; /* by cell */
  uint32_t bit_count;
  const struct noe_word **state; /* by cell: the word that its bits stand for */

  /* By loop of the model: does one of its rounds, in what was built, come to a check that is not known to pass, or to
   * something that is counted or discarded? If not, nothing shows where a quantifier stopped. */
  bool *shows_in_loop;

  const char *refused; /* why, or NULL */
  struct noe_place refused_at;
};

/* How much is built before it is refused. */
struct noe_circuit_limits {
  uint32_t gates;     /* in all */
  uint32_t rounds;    /* of one loop */
  uint32_t steps;     /* rounds of all loops, and calls, of one instance */
  uint32_t depth;     /* of calls that are copied in here */
  uint64_t instances; /* of all clauses: more are refused by noe_circuit_new */
};
#define NOE_CIRCUIT_LIMITS                                                                                             \
  ((struct noe_circuit_limits){.gates = 20000000, .rounds = 2048, .steps = 1 << 20, .depth = 64, .instances = 200000})

/* Codes, and an empty graph. With `settle`, every rule and start state is built once to see which
 * cells are never undefined; what was built is dropped again. After `most_work` (noe_graph_of_gates; 0: no limit)
 * everything is refused. Never NULL. */
struct noe_circuits *noe_circuit_new(struct noe_memory *memory, const struct noe_lowered *form, bool settle,
                                     uint64_t most_work);
void noe_circuit_delete(struct noe_circuits *circuits);

/* The instances of a clause, one after the other, elements of multisets counted off by slot. False:
 * there is none (any more). */
bool noe_circuit_first_instance(const struct noe_clause *clause, int64_t *arguments);
bool noe_circuit_next_instance(const struct noe_clause *clause, int64_t *arguments);

/* Aliases and guard of a rule or start state; a claim about states. */
struct noe_circuit_truth noe_circuit_guard(struct noe_circuits *circuits, const struct noe_clause *clause,
                                           const int64_t *arguments);
/* The firing of a rule or start state whose guard is true. */
struct noe_circuit_body noe_circuit_body(struct noe_circuits *circuits, const struct noe_clause *clause,
                                         const int64_t *arguments);
/* An atom of a temporal claim, with the formula's bound names set to `values`. What is discarded is
 * false. */
struct noe_circuit_truth noe_circuit_atom(struct noe_circuits *circuits, const struct noe_clause *property,
                                          const int64_t *arguments, const int64_t *values, uint32_t atom);

/* A state as bits, one per word, 0 or 1; and back. Every cell must be legal, and defined where its
 * code says so. */
void noe_circuit_encode(const struct noe_circuits *circuits, const int64_t *state, uint8_t *bits);
void noe_circuit_decode(const struct noe_circuits *circuits, const uint8_t *bits, int64_t *state);
/* Is it the code of a state at all? */
bool noe_circuit_is_code(const struct noe_circuits *circuits, const uint8_t *bits);

/* `p.state.1`, for symbol tables: cell and bit. */
void noe_circuit_bit_name(const struct noe_circuits *circuits, uint32_t bit, struct noe_text *out);

/* In a sentence: `not supported: … (line 12)`. */
const char *noe_circuit_refusal(const struct noe_circuits *circuits, struct noe_arena *arena);

#endif
