/* Room for more: ids, and a larger table. Everything here holds the lock. */
#include <assert.h>
#include <sched.h>

#include "base/contract.h"
#include "store/halves.h"

#ifdef NOE_HOSTILE
enum { FIRST_CAPACITY = 4, MOST_BLOCK = 4, MOST_ID_BITS = 11, REFILL_IDS = 8, HASTY = 1 << 8 };
#else
enum { FIRST_CAPACITY = 1024, MOST_BLOCK = 256, MOST_ID_BITS = 28, REFILL_IDS = 4096, HASTY = 1 << 20 };
#endif
enum { WIDE_ID_BITS = 40, AHEAD = 32, LONG_KEY = 4 };

/* Above 3/4 the table should grow, a large one above 4/5: what is looked for and not there then
 * takes nine slots, on average, or thirteen, which is less than a line of the cache. Above 15/16
 * it must, or nothing goes in. */
static uint64_t last_limit(uint64_t capacity) { return capacity - capacity / 16 - 1; }
static uint64_t load_limit(uint64_t capacity) { return capacity - capacity / (capacity < HASTY ? 4 : 5) - 1; }
static size_t slot_bytes(bool wide) { return wide ? sizeof(uint64_t) : sizeof(uint32_t); }

/* Ids that are in use or in a block: each may need a slot. */
static uint64_t taken(const struct noe_set *set) {
  return set->next - (set->gap_count ? set->gaps[set->gap_count - 1].missing : 0);
}

static uint32_t bits_for(uint64_t ids) {
  uint32_t bits = 1;
  while (bits < 63 && (uint64_t)1 << bits < ids + 2)
    bits++;
  return bits;
}

/* ---------------------------------------------------------------- refilling */

static void place(const struct noe_table_view *view, bool alone, uint64_t hash, uint64_t id) {
  uint64_t slot = noe_view_first(view, hash), value = noe_view_value(view, hash, id);
  NOE_COSTLY(noe_view_id(view, value) == id && "an id fits into a slot, beside its tag");
  while (noe_view_load(view, slot) || (!alone && noe_view_swap(view, slot, value)))
    slot = noe_view_next(view, slot);
  if (alone)
    noe_view_put(view, slot, value);
}

/* A few keys at a time, so that their slots come from memory together. */
static void place_range(struct noe_set *set, uint64_t start, uint64_t end) {
  uint64_t hashes[AHEAD];
  struct noe_table_view view = noe_table_view(&set->table);
  while (start < end) {
    uint64_t count = end - start < AHEAD ? end - start : AHEAD;
    for (uint64_t i = 0; i < count; i++)
      noe_set_fetch_parts(set, start + i);
    for (uint64_t i = 0; i < count; i++) {
      hashes[i] = noe_store_set_hash(set, start + i);
      __builtin_prefetch(noe_view_place(&view, noe_view_first(&view, hashes[i])), 1);
    }
    for (uint64_t i = 0; i < count; i++)
      place(&view, set->ungated, hashes[i], start + i);
    start += count;
  }
}

static void refill(struct noe_set *set) {
  for (uint64_t at; (at = atomic_fetch_add(&set->refill.next, REFILL_IDS)) < set->next;) {
    uint64_t end = set->next - at < REFILL_IDS ? set->next : at + REFILL_IDS;
    while (at < end) {
      struct noe_gap gap = noe_store_set_gap(set, at);
      place_range(set, at, gap.start < end ? gap.start : end);
      at = gap.end;
    }
  }
}

void noe_store_set_help(struct noe_set *set) {
  while (atomic_load(&set->growing)) {
    atomic_fetch_add(&set->refill.helpers, 1);
    if (atomic_load(&set->refill.open))
      refill(set);
    atomic_fetch_sub(&set->refill.helpers, 1);
    sched_yield();
  }
}

static void refill_together(struct noe_set *set) {
  atomic_store(&set->refill.next, 0);
  atomic_store(&set->refill.open, true);
  refill(set);
  assert(atomic_load(&set->refill.next) >= set->next && "every id was dealt out");
  atomic_store(&set->refill.open, false);
  while (atomic_load(&set->refill.helpers))
    sched_yield();
}

/* ------------------------------------------------------------------ growing */

static void shut_out(struct noe_set *set) {
  if (set->ungated)
    return;
  atomic_store(&set->growing, true);
  for (uint32_t i = 0; i < set->threads + NOE_SET_FINDERS; i++)
    while (atomic_load(&set->gates[i].shut))
      sched_yield();
}

/* Twice as much while that is little; then a quarter more, so that little is in vain, or half as much
 * more where keys are so long that the table is the smaller part; or less where memory is short: the
 * capacity at which the table and the keys that it can hold use up together what there is. */
static uint64_t next_capacity(const struct noe_set *set) {
  uint64_t now = set->table.capacity, ids = taken(set);
  double slot = (double)slot_bytes(set->table.wide),
         others = (double)atomic_load(&set->pool->bytes) - (double)now * slot;
  double each = ids ? others / (double)ids : 0;
  uint64_t planned = now < HASTY ? now * 2 : each > LONG_KEY * slot ? now + now / 2 : now + now / 4;
  size_t limit = noe_base_memory_limit(set->pool->memory), used = noe_base_memory_used(set->pool->memory);
  if (!limit)
    return planned;
  double room = limit > used ? (double)(limit - used) : 0;
  double best = (room + (double)now * slot + others) / (slot + 0.9 * each);
  return best < (double)planned ? (uint64_t)best : planned;
}

/* Grows in place, so that only the additional slots need memory: the ids of all
 * keys are known, hence the table can be cleared and filled again. */
static bool resize(struct noe_set *set, uint64_t capacity) {
  struct noe_table *table = &set->table;
  uint32_t bits = bits_for(set->next - taken(set) + capacity + capacity / 16); /* some gaps to come */
  bool wide = bits > MOST_ID_BITS;
  size_t old = table->capacity * slot_bytes(table->wide), size = capacity * slot_bytes(wide);
  void *slots = noe_store_pool_resize(set->pool, table->slots, old, size);
  if (!slots)
    return false;
  noe_store_pool_clear(slots, size);
  assert(capacity > taken(set) && "a slot stays empty: probing ends");
  assert((!wide || bits <= WIDE_ID_BITS) && "ids leave bits for the tag");
  table->slots = slots;
  table->capacity = capacity;
  table->wide = wide;
  table->id_bits = wide ? WIDE_ID_BITS : bits;
  table->generation++;
  refill_together(set);
  return true;
}

static bool grow(struct noe_set *set, bool must) {
  uint64_t capacity = next_capacity(set);
  if (must && capacity < set->table.capacity)
    capacity = set->table.capacity;
  if (!must && capacity < set->table.capacity + set->table.capacity / 16 + 1)
    return false; /* not worth moving everything */
  shut_out(set);
  bool grown = resize(set, capacity);
  atomic_store(&set->growing, false);
  return grown;
}

bool noe_store_set_first_table(struct noe_set *set) {
  uint64_t capacity = FIRST_CAPACITY;
  set->table.id_bits = bits_for(capacity * 2);
  set->table.slots = noe_store_pool_take(set->pool, capacity * slot_bytes(false));
  if (!set->table.slots)
    return false;
  set->table.capacity = capacity;
  set->table.generation = 1;
  set->grow_at = load_limit(capacity);
  return true;
}

/* Makes sure that the table can take `more`. Above its limit it should grow; if
 * it cannot, it goes on filling up to 15/16, where probing gets too long. */
static bool make_slots(struct noe_set *set, uint64_t more) {
  const struct noe_table *table = &set->table;
  bool named = table->wide || /* or else there are more gaps than were foreseen */
               set->next + more < (uint64_t)1 << table->id_bits;
  if (!named || taken(set) + more > set->grow_at) {
    bool grown = grow(set, !named);
    if (!grown && !named)
      return false;
    uint64_t planned = load_limit(table->capacity), most = last_limit(table->capacity);
    set->grow_at = grown && planned > taken(set) ? planned : taken(set) + more + table->capacity / 64;
    if (set->grow_at > most)
      set->grow_at = most;
  }
  assert(set->grow_at < table->capacity && "the table grows before its last slot is used");
  return taken(set) + more <= set->grow_at;
}

/* ------------------------------------------------------------------ claiming */

/* A small part of what this epoch has brought so far: at its end little is left. */
static uint64_t block_size(const struct noe_set *set) {
  if (set->ungated)
    return MOST_BLOCK;
  uint64_t size = (set->next - set->base) / (32 * (uint64_t)set->threads);
  return size < 1 ? 1 : size > MOST_BLOCK ? MOST_BLOCK : size;
}

/* Room for the keys of the ids from set->next on, below `end`. Keys are kept whole from
 * here on if halves turn out to be a loss. */
static bool reserve_keys(struct noe_set *set, uint64_t end) {
  if (set->halves && set->next < set->whole && !noe_store_halves_pay(set->halves, set->next))
    atomic_store_explicit(&set->whole, set->next, memory_order_relaxed);
  return set->next < set->whole ? noe_store_column_reserve(&set->halves->open, set->pool, end - set->base)
                                : noe_store_column_reserve(&set->keys.records, set->pool, end - set->whole);
}

static bool claim_ids(struct noe_set *set, struct noe_hand *hand, uint64_t size) {
  if (set->next + size > set->most_ids || !make_slots(set, size))
    return false;
  assert(size && hand->next == hand->end && "what a thread has left of a block is not lost");
  uint64_t end = set->next + size;
  if (!reserve_keys(set, end) ||
      (set->has_notes && !noe_store_column_reserve(&set->notes, set->pool, end - set->base)) ||
      (set->reserve && !set->reserve(set->context, end)))
    return false;
  hand->next = set->next;
  hand->end = set->next = end;
  return true;
}

bool noe_store_set_claim(struct noe_set *set, uint32_t thread, uint32_t bytes) {
  struct noe_hand *hand = &set->hands[thread];
  pthread_mutex_lock(&set->pool->mutex);
  bool done = hand->next < hand->end || claim_ids(set, hand, block_size(set)) || claim_ids(set, hand, 1);
  done = done && (hand->next < set->whole || noe_store_keys_make_room(&set->keys, set->pool, thread, bytes));
  pthread_mutex_unlock(&set->pool->mutex);
  return done;
}
