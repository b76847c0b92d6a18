#include "store/halves.h"

#include <assert.h>

#include "store/hash.h"

#ifdef NOE_HOSTILE
enum { KEYS_TO_JUDGE_BY = 64, MOST_HALVES = 1 << 10, SPARE = 1 << 8 };
#else
enum { KEYS_TO_JUDGE_BY = 1 << 12, MOST_HALVES = 1 << NOE_ROW_HALF_BITS, SPARE = 1 << 20 };
#endif
enum { INDEX_BYTES = 6, ROW_BYTES = 4 }; /* of a half, of a key: about */
enum { MOST_PADDED = 64 };               /* keys of many lengths, all of them short */

bool noe_store_halves_init(struct noe_halves *halves, struct noe_pool *pool, const struct noe_set_shape *shape,
                           const struct noe_row_table *rows) {
  uint32_t cut = shape->most_bytes / 2;
  *halves = (struct noe_halves){.most_bytes = shape->most_bytes, .fixed = shape->fixed, .rows = rows};
  halves->padded = !shape->fixed && shape->most_bytes <= MOST_PADDED;
  assert(shape->most_bytes <= NOE_HALVES_MOST_BYTES && "longer keys are kept whole");
  halves->open = noe_store_column(sizeof(uint64_t), 1);
  halves->threads = shape->threads;
  halves->recent = noe_store_pool_take(pool, shape->threads * sizeof *halves->recent);
  struct noe_set_shape part = {
      .threads = shape->threads, .most_bytes = cut, .fixed = shape->fixed || halves->padded, .most_ids = MOST_HALVES};
  if (!halves->recent || !noe_store_set_init(&halves->parts[0], pool, &part))
    return false;
  part.most_bytes = shape->most_bytes - cut + halves->padded;
  return noe_store_set_init(&halves->parts[1], pool, &part);
}

void noe_store_halves_free(struct noe_halves *halves, struct noe_pool *pool) {
  noe_store_column_free(&halves->open, pool);
  noe_store_pool_give(pool, halves->recent, halves->threads * sizeof *halves->recent);
  for (int i = 0; i < 2; i++)
    if (halves->parts[i].pool)
      noe_store_set_free(&halves->parts[i]);
}

static uint32_t *recent_place(struct noe_halves *halves, uint32_t thread, int part, const uint8_t *half,
                              uint32_t bytes) {
  uint64_t first = 0, last = 0;
  noe_keys_copy((uint8_t *)&first, half, bytes < 8 ? bytes : 8);
  if (bytes > 8)
    memcpy(&last, half + bytes - 8, 8);
  uint64_t mixed = (first ^ last << 1) * UINT64_C(0x9e3779b97f4a7c15);
  return &halves->recent[thread].numbers[part][mixed >> 56];
}
_Static_assert(NOE_HALVES_RECENT == 1 << 8, "places are the top bits of a word");

/* The number of a half, which is stored if need be; false if there is no room. */
static bool number_half(struct noe_halves *halves, uint32_t thread, int part, const uint8_t *half, uint32_t bytes,
                        uint64_t *number) {
  struct noe_set *set = &halves->parts[part];
  uint32_t *place = recent_place(halves, thread, part, half, bytes);
  if (*place && noe_keys_equal(&set->keys, *place - 1, half, bytes)) {
    *number = *place - 1;
    return true;
  }
  struct noe_offer offer = {.key = half, .bytes = bytes, .probe.hash = noe_store_hash(half, bytes)};
  if (noe_store_set_insert(set, thread, &offer, number) == NOE_INSERT_FULL)
    return false;
  assert(*number < MOST_HALVES && "rows have bits for the numbers of halves");
  *place = (uint32_t)*number + 1;
  return true;
}

/* Nobody else writes them. */
static void note(struct noe_recent *recent, uint32_t bytes) {
  uint64_t keys = atomic_load_explicit(&recent->keys, memory_order_relaxed);
  uint64_t all = atomic_load_explicit(&recent->bytes, memory_order_relaxed);
  atomic_store_explicit(&recent->keys, keys + 1, memory_order_relaxed);
  atomic_store_explicit(&recent->bytes, all + bytes, memory_order_relaxed);
}

static void pad(uint8_t *to, uint32_t size, const uint8_t *from, uint32_t bytes) {
  assert(bytes <= size && "a half fits into what it is padded to");
  noe_keys_copy(to, from, bytes);
  memset(to + bytes, 0, size - bytes);
}

bool noe_store_halves_fold(struct noe_halves *halves, uint32_t thread, const uint8_t *key, uint32_t bytes,
                           uint64_t *root) {
  uint8_t rooms[2][MOST_PADDED + 1];
  assert(bytes <= halves->most_bytes && (!halves->fixed || bytes == halves->most_bytes) &&
         "a key has the length agreed on");
  uint32_t cut = bytes / 2, sizes[2] = {cut, bytes - cut};
  const uint8_t *parts[2] = {key, key + cut};
  uint64_t numbers[2];
  note(&halves->recent[thread], bytes);
  for (int i = 0; i < 2; i++) {
    if (halves->padded) {
      uint32_t size = halves->parts[i].keys.most_bytes;
      pad(rooms[i], size, parts[i], sizes[i]);
      if (i)
        rooms[i][size - 1] = (uint8_t)bytes;
      parts[i] = rooms[i];
      sizes[i] = size;
    }
    if (!number_half(halves, thread, i, parts[i], sizes[i], &numbers[i]))
      return false;
  }
  *root = numbers[0] | numbers[1] << 32;
  return true;
}

uint32_t noe_store_halves_unfold(const struct noe_set *set, uint64_t id, uint8_t *key) {
  struct noe_cut_key stored = noe_halves_key(set, id);
  assert(stored.bytes <= set->halves->most_bytes && "a key is not longer than agreed");
  noe_keys_copy(key, stored.left, stored.cut);
  noe_keys_copy(key + stored.cut, stored.right, stored.bytes - stored.cut);
  return stored.bytes;
}

/* Bytes of a key, rounded up; as long as can be if nothing is known. */
static uint64_t usual_bytes(const struct noe_halves *halves) {
  uint64_t keys = 0, bytes = 0;
  for (uint32_t i = 0; i < halves->threads; i++) {
    keys += atomic_load_explicit(&halves->recent[i].keys, memory_order_relaxed);
    bytes += atomic_load_explicit(&halves->recent[i].bytes, memory_order_relaxed);
  }
  return keys ? (bytes + keys - 1) / keys : halves->most_bytes;
}

/* The first keys bring more halves than others do: that is allowed for. */
bool noe_store_halves_pay(const struct noe_halves *halves, uint64_t keys) {
  uint64_t taken = keys * ROW_BYTES, usual = usual_bytes(halves), own = NOE_STORE_ID_BYTES + 1;
  for (int i = 0; i < 2; i++) {
    const struct noe_set *part = &halves->parts[i];
    if (part->next + SPARE > part->most_ids)
      return false;
    taken += part->next * ((part->keys.fixed ? part->keys.most_bytes : usual / 2 + own) + INDEX_BYTES);
  }
  uint64_t each = usual + (halves->fixed ? 0 : own);
  return halves->thrifty || keys < KEYS_TO_JUDGE_BY || taken < (keys + KEYS_TO_JUDGE_BY / 4) * each;
}

static bool exists(const struct noe_set *part, uint32_t number) {
  return number < part->next && noe_store_set_gap(part, number).start > number;
}

const char *noe_store_halves_check(const struct noe_set *set) {
  const struct noe_halves *halves = set->halves;
  const char *wrong = noe_store_set_check(&halves->parts[0]);
  if (!wrong)
    wrong = noe_store_set_check(&halves->parts[1]);
  for (uint64_t id = 0; id < set->next && id < set->whole && !wrong; id++) {
    struct noe_gap gap = noe_store_set_gap(set, id);
    uint32_t numbers[2];
    if (gap.start <= id) {
      id = gap.end - 1;
      continue;
    }
    noe_halves_numbers(set, id, numbers);
    if (!exists(&halves->parts[0], numbers[0]) || !exists(&halves->parts[1], numbers[1]))
      return "a key has a half that does not exist";
    struct noe_cut_key key = noe_halves_key(set, id);
    if (key.bytes > halves->most_bytes || (halves->fixed && key.bytes != halves->most_bytes))
      return "a key has another length";
    if (key.cut != key.bytes / 2)
      return "a key is not cut in the middle";
  }
  return wrong;
}
