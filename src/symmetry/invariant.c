#include "symmetry/invariant.h"

#include "symmetry/canon_int.h"

struct noe_invariant {
  struct noe_canoniser *canoniser;
  const struct noe_rotations *rotations; /* NULL: no block is rigid */
  uint32_t *fixed;                       /* cells that are about no vertex */
  uint32_t fixed_count;
  int64_t *rotated;
};

static void find_fixed_cells(struct noe_invariant *invariant) {
  const struct noe_facts *facts = invariant->canoniser->facts;
  uint32_t cells = invariant->canoniser->symmetry->model->cell_count;
  bool *is_fact = NOE_NEW_ARRAY(invariant->canoniser->arena, bool, cells + 1);
  for (uint32_t i = 0; i < facts->count; i++)
    is_fact[facts->facts[i].cell] = true;
  for (uint32_t i = 0; i < cells; i++)
    if (!is_fact[i])
      invariant->fixed[invariant->fixed_count++] = i;
}

struct noe_invariant *noe_symmetry_invariant_new(struct noe_memory *memory, const struct noe_symmetry *symmetry) {
  struct noe_canoniser *canoniser = noe_symmetry_canoniser_new(memory, symmetry, NOE_CANON_EXACT);
  struct noe_invariant *invariant = NOE_NEW(canoniser->arena, struct noe_invariant);
  uint32_t cells = symmetry->model->cell_count;
  *invariant = (struct noe_invariant){.canoniser = canoniser,
                                      .rotations = noe_symmetry_rotations(canoniser->arena, symmetry),
                                      .fixed = NOE_NEW_ARRAY(canoniser->arena, uint32_t, cells + 1),
                                      .rotated = NOE_NEW_ARRAY(canoniser->arena, int64_t, cells + 1)};
  find_fixed_cells(invariant);
  return invariant;
}

void noe_symmetry_invariant_delete(struct noe_invariant *invariant) {
  if (invariant)
    noe_symmetry_canoniser_delete(invariant->canoniser);
}

/* Of all ties, in any order. Refinement ends before it has heard of them where colours tell all points apart. */
static uint64_t of_ties(const struct noe_canoniser *canoniser, const uint64_t *colours) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < canoniser->tie_count; i++) {
    const struct noe_hyperedge *tie = &canoniser->ties[i];
    uint64_t sum = 0;
    for (uint32_t k = 0; k < tie->count; k++)
      sum += colours[canoniser->tied[tie->first + k]] * noe_place(k);
    all += noe_mix(tie->label, sum);
  }
  return all;
}

/* Under exchanges alone: points of rigid blocks count by what they are called. */
static uint64_t of_exchanges(struct noe_invariant *invariant, const int64_t *state) {
  struct noe_canoniser *canoniser = invariant->canoniser;
  const struct noe_facts *facts = canoniser->facts;
  struct noe_level *level = noe_symmetry_level(canoniser, 0);
  canoniser->state = state;
  canoniser->named_known = false;
  noe_symmetry_first_colours(canoniser, level);
  noe_symmetry_set_invariant(level);
  uint64_t hash = level->invariant, slots = 0;
  for (uint32_t i = canoniser->symmetry->points; i < canoniser->vertices; i++)
    slots += noe_mix(1, level->colours[i]);
  hash = noe_mix(noe_mix(hash, slots), of_ties(canoniser, level->colours));
  for (uint32_t i = 0; i < invariant->fixed_count; i++)
    hash = noe_mix(hash, (uint64_t)state[invariant->fixed[i]]);
  for (uint32_t i = 0; i < facts->count; i++) {
    const struct noe_fact *fact = &facts->facts[i];
    if (!fact->count && noe_fact_target(fact, state[fact->cell]) < 0)
      hash = noe_mix(noe_mix(hash, fact->cell), (uint64_t)state[fact->cell]);
  }
  return hash;
}

uint64_t noe_symmetry_invariant(struct noe_invariant *invariant, const int64_t *state) {
  const struct noe_rotations *rotations = invariant->rotations;
  uint64_t least = UINT64_MAX;
  if (!rotations)
    return of_exchanges(invariant, state);
  for (uint32_t i = 0; i < rotations->count; i++) {
    noe_symmetry_apply(rotations->symmetry, noe_rotation_row(rotations, i), state, invariant->rotated);
    const uint64_t hash = of_exchanges(invariant, invariant->rotated);
    least = hash < least ? hash : least;
  }
  return least;
}
