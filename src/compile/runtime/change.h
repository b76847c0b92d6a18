/* Keys of large states, made of what differs from the state before. Wants packing.h, bytes.h, the
 * tables `first_in` and `spans_of_cells`, FIXED_BITS, READ_STREAMS and WRITE_STREAMS. */

static void unpack_word(struct frame *f, cell *c, uint32_t number, uint64_t word) {
  for (uint32_t i = first_in[number]; i < first_in[number + 1]; i++) {
    const struct packing *const p = &packing[i];
    if (p->width) {
      const cell v = value_of(p, word >> p->shift & bits_of(p));
      f->holes += p->trusted & (v == U);
      f->holes -= p->trusted & (c[i] == U);
      c[i] = v;
    } else if (p->word)
      i += p->word - 1;
  }
}

static void decode(struct frame *f, struct work *w, const uint8_t *key) {
  if (!f->at_home) {
    for (uint32_t i = 0; i < CELLS; i++)
      w->c[i] = packing[i].empty;
    f->at_home = 1;
    f->holes = TRUSTED;
  }
  for (uint32_t i = 0; i < FIXED_BITS / 64; i++) {
    const uint64_t word = lanes(key + 8 * i);
    if (word != f->home[i])
      unpack_word(f, w->c, i, f->home[i] = word);
  }
  if (FIXED_BITS % 64) {
    uint64_t word = 0;
    memcpy(&word, key + FIXED_BITS / 64 * 8, (FIXED_BITS % 64 + 7) / 8);
    word &= UINT64_MAX >> (64 - FIXED_BITS % 64) % 64;
    if (word != f->home[FIXED_BITS / 64])
      unpack_word(f, w->c, FIXED_BITS / 64, f->home[FIXED_BITS / 64] = word);
  }
  READ_STREAMS;
}

static void repack(uint64_t *k, const struct packing *p, cell v) {
  k[p->word] = (k[p->word] & ~(bits_of(p) << p->shift)) | stored_of(p, v) << p->shift;
}

/* So many cells at a time. */
enum { STEP = 8 / sizeof(cell) };
#define differ(c, h) (lanes(c) ^ lanes(h))
#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline void repack_lanes(uint64_t *k, const struct packing *p, const cell *c, const cell *h) {
  const uint64_t lane = UINT64_MAX >> (64 - 8 * sizeof(cell));
  for (uint64_t x = differ(c, h); x;) {
    const uint32_t i = (uint32_t)__builtin_ctzll(x) / (8 * sizeof(cell));
    repack(k, p + i, c[i]);
    x &= ~(lane << 8 * sizeof(cell) * i);
  }
}
#else
static void repack_lanes(uint64_t *k, const struct packing *p, const cell *c, const cell *h) {
  for (uint32_t i = 0; i < STEP; i++)
    if (c[i] != h[i])
      repack(k, p + i, c[i]);
}
#endif
static void repack_span(uint64_t *key, const cell *c, const cell *h, uint32_t i, uint32_t end) {
  for (; i + 4 * STEP <= end; i += 4 * STEP) {
    if (!(differ(c + i, h + i) | differ(c + i + STEP, h + i + STEP) | differ(c + i + 2 * STEP, h + i + 2 * STEP) |
          differ(c + i + 3 * STEP, h + i + 3 * STEP)))
      continue;
    for (uint32_t k = i; k < i + 4 * STEP; k += STEP)
      repack_lanes(key, packing + k, c + k, h + k);
  }
  for (; i < end; i++)
    if (c[i] != h[i])
      repack(key, &packing[i], c[i]);
}
static uint32_t encode(struct frame *f, const struct work *w) {
  memcpy(f->key, f->home, (FIXED_BITS + 63) / 64 * sizeof *f->key);
  for (uint32_t i = 0; i + 1 < sizeof spans_of_cells / sizeof *spans_of_cells; i++)
    repack_span(f->key, w->c, f->here.c, spans_of_cells[i].first, spans_of_cells[i].end);
  return WRITE_STREAMS;
}
