/* Monitors: deterministic, complete automata that read a path letter by letter and
 * say when it has become bad. An engine carries the monitor's state beside its own
 * and searches for NOE_MONITOR_BAD as for any bad state; the path there is the
 * counterexample.
 *
 *   state = monitor->initial; for each state s of the path: state = step(state, letter of s)
 *
 * The number of states is the least possible. What a state does with a letter is a tree of
 * questions about single propositions, so that an engine may ask only for those
 * that matter. Immutable once made; shared by all threads. */
#ifndef NOE_LOGIC_MONITOR_H
#define NOE_LOGIC_MONITOR_H

#include "logic/automaton.h"

#define NOE_MONITOR_BAD 0 /* this state is never left */
#define NOE_MONITOR_QUESTION (UINT32_C(1) << 31)

struct noe_decision {
  uint32_t proposition;
  uint32_t low, high; /* where it fails, where it holds: a state, or QUESTION | number of a decision */
};

struct noe_monitor {
  uint32_t state_count, initial;
  const uint32_t *roots; /* by state: a state, or QUESTION | number of a decision */
  const struct noe_decision *decisions;
  uint32_t decision_count;
  uint64_t propositions; /* those asked for */
};

static inline uint32_t noe_logic_monitor_step(const struct noe_monitor *monitor, uint32_t state, uint64_t letter) {
  uint32_t at = monitor->roots[state];
  while (at & NOE_MONITOR_QUESTION) {
    const struct noe_decision *decision = &monitor->decisions[at & ~NOE_MONITOR_QUESTION];
    at = letter >> decision->proposition & 1 ? decision->high : decision->low;
  }
  return at;
}

/* Nothing bad can follow: the state is never left, and is not bad. */
static inline bool noe_logic_monitor_is_quiet(const struct noe_monitor *monitor, uint32_t state) {
  return state != NOE_MONITOR_BAD && monitor->roots[state] == state;
}

/* The bad prefixes of a formula: those that no word satisfying it begins with. Bad is
 * said at the first of them.
 * NOT_SAFETY if a word could violate it without one (decided on the automaton, so some
 * formulas pass that syntax alone would not call safe). */
enum noe_logic_answer noe_logic_monitor(struct noe_arena *arena, struct noe_memory *memory,
                                        const struct noe_term *formula, const struct noe_monitor **monitor);

/* For people and debugging. */
void noe_logic_print_monitor(struct noe_text *text, const struct noe_monitor *monitor);

#endif
