/* The classes of values of a model, by one walk through its text.
 *
 * Owners of text: functions, then start states, rules, properties, numbered through. Each has a stack frame, and a
 * shape for each of its slots; so have variables and results of functions. */
#ifndef NOE_DETECT_INFER_H
#define NOE_DETECT_INFER_H

#include "detect/shape.h"

struct noe_call_edge {
  uint32_t caller, function; /* owners */
};

/* A bound name that takes these values, one after the other. */
struct noe_run_through {
  uint32_t class;
  struct noe_interval range;
  uint32_t owner;
};

/* A comparison by size in a claim (order.h). */
struct noe_order {
  const struct noe_expr *expr;
  uint32_t left, right; /* classes */
  uint32_t owner;
  bool is_kept; /* it limits nothing */
  bool is_reached, is_wanted;
};

struct noe_inference {
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_classes classes;
  const struct noe_value_shape **variables; /* by variable */
  bool *is_used;                            /* by variable: others than start states speak of it */
  const struct noe_value_shape ***frames;   /* by owner, by slot; NULL: nothing was seen there */
  const struct noe_value_shape **results;   /* by function; NULL: a procedure */
  uint32_t owner_count, owner;              /* the one that is walked through */
  NOE_LIST(struct noe_call_edge) calls;
  NOE_LIST(struct noe_run_through) runs;
  NOE_LIST(struct noe_order) orders;
  bool may_compare; /* comparisons by size in claims may cost nothing */
  bool has_choose;  /* a parameter is an element of a multiset */
  bool failed;      /* something that is not understood: nothing is known */
};

/* Walks through the model. `may_compare`: see order.h. */
struct noe_inference *noe_detect_infer(struct noe_arena *arena, const struct noe_model *model, bool may_compare);

/* By owner: who speaks in its text, by itself or through a call (bits of enum noe_speaker). */
const uint8_t *noe_detect_speakers(const struct noe_inference *inference);

/* The clause that is owner number so-and-so; NULL: it is a function. */
const struct noe_clause *noe_detect_clause(const struct noe_model *model, uint32_t owner);

/* infer_value.c: what is met in an expression; the class of its value, the shape of the place. */
uint32_t noe_detect_value(struct noe_inference *inference, const struct noe_expr *expr);
const struct noe_value_shape *noe_detect_location(struct noe_inference *inference, const struct noe_expr *expr);
/* A value goes where values of this class are. */
void noe_detect_absorb(struct noe_inference *inference, const struct noe_expr *expr, uint32_t class);
/* The shape of a slot of the frame at hand. */
const struct noe_value_shape *noe_detect_slot(struct noe_inference *inference, uint32_t slot,
                                              const struct noe_type *type, struct noe_place place);
void noe_detect_bind_slot(struct noe_inference *inference, uint32_t slot, const struct noe_value_shape *shape,
                          struct noe_place place);
/* A bound name runs through low, low + step, … high; `type` may be INTEGER. */
void noe_detect_run_through(struct noe_inference *inference, uint32_t slot, const struct noe_type *type,
                            struct noe_interval range, int64_t step, struct noe_place place);
void noe_detect_domain(struct noe_inference *inference, const struct noe_domain *domain, uint32_t slot,
                       struct noe_place place);
/* A call, whatever becomes of its result. */
void noe_detect_call(struct noe_inference *inference, const struct noe_call *call);
/* infer_stmt.c */
void noe_detect_stmts(struct noe_inference *inference, const struct noe_stmt *list);

/* Is the domain all of a type, or a run of constants one by one? */
bool noe_detect_constant_domain(const struct noe_domain *domain, struct noe_interval *range);
/* The field of a record that a FIELD expression selects; or the number of fields. */
uint32_t noe_detect_field(const struct noe_type *record, const struct noe_expr *expr);
/* The variable at a cell; or the number of variables. */
uint32_t noe_detect_variable(const struct noe_model *model, const struct noe_expr *global);

#endif
