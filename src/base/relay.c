#include "base/relay.h"

#include <assert.h>

#include "base/thread.h"

static void *run(void *argument) {
  struct noe_relay *relay = argument;
  relay->work(relay->context);
  pthread_mutex_lock(&relay->lock);
  relay->is_over = true;
  pthread_cond_broadcast(&relay->changed);
  pthread_mutex_unlock(&relay->lock);
  return NULL;
}

void noe_base_relay_prepare(struct noe_relay *relay, void (*work)(void *context), void *context) {
  *relay = (struct noe_relay){.work = work, .context = context};
  pthread_mutex_init(&relay->lock, NULL);
  pthread_cond_init(&relay->changed, NULL);
}

static void set_granted(struct noe_relay *relay, uint64_t amount) {
  pthread_mutex_lock(&relay->lock);
  assert(amount >= relay->granted && "nothing is taken back");
  relay->is_waiting &= amount == relay->granted;
  relay->granted = amount;
  pthread_cond_broadcast(&relay->changed);
  pthread_mutex_unlock(&relay->lock);
}

bool noe_base_relay_grant(struct noe_relay *relay, uint64_t amount) {
  set_granted(relay, amount);
  if (!relay->is_started)
    relay->is_started = noe_base_start_deep(NOE_DEEP_STACK, run, relay, &relay->thread);
  return relay->is_started;
}

bool noe_base_relay_await(struct noe_relay *relay) {
  pthread_mutex_lock(&relay->lock);
  while (relay->is_started && !relay->is_waiting && !relay->is_over)
    pthread_cond_wait(&relay->changed, &relay->lock);
  bool is_over = relay->is_over;
  pthread_mutex_unlock(&relay->lock);
  return is_over;
}

uint64_t noe_base_relay_ask(struct noe_relay *relay, uint64_t done) {
  pthread_mutex_lock(&relay->lock);
  while (relay->granted <= done && !relay->is_unwanted) {
    relay->is_waiting = true;
    pthread_cond_broadcast(&relay->changed);
    pthread_cond_wait(&relay->changed, &relay->lock);
  }
  uint64_t granted = relay->is_unwanted ? 0 : relay->granted;
  pthread_mutex_unlock(&relay->lock);
  return granted;
}

void noe_base_relay_end(struct noe_relay *relay) {
  pthread_mutex_lock(&relay->lock);
  relay->is_unwanted = true;
  pthread_cond_broadcast(&relay->changed);
  pthread_mutex_unlock(&relay->lock);
  if (relay->is_started)
    pthread_join(relay->thread, NULL);
  pthread_cond_destroy(&relay->changed);
  pthread_mutex_destroy(&relay->lock);
}
