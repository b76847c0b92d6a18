/* Twin classes of a state: points that can be exchanged without changing it. A rule
 * fired for one instance per orbit of them leads to every successor orbit
 * (docs/algorithms.md#state-symmetries). Only twins are used, not every automorphism: their orbits on
 * tuples are told apart by looking at the tuple alone. */
#ifndef NOE_SYMMETRY_TWINS_H
#define NOE_SYMMETRY_TWINS_H

#include "model/machine.h"
#include "symmetry/canon.h"

struct noe_twins {
  const struct noe_symmetry *symmetry;
  uint16_t *class_of;           /* by point; NOE_NO_TWINS: it has none */
  uint16_t *rank_of;            /* by point: its position in the class */
  uint16_t *size_of;            /* by class */
  uint32_t count;               /* of classes */
  struct noe_exchange exchange; /* the same by type and value, for a machine */
};

enum { NOE_NO_TWINS = NOE_NOT_EXCHANGED };

void noe_symmetry_twins_init(struct noe_twins *twins, struct noe_arena *arena, const struct noe_symmetry *symmetry);

/* The classes of the state canonised last. */
void noe_symmetry_twins_of(const struct noe_canoniser *canoniser, struct noe_twins *twins);
/* The classes of neighbours in a state. The canoniser then knows no state. */
void noe_symmetry_twins_in(struct noe_canoniser *canoniser, const int64_t *state, struct noe_twins *twins);

/* The classes of a state that nothing is known in: all points of a block. */
void noe_symmetry_twins_of_nothing(struct noe_twins *twins);

/* Is the tuple of points (-1: no point) the first of its orbit, if it is without its last
 * point? Then members of a class come into it in the order of their ranks. */
bool noe_symmetry_leads(const struct noe_twins *twins, const int32_t *points, uint32_t count);

/* Number of tuples in its orbit. */
uint64_t noe_symmetry_led(const struct noe_twins *twins, const int32_t *points, uint32_t count);

#endif
