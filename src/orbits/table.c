#include "orbits/table.h"

#include "base/mix.h"

enum { LEAST_ROOM = 64 };

/* The place where number `step` of the places for this hash is. */
static size_t place_of(const struct noe_orbits_table *table, uint64_t hash, size_t step) {
  return (size_t)(noe_mix(0, hash) + step) & (table->room - 1);
}

static void put(struct noe_orbits_table *table, struct noe_orbits_entry entry) {
  size_t step = 0;
  while (table->entries[place_of(table, entry.hash, step)].state)
    step++;
  table->entries[place_of(table, entry.hash, step)] = entry;
}

static void grow(struct noe_orbits_table *table) {
  struct noe_orbits_table old = *table;
  size_t room = old.room ? 2 * old.room : LEAST_ROOM;
  table->entries = noe_base_alloc(table->memory, room * sizeof *table->entries);
  table->room = room;
  for (size_t i = 0; i < old.room; i++)
    if (old.entries[i].state)
      put(table, old.entries[i]);
  noe_base_free(table->memory, old.entries);
}

void noe_orbits_table_add(struct noe_orbits_table *table, uint64_t hash, uint64_t state) {
  if (4 * (table->count + 1) > 3 * table->room)
    grow(table);
  put(table, (struct noe_orbits_entry){hash, state + 1});
  table->count++;
}

void noe_orbits_table_free(struct noe_orbits_table *table) {
  noe_base_free(table->memory, table->entries);
  *table = (struct noe_orbits_table){.memory = table->memory};
}

bool noe_orbits_table_next(const struct noe_orbits_table *table, uint64_t hash, size_t *at, uint64_t *state) {
  while (table->entries) {
    const struct noe_orbits_entry *entry = &table->entries[place_of(table, hash, (*at)++)];
    if (!entry->state)
      return false;
    *state = entry->state - 1;
    if (entry->hash == hash)
      return true;
  }
  return false;
}
