/* Elements in a packed state: one that has no place of its own begins with any bit of a key.
 * One that is read is not looked at further than it goes (native.h); one that is written is
 * the first to touch the words behind that of its first bit. Wants bytes.h. */

static inline uint64_t get(const uint8_t *key, uint32_t at, uint32_t width) {
  uint64_t v = lanes(key + at / 64 * 8) >> at % 64;
  if (at % 64 + width > 64)
    v |= lanes(key + at / 64 * 8 + 8) << (64 - at % 64);
  return v & UINT64_MAX >> (64 - width);
}
static inline void put(uint64_t *k, uint32_t at, uint64_t v) {
  k[at / 64] |= v << at % 64;
  k[at / 64 + 1] = v >> 1 >> (63 - at % 64);
}
