/* Permutations of values that a user gives, in cycle notation: one on a line, of as many types as it moves.
 *
 *   NODE: (1 2)(3 4)             -- exchanges two pairs of nodes
 *   NODE: (1 2), LINK: (a b c)   -- moves values of both types together
 *
 * What they say of the model is never believed: either noether finds that it treats these values alike, and then needs
 * nobody to say so (noe_detect_knows_generators), or they only tell what to leave out while looking for violations. */
#ifndef NOE_DETECT_GENERATORS_H
#define NOE_DETECT_GENERATORS_H

#include "base/diagnostic.h"
#include "model/model.h"

/* Points: the values of all ranges and enumerations with names, one type after the other. */
struct noe_generators {
  const struct noe_type **types;
  uint32_t *firsts; /* by type: its first point */
  uint32_t type_count, point_count;
  NOE_LIST(uint32_t *) images; /* by generator, by point */
};

/* Reads them; what is wrong is reported. */
struct noe_generators *noe_detect_read_generators(struct noe_arena *arena, const struct noe_model *model,
                                                  const struct noe_source *source, struct noe_diagnostics *diagnostics);

/* The first point of a type, or point_count: it has none. */
uint32_t noe_detect_first_point(const struct noe_generators *generators, const struct noe_type *type);

#endif
