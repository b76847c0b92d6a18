/* An automaton under construction: what translation and reductions pass on. All of
 * it lives in one scratch arena. */
#ifndef NOE_LOGIC_AUTOMATON_INT_H
#define NOE_LOGIC_AUTOMATON_INT_H

#include "logic/automaton.h"

struct noe_automaton_builder {
  struct noe_arena *arena;
  uint32_t state_count, initial;
  uint32_t mark_count;
  NOE_LIST(struct noe_edge) edges; /* sorted by source; see noe_logic_builder_index */
  uint32_t *first;
  uint32_t *component; /* of a state; filled by noe_logic_builder_trim */
  uint64_t work;       /* comparisons left */
};

static inline bool noe_edge_meets(const struct noe_edge *a, const struct noe_edge *b) {
  return !(a->positive & b->negative) && !(a->negative & b->positive);
}

/* Letters of a are letters of b. */
static inline bool noe_edge_within(const struct noe_edge *a, const struct noe_edge *b) {
  return !(b->positive & ~a->positive) && !(b->negative & ~a->negative);
}

static inline uint64_t noe_builder_marks(const struct noe_automaton_builder *draft) {
  return draft->mark_count == 64 ? UINT64_MAX : ((uint64_t)1 << draft->mark_count) - 1;
}

/* Sorts the edges, drops those that another one of the same target makes needless,
 * and sets `first`. */
void noe_logic_builder_index(struct noe_automaton_builder *draft);

/* Keeps the states whose entry in `keep` is set, with `into[s]` (kept, too) in place
 * of s as a target. */
void noe_logic_builder_restrict(struct noe_automaton_builder *draft, const bool *keep, const uint32_t *into);

/* Strongly connected components along edges without any mark of `without`, numbered
 * so that edges lead to equal or smaller numbers. Returns how many there are. */
uint32_t noe_logic_components(struct noe_automaton_builder *draft, uint64_t without, uint32_t *component);

/* Removes states and edges on no accepting run, and marks that decide nothing; sets
 * `component`. */
void noe_logic_builder_trim(struct noe_automaton_builder *draft);

/* Each component renames the marks that it needs: as few as the neediest one has. */
void noe_logic_builder_pack(struct noe_automaton_builder *draft);

/* Merges states that simulate each other, drops edges that a better one of the same
 * source makes needless. True if something became smaller. */
bool noe_logic_builder_simulate(struct noe_automaton_builder *draft);

/* Where a better edge may be taken, the worse one is not: fewer choices, no new states. */
void noe_logic_builder_sharpen(struct noe_automaton_builder *draft);

/* All of the above, until nothing changes. */
void noe_logic_builder_reduce(struct noe_automaton_builder *draft);

/* Numbers states from the initial one on, fills in the flags. */
const struct noe_automaton *noe_logic_builder_finish(struct noe_arena *arena, struct noe_automaton_builder *draft);

#endif
