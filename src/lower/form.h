/* The lowered form of a model: every clause as a list of small operations in
 * which nothing is implicit any more.
 *
 * Values. An operation computes at most one *value*, named by a number. A number
 * is given by one operation only, and every use stands behind it, in the same
 * list or in one inside: nothing is carried from one round of a loop to the next
 * but through memory. What is known of a value (its bounds, whether it can be
 * undefined) is a property of its number.
 *
 * Memory is one row of cells: the state, then the frame of the clause, then a
 * frame for each call under way. An *address* is a base and a sum of
 * (index - low) x stride; an index is a value that was checked before, so its
 * range is known and the cells that an address may mean can be counted off.
 * Aliases, parameters by reference and calls are gone: each use of such a name
 * has the address that the name stands for. Only functions that call themselves,
 * and those whose copies would be too long, are still called (in forms for code,
 * all functions); they get *locations* (a value that is the number of a cell) for
 * their parameters.
 *
 * Checks are operations. Each carries the place in the text, the code and what
 * its message needs, and its result is the value that passed: known to be
 * defined, or to be in range. Operators themselves cannot fail.
 *
 * Lists are executed in order. Operations with lists inside: IF (one of two),
 * REGION (until a LEAVE of it), loops. A list may end with the value that it
 * yields. Short circuit is IF; `return` is LEAVE.
 *
 * Everything is immutable once noe_lower_model has returned, and lives in an
 * arena. The order of the passes is in lower.c. */
#ifndef NOE_LOWER_FORM_H
#define NOE_LOWER_FORM_H

#include "base/bitset.h"
#include "model/model.h"

enum { NOE_NO_VALUE = UINT32_MAX };

/* ------------------------------------------------------------------ addresses */

struct noe_low_index {
  uint32_t value;
  int64_t low;    /* (value - low) x stride is added; */
  uint64_t count; /* value is one of low … low + count - 1 */
  uint32_t stride;
  const struct noe_type *type; /* index type of the array; or the multiset, whose slot it is */
};

enum noe_low_root {
  NOE_LOW_STATE,     /* base counts from the first cell of the state */
  NOE_LOW_FRAME,     /* from the first cell of the frame */
  NOE_LOW_REFERENCE, /* from the cell that the value `reference` is the location of */
};

struct noe_low_address {
  enum noe_low_root root;
  uint32_t reference;
  uint32_t base;
  const struct noe_low_index *indices; /* outermost first */
  uint32_t index_count;
  const struct noe_type *type; /* of what lies there; NULL: bare cells */
  uint32_t cells;
};

/* What a message calls a place: a variable of the state by its path, anything
 * else by the name where the designator begins and the path from there. */
struct noe_low_label {
  const struct noe_low_address *address; /* NULL: a value that has a name */
  const struct noe_low_address *start;   /* of the designator, NULL likewise */
  const char *name;                      /* NULL: has none */
  bool is_computed;                      /* begins in a call or a conditional */
  const struct noe_type *type;           /* at the start */
  const struct noe_type *part;           /* of the designator as a whole */
};

/* ----------------------------------------------------------------- operations */

/* In groups, each without a gap: passes ask for a group by its first and last kind. */
enum noe_low_kind {
  /* values; undefined is one more number where nothing else is said */
  NOE_LOW_CONSTANT,     /* number */
  NOE_LOW_UNDEFINED,    /* the value undefined */
  NOE_LOW_NOT,          /* left, defined */
  NOE_LOW_EQUAL,        /* left = right */
  NOE_LOW_LESS,         /* left < right, both defined */
  NOE_LOW_LESS_EQUAL,   /* left <= right, both defined */
  NOE_LOW_IS_UNDEFINED, /* left */
  NOE_LOW_WITHIN,       /* left is defined, and within low … high */
  NOE_LOW_SHIFT,        /* left + number; undefined stays */
  NOE_LOW_ARITHMETIC,   /* `operator` on left and right, defined; fits 64 bits */

  /* memory */
  NOE_LOW_LOAD,            /* the cell at address */
  NOE_LOW_SAME,            /* address and source hold the same value: cells equal, multisets as bags */
  NOE_LOW_LOCATE,          /* the location of address */
  NOE_LOW_STORE,           /* address := left, which is storable there */
  NOE_LOW_MOVE,            /* all cells of address := those of source, which may overlap */
  NOE_LOW_UNDEFINE,        /* address becomes undefined, multisets in it empty */
  NOE_LOW_CLEAR,           /* address becomes the least value of its type */
  NOE_LOW_FRESH,           /* the cells of address have never been set: a call begins */
  NOE_LOW_MULTISET_ADD,    /* an element more at address: left, or (NO_VALUE) the cells of source; there is room */
  NOE_LOW_MULTISET_REMOVE, /* element `left` of address, which is present, goes */
  NOE_LOW_REDUCE,  /* address := address ∘ left by `update`, in one step: fails unless the old value is defined,
                            * and the new one fits 64 bits and low … high */
  NOE_LOW_RESTORE, /* the state is again what the clause was given: effects are dropped */
  NOE_LOW_SORT,    /* the bags of the state get their slots in order: a firing ends */

  /* checks: result is left, and goes on only if */
  NOE_LOW_CHECK_DEFINED, /* left is defined */
  NOE_LOW_CHECK_WITHIN,  /* left is undefined or within low … high */
  NOE_LOW_CHECK_NONZERO, /* left, a divisor or the step of a loop, is not 0 */
  NOE_LOW_CHECK_FITS,    /* no result: `operator` on left and right fits 64 bits */
  NOE_LOW_CHECK_TRUE,    /* no result: left is true: an assertion */
  NOE_LOW_CHECK_ROOM,    /* no result: the multiset at address is not full */
  NOE_LOW_CHECK_PRESENT, /* element `left` of the multiset at address is present */
  NOE_LOW_CHECK_DEPTH,   /* no result: fewer calls than the model allows are under way, `number` of them
                          * inside of this function */
  NOE_LOW_FAIL,          /* always an error */
  NOE_LOW_ASSUME,        /* no error: if left is false there is no such firing */

  /* what is seen from outside, whatever the outcome */
  NOE_LOW_WITNESS,   /* vacuity counter `number` */
  NOE_LOW_COVER,     /* cover statement: property `number` */
  NOE_LOW_PUT_TEXT,  /* text */
  NOE_LOW_PUT_VALUE, /* left, of `type` */
  NOE_LOW_PUT_PLACE, /* address; text is how the model writes it */

  /* control */
  NOE_LOW_IF,      /* left: body, else otherwise; result: what that yields */
  NOE_LOW_REGION,  /* body; result: what the LEAVE yields that ended it */
  NOE_LOW_LEAVE,   /* ends region `number`, with the value left or none; nothing behind it in its list is reached */
  NOE_LOW_WATCHED, /* body; where rounds of a loop are being watched, otherwise, which does no more to a cell than
                    * a REDUCE of it. Only in forms for code. */
  NOE_LOW_CALL,    /* function `number`; arguments; result unless it has none; the `low`-th call under way
                   * inside of this unit */

  /* loops: `bound` is the value of each round, over the domain */
  NOE_LOW_FOR,       /* body */
  NOE_LOW_WHILE,     /* as long as `condition` yields true: body; more than `number` rounds are an error */
  NOE_LOW_FORALL,    /* body yields; up to the first false */
  NOE_LOW_EXISTS,    /* body yields; up to the first true */
  NOE_LOW_COUNT,     /* body yields; how often true; over the present elements of address */
  NOE_LOW_REMOVE_IF, /* body yields; present elements of address for which it is true go at once */
};

/* x := x ∘ e: rounds or rules that do no more to x than this can change places. */
enum noe_low_update {
  NOE_UPDATE_NONE,
  NOE_UPDATE_ADD,      /* x + e or e + x; x - e if `negated` */
  NOE_UPDATE_OR,       /* x | e, of booleans */
  NOE_UPDATE_AND,      /* x & e, of booleans */
  NOE_UPDATE_INSERT,   /* an element more in a multiset */
  NOE_UPDATE_GREATEST, /* the greater of x and e */
  NOE_UPDATE_LEAST,    /* the smaller of x and e */
};

struct noe_low_block {
  struct noe_low_op *first;
  uint32_t yield; /* NOE_NO_VALUE: nothing */
};

/* Either all values of a type, least first, or from, from + by, … up to `to`. */
struct noe_low_domain {
  const struct noe_type *type;
  uint32_t from, to, by;
};

struct noe_low_op {
  struct noe_low_op *next;
  enum noe_low_kind kind;
  uint32_t result, left, right; /* values */
  enum noe_expr_kind operator;
  int64_t number, low, high;
  const struct noe_type *type;
  const struct noe_low_address *address, *source;

  /* checks */
  struct noe_place place;
  enum noe_diagnostic_code code;
  const char *text;
  const struct noe_low_label *label;

  /* control */
  struct noe_low_block body, otherwise, condition;
  struct noe_low_domain domain;
  uint32_t bound;
  uint32_t loop;             /* number in the model's loops; UINT32_MAX: none */
  const uint32_t *arguments; /* CALL: locations, by parameter, then of the result if it is compound */

  /* STORE, MOVE: an argument, a result, an alias or a bound name gets its cells, which nothing has read before.
   * LOCATE: the location is that of such an argument, or of a result: nobody writes there what lasts. */
  bool is_binding;

  /* STORE, BAG_ADD: see commute.c; REDUCE */
  enum noe_low_update update;
  uint32_t operand; /* e */
  bool negated;     /* x - e */
};

/* --------------------------------------------------------------------- values */

enum noe_low_origin {
  NOE_ORIGIN_OPERATION,
  NOE_ORIGIN_PARAMETER, /* number: of the clause's parameter */
  NOE_ORIGIN_VARIABLE,  /* number: of the formula's bound name */
  NOE_ORIGIN_LOOP,      /* bound by the loop `operation` */
  NOE_ORIGIN_REFERENCE, /* number: of the function's parameter; a location */
};

struct noe_low_value {
  const struct noe_type *type; /* NULL: a location */
  enum noe_low_origin origin;
  uint32_t number;
  const struct noe_low_op *operation;
  int64_t low, high; /* if it is defined (bounds.c) */
  bool defined;      /* certainly (defined.c) */
};

/* What executes with one frame and one table of values. */
struct noe_low_unit {
  struct noe_low_value *values;
  uint32_t value_count;
  uint32_t frame_cells;
  uint32_t region_count;
  const char *refused; /* why it could not be lowered; NULL: it was. Nothing else is valid then. */
};

/* -------------------------------------------------------------------- clauses */

/* What is known of a list as a whole. */
struct noe_low_facts {
  bool writes;   /* may change the state before a RESTORE (purity.c) */
  bool may_fail; /* may end in an error */
  bool discards; /* may come to an ASSUME */
  bool is_seen;  /* may come to a WITNESS, COVER or PUT: see enum noe_low_kind */
  bool calls;    /* functions that are not copied in */
};

struct noe_low_list {
  struct noe_low_block block;
  struct noe_low_facts facts;
};

/* In the order in which they are bound. A parameter needs an argument; then its list, which
 * yields nothing: it computes what later lists use. */
struct noe_low_binder {
  const struct noe_binder *binder;
  struct noe_low_list list;
  uint32_t value;                        /* of a parameter: the argument */
  const struct noe_low_address *address; /* CHOOSE: of the multiset, which the list has found */
};

struct noe_low_clause {
  const struct noe_clause *clause;
  struct noe_low_unit unit;
  struct noe_low_binder *binders; /* as many as the clause has */
  struct noe_low_list guard;      /* yields; if the clause has one */
  struct noe_low_list body;       /* of a start state or a rule */
  struct noe_low_list *atoms;     /* of a temporal claim: each yields; run behind the binders */
  uint32_t first_variable;        /* of the formula: value of the first bound name */
};

/* What a call of a function may do to the state, whatever its arguments; and through them. */
struct noe_low_effects {
  struct noe_bitset reads, writes;      /* cells of the state that it names itself */
  bool *reads_through, *writes_through; /* by parameter; the last is the result, if compound */
};

struct noe_low_function {
  const struct noe_function *function;
  bool is_called; /* some CALL is left; otherwise there is nothing but this */
  struct noe_low_unit unit;
  struct noe_low_list body;
  uint32_t location_count; /* parameters, and the place of a compound result */
  struct noe_low_effects effects;
};

struct noe_lowered {
  const struct noe_model *model;
  bool for_code; /* every call is left, and updates that commute are there in two ways (NOE_LOW_WATCHED) */
  struct noe_arena *arena;
  struct noe_low_clause *starts, *rules, *properties; /* as in the model */
  struct noe_low_function *functions;                 /* by id */
};

/* The lowered form of a clause of the model. */
struct noe_low_clause *noe_low_clause_of(const struct noe_lowered *form, const struct noe_clause *clause);

#endif
