/* From automata on finite words to monitors. */
#ifndef NOE_LOGIC_MONITOR_INT_H
#define NOE_LOGIC_MONITOR_INT_H

#include "logic/monitor.h"

/* Beyond these a monitor is too large. */
enum { NOE_SUBSET_LIMIT = 1 << 16, NOE_DECISION_LIMIT = 1 << 19, NOE_PATTERN_LIMIT = 4096 };

/* An automaton on finite words. Either `final` is given: bad is what brings some run
 * to a final state, and runs from state 0 start at every letter. Or it is NULL: runs
 * start at state 0 with the first letter, and bad is what ends all of them. */
struct noe_acceptor {
  uint32_t state_count;
  const struct noe_edge *edges; /* by source; marks are not looked at */
  const uint32_t *first;
  const bool *final;
};

/* NULL: too large. */
const struct noe_monitor *noe_logic_determinise(struct noe_arena *arena, struct noe_memory *memory,
                                                const struct noe_acceptor *acceptor);

/* Decision diagrams, hash-consed: equal functions have equal references. */
struct noe_decisions {
  struct noe_arena *arena;
  NOE_LIST(struct noe_decision) nodes;
  uint32_t *slots; /* open addressing: 1 + number */
  size_t slot_count;
};

void noe_logic_decisions_init(struct noe_decisions *decisions, struct noe_arena *arena);
uint32_t noe_logic_decide(struct noe_decisions *decisions, uint32_t proposition, uint32_t low, uint32_t high);

#endif
