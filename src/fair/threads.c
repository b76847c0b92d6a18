#include "fair/threads.h"

#include <assert.h>

#include "fair/rows.h"

void noe_fair_threads_free(struct noe_threads *threads) {
  if (!threads->memory)
    return;
  noe_base_free(threads->memory, threads->parents);
  noe_base_free(threads->memory, threads->flags);
  *threads = (struct noe_threads){.memory = threads->memory};
}

static void make_room(struct noe_threads *threads, size_t count) {
  size_t need = threads->count + count;
  if (need <= threads->room && threads->parents)
    return;
  size_t more = threads->room * 2 > need ? threads->room * 2 : need + 64;
  threads->parents = noe_base_realloc(threads->memory, threads->parents, more * sizeof *threads->parents);
  threads->flags = noe_base_realloc(threads->memory, threads->flags, more * sizeof *threads->flags);
  threads->room = more;
}

uint32_t noe_fair_threads_add(struct noe_threads *threads, const uint32_t *flags, size_t count, int64_t *bad) {
  uint32_t first = (uint32_t)threads->count;
  make_room(threads, count);
  for (size_t i = 0; i < count; i++) {
    threads->parents[first + i] = first + (uint32_t)i;
    threads->flags[first + i] = (uint8_t)flags[i];
    *bad += noe_thread_is_bad((uint8_t)flags[i]);
  }
  threads->count += count;
  return first;
}

static uint32_t find(struct noe_threads *threads, uint32_t thread) {
  uint32_t *parents = threads->parents;
  while (parents[thread] != thread)
    thread = parents[thread] = parents[parents[thread]];
  return thread;
}

uint8_t noe_fair_thread_flags(struct noe_threads *threads, uint32_t thread) {
  return threads->flags[find(threads, thread)];
}

void noe_fair_threads_join(struct noe_threads *threads, uint32_t a, uint32_t b, int64_t *bad) {
  a = find(threads, a);
  b = find(threads, b);
  if (a == b)
    return;
  uint32_t root = a < b ? a : b, child = a < b ? b : a;
  uint8_t flags = threads->flags[a] | threads->flags[b];
  assert(!((threads->flags[a] ^ threads->flags[b]) & NOE_THREAD_STRONG) && "a renaming keeps the mark");
  *bad += noe_thread_is_bad(flags) - noe_thread_is_bad(threads->flags[a]) - noe_thread_is_bad(threads->flags[b]);
  threads->parents[child] = root;
  threads->flags[root] = flags;
}

void noe_fair_thread_take(struct noe_threads *threads, uint32_t thread, int64_t *bad) {
  uint32_t root = find(threads, thread);
  *bad -= noe_thread_is_bad(threads->flags[root]);
  threads->flags[root] |= NOE_THREAD_TAKEN;
  *bad += noe_thread_is_bad(threads->flags[root]);
}
