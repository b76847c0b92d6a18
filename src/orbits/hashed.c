/* Orbits by a hash that symmetric states share (symmetry/invariant.h). With first-found, states that share it are compared:
 * their orbits have one key or they are not the same. With markers the hash is believed. */
#include <string.h>

#include "orbits/orbits_int.h"

#ifdef NOE_HOSTILE
enum { HASH_BITS = 6 };
#else
enum { HASH_BITS = 64 };
#endif

void noe_orbits_hashed_open(struct noe_orbits_search *search, struct noe_exploration *exploration) {
  const struct noe_key_shape *keys = &exploration->system.keys;
  search->table = (struct noe_orbits_table){.memory = search->memory};
  search->mine = (uint8_t *)NOE_NEW_ARRAY(exploration->arena, uint64_t, keys->most_words + 1);
  search->other = (uint8_t *)NOE_NEW_ARRAY(exploration->arena, uint64_t, keys->most_words + 1);
  search->invariant = noe_symmetry_invariant_new(search->memory, keys->symmetry);
}

/* The key of the orbit of the stored state, into search->other. */
static uint32_t key_of(struct noe_exploration *exploration, struct noe_orbits_search *search, uint64_t id) {
  struct noe_orbits *orbits = &exploration->view.orbits;
  noe_store_read(exploration->store, id, search->other);
  noe_system_state(orbits, search->other, search->cells);
  return noe_system_orbit_key(orbits, search->cells, search->other);
}

static uint64_t compare(struct noe_exploration *exploration, struct noe_orbits_search *search, const int64_t *cells) {
  uint32_t bytes = 0;
  uint64_t id;
  bool is_made = false;
  for (size_t at = 0; noe_orbits_table_next(&search->table, search->hash, &at, &id);) {
    if (!is_made)
      bytes = noe_system_orbit_key(&exploration->view.orbits, cells, search->mine);
    is_made = true;
    search->tests++;
    if (key_of(exploration, search, id) == bytes && !memcmp(search->mine, search->other, bytes))
      return id;
    search->differences++;
  }
  return NOE_NO_STATE;
}

uint64_t noe_orbits_hashed_find(struct noe_exploration *exploration, struct noe_orbits_search *search,
                                const int64_t *cells) {
  uint64_t id;
  size_t at = 0;
  search->hash = noe_symmetry_invariant(search->invariant, cells);
  if (search->strategy == NOE_ORBITS_MARKERS)
    return noe_orbits_table_next(&search->table, search->hash, &at, &id) ? id : NOE_NO_STATE;
  search->hash >>= 64 - HASH_BITS;
  return compare(exploration, search, cells);
}
