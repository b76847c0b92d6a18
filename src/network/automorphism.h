/* Permutations of values that map the ground clauses of a model onto themselves.
 *
 * Points are the values of all classes that may be permuted. Colours of points are refined through the terms until they
 * are stable: what is said of a value by terms around it, with other values known by their colours. Then points are
 * singled out one after the other (McKay's tree). Colours only propose: each permutation that comes of them is applied
 * to all terms, and must map the instances of rules onto themselves. The points singled out first are a base of the
 * group: its order is the product of the orbits on the way (Schreier, Sims). */
#ifndef NOE_NETWORK_AUTOMORPHISM_H
#define NOE_NETWORK_AUTOMORPHISM_H

#include "network/ground.h"

struct noe_points {
  const struct noe_ground *ground;
  uint32_t count;
  const uint32_t *class_of;   /* by point: the root of its class */
  const int64_t *value_of;    /* by point */
  const uint32_t *literal_of; /* by point: its literal, or NOE_NO_TERM: nothing names it */
  uint32_t *first_of;         /* by class: its first point */
  const uint32_t *reached;    /* terms that clauses are made of, increasing; others were only made on the way */
  uint32_t reached_count;
};

struct noe_generators {
  NOE_LIST(const uint16_t *) rows;
  NOE_LIST(uint32_t) base;   /* points */
  NOE_LIST(uint32_t) levels; /* by row: how many points of the base it fixes at least */
  uint64_t order;
  uint64_t *orders; /* by level: of the group that fixes so many points of the base; 0, or no list: not known */
  bool has_twins;   /* places look alike */
  bool is_given_up; /* there are none, or it would have taken too long */
};

struct noe_points *noe_network_points(struct noe_arena *arena, const struct noe_ground *ground);
/* `is_place`, by class: unless values of such a class look alike, nothing is looked for. */
struct noe_generators *noe_network_automorphisms(struct noe_arena *arena, const struct noe_points *points,
                                                 const bool *is_place);

/* Images of all terms under a permutation of the points. `images`, `scratch`: as of noe_network_images. */
void noe_network_permute(const struct noe_points *points, const uint16_t *row, uint32_t *images, uint32_t *scratch);
/* Do the images of roots first .. end - 1 make up the same roots? `counts`: zeroes, by term. */
bool noe_network_keeps(const struct noe_ground *ground, const uint32_t *images, uint32_t first, uint32_t end,
                       int32_t *counts);

#endif
