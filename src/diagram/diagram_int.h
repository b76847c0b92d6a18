/* Inside the package: the table of nodes and the cache.
 *
 * Nodes stand in one row, numbered from NOE_DIAGRAM_FIRST_NODE. `heads` has a power of two chains; a node is in the
 * chain of its hash, linked by `next`. Free nodes have down = 0, which no other node has, and are linked from `free`.
 * The row grows by doubling, and chains with it, so that there are about as many as nodes. */
#ifndef NOE_DIAGRAM_DIAGRAM_INT_H
#define NOE_DIAGRAM_DIAGRAM_INT_H

#include "base/bitset.h"
#include "base/mix.h"
#include "diagram/diagram.h"

#ifdef NOE_HOSTILE
enum {
  NOE_DIAGRAM_LEAST_ROOM = 8,
  NOE_DIAGRAM_LEAST_CACHE = 4,
  NOE_DIAGRAM_LEAST_COLLECTED = 8,
  NOE_DIAGRAM_IS_HOSTILE = true
};
#else
enum {
  NOE_DIAGRAM_LEAST_ROOM = 1 << 12,
  NOE_DIAGRAM_LEAST_CACHE = 1 << 14,
  NOE_DIAGRAM_LEAST_COLLECTED = 1 << 19,
  NOE_DIAGRAM_IS_HOSTILE = false
};
#endif

/* result = what `tag` gives for a and b; tag 0: nothing is there. */
struct noe_diagram_entry {
  uint32_t tag, a, b, result;
};

enum noe_diagram_tag { NOE_TAG_NOTHING, NOE_TAG_UNION, NOE_TAG_MINUS, NOE_TAG_MEET, NOE_TAG_FIRST_FREE };

struct noe_diagrams {
  struct noe_memory *memory;
  struct noe_diagram_node *nodes;
  uint32_t room, top; /* nodes[top] and behind have never been used */
  uint32_t free;      /* 0: none */
  uint32_t free_count;
  uint32_t *heads;
  uint32_t head_mask;
  struct noe_diagram_entry *cache;
  uint32_t cache_mask;
  uint32_t next_tag;
  uint32_t threshold;       /* nodes in use that make a collection worth while */
  uint32_t least_collected; /* which is never less than this */
  struct noe_bitset marks;  /* while a set is looked through, or collected */
  uint32_t *stack;          /* of that */
  size_t stack_count, stack_room;
  struct noe_diagram_figures figures;
  uint64_t work, most_work; /* 0: no limit */
  uint64_t (*more_work)(void *context, uint64_t done);
  void *more_context;
};

static inline uint32_t noe_diagram_hash(const struct noe_diagrams *diagrams, uint32_t label, uint32_t down,
                                        uint32_t right) {
  if (NOE_DIAGRAM_IS_HOSTILE)
    return label & diagrams->head_mask;
  uint64_t hash = noe_mix((uint64_t)down << 32 | right, (uint64_t)label * UINT64_C(0x9e3779b97f4a7c15));
  return (uint32_t)(hash >> 8) & diagrams->head_mask;
}

/* Looks through the nodes below a set that are not marked yet, marks them, and calls `visit` for each. */
void noe_diagram_traverse(struct noe_diagrams *diagrams, uint32_t set, void (*visit)(void *context, uint32_t node),
                          void *context);
/* No node is marked. */
void noe_diagram_unmark(struct noe_diagrams *diagrams);

#endif
