/* Records of equal size that never move, and the memory that they come from.
 *
 * A column is an array that grows at its end. Record `index` lies in segment j,
 * where 2^j <= index / 2^shift + 1 < 2^(j+1). A segment is a list of chunks of
 * equal size; the chunks of the first segments are small, those of later ones a
 * sixteenth of the segment, up to a limit: little is reserved in vain, whatever the size.
 *
 * Threading: growing needs the lock of the pool. Whoever has learned, through
 * some synchronisation with the thread that reserved it, that a record exists
 * may use it without a lock: nothing that leads to it ever changes. */
#ifndef NOE_EXPLICIT_STORE_COLUMN_H
#define NOE_EXPLICIT_STORE_COLUMN_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"

#ifdef NOE_HOSTILE
enum { NOE_COLUMN_FIRST_BYTES = 64, NOE_COLUMN_DOUBLINGS = 2 };
#else
enum { NOE_COLUMN_FIRST_BYTES = 4096, NOE_COLUMN_DOUBLINGS = 12 }; /* chunks up to 16 MB */
#endif
enum { NOE_COLUMN_SEGMENTS = 48, NOE_STORE_ID_BYTES = 5 };

/* What all parts of a store allocate from; they hold the mutex when they do. */
struct noe_pool {
  struct noe_memory *memory;
  pthread_mutex_t mutex;
  _Atomic size_t bytes;
};

/* NULL if there is no memory. */
void *noe_explicit_pool_take(struct noe_pool *pool, size_t size);
void *noe_explicit_pool_resize(struct noe_pool *pool, void *block, size_t old, size_t size);
void noe_explicit_pool_give(struct noe_pool *pool, void *block, size_t size);
/* Fills a block with zeroes. */
void noe_explicit_pool_clear(void *block, size_t size);

struct noe_column {
  uint32_t stride;   /* bytes of a record */
  uint32_t shift;    /* the first chunk has 1 << shift records */
  uint64_t reserved; /* records that there are */
  void **segments[NOE_COLUMN_SEGMENTS];
};

/* Chunks hold at least `least` records. */
struct noe_column noe_explicit_column(uint32_t stride, uint64_t least);
/* Makes sure that records [0, end) exist; false if there is no memory. */
bool noe_explicit_column_reserve(struct noe_column *column, struct noe_pool *pool, uint64_t end);
void noe_explicit_column_free(struct noe_column *column, struct noe_pool *pool);
/* How many records lie in one piece from this one on, in its chunk. */
uint64_t noe_explicit_column_run(const struct noe_column *column, uint64_t index);

/* The chunks of a segment have 1 << this many records. */
static inline uint32_t noe_column_chunk_shift(const struct noe_column *column, uint32_t segment) {
  uint32_t doublings = segment < 4 ? 0 : segment - 4;
  return column->shift + (doublings < NOE_COLUMN_DOUBLINGS ? doublings : NOE_COLUMN_DOUBLINGS);
}

static inline void *noe_column_at(const struct noe_column *column, uint64_t index) {
  uint64_t shifted = index + ((uint64_t)1 << column->shift);
  uint32_t top = 63 - (uint32_t)__builtin_clzll(shifted), segment = top - column->shift;
  uint32_t chunk_shift = noe_column_chunk_shift(column, segment);
  uint64_t within = shifted ^ (uint64_t)1 << top;
  uint8_t *chunk = column->segments[segment][within >> chunk_shift];
  return chunk + (within & (((uint64_t)1 << chunk_shift) - 1)) * column->stride;
}

/* Ids and places take five bytes. */
static inline uint64_t noe_column_id(const struct noe_column *column, uint64_t index) {
  uint64_t id = 0;
  memcpy(&id, noe_column_at(column, index), NOE_STORE_ID_BYTES);
  return id;
}

static inline void noe_column_set_id(const struct noe_column *column, uint64_t index, uint64_t id) {
  memcpy(noe_column_at(column, index), &id, NOE_STORE_ID_BYTES);
}

#endif
