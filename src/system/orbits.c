#include "system/orbits.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "symmetry/check.h"

#ifdef NOE_HOSTILE
enum { MANY_POINTS = 1 };
#else
enum { MANY_POINTS = 12 };
#endif

static uint64_t group_order(const struct noe_symmetry *symmetry) {
  uint64_t order = 1;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    const struct noe_block *block = &symmetry->blocks[b];
    if (block->is_rigid && __builtin_mul_overflow(order, (uint64_t)noe_rigid_order(block), &order))
      return 0;
    for (uint32_t k = 2; !block->is_rigid && k <= block->size; k++)
      if (__builtin_mul_overflow(order, (uint64_t)k, &order))
        return 0;
  }
  return order;
}

/* The types in use, as far as points can be followed by name. */
static const bool *followed_types(struct noe_arena *arena, const struct noe_proof *proof) {
  bool *use = NOE_NEW_ARRAY(arena, bool, proof->model->type_count);
  for (uint32_t i = 0; i < proof->model->type_count; i++)
    use[i] = proof->use[i] && (!proof->model->types[i]->group || proof->model->types[i]->group->is_followed);
  return use;
}

/* Tables for sums of orbits that no word can count: worth while unless they get too large. */
enum { MOST_ENTRIES = 1 << 18 };

struct noe_key_shape noe_system_key_shape(struct noe_arena *arena, struct noe_memory *memory,
                                          const struct noe_model *model, const struct noe_proof *proof, int symmetry,
                                          enum noe_key_kind kind) {
  assert(model->packed_words * 8 >= model->packed_bytes && "a packed state fits its words");
  const bool counts = kind == NOE_KEYS_OF_ORBITS;
  struct noe_key_shape shape = {.model = model, .most_bytes = model->packed_bytes, .fixed = !model->bag_count};
  shape.mode = symmetry == NOE_SYMMETRY_FAST ? NOE_CANON_FAST : NOE_CANON_EXACT;
  if (proof && symmetry != NOE_SYMMETRY_OFF) {
    shape.symmetry =
        noe_symmetry_new(arena, model, kind == NOE_KEYS_OF_NAMES ? followed_types(arena, proof) : proof->use);
    if (!shape.symmetry->block_count)
      shape.symmetry = NULL;
  }
  shape.is_of_states = shape.symmetry && kind == NOE_KEYS_OF_STATES;
  if (shape.symmetry)
    shape.rotations = noe_symmetry_rotations(arena, shape.symmetry);
  if (shape.symmetry && counts && !shape.rotations)
    shape.runs = noe_symmetry_runs_shape(arena, memory, shape.symmetry);
  if (shape.runs) {
    shape.most_bytes = shape.runs->most_bytes;
    shape.fixed = false;
    shape.sum = noe_symmetry_orbit_sum(arena, shape.symmetry, shape.runs->turns->count);
  } else if (counts && shape.symmetry && !shape.rotations && !group_order(shape.symmetry) &&
             noe_symmetry_orbit_sum_entries(shape.symmetry) <= MOST_ENTRIES) {
    shape.sum = noe_symmetry_orbit_sum(arena, shape.symmetry, 1);
  }
  assert(!(shape.runs && shape.rotations) && "rings have no keys of counts");
  shape.most_words = (shape.most_bytes + 7) / 8;
  if (shape.most_words < model->packed_words)
    shape.most_words = model->packed_words;
  return shape;
}

/* Nobody can be exchanged with anybody. */
static void forget_twins(struct noe_twins *twins) {
  twins->count = 0;
  for (uint32_t i = 0; i < twins->symmetry->points; i++) {
    twins->class_of[i] = NOE_NO_TWINS;
    twins->rank_of[i] = 0;
  }
}

void noe_system_orbits_init(struct noe_orbits *orbits, struct noe_memory *memory, const struct noe_key_shape *shape) {
  assert(shape->model && "keys have been decided on");
  assert((!shape->runs || shape->symmetry) && "counts are counts of points that are permuted");
  const struct noe_model *model = shape->model;
  *orbits = (struct noe_orbits){.memory = memory, .model = model, .shape = shape, .exact = !shape->is_of_states};
  orbits->total = noe_base_number(memory, 0);
  orbits->size = noe_base_number(memory, 1);
  orbits->arena = noe_base_arena_new(memory);
  orbits->key = (uint8_t *)NOE_NEW_ARRAY(orbits->arena, uint64_t, shape->most_words);
  orbits->scratch = NOE_NEW_ARRAY(orbits->arena, int64_t, model->cell_count);
  orbits->points = NOE_NEW_ARRAY(orbits->arena, int32_t, noe_model_most_parameters(model) + 1);
  orbits->symmetry = shape->symmetry;
  orbits->checked = NOE_NEW_ARRAY(orbits->arena, int64_t, 2 * (size_t)model->cell_count);
  if (!shape->symmetry)
    return;
  if (shape->sum)
    orbits->sums = NOE_NEW_ARRAY(orbits->arena, uint64_t, shape->sum->count);
  noe_symmetry_twins_init(&orbits->twins, orbits->arena, shape->symmetry);
  noe_symmetry_twins_init(&orbits->judged, orbits->arena, shape->symmetry);
  noe_symmetry_twins_init(&orbits->nobody, orbits->arena, shape->symmetry);
  noe_symmetry_twins_of_nothing(&orbits->nobody);
  if (shape->rotations) {
    forget_twins(&orbits->twins);
    forget_twins(&orbits->nobody);
    orbits->rotated = NOE_NEW_ARRAY(orbits->arena, int64_t, model->cell_count);
    orbits->permutation = NOE_NEW_ARRAY(orbits->arena, uint16_t, shape->symmetry->points);
  }
  if (shape->runs) {
    orbits->runs = noe_symmetry_runs_new(memory, shape->runs);
    orbits->counts = NOE_NEW_ARRAY(orbits->arena, uint16_t, shape->symmetry->points);
    orbits->entries = NOE_NEW_ARRAY(orbits->arena, uint32_t, shape->symmetry->block_count);
  } else {
    orbits->canoniser = noe_symmetry_canoniser_new(memory, shape->symmetry, shape->mode);
    orbits->group = group_order(shape->symmetry);
  }
}

void noe_system_orbits_free(struct noe_orbits *orbits) {
  if (!orbits->memory)
    return;
  noe_symmetry_canoniser_delete(orbits->canoniser);
  noe_symmetry_runs_delete(orbits->runs);
  noe_base_arena_delete(orbits->arena);
  noe_base_number_free(&orbits->total);
  noe_base_number_free(&orbits->size);
  *orbits = (struct noe_orbits){0};
}

/* -------------------------------------------------------------------- keys */

/* The least of the canonical forms of all rotations of the state, as a packed state; returns its length. */
static uint32_t least_key(struct noe_orbits *orbits, const int64_t *state, uint64_t *key) {
  const struct noe_rotations *rotations = orbits->shape->rotations;
  uint64_t *trial = (uint64_t *)(void *)orbits->key;
  uint32_t least = 0;
  for (uint32_t k = 0; k < rotations->count; k++) {
    const uint16_t *rotation = noe_rotation_row(rotations, k);
    noe_symmetry_apply(orbits->symmetry, rotation, state, orbits->rotated);
    orbits->exact &= noe_symmetry_canon(orbits->canoniser, orbits->rotated, orbits->scratch);
    const uint32_t bytes = noe_model_pack(orbits->model, orbits->scratch, trial);
    const int order = !k ? -1 : bytes != least ? (bytes < least ? -1 : 1) : memcmp(trial, key, bytes);
    if (order < 0) {
      memcpy(key, trial, orbits->model->packed_words * sizeof *key);
      noe_symmetry_compose(orbits->symmetry, noe_symmetry_canon_permutation(orbits->canoniser), rotation,
                           orbits->permutation);
      least = bytes;
    }
    orbits->ties = order < 0 ? 1 : orbits->ties + !order;
  }
  assert((!orbits->exact || rotations->count % orbits->ties == 0) && "the rotations that tie are a coset");
  return least;
}

static uint32_t rotated_key(struct noe_orbits *orbits, const int64_t *state, uint64_t *key) {
  const struct noe_rotations *rotations = orbits->shape->rotations;
  if (!rotations->is_direct)
    return least_key(orbits, state, key);
  const uint32_t least = noe_symmetry_least_rotation(rotations, state, orbits->rotated, &orbits->ties);
  memcpy(orbits->permutation, noe_rotation_row(rotations, least),
         orbits->symmetry->points * sizeof *orbits->permutation);
  return noe_model_pack(orbits->model, orbits->rotated, key);
}

static uint32_t make_key(struct noe_orbits *orbits, const int64_t *state, uint8_t *key) {
  if (orbits->runs)
    return noe_symmetry_runs_encode(orbits->runs, state, key);
  if (orbits->shape->rotations)
    return rotated_key(orbits, state, (uint64_t *)(void *)key);
  if (orbits->canoniser) {
    orbits->exact &= noe_symmetry_canon(orbits->canoniser, state, orbits->scratch);
    state = orbits->scratch;
  }
  return noe_model_pack(orbits->model, state, (uint64_t *)(void *)key);
}

/* pi(s) s = state(key(s)), the law of system.h: by the action on states, not by the way that led to the key. */
static bool leads_to_key(struct noe_orbits *orbits, const int64_t *state, const uint8_t *key) {
  const uint32_t cells = orbits->model->cell_count;
  int64_t *image = orbits->checked, *named = orbits->checked + cells;
  noe_system_state(orbits, key, named);
  if (orbits->symmetry)
    noe_symmetry_apply(orbits->symmetry, noe_system_permutation(orbits), state, image);
  else
    memcpy(image, state, cells * sizeof *image);
  return !memcmp(image, named, cells * sizeof *image);
}

uint32_t noe_system_orbit_key(struct noe_orbits *orbits, const int64_t *state, uint8_t *key) {
  NOE_COSTLY(noe_model_state_is_legal(orbits->model, state) && "states have values of their types, and sorted bags");
  assert(!(orbits->runs && orbits->canoniser) && "keys are counts or canonical forms, not both");
  assert(key != (const uint8_t *)state && "the state is still wanted while its key is made");
  const uint32_t bytes = make_key(orbits, state, key);
  assert(bytes <= orbits->shape->most_bytes && (!orbits->shape->fixed || bytes == orbits->shape->most_bytes) &&
         "a key is as long as the shape says");
  NOE_COSTLY((state == orbits->scratch || leads_to_key(orbits, state, key)) &&
             "the permutation leads to the representative that the key stands for");
  return bytes;
}

uint32_t noe_system_key(struct noe_orbits *orbits, const int64_t *state, uint8_t *key) {
  return orbits->shape->is_of_states ? noe_model_pack(orbits->model, state, (uint64_t *)(void *)key)
                                     : noe_system_orbit_key(orbits, state, key);
}

bool noe_system_is_key(struct noe_orbits *orbits, const uint8_t *key, uint32_t bytes, int64_t *state, uint8_t *again) {
  assert(bytes <= orbits->shape->most_bytes && "no key is longer than the shape says");
  if (orbits->runs && !noe_symmetry_runs_can_decode(orbits->runs, key, bytes))
    return false;
  noe_system_state(orbits, key, state);
  if (!noe_model_state_is_legal(orbits->model, state))
    return false;
  uint32_t length = orbits->runs ? noe_symmetry_runs_encode(orbits->runs, state, again)
                                 : noe_model_pack(orbits->model, state, (uint64_t *)(void *)again);
  return length == bytes && memcmp(key, again, bytes) == 0;
}

void noe_system_state(struct noe_orbits *orbits, const uint8_t *key, int64_t *state) {
  if (orbits->runs)
    noe_symmetry_runs_decode(orbits->runs, key, state, NULL);
  else
    noe_model_unpack(orbits->model, (const uint64_t *)(const void *)key, state);
}

/* Members of a class are ranked by their numbers. */
static void rank_twins(struct noe_twins *twins) {
  memset(twins->size_of, 0, twins->count * sizeof *twins->size_of);
  for (uint32_t i = 0; i < twins->symmetry->points; i++)
    if (twins->class_of[i] != NOE_NO_TWINS)
      twins->rank_of[i] = twins->size_of[twins->class_of[i]]++;
}

void noe_system_state_and_its_twins(struct noe_orbits *orbits, const uint8_t *key, int64_t *state,
                                    struct noe_twins *twins) {
  if (orbits->runs) {
    noe_symmetry_runs_decode(orbits->runs, key, state, twins);
    return;
  }
  noe_system_state(orbits, key, state);
  if (orbits->shape->rotations) {
    forget_twins(twins);
  } else if (orbits->shape->is_of_states) { /* twins need not be neighbours */
    noe_symmetry_canon(orbits->canoniser, state, orbits->scratch);
    noe_symmetry_twins_of(orbits->canoniser, twins);
    rank_twins(twins);
  } else if (orbits->canoniser) {
    noe_symmetry_twins_in(orbits->canoniser, state, twins);
  }
  NOE_COSTLY(noe_model_state_is_legal(orbits->model, state) && "a key that was stored is that of a legal state");
}

void noe_system_state_and_twins(struct noe_orbits *orbits, const uint8_t *key, int64_t *state) {
  noe_system_state_and_its_twins(orbits, key, state, &orbits->twins);
}

/* Twins of a canonical form have to be looked for, and that pays where there are many. */
const struct noe_exchange *noe_system_state_to_judge(struct noe_orbits *orbits, const uint8_t *key, int64_t *state) {
  if (!orbits->runs) {
    noe_system_state(orbits, key, state);
    if (!orbits->canoniser || orbits->shape->rotations || orbits->symmetry->points < MANY_POINTS)
      return NULL;
    noe_symmetry_twins_in(orbits->canoniser, state, &orbits->judged);
    return &orbits->judged.exchange;
  }
  noe_symmetry_runs_decode(orbits->runs, key, state, &orbits->judged);
  return &orbits->judged.exchange;
}

void noe_system_count_classes(struct noe_orbits *orbits, const uint16_t *sizes, uint32_t classes) {
  assert(orbits->sums && "classes are counted where a word cannot hold the size of an orbit");
  noe_symmetry_orbit_sum_add(orbits->shape->sum, orbits->sums, sizes, classes, 1);
}

/* |L s| |R| / ties (symmetry/rotations.h); images under rotations have L-orbits of one size. */
static void count_rotated(struct noe_orbits *orbits) {
  const struct noe_rotations *rotations = orbits->shape->rotations;
  noe_base_number_set(&orbits->size, 1);
  if (!rotations->is_direct && orbits->exact)
    noe_symmetry_orbit_size(orbits->canoniser, &orbits->size);
  assert(orbits->ties && "the key of a state was made before its orbit is counted");
  noe_base_number_multiply(&orbits->size, rotations->count / orbits->ties);
}

void noe_system_count_orbit(struct noe_orbits *orbits, const uint8_t *key, uint64_t stabiliser) {
  if (orbits->shape->is_of_states)
    return;
  assert((!stabiliser || !orbits->canoniser || orbits->group % stabiliser == 0) &&
         "the order of a subgroup divides that of the group (Lagrange)");
  if (orbits->runs) {
    uint32_t entries = noe_symmetry_runs_counts(orbits->shape->runs, key, orbits->counts, orbits->entries);
    assert(orbits->sums && "orbits of values and counts are summed modulo primes");
    noe_symmetry_orbit_sum_add(orbits->shape->sum, orbits->sums, orbits->counts, entries,
                               noe_symmetry_runs_listed(orbits->runs, key));
    return;
  }
  if (orbits->shape->rotations)
    count_rotated(orbits);
  else if (orbits->canoniser && stabiliser)
    noe_base_number_set(&orbits->size, orbits->group / stabiliser);
  else if (orbits->canoniser && orbits->exact)
    noe_symmetry_orbit_size(orbits->canoniser, &orbits->size);
  noe_base_number_add(&orbits->total, &orbits->size);
}

void noe_system_join_orbits(struct noe_orbits *orbits, const struct noe_orbits *other) {
  assert(orbits != other && "nothing is counted twice");
  assert(orbits->shape == other->shape && "both have counted orbits of one group");
  if (orbits->sums)
    noe_symmetry_orbit_sum_join(orbits->shape->sum, orbits->sums, other->sums);
  noe_base_number_add(&orbits->total, &other->total);
}

void noe_system_total_orbits(struct noe_orbits *orbits) {
  if (!orbits->sums)
    return;
  noe_symmetry_orbit_sum_total(orbits->shape->sum, orbits->sums, &orbits->size);
  memset(orbits->sums, 0, orbits->shape->sum->count * sizeof *orbits->sums);
  noe_base_number_add(&orbits->total, &orbits->size);
}

const uint16_t *noe_system_permutation(const struct noe_orbits *orbits) {
  assert(orbits->symmetry && "without symmetry nothing is permuted");
  if (orbits->shape->rotations)
    return orbits->permutation;
  return orbits->runs ? noe_symmetry_runs_permutation(orbits->runs) : noe_symmetry_canon_permutation(orbits->canoniser);
}

void noe_system_find_twins(struct noe_orbits *orbits, const uint8_t *key) {
  assert(orbits->symmetry && "without symmetry there are no twins");
  struct noe_twins *twins = &orbits->twins;
  const uint32_t points = orbits->symmetry->points;
  if (orbits->shape->rotations)
    return; /* there are none, of no state */
  if (orbits->runs) {
    const uint16_t *permutation = noe_system_permutation(orbits);
    noe_symmetry_runs_decode(orbits->runs, key, orbits->scratch, &orbits->judged);
    for (uint32_t i = 0; i < points; i++)
      twins->class_of[i] = orbits->judged.class_of[permutation[i]];
    twins->count = orbits->judged.count;
  } else {
    noe_symmetry_twins_of(orbits->canoniser, twins);
  }
  rank_twins(twins);
  NOE_COSTLY(!noe_symmetry_twins_check(twins) && "twins of the state are classes as those of its representative are");
}

/* --------------------------------------------------------- state symmetries */

bool noe_system_is_indexed(const struct noe_symmetry *symmetry, const struct noe_clause *clause) {
  for (uint32_t i = 0; symmetry && i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_RANGE && symmetry->moves[clause->binders[i].type->id])
      return true;
  return false;
}

/* Elements of a multiset that permutations change are not numbered alike in all
 * states: rules that choose them are fired for every instance, but for what the large
 * blocks of a unary model exchange, which change no such elements. */
static bool is_reduced(const struct noe_orbits *orbits, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE && orbits->symmetry->moves[clause->binders[i].type->element->id])
      return false;
  return true;
}

static bool is_large(const struct noe_orbits *orbits, int32_t point) {
  assert(orbits->runs && "only keys of counts tell large blocks from small ones");
  const struct noe_listed_permutations *turns = orbits->shape->runs->turns;
  for (uint32_t i = 0; i < turns->large->block_count; i++) {
    const struct noe_block *block = &orbits->symmetry->blocks[turns->block_of_large[i]];
    if (point >= (int32_t)block->first && point < (int32_t)(block->first + block->size))
      return true;
  }
  return false;
}

/* The points that the first `count` arguments name, as far as twins matter; false: not
 * at all. */
static bool find_points(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments,
                        uint32_t count) {
  assert(count <= clause->parameter_count && "no more arguments than parameters");
  bool reduced = is_reduced(orbits, clause);
  if (!reduced && !orbits->runs)
    return false;
  for (uint32_t i = 0, parameter = 0; parameter < count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind != NOE_BINDER_RANGE && binder->kind != NOE_BINDER_CHOOSE)
      continue;
    int32_t point = -1;
    if (binder->kind == NOE_BINDER_RANGE && !noe_clause_is_irrelevant(clause, i))
      point = noe_symmetry_point(orbits->symmetry, binder->type, arguments[parameter]);
    assert(point < (int32_t)orbits->symmetry->points && "an argument names a point, or none");
    orbits->points[parameter++] = reduced || is_large(orbits, point) ? point : -1;
  }
  return true;
}

bool noe_system_leads(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count) {
  struct noe_orbits *orbits = context;
  if (clause->kind == NOE_CLAUSE_START && orbits->shape->is_uneven)
    return true;
  const struct noe_twins *twins = clause->kind == NOE_CLAUSE_START ? &orbits->nobody : &orbits->twins;
  return !twins->count || !find_points(orbits, clause, arguments, count) ||
         noe_symmetry_leads(twins, orbits->points, count);
}

/* An idle parameter names nobody: all its values are alike, with or without twins. */
uint64_t noe_system_led(const struct noe_orbits *orbits, const struct noe_clause *clause, const int64_t *arguments) {
  if (!orbits->symmetry || !orbits->twins.count || !find_points(orbits, clause, arguments, clause->parameter_count))
    return noe_clause_alike(clause);
  return noe_clause_alike(clause) * noe_symmetry_led(&orbits->twins, orbits->points, clause->parameter_count);
}
