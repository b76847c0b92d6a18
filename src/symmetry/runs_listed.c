/* Keys of models that are unary but for small blocks (turns.h). */
#include <assert.h>
#include <string.h>

#include "symmetry/runs_int.h"

/* ---------------------------------------------------------------- encoding */

static void choose(struct noe_runs *runs, uint32_t turn) {
  const struct noe_listed_permutations *turns = runs->shape->turns;
  const struct noe_symmetry *symmetry = runs->shape->symmetry;
  memcpy(runs->chosen, runs->permutation, symmetry->points * sizeof *runs->chosen);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    if (turns->is_small[b])
      memcpy(runs->chosen + symmetry->blocks[b].first, turns->turns[turn].permutation + symmetry->blocks[b].first,
             symmetry->blocks[b].size * sizeof *runs->chosen);
  runs->same = 1;
}

/* Turns that tie are gone through in order; a later one has to be less. */
uint32_t noe_runs_encode_least(struct noe_runs *runs, const int64_t *state, uint8_t *key) {
  const struct noe_listed_permutations *turns = runs->shape->turns;
  size_t row = runs->shape->symmetry->model->cell_count * sizeof *state;
  uint32_t tied = noe_symmetry_listed_counted(turns, noe_symmetry_listed_decided(turns, state), state);
  assert(tied && "of several turns some are least");
  uint32_t turn = (uint32_t)__builtin_ctz(tied);
  noe_symmetry_apply_listed(turns, turn, state, runs->best);
  uint32_t bytes = noe_runs_encode_once(runs, runs->best, key);
  choose(runs, turn);
  for (tied &= tied - 1; tied; tied &= tied - 1) {
    turn = (uint32_t)__builtin_ctz(tied);
    noe_symmetry_apply_listed(turns, turn, state, runs->turned);
    if (!memcmp(runs->turned, runs->best, row)) {
      runs->same++;
      continue;
    }
    uint32_t others = noe_runs_encode_once(runs, runs->turned, runs->other);
    assert(others == bytes && "turns keep the counts of the entries");
    int order = memcmp(runs->other, key, others);
    runs->same += order == 0;
    if (order >= 0)
      continue;
    memcpy(key, runs->other, bytes);
    memcpy(runs->best, runs->turned, row);
    choose(runs, turn);
  }
  assert(turns->count % runs->same == 0 && "the turns that give one key are a coset");
  return bytes;
}

/* -------------------------------------------------------------- stabilisers */

/* The deciding number of sigma s, from the key of s. */
static uint64_t deciding_number(const struct noe_runs_shape *shape, uint32_t number, const uint8_t *key) {
  const struct noe_listed_permutations *turns = shape->turns;
  const struct noe_listed_permutation *turn = &turns->turns[number];
  uint64_t result = 0;
  for (uint32_t i = 0; i < turns->deciding_count; i++) {
    uint32_t k = turns->deciding[i].turned;
    const struct noe_cell *cell = &shape->symmetry->model->cells[turns->cells[k]];
    uint64_t stored = noe_runs_bits(key, shape->bit_of[turn->sources[k]], cell->width);
    if (stored && turn->images[k])
      stored = (uint64_t)turn->images[k][(int64_t)(stored - 1) + cell->base] - (uint64_t)cell->base + 1;
    result |= stored << turns->deciding[i].shift;
  }
  return result;
}

static bool has_same_key(struct noe_runs *runs, uint32_t turn, const uint8_t *key) {
  if (noe_symmetry_listed_fixes(runs->shape->turns, turn, runs->best, runs->turned))
    return true;
  noe_symmetry_apply_listed(runs->shape->turns, turn, runs->best, runs->turned);
  return !memcmp(runs->other, key, noe_runs_encode_once(runs, runs->turned, runs->other));
}

uint32_t noe_symmetry_runs_listed(struct noe_runs *runs, const uint8_t *key) {
  const struct noe_listed_permutations *turns = runs->shape->turns;
  if (turns->count == 1)
    return 1;
  uint64_t here = deciding_number(runs->shape, 0, key);
  uint32_t set = 1, same = 1;
  for (uint32_t i = 1; i < turns->count; i++)
    set |= (uint32_t)(deciding_number(runs->shape, i, key) == here) << i;
  if (set == 1)
    return 1;
  noe_runs_decode_once(runs, key, runs->best, NULL);
  set = noe_symmetry_listed_counted(turns, set, runs->best);
  for (set &= set - 1; set; set &= set - 1)
    same += has_same_key(runs, (uint32_t)__builtin_ctz(set), key);
  assert(turns->count % same == 0 && "the turns that keep a key are a subgroup");
  return same;
}

/* ------------------------------------------------------------------- twins */

/* To be twins is an equivalence: the first of a class is asked for all. */
static void classify(struct noe_runs *runs, const struct noe_block *block, const int64_t *state,
                     struct noe_twins *twins) {
  const struct noe_listed_permutations *turns = runs->shape->turns;
  uint16_t *class_of = twins->class_of;
  uint32_t end = block->first + block->size;
  for (uint32_t a = block->first; a < end; a++)
    class_of[a] = NOE_NO_TWINS;
  for (uint32_t a = block->first; a < end; a++) {
    if (class_of[a] != NOE_NO_TWINS)
      continue;
    uint32_t members = 1;
    twins->rank_of[a] = 0;
    for (uint32_t b = a + 1; b < end; b++) {
      if (class_of[b] != NOE_NO_TWINS ||
          !noe_symmetry_listed_fixes(turns, noe_symmetry_listed_exchange(turns, a, b), state, runs->turned))
        continue;
      class_of[a] = class_of[b] = (uint16_t)twins->count;
      twins->rank_of[b] = (uint16_t)members++;
    }
    if (members > 1)
      twins->size_of[twins->count++] = (uint16_t)members;
  }
}

void noe_runs_small_twins(struct noe_runs *runs, const int64_t *state, struct noe_twins *twins) {
  const struct noe_symmetry *symmetry = runs->shape->symmetry;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    if (runs->shape->turns->is_small[b])
      classify(runs, &symmetry->blocks[b], state, twins);
}
