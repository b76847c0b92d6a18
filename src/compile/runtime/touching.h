/* Which points the cells that a firing has changed are about. Wants canon.h. */

/* What a cell of a point that has many adds to its slice. */
static inline uint64_t trait_word(uint32_t number, cell v) {
  if (v == about[number].empty)
    return 0;
  return noe_mix(PLACE(about[number].trait - 1),
                 about[number].type ? shape_of(about[number].type, v) : (uint64_t)v - (uint64_t)about[number].base + 1);
}
static APART void touch(struct canon *g, uint32_t number, cell v, cell was) {
  for (uint32_t i = 0; i < about[number].count; i++)
    g->touched[about[number].points[i]] = 1;
  const int32_t t = about[number].type ? point_of(about[number].type, v) : -1;
  if (t >= 0)
    g->touched[t] = 1;
  if (!about[number].trait)
    return;
  const uint32_t p = about[number].points[0];
  g->slices[p] += trait_word(number, v) - trait_word(number, was);
  if (t >= 0)
    g->attached[t] |= TIED, g->attached[p] |= TIED;
}
static inline void touch_row(struct canon *g, uint32_t number, const cell *c, const cell *h, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (c[i] != h[i])
      touch(g, number + i, c[i], h[i]);
}

static void find_touched(struct canon *g, const cell *c, const cell *h) {
  enum { STRIDE = 8 / sizeof(cell) };
  for (uint32_t i = 0; i + 1 < sizeof spans / sizeof *spans; i++) {
    const uint32_t first = spans[i].first, end = spans[i].end, number = spans[i].number - first;
    uint32_t k = first;
    for (; k + STRIDE <= end; k += STRIDE)
      if (lanes(c + k) != lanes(h + k))
        touch_row(g, number + k, c + k, h + k, STRIDE);
    if (k < end && (end - first < STRIDE || lanes(c + end - STRIDE) != lanes(h + end - STRIDE)))
      touch_row(g, number + k, c + k, h + k, end - k);
  }
}
