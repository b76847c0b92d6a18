/* Keys of small packed states (model/pack.h). Wants bytes.h, `struct frame`, FIXED_BITS, KEY_BYTES; of cells that
 * have places the list PACKED: CELL(number, word, place in it, width, base, empty), EMPTY(number, empty) for one
 * of a type without values, and ROW(first, count, from, word, place in it, added, typed, bits, the cells one by
 * one) for cells that are bytes and have their places one behind the other, of which `from` on there are eight
 * (bytes.h). STREAMS: elements of multisets come behind them; BAG_TYPES, EACH(type), are their types, each with
 * packed_slots.h; `nothing` is a state without a value in it. */

static void decode(struct frame *f, struct work *w, const uint8_t *key) {
  uint64_t k[FIXED_BITS / 64 + 1] = {0}, v;
  uint32_t at = FIXED_BITS;
  memcpy(k, key, (FIXED_BITS + 7) / 8);
  (void)f, (void)v, (void)at;
#if HAS_BAGS
  *w = nothing;
#endif
#define CELL(i, word, shift, width, base, empty)                                                                       \
  v = k[word] >> (shift)&BITS_OF(width);                                                                               \
  w->c[i] = VALUE(v, base, empty);
#define EMPTY(i, empty) w->c[i] = empty;
#ifdef GATHERS
#define ROW(first, count, from, word, shift, added, typed, bits, ...)                                                  \
  v = unpack_bytes(spread(k[word] >> (shift), bits), typed, added);                                                    \
  memcpy(w->c + (first), &v, count);
#else
#define ROW(first, count, from, word, shift, added, typed, bits, ...) __VA_ARGS__
#endif
#define EACH(type) at = read_slots##type(w->c, key, at);
  PACKED
  BAG_TYPES
#undef CELL
#undef EMPTY
#undef ROW
#undef EACH
}

static uint32_t encode(struct frame *f, const struct work *w) {
  const cell *const c = w->c;
  uint64_t *const k = f->key;
  uint32_t at = FIXED_BITS;
  memset(k, 0, (FIXED_BITS / 64 + 1) * sizeof *k);
  (void)c, (void)at;
#define CELL(i, word, shift, width, base, empty) k[word] |= STORED(c[i], base, empty) << (shift);
#define EMPTY(i, empty)
#ifdef GATHERS
#define ROW(first, count, from, word, shift, added, typed, bits, ...)                                                  \
  k[word] |=                                                                                                           \
      gather(pack_bytes(lanes(c + (from)), (added) << 8 * ((first) - (from))), (bits) << 8 * ((first) - (from)))       \
      << (shift);
#else
#define ROW(first, count, from, word, shift, added, typed, bits, ...) __VA_ARGS__
#endif
#define EACH(type) at = write_slots##type(k, c, at);
  PACKED
  BAG_TYPES
#undef CELL
#undef EMPTY
#undef ROW
#undef EACH
  return !STREAMS ? KEY_BYTES : at ? (at + 7) / 8 : 1;
}
