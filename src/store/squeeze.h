/* Keys most of whose bytes are zero, without them.
 *
 * In a packed state what is undefined is zero: of a state with queues for messages, most
 * of them empty, nearly everything. A squeezed key is
 *   its length, two bytes, unless all keys have one;
 *   a bit for each of its words of eight bytes: is any of them not zero?
 *   for each such word a bit for each byte, and the bytes that are not zero.
 * Keys and squeezed keys correspond one to one. */
#ifndef NOE_STORE_SQUEEZE_H
#define NOE_STORE_SQUEEZE_H

#include <stdbool.h>
#include <stdint.h>

/* Longer keys are not squeezed, nor are shorter ones worth it. */
#ifdef NOE_HOSTILE
enum { NOE_SQUEEZE_LEAST_BYTES = 2 };
#else
enum { NOE_SQUEEZE_LEAST_BYTES = 48 };
#endif
enum { NOE_SQUEEZE_MOST_BYTES = 3584, NOE_SQUEEZED_MOST_BYTES = 4096 };

/* Can keys of this length be squeezed? And to how many bytes at most? */
static inline bool noe_squeeze_fits(uint32_t most_bytes) {
  return most_bytes >= NOE_SQUEEZE_LEAST_BYTES && most_bytes <= NOE_SQUEEZE_MOST_BYTES;
}
static inline uint32_t noe_squeezed_bytes(uint32_t most_bytes) {
  uint32_t words = (most_bytes + 7) / 8;
  return 2 + (words + 7) / 8 + words + most_bytes;
}

/* `fixed`: the length that all keys have, or 0. `key` is read up to its end and no further. Returns the
 * length of what was written. */
uint32_t noe_store_squeeze(const uint8_t *key, uint32_t bytes, uint32_t fixed, uint8_t *squeezed);
/* Back again. Returns the length of the key. */
uint32_t noe_store_unsqueeze(const uint8_t *squeezed, uint32_t fixed, uint8_t *key);

#endif
