/* One of the permutations of small blocks, done to the work: to its entries, not to its points. Stands there once for
 * each turn but the first, which is the identity. Wants PART, the number of the turn; images.h; TURNED_PLAIN, and
 * TURNED_SLICES of the blocks with cells that turn, SLICE(number, these). Of a row it is KEEP(cell) for each whose
 * content goes elsewhere, then SET(cell, content). TURNS_BAGS: multisets have to be sorted again. */

static void OF(turn)(struct work *w) {
#define KEEP(from) const cell v##from = c[from];
#define SET(to, content) c[to] = content;
#define SLICE(number, cells)                                                                                           \
  for (uint32_t i = 0; i < w->m##number; i++) {                                                                        \
    cell *const c = w->b##number[i].c;                                                                                 \
    cells                                                                                                              \
  }
  {
    cell *const c = w->c;
    (void)c;
    LIST(TURNED_PLAIN)
  }
  LIST(TURNED_SLICES)
#undef KEEP
#undef SET
#undef SLICE
  if (TURNS_BAGS)
    settle(w);
}
