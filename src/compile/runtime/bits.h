/* Numbers of some bits each, written and read one behind the other. The reader takes
 * a word of a key only when it needs a bit of it (native.h). Wants bytes.h. */

static inline void put(struct noe_native_bits *b, uint64_t value, uint32_t width) {
  uint32_t room = 64 - b->fill;
  b->held |= value << b->fill;
  if (width < room) {
    b->fill += width;
    return;
  }
  memcpy(b->at, &b->held, 8);
  b->at += 8;
  b->held = room < 64 ? value >> room : 0;
  b->fill = width - room;
}
static inline uint32_t flush(const struct noe_native_bits *b, const void *start) {
  if (b->fill)
    memcpy(b->at, &b->held, 8);
  return (uint32_t)(b->at - (const uint8_t *)start) + (b->fill + 7) / 8;
}
struct reader {
  const uint8_t *at;
  uint64_t held;
  uint32_t fill;
};
static inline uint64_t get(struct reader *r, uint32_t width) {
  const uint64_t mask = width ? UINT64_MAX >> (64 - width) : 0;
  uint64_t value = r->held;
  if (width <= r->fill) {
    r->held = width < 64 ? value >> width : 0;
    r->fill -= width;
    return value & mask;
  }
  const uint64_t next = lanes(r->at);
  const uint32_t taken = width - r->fill;
  value |= next << r->fill;
  r->at += 8;
  r->held = taken < 64 ? next >> taken : 0;
  r->fill = 64 - taken;
  return value & mask;
}
