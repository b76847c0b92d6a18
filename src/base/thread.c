#include "base/thread.h"

struct job {
  void (*work)(void *context);
  void *context;
};

static void *start(void *argument) {
  struct job *job = argument;
  job->work(job->context);
  return NULL;
}

static bool start_with(size_t stack, void *(*work)(void *argument), void *argument, pthread_t *thread) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  bool started =
      pthread_attr_setstacksize(&attributes, stack) == 0 && pthread_create(thread, &attributes, work, argument) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

bool noe_base_start_deep(size_t stack, void *(*work)(void *argument), void *argument, pthread_t *thread) {
  for (; stack >= (size_t)16 << 20; stack /= 2)
    if (start_with(stack, work, argument, thread))
      return true;
  return false;
}

void noe_base_run_deep(size_t stack, void (*work)(void *context), void *context) {
  struct job job = {work, context};
  pthread_t thread;
  if (noe_base_start_deep(stack, start, &job, &thread))
    pthread_join(thread, NULL);
  else
    work(context);
}
