/* One search, in any of the strategies. States are stored as they are met (verdict/explore.h); what is here says which
 * stored state stands for another one. */
#ifndef NOE_ORBITS_ORBITS_INT_H
#define NOE_ORBITS_ORBITS_INT_H

#include "adaptive/queue.h"
#include "orbits/table.h"
#include "symmetry/invariant.h"

enum noe_orbits_strategy {
#define STRATEGY(symbol, name, source, says, text) NOE_ORBITS_##symbol,
#include "orbits/strategies.def"
#undef STRATEGY
  NOE_ORBITS_STRATEGIES
};

struct noe_orbits_search {
  struct noe_queue queue; /* first: adaptive/queue.h */
  enum noe_orbits_strategy strategy;
  struct noe_memory *memory;
  int64_t *cells, *image;
  /* first-found and markers: */
  struct noe_invariant *invariant;
  struct noe_orbits_table table;
  uint64_t hash;               /* of the state that was asked about last */
  uint8_t *mine, *other;       /* keys of orbits that are compared */
  uint64_t tests, differences; /* states of one hash that were compared; of these, in different orbits */
  /* flooding: */
  struct noe_store *flood;               /* all images of all states found */
  NOE_LIST(uint64_t) originals;          /* by image: the state that it is an image of */
  const struct noe_rotations *rotations; /* NULL: there are none */
  uint16_t *exchange;                    /* a permutation */
  uint64_t *packed;
};

/* hashed.c: for first-found and markers. */
void noe_orbits_hashed_open(struct noe_orbits_search *search, struct noe_exploration *exploration);
uint64_t noe_orbits_hashed_find(struct noe_exploration *exploration, struct noe_orbits_search *search,
                                const int64_t *cells);

/* flooding.c */
void noe_orbits_flood_open(struct noe_orbits_search *search, struct noe_exploration *exploration);
uint64_t noe_orbits_flood_find(struct noe_exploration *exploration, struct noe_orbits_search *search,
                               const int64_t *cells);
void noe_orbits_flood(struct noe_exploration *exploration, struct noe_orbits_search *search, const int64_t *cells,
                      uint64_t id);

#endif
