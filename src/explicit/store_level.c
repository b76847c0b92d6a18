/* Levels and numbers. Ids grow from level to level, and numbers with them: the
 * number of a state is its id without the gaps below it. */
#include <assert.h>

#include "explicit/store_int.h"

/* Notes become parents, gaps included: what is copied there nobody reads. */
static void keep_parents(struct noe_store *store, uint64_t start, uint64_t end) {
  for (uint64_t id = start; id < end; id++)
    noe_column_set_id(&store->parents, id, noe_explicit_store_parent(store, id));
}

/* The keys of the level that has been expanded are dropped. */
static void turn_fronts(struct noe_store *store) {
  struct noe_keys expanded = store->fronts[0];
  store->fronts[0] = store->fronts[1];
  store->front_bases[0] = store->front_bases[1];
  noe_explicit_keys_clear(&expanded);
  store->fronts[1] = expanded;
  store->front_bases[1] = store->set.base;
}

bool noe_explicit_store_close_level(struct noe_store *store) {
  uint64_t start = store->set.base;
  uint64_t before = store->set.next;
  /* Parents are read through the notes, which end with the epoch. */
  keep_parents(store, start, before);
  if (!noe_explicit_set_settle(&store->set))
    return false;
  uint64_t count = noe_explicit_store_count(store);
  store->level_size = count - store->closed;
  store->closed = count;
  if (store->shape.kind == NOE_STORE_COMPACT)
    turn_fronts(store);
  return true;
}

uint64_t noe_explicit_store_level_size(const struct noe_store *store) { return store->level_size; }

uint64_t noe_explicit_store_level_state(const struct noe_store *store, uint64_t index) {
  assert(index < store->level_size && "the level has such a state");
  return noe_explicit_store_id(store, store->closed - store->level_size + index);
}

/* How many gaps lie below the state with this id (or, if `numbers`, this number). */
static uint64_t gaps_below(const struct noe_set *set, uint64_t value, bool numbers) {
  uint64_t low = 0, high = set->gap_count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    const struct noe_gap *gap = &set->gaps[middle];
    if ((numbers ? gap->end - gap->missing : gap->end) <= value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint64_t noe_explicit_store_number(const struct noe_store *store, uint64_t id) {
  assert((id < store->set.base || store->shape.threads == 1) && "a state has a number once its level is closed");
  uint64_t below = gaps_below(&store->set, id, false);
  return below ? id - store->set.gaps[below - 1].missing : id;
}

uint64_t noe_explicit_store_id(const struct noe_store *store, uint64_t number) {
  assert((number < store->closed || store->shape.threads == 1) && "there is such a number");
  uint64_t below = gaps_below(&store->set, number, true);
  return below ? number + store->set.gaps[below - 1].missing : number;
}

uint64_t noe_explicit_store_level_end(const struct noe_store *store) { return store->closed; }

uint64_t noe_explicit_store_next_open(const struct noe_store *store, uint64_t id) {
  const struct noe_set *set = &store->set;
  struct noe_gap gap;
  id = id < set->base ? set->base : id;
  while ((gap = noe_explicit_set_gap(set, id)).start <= id)
    id = gap.end;
  return id < set->next ? id : NOE_NO_STATE;
}
