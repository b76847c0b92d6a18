#include "explicit/orbits.h"

#include <string.h>

static uint32_t most_parameters(const struct noe_model *model) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (model->rules[i].parameter_count > most)
      most = model->rules[i].parameter_count;
  return most;
}

void noe_explicit_orbits_init(struct noe_orbits *orbits, struct noe_memory *memory, const struct noe_model *model,
                              const struct noe_proof *proof, int symmetry) {
  *orbits = (struct noe_orbits){.memory = memory, .model = model, .exact = true};
  orbits->total = noe_base_number(memory, 0);
  orbits->size = noe_base_number(memory, 1);
  if (!proof || symmetry == NOE_SYMMETRY_OFF)
    return;
  orbits->arena = noe_base_arena_new(memory);
  const struct noe_symmetry *found = noe_symmetry_new(orbits->arena, model, proof->use);
  if (!found->block_count)
    return;
  enum noe_canon_mode mode = symmetry == NOE_SYMMETRY_FAST ? NOE_CANON_FAST : NOE_CANON_EXACT;
  orbits->canoniser = noe_symmetry_canoniser_new(memory, found, mode);
  orbits->symmetry = found;
  noe_symmetry_twins_init(&orbits->twins, orbits->arena, found);
  orbits->scratch = NOE_NEW_ARRAY(orbits->arena, int64_t, model->cell_count);
  orbits->points = NOE_NEW_ARRAY(orbits->arena, int32_t, most_parameters(model) + 1);
}

void noe_explicit_orbits_free(struct noe_orbits *orbits) {
  if (!orbits->memory)
    return;
  noe_symmetry_canoniser_delete(orbits->canoniser);
  noe_base_arena_delete(orbits->arena);
  noe_base_number_free(&orbits->total);
  noe_base_number_free(&orbits->size);
  *orbits = (struct noe_orbits){0};
}

void noe_explicit_representative(struct noe_orbits *orbits, const int64_t *state, int64_t *result) {
  if (!orbits->symmetry)
    memcpy(result, state, orbits->model->cell_count * sizeof *result);
  else if (!noe_symmetry_canon(orbits->canoniser, state, result))
    orbits->exact = false;
}

void noe_explicit_count_orbit(struct noe_orbits *orbits) {
  if (orbits->symmetry && orbits->exact)
    noe_symmetry_orbit_size(orbits->canoniser, &orbits->size);
  noe_base_number_add(&orbits->total, &orbits->size);
}

/* --------------------------------------------------------------- arguments */

void noe_explicit_permute(const struct noe_orbits *orbits, const int64_t *state, int64_t *result) {
  noe_symmetry_apply(orbits->symmetry, noe_symmetry_canon_permutation(orbits->canoniser), state, result);
}

void noe_explicit_permute_arguments(const struct noe_orbits *orbits, const uint16_t *permutation,
                                    const struct noe_clause *clause, const int64_t *arguments,
                                    int64_t *result) {
  if (!permutation)
    permutation = noe_symmetry_canon_permutation(orbits->canoniser);
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_RANGE)
      result[parameter] = noe_symmetry_apply_value(orbits->symmetry, permutation, binder->type, arguments[parameter]);
    parameter += binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
  }
}

bool noe_explicit_is_indexed(const struct noe_orbits *orbits, const struct noe_clause *clause) {
  if (!orbits->symmetry)
    return false;
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE && orbits->symmetry->moves[clause->binders[i].type->id])
      return true;
  return false;
}

/* --------------------------------------------------------- state symmetries */

void noe_explicit_find_twins(struct noe_orbits *orbits, const int64_t *state) {
  noe_symmetry_canon(orbits->canoniser, state, orbits->scratch);
  noe_symmetry_twins_of(orbits->canoniser, &orbits->twins);
}

/* Elements of a multiset that permutations change are not numbered alike in all
 * states: rules that choose them are fired for every instance. */
static bool is_reduced(const struct noe_orbits *orbits, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE &&
        orbits->symmetry->moves[clause->binders[i].type->element->id])
      return false;
  return true;
}

/* The points that the first `count` arguments name. */
static void find_points(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments,
                        uint32_t count) {
  for (uint32_t i = 0, parameter = 0; parameter < count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    bool chosen = binder->kind == NOE_BINDER_CHOOSE;
    orbits->points[parameter] =
        chosen ? -1 : noe_symmetry_point(orbits->symmetry, binder->type, arguments[parameter]);
    parameter++;
  }
}

bool noe_explicit_leads(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count) {
  struct noe_orbits *orbits = context;
  if (!orbits->twins.count || !is_reduced(orbits, clause))
    return true;
  find_points(orbits, clause, arguments, count);
  return noe_symmetry_leads(&orbits->twins, orbits->points, count);
}

uint64_t noe_explicit_led(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments) {
  if (!orbits->symmetry || !orbits->twins.count || !is_reduced(orbits, clause))
    return 1;
  find_points(orbits, clause, arguments, clause->parameter_count);
  return noe_symmetry_led(&orbits->twins, orbits->points, clause->parameter_count);
}
