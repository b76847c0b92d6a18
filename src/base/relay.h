/* A piece of work on a thread of its own that never gets ahead of what it is granted.
 *
 * The owner grants an amount of work; the thread works until that is used up, and waits for more. Meanwhile the owner
 * works as well, or waits: it is told nothing before noe_base_relay_await, which returns when what was granted is used up
 * or the work has come to its end. So what the owner knows then depends on what it has granted and on nothing else: not on
 * how fast the two are, nor on which of them ran when. */
#ifndef NOE_BASE_RELAY_H
#define NOE_BASE_RELAY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct noe_relay {
  void (*work)(void *context);
  void *context;
  pthread_t thread;
  pthread_mutex_t lock; /* on all that follows */
  pthread_cond_t changed;
  uint64_t granted; /* how much may be done, from the beginning */
  bool is_started;
  bool is_waiting;  /* all that was granted is used up */
  bool is_over;     /* the work has ended */
  bool is_unwanted; /* it shall end */
};

/* Prepares `work(context)`, which begins with the first grant. */
void noe_base_relay_prepare(struct noe_relay *relay, void (*work)(void *context), void *context);
/* For the owner: so much may be done, from the beginning; no less than before. False: there is no thread. */
bool noe_base_relay_grant(struct noe_relay *relay, uint64_t amount);
/* For the owner: waits until all that was granted is used up. True: the work has ended. */
bool noe_base_relay_await(struct noe_relay *relay);
/* For the work, which has done `done` of it: how much may be done from now on; waits until that is more than `done`.
 * 0: it shall end. */
uint64_t noe_base_relay_ask(struct noe_relay *relay, uint64_t done);
/* For the owner: has the work end, if it has begun, and waits for that. */
void noe_base_relay_end(struct noe_relay *relay);

#endif
