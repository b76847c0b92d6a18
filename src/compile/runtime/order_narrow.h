/* The entries of a block in the order of a key, where a slice, the number of its pointer and the number of the entry
 * fit into one word. Wants entries.h; ENTRY, NAME, SLICE and SLICE_BITS of the block: masks of the entry and of its
 * pointer, where the slice begins, and its width. */

#define ORDER                                                                                                          \
  { f->OF(sorted), f->OF(rank), f->OF(weight), OF(ENTRY), OF(NAME), OF(SLICE), OF(SLICE_BITS), OF(COUNT_BITS) }
#define OPEN(bits)
#define EMPTY(i, empty)
#define CLOSE(bits)
/* The slice of an entry as a number, in its place. */
static inline uint64_t OF(number_of)(const cell *c) {
  uint64_t v = 0;
  (void)c;
#define CELL(i, shift, at, width, base, empty) v |= STORED(c[i], base, empty) << ((at) + OF(SLICE));
  LIST(SLICE_CELLS)
#undef CELL
  return v;
}
static inline void OF(slice)(struct frame *f, const struct work *w) {
#define CELL(i, shift, at, width, base, empty) {i, (at) + OF(SLICE), (int8_t)(base), (int8_t)(empty)},
  static const struct noe_native_cell cells[] = {LIST(SLICE_CELLS){0}}; /* for noether's own code: of bytes */
#undef CELL
  if (AIDED && sizeof(cell) == 1) {
    aid->slices(f->OF(sorted), w->OF(m), w->OF(b), sizeof *w->OF(b), cells, sizeof cells / sizeof *cells - 1);
    return;
  }
  for (uint32_t i = 0; i < w->OF(m); i++)
    f->OF(sorted)[i] = i | OF(number_of)(w->OF(b)[i].c);
}
static inline void OF(name)(struct frame *f, uint32_t e, uint64_t pointer) {
  f->OF(sorted)[e] = (f->OF(sorted)[e] & ~OF(NAME)) | (pointer * (OF(ENTRY) + 1));
}
/* Equal entries that nobody names join the first of them. Answers how many there are; 0: something is wrong. */
static inline uint32_t OF(sort)(struct frame *f, struct work *w) {
  if (AIDED) {
    const struct noe_native_order order = ORDER;
    return aid->order(&order, &w->OF(b)[0].weight, sizeof *w->OF(b), w->OF(m));
  }
  uint64_t *const s = f->OF(sorted);
  const uint32_t m = w->OF(m);
  for (uint32_t i = 1; i < m; i++) {
    const uint64_t v = s[i];
    if (s[i - 1] < v)
      continue;
    uint32_t k = i;
    do
      s[k] = s[k - 1];
    while (--k && s[k - 1] > v);
    s[k] = v;
  }
  uint32_t n = 0, wrong = 0;
  for (uint32_t i = 0; i < m; i++) {
    const uint64_t v = f->OF(sorted)[i], before = f->OF(sorted)[n - (n > 0)];
    const uint32_t e = v & OF(ENTRY), weight = w->OF(b)[e].weight;
    const bool named = v & OF(NAME);
    const bool joins = (n > 0) & !named & ((before ^ v) <= OF(ENTRY));
    wrong |= named & (weight != 1);
    n += !joins;
    f->OF(rank)[e] = n - 1;
    f->OF(sorted)[n - 1] = joins ? before : v;
    f->OF(weight)[n - 1] = (joins ? f->OF(weight)[n - 1] : 0) + weight;
  }
  return wrong ? 0 : n;
}
/* Slice and count of each at once. */
static inline void OF(write)(struct frame *f, const struct work *w, struct noe_native_bits *b, uint32_t n) {
  (void)w;
  if (AIDED) {
    const struct noe_native_order order = ORDER;
    aid->write(b, &order, n);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t weight = f->OF(weight)[i];
    const uint64_t count = weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0;
    put(b, f->OF(sorted)[i] >> OF(SLICE) | count << OF(SLICE_BITS),
        weight > 1 ? OF(SLICE_BITS) + OF(COUNT_BITS) + 1 : OF(SLICE_BITS) + 1);
  }
}
#undef ORDER
#undef OPEN
#undef EMPTY
#undef CLOSE
