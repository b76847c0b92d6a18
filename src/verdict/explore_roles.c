/* Roles (detect/roles.h) in an exploration. A state with vacant roles stands for all states that come of it by giving them
 * to anybody. */
#include <string.h>

#include "verdict/explore_int.h"

static uint32_t vacancies(const struct noe_roles *roles, const int64_t *cells) {
  uint32_t vacant = 0;
  for (uint32_t i = 0; i < roles->count; i++)
    if (cells[roles->cell + i] == NOE_UNDEFINED)
      vacant |= 1U << i;
  return vacant;
}

bool noe_explore_has_vacancies(const struct noe_exploration *exploration, const int64_t *cells) {
  const struct noe_roles *roles = exploration->task->model->roles;
  return roles && vacancies(roles, cells);
}

/* A rule that speaks of vacant roles fires in some of the states, and perhaps not in others. */
bool noe_explore_leads_on(const struct noe_exploration *exploration, uint32_t rule, const int64_t *after) {
  const struct noe_model *model = exploration->task->model;
  const int64_t *before = exploration->before;
  if (rule == model->roles->casting || (model->roles->rules[rule] & vacancies(model->roles, before)))
    return false;
  return exploration->task->options->deadlock != NOE_DEADLOCK_STUTTERING ||
         memcmp(before, after, model->cell_count * sizeof *before) != 0;
}

bool noe_verdict_explore_is_stored(struct noe_exploration *exploration, const int64_t *cells) {
  uint32_t bytes = noe_system_key(&exploration->view.orbits, cells, exploration->key);
  uint64_t id;
  return !exploration->stop &&
         noe_store_find(exploration->store, exploration->key, bytes, noe_store_hash_key(exploration->key, bytes), &id);
}

bool noe_explore_is_covered(struct noe_exploration *exploration, const int64_t *cells) {
  const struct noe_model *model = exploration->task->model;
  const struct noe_roles *roles = model->roles;
  const struct noe_explorer *explorer = exploration->explorer;
  if (explorer->is_left_out)
    return explorer->is_left_out(exploration, explorer->context, cells);
  if (!roles)
    return false;
  uint32_t filled = ~vacancies(roles, cells) & ((1U << roles->count) - 1);
  for (uint32_t kept = (filled - 1) & filled; filled; kept = (kept - 1) & filled) {
    memcpy(exploration->wider, cells, model->cell_count * sizeof *cells);
    for (uint32_t i = 0; i < roles->count; i++)
      if (!(kept >> i & 1))
        exploration->wider[roles->cell + i] = NOE_UNDEFINED;
    if (noe_verdict_explore_is_stored(exploration, exploration->wider))
      return true;
    if (!kept)
      return false;
  }
  return false;
}
