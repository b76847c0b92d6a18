/* Two ways out of each state, noted while the search goes by, for claims AG EF c (live/): of all
 * successors those with the least and with the greatest id. The first is, as a rule, a state
 * found before, so that such exits lead back towards the start; the other one leads on. A search that
 * follows them meets a state that is known to reach a goal, without expanding anything; or
 * ends among a few states at the bottom, and once these are known to reach it, all do
 * (live/sweep.c).
 *
 * Eight bytes a state: for few states, or as long as the states themselves take much more.
 * Otherwise, and if there is no memory, there are none, and nothing is lost but time. The same
 * is true of states that were expanded before a checkpoint was taken.
 *
 * Threads: exits are written by the thread that expands the state. Levels are opened, and exits
 * followed, by one thread. */
#ifndef NOE_EXPLICIT_WITNESS_SUCCESSORS_H
#define NOE_EXPLICIT_WITNESS_SUCCESSORS_H

#include "base/memory.h"

struct noe_search;

/* Ids, 1 more; 0: there is none. Both may be the same. */
struct noe_exit {
  uint32_t least, greatest;
};

struct noe_witness_successors {
  struct noe_exit *of; /* by id */
  uint64_t room;
  bool is_closed; /* no more: too many states, no memory, or the search is over */
};

static inline void noe_witness_successors_note(const struct noe_witness_successors *exits, uint64_t from, uint64_t to) {
  if (from >= exits->room || to == from || to >= UINT32_MAX)
    return;
  struct noe_exit *exit = &exits->of[from];
  if (!exit->least || to < exit->least - 1u)
    exit->least = (uint32_t)(to + 1);
  if (to >= exit->greatest)
    exit->greatest = (uint32_t)(to + 1);
}

/* Makes room for the states of the level to expand. Never escapes. */
void noe_explicit_witness_successors_open(struct noe_search *search);
void noe_explicit_witness_successors_free(struct noe_search *search);

#endif
