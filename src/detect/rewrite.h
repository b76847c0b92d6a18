/* The view of a model: the same clauses over types in which classes that were found are scalarsets.
 *
 * Cells, slots, clauses, parameters and their order are those of the model; only numbers of values differ, by what
 * pieces say (found.h), and only types show that some values are alike. Where values of one piece go to another, the
 * view converts as it does between a union and its members: SHIFT_PART to a wider piece, NARROW, which checks, to a
 * narrower one. So a value that leaves the range of a place fails in the view just where it fails in the model, if
 * not by the same words. */
#ifndef NOE_DETECT_REWRITE_H
#define NOE_DETECT_REWRITE_H

#include "detect/lift.h"

struct noe_compound {
  const struct noe_type *type, **parts; /* of the model; of the view */
  uint32_t part_count;
  const struct noe_type *made;
};

/* A literal that has become a role (roles.h). */
struct noe_role {
  const struct noe_found *found;
  uint32_t number; /* of the value, in the universe */
  const struct noe_atom *atom;
  uint32_t cell;
};

struct noe_rewriter {
  struct noe_inference *inference;
  const struct noe_model *model;
  struct noe_builder builder;
  struct noe_found **founds;      /* by class; NULL: nothing was found */
  const struct noe_type **copies; /* by type id of the model */
  NOE_LIST(struct noe_compound) compounds;
  NOE_LIST(const struct noe_piece *) pieces; /* by type id of the view; NULL: an ordinary type */
  const struct noe_function **functions;     /* by function id */
  NOE_LIST(struct noe_lift) lifts;
  NOE_LIST(struct noe_role) roles;
  uint32_t owner;
  bool is_hopeful;     /* the view rests on nothing (detect.h) */
  bool fails_by_order; /* values that are compared by size are not all alike (order.h) */
  bool failed;         /* the view would not be the model: there is none */
};

/* rewrite_type.c: the type of the view for a type of the model that no class changes; for a shape; and the piece that
 * a type of the view is, or NULL. */
const struct noe_type *noe_detect_copy_type(struct noe_rewriter *rewriter, const struct noe_type *type);
const struct noe_type *noe_detect_view_type(struct noe_rewriter *rewriter, const struct noe_value_shape *shape);
const struct noe_piece *noe_detect_piece_of(const struct noe_rewriter *rewriter, const struct noe_type *type);
const struct noe_type *noe_detect_piece_type(struct noe_rewriter *rewriter, struct noe_piece *piece);
/* The type of a slot of the owner at hand; NULL: nothing was seen there. */
const struct noe_type *noe_detect_slot_type(struct noe_rewriter *rewriter, uint32_t slot);

/* rewrite_value.c. `wanted`: a type of the view, or NULL: as it comes. */
const struct noe_expr *noe_detect_rewrite_value(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                                const struct noe_type *wanted);
const struct noe_expr *noe_detect_rewrite_location(struct noe_rewriter *rewriter, const struct noe_expr *expr);
struct noe_domain noe_detect_rewrite_domain(struct noe_rewriter *rewriter, const struct noe_domain *domain,
                                            uint32_t slot);
/* rewrite_convert.c: from one piece to another; numbers of literals. */
const struct noe_expr *noe_detect_convert(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                          const struct noe_type *wanted);
const struct noe_expr *noe_detect_rewrite_literal(struct noe_rewriter *rewriter, const struct noe_expr *expr,
                                                  const struct noe_type *wanted);
/* If the conversion that was made last fails, it fails here, and so. */
const struct noe_expr *noe_detect_blame(const struct noe_expr *expr, struct noe_place place,
                                        enum noe_diagnostic_code code);
/* Does the expression take its class from what it meets? */
bool noe_detect_is_literal(const struct noe_expr *expr);
/* Both sides in one type. */
void noe_detect_level(struct noe_rewriter *rewriter, const struct noe_expr **left, const struct noe_expr **right);
/* rewrite_stmt.c */
const struct noe_stmt *noe_detect_rewrite_stmts(struct noe_rewriter *rewriter, const struct noe_stmt *list);

/* rewrite_lift.c: the claim gets its parameters. */
void noe_detect_add_lifts(struct noe_rewriter *rewriter, struct noe_clause *made);

/* rewrite_roles.c: the variables; whether the parameters of the clause at hand may play them (NULL: it has none); what
 * fills them, before the body; and what engines have to know. */
void noe_detect_make_roles(struct noe_rewriter *rewriter, const struct noe_counting *counting);
const struct noe_expr *noe_detect_fit(struct noe_rewriter *rewriter, struct noe_place place);
const struct noe_stmt *noe_detect_fill_roles(struct noe_rewriter *rewriter, const struct noe_stmt *body,
                                             struct noe_place place);
const struct noe_roles *noe_detect_finish_roles(struct noe_rewriter *rewriter);

/* The view, without its hash; NULL if it cannot be made. */
struct noe_model *noe_detect_rewrite(struct noe_rewriter *rewriter, const struct noe_counting *counting,
                                     const struct noe_options *options);

#endif
