/* What is known of the names that are bound in a frame, on the way through a clause or a function.
 *
 * A cell of the frame may name an element of a multiset, hold a location (an alias), or a value that
 * indexes something. Everything here is on the safe side: what may have changed counts as
 * changed. For slots.c alone. */
#ifndef NOE_SYMMETRY_SLOT_NAMES_H
#define NOE_SYMMETRY_SLOT_NAMES_H

#include "base/arena.h"
#include "model/model.h"

struct noe_slot_name {
  uint32_t slot;
  bool fixed;                   /* it holds a value that seldom changes (change_index) */
  const struct noe_expr *bag;   /* it names an element of the multiset there; NULL: no element */
  bool gone;                    /* another one may stand in its place */
  bool shaky;                   /* it may have been removed under another name */
  const struct noe_expr *place; /* it holds the location that this is now; NULL: another one, or none */
  uint32_t alias;               /* 1 + the name in the location that it holds; 0: none */
};

/* Of cells that bind something; there are few. */
struct noe_slot_names {
  struct noe_arena *arena;
  struct noe_slot_name *items;
  uint32_t count, room;
};

/* NULL if nothing is known of the cell. */
struct noe_slot_name *noe_symmetry_name_find(const struct noe_slot_names *names, uint32_t slot);
/* The cell is bound anew. */
void noe_symmetry_name_bind(struct noe_slot_names *names, struct noe_slot_name name);
struct noe_slot_names noe_symmetry_names_copy(const struct noe_slot_names *names);
/* After one of two ways. What only one of them has bound has no name any more. */
void noe_symmetry_names_join(struct noe_slot_names *names, const struct noe_slot_names *other);

/* Is the same known in both? */
bool noe_symmetry_names_same(const struct noe_slot_names *a, const struct noe_slot_names *b);

/* Will it be noticed if the place becomes another one? */
bool noe_symmetry_place_stays(const struct noe_slot_names *names, const struct noe_expr *place);
/* Is it the same bag, under whichever alias? */
bool noe_symmetry_same_multiset(const struct noe_slot_names *names, const struct noe_expr *a, const struct noe_expr *b);
/* The variable or reference that the place is in. */
const struct noe_expr *noe_symmetry_root(const struct noe_expr *place);

/* Elements of bags in values of this type may go: names of them no longer stand for them. `target` is where;
 * NULL: anywhere. */
void noe_symmetry_names_disturb(struct noe_slot_names *names, const struct noe_type *type,
                                const struct noe_expr *target);
/* The element of this name is removed from the bag; others may be other names of it. */
void noe_symmetry_names_remove(struct noe_slot_names *names, uint32_t slot, const struct noe_expr *bag);
/* An element may have taken the place of one that was removed. */
void noe_symmetry_names_refill(struct noe_slot_names *names);
/* Places that are found by what this one holds are others afterwards. */
void noe_symmetry_names_change_index(struct noe_slot_names *names, const struct noe_expr *target);
/* Bags that are found by more than cells of the frame are others, and something may have been added. */
void noe_symmetry_names_change_anything(struct noe_slot_names *names);

#endif
