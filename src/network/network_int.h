/* What the steps of network.h hand on. */
#ifndef NOE_NETWORK_NETWORK_INT_H
#define NOE_NETWORK_NETWORK_INT_H

#include "network/automorphism.h"
#include "network/network.h"
#include "symmetry/symmetry.h"

struct noe_starts {
  int64_t **states; /* sorted, each once */
  uint32_t count;
  bool is_known; /* few enough, and none of them fails */
};

struct noe_network {
  struct noe_arena *arena;
  struct noe_memory *memory;
  const struct noe_model *model;
  struct noe_starts starts;
  const struct noe_ground *ground;
  const struct noe_points *points;
  const struct noe_generators *generators;
  NOE_LIST(const uint16_t *) rows; /* elements, as permutations of all points; the first is the identity */
  const uint32_t **typed;          /* by property and parameter: 1 + class of its values, or 0 */
  const uint32_t **followed;       /* claims about runs are looked at: by clause (rules, then properties) and digit
                                      (along.c), the class of its values or 0. NULL: they are not looked at */
  struct noe_group *group;
  bool *is_used;             /* by class: cells that change hold its values or are indexed by them */
  bool *is_place;            /* by class: an array that changes is indexed by it */
  bool types_constants;      /* constants are tried as values of the class around them */
  bool has_moving_constants; /* some stand beside cells that change */
};

/* starts.c */
struct noe_starts noe_network_starts(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model);
bool noe_network_keeps_starts(struct noe_network *network, const struct noe_symmetry *symmetry, const uint16_t *row);

/* elements.c: all products of the generators that fix the first points of the base, as few as need be. */
void noe_network_list(struct noe_network *network);
/* Of elements that do the same to the points of the group one is kept. */
void noe_network_make_group(struct noe_network *network);
void noe_network_describe(struct noe_network *network);

/* claims.c: keeps the elements that map each claim onto itself. */
void noe_network_restrict_to_claims(struct noe_network *network);

/* along.c: chooses the classes of parameters, by the generators. */
void noe_network_follow(struct noe_network *network);
/* Does the permutation, `images` being those of all terms, carry all instances along? */
bool noe_network_carries_along(struct noe_network *network, const uint32_t *images, const uint16_t *row);
/* Do clauses agree about what they share: groups of fairness, arguments of steps? */
bool noe_network_is_consistent(const struct noe_network *network);

/* annotate.c: which classes are used, and which are places; the model with types of the group; NULL if nothing in a state moves. */
void noe_network_mark(struct noe_network *network);
struct noe_model *noe_network_annotate(struct noe_network *network);

#endif
