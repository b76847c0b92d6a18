#include "store/set.h"

#include <assert.h>

#include "base/contract.h"
#include "store/halves.h"
#include "store/hash.h"
#include "store/squeeze.h"

#ifdef NOE_HOSTILE
enum { FIRST_GAPS = 1 };
#else
enum { FIRST_GAPS = 16 };
#endif

bool noe_store_set_init(struct noe_set *set, struct noe_pool *pool, const struct noe_set_shape *shape) {
  *set = (struct noe_set){.pool = pool,
                          .threads = shape->threads,
                          .ungated = shape->threads == 1,
                          .dense = shape->threads == 1,
                          .hashed = shape->hashed,
                          .squeezed = shape->squeezed,
                          .unsqueezed_bytes = shape->unsqueezed_bytes,
                          .has_notes = shape->has_notes,
                          .halves = shape->halves,
                          .whole = shape->halves ? UINT64_MAX : 0,
                          .most_ids = shape->most_ids};
  set->notes = noe_store_column(sizeof(uint64_t), 1);
  size_t gates = (shape->threads + NOE_SET_FINDERS) * sizeof *set->gates;
  set->lines_bytes = 64 + gates + shape->threads * sizeof *set->hands;
  set->lines = noe_store_pool_take(pool, set->lines_bytes);
  if (!noe_store_keys_init(&set->keys, pool, shape->threads, shape->most_bytes, shape->fixed) || !set->lines)
    return false;
  set->gates = (struct noe_insert_gate *)(((uintptr_t)set->lines + 63) & ~(uintptr_t)63);
  set->hands = (struct noe_hand *)((uint8_t *)set->gates + gates);
  set->gap_room = shape->threads + FIRST_GAPS;
  set->gaps = noe_store_pool_take(pool, set->gap_room * sizeof *set->gaps);
  return set->gaps && noe_store_set_first_table(set);
}

void noe_store_set_seal(struct noe_set *set) {
  noe_store_pool_give(set->pool, set->table.slots, set->table.capacity * (set->table.wide ? 8 : 4));
  set->table.slots = NULL;
  set->table.capacity = 0;
}

void noe_store_set_free(struct noe_set *set) {
  noe_store_set_seal(set);
  noe_store_keys_free(&set->keys, set->pool);
  noe_store_column_free(&set->notes, set->pool);
  noe_store_pool_give(set->pool, set->gaps, set->gap_room * sizeof *set->gaps);
  noe_store_pool_give(set->pool, set->lines, set->lines_bytes);
}

/* -------------------------------------------------------------------- keys */

static uint64_t hash_key(const struct noe_set *set, const uint8_t *key, uint32_t bytes) {
  uint8_t spread[NOE_SQUEEZE_MOST_BYTES];
  if (!set->squeezed)
    return noe_store_hash(key, bytes);
  bytes = noe_store_unsqueeze(key, set->unsqueezed_bytes, spread);
  return noe_store_hash(spread, bytes);
}

uint64_t noe_store_set_hash(const struct noe_set *set, uint64_t id) {
  uint8_t copy[NOE_HALVES_MOST_BYTES];
  uint64_t hash, whole = noe_set_first_unsplit(set);
  uint32_t bytes;
  if (id < whole)
    return hash_key(set, copy, noe_store_halves_unfold(set, id, copy));
  const uint8_t *key = noe_keys_at(&set->keys, id - whole, &bytes);
  if (!set->hashed)
    return hash_key(set, key, bytes);
  memcpy(&hash, key, sizeof hash);
  return hash;
}

uint32_t noe_store_set_read(const struct noe_set *set, uint64_t id, uint8_t *key) {
  uint64_t whole = noe_set_first_unsplit(set);
  uint32_t bytes;
  if (id < whole)
    return noe_store_halves_unfold(set, id, key);
  const uint8_t *stored = noe_keys_at(&set->keys, id - whole, &bytes);
  noe_keys_copy(key, stored, bytes);
  return bytes;
}

/* ------------------------------------------------------------------- gates */

void noe_store_set_enter(struct noe_set *set, uint32_t thread) {
  if (set->ungated)
    return;
  for (;;) {
    atomic_store(&set->gates[thread].shut, 1);
    if (!atomic_load(&set->growing))
      return;
    atomic_store_explicit(&set->gates[thread].shut, 0, memory_order_release);
    noe_store_set_help(set);
  }
}

void noe_store_set_leave(struct noe_set *set, uint32_t thread) {
  if (set->ungated)
    return;
  assert(atomic_load_explicit(&set->gates[thread].shut, memory_order_relaxed) == 1 && "who leaves has come in");
  atomic_store_explicit(&set->gates[thread].shut, 0, memory_order_release);
}

/* ---------------------------------------------------------------- inserting */

/* Can the key be written under the next id of the thread? */
static inline bool can_write(const struct noe_set *set, uint32_t thread, const struct noe_offer *offer) {
  const struct noe_hand *hand = &set->hands[thread];
  if (hand->next == hand->end)
    return false;
  return hand->next < noe_set_first_unsplit(set) ? offer->is_folded
                                                 : noe_keys_have_room(&set->keys, thread, offer->bytes);
}

static inline void write_key(struct noe_set *set, uint32_t thread, const struct noe_offer *offer) {
  uint64_t id = set->hands[thread].next, whole = noe_set_first_unsplit(set);
  assert(id >= set->base && "a new key has an id of this epoch");
  if (id < whole)
    memcpy(noe_column_at(&set->halves->open, id - set->base), &offer->root, sizeof offer->root);
  else
    noe_keys_write(&set->keys, thread, id - whole, offer->key, offer->bytes);
  if (set->has_notes)
    atomic_store_explicit((_Atomic uint64_t *)noe_column_at(&set->notes, id - set->base), offer->note,
                          memory_order_relaxed);
}

static inline void keep_key(struct noe_set *set, uint32_t thread, uint32_t bytes) {
  struct noe_hand *hand = &set->hands[thread];
  if (hand->next >= noe_set_first_unsplit(set))
    noe_keys_retain(&set->keys, thread, bytes);
  hand->next++;
  uint64_t count = atomic_load_explicit(&hand->count, memory_order_relaxed);
  atomic_store_explicit(&hand->count, count + 1, memory_order_relaxed);
}

/* FULL here means: the thread needs an id, or the key needs halves or room. */
static enum noe_insert try_insert(struct noe_set *set, uint32_t thread, struct noe_offer *offer, uint64_t *id) {
  struct noe_hand *hand = &set->hands[thread];
  const struct noe_table_view view = noe_table_view(&set->table);
  struct noe_probe *probe = &offer->probe;
  uint64_t hash = probe->hash, mine = 0;
  uint64_t slot = probe->generation == view.generation ? probe->slot : noe_view_first(&view, hash);
  for (;; slot = noe_view_next(&view, slot)) {
    uint64_t value = noe_view_load(&view, slot);
    if (!value) {
      if (!mine) {
        if (!can_write(set, thread, offer)) {
          *probe = (struct noe_probe){.hash = hash, .slot = slot, .generation = view.generation};
          return NOE_INSERT_FULL;
        }
        write_key(set, thread, offer);
        mine = noe_view_value(&view, hash, hand->next);
      }
      if (set->ungated)
        noe_view_put(&view, slot, mine);
      else
        value = noe_view_swap(&view, slot, mine);
      if (!value) {
        *id = hand->next;
        keep_key(set, thread, offer->bytes);
        return NOE_INSERT_NEW;
      }
    }
    if (noe_view_has_tag(&view, value, hash) && noe_set_is(set, noe_view_id(&view, value), offer->key, offer->bytes)) {
      *id = noe_view_id(&view, value);
      return NOE_INSERT_OLD;
    }
  }
}

/* What the key was lacking; false if there is no memory for it. Outside of the gate: halves
 * want the lock now and then. */
static bool provide(struct noe_set *set, uint32_t thread, struct noe_offer *offer) {
  struct noe_hand *hand = &set->hands[thread];
  if (hand->next == hand->end || offer->is_folded || hand->next >= noe_set_first_unsplit(set))
    return noe_store_set_claim(set, thread, offer->bytes);
  offer->is_folded = noe_store_halves_fold(set->halves, thread, offer->key, offer->bytes, &offer->root);
  return offer->is_folded;
}

enum noe_insert noe_store_set_insert(struct noe_set *set, uint32_t thread, struct noe_offer *offer, uint64_t *id) {
  assert(set->table.slots && !set->at_rest && "nothing is inserted into a set that is closed");
  for (;;) {
    noe_store_set_enter(set, thread);
    enum noe_insert insert = try_insert(set, thread, offer, id);
    noe_store_set_leave(set, thread);
    if (insert != NOE_INSERT_FULL || !provide(set, thread, offer))
      return insert;
  }
}

/* The key, and the note that may have to change. */
static inline void fetch_key(const struct noe_set *set, uint64_t whole, uint64_t id) {
  if (set->has_notes && id >= set->base)
    __builtin_prefetch(noe_column_at(&set->notes, id - set->base), 1);
  if (id >= whole)
    __builtin_prefetch(noe_column_at(&set->keys.records, id - whole));
  else if (id >= set->base)
    __builtin_prefetch(noe_column_at(&set->halves->open, id - set->base));
  else
    noe_rows_prefetch(set->halves->rows, id);
}

void noe_store_set_fetch(const struct noe_set *set, struct noe_probe *probes, size_t count) {
  const struct noe_table_view view = noe_table_view(&set->table);
  const uint64_t whole = noe_set_first_unsplit(set);
  for (size_t i = 0; i < count; i++) {
    const uint64_t hash = probes[i].hash;
    uint64_t slot = noe_view_first(&view, hash), value;
    while ((value = noe_view_load(&view, slot)) && !noe_view_has_tag(&view, value, hash))
      slot = noe_view_next(&view, slot);
    probes[i].slot = slot;
    probes[i].generation = view.generation;
    probes[i].known = value ? noe_view_id(&view, value) + 1 : 0;
    if (value)
      fetch_key(set, whole, noe_view_id(&view, value));
  }
  for (size_t i = 0; i < count && !set->keys.fixed; i++) /* where they are should be known by now */
    if (probes[i].known > whole)
      __builtin_prefetch(
          noe_column_at(&set->keys.text, noe_column_id(&set->keys.records, probes[i].known - 1 - whole)));
}

static bool find(const struct noe_set *set, const uint8_t *key, uint32_t bytes, uint64_t hash, uint64_t *id) {
  const struct noe_table_view view = noe_table_view(&set->table);
  uint64_t value;
  for (uint64_t slot = noe_view_first(&view, hash); (value = noe_view_load(&view, slot));
       slot = noe_view_next(&view, slot)) {
    if (!noe_view_has_tag(&view, value, hash) || !noe_set_is(set, noe_view_id(&view, value), key, bytes))
      continue;
    *id = noe_view_id(&view, value);
    return true;
  }
  return false;
}

/* Whoever finds has no number: it shares a gate with others. */
bool noe_store_set_find(const struct noe_set *set, const uint8_t *key, uint32_t bytes, uint64_t hash, uint64_t *id) {
  assert(set->table.slots && "nothing is found in a sealed set");
  if (set->ungated)
    return find(set, key, bytes, hash, id);
  struct noe_insert_gate *gate = &set->gates[set->threads + hash % NOE_SET_FINDERS];
  for (;;) {
    atomic_fetch_add(&gate->shut, 1);
    if (!atomic_load(&set->growing))
      break;
    atomic_fetch_sub_explicit(&gate->shut, 1, memory_order_release);
    pthread_mutex_lock(&set->pool->mutex); /* until it has grown */
    pthread_mutex_unlock(&set->pool->mutex);
  }
  bool found = find(set, key, bytes, hash, id);
  atomic_fetch_sub_explicit(&gate->shut, 1, memory_order_release);
  return found;
}

uint64_t noe_store_set_count(const struct noe_set *set) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < set->threads; i++)
    count += atomic_load_explicit(&set->hands[i].count, memory_order_relaxed);
  return count;
}

/* -------------------------------------------------------------------- gaps */

static bool has_rest(const struct noe_hand *hand) { return hand->next < hand->end; }

struct noe_gap noe_store_set_gap(const struct noe_set *set, uint64_t id) {
  uint64_t low = 0, high = set->gap_count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (set->gaps[middle].end > id)
      high = middle;
    else
      low = middle + 1;
  }
  struct noe_gap gap = {UINT64_MAX, UINT64_MAX, 0};
  if (low < set->gap_count)
    gap = set->gaps[low];
  for (uint32_t i = 0; i < set->threads; i++) {
    const struct noe_hand *hand = &set->hands[i];
    if (has_rest(hand) && hand->end > id && hand->next < gap.start)
      gap = (struct noe_gap){hand->next, hand->end, 0};
  }
  return gap;
}

static void add_gap(struct noe_set *set, uint64_t start, uint64_t end) {
  struct noe_gap *before = set->gap_count ? &set->gaps[set->gap_count - 1] : NULL;
  uint64_t missing = (before ? before->missing : 0) + end - start;
  assert(start < end && (!before || before->end <= start) && "gaps are closed in the order of their ids");
  assert(set->gap_count < set->gap_room && "room was made for one gap of each thread");
  if (before && before->end == start)
    *before = (struct noe_gap){before->start, end, missing};
  else
    set->gaps[set->gap_count++] = (struct noe_gap){start, end, missing};
}

bool noe_store_set_prepare(struct noe_set *set) {
  if (set->gap_room - set->gap_count >= set->threads)
    return true;
  uint64_t room = set->gap_room * 2 + set->threads;
  struct noe_gap *moved =
      noe_store_pool_resize(set->pool, set->gaps, set->gap_room * sizeof *moved, room * sizeof *moved);
  if (!moved)
    return false;
  set->gaps = moved;
  set->gap_room = room;
  return true;
}

/* Gives back what is left of the blocks at the very end. */
static void give_back(struct noe_set *set) {
  for (uint32_t i = 0; i < set->threads; i++) {
    struct noe_hand *hand = &set->hands[i];
    if (!has_rest(hand) || hand->end != set->next)
      continue;
    set->next = hand->end = hand->next;
    i = UINT32_MAX; /* another block may end here now */
  }
  if (set->halves && set->next < set->whole && set->whole != UINT64_MAX)
    set->whole = set->next; /* what was given back was to be whole */
  assert(set->next >= set->base && "no id of an earlier epoch is given back");
}

/* Turns the rest with the least ids into a gap; false if there is none. */
static bool close_rest(struct noe_set *set) {
  struct noe_hand *first = NULL;
  for (uint32_t i = 0; i < set->threads; i++)
    if (has_rest(&set->hands[i]) && (!first || set->hands[i].next < first->next))
      first = &set->hands[i];
  if (!first)
    return false;
  add_gap(set, first->next, first->end);
  first->next = first->end;
  return true;
}

void noe_store_set_end_epoch(struct noe_set *set) {
  assert(set->gap_room - set->gap_count >= set->threads && "room was made");
  if (set->dense && !set->reserve) {
    set->base = noe_store_set_end(set);
    return;
  }
  give_back(set);
  while (close_rest(set))
    continue;
  assert(set->next - (set->gap_count ? set->gaps[set->gap_count - 1].missing : 0) == noe_store_set_count(set) &&
         "at the end of an epoch each id is that of a key, or in a gap");
  set->base = set->next;
  set->dense = set->ungated;
}

uint64_t noe_store_set_end(const struct noe_set *set) {
  const struct noe_hand *first = &set->hands[0];
  return set->dense && has_rest(first) ? first->next : set->next;
}

/* In an epoch that several have begun some may have ids left. */
static bool is_dense(const struct noe_set *set) {
  bool dense = !has_rest(&set->hands[0]) || set->hands[0].end == set->next;
  for (uint32_t i = 1; i < set->threads && dense; i++)
    dense = !has_rest(&set->hands[i]);
  return dense;
}

/* No thread is inside. */
static bool is_open(const struct noe_set *set) {
  for (uint32_t i = 0; i < set->threads + NOE_SET_FINDERS; i++)
    if (atomic_load_explicit(&set->gates[i].shut, memory_order_relaxed))
      return false;
  return true;
}

void noe_store_set_alone(struct noe_set *set, bool alone) {
  NOE_COSTLY(is_open(set) && "nobody else is at work");
  set->ungated = alone || set->threads == 1 || set->at_rest;
  if (set->dense && !set->ungated)
    give_back(set); /* it may have been kept from an epoch to the next one */
  set->dense = set->ungated && (set->dense || is_dense(set));
}
