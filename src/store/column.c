#include "store/column.h"

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

void *noe_store_pool_take(struct noe_pool *pool, size_t size) {
  void *block = noe_base_try_alloc(pool->memory, size);
  if (!block)
    return NULL;
  prefer_large_pages(block, size);
  atomic_fetch_add_explicit(&pool->bytes, size, memory_order_relaxed);
  return block;
}

/* The pages of a large block are given back: those that take their place are
 * zero, and may be large where the old ones were not. */
void noe_store_pool_clear(void *block, size_t size) {
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

void *noe_store_pool_resize(struct noe_pool *pool, void *block, size_t old, size_t size) {
  void *moved = noe_base_try_realloc(pool->memory, block, size);
  if (moved)
    atomic_fetch_add_explicit(&pool->bytes, size - old, memory_order_relaxed);
  return moved;
}

void noe_store_pool_give(struct noe_pool *pool, void *block, size_t size) {
  if (!block)
    return;
  noe_base_free(pool->memory, block);
  const size_t before = atomic_fetch_sub_explicit(&pool->bytes, size, memory_order_relaxed);
  assert(before >= size && "what is given back was taken");
  (void)before;
}

struct noe_column noe_store_column(uint32_t stride, uint64_t least) {
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
  uint32_t doublings = segment < 4 ? 0 : segment - 4;
  return (uint64_t)1 << (column->shift + (doublings < NOE_COLUMN_DOUBLINGS ? doublings : NOE_COLUMN_DOUBLINGS));
}

/* Before a directory: the one before it, and its own room. */
enum { LINK, ROOM, LINKS };

/* Room in the directory for so many granules. */
static bool make_room(struct noe_column *column, struct noe_pool *pool, uint64_t granules) {
  uint64_t room = column->room;
  if (granules <= room)
    return true;
  while (room < granules)
    room = room * 2 + 4;
  uint8_t **old = column->directory;
  uint8_t **block = noe_store_pool_take(pool, (room + LINKS) * sizeof *block);
  if (!block)
    return false;
  block[LINK] = (uint8_t *)old;
  block[ROOM] = (uint8_t *)(uintptr_t)room;
  if (old)
    memcpy(block + LINKS, old, column->room * sizeof *block);
  atomic_store_explicit(&column->directory, block + LINKS, memory_order_release);
  column->room = room;
  return true;
}

bool noe_store_column_reserve(struct noe_column *column, struct noe_pool *pool, uint64_t end) {
  while (column->reserved < end) {
    uint64_t records = chunk_records(column, segment_of(column, column->reserved));
    uint64_t first = column->reserved >> column->shift, granules = records >> column->shift;
    if (!make_room(column, pool, first + granules))
      return false;
    assert(first + granules <= column->room && column->reserved == first << column->shift &&
           "a chunk is whole granules, all of which the directory can name");
    uint8_t *chunk = noe_store_pool_take(pool, records * column->stride);
    if (!chunk)
      return false;
    for (uint64_t i = 0; i < granules; i++)
      column->directory[first + i] = chunk + (i << column->shift) * column->stride;
    column->reserved += records;
  }
  return true;
}

uint64_t noe_store_column_run(const struct noe_column *column, uint64_t index) {
  uint32_t segment = segment_of(column, index);
  uint64_t records = chunk_records(column, segment);
  assert(index >= first_of_segment(column, segment) && index < first_of_segment(column, segment + 1) &&
         "the record lies in its segment");
  return records - (index - first_of_segment(column, segment)) % records;
}

void noe_store_column_free(struct noe_column *column, struct noe_pool *pool) {
  for (uint64_t index = 0; index < column->reserved;) {
    uint64_t records = chunk_records(column, segment_of(column, index));
    noe_store_pool_give(pool, noe_column_at(column, index), records * column->stride);
    index += records;
  }
  for (uint8_t **directory = column->directory; directory;) {
    uint8_t **block = directory - LINKS;
    directory = (uint8_t **)block[LINK];
    noe_store_pool_give(pool, block, ((uintptr_t)block[ROOM] + LINKS) * sizeof *block);
  }
  column->directory = NULL;
  column->reserved = column->room = 0;
}
