/* Numbers and texts as bytes, and back. A number takes seven bits a byte, least first;
 * a text is its length and its bytes. Whatever goes wrong (no memory, nothing left to
 * read) is remembered in `failed`, so that it is asked for once, at the end. */
#ifndef NOE_CHECKPOINT_BYTES_H
#define NOE_CHECKPOINT_BYTES_H

#include <string.h>

#include "base/memory.h"

struct noe_bytes {
  struct noe_memory *memory;
  uint8_t *at;
  size_t used, room;
  bool failed;
};

struct noe_bytes_reader {
  const uint8_t *at, *end;
  bool failed;
};

static inline struct noe_bytes noe_bytes(struct noe_memory *memory) { return (struct noe_bytes){.memory = memory}; }

static inline void noe_bytes_free(struct noe_bytes *bytes) {
  noe_base_free(bytes->memory, bytes->at);
  *bytes = noe_bytes(bytes->memory);
}

static inline bool noe_bytes_reserve(struct noe_bytes *bytes, size_t extra) {
  if (bytes->room - bytes->used >= extra)
    return true;
  size_t room = bytes->room ? bytes->room : 256;
  while (room - bytes->used < extra)
    room *= 2;
  uint8_t *moved = noe_base_try_realloc(bytes->memory, bytes->at, room);
  if (!moved) {
    bytes->failed = true;
    return false;
  }
  bytes->at = moved;
  bytes->room = room;
  return true;
}

static inline void noe_bytes_put(struct noe_bytes *bytes, const void *from, size_t size) {
  if (!size || !noe_bytes_reserve(bytes, size))
    return;
  memcpy(bytes->at + bytes->used, from, size);
  bytes->used += size;
}

enum { NOE_NUMBER_BYTES = 10 }; /* at most */

/* Returns how many were written. */
static inline size_t noe_bytes_of_number(uint64_t number, uint8_t *at) {
  size_t used = 0;
  for (; number >= 128; number >>= 7)
    at[used++] = (uint8_t)(number | 128);
  at[used++] = (uint8_t)number;
  return used;
}

static inline void noe_bytes_put_number(struct noe_bytes *bytes, uint64_t number) {
  if (noe_bytes_reserve(bytes, NOE_NUMBER_BYTES))
    bytes->used += noe_bytes_of_number(number, bytes->at + bytes->used);
}

static inline void noe_bytes_put_text(struct noe_bytes *bytes, const char *text) {
  size_t length = strlen(text);
  noe_bytes_put_number(bytes, length);
  noe_bytes_put(bytes, text, length);
}

static inline uint64_t noe_bytes_get_number(struct noe_bytes_reader *reader) {
  uint64_t number = 0;
  for (uint32_t shift = 0; reader->at < reader->end && shift < 64; shift += 7) {
    uint8_t byte = *reader->at++;
    number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128)
      return number;
  }
  reader->failed = true;
  return 0;
}

/* The next `size` bytes where they lie, or NULL. */
static inline const uint8_t *noe_bytes_get(struct noe_bytes_reader *reader, uint64_t size) {
  if (reader->failed || size > (uint64_t)(reader->end - reader->at)) {
    reader->failed = true;
    return NULL;
  }
  const uint8_t *at = reader->at;
  reader->at += size;
  return at;
}

#endif
