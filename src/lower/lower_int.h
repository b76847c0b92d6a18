/* Inside the lowering: from typed trees to operations.
 *
 * lower.c        the model as a whole: units, passes
 * lower_op.c     making operations and values
 * lower_place.c  locations             lower_value.c  values
 * lower_stmt.c   statements            lower_call.c   calls, copied in or kept
 * lower_reduce.c updates that commute, for watched loops
 * lower_clause.c binders, guards, bodies, atoms
 *
 * Names. A slot of a frame that only its binder sets (a parameter, an alias of a
 * value, the name of a loop, a value argument) is not kept in memory: its uses are the
 * value itself. If some statement turns out to write such a slot, the unit is lowered
 * once more with every name in memory (`spill`). */
#ifndef NOE_LOWER_LOWER_INT_H
#define NOE_LOWER_LOWER_INT_H

#include "lower/lower.h"

/* What a slot stands for: a value, or an address. */
struct noe_low_binding {
  const struct noe_low_binding *next;
  uint32_t slot;
  bool is_name;
  uint32_t value;
  const struct noe_low_address *address;
};

/* The clause, or a function that is being copied into it. */
struct noe_low_scope {
  const struct noe_low_scope *caller;
  const struct noe_function *function;
  const struct noe_low_binding *bindings; /* latest first */
  uint32_t frame;                         /* where its slots begin, in the frame of the unit */
  uint32_t depth;                         /* of calls, inside of the unit */
  uint32_t region;                        /* what `return` ends */
  const struct noe_low_address *result;   /* where a compound result goes */
};

/* A location, once lowered: where it is, or the value that the name stands for; and
 * where its designator began. */
struct noe_low_spot {
  bool is_name;
  uint32_t value;
  const struct noe_low_address *address;
  struct noe_low_label label; /* without address and part */
};

struct noe_lowering {
  struct noe_arena *arena;
  struct noe_lowered *form;
  const struct noe_model *model;
  struct noe_low_unit *unit;
  NOE_LIST(struct noe_low_value) values;
  struct noe_low_scope *scope;
  struct noe_low_op **end; /* where the next operation goes */
  uint32_t frame_top;      /* cells of the frame that are taken */
  uint32_t operations, nesting;
  bool in_function;
  bool spill, must_spill;
};

/* A list under construction, inside of another. */
struct noe_low_open {
  struct noe_low_op **outside;
  const struct noe_low_binding *bindings; /* of the scope: names end with the list */
  struct noe_low_block *block;
};

/* ------------------------------------------------------------- lower_op.c */

struct noe_low_op *noe_lower_op(struct noe_lowering *lowering, enum noe_low_kind kind, struct noe_place place);
uint32_t noe_lower_new_value(struct noe_lowering *lowering, const struct noe_type *type, enum noe_low_origin origin,
                             uint32_t number, const struct noe_low_op *operation);
/* An operation with a result. */
struct noe_low_op *noe_lower_value_op(struct noe_lowering *lowering, enum noe_low_kind kind,
                                      const struct noe_type *type, struct noe_place place, uint32_t left,
                                      uint32_t right);
uint32_t noe_lower_constant(struct noe_lowering *lowering, const struct noe_type *type, int64_t number);
/* left, if it is defined; `label` (or NULL) is what the message names. */
uint32_t noe_lower_check_defined(struct noe_lowering *lowering, uint32_t left, struct noe_place place,
                                 const struct noe_low_label *label);
/* left, if a cell of the type may hold it; " of …", what the message goes on with. */
uint32_t noe_lower_check_storable(struct noe_lowering *lowering, uint32_t left, const struct noe_type *type,
                                  struct noe_place place, const char *text, const struct noe_low_label *label);
void noe_lower_fail(struct noe_lowering *lowering, enum noe_diagnostic_code code, struct noe_place place,
                    const char *text);
void noe_lower_store(struct noe_lowering *lowering, const struct noe_low_address *address, uint32_t value);
void noe_lower_move(struct noe_lowering *lowering, const struct noe_low_address *target,
                    const struct noe_low_address *source);
/* The two for cells that a name or an argument gets. */
void noe_lower_bind_value(struct noe_lowering *lowering, const struct noe_low_address *address, uint32_t value);
void noe_lower_bind_cells(struct noe_lowering *lowering, const struct noe_low_address *target,
                          const struct noe_low_address *source);

struct noe_low_open noe_lower_open(struct noe_lowering *lowering, struct noe_low_block *block);
void noe_lower_close(struct noe_lowering *lowering, struct noe_low_open open, uint32_t yield);

/* Enters one level of the tree; false, and the unit is refused, if there are too many. */
bool noe_lower_enter(struct noe_lowering *lowering);

/* May some operation of the list, or of lists in it, write memory? The state? */
bool noe_lower_writes(const struct noe_low_op *list);
bool noe_lower_writes_state(const struct noe_low_op *list);

/* ---------------------------------------------------------- lower_place.c */

struct noe_low_spot noe_lower_place(struct noe_lowering *lowering, const struct noe_expr *expr);
/* A place that is going to be written, or whose cells are wanted: it has an address. */
const struct noe_low_address *noe_lower_target(struct noe_lowering *lowering, const struct noe_low_spot *spot);
const struct noe_low_label *noe_lower_label(struct noe_lowering *lowering, const struct noe_low_spot *spot,
                                            const struct noe_type *part);
struct noe_low_address *noe_lower_address(struct noe_lowering *lowering, enum noe_low_root root, uint32_t base,
                                          const struct noe_type *type);
/* Cells of the frame that nothing else uses; given back by setting frame_top. */
struct noe_low_address *noe_lower_scratch(struct noe_lowering *lowering, const struct noe_type *type);
/* A slot of the current scope. */
const struct noe_low_address *noe_lower_slot(struct noe_lowering *lowering, uint32_t slot, const struct noe_type *type);
void noe_lower_bind_name(struct noe_lowering *lowering, uint32_t slot, const struct noe_type *type, uint32_t value);
void noe_lower_bind_address(struct noe_lowering *lowering, struct noe_low_scope *scope, uint32_t slot,
                            const struct noe_low_address *address);
/* Cells that `source`, which was located before `mark`, held at that time: where they are
 * now. Copies them first if something after the mark may write. */
const struct noe_low_address *noe_lower_hold(struct noe_lowering *lowering, struct noe_low_op **mark,
                                             const struct noe_low_address *source);

/* ---------------------------------------------------------- lower_value.c */

uint32_t noe_lower_value(struct noe_lowering *lowering, const struct noe_expr *expr);
uint32_t noe_lower_defined(struct noe_lowering *lowering, const struct noe_expr *expr);
struct noe_low_domain noe_lower_domain(struct noe_lowering *lowering, const struct noe_domain *domain,
                                       struct noe_place place);
/* A loop whose body is about to be lowered: its name is bound. */
struct noe_low_open noe_lower_open_loop(struct noe_lowering *lowering, struct noe_low_op *loop, uint32_t slot,
                                        const struct noe_type *type);

/* The type of names for elements of the multiset; NULL: the model has none. */
const struct noe_type *noe_lower_slot_type(const struct noe_model *model, const struct noe_type *multiset);

/* ----------------------------------------- lower_call.c, lower_stmt.c */

/* The value of a call, or (compound result) nothing, and the address of the result. */
uint32_t noe_lower_call(struct noe_lowering *lowering, const struct noe_expr *expr,
                        const struct noe_low_address **result);
void noe_lower_statements(struct noe_lowering *lowering, const struct noe_stmt *list);
/* lower_reduce.c: the statement in one step, into a WATCHED whose body follows; NULL: it is no such statement. */
struct noe_low_op *noe_lower_reduction(struct noe_lowering *lowering, const struct noe_stmt *stmt);

/* --------------------------------------------------------- lower_clause.c */

void noe_lower_clause(struct noe_lowered *form, const struct noe_clause *clause, struct noe_low_clause *out);
void noe_lower_function(struct noe_lowered *form, struct noe_low_function *out);

/* ----------------------------------------------------------------- passes */

/* Each works on one unit: its lists in the order in which they are executed, and the
 * addresses of the multisets that parameters are chosen from. */
struct noe_low_lists {
  struct noe_low_block **blocks;
  uint32_t count;
  const struct noe_low_address ***addresses;
  uint32_t address_count;
  const struct noe_low_block *body; /* of these, the one that changes the state; NULL: none */
};
/* What is taken to be defined before the body; NULL: nothing. */
struct noe_low_trust {
  noe_low_is_defined is_defined;
  void *context;
};
/* `clause`: whose unit it is; NULL: of a function. */
void noe_lower_bounds(const struct noe_clause *clause, struct noe_low_unit *unit, struct noe_low_lists lists);
void noe_lower_definedness(struct noe_low_unit *unit, struct noe_low_lists lists, const struct noe_low_trust *trust);
void noe_lower_fold(const struct noe_lowered *form, struct noe_low_unit *unit, struct noe_low_lists lists);
void noe_lower_commute(struct noe_low_unit *unit, struct noe_low_lists lists);
void noe_lower_effects(struct noe_lowered *form);
/* uses.c: of a CALL, with the place of a compound result. */
uint32_t noe_lower_argument_count(const struct noe_lowered *form, const struct noe_low_op *op);
void noe_lower_uses_of_address(const struct noe_low_address *address, noe_low_use visit, void *context);

#endif
