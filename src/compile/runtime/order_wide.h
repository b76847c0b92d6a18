/* The entries of a block in the order of a key, where a slice takes several words. Wants entries.h; WORDS and
 * SLICE_BITS of the block. */

static inline void OF(words_of)(const cell *c, uint64_t *s) {
  (void)c;
  for (uint32_t i = 0; i < OF(WORDS); i++)
    s[i] = 0;
#define OPEN(bits)
#define EMPTY(i, empty)
#define CLOSE(bits)
#define CELL(i, shift, at, width, base, empty)                                                                         \
  s[(at) / 64] |= STORED(c[i], base, empty) << (at) % 64;                                                              \
  if ((at) % 64 + (width) > 64)                                                                                        \
    s[(at) / 64 + 1] |= STORED(c[i], base, empty) >> 1 >> (63 - (at) % 64);
  LIST(SLICE_CELLS)
#undef OPEN
#undef EMPTY
#undef CLOSE
#undef CELL
}

/* The highest word decides first. */
static inline int OF(compare)(const struct frame *f, uint32_t a, uint32_t b) {
  const uint64_t *const x = f->OF(words)[a], *const y = f->OF(words)[b];
  for (uint32_t i = OF(WORDS); i-- > 0;)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return (f->OF(named)[a] > f->OF(named)[b]) - (f->OF(named)[a] < f->OF(named)[b]);
}
static inline void OF(slice)(struct frame *f, const struct work *w) {
  for (uint32_t i = 0; i < w->OF(m); i++) {
    OF(words_of)(w->OF(b)[i].c, f->OF(words)[i]);
    f->OF(named)[i] = 0;
  }
}
static inline void OF(name)(struct frame *f, uint32_t e, uint32_t pointer) { f->OF(named)[e] = pointer; }
/* Equal entries that nobody names join the first of them. Answers how many there are; 0: something is wrong. */
static inline uint32_t OF(sort)(struct frame *f, struct work *w) {
  uint32_t *const order = f->OF(order), n = 0;
  for (uint32_t i = 0; i < w->OF(m); i++) {
    uint32_t k = i;
    for (; k && OF(compare)(f, order[k - 1], i) > 0; k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  for (uint32_t i = 0; i < w->OF(m); i++) {
    const uint32_t e = order[i];
    if (f->OF(named)[e]) {
      if (UNLIKELY(w->OF(b)[e].weight != 1))
        return 0;
    } else if (n && !OF(compare)(f, order[n - 1], e)) {
      w->OF(b)[order[n - 1]].weight += w->OF(b)[e].weight;
      f->OF(rank)[e] = n - 1;
      continue;
    }
    f->OF(rank)[e] = n;
    order[n++] = e;
  }
  return n;
}
static inline void OF(write)(struct frame *f, const struct work *w, struct noe_native_bits *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t e = f->OF(order)[i], weight = w->OF(b)[e].weight;
    for (uint32_t k = 0, left = OF(SLICE_BITS); left; k++) {
      const uint32_t width = left < 64 ? left : 64;
      put(b, f->OF(words)[e][k], width);
      left -= width;
    }
    put(b, weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0, weight > 1 ? OF(COUNT_BITS) + 1 : 1);
  }
}
