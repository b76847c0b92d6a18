/* Elements of multisets of one type in packed keys. They come behind the cells that have places, one after the
 * other: in a state that is settled present elements are the first of a multiset, and all cells of absent ones are
 * empty. Stands there once for each type. Wants packed_bits.h, PART and STRIDE as multiset_type.h does, CAPACITY,
 * SLOT_BITS; `packed`, where the multisets begin; the list SLOT: CELL(number, place, width, base, empty); IN_WORD:
 * a word holds an element; and IN_BYTES: its cells are bytes, with ADDED, TYPED and BITS (bytes.h). */

#if OF(IN_BYTES) && defined SHORT_SLOTS
/* An element as one number, the lowest bit of which says that it is present; and back. */
static inline uint64_t OF(pack)(const cell *e) {
  const uint64_t y = pack_bytes(slot_bytes(e, OF(STRIDE)), OF(ADDED));
#ifdef GATHERS
  return gather(y, OF(BITS));
#else
  uint64_t v = 0;
#define CELL(i, at, width, base, empty) v |= y >> (8 * (i) - (at)) & BITS_OF(width) << (at);
  LIST(SLOT)
#undef CELL
  return v;
#endif
}
static inline void OF(unpack)(cell *e, uint64_t v) {
#ifdef GATHERS
  uint64_t y = spread(v, OF(BITS));
#else
  uint64_t y = 0;
#define CELL(i, at, width, base, empty) y |= (v & BITS_OF(width) << (at)) << (8 * (i) - (at));
  LIST(SLOT)
#undef CELL
#endif
  y = unpack_bytes(y, OF(TYPED), OF(ADDED));
  memcpy(e, &y, OF(STRIDE));
}
#elif OF(IN_WORD)
static inline uint64_t OF(pack)(const cell *e) {
  uint64_t v = 0;
#define CELL(i, at, width, base, empty) v |= STORED(e[i], base, empty) << (at);
  LIST(SLOT)
#undef CELL
  return v;
}
static inline void OF(unpack)(cell *e, uint64_t v) {
  uint64_t x;
#define CELL(i, at, width, base, empty)                                                                                \
  x = v >> (at)&BITS_OF(width);                                                                                        \
  e[i] = VALUE(x, base, empty);
  LIST(SLOT)
#undef CELL
}
#endif

/* From bit `at` of the key on; the bit behind. */
static inline uint32_t OF(read_slots)(cell *c, const uint8_t *key, uint32_t at) {
  for (uint32_t i = 0; i < COUNT_OF(OF(packed)); i++) {
    cell *e = c + OF(packed)[i];
    for (uint32_t s = 0; s < OF(CAPACITY); s++, e += OF(STRIDE)) {
      uint64_t v = lanes(key + at / 64 * 8) >> at % 64;
      if (!(v & 1)) {
        at++;
        break;
      }
#if OF(IN_WORD)
      if (at % 64 > 64 - OF(SLOT_BITS))
        v |= lanes(key + at / 64 * 8 + 8) << (64 - at % 64);
      OF(unpack)(e, v);
      at += OF(SLOT_BITS);
#else
#define CELL(number, place, width, base, empty)                                                                        \
  v = get(key, at, width), at += (width);                                                                              \
  e[number] = VALUE(v, base, empty);
      LIST(SLOT)
#undef CELL
#endif
    }
  }
  return at;
}
/* `put` is written out where a word holds an element: each key has several of these, and tcc calls what others
 * inline. */
static inline uint32_t OF(write_slots)(uint64_t *k, const cell *c, uint32_t at) {
  for (uint32_t i = 0, s; i < COUNT_OF(OF(packed)); i++) {
    const cell *e = c + OF(packed)[i];
    for (s = 0; s < OF(CAPACITY) && *e; s++, e += OF(STRIDE)) {
#if OF(IN_WORD)
      const uint64_t v = OF(pack)(e);
      k[at / 64] |= v << at % 64;
      k[at / 64 + 1] = v >> 1 >> (63 - at % 64);
      at += OF(SLOT_BITS);
#else
#define CELL(number, place, width, base, empty) put(k, at, STORED(e[number], base, empty)), at += (width);
      LIST(SLOT)
#undef CELL
#endif
    }
    if (s < OF(CAPACITY))
      k[at++ / 64 + 1] = 0;
  }
  return at;
}
