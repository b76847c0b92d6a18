/* Ground clauses: each instance of each clause as a term (term.h), with parameters, constants and what can be computed
 * beforehand in their places.
 *
 * Whatever is known beforehand is *fixed*: parameters, bound names of unrolled loops, arithmetic on them, functions of
 * them, cells that hold one value in all start states and that no rule writes (the table of neighbours of a network).
 * A value that is not fixed is a term; if it depends on one or two places with few values, it is also a *table*: so
 * `(x % N) + 1`, `x = N ? 1 : x + 1` and a function that computes it are one term.
 *
 * Classes of values (detect/classes.h) are of places alone: cells, indices, locals. Fixed values take the class of what
 * they meet. Whatever is not understood limits a class, whose values are then kept apart, or makes all of it fail.
 *
 * Three passes go the same way through the text: which cells are constant, which values meet, and the terms. */
#ifndef NOE_NETWORK_GROUND_H
#define NOE_NETWORK_GROUND_H

#include "detect/shape.h"
#include "network/term.h"

enum { NOE_MOST_ENTRIES = 1024, NOE_MOST_ARGUMENTS = 2 };
#define NOE_ENTRY_FAILS INT64_MAX
#define NOE_ENTRY_UNKNOWN (INT64_MAX - 1) /* what comes out is not known: there is no table of it */

/* A value as a function of few places. */
struct noe_value_table {
  uint32_t arguments[NOE_MOST_ARGUMENTS]; /* terms */
  uint32_t classes[NOE_MOST_ARGUMENTS];
  int64_t low[NOE_MOST_ARGUMENTS], high[NOE_MOST_ARGUMENTS];
  uint32_t count, size;
  bool can_fail;    /* evaluating an argument may be an error */
  int64_t *entries; /* the last argument varies fastest; NOE_ENTRY_FAILS: an error */
};

struct noe_ground_value {
  bool is_fixed;
  int64_t number;                       /* fixed; may be NOE_UNDEFINED */
  uint32_t term;                        /* otherwise; NOE_NO_TERM: only the table */
  uint32_t class;                       /* of the term */
  const struct noe_value_table *table;  /* NULL: too large, or it is fixed */
  bool may_be_undefined;                /* it is a copy of what may be, */
  const struct noe_value_shape *copied; /* of this place; NULL: who knows */
};

struct noe_ground_place {
  uint32_t term;
  const struct noe_value_shape *shape;
  struct noe_ground_value cell; /* of the state; fixed, or a table, if is_known */
  bool is_known, is_moving;     /* is_moving: some index is not fixed */
};

enum noe_bound { NOE_BOUND_NOTHING, NOE_BOUND_VALUE, NOE_BOUND_PLACE };
struct noe_binding {
  enum noe_bound kind;
  struct noe_ground_value value;
  struct noe_ground_place place;
};

/* A leaf of the type of a variable: all cells that differ only in indices. */
struct noe_leaf {
  const struct noe_value_shape *shape;
  uint32_t number;       /* in the order of the variables */
  bool is_written;       /* by a rule */
  bool may_be_undefined; /* in some reachable state */
  bool is_constant;
};

/* What may carry an undefined value from one leaf to another. */
struct noe_undefined_flow {
  const struct noe_value_shape *from, *to; /* from NULL: anything */
};

struct noe_frame_shape {
  uint32_t owner, slot;
  const struct noe_type *type;
  const struct noe_value_shape *shape;
};

struct noe_ground {
  struct noe_arena *arena;
  const struct noe_model *model;
  const int64_t *const *starts; /* all start states */
  uint32_t start_count;
  struct noe_classes classes;
  struct noe_terms terms;
  const struct noe_value_shape **variables, **results;
  NOE_LIST(struct noe_frame_shape) locals;
  struct noe_leaf *leaves; /* sorted by shape */
  uint32_t leaf_count;
  NOE_LIST(struct noe_undefined_flow) flows;
  uint32_t pass;
  uint64_t work, work_on_guards; /* done so far, see noe_ground_spend */
  bool is_in_guard;
  uint64_t guard_began;
  struct noe_place at; /* of what is gone through */
  bool has_runs;       /* claims about runs are gone through, too: their atoms (ground_atoms.c) */
  bool failed;         /* something is not understood, or it takes too long: */
  bool is_too_much;    /* this */
  /* of the clause or function that is gone through */
  uint32_t owner, depth;
  struct noe_binding *frame;
  /* terms of all instances: rules, then one property after the other */
  NOE_LIST(uint32_t) roots;
  uint32_t rule_roots;
  uint32_t *property_first; /* by property, and one more: in roots */
  NOE_LIST(uint32_t)
  instances;            /* of all rules, in the order of their parameters: the root; NOE_NO_TERM: it never fires */
  uint32_t *rule_first; /* by rule, and one more: in instances */
};

/* The first pass; `failed` if something is not understood. `has_runs`: claims about runs are looked at. */
struct noe_ground *noe_network_sketch(struct noe_arena *arena, const struct noe_model *model, bool has_runs);
/* Terms of all rules and properties; likewise. */
struct noe_ground *noe_network_ground(struct noe_ground *sketch, const int64_t *const *starts, uint32_t start_count);
/* Counts work: steps that take some ten nanoseconds each. False: it failed, or that is more than what a model that has
 * no symmetry should have to pay. It is counted and not timed, so that what is found is the same each time. */
bool noe_ground_spend(struct noe_ground *ground, uint64_t work);

/* The root of a class that may be permuted, or NOE_PLAIN_CLASS. */
uint32_t noe_ground_class(const struct noe_ground *ground, uint32_t class);
/* All values that places of the class have lie in low .. high. */
void noe_ground_universe(const struct noe_ground *ground, uint32_t root, int64_t *low, int64_t *high);
uint32_t noe_ground_literal(struct noe_ground *ground, uint32_t class, int64_t value);
struct noe_leaf *noe_ground_leaf(const struct noe_ground *ground, const struct noe_value_shape *shape);
void noe_ground_fail(struct noe_ground *ground);

/* ground_table.c: tables. */
const struct noe_value_table *noe_ground_identity(struct noe_ground *ground, uint32_t term, uint32_t class, int64_t low,
                                                  int64_t high, bool can_fail);
/* The value of `compute` of the operands, point by point; NULL: there is no table of it. */
typedef int64_t (*noe_compute)(const void *context, const int64_t *operands);
const struct noe_value_table *noe_ground_combine(struct noe_ground *ground, const struct noe_ground_value *operands,
                                                 uint32_t count, noe_compute compute, const void *context);
/* The value as a term, where values of this class are wanted; outside of low .. high, if low <= high, it is an error. */
uint32_t noe_ground_term(struct noe_ground *ground, const struct noe_ground_value *value, uint32_t class, int64_t low,
                         int64_t high);
struct noe_ground_value noe_ground_fixed(int64_t number);
/* A value that is this term; `low` > `high`: any number. */
struct noe_ground_value noe_ground_dynamic(struct noe_ground *ground, uint32_t term, uint32_t class, int64_t low,
                                           int64_t high);

/* ground_value.c, ground_place.c: expressions. */
struct noe_ground_value noe_ground_value(struct noe_ground *ground, const struct noe_expr *expr);
struct noe_ground_place noe_ground_place(struct noe_ground *ground, const struct noe_expr *expr);
const struct noe_value_shape *noe_ground_local_shape(struct noe_ground *ground, uint32_t owner, uint32_t slot,
                                                     const struct noe_type *type);
struct noe_ground_value noe_ground_read(struct noe_ground *ground, const struct noe_expr *expr);
/* Constant cells of the place are used as they are, not folded: values around them are kept apart. */
void noe_ground_touch(struct noe_ground *ground, const struct noe_ground_place *place);
bool noe_ground_domain(struct noe_ground *ground, const struct noe_domain *domain, int64_t *low, int64_t *high,
                       int64_t *step);
/* ground_call.c: calls, as values and as statements (the shape of the result, or NULL). */
struct noe_ground_value noe_ground_call(struct noe_ground *ground, const struct noe_expr *expr);
uint32_t noe_ground_call_statement(struct noe_ground *ground, const struct noe_call *call);
/* ground_stmt.c: statements as one term. */
uint32_t noe_ground_statements(struct noe_ground *ground, const struct noe_stmt *list);
uint32_t noe_ground_bind_value(struct noe_ground *ground, uint32_t slot, const struct noe_expr *expr);
uint32_t noe_ground_bind_place(struct noe_ground *ground, uint32_t slot, const struct noe_expr *expr);
/* ground_commute.c: statements that give the same in any order. False: this one does not commute with those that
 * joined before, and is none of them. */
struct noe_commuting *noe_ground_commuting(struct noe_ground *ground);
bool noe_ground_joins(struct noe_commuting *commuting, uint32_t term);
void noe_ground_commuting_clear(struct noe_commuting *commuting);

/* ground_atoms.c: a claim about runs, all of whose parameters have values, adds roots: atom by atom, one for each choice
 * of values of the variables that the atom reads, the first variable outermost. */
void noe_ground_atoms(struct noe_ground *ground, const struct noe_clause *property, uint32_t prefix);
/* Does the atom read the variable? How many choices there are; of all atoms together. */
bool noe_ground_atom_reads(const struct noe_temporal *temporal, uint32_t atom, uint32_t variable);
uint64_t noe_ground_atom_choices(const struct noe_temporal *temporal, uint32_t atom);

/* Makers of terms. */
static inline uint32_t noe_ground_make(struct noe_ground *ground, enum noe_term_kind kind, uint32_t number,
                                       int64_t value, uint32_t *parts, uint32_t count) {
  struct noe_term term = {.kind = (uint8_t)kind, .number = number, .value = value, .count = count};
  term.is_unordered = kind == NOE_TERM_EQUAL || kind == NOE_TERM_SAME || kind == NOE_TERM_ALL ||
                      kind == NOE_TERM_SOME || kind == NOE_TERM_SET || kind == NOE_TERM_TABLE ||
                      kind == NOE_TERM_ROUNDS;
  term.can_fail = kind == NOE_TERM_FAILS || kind == NOE_TERM_CALL || kind == NOE_TERM_OPERATION;
  for (uint32_t i = 0; i < count; i++)
    term.can_fail |= ground->terms.items.items[parts[i]].can_fail;
  ground->work += 1 + count;
  return noe_network_term(&ground->terms, term, parts);
}
bool noe_ground_can_fail(const struct noe_ground *ground, uint32_t term);

#endif
