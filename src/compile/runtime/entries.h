/* The entries of one block, in keys of value x count. Stands there once for each block. Wants bits.h, PART, its
 * number; `struct work` with the entries b<PART>, of which there are m<PART>; and of the block PLACES, how many
 * values it has, SLICED, how many cells a slice, COUNT_BITS, of counts, and the list SLICE_CELLS of these cells,
 * in chunks that are read at once: OPEN(bits), CELL(number, place in the chunk, place in the slice, width, base,
 * empty), EMPTY(number, empty) for one that has no bits, CLOSE(bits). */

ALWAYS void OF(read)(struct work *w, struct reader *r) {
  uint64_t chunk, v;
  (void)chunk, (void)v;
  w->OF(m) = 0;
  for (uint32_t total = 0; total < OF(PLACES) && w->OF(m) < OF(PLACES); w->OF(m)++) {
    struct NAME_OF(entry, PART) *const e = &w->OF(b)[w->OF(m)];
#define OPEN(bits) chunk = get(r, bits);
#define CELL(i, shift, at, width, base, empty)                                                                         \
  v = chunk >> (shift)&BITS_OF(width);                                                                                 \
  e->c[i] = VALUE(v, base, empty);
#define EMPTY(i, empty) e->c[i] = empty;
#define CLOSE(bits)
    LIST(SLICE_CELLS)
#undef OPEN
#undef CELL
#undef EMPTY
#undef CLOSE
    e->weight = get(r, 1) ? 2 + (uint32_t)get(r, OF(COUNT_BITS)) : 1;
    e->origin = w->OF(m);
    total += e->weight;
  }
}

/* A value of an entry gets an entry of its own, and goes back. */
static APART int64_t OF(split)(struct work *w, int64_t e) {
  if (w->OF(b)[e].weight == 1)
    return e;
  const uint32_t x = w->OF(m)++;
  w->OF(b)[x] = w->OF(b)[e];
  w->OF(b)[x].weight = 1;
  w->OF(b)[x].origin = (uint32_t)e;
  w->OF(b)[e].weight--;
  return x;
}
static APART void OF(join)(struct work *w, int64_t e, int64_t x) {
  if (x == e)
    return;
  w->OF(m)--;
  w->OF(b)[e].weight++;
}
/* All values do; and back. */
static inline void OF(scatter)(struct work *w) {
  for (uint32_t e = 0, m = w->OF(m); e < m; e++)
    while (w->OF(b)[e].weight > 1)
      OF(split)(w, e);
}
static inline void OF(gather)(struct work *w, uint32_t m, const uint32_t *weights) {
  w->OF(m) = m;
  for (uint32_t e = 0; e < m; e++)
    w->OF(b)[e].weight = weights[e];
}
static inline void OF(copy)(struct work *to, const struct work *from) {
  to->OF(m) = from->OF(m);
  for (uint32_t i = 0; i < from->OF(m); i++) {
    to->OF(b)[i] = from->OF(b)[i];
    to->OF(b)[i].origin = i;
  }
}
/* Values that were taken out are compared with the entry that they came from. */
static inline bool OF(changed)(const struct work *a, const struct work *b) {
  for (uint32_t i = 0; OF(SLICED) && i < b->OF(m); i++)
    if (memcmp(b->OF(b)[i].c, a->OF(b)[b->OF(b)[i].origin].c, sizeof b->OF(b)[i].c) != 0)
      return 1;
  return 0;
}
/* Of works with as many entries. */
static inline bool OF(is_same)(const struct work *a, const struct work *b) {
  for (uint32_t i = 0; OF(SLICED) && i < a->OF(m); i++)
    if (memcmp(a->OF(b)[i].c, b->OF(b)[i].c, sizeof a->OF(b)[i].c) != 0)
      return 0;
  return 1;
}
/* Where the parts of the entries came from and where they went. `next` was copied from `here`, in which outer
 * parameters may have been taken out of the entries of the key before. */
static inline uint32_t *OF(moves)(const struct frame *f, uint32_t *to) {
  *to++ = f->next.OF(m);
  for (uint32_t i = 0; i < f->next.OF(m); i++) {
    *to++ = f->here.OF(b)[f->next.OF(b)[i].origin].origin;
    *to++ = f->OF(rank)[i];
  }
  return to;
}
