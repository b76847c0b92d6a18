/* Inside the canoniser.
 *
 * facts.c   what a state says about points, worked out once
 * outline.c these facts, in the form that colours want
 * look.c    one look at a state: slices, ties, first colours
 * refine.c  colours of points, refined by the ties
 * twins.c   points whose transposition fixes the state
 * canon.c   entry points: refinement, then twins, then the search
 * search.c  singling points out, the least leaf
 * automorphism.c  permutations found to fix the state, and their orbits
 * stabiliser.c    what fixes the state canonised last */
#ifndef NOE_SYMMETRY_CANON_INT_H
#define NOE_SYMMETRY_CANON_INT_H

#include "symmetry/canon.h"
#include "symmetry/outline.h"

/* Points in the order of their colours, block by block. A cell is a run of
 * points of one colour; `twins` says that any two of a cell are twins, which then
 * need no order between them. */
struct noe_cells {
  uint16_t *order; /* of all points */
  uint16_t *begin; /* first position of each cell, one more at the end */
  bool *twins;     /* by cell */
  uint32_t count;  /* of cells */
};

/* One level of the search tree: colours after singling out a path of points. */
struct noe_level {
  uint64_t *colours; /* by vertex */
  struct noe_cells cells;
  uint64_t invariant; /* of the colours: isomorphic nodes agree on it */
  uint32_t target;    /* the cell whose points are singled out; `cells.count` at a leaf */
  uint16_t singled;   /* the point that leads to the next level */
  uint64_t *attained; /* by position in the target cell: generation of the best leaf found below */

  /* Orbits of the automorphisms that fix the path, as far as they are known. */
  uint16_t *orbits; /* union-find over points */
  bool *tried;      /* by root: was a point of the orbit singled out here? */
  uint32_t joined;  /* automorphisms that are in the orbits */

  /* What this level was on the way to the best leaf. */
  uint64_t best_invariant;
  uint16_t *best_order;
  uint16_t best_singled;
  uint32_t best_count; /* how many points of the target cell lead to that leaf */
};

/* A link as it is in the state being canonised: some vertices stand in it, in this order. */
struct noe_hyperedge {
  uint64_t label;
  uint32_t first, count; /* in canoniser->tied */
};

enum { NOE_POINT_TIED = 1, NOE_POINT_NAMED = 2 };

struct noe_canoniser {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_symmetry *symmetry;
  const struct noe_facts *facts;
  const struct noe_outline *outline;
  enum noe_canon_mode mode;
  struct noe_canon_figures figures;
  bool (*stop)(void *context); /* patience */
  void *stop_context;
  bool hurried; /* it was lost during this search */

  const int64_t *state;      /* being canonised */
  struct noe_level **levels; /* made when first needed */
  bool searched;             /* refinement and twins did not decide */

  /* One look at it (look.c): */
  uint32_t vertices; /* points, then the slots that are there */
  uint64_t *slices;  /* by point, outline->words each */
  uint8_t *attached; /* by point: NOE_POINT_TIED, by a tie; NOE_POINT_NAMED, by a cell without index */
  struct noe_hyperedge *ties;
  uint32_t tie_count, tied_count;
  uint32_t *tied;        /* vertices */
  uint32_t *slot_vertex; /* by slot that is there */

  uint64_t *sums;  /* by vertex, scratch of refinement */
  uint16_t *begin; /* scratch of refinement */
  uint8_t *named;  /* by point, for twins; valid if named_known */
  bool named_known;
  uint16_t *exchange; /* the identity, but while a bag is looked at */

  /* The best leaf so far: the permutation and the image of the state. Those of
   * the current leaf, and `inverse`, serve as scratch in between. */
  uint16_t *best, *leaf, *inverse;
  int64_t *best_image, *leaf_image;
  uint32_t best_depth;
  uint64_t generation; /* counts changes of the best leaf; 0: none yet */
  struct noe_cells best_cells;
  uint32_t jump; /* the search goes back to this depth at once; NOE_NO_JUMP: it does not */

  /* Automorphisms found by the search, one row of points each. */
  uint16_t *automorphisms;
  uint32_t automorphism_count, automorphism_room;
};

enum { NOE_NO_JUMP = UINT32_MAX };

/* Looks at the state: what is attached to what, and into `colours` those to begin with. */
void noe_symmetry_colour(struct noe_canoniser *canoniser, uint64_t *colours);
/* Adds to the colours of points, after the look, what slots have to say. */
void noe_symmetry_colour_by_multisets(const struct noe_canoniser *canoniser, uint64_t *colours);
/* A look at a state that needs no colours. */
void noe_symmetry_recolour(struct noe_canoniser *canoniser, const int64_t *state);
/* Colours from scratch, or finer ones: repeats rounds until the number of cells
 * stays, and sorts points into cells. */
void noe_symmetry_first_colours(struct noe_canoniser *canoniser, struct noe_level *level);
void noe_symmetry_refine(struct noe_canoniser *canoniser, struct noe_level *level);
void noe_symmetry_set_invariant(struct noe_level *level);
/* Makes a point of the cell a cell of its own. */
void noe_symmetry_single_out(struct noe_level *level, uint32_t cell, uint32_t point);

/* Does exchanging the two points, of one block, fix the state? */
bool noe_symmetry_are_twins(struct noe_canoniser *canoniser, uint32_t a, uint32_t b);
/* Finds out which cells of a level consist of twins, given those of its parent
 * (NULL: none), of which they are parts. True if all do. */
bool noe_symmetry_find_twins(struct noe_canoniser *canoniser, struct noe_level *level, const struct noe_level *parent);

/* pi state by the facts, into `image`. */
void noe_symmetry_image(const struct noe_canoniser *canoniser, const uint16_t *permutation, int64_t *image);
/* The permutation that sorts the points of a level whose cells are all decided. */
void noe_symmetry_labelling(const struct noe_canoniser *canoniser, const struct noe_level *level,
                            uint16_t *permutation);

struct noe_level *noe_symmetry_level(struct noe_canoniser *canoniser, uint32_t number);
/* Singles out points until the best leaf is found. Level 0 is refined and its
 * twins are known. */
void noe_symmetry_search(struct noe_canoniser *canoniser);

/* Adds the exchange of two twins. */
void noe_symmetry_add_twins(struct noe_canoniser *canoniser, uint16_t a, uint16_t b);
/* Adds the permutation that `leaf` and the best leaf, of one image, differ by. If it
 * maps the current path to that of the best leaf, the search jumps to where they
 * parted: what is left in between it has seen. */
void noe_symmetry_add_leaf_automorphism(struct noe_canoniser *canoniser);
/* Level `depth` was just reached from a node on the way to the best leaf. Tries to
 * map it to the best leaf's level; true if that is an automorphism, now added:
 * there is no need to look below. */
bool noe_symmetry_guess_automorphism(struct noe_canoniser *canoniser, uint32_t depth);

/* Orbits at a level: none joined yet; all joined that fix the path; the root. */
void noe_symmetry_reset_orbits(struct noe_canoniser *canoniser, uint32_t depth);
void noe_symmetry_join_orbits(struct noe_canoniser *canoniser, uint32_t depth);
uint16_t noe_symmetry_orbit(struct noe_level *level, uint16_t point);

#endif
