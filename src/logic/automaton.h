/* Automata on infinite words with marks on their edges (transition-based
 * generalised Büchi automata), and the translation from formulas to them.
 *
 * An edge may be taken with a letter l (a set of propositions, one bit each) if
 * l has all of `positive` and none of `negative`. A run is accepting if it sees
 * every mark infinitely often; with no marks, every infinite run is accepting. Every
 * state is reachable from the initial one and begins some accepting run, so that a
 * search may stop at a strongly connected component that shows all marks.
 *
 * Translation (docs/algorithms.md#linear-time-to-automata): Gastin and Oddoux (CAV 2001) with simplifications
 * of Babiak et al. (TACAS 2012): formula to very weak alternating automaton, to
 * sets of its states, then reduction by simulation. Immutable once made. */
#ifndef NOE_LOGIC_AUTOMATON_H
#define NOE_LOGIC_AUTOMATON_H

#include "base/arena.h"
#include "logic/formula.h"

struct noe_edge {
  uint32_t source, target;
  uint64_t positive, negative; /* propositions; disjoint */
  uint64_t marks;
};

struct noe_automaton {
  uint32_t state_count; /* 0: the language is empty; otherwise state 0 is initial */
  uint32_t edge_count;
  uint32_t mark_count;          /* at most 64 */
  const struct noe_edge *edges; /* by source */
  const uint32_t *first;        /* state_count + 1: edges of s are first[s] .. first[s + 1] - 1 */
  uint64_t propositions;        /* those that occur on edges */
  bool safety;                  /* every infinite run is accepting */
  bool terminal;                /* accepting components are single states that accept everything */
  bool weak;                    /* in each component, all cycles are accepting or none is */
  bool deterministic;           /* at most one edge per state and letter */
};

static inline bool noe_edge_takes(const struct noe_edge *edge, uint64_t letter) {
  return (letter & edge->positive) == edge->positive && !(letter & edge->negative);
}

static inline uint64_t noe_automaton_all_marks(const struct noe_automaton *automaton) {
  return automaton->mark_count == 64 ? UINT64_MAX : ((uint64_t)1 << automaton->mark_count) - 1;
}

/* The words that satisfy the formula. The automaton lives in `arena`; scratch memory
 * comes from `memory` and is given back. NULL: too large, see the limits below. */
const struct noe_automaton *noe_logic_translate(struct noe_arena *arena, struct noe_memory *memory,
                                                const struct noe_term *formula);

/* The words over the other propositions that some choice of the `hidden` ones makes satisfy the formula. */
const struct noe_automaton *noe_logic_translate_hiding(struct noe_arena *arena, struct noe_memory *memory,
                                                       const struct noe_term *formula, uint64_t hidden);

/* How far a translation goes before it says that the formula is too large. */
struct noe_logic_limits {
  uint32_t states, edges;
  uint64_t work; /* comparisons of edges; some hundred millions per second */
};
#define NOE_LOGIC_LIMITS ((struct noe_logic_limits){.states = 4096, .edges = 200000, .work = 400000000})

const struct noe_automaton *noe_logic_translate_within(struct noe_arena *arena, struct noe_memory *memory,
                                                       const struct noe_term *formula, struct noe_logic_limits limits);

/* The automaton in the Hanoi Omega-Automata format. `name` may be NULL. */
void noe_logic_print_hoa(struct noe_text *text, const struct noe_automaton *automaton, const char *name);

#endif
