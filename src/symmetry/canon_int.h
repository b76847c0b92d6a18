/* Inside the canoniser.
 *
 * facts.c   what a state says about points, worked out once
 * refine.c  colours of points, refined by the facts
 * twins.c   points whose transposition fixes the state
 * canon.c   entry points: refinement, then twins, then the search
 * stabiliser.c  what fixes the state canonised last
 * search.c  singling points out, automorphisms, the least leaf */
#ifndef NOE_SYMMETRY_CANON_INT_H
#define NOE_SYMMETRY_CANON_INT_H

#include "symmetry/canon.h"
#include "symmetry/facts.h"

/* Points in the order of their colours, block by block. A cell is a run of
 * points of one colour; `twins` says that any two of a cell are twins, which then
 * need no order between them. */
struct noe_cells {
  uint16_t *order;   /* of all points */
  uint16_t *begin;   /* first position of each cell, one more at the end */
  bool *twins;       /* by cell */
  uint32_t count;    /* of cells */
};

/* One level of the search tree: colours after singling out a path of points. */
struct noe_level {
  uint64_t *colours; /* by vertex */
  struct noe_cells cells;
  uint64_t invariant; /* of the colours: isomorphic nodes agree on it */
  uint32_t target;    /* the cell whose points are singled out; `cells.count` at a leaf */
  uint16_t singled;   /* the point that leads to the next level */
  uint64_t *attained; /* by position in the target cell: generation of the best leaf found below */
};

struct noe_canoniser {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_symmetry *symmetry;
  const struct noe_facts *facts;
  enum noe_canon_mode mode;
  struct noe_canon_figures figures;

  const int64_t *state; /* being canonised */
  uint64_t *sums;       /* by vertex, scratch of refinement */
  struct noe_level **levels; /* made when first needed */
  bool searched;        /* refinement and twins did not decide */

  /* The best leaf so far: the permutation, the image of the state, the
   * invariants on the way, how many points of each target cell lead to it. */
  uint16_t *best, *leaf, *inverse;
  int64_t *best_image, *leaf_image;
  uint64_t *best_invariants;
  uint32_t *best_counts;
  uint32_t best_depth;
  uint64_t generation; /* counts changes of the best leaf; 0: none yet */
  struct noe_cells best_cells;

  /* Automorphisms found by the search, one row of points each. */
  uint16_t *automorphisms;
  uint32_t automorphism_count, automorphism_room;
  uint16_t *orbits; /* union-find over points, scratch */
};

/* Colours from scratch, or finer ones: repeats rounds until the number of cells
 * stays, and sorts points into cells. */
void noe_symmetry_first_colours(struct noe_canoniser *canoniser, struct noe_level *level);
void noe_symmetry_refine(struct noe_canoniser *canoniser, struct noe_level *level);
/* Gives a point a colour of its own. */
void noe_symmetry_single_out(struct noe_level *level, uint32_t point);

/* Does exchanging the two points, of one block, fix the state? */
bool noe_symmetry_are_twins(struct noe_canoniser *canoniser, uint32_t a, uint32_t b);
/* Finds out which cells of a level consist of twins. True if all do. */
bool noe_symmetry_find_twins(struct noe_canoniser *canoniser, struct noe_level *level);

/* pi state by the facts, into `image`. */
void noe_symmetry_image(const struct noe_canoniser *canoniser, const uint16_t *permutation, int64_t *image);
/* The permutation that sorts the points of a level whose cells are all decided. */
void noe_symmetry_labelling(const struct noe_canoniser *canoniser, const struct noe_level *level,
                            uint16_t *permutation);

struct noe_level *noe_symmetry_level(struct noe_canoniser *canoniser, uint32_t number);
/* Singles out points until the best leaf is found. Level 0 is refined and its
 * twins are known. */
void noe_symmetry_search(struct noe_canoniser *canoniser);

#endif
