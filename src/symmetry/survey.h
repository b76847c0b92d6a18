/* What the rounds of a `for` touch, as far as the text tells.
 *
 * Every access of the body is followed to its root, a variable; through calls, too, to
 * what the caller passed. It is *own* if on the way there is an index that is just the
 * loop's value: an access of another round that has its own index at the same level of
 * the same variable is somewhere else, whatever the other indices are.
 *
 * What a called function keeps in its own frame is no concern of other rounds. */
#ifndef NOE_SYMMETRY_SURVEY_H
#define NOE_SYMMETRY_SURVEY_H

#include "base/arena.h"
#include "model/model.h"

/* A call on the way from the loop; NULL: the loop's own frame. */
struct noe_scope {
  const struct noe_scope *outer;
  const struct noe_call *call;
  uint32_t depth;
};

struct noe_place_in {
  const struct noe_expr *expr;
  const struct noe_scope *scope;
};

struct noe_touch {
  uint64_t root; /* which variable */
  bool written, own;
  struct noe_place_in place; /* what is accessed */
  struct noe_place_in way;   /* own: the place that is indexed */
  bool constant;             /* written, with this constant: */
  int64_t value;
  enum noe_gain {
    NOE_GAIN_NOTHING,  /* or anything */
    NOE_GAIN_MORE,     /* a constant is added */
    NOE_GAIN_LESS,     /* or subtracted */
    NOE_GAIN_GREATEST, /* it becomes the greatest of itself and something else */
    NOE_GAIN_LEAST,
  } gain; /* what the access does to it, if that is all it does */
};

struct noe_text_survey {
  struct noe_arena *arena;
  uint32_t slot;  /* of the loop's value */
  uint32_t calls; /* that were followed so far */
  NOE_LIST(struct noe_touch) touches;
  bool reads_names;  /* through references from outside, whatever they refer to */
  bool writes_names; /* scalarset values, or anything that may contain some */
  bool
      is_plain; /* no calls, no references from outside, gains of own things only; indices before own ones are constants */
  bool failed; /* something is not understood */
};

/* Fills in everything but arena and slot. */
void noe_symmetry_survey(struct noe_text_survey *survey, const struct noe_stmt *body);

/* A parameter that is a place of the caller: that place. */
struct noe_place_in noe_symmetry_follow(struct noe_place_in place);

#endif
