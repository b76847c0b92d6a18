#include "base/relay.h"

#include <assert.h>

#include "base/thread.h"

/* With the lock held: the other one goes on, and this one waits until it is on turn again. */
static void change(struct noe_relay *relay, bool is_others) {
  assert(relay->is_others != is_others && "only who is on turn gives it away");
  relay->escape = noe_base_memory_guard(relay->memory, relay->escape);
  relay->is_others = is_others;
  pthread_cond_broadcast(&relay->changed);
}

static void wait_for(struct noe_relay *relay, bool is_others) {
  while (relay->is_others != is_others)
    pthread_cond_wait(&relay->changed, &relay->lock);
}

static void *run(void *argument) {
  struct noe_relay *relay = argument;
  pthread_mutex_lock(&relay->lock);
  wait_for(relay, true);
  pthread_mutex_unlock(&relay->lock);
  relay->work(relay->context);
  pthread_mutex_lock(&relay->lock);
  relay->is_over = true;
  change(relay, false);
  pthread_mutex_unlock(&relay->lock);
  return NULL;
}

void noe_base_relay_prepare(struct noe_relay *relay, struct noe_memory *memory, void (*work)(void *context),
                            void *context) {
  *relay = (struct noe_relay){.memory = memory, .work = work, .context = context};
  pthread_mutex_init(&relay->lock, NULL);
  pthread_cond_init(&relay->changed, NULL);
}

bool noe_base_relay_give(struct noe_relay *relay) {
  if (relay->is_over)
    return true;
  if (!relay->is_started)
    relay->is_started = noe_base_start_deep(NOE_DEEP_STACK, run, relay, &relay->thread);
  if (!relay->is_started)
    return false;
  pthread_mutex_lock(&relay->lock);
  change(relay, true);
  wait_for(relay, false);
  pthread_mutex_unlock(&relay->lock);
  return true;
}

bool noe_base_relay_give_back(struct noe_relay *relay) {
  pthread_mutex_lock(&relay->lock);
  change(relay, false);
  wait_for(relay, true);
  pthread_mutex_unlock(&relay->lock);
  return !relay->is_unwanted;
}

void noe_base_relay_end(struct noe_relay *relay) {
  relay->is_unwanted = true;
  while (relay->is_started && !relay->is_over)
    noe_base_relay_give(relay);
  if (relay->is_started)
    pthread_join(relay->thread, NULL);
  pthread_cond_destroy(&relay->changed);
  pthread_mutex_destroy(&relay->lock);
}
