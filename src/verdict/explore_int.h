/* Between explore.c and explore_run.c. */
#ifndef NOE_VERDICT_EXPLORE_INT_H
#define NOE_VERDICT_EXPLORE_INT_H

#include "verdict/explore.h"

/* A parent whose top bit is set: the state itself has been expanded. */
#define NOE_EXPANDED ((uint64_t)1 << 63)

/* The first reason to stop is the one that counts. */
static inline void noe_explore_halt(struct noe_exploration *exploration, enum noe_stop why) {
  if (!exploration->stop)
    exploration->stop = why;
}

/* explore_roles.c, for models with roles: does this step lead on from every state that the one being expanded stands
 * for (deadlock)? Is there a state with fewer roles that stands for all that this one does? Is some role vacant? */
bool noe_explore_leads_on(const struct noe_exploration *exploration, uint32_t rule, const int64_t *after);
bool noe_explore_is_covered(struct noe_exploration *exploration, const int64_t *cells);
bool noe_explore_has_vacancies(const struct noe_exploration *exploration, const int64_t *cells);
static inline bool noe_explore_is_casting(const struct noe_exploration *exploration, uint32_t rule) {
  const struct noe_roles *roles = exploration->task->model->roles;
  return roles && rule == roles->casting;
}

#endif
