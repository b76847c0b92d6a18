/* Which states walks have seen, by a hash of 64 bits: a set that several threads add to.
 *
 * Two states with one hash are taken for one. That may keep a walk from judging a state, which is
 * all right for an engine that can only refute; and the number of states is then too small by one. */
#ifndef NOE_HUNT_SEEN_H
#define NOE_HUNT_SEEN_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"

struct noe_seen {
  struct noe_memory *memory;
  pthread_rwlock_t lock;   /* for writing: the table grows */
  _Atomic uint64_t *slots; /* 0: empty */
  _Atomic uint64_t size;   /* a power of two, much more than there are threads */
  _Atomic uint64_t count;
  _Atomic bool is_full; /* no memory to grow: what is new from now on is not remembered */
};

/* `memory` belongs to the set, which may be used by any thread. False if there is none left. */
bool noe_hunt_seen_init(struct noe_seen *seen, struct noe_memory *memory);
void noe_hunt_seen_free(struct noe_seen *seen);
/* True if it was not there. */
bool noe_hunt_seen_add(struct noe_seen *seen, uint64_t hash);

#endif
