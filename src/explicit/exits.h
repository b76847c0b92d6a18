/* One way out of each state, noted while the search goes by, for claims AG EF c: of all
 * successors the one with the least id. As a rule that is a state found before, so that
 * exits lead back towards the start, and who follows them from state to state meets a state
 * that is known to reach a goal, without expanding anything (live_sweep.c does the rest).
 *
 * Four bytes a state: for few states, or as long as the states themselves take much more.
 * Then, and if there is no memory, there are none, and nothing is lost but time. The same
 * is true of states that were expanded before a checkpoint was taken.
 *
 * Threads: an exit is written by the one who expands the state. Levels are opened, and exits
 * followed, by one thread. */
#ifndef NOE_EXPLICIT_EXITS_H
#define NOE_EXPLICIT_EXITS_H

#include "base/memory.h"

struct noe_search;

struct noe_exits {
  uint32_t *to; /* by id: 1 more than that of the exit; 0: none */
  uint64_t room;
  bool is_closed; /* there are too many states */
};

static inline void noe_exits_note(const struct noe_exits *exits, uint64_t from, uint64_t to) {
  if (from < exits->room && to != from && to + 1 < (exits->to[from] ? exits->to[from] : UINT32_MAX))
    exits->to[from] = (uint32_t)(to + 1);
}

/* Makes room for the level at hand. Never escapes. */
void noe_explicit_exits_open(struct noe_search *search);
void noe_explicit_exits_free(struct noe_search *search);

/* Marks with the goals of search->live what reaches them by exits. Never escapes. */
void noe_explicit_exits_follow(struct noe_search *search);

#endif
