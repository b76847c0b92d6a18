/* Mixes a number into a hash: cheap, and each bit of either changes about half of the
 * result. Stands in generated code as well (compile/runtime.h), so it needs nothing but
 * <stdint.h>. */
#ifndef NOE_BASE_MIX_H
#define NOE_BASE_MIX_H

#include <stdint.h>

static inline uint64_t noe_mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9fb21c651e98df25);
  hash ^= hash >> 35;
  hash *= UINT64_C(0x9fb21c651e98df25);
  return hash ^ hash >> 28;
}

#endif
