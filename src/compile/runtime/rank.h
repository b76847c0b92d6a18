/* The order of points: by slices, and by colours if `told`. Those that are alike stay in the order of their
 * numbers. Wants canon.h and the list RANKED, for models with few points (canonise.h has what is done with many).
 * Of a block with up to five it is POINT(p) for each, COMPARE(p, q) for each pair, PUT(p) for each; of others
 * SEVERAL(first, end). */

/* Those from `first` on; the next one is `end`. */
static inline bool rank_many(struct canon *g, bool told, uint32_t first, uint32_t end, uint16_t *moved) {
  bool alike = 0;
  for (uint32_t p = first; p < end; p++) {
    const uint64_t s = g->slices[p], c = told ? g->colours[p] : 0;
    uint32_t at = p;
    for (; at > first; at--) {
      const uint32_t q = g->order[at - 1];
      const uint64_t other = told ? g->colours[q] : 0;
      alike |= g->slices[q] == s && other == c;
      if (g->slices[q] < s || (g->slices[q] == s && other <= c))
        break;
      g->order[at] = (uint16_t)q;
    }
    g->order[at] = (uint16_t)p;
    *moved |= at != p;
  }
  for (uint32_t i = first; i < end; i++)
    g->map[g->order[i]] = (uint16_t)i;
  return alike;
}

/* A few points are compared pair by pair, without a jump: the order of hashes cannot be foreseen, and a wrong guess of
 * the processor takes longer than several comparisons. Where there are more, most of them stay where they are, and a
 * loop that looks for the place of each is faster. */
#define POINT(i)                                                                                                       \
  const uint64_t s##i = g->slices[i], c##i = told ? g->colours[i] : 0;                                                 \
  uint16_t at##i = i;
#define COMPARE(a, b)                                                                                                  \
  {                                                                                                                    \
    const bool even = s##a == s##b;                                                                                    \
    const uint16_t after = (s##a > s##b) | (even & (c##a > c##b));                                                     \
    alike |= even & (c##a == c##b);                                                                                    \
    moved |= after;                                                                                                    \
    at##a = (uint16_t)(at##a + after);                                                                                 \
    at##b = (uint16_t)(at##b - after);                                                                                 \
  }
#define PUT(i) g->map[i] = at##i, g->order[at##i] = i;
#define SEVERAL(first, end) alike |= rank_many(g, told, first, end, &moved);
/* The place of each point (`map`), who is at each place (`order`), whether any has `moved`; are some alike? */
ALWAYS bool rank(struct canon *g, bool told) {
  bool alike = 0;
  uint16_t moved = 0;
  (void)told;
  RANKED
  g->moved = moved;
  return alike;
}
#undef POINT
#undef COMPARE
#undef PUT
#undef SEVERAL
