/* The threads that judge together: each has a space and an expander of its own, the first one those of the judge.
 *
 * While they work the tables of the quotient are only read, by all of them. */
#ifndef NOE_FAIR_TEAM_H
#define NOE_FAIR_TEAM_H

#include "base/thread_pool.h"
#include "fair/orbits.h"

struct noe_fair_worker {
  uint32_t number;
  struct noe_memory *memory; /* a branch; of the first one, that of the judge */
  struct noe_space *space;
  struct noe_expander *expander;
  struct noe_space own_space; /* of all but the first */
  struct noe_expander own_expander;
};

struct noe_fair_team {
  struct noe_fair_orbits *orbits;
  struct noe_thread_pool *pool;
  struct noe_fair_worker *workers;
  uint32_t count;
  atomic_bool halt, is_full; /* end; there is no more memory */

  /* of the work at hand: numbers below `end`, handed out in pieces */
  atomic_size_t next;
  size_t end, piece;
  bool (*work)(struct noe_fair_worker *worker, void *context, size_t number);
  bool (*together)(struct noe_fair_worker *worker, void *context); /* or NULL: work is handed out */
  void *context;
};

/* The team of the quotient: as many threads as the user wants. May escape. */
struct noe_fair_team *noe_fair_team(struct noe_fair_orbits *orbits);
void noe_fair_team_dismiss(struct noe_fair_team *team);

/* work(worker, context, i) for all i < count, in any order; work that returns false has been stopped, which ends it
 * for all. False if stopped. May escape. */
bool noe_fair_team_run(struct noe_fair_team *team, size_t count, size_t piece,
                       bool (*work)(struct noe_fair_worker *worker, void *context, size_t number), void *context);

/* work(worker, context) by every worker at the same time, for work that deals with memory alone: workers have no space
 * if they were not given one before. May escape. */
bool noe_fair_team_together(struct noe_fair_team *team, bool (*work)(struct noe_fair_worker *worker, void *context),
                            void *context);

#endif
