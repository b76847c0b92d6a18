#include "fair/counted.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "fair/counted_int.h"

/* ------------------------------------------------------------------ groups */

/* Which argument of its groups names a point, if one does: the same in all of them. False: it is not so, as where an
 * argument may be a process or something else. */
static bool find_point(struct noe_counted *counted, const struct noe_group_mark *mark, uint32_t number) {
  const struct noe_groups *groups = counted->space->groups;
  uint32_t found = NOE_NO_POINT;
  for (uint32_t i = 0; mark->count && i < mark->width; i++) {
    bool names = noe_fair_group_points(groups, mark, mark->first)[i] >= 0;
    for (uint32_t g = mark->first; g < mark->first + mark->count; g++)
      if ((noe_fair_group_points(groups, mark, g)[i] >= 0) != names)
        return false;
    if (names && found != NOE_NO_POINT)
      return false;
    found = names ? i : found;
  }
  counted->point_of[number] = found;
  return true;
}

static uint16_t block_at(const struct noe_symmetry *symmetry, uint32_t point) {
  uint16_t block = 0;
  while (point >= symmetry->blocks[block].first + symmetry->blocks[block].size)
    block++;
  return block;
}

/* The block of the points of a mark, each of which one of its groups names; NOE_NO_BLOCK: they are not all of a block. */
static uint16_t block_of_mark(const struct noe_counted *counted, const struct noe_group_mark *mark, uint32_t at) {
  const struct noe_groups *groups = counted->space->groups;
  const struct noe_symmetry *symmetry = counted->space->symmetry;
  uint16_t block = block_at(symmetry, (uint32_t)noe_fair_group_points(groups, mark, mark->first)[at]);
  uint32_t met = 0;
  for (uint32_t g = mark->first; g < mark->first + mark->count; g++) {
    int32_t point = noe_fair_group_points(groups, mark, g)[at];
    if (point < 0 || block_at(symmetry, (uint32_t)point) != block)
      return NOE_NO_BLOCK;
    met += point == (int32_t)symmetry->blocks[block].first;
  }
  return (uint64_t)met * symmetry->blocks[block].size == mark->count ? block : NOE_NO_BLOCK;
}

static bool number_mark(struct noe_counted *counted, uint32_t number) {
  const struct noe_group_mark *mark = &counted->space->groups->marks[number];
  uint32_t first = counted->families;
  uint16_t block = NOE_NO_BLOCK;
  counted->first_family[number] = first;
  if (!find_point(counted, mark, number))
    return false;
  counted->families += mark->count;
  if (counted->point_of[number] != NOE_NO_POINT) {
    block = block_of_mark(counted, mark, counted->point_of[number]);
    if (block == NOE_NO_BLOCK)
      return false;
    counted->families = first + mark->count / counted->space->symmetry->blocks[block].size;
  }
  for (uint32_t i = first; i < counted->families; i++) {
    counted->block_of[i] = block;
    counted->strong[i] = mark->strong;
  }
  counted->most_arguments = mark->width > counted->most_arguments ? mark->width : counted->most_arguments;
  return true;
}

/* Groups of one family, and so classes of groups, are few. */
enum { MOST_FAMILIES = 64 };

static bool number_families(struct noe_counted *counted) {
  const struct noe_groups *groups = counted->space->groups;
  struct noe_arena *arena = counted->space->arena;
  counted->first_family = NOE_NEW_ARRAY(arena, uint32_t, groups->mark_count + 1);
  counted->point_of = NOE_NEW_ARRAY(arena, uint32_t, groups->mark_count + 1);
  counted->block_of = NOE_NEW_ARRAY(arena, uint16_t, groups->count + 1);
  counted->strong = NOE_NEW_ARRAY(arena, uint8_t, groups->count + 1);
  for (uint32_t i = 0; i < groups->mark_count; i++)
    if (!number_mark(counted, i))
      return false;
  return counted->families <= MOST_FAMILIES;
}

/* --------------------------------------------------------------------- fit */

/* Compiled code fires one instance for all of a parameter that a rule does not use, and does not say for whom. */
static bool has_idle_group(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->rule_count; i++)
    for (uint32_t k = 0; model->rules[i].mark_count && k < model->rules[i].binder_count; k++)
      if (noe_clause_is_irrelevant(&model->rules[i], k))
        return true;
  return false;
}

static bool suits(const struct noe_space *space) {
  return space->groups && !space->groups->has_conditions && !space->system->has_assumptions && !space->system->puts &&
         !space->system->keys.is_uneven && space->system->keys.symmetry && !space->symmetry->rigid_count &&
         !has_idle_group(space->model);
}

static void shape_system(struct noe_counted *counted) {
  const struct noe_system *system = counted->space->system;
  counted->system = (struct noe_system){.memory = system->memory,
                                        .arena = counted->space->arena,
                                        .model = system->model,
                                        .options = system->options,
                                        .has_assumptions = system->has_assumptions,
                                        .proof = system->proof};
  noe_system_shape(&counted->system);
}

/* Somebody who does not insist on compiled code waits for it so many seconds: mostly the search has left it in the
 * cache. */
static const double patience = 0.5;

static bool is_impatient(void *context) {
  const struct noe_counted *counted = context;
  bool insists = counted->system.options->compile == NOE_COMPILE_ALWAYS;
  return noe_fair_impatient(counted->space) || (!insists && noe_base_now() - counted->system.compiled.began > patience);
}

static bool compile(struct noe_counted *counted) {
  noe_system_compile_begin(&counted->system, -1);
  noe_system_compile_wait(&counted->system, is_impatient, counted);
  noe_system_compile_poll(&counted->system);
  const struct noe_native_module *module = atomic_load(&counted->system.compiled.module);
  if (!module || module->keys != NOE_NATIVE_RUNS)
    return false;
  for (uint32_t i = 0; i < counted->system.model->rule_count; i++)
    if (!module->rules[i])
      return false;
  return true;
}

bool noe_fair_counted(struct noe_counted **made, struct noe_fair_orbits *orbits) {
  struct noe_space *space = orbits->space;
  struct noe_counted *counted = *made = noe_base_alloc(space->memory, sizeof *counted);
  counted->space = space;
  if (!suits(space))
    return false;
  shape_system(counted);
  if (!noe_keys_list_classes(&counted->system.keys) || !number_families(counted) || !compile(counted))
    return false;
  assert(counted->system.keys.symmetry->points == space->symmetry->points && "one proof, one symmetry");
  counted->team = noe_fair_team(orbits);
  counted->workers = noe_base_alloc(space->memory, counted->team->count * sizeof *counted->workers);
  counted->keys = noe_fair_rows(space->memory);
  counted->shapes = noe_fair_rows(space->memory);
  counted->courses = noe_fair_rows(space->memory);
  counted->kinds = noe_fair_rows(space->memory);
  return noe_fair_counted_explore(counted);
}

/* What belongs to other threads lies in their memory, and goes with it. */
static void dismiss(struct noe_counted_worker *worker) {
  struct noe_memory *memory = worker->space->memory;
  noe_system_view_close(&worker->view);
  void *parts[] = {worker->key, worker->counts, worker->entries, worker->arguments, worker->steps, worker->material};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(memory, parts[i]);
}

void noe_fair_counted_delete(struct noe_counted *counted) {
  if (!counted)
    return;
  struct noe_memory *memory = noe_counted_memory(counted);
  for (uint32_t i = 0; counted->workers && i < counted->team->count; i++)
    if (counted->workers[i].space)
      dismiss(&counted->workers[i]);
  noe_system_compile_stop(&counted->system);
  struct noe_rows *rows[] = {&counted->keys, &counted->shapes, &counted->courses, &counted->kinds};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i]->memory)
      noe_fair_rows_free(rows[i]);
  noe_base_free(memory, counted->workers);
  noe_base_free(memory, counted->items);
  noe_base_free(memory, counted->steps);
  noe_base_free(memory, counted);
}
