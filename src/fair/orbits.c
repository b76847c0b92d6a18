#include "fair/orbits.h"

#include <string.h>

#include "model/pack.h"

/* ----------------------------------------------------------------- set-up */

void noe_fair_orbits_init(struct noe_fair_orbits *orbits, struct noe_space *space) {
  struct noe_arena *arena = space->arena;
  const struct noe_model *model = space->model;
  uint32_t points = space->symmetry->points, parameters = noe_model_most_parameters(model);
  *orbits = (struct noe_fair_orbits){.space = space, .known_twins = UINT32_MAX};
  orbits->keys = noe_fair_rows(space->memory);
  orbits->names = noe_fair_rows(space->memory);
  orbits->twins = noe_fair_rows(space->memory);
  orbits->arrivals = noe_fair_pairs(space->memory);
  orbits->instances = noe_fair_rows(space->memory);
  noe_fair_partition_init(&orbits->known, arena, space->symmetry);
  noe_fair_partition_init(&orbits->met, arena, space->symmetry);
  noe_symmetry_twins_init(&orbits->raw, arena, space->symmetry);
  orbits->state = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  orbits->after = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  orbits->form = NOE_NEW_ARRAY(arena, int64_t, model->cell_count);
  orbits->row = NOE_NEW_ARRAY(arena, uint16_t, points);
  orbits->next = NOE_NEW_ARRAY(arena, uint16_t, points);
  orbits->packed = NOE_NEW_ARRAY(arena, uint64_t, model->packed_words);
  orbits->words = NOE_NEW_ARRAY(arena, uint32_t, points > 2 * parameters ? points : 2 * parameters + 1);
  space->orbits = orbits;
  space->view.twins = &orbits->known.twins;
}

void noe_fair_orbits_free(struct noe_fair_orbits *orbits) {
  if (!orbits->space)
    return;
  struct noe_memory *memory = orbits->space->memory;
  noe_fair_rows_free(&orbits->keys);
  noe_fair_rows_free(&orbits->names);
  noe_fair_rows_free(&orbits->twins);
  noe_fair_pairs_free(&orbits->arrivals);
  noe_fair_rows_free(&orbits->instances);
  noe_base_free(memory, orbits->items);
  noe_base_free(memory, orbits->steps);
  *orbits = (struct noe_fair_orbits){0};
}

/* ---------------------------------------------------------------- reading */

void noe_fair_orbit_read(const struct noe_fair_orbits *orbits, uint32_t orbit, int64_t *state) {
  const struct noe_model *model = orbits->space->model;
  memcpy(orbits->packed, noe_row_words(&orbits->keys, orbit), model->packed_words * sizeof *orbits->packed);
  noe_model_unpack(model, orbits->packed, state);
}

void noe_fair_read_names(const struct noe_fair_orbits *orbits, uint32_t names, uint16_t *permutation) {
  noe_fair_read_runs(noe_row_words(&orbits->names, names), noe_row_length(&orbits->names, names), NOE_RUN_OF_NAMES,
                     permutation);
}

void noe_fair_read_twins(const struct noe_fair_orbits *orbits, uint32_t twins, uint16_t *class_of) {
  noe_fair_read_runs(noe_row_words(&orbits->twins, twins), noe_row_length(&orbits->twins, twins), NOE_RUN_OF_CLASSES,
                     class_of);
}

const struct noe_partition *noe_fair_twins(struct noe_fair_orbits *orbits, uint32_t twins) {
  if (orbits->known_twins != twins)
    noe_fair_partition_read(&orbits->known, noe_row_words(&orbits->twins, twins),
                            noe_row_length(&orbits->twins, twins));
  orbits->known_twins = twins;
  return &orbits->known;
}

const struct noe_clause *noe_fair_read_instance(const struct noe_fair_orbits *orbits, uint32_t instance,
                                                int64_t *arguments) {
  const uint32_t *words = noe_row_words(&orbits->instances, instance);
  const struct noe_clause *clause = &orbits->space->model->rules[words[0]];
  if (clause->parameter_count)
    memcpy(arguments, words + 1, clause->parameter_count * sizeof *arguments);
  return clause;
}

uint32_t noe_fair_instance(struct noe_fair_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments) {
  orbits->words[0] = clause->id;
  if (clause->parameter_count)
    memcpy(orbits->words + 1, arguments, clause->parameter_count * sizeof *arguments);
  return noe_fair_row(&orbits->instances, orbits->words, 1 + 2 * clause->parameter_count, NULL);
}

bool noe_fair_comes_after(const struct noe_fair_orbits *orbits, uint32_t instance, uint32_t other) {
  const uint32_t *a = noe_row_words(&orbits->instances, instance), *b = noe_row_words(&orbits->instances, other);
  if (a[0] != b[0])
    return a[0] > b[0];
  const struct noe_clause *clause = &orbits->space->model->rules[a[0]];
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    int64_t x, y;
    memcpy(&x, a + 1 + 2 * parameter, sizeof x);
    memcpy(&y, b + 1 + 2 * parameter, sizeof y);
    if (x != y)
      return (x > y) != (binder->kind == NOE_BINDER_RANGE && binder->step < 0);
    parameter++;
  }
  return false;
}

/* ---------------------------------------------------------------- meeting */

/* Names and twins of the state canonised last: points that are twins there keep their order. */
static uint32_t name_points(struct noe_fair_orbits *orbits, uint32_t *twins) {
  struct noe_space *space = orbits->space;
  uint32_t points = space->symmetry->points;
  const uint16_t *canon = noe_symmetry_canon_permutation(space->view.orbits.canoniser);
  const struct noe_partition *met = &orbits->met;
  noe_symmetry_twins_of(space->view.orbits.canoniser, &orbits->raw);
  for (uint32_t i = 0; i < points; i++)
    orbits->row[canon[i]] = orbits->raw.class_of[i];
  noe_fair_partition_sort(&orbits->met, orbits->row, NULL, 0);
  *twins = noe_fair_row(&orbits->twins, met->words, met->word_count, NULL);
  for (uint32_t i = 0; i < met->twins.count; i++)
    orbits->next[i] = met->begins[i];
  for (uint32_t i = 0; i < points; i++) {
    uint16_t class = met->twins.class_of[canon[i]];
    orbits->row[i] = class == NOE_NO_TWINS ? canon[i] : met->members[orbits->next[class]++];
  }
  uint32_t length = noe_fair_write_runs(orbits->row, points, NOE_RUN_OF_NAMES, orbits->words);
  return noe_fair_row(&orbits->names, orbits->words, length, NULL);
}

/* Twins are found whenever a state is met, and must be the same. */
static void check_twins(struct noe_fair_orbits *orbits, uint32_t orbit, uint32_t twins) {
  if (orbits->items[orbit].twins == twins)
    return;
  orbits->space->error = "the symmetries of a state were not the same when it was met again";
  orbits->space->stop = NOE_STOP_ERRORS;
}

uint32_t noe_fair_orbit(struct noe_fair_orbits *orbits, const int64_t *state, uint32_t *arrival) {
  struct noe_space *space = orbits->space;
  const struct noe_model *model = space->model;
  uint32_t names, twins;
  bool fresh;
  if (space->view.orbits.canoniser) {
    noe_symmetry_canon(space->view.orbits.canoniser, state, orbits->form);
    names = name_points(orbits, &twins);
  } else {
    names = noe_fair_row(&orbits->names, NULL, 0, NULL);
    twins = noe_fair_row(&orbits->twins, NULL, 0, NULL);
  }
  *arrival = noe_fair_pair(&orbits->arrivals, names, twins, NULL);
  memset(orbits->packed, 0, model->packed_words * sizeof *orbits->packed);
  noe_model_pack(model, space->view.orbits.canoniser ? orbits->form : state, orbits->packed);
  noe_fair_grow(space->memory, (void **)&orbits->items, orbits->keys.count, &orbits->room, sizeof *orbits->items);
  uint32_t orbit = noe_fair_row(&orbits->keys, (const uint32_t *)(const void *)orbits->packed,
                                2 * (size_t)model->packed_words, &fresh);
  if (fresh)
    orbits->items[orbit] = (struct noe_fair_orbit){.count = NOE_NOT_EXPANDED, .twins = twins};
  else
    check_twins(orbits, orbit, twins);
  return orbit;
}
