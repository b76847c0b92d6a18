/* Work that recurses deeply needs a deep stack. */
#ifndef NOE_BASE_THREAD_H
#define NOE_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define NOE_DEEP_STACK ((size_t)512 << 20)

/* Runs `work(context)` on a thread with a stack of `stack` bytes (only what is
 * touched takes memory) and waits for it. Where the system refuses so much
 * address space, smaller stacks are tried, and the caller's own at last. */
void noe_base_run_deep(size_t stack, void (*work)(void *context), void *context);

/* Starts a thread with such a stack, or a smaller one; false if there is no thread. */
bool noe_base_start_deep(size_t stack, void *(*start)(void *argument), void *argument, pthread_t *thread);

#endif
