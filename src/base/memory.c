#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blocks form a doubly linked ring through `memory->ring`, so that a sweep can
 * free what an interrupted computation left behind. */
struct block {
  struct block *previous, *next;
  size_t size;
  size_t padding; /* keeps the payload aligned to 16 bytes */
};

struct noe_memory {
  struct block ring;
  size_t limit, used, peak;
  uint64_t requests, fail_at;
  jmp_buf *escape;
};

static void ring_reset(struct noe_memory *memory) {
  memory->ring.previous = memory->ring.next = &memory->ring;
}

static void ring_insert(struct noe_memory *memory, struct block *block) {
  block->previous = &memory->ring;
  block->next = memory->ring.next;
  block->next->previous = block;
  memory->ring.next = block;
}

static void ring_remove(struct block *block) {
  block->previous->next = block->next;
  block->next->previous = block->previous;
}

struct noe_memory *noe_base_memory_new(size_t limit) {
  struct noe_memory *memory = calloc(1, sizeof *memory);
  if (!memory)
    return NULL;
  memory->limit = limit;
  ring_reset(memory);
  return memory;
}

void noe_base_memory_sweep(struct noe_memory *memory) {
  for (struct block *block = memory->ring.next, *next; block != &memory->ring; block = next) {
    next = block->next;
    free(block);
  }
  ring_reset(memory);
  memory->used = 0;
}

void noe_base_memory_delete(struct noe_memory *memory) {
  if (!memory)
    return;
  noe_base_memory_sweep(memory);
  free(memory);
}

void noe_base_memory_set_limit(struct noe_memory *memory, size_t limit) { memory->limit = limit; }
size_t noe_base_memory_limit(const struct noe_memory *memory) { return memory->limit; }
size_t noe_base_memory_used(const struct noe_memory *memory) { return memory->used; }
size_t noe_base_memory_peak(const struct noe_memory *memory) { return memory->peak; }
uint64_t noe_base_memory_requests(const struct noe_memory *memory) { return memory->requests; }

void noe_base_memory_fail_at(struct noe_memory *memory, uint64_t nth) {
  memory->fail_at = nth ? memory->requests + nth : 0;
}

jmp_buf *noe_base_memory_guard(struct noe_memory *memory, jmp_buf *escape) {
  jmp_buf *before = memory->escape;
  memory->escape = escape;
  return before;
}

_Noreturn void noe_base_memory_escape(struct noe_memory *memory) {
  if (memory->escape)
    longjmp(*memory->escape, 1);
  fputs("noether: out of memory\n", stderr);
  abort();
}

/* May `extra` more bytes be taken? Counts the request. */
static bool admit(struct noe_memory *memory, size_t extra) {
  memory->requests++;
  if (memory->fail_at && memory->requests == memory->fail_at)
    return false;
  if (extra > SIZE_MAX / 2)
    return false;
  return !memory->limit || (memory->used <= memory->limit && extra <= memory->limit - memory->used);
}

static void account(struct noe_memory *memory, size_t removed, size_t added) {
  assert(memory->used >= removed && "more memory returned than was taken");
  memory->used = memory->used - removed + added;
  if (memory->used > memory->peak)
    memory->peak = memory->used;
}

void *noe_base_try_alloc(struct noe_memory *memory, size_t size) {
  if (!admit(memory, size))
    return NULL;
  struct block *block = calloc(1, sizeof *block + size);
  if (!block)
    return NULL;
  block->size = size;
  ring_insert(memory, block);
  account(memory, 0, size);
  return block + 1;
}

void *noe_base_alloc(struct noe_memory *memory, size_t size) {
  void *payload = noe_base_try_alloc(memory, size);
  if (!payload)
    noe_base_memory_escape(memory);
  return payload;
}

void *noe_base_try_realloc(struct noe_memory *memory, void *payload, size_t size) {
  if (!payload)
    return noe_base_try_alloc(memory, size);
  struct block *block = (struct block *)payload - 1;
  size_t old = block->size;
  if (!admit(memory, size > old ? size - old : 0))
    return NULL;
  ring_remove(block);
  struct block *moved = realloc(block, sizeof *block + size);
  ring_insert(memory, moved ? moved : block);
  if (!moved)
    return NULL;
  moved->size = size;
  account(memory, old, size);
  if (size > old)
    memset((char *)(moved + 1) + old, 0, size - old);
  return moved + 1;
}

void *noe_base_realloc(struct noe_memory *memory, void *payload, size_t size) {
  void *moved = noe_base_try_realloc(memory, payload, size);
  if (!moved)
    noe_base_memory_escape(memory);
  return moved;
}

void noe_base_free(struct noe_memory *memory, void *payload) {
  if (!payload)
    return;
  struct block *block = (struct block *)payload - 1;
  ring_remove(block);
  account(memory, block->size, 0);
  free(block);
}
