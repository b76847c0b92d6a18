/* What the machine, or the control group that this process lives in, allows. */
#ifndef NOE_BASE_LIMITS_H
#define NOE_BASE_LIMITS_H

#include <stdint.h>

/* Bytes of memory that this process may hope for: the least of the machine's
 * memory and the limits of its control group (version 1 and 2) and of every group
 * above it. 0 if nothing is known. `root` is put before every path that is read:
 * "" in earnest, the root of a made-up tree in tests. */
uint64_t noe_base_memory_allowed(const char *root);

#endif
