/* The state store against what the memory of this machine can do: `make bench-store`.
 *
 *   build/bench/store [MILLIONS] [KIND] [BYTES]
 *
 * For keys of several sizes and for one and two threads: millions of states per
 * second of processor time, first new ones (growing included, levels of an eighth of
 * all), then the same again in another order (each is found and compared as a
 * whole). `ahead` prefetches sixteen keys at a time, as a search does that has
 * all successors of a state before it stores them. The last columns: bytes per
 * state, and random reads over as many bytes, ahead and one after the other. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/random.h"
#include "store/store.h"

enum { MOST_BYTES = 64, AHEAD = 16, LEVELS = 8, CHILDREN = 8 };

/* Seconds of processor time of this thread: other programs do not count. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct run {
  struct noe_store *store;
  uint32_t bytes, threads;
  uint64_t first, end, all; /* states to insert; in all, for the order */
  bool again, ahead;
};

struct worker {
  const struct run *run;
  uint32_t thread;
  uint64_t found;
  double seconds;
};

/* Key number `index`: eight bytes of it have sixteen values each, as the parts of a
 * state have, and the rest is the same everywhere. */
static void make_key(uint64_t index, uint32_t bytes, uint8_t *key) {
  uint64_t mixed = index * 0x9e3779b97f4a7c15 & UINT32_MAX; /* one to one below 2^32 */
  memset(key, 0x5a, bytes);
  for (uint32_t i = 0; i < 8; i++)
    key[i * bytes / 8] = (uint8_t)(mixed >> 4 * i & 15);
}

/* A permutation of [0, all): all is a power of two. */
static uint64_t shuffled(uint64_t index, uint64_t all) { return (index * 0x9e3779b97f4a7c15 ^ index >> 7) & (all - 1); }

static void *work(void *context) {
  struct worker *worker = context;
  const struct run *run = worker->run;
  double began = now();
  uint8_t keys[AHEAD][MOST_BYTES];
  struct noe_probe probes[AHEAD];
  uint64_t id, share = (run->end - run->first) / run->threads;
  uint64_t at = run->first + worker->thread * share, end = worker->thread + 1 == run->threads ? run->end : at + share;
  uint64_t level = noe_store_level_size(run->store);
  for (; at < end; at += AHEAD) {
    uint32_t count = end - at < AHEAD ? (uint32_t)(end - at) : AHEAD;
    for (uint32_t i = 0; i < count; i++) {
      make_key(run->again ? shuffled(at + i, run->all) : at + i, run->bytes, keys[i]);
      probes[i] = (struct noe_probe){.hash = noe_store_hash_key(keys[i], run->bytes)};
      if (run->ahead)
        noe_store_prefetch(run->store, probes[i].hash);
    }
    if (run->ahead)
      noe_store_fetch(run->store, worker->thread, probes, count);
    uint64_t parent = level ? noe_store_level_state(run->store, at / CHILDREN % level) : NOE_NO_STATE;
    for (uint32_t i = 0; i < count; i++)
      worker->found += noe_store_insert_at(run->store, worker->thread, keys[i], run->bytes, &probes[i], parent, &id) ==
                       NOE_INSERT_OLD;
  }
  worker->seconds = now() - began;
  return NULL;
}

static double timed(struct run run) {
  pthread_t threads[8];
  struct worker workers[8];
  double seconds = 0;
  for (uint32_t i = 0; i < run.threads; i++) {
    workers[i] = (struct worker){.run = &run, .thread = i};
    pthread_create(&threads[i], NULL, work, &workers[i]);
  }
  uint64_t found = 0;
  for (uint32_t i = 0; i < run.threads; i++) {
    pthread_join(threads[i], NULL);
    found += workers[i].found;
    seconds += workers[i].seconds;
  }
  if (found != (run.again ? run.end - run.first : 0))
    printf("wrong: %llu states were old\n", (unsigned long long)found);
  return seconds;
}

static double insert_all(struct run run) {
  double seconds = 0;
  for (uint64_t level = 0; level < LEVELS; level++) {
    run.first = run.all / LEVELS * level;
    run.end = run.all / LEVELS * (level + 1);
    seconds += timed(run);
    double began = now();
    noe_store_close_level(run.store);
    seconds += now() - began;
  }
  return seconds;
}

/* Millions of random reads per second over `size` bytes. */
static double reads(uint64_t size, bool ahead) {
  uint64_t lines = size / 64, count = (uint64_t)1 << 22, sum = 0;
  uint64_t *memory = calloc(lines, 64);
  if (!memory)
    return 0;
  madvise((void *)((uintptr_t)memory & ~(uintptr_t)4095), size, MADV_HUGEPAGE);
  for (uint64_t i = 0; i < lines; i++)
    memory[i * 8] = i;
  struct noe_random random = {7};
  double began = now();
  for (uint64_t i = 0; ahead && i < count; i++)
    sum += memory[(uint64_t)((unsigned __int128)noe_random_next(&random) * lines >> 64) * 8];
  for (uint64_t i = 0; !ahead && i < count; i++) {
    sum += memory[(uint64_t)((unsigned __int128)noe_random_next(&random) * lines >> 64) * 8];
    random.state += sum; /* the next place depends on what was read here */
  }
  double seconds = now() - began;
  free(memory);
  return sum == 42 ? 0 : (double)count / seconds * 1e-6;
}

static void measure(enum noe_store_kind kind, uint32_t bytes, uint32_t threads, uint64_t all) {
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_store_shape shape = {.kind = kind, .threads = threads, .most_bytes = bytes, .fixed = true};
  struct run run = {.bytes = bytes, .threads = threads, .all = all, .end = all};
  run.store = noe_store_new(memory, &shape);
  double fresh = insert_all(run);
  noe_store_delete(run.store);
  run.store = noe_store_new(memory, &shape);
  run.ahead = true;
  double fresh_ahead = insert_all(run);
  run.again = true;
  run.first = 0;
  run.end = all;
  double old_ahead = timed(run);
  run.ahead = false;
  double old = timed(run), scale = (double)all * 1e-6;
  uint64_t size = noe_store_bytes(run.store);
  printf("%5u %8u %8.2f %8.2f %8.2f %8.2f %10.1f %9.1f %8.1f\n", bytes, threads, scale / fresh, scale / fresh_ahead,
         scale / old, scale / old_ahead, (double)size / (double)all, reads(size, true), reads(size, false));
  fflush(stdout);
  noe_store_delete(run.store);
  noe_base_memory_delete(memory);
}

int main(int count, char **arguments) {
  uint32_t only = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 0;
  uint64_t most = (uint64_t)(count > 1 ? strtod(arguments[1], NULL) * 1e6 : 16e6), all = 1024;
  enum noe_store_kind kind = NOE_STORE_FULL;
  if (count > 2)
    kind = !strcmp(arguments[2], "tree") ? NOE_STORE_TREE : !strcmp(arguments[2], "compact") ? NOE_STORE_COMPACT : kind;
  while (all < most)
    all *= 2;
  printf("%llu states; millions per second of processor time\n", (unsigned long long)all);
  printf("bytes  threads      new  n.ahead      old  o.ahead bytes/state reads.ah    reads\n");
  for (uint32_t bytes = 8; bytes <= MOST_BYTES; bytes *= 2)
    for (uint32_t threads = 1; threads <= 2 && (!only || only == bytes); threads++)
      measure(kind, bytes, threads, all);
  return 0;
}
