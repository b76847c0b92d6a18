/* The transitions of a search, without labels, for properties of the graph.
 *
 * Each thread notes those of the states that it expands. For each source the targets
 * are sorted, repeated ones and the source itself dropped, and stored as variable
 * length differences. Nothing here escapes; out of memory is `false`. */
#ifndef NOE_LIVE_EDGES_H
#define NOE_LIVE_EDGES_H

#include "base/memory.h"

struct noe_edges {
  struct noe_memory *memory;
  uint64_t *targets; /* of the current source */
  size_t target_count, target_room;
  uint8_t *bytes; /* per source: how far it is from the one before, number of targets, differences */
  size_t used, room;
  uint64_t last; /* source */
  uint64_t edge_count;
};

struct noe_edges noe_live_edges(struct noe_memory *memory);
void noe_live_edges_free(struct noe_edges *edges);

/* One more target of the current source. */
bool noe_live_edges_add(struct noe_edges *edges, uint64_t target);

/* That was all of them: the current source is this one. */
bool noe_live_edges_close(struct noe_edges *edges, uint64_t source);

/* Is it sound? NULL, or a sentence that says what is wrong. */
const char *noe_live_edges_check(const struct noe_edges *edges);

typedef void (*noe_edge_visit)(void *context, uint64_t source, uint64_t target);
void noe_live_edges_each(const struct noe_edges *edges, noe_edge_visit visit, void *context);

#endif
