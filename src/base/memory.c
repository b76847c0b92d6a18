#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
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

/* What all contexts of a tree count together. No order between threads rests on it. */
struct account {
  _Atomic size_t limit, used, peak;
  _Atomic uint64_t requests, fail_at;
};

struct noe_memory {
  struct block ring;
  struct account *account; /* of the root */
  size_t held;             /* bytes in the ring */
  jmp_buf *escape;
  struct noe_memory *root; /* NULL: this is it */
  struct noe_memory *branches, *previous, *next;
  struct account own;
};

static void ring_reset(struct noe_memory *memory) { memory->ring.previous = memory->ring.next = &memory->ring; }

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
  memory->account = &memory->own;
  memory->own.limit = limit;
  ring_reset(memory);
  return memory;
}

struct noe_memory *noe_base_memory_branch(struct noe_memory *memory) {
  assert(!memory->root && "branches have no branches");
  struct noe_memory *branch = calloc(1, sizeof *branch);
  if (!branch)
    return NULL;
  branch->root = memory;
  branch->account = memory->account;
  branch->next = memory->branches;
  if (branch->next)
    branch->next->previous = branch;
  memory->branches = branch;
  ring_reset(branch);
  return branch;
}

void noe_base_memory_sweep(struct noe_memory *memory) {
  while (memory->branches)
    noe_base_memory_delete(memory->branches);
  for (struct block *block = memory->ring.next, *next; block != &memory->ring; block = next) {
    next = block->next;
    free(block);
  }
  ring_reset(memory);
  assert(noe_base_memory_used(memory) >= memory->held && "the whole tree uses what one of its contexts holds");
  atomic_fetch_sub_explicit(&memory->account->used, memory->held, memory_order_relaxed);
  memory->held = 0;
}

static void leave_root(struct noe_memory *branch) {
  if (branch->next)
    branch->next->previous = branch->previous;
  if (branch->previous)
    branch->previous->next = branch->next;
  else
    branch->root->branches = branch->next;
}

void noe_base_memory_delete(struct noe_memory *memory) {
  if (!memory)
    return;
  noe_base_memory_sweep(memory);
  if (memory->root)
    leave_root(memory);
  free(memory);
}

static size_t look(const _Atomic size_t *number) { return atomic_load_explicit(number, memory_order_relaxed); }

void noe_base_memory_set_limit(struct noe_memory *memory, size_t limit) { memory->account->limit = limit; }
size_t noe_base_memory_limit(const struct noe_memory *memory) { return look(&memory->account->limit); }
size_t noe_base_memory_used(const struct noe_memory *memory) { return look(&memory->account->used); }
size_t noe_base_memory_peak(const struct noe_memory *memory) { return look(&memory->account->peak); }
uint64_t noe_base_memory_requests(const struct noe_memory *memory) { return memory->account->requests; }

void noe_base_memory_fail_at(struct noe_memory *memory, uint64_t nth) {
  memory->account->fail_at = nth ? memory->account->requests + nth : 0;
}

void noe_base_memory_pass_failure(struct noe_memory *from, struct noe_memory *to) {
  uint64_t fail_at = from->account->fail_at, requests = from->account->requests;
  from->account->fail_at = 0;
  noe_base_memory_fail_at(to, fail_at > requests ? fail_at - requests : 0);
}

jmp_buf *noe_base_memory_guard(struct noe_memory *memory, jmp_buf *escape) {
  jmp_buf *before = memory->escape;
  memory->escape = escape;
  return before;
}

bool noe_base_memory_guarded(struct noe_memory *memory, void (*work)(void *context, jmp_buf *escape), void *context) {
  jmp_buf escape;
  jmp_buf *const before = noe_base_memory_guard(memory, &escape);
  bool in_time = !setjmp(escape);
  if (in_time)
    work(context, &escape);
  noe_base_memory_guard(memory, before);
  return in_time;
}

_Noreturn void noe_base_memory_escape(struct noe_memory *memory) {
  if (memory->escape)
    longjmp(*memory->escape, 1);
  fputs("noether: out of memory\n", stderr);
  abort();
}

/* Takes `extra` more bytes out of what may be used; false if they are not there.
 * Counts the request. */
static bool charge(struct noe_memory *memory, size_t extra) {
  struct account *account = memory->account;
  uint64_t number = atomic_fetch_add_explicit(&account->requests, 1, memory_order_relaxed) + 1;
  size_t limit = look(&account->limit), used = look(&account->used);
  if (number == atomic_load_explicit(&account->fail_at, memory_order_relaxed) || extra > SIZE_MAX / 2)
    return false;
  do {
    if (limit && (used > limit || extra > limit - used))
      return false;
  } while (!atomic_compare_exchange_weak_explicit(&account->used, &used, used + extra, memory_order_relaxed,
                                                  memory_order_relaxed));
  size_t peak = look(&account->peak);
  while (used + extra > peak && !atomic_compare_exchange_weak_explicit(&account->peak, &peak, used + extra,
                                                                       memory_order_relaxed, memory_order_relaxed))
    ;
  memory->held += extra;
  return true;
}

static void give_back(struct noe_memory *memory, size_t size) {
  assert(memory->held >= size && "more memory returned than was taken");
  memory->held -= size;
  atomic_fetch_sub_explicit(&memory->account->used, size, memory_order_relaxed);
}

bool noe_base_memory_claim(struct noe_memory *memory, size_t bytes) { return charge(memory, bytes); }

void noe_base_memory_return(struct noe_memory *memory, size_t bytes) { give_back(memory, bytes); }

void *noe_base_try_alloc(struct noe_memory *memory, size_t size) {
  if (!charge(memory, size))
    return NULL;
  struct block *block = calloc(1, sizeof *block + size);
  if (!block) {
    give_back(memory, size);
    return NULL;
  }
  block->size = size;
  ring_insert(memory, block);
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
  assert(block->next->previous == block && block->previous->next == block && "the block is one of this context");
  size_t old = block->size, more = size > old ? size - old : 0;
  if (!charge(memory, more))
    return NULL;
  ring_remove(block);
  struct block *moved = realloc(block, sizeof *block + size);
  ring_insert(memory, moved ? moved : block);
  if (!moved) {
    give_back(memory, more);
    return NULL;
  }
  moved->size = size;
  give_back(memory, old + more - size);
  if (more)
    memset((char *)(moved + 1) + old, 0, more);
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
  give_back(memory, block->size);
  free(block);
}
