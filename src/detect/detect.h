/* Symmetry that nobody declared: ranges and enumerations whose values a model treats alike.
 *
 *   infer    which places hold values of one kind: classes (classes.h, infer.h)
 *   cut      each class into values that the model names and values that it cannot tell apart (found.h)
 *   rewrite  the model over types in which the latter are scalarsets: the *view* (rewrite.h)
 *   audit    that the view does nothing with them that a scalarset does not allow (audit.c)
 *   prove    the proof for declared scalarsets decides about the view (symmetry/prove.h), loops and start states
 *            included; whatever it does not believe is given up
 *
 * Engines search the view. It has the cells, clauses and parameters of the model, so that a state of one is a state of
 * the other up to numbers of values (translate.h); what engines find is translated back and shown by the model itself. */
#ifndef NOE_DETECT_DETECT_H
#define NOE_DETECT_DETECT_H

#include "detect/lift.h"

struct noe_view {
  const struct noe_model *original, *model; /* model NULL: nothing was found; else the view */
  const struct noe_inference *inference;    /* what was learnt on the way, for people */
  const uint8_t *speakers;                  /* by owner */
  struct noe_counting counting;
  const bool *is_kept;                   /* by class: a variable holds values of it, or is indexed by them */
  struct noe_found **founds;             /* by class; NULL: nothing was found there */
  const struct noe_piece *const *pieces; /* by type id of the view; NULL: an ordinary type */
  uint32_t piece_count;
  bool may_lift;
  bool fixes_starts;            /* values that start states name are kept apart */
  const struct noe_lift *lifts; /* literals of claims that have become parameters (lift.h) */
  uint32_t lift_count;
};

/* Never NULL. Lives in the arena. `may_lift`: literals in claims may become parameters; a search of such a view may
 * end without an answer (`is_unfounded` of its result). */
struct noe_view *noe_detect_view(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                                 const struct noe_options *options, bool may_lift);

/* Is the type of the view a scalarset that nobody declared? */
const struct noe_piece *noe_detect_found_type(const struct noe_view *view, const struct noe_type *type);

/* audit.c: nothing is done with the scalarsets that were found (`pieces`, by type id) that a scalarset does not allow:
 * the view is gone through once more, by rules of its own. */
bool noe_detect_audit(const struct noe_view *view);

const char *noe_detect_limit_text(enum noe_limit limit);

#endif
