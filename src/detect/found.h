/* What a class of values is made of: values that the model names, and values that it cannot tell apart.
 *
 * The universe of a class is the set of all values that its places can hold or its literals name, in order. It is cut
 * wherever a range of the class begins or ends and around each literal that counts. The pieces are *atoms*: an atom is
 * free (its values are alike: a scalarset in the view) or fixed (an enumeration). Every range of the class is a row of
 * atoms, and its type in the view is the union of their types; the numbers of the values keep their order:
 *
 *   ranges 0..4 and 1..4, literal 0:   {0} {1 2 3 4};   1..4 becomes a scalarset, 0..4 a union of it and {0}
 *   ranges 1..4, literal 1:            {1} {2 3 4}
 *   ranges 1..3 and 0..2:              {0} {1 2} {3}
 *   ranges 1..5, literal 3:            {1 2 4 5} {3}, if values may be renumbered
 *
 * Renumbered, the universe is in the order of the least values of its atoms. Every range is a row of atoms still: what
 * stands between two values of an atom lies in every range that has both. Its first value is its least, as `clear`
 * wants it. But loops take the values in another order than the model does: the view rests on the symmetry of such
 * atoms then (`needed` in struct noe_model), by whose proof no loop shows an order, that of fixed values included. */
#ifndef NOE_DETECT_FOUND_H
#define NOE_DETECT_FOUND_H

#include "detect/infer.h"
#include "model/build.h"

struct noe_atom {
  uint32_t first, count; /* of the universe */
  bool is_free;
  bool is_scattered;      /* values between its own are not its own */
  const char *name;       /* of the declared range that it lies in, or `2..4` */
  struct noe_place place; /* of that declaration */
  const struct noe_type *type;
  struct noe_place start; /* free: where a start state names a value of it; line 0: nowhere */
};

/* A type of the view: a piece of the universe. */
struct noe_piece {
  struct noe_found *found;
  uint32_t first, count;
  const struct noe_type *type;
};

struct noe_found {
  uint32_t class;                   /* its root */
  const struct noe_type *member_of; /* the enumeration, or NULL */
  int64_t *values;                  /* the universe, by number */
  uint32_t count;
  struct noe_atom *atoms;
  uint32_t atom_count;
  uint32_t free_count; /* atoms that are free */
  NOE_LIST(struct noe_piece *) pieces;
};

/* Which literals keep values apart: those that one of `counting` (bits) speaks; unless they stand in a claim in which
 * they become parameters (lift.h). By owner both; `liftable` NULL: in none. */
struct noe_counting {
  const uint8_t *speakers;
  uint8_t counting;
  const bool *liftable;
  bool may_renumber;
  bool is_hopeful; /* detect.h */
  const bool
      *has_roles; /* by class: its literals become roles (roles.h) where owners are liftable; NULL: there are none */
};
bool noe_detect_counts(const struct noe_counting *counting, const struct noe_literal *literal);
/* Does a rule or a start state run through this value of the class, or a start state name it? Nothing else takes it. */
bool noe_detect_is_met(const struct noe_inference *inference, const struct noe_counting *counting, uint32_t class,
                       int64_t value);

/* Cuts the class. NULL: no two values are alike; the class is limited then. */
struct noe_found *noe_detect_cut(struct noe_inference *inference, const struct noe_counting *counting, uint32_t class);
/* Makes the types of the atoms. */
void noe_detect_make_atoms(struct noe_builder *builder, struct noe_found *found);
/* The type of a range of the class. */
struct noe_piece *noe_detect_piece(struct noe_builder *builder, struct noe_found *found, int64_t low, int64_t high);
struct noe_piece *noe_detect_piece_at(struct noe_builder *builder, struct noe_found *found, uint32_t first,
                                      uint32_t count);
/* All values of the class. */
struct noe_piece *noe_detect_universe(struct noe_builder *builder, struct noe_found *found);
/* The atom of this number of the universe. */
const struct noe_atom *noe_detect_atom(const struct noe_found *found, uint32_t number);
/* The number of a value in the universe, or -1. */
int64_t noe_detect_number(const struct noe_found *found, int64_t value);

#endif
