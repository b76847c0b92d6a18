/* Threads: what becomes of a fairness group along a cycle of the quotient.
 *
 * A node of the quotient knows a group by a local name, and an edge renames it. A
 * *thread* is a pair (node, class), where a class is an orbit of groups under the
 * permutations that fix the node. Two threads belong together if an edge leads from
 * one to the other. Inside a strongly connected set of nodes "leads to" is symmetric,
 * since renamings have finite order, so that what belongs together is found by
 * union-find alone: the components are those of the threaded graph (docs/algorithms.md#threads-and-weak-fairness),
 * and a component says what happens to one real group that goes round for ever:
 *
 *   weak:    fine if somewhere it is taken, or somewhere it is not enabled
 *   strong:  fine if somewhere it is taken, or nowhere it is enabled
 *
 * Members of a class may be put together at once: of two groups that a symmetry of
 * the node exchanges, edges that the same symmetry exchanges lead to one thread.
 *
 * `bad` counters, kept by the owner of a set of threads, are the number of its
 * components that are not fine. */
#ifndef NOE_FAIR_THREADS_H
#define NOE_FAIR_THREADS_H

#include "base/memory.h"

enum {
  NOE_THREAD_STRONG = 1,
  NOE_THREAD_ENABLED = 2,  /* somewhere */
  NOE_THREAD_DISABLED = 4, /* somewhere */
  NOE_THREAD_TAKEN = 8,    /* by an edge; or (a condition) by all edges out of a node */
};

struct noe_threads {
  struct noe_memory *memory;
  uint32_t *parents;
  uint8_t *flags; /* by root */
  size_t count, room;
};

static inline bool noe_thread_is_bad(uint8_t flags) {
  uint8_t fine = flags & NOE_THREAD_STRONG ? NOE_THREAD_TAKEN : NOE_THREAD_TAKEN | NOE_THREAD_DISABLED;
  return !(flags & fine) && !((flags & NOE_THREAD_STRONG) && !(flags & NOE_THREAD_ENABLED));
}

void noe_fair_threads_free(struct noe_threads *threads);

/* `count` new threads with these flags, each on its own; the number of the first. */
uint32_t noe_fair_threads_add(struct noe_threads *threads, const uint32_t *flags, size_t count, int64_t *bad);

/* The flags of the component of a thread. */
uint8_t noe_fair_thread_flags(struct noe_threads *threads, uint32_t thread);

void noe_fair_threads_join(struct noe_threads *threads, uint32_t a, uint32_t b, int64_t *bad);
void noe_fair_thread_take(struct noe_threads *threads, uint32_t thread, int64_t *bad);

#endif
