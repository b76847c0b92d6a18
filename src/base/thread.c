#include "base/thread.h"

#include <pthread.h>
#include <stdbool.h>

struct job {
  void (*work)(void *context);
  void *context;
};

static void *start(void *argument) {
  struct job *job = argument;
  job->work(job->context);
  return NULL;
}

static bool run_with(size_t stack, struct job *job) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  bool started = pthread_attr_setstacksize(&attributes, stack) == 0 &&
                 pthread_create(&thread, &attributes, start, job) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, NULL);
  return started;
}

void noe_base_run_deep(size_t stack, void (*work)(void *context), void *context) {
  struct job job = {work, context};
  for (; stack >= (size_t)16 << 20; stack /= 2)
    if (run_with(stack, &job))
      return;
  work(context);
}
