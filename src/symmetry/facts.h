/* A model's state as facts about vertices, worked out once per model.
 *
 * Vertices: the points of the symmetry, then one vertex for each slot of each
 * multiset whose elements a permutation can change. (Other multisets are sorted
 * once and for all: their slots are mere places.) A fact is a cell that tells
 * something about vertices: those that index it (its arguments: points, and the
 * slots it lies in), and the point that its content names, if it names one. Its
 * label is a hash of the path to the cell with the arguments left out, so that a
 * permutation maps facts to facts of the same label. Cells that are about no
 * vertex are not facts. */
#ifndef NOE_SYMMETRY_FACTS_H
#define NOE_SYMMETRY_FACTS_H

#include "base/mix.h"
#include "symmetry/symmetry.h"

struct noe_fact_argument {
  uint32_t vertex;
  uint32_t stride; /* cells from one value of this index to the next; 0 for a slot */
};

enum { NOE_NO_CELL = UINT32_MAX };

struct noe_fact {
  uint64_t label;
  uint32_t cell;
  uint32_t first, count;  /* arguments */
  uint32_t presence;      /* of the slot it lies in: no fact unless that cell is 1 */
  const int32_t *pointed; /* by value: the point named, or -1; NULL if none ever is */
};

/* A multiset with vertices for slots that lies in no other one. */
struct noe_fact_multiset {
  const struct noe_type *type;
  uint32_t cell;
  uint32_t first, count; /* arguments: the points that index it */
  bool indexed;          /* points index cells inside its slots */
};

struct noe_facts {
  const struct noe_symmetry *symmetry;
  const struct noe_fact *facts; /* first those about one vertex, then the others */
  uint32_t count, unary;        /* facts[0 .. unary) are about one vertex at most */
  const struct noe_fact_argument *arguments;
  uint32_t vertices;              /* points and slots */
  const uint32_t *of_point;       /* facts in no slot with point p among the arguments: */
  const uint32_t *of_point_first; /* of_point[of_point_first[p] .. of_point_first[p + 1]) */
  const uint32_t *pointers;       /* facts whose content can name a point */
  uint32_t pointer_count;
  const struct noe_fact_multiset *bags;
  uint32_t bag_count;
};

struct noe_facts *noe_symmetry_facts(struct noe_arena *arena, const struct noe_symmetry *symmetry);

/* The point that the content of the fact names in a state, or -1. */
static inline int32_t noe_fact_target(const struct noe_fact *fact, int64_t value) {
  return fact->pointed && value != NOE_UNDEFINED ? fact->pointed[value] : -1;
}

#endif
