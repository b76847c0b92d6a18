/* Between indexed.c and pairs_native.c: the graph of pairs of one claim. */
#ifndef NOE_LIVE_PAIRS_INT_H
#define NOE_LIVE_PAIRS_INT_H

#include "live/live_int.h"
#include "live/patterns.h"

struct noe_pair {
  uint64_t source, target; /* nodes */
};

/* What one worker needs for it. */
struct noe_pairs_share {
  struct noe_edges edges;
  struct noe_twin_classes here, fixed, there; /* of the state; with the instance fixed; of the successor */
  struct noe_twins twins;
  uint16_t *counts;  /* of the entries of a key, */
  uint32_t *entries; /* and how many each block has */
  int32_t *points;
  int64_t *arguments, *image;
  struct noe_pair *pairs;
  size_t count, room;
  uint64_t number; /* of the state being expanded */
};

struct noe_pairs {
  const struct noe_tuples *tuples;
  uint16_t block;     /* of the only parameter, if it names one point; else NOE_NO_BLOCK */
  _Atomic bool whole; /* the graph has the edges of all points: it serves every claim about one */
  struct noe_arena *arena;
  uint64_t *first; /* by number of a state: its first node; one more at the end */
  struct noe_pairs_share *shares;
};

static inline struct noe_pairs_share *noe_pairs_share(const struct noe_worker *worker) {
  return &noe_live_of(worker->search)->pairs->shares[worker->number];
}

/* One more edge of the state being expanded. May escape. */
void noe_live_add_pair(struct noe_worker *worker, uint64_t source, uint64_t target);

/* States share words of the set. */
static inline void noe_live_add_goal(struct noe_search *search, uint64_t node) {
  __atomic_fetch_or(&noe_live_of(search)->backward.reach.words[node / 64], (uint64_t)1 << (node % 64),
                    __ATOMIC_RELAXED);
}

/* pairs_native.c: keys of unary models have their classes written in them, and
 * for a claim about one point a node is an entry of the key. */
uint16_t noe_live_pairs_block(const struct noe_tuples *tuples);
/* Reads the key of the state and its counts; how many entries there are. */
uint32_t noe_live_pairs_entries(struct noe_worker *worker, uint64_t number);
/* The goals among the nodes of the state. */
void noe_live_pairs_seed_entries(struct noe_worker *worker, uint64_t number);
/* Can compiled code tell the edges? Those of one state; false: the interpreter has to. */
bool noe_live_pairs_are_native(struct noe_worker *worker);
bool noe_live_pairs_native(struct noe_worker *worker, uint64_t number);

#endif
