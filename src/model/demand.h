/* Partial knowledge of a state (of a log, of a trace file): some cells have certain values, a
 * multiset has certain elements, of which again only parts may be known.
 *
 * A state s meets demands D if it meets each of them:
 *   simple part    s[cell] = value (NOE_UNDEFINED: it is undefined)
 *   multiset       its elements and the `elements` of the demand can be paired, one to one, so
 *                  that each element meets the demands it is paired with */
#ifndef NOE_MODEL_DEMAND_H
#define NOE_MODEL_DEMAND_H

#include "model/model.h"

struct noe_demand;

struct noe_demands {
  const struct noe_demand *items;
  uint32_t count;
};

struct noe_demand {
  uint32_t cell; /* the first one of the part; counted from the beginning of the state, or of the element */
  const struct noe_type *type; /* of the part: simple, or a multiset */
  bool never;                  /* what is asked for is no value of the type: nothing meets it */
  int64_t value;
  const struct noe_demands *elements;
  uint32_t element_count;
  struct noe_span span; /* where it is written, in the file it was read from */
};

/* Memory is taken for a moment, to pair elements; that may escape. */
bool noe_model_demand_is_met(struct noe_memory *memory, const struct noe_demand *demand, const int64_t *cells);

/* How many of the demands the cells do not meet. */
uint32_t noe_model_demands_unmet(struct noe_memory *memory, const struct noe_demands *demands, const int64_t *cells);

#endif
