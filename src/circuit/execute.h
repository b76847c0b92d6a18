/* Inside the room: executing the lowered form on words instead of numbers.
 *
 * One execution follows all paths at once. `path` says of which inputs control is here; writes to
 * memory happen where it is true, and branches, returns and rounds of loops split and join it. `ok`
 * says that no check has failed so far on the way: it splits nothing, so that what is computed after a
 * check that fails is garbage, which no outcome looks at. So every outcome is a conjunction with `ok`,
 * and a fault is (path & ok & !passes) at the check that it belongs to.
 *
 * execute.c   lists, branches, regions, loops, calls
 * operate.c   values, memory, checks, what is counted
 * place.c     addresses as sets of cells with conditions
 * multiset.c  multisets: rows of slots, sorted as a firing ends
 * clause.c    binders, guards, bodies, atoms
 * code.c      cells as bits */
#ifndef NOE_CIRCUIT_EXECUTE_H
#define NOE_CIRCUIT_EXECUTE_H

#include "circuit/circuit.h"

struct noe_unrolled_region {
  noe_literal left;             /* paths that have left it */
  const struct noe_word *value; /* with this; NULL: nothing yet */
};

/* What a unit executes with. */
struct noe_unrolled_unit {
  const struct noe_low_unit *unit;
  const struct noe_word **values;
  struct noe_unrolled_region *regions;
  uint32_t frame; /* first cell */
};

struct noe_loop_nest {
  uint32_t loop;
  const struct noe_loop_nest *outer;
};

struct noe_unrolling {
  struct noe_circuits *circuits;
  struct noe_word_maker words;
  struct noe_circuit_limits limits;
  const struct noe_clause *clause;
  const struct noe_word **cells; /* the state, then frames */
  uint32_t cell_top, cell_capacity;
  struct noe_unrolled_unit *unit;
  const struct noe_word *const *given; /* the state that the clause was given */
  noe_literal path, ok, fault, discard;
  uint32_t depth;                    /* calls under way, as the model counts them */
  uint32_t copies;                   /* and copied in here */
  uint32_t steps;                    /* rounds and calls so far */
  const struct noe_loop_nest *loops; /* under way */
  NOE_LIST(struct noe_circuit_event) events;
};

/* A cell that an address may mean, and when. */
struct noe_possible_cell {
  uint32_t cell;
  noe_literal when;
};

/* execute.c */
void noe_unroll_list(struct noe_unrolling *run, const struct noe_low_op *list);
void noe_unroll_enter(struct noe_unrolling *run, struct noe_unrolled_unit *unit, const struct noe_low_unit *form);
void noe_unroll_refuse(struct noe_unrolling *run, struct noe_place place, const char *why);
static inline bool noe_unroll_is_over(const struct noe_unrolling *run) { return run->circuits->refused; }
static inline struct noe_graph_of_gates *noe_unroll_graph(const struct noe_unrolling *run) { return run->words.graph; }

/* operate.c */
void noe_unroll_operation(struct noe_unrolling *run, const struct noe_low_op *op);
const struct noe_word *noe_unroll_get(const struct noe_unrolling *run, uint32_t value);
void noe_unroll_set(struct noe_unrolling *run, uint32_t value, const struct noe_word *word);
/* Control goes on only where `passes`. */
void noe_unroll_check(struct noe_unrolling *run, noe_literal passes);

/* place.c: the cells where `address` may begin, in the arena. */
struct noe_possible_cell *noe_unroll_places(struct noe_unrolling *run, const struct noe_low_address *address,
                                            uint32_t *count);
/* Rows of words, `cells` of them. */
const struct noe_word **noe_unroll_read(struct noe_unrolling *run, const struct noe_low_address *address,
                                        uint32_t cells);
void noe_unroll_write(struct noe_unrolling *run, const struct noe_low_address *address,
                      const struct noe_word *const *row, uint32_t cells);

/* multiset.c */
noe_literal noe_unroll_is_present(struct noe_unrolling *run, const struct noe_word *presence);
void noe_unroll_sort_value(struct noe_unrolling *run, const struct noe_type *type, const struct noe_word **row);
void noe_unroll_sort_state(struct noe_unrolling *run);
void noe_unroll_add_element(struct noe_unrolling *run, const struct noe_low_op *op);
void noe_unroll_remove_element(struct noe_unrolling *run, const struct noe_low_address *address,
                               const struct noe_word *number);
noe_literal noe_unroll_has_room(struct noe_unrolling *run, const struct noe_low_address *address);
noe_literal noe_unroll_has_element(struct noe_unrolling *run, const struct noe_low_address *address,
                                   const struct noe_word *number);
/* The cells of a value that is undefined, or cleared. */
const struct noe_word **noe_unroll_filled(struct noe_unrolling *run, const struct noe_type *type, bool clear);

/* code.c */
void noe_circuit_make_codes(struct noe_circuits *circuits, const bool *never_undefined);
const noe_literal *noe_circuit_encode_words(struct noe_circuits *circuits, const struct noe_word *const *cells);

#endif
