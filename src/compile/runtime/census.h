/* With small blocks: which turns are left when names have been counted. Wants base.h, SMALL, the table `origins`,
 * and the list COUNTED: BLOCK(number, the cells of its slices that name points of small blocks), each of which is
 * NAMES(cell, first value, last value, point of the first, place in a word). */

static inline void take_census(const struct work *w, uint64_t *n) {
#define BLOCK(number, cells)                                                                                           \
  for (uint32_t i = 0; i < w->m##number; i++) {                                                                        \
    const cell *const c = w->b##number[i].c;                                                                           \
    const uint64_t weight = w->b##number[i].weight;                                                                    \
    cells                                                                                                              \
  }
#define NAMES(at, first, last, point, shift)                                                                           \
  if (c[at] >= (first) && c[at] <= (last))                                                                             \
    n[c[at] - (first) + (point)] += weight << (shift);
  COUNTED
#undef BLOCK
#undef NAMES
}

/* Of these turns, those whose census is least. */
static uint32_t narrow(const struct work *w, uint32_t set) {
  uint64_t n[SMALL] = {0};
  take_census(w, n);
  uint32_t best = lowest(set), least = 1u << best;
  for (set &= set - 1; set; set &= set - 1) {
    const uint32_t turn = lowest(set);
    uint32_t i = 0;
    while (i < SMALL && n[origins[turn][i]] == n[origins[best][i]])
      i++;
    if (i == SMALL)
      least |= 1u << turn;
    else if (n[origins[turn][i]] < n[origins[best][i]])
      least = 1u << (best = turn);
  }
  return least;
}
