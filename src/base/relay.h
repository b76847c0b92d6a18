/* Two pieces of work in turns: a thread that works only while the thread that made it waits for it.
 *
 * At any time one of the two is on turn; the other one is blocked. So both may use what belongs to one thread at a time,
 * above all one context of memory: the escape that is installed there is exchanged with each change of turns, so that
 * memory that runs out ends the work that asked for it. */
#ifndef NOE_BASE_RELAY_H
#define NOE_BASE_RELAY_H

#include <pthread.h>

#include "base/memory.h"

struct noe_relay {
  struct noe_memory *memory;
  void (*work)(void *context);
  void *context;
  jmp_buf *escape; /* of the one that is not on turn */
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool is_started, is_others; /* the other thread is on turn */
  bool is_over;               /* the work has ended */
  bool is_unwanted;           /* it shall end */
};

/* Prepares turns of `work(context)`, which begins with the first turn. */
void noe_base_relay_prepare(struct noe_relay *relay, struct noe_memory *memory, void (*work)(void *context),
                            void *context);
/* The work is on turn, until it gives it back or ends; nothing happens if it has ended. False: there is no thread. */
bool noe_base_relay_give(struct noe_relay *relay);
/* For the work: gives the turn back, and returns with the next one. False: it shall end. */
bool noe_base_relay_give_back(struct noe_relay *relay);
/* Has the work end, if it has begun, and waits for that. */
void noe_base_relay_end(struct noe_relay *relay);

#endif
