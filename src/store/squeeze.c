#include "store/squeeze.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/contract.h"

_Static_assert(2 + (NOE_SQUEEZE_MOST_BYTES / 8 + 7) / 8 + NOE_SQUEEZE_MOST_BYTES / 8 + NOE_SQUEEZE_MOST_BYTES <=
                   NOE_SQUEEZED_MOST_BYTES,
               "there is room for the worst of them");

enum { LENGTH = 2 };

static uint64_t word_at(const uint8_t *key, uint32_t bytes, uint32_t at) {
  uint64_t word = 0;
  if (bytes - at >= sizeof word)
    memcpy(&word, key + at, sizeof word);
  else
    memcpy(&word, key + at, bytes - at);
  return word;
}

/* Its bytes that are not zero, a bit for each before them. */
static uint8_t *squeeze_word(uint64_t word, uint8_t *to) {
  const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint64_t is = (((word & low) + low) | word) & ~low;                /* the high bit of each */
  *to++ = (uint8_t)((is >> 7) * UINT64_C(0x0102040810204080) >> 56); /* side by side */
  for (; is; is &= is - 1)
    *to++ = (uint8_t)(word >> ((uint32_t)__builtin_ctzll(is) - 7));
  return to;
}

static bool comes_back(const uint8_t *key, uint32_t bytes, uint32_t fixed, const uint8_t *squeezed) {
  uint8_t back[NOE_SQUEEZE_MOST_BYTES];
  return noe_store_unsqueeze(squeezed, fixed, back) == bytes && !memcmp(back, key, bytes);
}

uint32_t noe_store_squeeze(const uint8_t *key, uint32_t bytes, uint32_t fixed, uint8_t *squeezed) {
  uint32_t words = (bytes + 7) / 8;
  uint8_t *bits = squeezed + (fixed ? 0 : LENGTH), *to = bits + (words + 7) / 8;
  assert((!fixed || bytes == fixed) && "the length is the one agreed on");
  if (!fixed)
    memcpy(squeezed, &(uint16_t){(uint16_t)bytes}, LENGTH);
  for (uint32_t i = 0; i < words;) {
    uint32_t which = 0;
    for (uint32_t end = i + 8 < words ? i + 8 : words, k = 0; i < end; i++, k++) {
      uint64_t word = word_at(key, bytes, 8 * i);
      if (!word)
        continue;
      which |= 1u << k;
      to = squeeze_word(word, to);
    }
    *bits++ = (uint8_t)which;
  }
  assert(to - squeezed <= (ptrdiff_t)noe_squeezed_bytes(bytes) && "a squeezed key is as long as foreseen at most");
  NOE_COSTLY(comes_back(key, bytes, fixed, squeezed) && "keys and squeezed keys correspond one to one");
  return (uint32_t)(to - squeezed);
}

static const uint8_t *spread_word(const uint8_t *from, uint64_t *word) {
  uint32_t which = *from++;
  *word = 0;
  for (; which; which &= which - 1)
    *word |= (uint64_t)*from++ << 8 * (uint32_t)__builtin_ctz(which);
  return from;
}

uint32_t noe_store_unsqueeze(const uint8_t *squeezed, uint32_t fixed, uint8_t *key) {
  uint16_t length;
  memcpy(&length, squeezed, fixed ? 0 : LENGTH);
  uint32_t bytes = fixed ? fixed : length, words = (bytes + 7) / 8;
  assert(bytes <= NOE_SQUEEZE_MOST_BYTES && "only keys that have room on the stack are squeezed");
  const uint8_t *bits = squeezed + (fixed ? 0 : LENGTH), *from = bits + (words + 7) / 8;
  memset(key, 0, bytes);
  for (uint32_t i = 0; i < (words + 7) / 8; i++)
    for (uint32_t set = bits[i]; set; set &= set - 1) {
      uint32_t at = 8 * (8 * i + (uint32_t)__builtin_ctz(set));
      uint64_t word;
      from = spread_word(from, &word);
      memcpy(key + at, &word, bytes - at < sizeof word ? bytes - at : sizeof word);
    }
  return bytes;
}
