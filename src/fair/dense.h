/* The annotated quotient in numbers alone, when every orbit is expanded: for a pass over the whole of it. It is made
 * of the graph (graph.h), or of keys that count (counted.h).
 *
 * Start states are symmetric, so that a representative is reached with any names of the followed points: its nodes are
 * all its frames, and need no table. Node number base(orbit) + rank is the frame of this rank among those of the
 * orbit's twins. Edges are not kept: the steps of the orbit have kinds, and a kind has, by rank, a row of moves
 * each with the rank that it leads to.
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
  struct noe_space *space;
  struct noe_fair_graph *graph;    /* whose frames these are; NULL: those of keys that count, */
  struct noe_rows own_labels;      /* with labels of their own, */
  struct noe_fair_move *own_moves; /* and moves */
  struct noe_rows class_flags;     /* once each, rows of flags of classes: */
  uint32_t *flags_of;              /* which one, by frame; NULL: not listed yet */
  struct noe_rows move_rows;       /* scratch of who makes them: frame, frame that a move leads to, label; a label */
  uint32_t *scratch;
  size_t scratch_count, scratch_room, move_items_room;
  const struct noe_fair_orbit *items; /* by orbit; its `twins` say which frames it has */
  const struct noe_orbit_step *steps;
  const struct noe_rows *labels;
  const struct noe_fair_move *move_items;
  uint32_t move_number, frame_count;
  struct noe_fair_pair *starts; /* orbit, node */
  size_t start_count, start_room;
  uint32_t orbits, nodes;
  uint32_t *base;               /* by orbit: its first node; one more at the end */
  struct noe_frame_list frames; /* those of each number of twins together */
  uint32_t *first_frame;        /* by twins; one more at the end */
  uint32_t *rank;               /* by frame; NULL: not needed */
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
bool noe_fair_dense_init(struct noe_dense *dense, struct noe_fair_graph *graph, const uint16_t *tracked,
                         const struct noe_rows *starts);
void noe_fair_dense_free(struct noe_dense *dense);

/* Numbers the nodes of `orbits` orbits, whose frames are known. False if there are too many. May escape. */
bool noe_fair_dense_number(struct noe_dense *dense, uint32_t orbits);

/* What fairness needs to know of the classes of a frame: flags that do not depend on steps. They are listed once, and
 * can then be read by several threads. Listing may escape. */
void noe_fair_dense_list_classes(struct noe_dense *dense);
struct noe_dense_classes {
  const uint32_t *flags;
  uint32_t count;
};
struct noe_dense_classes noe_fair_dense_classes(const struct noe_dense *dense, uint32_t number);

/* The label of a move. */
struct noe_label noe_fair_dense_label(const struct noe_dense *dense, uint32_t move);

/* Room for letters of so many propositions, and their place. May escape. */
void noe_fair_dense_make_letters(struct noe_dense *dense, uint32_t propositions);
void noe_fair_dense_write_letter(struct noe_dense *dense, uint32_t node, uint64_t letter);

/* Evaluates the letters. False if stopped. May escape. */
bool noe_fair_dense_letters(struct noe_dense *dense, const struct noe_fair_claim *claim);

static inline uint32_t noe_dense_frame(const struct noe_dense *dense, uint32_t orbit, uint32_t rank) {
  return dense->frames.items[dense->first_frame[dense->items[orbit].twins] + rank];
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
