/* Keys that are value x count (symmetry/runs.h): reading one into entries, and writing entries as one. An entry
 * that a plain cell names keeps to itself; others with equal slices join. Wants bits.h, `struct frame`; entries.h
 * and order_narrow.h or order_wide.h for each block, and the list BLOCK_PARTS of them, EACH(number). Of plain
 * cells, those in no slice, there are the lists PLAIN_READ and PLAIN_WRITTEN, as entries.h has SLICE_CELLS, and
 * POINTERS, the values that name points: POINTER(cell, first value, last value, number, block); if BY_TABLES there
 * are tables `plain` and `pointers` instead, the last of which is not used. TURNED: listed.h has `encode`. */

static void decode(struct frame *f, struct work *w, const uint8_t *key) {
  struct reader r = {key, 0, 0};
  uint64_t chunk, v;
  (void)f, (void)chunk, (void)v;
#if BY_TABLES
  for (uint32_t i = 0; i < COUNT_OF(plain); i++) {
    v = get(&r, plain[i].width);
    w->c[i] = VALUE(v, plain[i].base, plain[i].empty);
  }
#else
#define OPEN(bits) chunk = get(&r, bits);
#define CELL(i, shift, at, width, base, empty)                                                                         \
  v = chunk >> (shift)&BITS_OF(width);                                                                                 \
  w->c[i] = VALUE(v, base, empty);
#define EMPTY(i, empty) w->c[i] = empty;
#define CLOSE(bits)
  PLAIN_READ
#undef OPEN
#undef CELL
#undef EMPTY
#undef CLOSE
#endif
#define EACH(number) read##number(w, &r);
  BLOCK_PARTS
#undef EACH
}

static inline void copy(struct work *to, const struct work *from) {
  memcpy(to->c, from->c, sizeof to->c);
#define EACH(number) copy##number(to, from);
  BLOCK_PARTS
#undef EACH
}
static bool changed(const struct work *a, const struct work *b) {
  if (memcmp(a->c, b->c, sizeof a->c) != 0)
    return 1;
#define EACH(number)                                                                                                   \
  if (changed##number(a, b))                                                                                           \
    return 1;
  BLOCK_PARTS
#undef EACH
  return 0;
}

/* Of several pointers that name an entry the last one counts. */
static inline void name_entries(struct frame *f, struct work *w) {
  (void)f, (void)w;
#if BY_TABLES
  for (uint32_t i = 0; i + 1 < COUNT_OF(pointers); i++) {
    cell *const c = w->c + pointers[i].cell;
    if (*c < pointers[i].first || *c > pointers[i].last)
      continue;
    const uint32_t e = (uint32_t)(*c - pointers[i].first);
#define EACH(n)                                                                                                        \
  case n: name##n(f, e, pointers[i].number); break;
    switch (pointers[i].block) { BLOCK_PARTS }
#undef EACH
  }
#else
#define POINTER(at, first, last, number, block)                                                                        \
  if (w->c[at] >= (first) && w->c[at] <= (last))                                                                       \
    name##block(f, (uint32_t)(w->c[at] - (first)), number);
  POINTERS
#undef POINTER
#endif
}
/* Pointers name entries by their places in the key. */
static inline void renumber(struct frame *f, struct work *w) {
  (void)f, (void)w;
#if BY_TABLES
  for (uint32_t i = 0; i + 1 < COUNT_OF(pointers); i++) {
    cell *const c = w->c + pointers[i].cell;
    if (*c < pointers[i].first || *c > pointers[i].last)
      continue;
    const uint32_t e = (uint32_t)(*c - pointers[i].first);
#define EACH(number)                                                                                                   \
  case number: *c = (cell)(f->rank##number[e] + pointers[i].first); break;
    switch (pointers[i].block) { BLOCK_PARTS }
#undef EACH
  }
#else
#define POINTER(at, first, last, number, block)                                                                        \
  if (w->c[at] >= (first) && w->c[at] <= (last))                                                                       \
    w->c[at] = (cell)(f->rank##block[w->c[at] - (first)] + (first));
  POINTERS
#undef POINTER
#endif
}

/* The number of bytes; 0 if something is wrong. */
static uint32_t write_key(struct frame *f, struct work *w) {
#define EACH(number) slice##number(f, w);
  BLOCK_PARTS
#undef EACH
  name_entries(f, w);
#define EACH(number)                                                                                                   \
  const uint32_t n##number = sort##number(f, w);                                                                       \
  if (UNLIKELY(!n##number))                                                                                            \
    return 0;
  BLOCK_PARTS
#undef EACH
  renumber(f, w);
  struct noe_native_bits b = {f->key, 0, 0};
#if BY_TABLES
  for (uint32_t i = 0; i < COUNT_OF(plain); i++)
    put(&b, STORED(w->c[i], plain[i].base, plain[i].empty), plain[i].width);
#else
  uint64_t chunk = 0;
  (void)chunk;
#define OPEN(bits) chunk = 0;
#define CELL(i, shift, at, width, base, empty) chunk |= STORED(w->c[i], base, empty) << (shift);
#define EMPTY(i, empty)
#define CLOSE(bits) put(&b, chunk, bits);
  PLAIN_WRITTEN
#undef OPEN
#undef CELL
#undef EMPTY
#undef CLOSE
#endif
#define EACH(number) write##number(f, w, &b, n##number);
  BLOCK_PARTS
#undef EACH
  return flush(&b, f->key);
}
#if !TURNED
static inline uint32_t encode(struct frame *f, struct work *w) { return write_key(f, w); }
#endif

/* After encoding. */
static void note_moves(struct frame *f) {
  uint32_t *to = f->moves;
#define EACH(number) to = moves##number(f, to);
  BLOCK_PARTS
#undef EACH
  f->host.moves = f->moves;
}
