/* With small blocks: what tells beforehand which turn makes the key least, by the deciding cells (symmetry/listed.h).
 * Wants bytes.h, `struct work`; the list TURNS, EACH(number), and for each turn DECIDING<number>, the contents of the
 * deciding cells behind it: DECIDES(content, base, empty, place). Sets of turns are bits. */

static inline uint64_t deciding(const cell *c, uint32_t number) {
  uint64_t n = 0;
  cell v;
  (void)c, (void)v;
#define DECIDES(content, base, empty, shift)                                                                           \
  v = content;                                                                                                         \
  n |= STORED(v, base, empty) << (shift);
#define EACH(turn)                                                                                                     \
  case turn: DECIDING##turn break;
  switch (number) { TURNS }
#undef DECIDES
#undef EACH
  return n;
}

/* The turns that make it least. */
static inline uint32_t tied(const struct work *w) {
  uint64_t least = UINT64_MAX, n;
  uint32_t set = 0;
#define EACH(turn)                                                                                                     \
  n = deciding(w->c, turn);                                                                                            \
  set = n < least ? 1u << (turn) : n == least ? set | 1u << (turn) : set;                                              \
  least = n < least ? n : least;
  TURNS
#undef EACH
  return set;
}
