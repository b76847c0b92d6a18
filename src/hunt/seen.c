#include "hunt/seen.h"

#include <assert.h>

#ifdef NOE_HOSTILE
enum { FIRST_SIZE = 1 << 10 };
#else
enum { FIRST_SIZE = 1 << 14 };
#endif

bool noe_hunt_seen_init(struct noe_seen *seen, struct noe_memory *memory) {
  *seen = (struct noe_seen){.memory = memory, .size = FIRST_SIZE};
  seen->slots = noe_base_try_alloc(memory, FIRST_SIZE * sizeof *seen->slots);
  return seen->slots && pthread_rwlock_init(&seen->lock, NULL) == 0;
}

void noe_hunt_seen_free(struct noe_seen *seen) {
  if (!seen->slots)
    return;
  noe_base_free(seen->memory, seen->slots);
  pthread_rwlock_destroy(&seen->lock);
  *seen = (struct noe_seen){0};
}

/* Nobody else uses the table. */
static void grow(struct noe_seen *seen) {
  assert(seen->count <= seen->size && "no more are counted than there are slots");
  uint64_t size = seen->size * 2;
  _Atomic uint64_t *slots = noe_base_try_alloc(seen->memory, size * sizeof *slots);
  if (!slots) {
    seen->is_full = true;
    return;
  }
  for (uint64_t i = 0; i < seen->size; i++) {
    uint64_t hash = atomic_load_explicit(&seen->slots[i], memory_order_relaxed), slot = hash & (size - 1);
    if (!hash)
      continue;
    while (atomic_load_explicit(&slots[slot], memory_order_relaxed))
      slot = (slot + 1) & (size - 1);
    atomic_store_explicit(&slots[slot], hash, memory_order_relaxed);
  }
  noe_base_free(seen->memory, seen->slots);
  seen->slots = slots;
  seen->size = size;
}

static bool is_crowded(const struct noe_seen *seen) { return !seen->is_full && seen->count >= seen->size / 2; }

static void make_room(struct noe_seen *seen) {
  pthread_rwlock_wrlock(&seen->lock);
  if (is_crowded(seen)) /* another thread may have been faster */
    grow(seen);
  pthread_rwlock_unlock(&seen->lock);
}

/* The slot that has the hash, or the empty one where it would go. At most half of them are taken,
 * and each thread adds one at most after that. */
static uint64_t find(const struct noe_seen *seen, uint64_t hash, uint64_t *there) {
  assert(seen->size && (seen->size & (seen->size - 1)) == 0 && "sizes are powers of two");
  uint64_t slot = hash & (seen->size - 1);
  while ((*there = atomic_load_explicit(&seen->slots[slot], memory_order_relaxed)) && *there != hash)
    slot = (slot + 1) & (seen->size - 1);
  return slot;
}

static bool add(struct noe_seen *seen, uint64_t hash) {
  uint64_t there;
  for (;;) {
    uint64_t slot = find(seen, hash, &there);
    if (there == hash)
      return false;
    if (seen->is_full && seen->count >= seen->size / 2)
      return true;
    if (atomic_compare_exchange_strong_explicit(&seen->slots[slot], &there, hash, memory_order_relaxed,
                                                memory_order_relaxed)) {
      atomic_fetch_add_explicit(&seen->count, 1, memory_order_relaxed);
      return true;
    }
  }
}

static uint64_t nonzero(uint64_t hash) { return hash ? hash : 1; }

bool noe_hunt_seen_add(struct noe_seen *seen, uint64_t hash) {
  assert(seen->slots && "the set is open");
  if (is_crowded(seen))
    make_room(seen);
  pthread_rwlock_rdlock(&seen->lock);
  bool is_new = add(seen, nonzero(hash));
  pthread_rwlock_unlock(&seen->lock);
  return is_new;
}
