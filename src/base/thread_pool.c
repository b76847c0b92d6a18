#include "base/thread_pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "base/thread.h"

struct member {
  struct noe_thread_pool *crew;
  uint32_t number;
  uint64_t jobs; /* done or left out */
  pthread_t thread;
};

/* All of it is guarded by `lock`, but for what only the caller touches (`started`). */
struct noe_thread_pool {
  struct noe_memory *memory;
  pthread_mutex_t lock;
  pthread_cond_t called, done;
  uint64_t jobs;   /* called so far */
  uint32_t wanted; /* members that the last one concerns */
  uint32_t busy;
  bool over;
  void (*work)(void *context, uint32_t member);
  void *context;
  uint32_t most, started; /* member 0 included */
  struct member members[];
};

struct noe_thread_pool *noe_base_thread_pool_new(struct noe_memory *memory, uint32_t most) {
  struct noe_thread_pool *crew = noe_base_alloc(memory, sizeof *crew + most * sizeof *crew->members);
  crew->memory = memory;
  crew->most = most ? most : 1;
  crew->started = 1;
  pthread_mutex_init(&crew->lock, NULL);
  pthread_cond_init(&crew->called, NULL);
  pthread_cond_init(&crew->done, NULL);
  return crew;
}

static void *live(void *argument) {
  struct member *member = argument;
  struct noe_thread_pool *crew = member->crew;
  pthread_mutex_lock(&crew->lock);
  for (;;) {
    while (!crew->over && member->jobs == crew->jobs)
      pthread_cond_wait(&crew->called, &crew->lock);
    if (crew->over)
      break;
    member->jobs = crew->jobs;
    if (member->number >= crew->wanted)
      continue;
    pthread_mutex_unlock(&crew->lock);
    crew->work(crew->context, member->number);
    pthread_mutex_lock(&crew->lock);
    assert(crew->busy && "who works was counted when the job was called");
    if (--crew->busy == 0)
      pthread_cond_signal(&crew->done);
  }
  pthread_mutex_unlock(&crew->lock);
  return NULL;
}

static void start_members(struct noe_thread_pool *crew, uint32_t count) {
  assert(crew->started >= 1 && crew->started <= crew->most && "the caller is member 0");
  for (; crew->started < count && crew->started < crew->most; crew->started++) {
    struct member *member = &crew->members[crew->started];
    *member = (struct member){.crew = crew, .number = crew->started, .jobs = crew->jobs};
    if (!noe_base_start_deep(NOE_DEEP_STACK, live, member, &member->thread))
      return;
  }
}

uint32_t noe_base_thread_pool_run(struct noe_thread_pool *crew, uint32_t count,
                                  void (*work)(void *context, uint32_t member), void *context) {
  assert(count && work && "somebody works");
  start_members(crew, count);
  if (count > crew->started)
    count = crew->started;
  if (count > 1) {
    pthread_mutex_lock(&crew->lock);
    assert(!crew->busy && !crew->over && "one job at a time");
    crew->work = work;
    crew->context = context;
    crew->wanted = count;
    crew->busy = count - 1;
    crew->jobs++;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
  }
  work(context, 0);
  if (count > 1) {
    pthread_mutex_lock(&crew->lock);
    while (crew->busy)
      pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
  }
  return count;
}

void noe_base_thread_pool_delete(struct noe_thread_pool *crew) {
  if (!crew)
    return;
  assert(!crew->busy && "the last job is over");
  pthread_mutex_lock(&crew->lock);
  crew->over = true;
  pthread_cond_broadcast(&crew->called);
  pthread_mutex_unlock(&crew->lock);
  for (uint32_t i = 1; i < crew->started; i++)
    pthread_join(crew->members[i].thread, NULL);
  pthread_cond_destroy(&crew->done);
  pthread_cond_destroy(&crew->called);
  pthread_mutex_destroy(&crew->lock);
  noe_base_free(crew->memory, crew);
}

/* -------------------------------------------------------------- processors */

/* What the control group allows, rounded up; 0: no limit is known. */
static uint32_t quota(void) {
  FILE *file = fopen("/sys/fs/cgroup/cpu.max", "r");
  if (!file)
    return 0;
  double most = 0, period = 0;
  int read = fscanf(file, "%lf %lf", &most, &period);
  fclose(file);
  return read == 2 && period > 0 && most > 0 ? (uint32_t)((most + period - 1) / period) : 0;
}

uint32_t noe_base_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  long found = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  uint32_t count = found > 0 ? (uint32_t)found : 1, most = quota();
  return most && most < count ? most : count;
}
