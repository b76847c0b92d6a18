/* Templates on sets: what a clause does to all states of a set that have one global part. */
#ifndef NOE_COUNTER_WALK_H
#define NOE_COUNTER_WALK_H

#include "counter/template.h"

enum { NOE_MOST_WALK_STEPS = 512 };

/* What has been done to the set on the way: a process was taken out, or all were mapped. */
struct noe_walk_step {
  const struct noe_counter_closure *closure; /* NULL: taken out */
  uint32_t element;
  uint32_t before; /* the set that was mapped */
};

struct noe_walk {
  struct noe_templates *templates;
  /* Called at each leaf to which some rest comes, but for `ignored` outcomes; `set`: those rests. A set may come
   * again. */
  void (*visit)(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                uint32_t set);
  void *context;
  const struct noe_counter_node *node; /* of the visit: the leaf, or a loop in a round of which there is an error */
  bool ignores;
  enum noe_outcome ignored;
  bool skips_free; /* templates that are free moves */
  struct noe_walk_step steps[NOE_MOST_WALK_STEPS];
  uint32_t count;
  const char *reason; /* why it was given up: a noun, and where */
  struct noe_place place;
};

/* False: given up. */
bool noe_counter_walk(struct noe_walk *walk, struct noe_template *template, uint32_t set);

/* The states, all of them members of the set that the walk began with, whose rests have become those of `set`. */
uint32_t noe_counter_before(const struct noe_walk *walk, uint32_t set);
/* What the leaf of a rule makes of such rests: states with the leaf's global part. */
uint32_t noe_counter_after(const struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                           uint32_t set);
/* Those states that the leaf leads into `target`, a set of states with the leaf's global part. */
uint32_t noe_counter_into(const struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                          uint32_t set, uint32_t target);
/* Those states that a leaf which changes nothing by itself changes by what was done to the rest. */
uint32_t noe_counter_mapped(const struct noe_walk *walk, const struct noe_counter_leaf *leaf, uint32_t set);

#endif
