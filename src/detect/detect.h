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
#include "detect/order.h"
#include "detect/roles.h"

/* What a view may do with claims that name values that are alike. */
enum noe_ambition {
  NOE_VIEW_PLAIN,   /* keep these values apart */
  NOE_VIEW_FOUNDED, /* make them parameters, renumber values: the view rests on its symmetry (lift.h) */
  NOE_VIEW_HOPEFUL, /* make them parameters whatever start states prefer: see is_hopeful */
  NOE_VIEW_BEST,    /* of the last two that which leaves more values alike */
  NOE_VIEW_ROLES    /* make roles of those that rules name, too: for engines that know them (roles.h) */
};

/* What came of the search for rings and networks (network/network.h). */
enum noe_rings { NOE_RINGS_NOT_TRIED, NOE_RINGS_NONE, NOE_RINGS_TOO_LONG, NOE_RINGS_NOT_UNDERSTOOD };

struct noe_view {
  const struct noe_model *original, *model; /* model NULL: nothing was found; else the view */
  const struct noe_inference *inference;    /* what was learnt on the way, for people */
  const uint8_t *speakers;                  /* by owner */
  struct noe_counting counting;
  const bool *is_kept;                   /* by class: a variable in use holds values of it, or is indexed by them */
  struct noe_found **founds;             /* by class; NULL: nothing was found there */
  const struct noe_piece *const *pieces; /* by type id of the view; NULL: an ordinary type */
  uint32_t piece_count;
  bool may_choose;  /* start states that name values decide about the next two and fixes_starts */
  bool may_hope;    /* and may decide for is_hopeful */
  bool may_lift;    /* literals in claims may become parameters */
  bool is_hopeful;  /* start states prefer values: its claims say more than those of the model. What holds holds in the
                       model, too; what fails need not (noe_detect_is_hope). It rests on nothing */
  bool gives_roles; /* as far as literals can become roles */
  const struct noe_role *roles;
  uint32_t role_count;
  bool is_renumbered;           /* numbers of values are in another order than in the model */
  bool has_mixed_order;         /* claims compare values that are not all alike: that counts (order.h) */
  bool fixes_starts;            /* values that start states name are kept apart */
  const struct noe_lift *lifts; /* literals of claims that have become parameters (lift.h) */
  uint32_t lift_count;
  enum noe_rings rings;
  struct noe_place rings_end; /* where that search ended, if it did before its time */
};

/* Never NULL. Lives in the arena. A search of a view that is not plain may end without an answer (`is_unfounded` of its
 * result). */
struct noe_view *noe_detect_view(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                                 const struct noe_options *options, enum noe_ambition ambition);

/* Does this claim of a hopeful view say more than that of the model? */
bool noe_detect_is_hope(const struct noe_view *view, const struct noe_clause *clause);

/* Has it claims or loops that mean the model's only by its symmetry? */
bool noe_detect_rests_on_symmetry(const struct noe_view *view);

/* Is the type of the view a scalarset that nobody declared? */
const struct noe_piece *noe_detect_found_type(const struct noe_view *view, const struct noe_type *type);

/* known.c: are all values that permutations move (generators.h) among those that the view found to be alike? */
struct noe_generators;
bool noe_detect_knows_generators(const struct noe_view *view, const struct noe_generators *generators);

/* audit.c: nothing is done with the scalarsets that were found (`pieces`, by type id) that a scalarset does not allow:
 * the view is gone through once more, by rules of its own. */
bool noe_detect_audit(const struct noe_view *view);

const char *noe_detect_limit_text(enum noe_limit limit);

#endif
