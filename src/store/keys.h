/* Keys by number: strings of bytes, all of one length or each with its own.
 *
 * Keys of one length are the records of a column. Others lie in a second column,
 * the text, one after the other, their length before them, and the first column
 * says where; a thread takes room in the text in pieces that do not cross the
 * end of a chunk. A key is written before anybody else knows its number.
 *
 * Threading: as for columns; `make_room` needs the lock. Each thread writes under
 * its own number. */
#ifndef NOE_STORE_KEYS_H
#define NOE_STORE_KEYS_H

#include "store/column.h"

struct noe_key_piece {
  uint64_t next, end;  /* in the text */
  uint64_t padding[6]; /* one cache line for each thread */
};

struct noe_keys {
  bool fixed;
  uint32_t most_bytes;
  uint32_t length_bytes; /* of the length before a key */
  uint32_t threads;
  struct noe_column records; /* the keys, or their places in the text */
  struct noe_column text;
  uint64_t text_next; /* first byte that no piece has */
  struct noe_key_piece *pieces;
};

/* False if there is no memory. */
bool noe_store_keys_init(struct noe_keys *keys, struct noe_pool *pool, uint32_t threads, uint32_t most_bytes,
                         bool fixed);
void noe_store_keys_free(struct noe_keys *keys, struct noe_pool *pool);
/* Forgets all keys and keeps the memory. */
void noe_store_keys_clear(struct noe_keys *keys);
/* Gives this thread room in the text for a key of so many bytes. */
bool noe_store_keys_make_room(struct noe_keys *keys, struct noe_pool *pool, uint32_t thread, uint32_t bytes);

static inline bool noe_keys_have_room(const struct noe_keys *keys, uint32_t thread, uint32_t bytes) {
  return keys->fixed || keys->pieces[thread].end - keys->pieces[thread].next >= (uint64_t)keys->length_bytes + bytes;
}

/* Does a word of `bytes` bytes agree, here and at the end? The two may overlap. */
#define NOE_KEYS_AGREE(type)                                                                                           \
  do {                                                                                                                 \
    type a, b, c, d;                                                                                                   \
    memcpy(&a, stored, sizeof a), memcpy(&b, key, sizeof b);                                                           \
    memcpy(&c, stored + bytes - sizeof c, sizeof c), memcpy(&d, key + bytes - sizeof d, sizeof d);                     \
    return a == b && c == d;                                                                                           \
  } while (0)

/* Two words of eight bytes, for keys of more than sixteen. */
struct noe_keys_words {
  uint64_t first, second;
};

static inline bool noe_keys_differ(const uint8_t *stored, const uint8_t *key) {
  struct noe_keys_words a, b;
  memcpy(&a, stored, sizeof a), memcpy(&b, key, sizeof b);
  return ((a.first ^ b.first) | (a.second ^ b.second)) != 0;
}

/* Keys, and halves of them, are short. */
static inline bool noe_keys_same(const uint8_t *stored, const uint8_t *key, uint32_t bytes) {
  if (bytes > 32)
    return !memcmp(stored, key, bytes);
  if (bytes > 16)
    return !noe_keys_differ(stored, key) && !noe_keys_differ(stored + bytes - 16, key + bytes - 16);
  if (bytes >= 8)
    NOE_KEYS_AGREE(uint64_t);
  if (bytes >= 4)
    NOE_KEYS_AGREE(uint32_t);
  if (bytes >= 2)
    NOE_KEYS_AGREE(uint16_t);
  return !bytes || *stored == *key;
}
#undef NOE_KEYS_AGREE

/* Copies a key, word by word likewise. */
static inline void noe_keys_copy(uint8_t *copy, const uint8_t *key, uint32_t bytes) {
  uint64_t a, b;
  if (bytes > 32) {
    memcpy(copy, key, bytes);
  } else if (bytes > 16) {
    struct noe_keys_words first, last;
    memcpy(&first, key, 16), memcpy(&last, key + bytes - 16, 16);
    memcpy(copy, &first, 16), memcpy(copy + bytes - 16, &last, 16);
  } else if (bytes >= 8) {
    memcpy(&a, key, 8), memcpy(&b, key + bytes - 8, 8);
    memcpy(copy, &a, 8), memcpy(copy + bytes - 8, &b, 8);
  } else if (bytes >= 4) {
    memcpy(&a, key, 4), memcpy(&b, key + bytes - 4, 4);
    memcpy(copy, &a, 4), memcpy(copy + bytes - 4, &b, 4);
  } else if (bytes) {
    uint8_t first = key[0], middle = key[bytes / 2], last = key[bytes - 1];
    copy[0] = first, copy[bytes / 2] = middle, copy[bytes - 1] = last;
  }
}

static inline const uint8_t *noe_keys_at(const struct noe_keys *keys, uint64_t index, uint32_t *bytes) {
  if (keys->fixed) {
    *bytes = keys->most_bytes;
    return noe_column_at(&keys->records, index);
  }
  const uint8_t *start = noe_column_at(&keys->text, noe_column_id(&keys->records, index));
  *bytes = *start;
  for (uint32_t i = 1; i < keys->length_bytes; i++)
    *bytes |= (uint32_t)start[i] << 8 * i;
  return start + keys->length_bytes;
}

/* Writes a key, to be written over by the next one unless it is kept. */
static inline void noe_keys_write(struct noe_keys *keys, uint32_t thread, uint64_t index, const uint8_t *key,
                                  uint32_t bytes) {
  if (keys->fixed) {
    noe_keys_copy(noe_column_at(&keys->records, index), key, bytes);
    return;
  }
  uint8_t *start = noe_column_at(&keys->text, keys->pieces[thread].next);
  for (uint32_t i = 0; i < keys->length_bytes; i++)
    start[i] = (uint8_t)(bytes >> 8 * i);
  noe_keys_copy(start + keys->length_bytes, key, bytes);
  noe_column_set_id(&keys->records, index, keys->pieces[thread].next);
}

static inline void noe_keys_retain(struct noe_keys *keys, uint32_t thread, uint32_t bytes) {
  if (!keys->fixed)
    keys->pieces[thread].next += keys->length_bytes + bytes;
}

static inline bool noe_keys_equal(const struct noe_keys *keys, uint64_t index, const uint8_t *key, uint32_t bytes) {
  uint32_t stored_bytes;
  const uint8_t *stored = noe_keys_at(keys, index, &stored_bytes);
  return stored_bytes == bytes && noe_keys_same(stored, key, bytes);
}

#endif
