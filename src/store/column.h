/* Records of equal size that never move, and the memory that they come from.
 *
 * A column is an array that grows at its end, by chunks. Record `index` lies in segment j,
 * where 2^j <= index / 2^shift + 1 < 2^(j+1). The chunks of a segment have
 * equal size; those of the first segments are small, those of later ones a
 * sixteenth of the segment, up to a limit: little is reserved in vain, whatever the size.
 * The directory says where each granule of 2^shift records begins: a record is found
 * by one step through it. A larger directory takes the place of one that is full;
 * the old ones stay, for threads that are reading in them.
 *
 * Threading: growing needs the lock of the pool. Whoever has learned, through
 * some synchronisation with the thread that reserved it, that a record exists
 * may use it without a lock: it stays where it is, and every directory from then on
 * leads to it. */
#ifndef NOE_STORE_COLUMN_H
#define NOE_STORE_COLUMN_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"

#ifdef NOE_HOSTILE
enum { NOE_COLUMN_FIRST_BYTES = 64, NOE_COLUMN_DOUBLINGS = 2 };
#else
enum { NOE_COLUMN_FIRST_BYTES = 4096, NOE_COLUMN_DOUBLINGS = 12 }; /* chunks up to 16 MB */
#endif
enum { NOE_STORE_ID_BYTES = 5 };

/* What all parts of a store allocate from; they hold the mutex when they do. */
struct noe_pool {
  struct noe_memory *memory;
  pthread_mutex_t mutex;
  _Atomic size_t bytes;
};

/* NULL if there is no memory. */
void *noe_store_pool_take(struct noe_pool *pool, size_t size);
void *noe_store_pool_resize(struct noe_pool *pool, void *block, size_t old, size_t size);
void noe_store_pool_give(struct noe_pool *pool, void *block, size_t size);
/* Fills a block with zeroes. */
void noe_store_pool_clear(void *block, size_t size);

struct noe_column {
  uint32_t stride;   /* bytes of a record */
  uint32_t shift;    /* a granule, and the first chunk, has 1 << shift records */
  uint64_t reserved; /* records that there are */
  _Atomic(uint8_t **) directory;
  uint64_t room; /* granules that the directory can name */
};

/* Chunks hold at least `least` records. */
struct noe_column noe_store_column(uint32_t stride, uint64_t least);
/* Makes sure that records [0, end) exist; false if there is no memory. */
bool noe_store_column_reserve(struct noe_column *column, struct noe_pool *pool, uint64_t end);
void noe_store_column_free(struct noe_column *column, struct noe_pool *pool);
/* How many records lie in one piece from this one on, in its chunk. */
uint64_t noe_store_column_run(const struct noe_column *column, uint64_t index);

static inline void *noe_column_at(const struct noe_column *column, uint64_t index) {
  uint8_t **directory = atomic_load_explicit(&column->directory, memory_order_acquire);
  uint64_t within = index & (((uint64_t)1 << column->shift) - 1);
  return directory[index >> column->shift] + within * column->stride;
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
