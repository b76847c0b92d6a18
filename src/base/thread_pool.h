/* A crew of threads that do a job together.
 *
 * The caller is member 0 and works too; the others sleep between jobs, on deep stacks.
 * `noe_base_thread_pool_run` returns when all members it asked for have ended; whatever they
 * wrote is then visible to the caller, and what the caller wrote before to them. A job
 * must return: no escape may lead out of it. */
#ifndef NOE_BASE_THREAD_POOL_H
#define NOE_BASE_THREAD_POOL_H

#include <stdint.h>

#include "base/memory.h"

struct noe_thread_pool;

/* A crew of up to `most` members; threads begin when a job first wants them. May escape. */
struct noe_thread_pool *noe_base_thread_pool_new(struct noe_memory *memory, uint32_t most);
/* Ends its threads. */
void noe_base_thread_pool_delete(struct noe_thread_pool *crew);

/* Calls work(context, i) on each of the members 0 .. count - 1, or on fewer if the
 * system gives no more threads; returns how many. */
uint32_t noe_base_thread_pool_run(struct noe_thread_pool *crew, uint32_t count,
                                  void (*work)(void *context, uint32_t member), void *context);

/* Processors that this process may use. */
uint32_t noe_base_processors(void);

#endif
