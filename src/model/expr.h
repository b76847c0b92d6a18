/* Typed expressions and statements: what a model does, with every decision of
 * the input language already taken (which reads may see an undefined value, what
 * is passed by reference, where a number is checked against a range).
 *
 * Memory. Execution sees one row of cells: the state first (global variables,
 * cells 0 .. n-1), then a stack of frames. A *location* is an index into that
 * row. Each rule instance, property instance and call has a frame; `slot`s count
 * from its start. References (var parameters, aliases) are cells that hold a
 * location.
 *
 * Expressions marked "location" below denote a place, of simple or compound type,
 * and are evaluated by taking its index. All others denote a value of simple
 * type. READ and COPY turn a simple location into its value. Calls and
 * conditionals of compound type are locations too (of a temporary, or of the
 * branch taken). */
#ifndef NOE_MODEL_EXPR_H
#define NOE_MODEL_EXPR_H

#include "model/type.h"

enum noe_expr_kind {
  NOE_EXPR_CONSTANT,  /* value */
  NOE_EXPR_UNDEFINED, /* the value undefined */

  /* locations */
  NOE_EXPR_GLOBAL,    /* cell `slot` of the state */
  NOE_EXPR_LOCAL,     /* cell `slot` of the frame */
  NOE_EXPR_REFERENCE, /* the location held in cell `slot` of the frame */
  NOE_EXPR_FIELD,     /* left + slot cells */
  NOE_EXPR_ELEMENT,   /* left [ right ], left is an array; right is checked against its index type */
  NOE_EXPR_SLOT,      /* left [ right ], left is a multiset; the element must be present */

  /* values of locations */
  NOE_EXPR_READ,    /* left; undefined is an error */
  NOE_EXPR_COPY,    /* left; undefined passes */
  NOE_EXPR_DEFINED, /* left, a value (a call, a conditional); undefined is an error */

  NOE_EXPR_CALL,        /* call: value, or location if the result is compound */
  NOE_EXPR_CONDITIONAL, /* condition ? left : right: value, or location if compound */

  /* booleans, short-circuit, left to right */
  NOE_EXPR_NOT,
  NOE_EXPR_AND,
  NOE_EXPR_OR,
  NOE_EXPR_IMPLIES, /* witness: counted when left is true, to find vacuous claims */
  NOE_EXPR_FORALL,  /* domain, left */
  NOE_EXPR_EXISTS,  /* domain, left */

  /* integers, 64 bits, overflow is an error */
  NOE_EXPR_NEGATE,
  NOE_EXPR_ADD,
  NOE_EXPR_SUBTRACT,
  NOE_EXPR_MULTIPLY,
  NOE_EXPR_DIVIDE,    /* truncates toward zero */
  NOE_EXPR_REMAINDER, /* sign of the dividend */
  NOE_EXPR_BIT_NOT,
  NOE_EXPR_BIT_AND,
  NOE_EXPR_BIT_OR,
  NOE_EXPR_BIT_XOR,
  NOE_EXPR_SHIFT_LEFT,  /* negative amounts shift the other way, */
  NOE_EXPR_SHIFT_RIGHT, /* amounts beyond the width give 0 */

  /* comparisons of values; EQUAL and NOT_EQUAL take undefined as one more value
   * when an operand is UNDEFINED, COPY or another expression that passes it */
  NOE_EXPR_LESS,
  NOE_EXPR_LESS_EQUAL,
  NOE_EXPR_EQUAL,
  NOE_EXPR_NOT_EQUAL,

  NOE_EXPR_SAME,        /* locations left and right of one compound type: all cells equal, multisets as bags */
  NOE_EXPR_ISUNDEFINED, /* left, a simple location */
  NOE_EXPR_ISMEMBER,    /* left (undefined passes: false) is within low .. high */
  NOE_EXPR_SHIFT_PART,  /* left + value; undefined passes: member of a union to the union */
  NOE_EXPR_NARROW,      /* left - value, which must be within 0 .. high; undefined passes: union to a member; low: the
                         * code of the error if it is not, or 0: NOE_R_MEMBER */
  NOE_EXPR_COUNT,       /* elements of multiset left for which right holds; slot is the bound element */
};

/* What a bound name ranges over. */
struct noe_domain {
  const struct noe_type *type;           /* all its values, least first, or NULL: */
  const struct noe_expr *from, *to, *by; /* from, from + by, … as long as <= to (>= to if by < 0) */
};

enum noe_argument_kind {
  NOE_ARGUMENT_LOCATION, /* value is a location; the callee sees that place */
  NOE_ARGUMENT_VALUE,    /* value is a simple value, checked against the parameter's range and put in temporary */
  NOE_ARGUMENT_CELLS,    /* value is a location, copied cell by cell into temporary */
};

struct noe_argument {
  enum noe_argument_kind kind;
  const struct noe_expr *value;
  uint32_t temporary; /* first slot, in the caller's frame */
};

struct noe_call {
  const struct noe_function *function;
  const struct noe_argument *arguments; /* as many as the function has parameters */
  uint32_t temporary;                   /* compound result: first slot in the caller's frame */
};

struct noe_expr {
  enum noe_expr_kind kind;
  const struct noe_type *type;
  struct noe_place place;
  struct noe_span span; /* where it is written, to be shown to people; empty if it stands nowhere */
  int64_t value;
  int64_t low, high;
  uint32_t slot;
  uint32_t witness; /* IMPLIES: 1 + index of the vacuity counter, 0 for none */
  uint32_t loop;    /* FORALL, EXISTS, COUNT: number in the model's loops */
  const struct noe_expr *condition, *left, *right;
  struct noe_domain domain;
  const struct noe_call *call;
  const char *name; /* LOCAL, REFERENCE: what the model calls it, for messages; FORALL, EXISTS: the
                     * name that is bound; may be NULL */
};

/* ------------------------------------------------------------- statements */

enum noe_stmt_kind {
  NOE_STMT_ASSIGN,        /* target (simple location) := value, checked against target's range */
  NOE_STMT_COPY,          /* target := value, both locations of one compound type */
  NOE_STMT_IF,            /* arms: one condition each; otherwise */
  NOE_STMT_SWITCH,        /* arms: conditions are EQUAL tests on the cell of `slot`, set from value first; otherwise */
  NOE_STMT_FOR,           /* domain, slot, body; each round sets the slot afresh */
  NOE_STMT_WHILE,         /* value, body */
  NOE_STMT_BIND_LOCATION, /* cell `slot` of the frame := the location value */
  NOE_STMT_BIND_VALUE,    /* cell `slot` of the frame := value */
  NOE_STMT_BIND_CELLS,    /* cells `slot`… of the frame := copy of the compound location value */
  NOE_STMT_CALL,          /* value is a CALL whose result is dropped */
  NOE_STMT_CLEAR,         /* target, any type */
  NOE_STMT_UNDEFINE,      /* target, any type */
  NOE_STMT_ERROR,         /* text */
  NOE_STMT_PUT_TEXT,      /* text */
  NOE_STMT_PUT_VALUE,     /* value, simple; undefined passes */
  NOE_STMT_PUT_LOCATION,  /* value, a location; text is how the model writes it */
  NOE_STMT_RETURN,        /* value or NULL; compound: location */
  NOE_STMT_ASSERT,        /* value, text */
  NOE_STMT_ASSUME,        /* value: if false the whole firing is discarded */
  NOE_STMT_COVER,         /* value; property counts */
  NOE_STMT_MULTISET_ADD,  /* value (simple value, or location if compound) into target */
  NOE_STMT_MULTISET_REMOVE,    /* element value from target */
  NOE_STMT_MULTISET_REMOVE_IF, /* all elements of target, bound to slot, for which value holds */
};

struct noe_arm {
  const struct noe_expr *const *conditions; /* taken if one of them is true; tested in order */
  uint32_t condition_count;
  const struct noe_stmt *body;
};

/* Statements are chained through `next`; NULL is the empty list. */
struct noe_stmt {
  const struct noe_stmt *next;
  enum noe_stmt_kind kind;
  struct noe_place place;
  const struct noe_expr *target, *value;
  const char *text;
  uint32_t slot;
  uint32_t property; /* COVER: index in the model's properties */
  uint32_t loop;     /* FOR, MULTISET_REMOVE_IF: number in the model's loops */
  struct noe_domain domain;
  const struct noe_arm *arms;
  uint32_t arm_count;
  const struct noe_stmt *body, *otherwise;
};

struct noe_parameter {
  const char *name;
  const struct noe_type *type;
  bool by_reference; /* var: the callee may write through it */
};

/* A frame starts with one reference cell per parameter. */
struct noe_function {
  const char *name;
  struct noe_place place;
  uint32_t id;
  const struct noe_parameter *parameters;
  uint32_t parameter_count;
  const struct noe_type *result; /* NULL: a procedure */
  uint32_t frame_cells;
  const struct noe_stmt *body;
  bool writes_state; /* may change a global, directly or through others */
};

#endif
