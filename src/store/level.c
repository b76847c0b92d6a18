/* Levels and numbers. Ids grow from level to level, and numbers with them: the
 * number of a state is its id without the gaps below it. */
#include <assert.h>

#include "base/contract.h"
#include "store/store_int.h"

/* Up to how many states each level ends with a look at the whole store. */
#ifdef NOE_HOSTILE
enum { MOST_CHECKED = 300 };
#else
enum { MOST_CHECKED = 0 };
#endif

/* ------------------------------------------------------------------- parents */

enum { PARTS = 1 << NOE_ROW_PART_BITS };

/* The number of a state of the level to expand. */
static uint64_t expanded_number(const struct noe_store *store, uint64_t id) {
  const struct noe_set *set = &store->set;
  uint64_t below = store->level_gaps;
  while (below < set->gap_count && set->gaps[below].end <= id)
    below++;
  return below ? id - set->gaps[below - 1].missing : id;
}

/* Which part of the level to expand a parent is in. */
static uint32_t part_of(const struct noe_store *store, uint64_t parent) {
  if (parent == NOE_NO_STATE || store->level_size == 1)
    return 0;
  uint64_t index = expanded_number(store, parent) - (store->closed - store->level_size);
  assert(index < store->level_size && "a parent is in the level that was expanded");
  if (store->level_size <= UINT32_MAX / PARTS) /* takes half the time */
    return (uint32_t)index * PARTS / (uint32_t)store->level_size;
  return (uint32_t)(index * PARTS / store->level_size);
}

static bool has_row(const struct noe_store *store, uint64_t id, const struct noe_row *row) {
  uint32_t halves[2];
  noe_rows_halves(&store->rows, id, halves);
  return halves[0] == row->halves[0] && halves[1] == row->halves[1] && noe_rows_part(&store->rows, id) == row->part;
}

static void keep_some_rows(struct noe_store *store, uint64_t start, uint64_t end) {
  struct noe_set *set = &store->set;
  const struct noe_era *era = store->rows.eras[store->rows.count - 1];
  uint64_t whole = set->whole;
  for (uint64_t id = start; id < end; id++) {
    struct noe_row row = {{0, 0}, part_of(store, noe_store_open_parent(store, id))};
    if (id < whole)
      noe_halves_numbers(set, id, row.halves);
    noe_era_write(era, id, &row);
    NOE_COSTLY(has_row(store, id, &row) && "a row is read as it was written, once");
  }
}

/* Notes become rows. Ids that no state has get rows that nobody reads; all of a row is 0 that says nothing. */
static void keep_rows(struct noe_store *store, uint64_t start, uint64_t end) {
  if (store->level_size <= 1 && start >= store->set.whole)
    return;
  for (uint64_t id = start; id < end && !store->set.dense;) {
    struct noe_gap gap = noe_store_set_gap(&store->set, id);
    keep_some_rows(store, id, gap.start < end ? gap.start : end);
    id = gap.end;
  }
  if (store->set.dense)
    keep_some_rows(store, start, end);
}

static bool reserve_rows(struct noe_store *store, uint64_t start, uint64_t end) {
  uint64_t halves[2] = {0, 0};
  for (int i = 0; i < 2 && start < store->set.whole; i++)
    halves[i] = store->halves.parts[i].next;
  return noe_rows_reserve(&store->rows, &store->pool, start, end, halves);
}

static void keep_parents(struct noe_store *store, uint64_t start, uint64_t end) {
  for (uint64_t id = start; id < end; id++)
    noe_column_set_id(&store->parents, id, noe_store_open_parent(store, id));
}

/* The open level, and one parent each in a COMPACT store: exactly; else all of a part. */
struct noe_parents noe_store_parents(const struct noe_store *store, uint64_t id) {
  bool is_open = id >= store->set.base;
  if (is_open || store->shape.kind == NOE_STORE_COMPACT) {
    uint64_t parent = is_open ? noe_store_open_parent(store, id) : noe_column_id(&store->parents, id);
    if (parent == NOE_NO_STATE)
      return (struct noe_parents){0, 0};
    return (struct noe_parents){noe_store_number(store, parent), 1};
  }
  uint64_t level = noe_store_level_of(store, noe_store_number(store, id));
  if (!level)
    return (struct noe_parents){0, 0};
  uint64_t begin = store->levels[level - 1], size = store->levels[level] - begin;
  uint64_t part = noe_rows_part(&store->rows, id);
  uint64_t first = (part * size + PARTS - 1) / PARTS, end = ((part + 1) * size + PARTS - 1) / PARTS;
  return (struct noe_parents){begin + first, end - first};
}

/* -------------------------------------------------------------------- levels */

/* The keys of the level that has been expanded are dropped. */
static void turn_fronts(struct noe_store *store) {
  struct noe_keys expanded = store->fronts[0];
  store->fronts[0] = store->fronts[1];
  store->front_bases[0] = store->front_bases[1];
  noe_store_keys_clear(&expanded);
  store->fronts[1] = expanded;
  store->front_bases[1] = store->set.base;
}

static bool make_level_room(struct noe_store *store) {
  if (store->level_room - store->level_count >= 2)
    return true;
  uint64_t room = store->level_room + store->level_room / 2 + 8;
  uint64_t *moved =
      noe_store_pool_resize(&store->pool, store->levels, store->level_room * sizeof *moved, room * sizeof *moved);
  if (!moved)
    return false;
  store->levels = moved;
  store->level_room = room;
  return true;
}

/* What can fail comes first. Parents are read through the notes, which end with the epoch. */
bool noe_store_close_level(struct noe_store *store) {
  bool is_compact = store->shape.kind == NOE_STORE_COMPACT;
  uint64_t start = store->set.base, end = noe_store_set_end(&store->set);
  uint64_t count = store->set.dense ? store->closed + end - start : noe_store_count(store);
  assert(start <= end && count >= store->closed && "states come, and none goes");
  NOE_COSTLY(count == noe_store_count(store) && "where one thread inserts, ids have no gaps");
  if (!make_level_room(store) || !noe_store_set_prepare(&store->set) ||
      (!is_compact && !reserve_rows(store, start, end)))
    return false;
  if (is_compact)
    keep_parents(store, start, end);
  else
    keep_rows(store, start, end);
  store->level_gaps = store->set.gap_count;
  noe_store_set_end_epoch(&store->set);
  store->level_size = count - store->closed;
  store->levels[store->level_count++] = store->closed;
  store->closed = store->levels[store->level_count] = count;
  if (is_compact)
    turn_fronts(store);
  assert((count > MOST_CHECKED || !noe_store_check(store)) && "a level ends with a sound store");
  return true;
}

uint64_t noe_store_level_of(const struct noe_store *store, uint64_t number) {
  uint64_t low = 0, high = store->level_count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (store->levels[middle + 1] <= number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint64_t noe_store_level_first(const struct noe_store *store, uint64_t level) {
  assert(level <= store->level_count && "there is such a level");
  return store->level_count ? store->levels[level] : 0;
}

uint64_t noe_store_level_size(const struct noe_store *store) { return store->level_size; }

uint64_t noe_store_level_state(const struct noe_store *store, uint64_t index) {
  assert(index < store->level_size && "the level has such a state");
  return noe_store_id(store, store->closed - store->level_size + index);
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

uint64_t noe_store_number(const struct noe_store *store, uint64_t id) {
  assert((id < store->set.base || store->shape.threads == 1) && "a state has a number once its level is closed");
  uint64_t below = gaps_below(&store->set, id, false);
  return below ? id - store->set.gaps[below - 1].missing : id;
}

uint64_t noe_store_id(const struct noe_store *store, uint64_t number) {
  assert((number < store->closed || store->shape.threads == 1) && "there is such a number");
  uint64_t below = gaps_below(&store->set, number, true);
  uint64_t id = below ? number + store->set.gaps[below - 1].missing : number;
  NOE_COSTLY((id >= store->set.base || noe_store_number(store, id) == number) && "ids and numbers correspond");
  return id;
}

uint64_t noe_store_level_end(const struct noe_store *store) { return store->closed; }

bool noe_store_leads_on(const struct noe_store *store) {
  const struct noe_set *set = &store->set;
  return set->dense ? noe_store_set_end(set) > set->base : noe_store_count(store) > store->closed;
}

uint64_t noe_store_next_open(const struct noe_store *store, uint64_t id) {
  const struct noe_set *set = &store->set;
  struct noe_gap gap;
  id = id < set->base ? set->base : id;
  while ((gap = noe_store_set_gap(set, id)).start <= id)
    id = gap.end;
  return id < set->next ? id : NOE_NO_STATE;
}
