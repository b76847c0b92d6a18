/* The hash of a key. Most keys are short: for them the few instructions that it takes are written
 * out where it is wanted. It does not depend on the run or on the build. */
#ifndef NOE_STORE_HASH_H
#define NOE_STORE_HASH_H

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "store/store.h"

enum { NOE_HASH_SHORT = 16 };

static inline uint64_t noe_store_hash(const uint8_t *key, uint32_t bytes) {
  return bytes <= NOE_HASH_SHORT ? XXH3_64bits(key, bytes) : noe_store_hash_key(key, bytes);
}

#endif
