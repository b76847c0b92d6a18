#include <assert.h>

#include "fair/transition_orbits.h"

void noe_fair_transition_orbits_init(struct noe_transition_orbits *fans, struct noe_fair_frames *frames) {
  struct noe_space *space = frames->orbits->space;
  uint32_t points = space->symmetry->points, most = noe_model_most_parameters(space->model) + 1;
  *fans = (struct noe_transition_orbits){.frames = frames};
  fans->keys = noe_fair_pairs(space->memory);
  fans->arguments = NOE_NEW_ARRAY(space->arena, int64_t, most);
  fans->other = NOE_NEW_ARRAY(space->arena, int64_t, most);
  fans->points = NOE_NEW_ARRAY(space->arena, uint16_t, most);
  fans->images = NOE_NEW_ARRAY(space->arena, uint16_t, most);
  fans->permutation = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  fans->back = NOE_NEW_ARRAY(space->arena, uint16_t, points);
}

void noe_fair_transition_orbits_free(struct noe_transition_orbits *fans) {
  if (!fans->frames)
    return;
  struct noe_memory *memory = fans->keys.memory;
  noe_fair_pairs_free(&fans->keys);
  noe_base_free(memory, fans->ends);
  noe_base_free(memory, fans->list);
  noe_base_free(memory, fans->steps);
  *fans = (struct noe_transition_orbits){0};
}

/* ---------------------------------------------------------------- spreading */

static struct noe_fair_orbits *orbits_of(const struct noe_transition_orbits *fans) { return fans->frames->orbits; }

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

/* The points that the arguments name, at the position of the parameter; -1 where there is none. */
static int32_t point_at(const struct noe_transition_orbits *fans, const struct noe_binder *binder, int64_t value) {
  const struct noe_symmetry *symmetry = orbits_of(fans)->space->symmetry;
  return binder->kind == NOE_BINDER_RANGE ? noe_symmetry_point(symmetry, binder->type, value) : -1;
}

static void add_point(struct noe_transition_orbits *fans, const struct noe_fair_frame *frame, int32_t point,
                      int32_t image) {
  if (point < 0 || frame->whole[point] == NOE_NO_TWINS)
    return;
  for (uint32_t i = 0; i < fans->point_count; i++)
    if (fans->points[i] == point)
      return;
  assert(image >= 0 && frame->whole[image] == frame->whole[point] && "a point and its image are twins");
  fans->points[fans->point_count] = (uint16_t)point;
  fans->images[fans->point_count++] = (uint16_t)image;
}

static bool is_taken(const struct noe_transition_orbits *fans, uint32_t count, uint16_t image) {
  for (uint32_t i = 0; i < count; i++)
    if (fans->images[i] == image)
      return true;
  return false;
}

static bool is_tracked(const struct noe_transition_orbits *fans, const struct noe_fair_frame *frame, uint16_t point) {
  for (uint32_t i = 0; i < fans->frames->tracked; i++)
    if (frame->tracked[i] == point)
      return true;
  return false;
}

/* The instance that names the images instead of the points: one more of the list. */
static void add_instance(struct noe_transition_orbits *fans, const struct noe_clause *clause) {
  struct noe_fair_orbits *orbits = orbits_of(fans);
  const struct noe_symmetry *symmetry = orbits->space->symmetry;
  noe_symmetry_identity(symmetry, fans->permutation);
  noe_symmetry_identity(symmetry, fans->back);
  for (uint32_t i = 0; i < fans->point_count; i++)
    noe_fair_exchange(fans->permutation, fans->back, fans->points[i], fans->images[i]);
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (!is_parameter(binder))
      continue;
    int64_t value = fans->arguments[parameter];
    fans->other[parameter++] = binder->kind == NOE_BINDER_CHOOSE
                                   ? value
                                   : noe_symmetry_apply_value(symmetry, fans->permutation, binder->type, value);
  }
  uint32_t instance = noe_fair_instance(orbits, clause, fans->other);
  NOE_FAIR_PUSH(fans->keys.memory, fans->list, fans->list_count, fans->list_room, instance);
}

/* Every choice of images that leads: for each point one that is tracked, or the first one of
 * its class that is neither tracked nor an image already. */
static void choose_images(struct noe_transition_orbits *fans, const struct noe_fair_frame *frame,
                          const struct noe_clause *clause, uint32_t at) {
  if (at == fans->point_count) {
    add_instance(fans, clause);
    return;
  }
  uint16_t class = frame->whole[fans->points[at]];
  uint32_t points = orbits_of(fans)->space->symmetry->points;
  bool is_first = true;
  for (uint32_t p = 0; p < points; p++) {
    bool tracked = frame->whole[p] == class && is_tracked(fans, frame, (uint16_t)p);
    if (frame->whole[p] != class || (!tracked && !is_first) || is_taken(fans, at, (uint16_t)p))
      continue;
    is_first &= tracked;
    fans->images[at] = (uint16_t)p;
    choose_images(fans, frame, clause, at + 1);
  }
}

/* The instances of the frame that an instance of the orbit stands for, at the end of the list. */
static void spread(struct noe_transition_orbits *fans, const struct noe_fair_frame *frame, uint32_t instance) {
  struct noe_fair_orbits *orbits = orbits_of(fans);
  const struct noe_clause *clause = noe_fair_read_instance(orbits, instance, fans->arguments);
  fans->point_count = 0;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count && !orbits->space->chooses[clause->id]; i++)
    if (is_parameter(&clause->binders[i])) {
      int32_t point = point_at(fans, &clause->binders[i], fans->arguments[parameter++]);
      add_point(fans, frame, point, point);
    }
  choose_images(fans, frame, clause, 0);
}

void noe_fair_transition_orbit_symmetry(struct noe_transition_orbits *fans, const struct noe_fair_frame *frame,
                                        uint32_t instance, uint32_t base, uint16_t *turn) {
  const struct noe_symmetry *symmetry = orbits_of(fans)->space->symmetry;
  noe_symmetry_identity(symmetry, turn);
  if (instance == base)
    return;
  const struct noe_clause *clause = noe_fair_read_instance(orbits_of(fans), instance, fans->arguments);
  noe_fair_read_instance(orbits_of(fans), base, fans->other);
  fans->point_count = 0;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++)
    if (is_parameter(&clause->binders[i])) {
      add_point(fans, frame, point_at(fans, &clause->binders[i], fans->arguments[parameter]),
                point_at(fans, &clause->binders[i], fans->other[parameter]));
      parameter++;
    }
  noe_symmetry_identity(symmetry, fans->back);
  for (uint32_t i = 0; i < fans->point_count; i++)
    noe_fair_exchange(turn, fans->back, fans->points[i], fans->images[i]);
}

/* ------------------------------------------------------------------ the fan */

/* Few are out of place, and not far. */
static void sort_steps(struct noe_transition_orbits *fans) {
  for (size_t i = 1; i < fans->count; i++) {
    struct noe_transition_orbit_step step = fans->steps[i];
    size_t at = i;
    for (; at > 0 && noe_fair_comes_after(orbits_of(fans), noe_transition_orbit_instance(fans, &fans->steps[at - 1]),
                                          noe_transition_orbit_instance(fans, &step));
         at--)
      fans->steps[at] = fans->steps[at - 1];
    fans->steps[at] = step;
  }
}

size_t noe_fair_transition_orbit_of(struct noe_transition_orbits *fans, uint32_t frame, uint32_t instance,
                                    size_t *end) {
  uint32_t key = noe_fair_pair(&fans->keys, frame, instance, NULL);
  if (key == fans->end_count) {
    spread(fans, noe_fair_frame(fans->frames, frame), instance);
    NOE_FAIR_PUSH(fans->keys.memory, fans->ends, fans->end_count, fans->end_room, fans->list_count);
  }
  assert(key < fans->end_count && fans->ends[key] <= fans->list_count &&
         "pairs are spread in the order of their numbers");
  *end = fans->ends[key];
  return key ? fans->ends[key - 1] : 0;
}

void noe_fair_transition_orbit(struct noe_transition_orbits *fans, uint32_t orbit, uint32_t frame) {
  const struct noe_fair_orbit *item = &orbits_of(fans)->items[orbit];
  bool spreads = false;
  fans->count = 0;
  for (uint32_t i = 0; i < item->count; i++) {
    uint32_t kind = orbits_of(fans)->steps[item->first + i].kind;
    size_t end, at = noe_fair_transition_orbit_of(fans, frame, noe_kind_instance(orbits_of(fans), kind), &end);
    spreads |= end - at > 1;
    for (; at < end; at++) {
      struct noe_transition_orbit_step step = {(uint32_t)at, i};
      NOE_FAIR_PUSH(fans->keys.memory, fans->steps, fans->count, fans->room, step);
    }
  }
  if (spreads)
    sort_steps(fans);
}
