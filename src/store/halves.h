/* Keys in two halves, each of which is stored once.
 *
 * The states of a model differ from each other in a few places, so there are far fewer
 * halves than keys: mostly less than the square root of them times a small factor. A
 * state costs the numbers of its two halves, which are small, and not the bytes of its
 * key. (Tree compression, store_tree.h, is the same at every step down to words; one
 * step of it takes the most, and a key is read from two places.) Unlike there, a key
 * is looked for as a whole, and only a new one is taken apart.
 *
 * A key is cut in the middle. If keys have many lengths, and none is long, halves are
 * padded with zeroes, and the length of the key follows the right one; halves of keys
 * that may be long have lengths of their own. Numbers and halves correspond one to one,
 * and a key and its length to its halves; hence equal numbers are equal keys.
 *
 * Where halves are nearly as many as keys, that is a loss: then keys with ids from
 * `whole` of the set on are kept whole (`noe_store_halves_pay`).
 *
 * Threading: as for sets, which the halves are in. The numbers of a key of this epoch
 * are written by its inserter, those of earlier ones are in the rows. */
#ifndef NOE_STORE_HALVES_H
#define NOE_STORE_HALVES_H

#include "store/rows.h"
#include "store/set.h"

/* Shorter keys are not worth it; for longer ones there is no room on the stack. */
enum { NOE_HALVES_LEAST_BYTES = 6, NOE_HALVES_MOST_BYTES = 4096 };

/* Numbers of halves that a thread has met lately, and 1; neighbouring states have them in
 * common. */
enum { NOE_HALVES_RECENT = 256 };
struct noe_recent {
  uint32_t numbers[2][NOE_HALVES_RECENT];
  _Atomic uint64_t keys, bytes; /* that it has taken apart, in all */
};

struct noe_halves {
  uint32_t most_bytes;
  bool padded;             /* with zeroes; a byte behind the right half has the length of the key */
  bool fixed;              /* all keys are as long as can be */
  bool thrifty;            /* they pay as long as there is room */
  struct noe_set parts[2]; /* left and right */
  struct noe_column open;  /* numbers of keys from the base of the set on: left, right << 32 */
  const struct noe_row_table *rows;
  struct noe_recent *recent; /* by thread */
  uint32_t threads;
};

/* False if there is no memory; free it then as well. */
bool noe_store_halves_init(struct noe_halves *halves, struct noe_pool *pool, const struct noe_set_shape *shape,
                           const struct noe_row_table *rows);
void noe_store_halves_free(struct noe_halves *halves, struct noe_pool *pool);

/* The numbers of a key, both halves stored; false if there is no room. */
bool noe_store_halves_fold(struct noe_halves *halves, uint32_t thread, const uint8_t *key, uint32_t bytes,
                           uint64_t *root);
/* Back again; `key` has room for most_bytes. Returns the length. */
uint32_t noe_store_halves_unfold(const struct noe_set *set, uint64_t id, uint8_t *key);
/* Do `keys` keys take less room so? For the set under its lock. */
bool noe_store_halves_pay(const struct noe_halves *halves, uint64_t keys);
const char *noe_store_halves_check(const struct noe_set *set);

static inline void noe_halves_numbers(const struct noe_set *set, uint64_t id, uint32_t *numbers) {
  const struct noe_halves *halves = set->halves;
  if (id >= set->base) {
    memcpy(numbers, noe_column_at(&halves->open, id - set->base), sizeof(uint64_t));
    return;
  }
  noe_rows_halves(halves->rows, id, numbers);
}

/* A key as it is stored: two pieces. */
struct noe_cut_key {
  const uint8_t *left, *right;
  uint32_t bytes, cut; /* in all; of the left one */
};

static inline struct noe_cut_key noe_halves_key(const struct noe_set *set, uint64_t id) {
  const struct noe_halves *halves = set->halves;
  uint32_t numbers[2], rest;
  struct noe_cut_key key;
  noe_halves_numbers(set, id, numbers);
  key.left = noe_keys_at(&halves->parts[0].keys, numbers[0], &key.cut);
  key.right = noe_keys_at(&halves->parts[1].keys, numbers[1], &rest);
  key.bytes = key.cut + rest;
  if (halves->padded) {
    key.bytes = key.right[rest - 1];
    key.cut = key.bytes / 2;
  }
  return key;
}

/* With padding, the cut is that of the key which is looked for: nothing waits for the length. */
static inline bool noe_halves_equal(const struct noe_set *set, uint64_t id, const uint8_t *key, uint32_t bytes) {
  const struct noe_halves *halves = set->halves;
  uint32_t numbers[2], cut, rest;
  noe_halves_numbers(set, id, numbers);
  const uint8_t *left = noe_keys_at(&halves->parts[0].keys, numbers[0], &cut);
  const uint8_t *right = noe_keys_at(&halves->parts[1].keys, numbers[1], &rest);
  uint32_t stored = halves->padded ? right[rest - 1] : cut + rest;
  if (halves->padded)
    cut = bytes / 2;
  return stored == bytes && noe_keys_same(left, key, cut) && noe_keys_same(right, key + cut, bytes - cut);
}

/* Is this the key of the set with that id? */
static inline bool noe_set_is(const struct noe_set *set, uint64_t id, const uint8_t *key, uint32_t bytes) {
  uint64_t whole = noe_set_first_unsplit(set);
  return id < whole ? noe_halves_equal(set, id, key, bytes) : noe_keys_equal(&set->keys, id - whole, key, bytes);
}

/* Asks for what the key with that id is made of. */
static inline void noe_set_fetch_parts(const struct noe_set *set, uint64_t id) {
  const struct noe_halves *halves = set->halves;
  uint32_t numbers[2];
  if (id >= noe_set_first_unsplit(set))
    return;
  noe_halves_numbers(set, id, numbers);
  for (int i = 0; i < 2; i++)
    __builtin_prefetch(noe_column_at(&halves->parts[i].keys.records, numbers[i]));
}

#endif
