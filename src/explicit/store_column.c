#include "explicit/store_column.h"

#include <assert.h>
#include <sys/mman.h>

/* ids are stored by their low bytes */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the store counts on little endian words");

enum { PAGE = 4096, LARGE = 4 << 20 };

/* A store is read at random: large pages save most of the address translation,
 * which is half the time. Only a hint. The pages at both ends count as well, lest
 * the block falls into two mappings, which the system could not move as one. */
static void prefer_large_pages(void *block, size_t size) {
  uintptr_t start = (uintptr_t)block & ~(uintptr_t)(PAGE - 1);
  if (size >= LARGE)
    madvise((void *)start, (uintptr_t)block + size - start, MADV_HUGEPAGE);
}

void *noe_explicit_pool_take(struct noe_pool *pool, size_t size) {
  void *block = noe_base_try_alloc(pool->memory, size);
  if (!block)
    return NULL;
  prefer_large_pages(block, size);
  atomic_fetch_add_explicit(&pool->bytes, size, memory_order_relaxed);
  return block;
}

/* The pages of a large block are given back: those that take their place are
 * zero, and may be large where the old ones were not. */
void noe_explicit_pool_clear(void *block, size_t size) {
  uintptr_t start = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1), end = (uintptr_t)block + size;
  uintptr_t inner = end & ~(uintptr_t)(PAGE - 1);
  prefer_large_pages(block, size);
  if (size < LARGE || madvise((void *)start, inner - start, MADV_DONTNEED) != 0) {
    memset(block, 0, size);
    return;
  }
  memset(block, 0, start - (uintptr_t)block);
  memset((void *)inner, 0, end - inner);
}

void *noe_explicit_pool_resize(struct noe_pool *pool, void *block, size_t old, size_t size) {
  void *moved = noe_base_try_realloc(pool->memory, block, size);
  if (moved)
    atomic_fetch_add_explicit(&pool->bytes, size - old, memory_order_relaxed);
  return moved;
}

void noe_explicit_pool_give(struct noe_pool *pool, void *block, size_t size) {
  if (!block)
    return;
  noe_base_free(pool->memory, block);
  atomic_fetch_sub_explicit(&pool->bytes, size, memory_order_relaxed);
}

struct noe_column noe_explicit_column(uint32_t stride, uint64_t least) {
  struct noe_column column = {.stride = stride};
  uint64_t bytes = stride ? stride : 1;
  while ((uint64_t)1 << column.shift < least || bytes << (column.shift + 1) <= NOE_COLUMN_FIRST_BYTES)
    column.shift++;
  return column;
}

static uint32_t segment_of(const struct noe_column *column, uint64_t index) {
  return 63 - (uint32_t)__builtin_clzll(index + ((uint64_t)1 << column->shift)) - column->shift;
}

static uint64_t first_of_segment(const struct noe_column *column, uint32_t segment) {
  return (((uint64_t)1 << segment) - 1) << column->shift;
}

static uint64_t chunk_records(const struct noe_column *column, uint32_t segment) {
  return (uint64_t)1 << noe_column_chunk_shift(column, segment);
}

static uint64_t chunk_count(const struct noe_column *column, uint32_t segment) {
  return ((uint64_t)1 << (segment + column->shift)) / chunk_records(column, segment);
}

/* Where the pointer to the chunk of record `index` goes; NULL if there is no memory. */
static void **chunk_place(struct noe_column *column, struct noe_pool *pool, uint64_t index) {
  uint32_t segment = segment_of(column, index);
  assert(segment < NOE_COLUMN_SEGMENTS && "ids and places have 40 bits");
  if (!column->segments[segment])
    column->segments[segment] = noe_explicit_pool_take(pool, chunk_count(column, segment) * sizeof(void *));
  if (!column->segments[segment])
    return NULL;
  uint64_t within = index - first_of_segment(column, segment);
  return column->segments[segment] + within / chunk_records(column, segment);
}

bool noe_explicit_column_reserve(struct noe_column *column, struct noe_pool *pool, uint64_t end) {
  while (column->reserved < end) {
    void **place = chunk_place(column, pool, column->reserved);
    if (!place)
      return false;
    assert(!*place && "a chunk is reserved once");
    uint64_t records = chunk_records(column, segment_of(column, column->reserved));
    *place = noe_explicit_pool_take(pool, records * column->stride);
    if (!*place)
      return false;
    column->reserved += records;
  }
  return true;
}

uint64_t noe_explicit_column_run(const struct noe_column *column, uint64_t index) {
  uint32_t segment = segment_of(column, index);
  uint64_t records = chunk_records(column, segment);
  return records - (index - first_of_segment(column, segment)) % records;
}

void noe_explicit_column_free(struct noe_column *column, struct noe_pool *pool) {
  for (uint32_t segment = 0; segment < NOE_COLUMN_SEGMENTS && column->segments[segment]; segment++) {
    uint64_t chunks = chunk_count(column, segment), bytes = chunk_records(column, segment) * column->stride;
    for (uint64_t i = 0; i < chunks; i++)
      noe_explicit_pool_give(pool, column->segments[segment][i], bytes);
    noe_explicit_pool_give(pool, column->segments[segment], chunks * sizeof(void *));
    column->segments[segment] = NULL;
  }
  column->reserved = 0;
}
