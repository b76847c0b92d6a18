#include "fair/orbits.h"

#include <assert.h>
#include <string.h>

#include "fair/team.h"
#include "model/pack.h"

/* ----------------------------------------------------------------- set-up */

void noe_fair_orbits_init(struct noe_fair_orbits *orbits, struct noe_space *space) {
  *orbits = (struct noe_fair_orbits){.space = space};
  orbits->keys = noe_fair_rows(space->memory);
  orbits->names = noe_fair_rows(space->memory);
  orbits->twins = noe_fair_rows(space->memory);
  orbits->arrivals = noe_fair_pairs(space->memory);
  orbits->instances = noe_fair_rows(space->memory);
  orbits->kinds = noe_fair_rows(space->memory);
  noe_fair_expander_init(&orbits->expander, space, orbits);
}

void noe_fair_orbits_free(struct noe_fair_orbits *orbits) {
  if (!orbits->space)
    return;
  struct noe_memory *memory = orbits->space->memory;
  noe_fair_team_dismiss(orbits->team);
  noe_fair_expander_free(&orbits->expander);
  noe_fair_rows_free(&orbits->keys);
  noe_fair_rows_free(&orbits->names);
  noe_fair_rows_free(&orbits->twins);
  noe_fair_pairs_free(&orbits->arrivals);
  noe_fair_rows_free(&orbits->instances);
  noe_fair_rows_free(&orbits->kinds);
  noe_base_free(memory, orbits->items);
  noe_base_free(memory, orbits->steps);
  *orbits = (struct noe_fair_orbits){0};
}

/* ---------------------------------------------------------------- reading */

void noe_fair_orbit_unpack(const struct noe_fair_orbits *orbits, uint32_t orbit, uint64_t *packed, int64_t *state) {
  const struct noe_model *model = orbits->space->model;
  assert(noe_row_length(&orbits->keys, orbit) == 2 * (size_t)model->packed_words &&
         "the key of an orbit is a packed state");
  memcpy(packed, noe_row_words(&orbits->keys, orbit), model->packed_words * sizeof *packed);
  noe_model_unpack(model, packed, state);
}

void noe_fair_orbit_read(const struct noe_fair_orbits *orbits, uint32_t orbit, int64_t *state) {
  noe_fair_orbit_unpack(orbits, orbit, orbits->expander.packed, state);
}

void noe_fair_read_names(const struct noe_fair_orbits *orbits, uint32_t names, uint16_t *permutation) {
  noe_fair_read_runs(noe_row_words(&orbits->names, names), noe_row_length(&orbits->names, names), NOE_RUN_OF_NAMES,
                     permutation);
}

void noe_fair_read_twins(const struct noe_fair_orbits *orbits, uint32_t twins, uint16_t *class_of) {
  const uint32_t *words = noe_row_words(&orbits->twins, twins);
  size_t runs = noe_fair_count_runs(words, noe_row_length(&orbits->twins, twins), orbits->space->symmetry->points);
  noe_fair_read_runs(words, runs, NOE_RUN_OF_CLASSES, class_of);
}

struct noe_fair_fixing noe_fair_fixing(const struct noe_fair_orbits *orbits, uint32_t twins) {
  const uint32_t *words = noe_row_words(&orbits->twins, twins);
  size_t count = noe_row_length(&orbits->twins, twins);
  size_t runs = noe_fair_count_runs(words, count, orbits->space->symmetry->points);
  return (struct noe_fair_fixing){words + runs, count - runs};
}

const struct noe_partition *noe_fair_twins(struct noe_fair_orbits *orbits, uint32_t twins) {
  return noe_fair_expander_twins(&orbits->expander, twins);
}

const struct noe_clause *noe_fair_read_instance(const struct noe_fair_orbits *orbits, uint32_t instance,
                                                int64_t *arguments) {
  const uint32_t *words = noe_row_words(&orbits->instances, instance);
  assert(words[0] < orbits->space->model->rule_count && "an instance is that of a rule");
  const struct noe_clause *clause = &orbits->space->model->rules[words[0]];
  if (clause->parameter_count)
    memcpy(arguments, words + 1, clause->parameter_count * sizeof *arguments);
  return clause;
}

uint32_t noe_fair_instance(struct noe_fair_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments) {
  uint32_t *words = orbits->expander.instance;
  return noe_fair_row(&orbits->instances, words, noe_fair_write_instance(clause, arguments, words), NULL);
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

/* --------------------------------------------------------------- taking in */

/* Twins are found whenever a state is met, and must be the same. */
static void check_twins(struct noe_fair_orbits *orbits, uint32_t orbit, uint32_t twins) {
  if (orbits->items[orbit].twins == twins)
    return;
  orbits->space->error = "the symmetries of a state were not the same when it was met again";
  orbits->space->stop = NOE_STOP_ERRORS;
}

static uint32_t take_in(struct noe_fair_orbits *orbits, const uint32_t *key, uint32_t hash, uint32_t twins) {
  struct noe_space *space = orbits->space;
  bool fresh;
  noe_fair_grow(space->memory, (void **)&orbits->items, orbits->keys.count, &orbits->room, sizeof *orbits->items);
  uint32_t orbit = noe_fair_row_hashed(&orbits->keys, key, 2 * (size_t)space->model->packed_words, hash, &fresh);
  if (fresh)
    orbits->items[orbit] = (struct noe_fair_orbit){.count = NOE_NOT_EXPANDED, .twins = twins};
  else
    check_twins(orbits, orbit, twins);
  return orbit;
}

uint32_t noe_fair_orbit(struct noe_fair_orbits *orbits, const int64_t *state, uint32_t *arrival) {
  struct noe_expander *expander = &orbits->expander;
  noe_fair_canonise(expander, state);
  uint32_t names = noe_fair_row(&orbits->names, expander->names, expander->name_count, NULL);
  uint32_t twins = noe_fair_row(&orbits->twins, expander->alike, expander->alike_count, NULL);
  *arrival = noe_fair_pair(&orbits->arrivals, names, twins, NULL);
  const uint32_t *key = (const uint32_t *)(const void *)expander->packed;
  return take_in(orbits, key, noe_fair_row_hash(key, 2 * (size_t)orbits->space->model->packed_words), twins);
}

/* The next row of the material of a step. */
static uint32_t read_row(struct noe_rows *rows, const uint32_t **words) {
  uint32_t count = *(*words)++;
  *words += count;
  return noe_fair_row(rows, *words - count, count, NULL);
}

static uint32_t take_kind(struct noe_fair_orbits *orbits, uint32_t orbit, const uint32_t **words) {
  uint32_t instance = read_row(&orbits->instances, words), names = read_row(&orbits->names, words);
  uint32_t twins = read_row(&orbits->twins, words);
  uint32_t arrival = noe_fair_pair(&orbits->arrivals, names, twins, NULL);
  const uint32_t kind[] = {orbits->items[orbit].twins, instance, arrival};
  return noe_fair_row(&orbits->kinds, kind, 3, NULL);
}

static struct noe_orbit_step take_step(struct noe_fair_orbits *orbits, uint32_t orbit,
                                       const struct noe_expander *expander, const struct noe_found_step *found) {
  struct noe_orbit_step step = {found->target, found->kind};
  if (step.target != UINT32_MAX && step.kind != UINT32_MAX)
    return step;
  const uint32_t *words = expander->material + found->material;
  if (step.kind == UINT32_MAX)
    step.kind = take_kind(orbits, orbit, &words);
  step.target = take_in(orbits, expander->material + found->key, found->hash,
                        noe_fair_arrival(orbits, noe_kind_arrival(orbits, step.kind)).second);
  return step;
}

/* In the order in which the interpreter lists instances: where kinds are known the expander has done that. */
static void sort_steps(struct noe_fair_orbits *orbits, size_t first) {
  for (size_t i = first + 1; i < orbits->step_count; i++) {
    struct noe_orbit_step step = orbits->steps[i];
    uint32_t instance = noe_kind_instance(orbits, step.kind);
    size_t place = i;
    for (; place > first &&
           noe_fair_comes_after(orbits, noe_kind_instance(orbits, orbits->steps[place - 1].kind), instance);
         place--)
      orbits->steps[place] = orbits->steps[place - 1];
    orbits->steps[place] = step;
  }
}

void noe_fair_orbit_expect(const struct noe_fair_orbits *orbits, const struct noe_expander *expander, size_t first,
                           uint32_t count) {
  for (size_t i = first; i < first + count; i++)
    if (expander->steps[i].target == UINT32_MAX)
      noe_fair_row_prefetch(&orbits->keys, expander->steps[i].hash, NOE_ROW_SLOT);
}

void noe_fair_orbit_take_in(struct noe_fair_orbits *orbits, uint32_t orbit, const struct noe_expander *expander,
                            size_t first, uint32_t count) {
  size_t begin = orbits->step_count;
  bool is_sorted = true;
  for (size_t i = first; i < first + count; i++) {
    struct noe_orbit_step step = take_step(orbits, orbit, expander, &expander->steps[i]);
    is_sorted &= expander->steps[i].kind != UINT32_MAX;
    NOE_FAIR_PUSH(orbits->space->memory, orbits->steps, orbits->step_count, orbits->step_room, step);
  }
  if (!is_sorted)
    sort_steps(orbits, begin);
  orbits->space->steps += count;
  orbits->items[orbit].first = begin;
  orbits->items[orbit].count = count;
}

/* --------------------------------------------------------------- expanding */

/* So many orbits are expanded before it is worth while to look for a module. Mostly the search has left the object
 * in the cache. */
#ifdef NOE_HOSTILE
enum { SOME_ORBITS = 3 };
#else
enum { SOME_ORBITS = 250 };
#endif

void noe_fair_orbits_poll(struct noe_fair_orbits *orbits, uint32_t count) {
  struct noe_space *space = orbits->space;
  struct noe_system *system = space->system;
  bool always = space->task->options->compile == NOE_COMPILE_ALWAYS;
  if (!system->compiled.was_tried && (always || (orbits->polls += count) >= SOME_ORBITS)) {
    noe_system_compile_begin(system, -1);
    if (always)
      noe_system_compile_wait(system, noe_fair_impatient, space);
  }
  noe_system_compile_poll(system);
}

bool noe_fair_orbit_expand(struct noe_fair_orbits *orbits, uint32_t orbit) {
  struct noe_expander *expander = &orbits->expander;
  if (orbits->items[orbit].count != NOE_NOT_EXPANDED)
    return true;
  if (noe_fair_is_stopped(orbits->space))
    return false;
  noe_fair_orbits_poll(orbits, 1);
  noe_fair_expander_forget(expander);
  if (!noe_fair_find_steps(expander, orbit))
    return false;
  noe_fair_orbit_take_in(orbits, orbit, expander, 0, (uint32_t)expander->step_count);
  return !orbits->space->stop;
}
