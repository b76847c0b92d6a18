/* Placing states: the representative, the names of the tracked points in it, and what
 * is still symmetric there. */
#include <assert.h>
#include <string.h>

#include "fair/space.h"

void noe_fair_spot_init(struct noe_space *space, struct noe_spot *spot, uint32_t tracked) {
  struct noe_arena *arena = space->arena;
  uint32_t points = space->symmetry->points;
  *spot = (struct noe_spot){0};
  spot->state = NOE_NEW_ARRAY(arena, int64_t, space->model->cell_count);
  spot->names = NOE_NEW_ARRAY(arena, uint16_t, points);
  spot->tracked = NOE_NEW_ARRAY(arena, uint16_t, tracked);
  noe_symmetry_twins_init(&spot->twins, arena, space->symmetry);
  spot->members = NOE_NEW_ARRAY(arena, uint16_t, points);
  spot->begins = NOE_NEW_ARRAY(arena, uint16_t, points + 1);
  spot->classes = NOE_NEW_ARRAY(arena, uint32_t, space->groups->count);
}

/* Classes of twins from those in space->raw_class, numbered by their least points and
 * ranked by point: nothing depends on how they were found. Points with a class of their own
 * after `alone` were taken out have none. */
static void sort_twins(const struct noe_space *space, struct noe_spot *spot, const uint16_t *alone, uint32_t count) {
  struct noe_twins *twins = &spot->twins;
  uint32_t points = space->symmetry->points;
  uint16_t number[points + 1], size[points + 1], at[points + 1];
  for (uint32_t i = 0; i < points; i++) {
    twins->class_of[i] = space->raw_class[i];
    number[i] = NOE_NO_TWINS;
    size[i] = 0;
  }
  for (uint32_t i = 0; i < count; i++)
    twins->class_of[alone[i]] = NOE_NO_TWINS;
  for (uint32_t i = 0; i < points; i++)
    if (twins->class_of[i] != NOE_NO_TWINS)
      size[twins->class_of[i]]++;
  twins->count = 0;
  uint16_t begin = 0;
  for (uint32_t i = 0; i < points; i++) {
    uint16_t raw = twins->class_of[i];
    twins->rank_of[i] = 0;
    if (raw == NOE_NO_TWINS || size[raw] < 2) {
      twins->class_of[i] = NOE_NO_TWINS;
      continue;
    }
    if (number[raw] == NOE_NO_TWINS) {
      number[raw] = (uint16_t)twins->count++;
      twins->size_of[number[raw]] = size[raw];
      spot->begins[number[raw]] = at[number[raw]] = begin;
      begin = (uint16_t)(begin + size[raw]);
    }
    twins->class_of[i] = number[raw];
    twins->rank_of[i] = (uint16_t)(at[number[raw]] - spot->begins[number[raw]]);
    spot->members[at[number[raw]]++] = (uint16_t)i;
  }
}

/* Moves point `from` to `to`, of one class, by exchanging two images of space->moved. */
static void move(struct noe_space *space, uint16_t from, uint16_t to) {
  uint16_t other = space->moved_from[to], image = space->moved[from];
  space->moved[from] = to;
  space->moved[other] = image;
  space->moved_from[to] = from;
  space->moved_from[image] = other;
}

/* A symmetry of the representative, into space->moved, that carries `tracked` to the first
 * tuple of its orbit: members of each class in the order of their ranks. */
static void lead_tracked(struct noe_space *space, const struct noe_spot *spot, const uint16_t *tracked,
                         uint32_t count) {
  const struct noe_twins *twins = &spot->twins;
  uint32_t points = space->symmetry->points;
  uint16_t next[points + 1];
  memset(next, 0, sizeof next);
  noe_symmetry_identity(space->symmetry, space->moved);
  noe_symmetry_identity(space->symmetry, space->moved_from);
  for (uint32_t i = 0; i < count; i++) {
    uint16_t class = twins->class_of[tracked[i]];
    bool again = class == NOE_NO_TWINS;
    for (uint32_t k = 0; k < i && !again; k++)
      again = tracked[k] == tracked[i];
    if (!again)
      move(space, tracked[i], spot->members[spot->begins[class] + next[class]++]);
  }
}

static void find_classes(const struct noe_space *space, struct noe_spot *spot) {
  spot->class_count =
      noe_fair_group_classes(space->groups, &spot->twins, spot->members, spot->begins, spot->classes);
}

void noe_fair_place(struct noe_space *space, const int64_t *state, const uint16_t *tracked, uint32_t count,
                    struct noe_spot *spot) {
  uint32_t points = space->symmetry->points;
  if (!space->canoniser) {
    memcpy(spot->state, state, space->model->cell_count * sizeof *state);
    find_classes(space, spot);
    return;
  }
  noe_symmetry_canon(space->canoniser, state, spot->state);
  noe_symmetry_twins_of(space->canoniser, &space->raw);
  const uint16_t *canon = noe_symmetry_canon_permutation(space->canoniser);
  uint16_t named[count + 1];
  for (uint32_t i = 0; i < points; i++)
    space->raw_class[canon[i]] = space->raw.class_of[i];
  for (uint32_t i = 0; i < count; i++)
    named[i] = canon[tracked[i]];
  sort_twins(space, spot, NULL, 0);
  lead_tracked(space, spot, named, count);
  for (uint32_t i = 0; i < points; i++)
    spot->names[i] = space->moved[canon[i]];
  for (uint32_t i = 0; i < count; i++)
    spot->tracked[i] = spot->names[tracked[i]];
  sort_twins(space, spot, spot->tracked, count);
  find_classes(space, spot);
}

void noe_fair_replace(struct noe_space *space, const int64_t *state, const uint16_t *tracked, uint32_t count,
                      struct noe_spot *spot) {
  memcpy(spot->state, state, space->model->cell_count * sizeof *state);
  if (space->canoniser) {
    noe_symmetry_canon(space->canoniser, state, space->scratch);
    noe_symmetry_twins_of(space->canoniser, &space->raw);
    memcpy(space->raw_class, space->raw.class_of, space->symmetry->points * sizeof *space->raw_class);
    noe_symmetry_identity(space->symmetry, spot->names);
    memcpy(spot->tracked, tracked, count * sizeof *tracked);
    sort_twins(space, spot, tracked, count);
  }
  find_classes(space, spot);
}
