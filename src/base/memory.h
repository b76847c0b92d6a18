/* Accounted memory.
 *
 * Every byte that noether allocates hangs off a `struct noe_memory`: it counts
 * what is in use, refuses what would pass the limit, and can make the Nth
 * request fail on purpose so that out-of-memory paths are tested.
 *
 * Two ways to ask. `noe_base_alloc` never returns NULL: when memory runs out it
 * jumps to the escape that the caller installed with `noe_base_memory_guard`,
 * and `noe_base_memory_sweep` then frees whatever the interrupted work held.
 * `noe_base_try_alloc` returns NULL, for code that has a better answer (a state
 * store that is full ends a search with UNKNOWN, not with an accident).
 *
 * Threading: one context belongs to one thread at a time. Threads that work together
 * each take a branch of one context: its own blocks and its own escape, while what
 * is used, the limit, and the counting of requests are those of the whole tree. */
#ifndef NOE_BASE_MEMORY_H
#define NOE_BASE_MEMORY_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct noe_memory;

/* A context that may hold `limit` bytes; 0 means no limit. NULL if the system
 * has no room for the context itself. */
struct noe_memory *noe_base_memory_new(size_t limit);

/* A branch of `memory`, for another thread; branches have no branches. It may be made
 * and deleted by the thread that `memory` belongs to, and it ends with `memory` at the
 * latest: sweeping or deleting that deletes its branches. NULL if there is no room. */
struct noe_memory *noe_base_memory_branch(struct noe_memory *memory);

/* Frees every block still held (branches included), then the context. */
void noe_base_memory_delete(struct noe_memory *memory);

/* Frees every block still held, branches included; the context can be used again. */
void noe_base_memory_sweep(struct noe_memory *memory);

/* Of the whole tree, whichever of its contexts is asked. */
void noe_base_memory_set_limit(struct noe_memory *memory, size_t limit);
size_t noe_base_memory_limit(const struct noe_memory *memory);
size_t noe_base_memory_used(const struct noe_memory *memory);
size_t noe_base_memory_peak(const struct noe_memory *memory);
uint64_t noe_base_memory_requests(const struct noe_memory *memory);

/* Makes request number `nth` (counted from 1, from now on) fail; 0: none. */
void noe_base_memory_fail_at(struct noe_memory *memory, uint64_t nth);

/* The failure that `from` still waits for is planted in `to` instead, which goes on
 * counting: for a part of the work that has a context of its own. */
void noe_base_memory_pass_failure(struct noe_memory *from, struct noe_memory *to);

/* Installs the place to jump to when memory runs out, and returns the one that
 * was installed before, which the caller puts back when its work is done. */
jmp_buf *noe_base_memory_guard(struct noe_memory *memory, jmp_buf *escape);

/* work(context) with an escape of its own: false if memory ran out in it. What the work
 * held then stays held. `escape` is where it leads, for work that has branches to guard. */
bool noe_base_memory_guarded(struct noe_memory *memory, void (*work)(void *context, jmp_buf *escape), void *context);

/* Blocks are zeroed and aligned for any type. A size of 0 is allowed. */
void *noe_base_alloc(struct noe_memory *memory, size_t size);
void *noe_base_try_alloc(struct noe_memory *memory, size_t size);

/* Grows or shrinks; bytes beyond the old size are zeroed. */
void *noe_base_realloc(struct noe_memory *memory, void *payload, size_t size);
void *noe_base_try_realloc(struct noe_memory *memory, void *payload, size_t size);
void noe_base_free(struct noe_memory *memory, void *payload);

/* Bytes that a library allocates for itself: they count as used until they are returned. False: they would pass the
 * limit. */
bool noe_base_memory_claim(struct noe_memory *memory, size_t bytes);
void noe_base_memory_return(struct noe_memory *memory, size_t bytes);

/* Leaves through the installed escape, as a failed `noe_base_alloc` does. */
_Noreturn void noe_base_memory_escape(struct noe_memory *memory);

#endif
