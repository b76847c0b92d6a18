/* All images of each state that is found are stored as seen: states are told apart by looking them up. */
#include <assert.h>
#include <string.h>

#include "model/pack.h"
#include "orbits/orbits_int.h"

void noe_orbits_flood_open(struct noe_orbits_search *search, struct noe_exploration *exploration) {
  const struct noe_model *model = exploration->task->model;
  const struct noe_symmetry *symmetry = exploration->system.keys.symmetry;
  struct noe_store_shape shape = {.threads = 1, .most_bytes = model->packed_bytes, .fixed = !model->bag_count};
  search->flood = noe_store_new(search->memory, &shape);
  if (!search->flood)
    noe_base_memory_escape(search->memory);
  memset(&search->originals, 0, sizeof search->originals); /* the arena of the search before is gone */
  search->rotations = noe_symmetry_rotations(exploration->arena, symmetry);
  search->exchange = NOE_NEW_ARRAY(exploration->arena, uint16_t, symmetry->points);
  search->packed = NOE_NEW_ARRAY(exploration->arena, uint64_t, model->packed_words + 1);
  noe_symmetry_identity(symmetry, search->exchange);
}

uint64_t noe_orbits_flood_find(struct noe_exploration *exploration, struct noe_orbits_search *search,
                               const int64_t *cells) {
  const uint8_t *key = (const uint8_t *)search->packed;
  uint32_t bytes = noe_model_pack(exploration->task->model, cells, search->packed);
  uint64_t image;
  bool is_seen = noe_store_find(search->flood, key, bytes, noe_store_hash_key(key, bytes), &image);
  assert((!is_seen || image < search->originals.count) && "each image that is stored has the state that it is one of");
  return is_seen ? search->originals.items[image] : NOE_NO_STATE;
}

static void add(struct noe_exploration *exploration, struct noe_orbits_search *search, const int64_t *cells,
                uint64_t id) {
  const uint8_t *key = (const uint8_t *)search->packed;
  uint32_t bytes = noe_model_pack(exploration->task->model, cells, search->packed);
  uint64_t image, hash = noe_store_hash_key(key, bytes);
  enum noe_insert insert = noe_store_insert(search->flood, 0, key, bytes, hash, NOE_NO_STATE, &image);
  if (insert == NOE_INSERT_FULL)
    noe_base_memory_escape(search->memory);
  if (insert == NOE_INSERT_NEW) {
    assert(image == search->originals.count && "images are numbered in the order in which they are stored");
    NOE_LIST_PUSH(exploration->arena, &search->originals, id);
  }
}

/* Exchanges of neighbours make all permutations of a block. */
static void add_exchanged(struct noe_exploration *exploration, struct noe_orbits_search *search, uint64_t id) {
  const struct noe_symmetry *symmetry = exploration->system.keys.symmetry;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    const struct noe_block *block = &symmetry->blocks[b];
    for (uint32_t p = block->first; !block->is_rigid && p + 1 < block->first + block->size; p++) {
      search->exchange[p] = (uint16_t)(p + 1);
      search->exchange[p + 1] = (uint16_t)p;
      noe_symmetry_apply(symmetry, search->exchange, search->cells, search->image);
      search->exchange[p] = (uint16_t)p;
      search->exchange[p + 1] = (uint16_t)(p + 1);
      add(exploration, search, search->image, id);
    }
  }
}

/* Rotations first, since they commute with exchanges; then whatever exchanges make of that. */
void noe_orbits_flood(struct noe_exploration *exploration, struct noe_orbits_search *search, const int64_t *cells,
                      uint64_t id) {
  const struct noe_symmetry *symmetry = exploration->system.keys.symmetry;
  uint64_t next = search->originals.count;
  add(exploration, search, cells, id);
  for (uint32_t i = 0; search->rotations && i < search->rotations->count; i++) {
    noe_symmetry_apply(symmetry, noe_rotation_row(search->rotations, i), cells, search->image);
    add(exploration, search, search->image, id);
  }
  for (; next < search->originals.count && !noe_verdict_explore_stops(exploration); next++) {
    noe_store_read(search->flood, next, (uint8_t *)search->packed);
    noe_model_unpack(exploration->task->model, search->packed, search->cells);
    add_exchanged(exploration, search, id);
  }
}
