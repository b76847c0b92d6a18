/* A model: finite types, the layout of a state, rules with parameters,
 * properties. Immutable once built; engines and threads share it freely.
 *
 * A rule, start state or property is a *clause*: binders around it, then what
 * to evaluate. The binders that are parameters (a value out of a fixed range, or
 * an element of a multiset present now) span its instances; an instance is
 * named by one argument per parameter, in order. */
#ifndef NOE_MODEL_MODEL_H
#define NOE_MODEL_MODEL_H

#include "base/diagnostic.h"
#include "model/formula.h"

struct noe_variable {
  const char *name;
  const struct noe_type *type;
  uint32_t cell; /* its first one */
  struct noe_place place;
};

struct noe_constant {
  const char *name;
  const struct noe_type *type;
  int64_t value;
  struct noe_place place;
  bool overridden; /* by the user, on the command line */
};

enum noe_binder_kind {
  NOE_BINDER_RANGE,    /* parameter: low, low + step, … up to high */
  NOE_BINDER_CHOOSE,   /* parameter: a present element of the multiset `value` */
  NOE_BINDER_LOCATION, /* alias: slot := the location value */
  NOE_BINDER_VALUE,    /* alias: slot := the simple value (undefined passes) */
  NOE_BINDER_CELLS,    /* alias: slots := copy of the compound location value */
};

struct noe_binder {
  enum noe_binder_kind kind;
  const char *name;
  const struct noe_type *type; /* RANGE: of the parameter (or INTEGER); CHOOSE: SLOT */
  struct noe_place place;
  int64_t low, high, step;
  uint32_t slot;
  const struct noe_expr *value;
};

enum noe_clause_kind {
  NOE_CLAUSE_START,
  NOE_CLAUSE_RULE,
  NOE_CLAUSE_PROPERTY,
};

enum noe_property_kind {
  NOE_PROPERTY_INVARIANT,
  NOE_PROPERTY_ASSUME,
  NOE_PROPERTY_COVER,
  NOE_PROPERTY_LIVENESS, /* AG EF: from every reachable state a state with it can be reached */
  /* with `temporal` instead of a guard; judged by the room fair */
  NOE_PROPERTY_LTL,
  NOE_PROPERTY_CTL,
  NOE_PROPERTY_MU,
  NOE_PROPERTY_NEVER,
  NOE_PROPERTY_CTLSTAR,
  NOE_PROPERTY_FAIR, /* no claim: conditions that fair runs meet again and again (struct noe_fairness), as atoms */
  NOE_PROPERTY_HINT, /* no claim: states that a search may expand first, as an atom; no verdict depends on it */
};

static inline bool noe_property_is_temporal(enum noe_property_kind kind) { return kind >= NOE_PROPERTY_LTL; }

/* Is it something that holds or not? The others say which states and runs there are. */
static inline bool noe_property_is_claim(enum noe_property_kind kind) {
  return kind != NOE_PROPERTY_ASSUME && kind != NOE_PROPERTY_FAIR && kind != NOE_PROPERTY_HINT;
}

struct noe_clause {
  enum noe_clause_kind kind;
  uint32_t id;       /* position among the clauses of its kind */
  const char *name;  /* as written; NULL if it has none */
  const char *title; /* for people: the name, or `rule at line 12` */
  struct noe_place place;
  const struct noe_binder *binders;
  uint32_t binder_count, parameter_count;
  uint32_t frame_cells;
  /* rule, start: by binder, is it a parameter that neither guard, aliases, body nor other
   * binders depend on? NULL: none is. So many instances (1 or more) are then alike but for
   * such parameters; see noe_clause_is_irrelevant, noe_clause_alike. */
  const bool *idle;
  uint64_t alike;
  const struct noe_expr *guard; /* rule: NULL is true; property: the claim */
  const struct noe_stmt *body;
  int64_t priority; /* rule: only enabled instances with the least number fire */

  const uint32_t *marks; /* rule: the fairness marks around it, by number, outermost first */
  uint32_t mark_count;

  enum noe_property_kind property;
  const struct noe_temporal *temporal;   /* ltl, ctl, mu, never, ctlstar, fair */
  bool is_statement;                     /* cover inside a body: no binders, no guard; counted where it stands */
  uint32_t first_witness, witness_count; /* vacuity counters of the implications in the claim */
};

/* Everything that runs through the values of a type or the elements of a
 * multiset, one after the other. Whether the order can be seen is for the room
 * symmetry to find out. */
struct noe_loop {
  const struct noe_type *type; /* domain; NULL for a range of integers; or the multiset */
  struct noe_place place;
  const struct noe_expr *expr; /* FORALL, EXISTS or COUNT, or NULL: */
  const struct noe_stmt *stmt; /* FOR or MULTISET_REMOVE_IF */
};

/* One cell of a state. `stored` numbers: 0 is `empty`, v - base + 1 is v. */
struct noe_cell {
  const struct noe_type *type; /* NULL: presence of a multiset slot */
  uint32_t variable;
  bool in_multiset; /* where it is packed depends on what else is there; otherwise: */
  uint32_t word;    /* of the packed state, 64 bits each */
  uint8_t shift, width;
  int64_t base;
  int64_t empty; /* NOE_UNDEFINED, or 0 for a presence cell */
};

/* A multiset inside the state; inner ones come before those around them. */
struct noe_multiset_place {
  uint32_t cell;
  const struct noe_type *type;
  uint32_t slot_bits; /* of one element, and that it is present */
};

/* Values that rules name, each in a cell of its own behind those of the variables: undefined as long as nothing has told
 * it from others. A state with such cells stands for those in which anybody else takes the place (detect/roles.h). */
struct noe_roles {
  uint32_t cell, count;
  const uint32_t *rules; /* by rule: bits of the roles that it speaks of, and fills */
  uint32_t casting; /* the last rule: gives away all roles. No step of the model; it tells which states there are */
};

struct noe_model {
  struct noe_arena *arena;
  const char *file; /* as the user wrote it */
  uint64_t hash;    /* of text, constants and dialect options */

  const struct noe_type **types;
  uint32_t type_count;
  const struct noe_constant *constants;
  uint32_t constant_count;
  const struct noe_variable *variables;
  uint32_t variable_count;
  const struct noe_function *const *functions;
  uint32_t function_count;
  const struct noe_clause *starts, *rules, *properties;
  uint32_t start_count, rule_count, property_count;
  const struct noe_clause *left_out; /* claims that nobody asked about (model/asked.h): for reports alone */
  uint32_t left_out_count;
  uint32_t witness_count;
  const struct noe_place *witness_places;
  bool has_priorities;
  const struct noe_fairness *fairness;
  uint32_t fairness_count;
  const struct noe_loop *loops;
  uint32_t loop_count;

  const struct noe_cell *cells;
  uint32_t cell_count;
  uint32_t packed_bits, packed_bytes, packed_words; /* of a packed state, at most */
  uint32_t fixed_bits;                              /* of these, those of cells outside of multisets */
  const struct noe_multiset_place *bags;
  uint32_t bag_count;
  const struct noe_multiset_place *outer_bags; /* that are in no other one, those of a type together */
  uint32_t outer_bag_count;

  uint64_t loop_limit; /* iterations of one `while` */
  uint32_t call_depth; /* nested calls */

  /* Scalarsets that the model mixes permute together: tied[i] is the id of the
   * type that stands for type i (itself, if nothing is tied). */
  const uint32_t *tied;
  /* Scalarsets that have lost their symmetry in the front end (an inline
   * unnamed one, a `clear` of one): the place, line 0 if none. */
  const struct noe_place *broken;
  /* Scalarsets whose first value a start state takes by `clear`: likewise. */
  const struct noe_place *broken_at_start;
  /* Scalarsets on whose symmetry the meaning of claims or loops rests, start states included: without it the model
   * says nothing (detect/lift.h, detect/found.h). By type id; NULL: there are none. */
  const bool *needed;
  const struct noe_roles *roles; /* NULL: there are none */
};

static inline bool noe_clause_is_irrelevant(const struct noe_clause *clause, uint32_t binder) {
  return clause->idle && clause->idle[binder];
}

static inline uint64_t noe_clause_alike(const struct noe_clause *clause) { return clause->idle ? clause->alike : 1; }

/* How many instances are alike (noe_clause_alike), of those that differ from this one only in arguments that are not
 * NOE_UNDEFINED in it. */
uint64_t noe_model_alike(const struct noe_clause *clause, const int64_t *arguments);

/* The largest number of parameters that a rule has. */
uint32_t noe_model_most_parameters(const struct noe_model *model);

/* How many values a parameter takes, and how many instances a clause has that chooses no
 * elements of multisets; UINT64_MAX: that many or more. */
uint64_t noe_model_value_count(const struct noe_binder *binder);

/* Those of a parameter are numbered from 0: the value of a number, and the number of a value. They may be so far apart
 * that their difference does not fit an integer with a sign. */
int64_t noe_model_nth_value(const struct noe_binder *binder, uint64_t number);
uint64_t noe_model_value_number(const struct noe_binder *binder, int64_t value);
uint64_t noe_model_instance_count(const struct noe_clause *clause);

#endif
