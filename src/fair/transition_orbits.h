/* The steps of a representative in which some points are followed.
 *
 * The orbit knows one instance of each orbit under all its twins (orbits.h). Where points are
 * followed fewer twins are left, and several of the instances that it stands for are no longer
 * alike: one names a followed point, one does not. The *fan* of a node are those of them
 * that lead, members of a class in the order of their ranks, in the order in which all
 * instances are listed: rule by rule, then by their arguments. Nothing is fired for it.
 *
 * Rules that choose an element of a multiset which permutations move have all their instances
 * in the orbit already. */
#ifndef NOE_FAIR_TRANSITION_ORBITS_H
#define NOE_FAIR_TRANSITION_ORBITS_H

#include "fair/frames.h"

struct noe_transition_orbit_step {
  uint32_t place; /* in the list: there is one for each instance in each frame */
  uint32_t base;  /* step of the orbit, counted from its first one */
};

struct noe_transition_orbits {
  struct noe_fair_frames *frames;
  struct noe_fair_pairs keys; /* frame, instance of the orbit */
  size_t *ends;               /* by key: where its instances end in `list` */
  size_t end_count, end_room;
  uint32_t *list; /* instances */
  size_t list_count, list_room;
  struct noe_transition_orbit_step *steps; /* of the node asked for last */
  size_t count, room;

  /* of the instance at hand */
  int64_t *arguments, *other;
  uint16_t *points, *images; /* the different ones that have twins, and what becomes of them */
  uint32_t point_count;
  uint16_t *permutation, *back;
};

/* All of this may escape; freeing is possible then. */
void noe_fair_transition_orbits_init(struct noe_transition_orbits *fans, struct noe_fair_frames *frames);
void noe_fair_transition_orbits_free(struct noe_transition_orbits *fans);

/* The fan of an orbit, which is expanded, in a frame: into fans->steps. */
void noe_fair_transition_orbit(struct noe_transition_orbits *fans, uint32_t orbit, uint32_t frame);

/* The instances of a frame that an instance of the orbit stands for: where they begin in fans->list, and `*end`. */
size_t noe_fair_transition_orbit_of(struct noe_transition_orbits *fans, uint32_t frame, uint32_t instance, size_t *end);

static inline uint32_t noe_transition_orbit_instance(const struct noe_transition_orbits *fans,
                                                     const struct noe_transition_orbit_step *step) {
  return fans->list[step->place];
}

/* rho, a symmetry of the representative, with rho `instance` = `base`, the instance that was
 * fired. It depends on nothing else. */
void noe_fair_transition_orbit_symmetry(struct noe_transition_orbits *fans, const struct noe_fair_frame *frame,
                                        uint32_t instance, uint32_t base, uint16_t *turn);

#endif
