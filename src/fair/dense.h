/* The annotated quotient (graph.h) in numbers alone, when every orbit is expanded: for a pass over the whole of it.
 *
 * Start states are symmetric, so that a representative is reached with any names of the followed points: its nodes are
 * all its frames, and need no table. Node number base(orbit) + rank is the frame of this rank among those of the
 * orbit's twins. Edges are not kept: the steps of the orbit have kinds, and a kind has, by rank, a row of moves
 * (graph.h), each with the rank that it leads to.
 *
 * Letters are found once for every node, by all threads (spelling.h), and kept in as few bytes as they have
 * propositions. */
#ifndef NOE_FAIR_DENSE_H
#define NOE_FAIR_DENSE_H

#include "fair/spelling.h"

struct noe_dense_move {
  uint32_t rank; /* in the target orbit */
  uint32_t move; /* of the graph */
};

struct noe_dense {
  struct noe_fair_graph *graph;
  uint32_t orbits, nodes;
  uint32_t *base;               /* by orbit: its first node; one more at the end */
  struct noe_frame_list frames; /* those of each number of twins together */
  uint32_t *first_frame;        /* by twins; one more at the end */
  uint32_t *rank;               /* by frame */
  size_t *first_row;            /* by kind: of its row for rank 0 */
  uint32_t *rows;               /* by that and rank: the first move; one more at the end */
  struct noe_dense_move *moves;
  size_t row_count, row_room, move_count, move_room;
  uint8_t *letters; /* by node, `width` bytes each */
  uint32_t width;
  struct noe_spelling spelling;
  bool is_faulty; /* a letter had a run-time error */
};

/* False if stopped, or if there are too many nodes (noe_fair_is_stopped tells). May escape; freeing is possible
 * then. */
bool noe_fair_dense_init(struct noe_dense *dense, struct noe_fair_graph *graph, const uint16_t *tracked);
void noe_fair_dense_free(struct noe_dense *dense);

/* Evaluates the letters. False if stopped. May escape. */
bool noe_fair_dense_letters(struct noe_dense *dense, const struct noe_fair_claim *claim);

static inline uint32_t noe_dense_frame(const struct noe_dense *dense, uint32_t orbit, uint32_t rank) {
  return dense->frames.items[dense->first_frame[dense->graph->orbits->items[orbit].twins] + rank];
}

static inline uint64_t noe_dense_letter(const struct noe_dense *dense, uint32_t node) {
  switch (dense->width) {
  case 0: return 0;
  case 1: return dense->letters[node];
  case 2: return ((const uint16_t *)(const void *)dense->letters)[node];
  default: return ((const uint64_t *)(const void *)dense->letters)[node];
  }
}

#endif
