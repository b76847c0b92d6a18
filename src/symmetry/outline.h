/* What is to be looked at in a state when its points are told apart, worked out once
 * per model from the facts.
 *
 * Vertices are points, and slots of multisets that permutations can change. A *trait* is
 * a cell that says something of one vertex alone; the traits of a vertex make up its
 * *slice*, a row of words, in the same way for all vertices of a kind. In a slice the
 * name of a point counts as "some point" of its scalarset. A *link* is a cell that says
 * something of several vertices: those that index it, and the point that it names. A
 * pointer of one vertex is both: the slice tells whether it points, the link where.
 *
 * Inside a slot, cells are about the slot, not about the points that index its multiset:
 * these are its *owners*, and a link between them and the slot says so. */
#ifndef NOE_SYMMETRY_OUTLINE_H
#define NOE_SYMMETRY_OUTLINE_H

#include "symmetry/facts.h"

struct noe_local_component {
  uint32_t cell;
  uint8_t shift; /* in its word */
  bool opens;    /* the first one of a word */
  int64_t base, empty;
  const uint32_t *shapes; /* by value, if it can be a name: what to write instead; or NULL */
};

struct noe_link {
  uint64_t label;
  uint32_t cell;
  uint32_t first, count;  /* points in outline->points; in a slot, the slot comes before them */
  const int32_t *pointed; /* as in struct noe_fact */
  int64_t quiet;          /* the value that is no tie: the usual one, so that few states have many */
};

struct noe_outline_slot {
  uint64_t label;
  uint32_t cell;                /* of its presence */
  int32_t outer;                /* the slot around its multiset, or -1 */
  uint32_t owners, owner_count; /* points in outline->points: the owners */
  uint32_t trait, trait_end;    /* in outline->traits */
  uint32_t link, link_end;      /* in outline->links */
  uint32_t next;                /* the slot behind the multiset: if this one is absent, so are those before it */
};

struct noe_outline {
  const struct noe_symmetry *symmetry;
  const struct noe_local_component *traits;
  const uint32_t *trait_first; /* by point, one more at the end */
  uint32_t trait_count;        /* those of slots included */
  uint32_t words;              /* of the longest slice of a point */
  const struct noe_link *links;
  uint32_t link_count;            /* in no slot; those of slots come behind */
  const struct noe_link *globals; /* cells that name a point and that nothing indexes */
  uint32_t global_count;
  const struct noe_outline_slot *slots;
  uint32_t slot_count;
  const uint32_t *points;
  uint32_t most_ties, most_tied; /* ties that a state can have, and vertices in them */
};

struct noe_outline *noe_symmetry_outline(struct noe_arena *arena, const struct noe_facts *facts);

/* What the trait adds to its word. */
static inline uint64_t noe_local_component_code(const struct noe_local_component *trait, int64_t value) {
  if (value == trait->empty)
    return 0;
  return trait->shapes ? trait->shapes[value] : (uint64_t)value - (uint64_t)trait->base + 1;
}

/* Odd numbers that tell the places apart in which a vertex may stand in a tie.
 * Colours are hashes already: to combine them it is enough to multiply and add. */
static inline uint64_t noe_place(uint32_t number) {
  return UINT64_C(0x9e3779b97f4a7c15) + number * UINT64_C(0x165667b19e3779f8);
}

/* By what the colour of a slot counts for the point that this link in it names; odd. */
static inline uint64_t noe_named(const struct noe_link *link) { return link->label | 1; }

#define NOE_STEP_VALUE UINT64_C(0xc2b2ae3d27d4eb4f)

/* What the colours of a block's points begin with. */
static inline uint64_t noe_block_colour(uint32_t block) { return (block + 1) * UINT64_C(0xd6e8feb86659fd93); }

#endif
