/* The order of points, by slices and colours. Wants canon.h. */

#define RANK(a, b)                                                                                                     \
  do {                                                                                                                 \
    const bool even = s##a == s##b;                                                                                    \
    const uint16_t after = (s##a > s##b) | (even & (c##a > c##b));                                                     \
    alike |= even & (c##a == c##b);                                                                                    \
    moved |= after;                                                                                                    \
    at##a = (uint16_t)(at##a + after);                                                                                 \
    at##b = (uint16_t)(at##b - after);                                                                                 \
  } while (0)
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
