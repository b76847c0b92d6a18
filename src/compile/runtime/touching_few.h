/* Which points the cells that a firing has changed are about: a line for each cell. Wants canon.h, points.h, and the
 * list ABOUT: CHANGED(cell), then TOUCHES(point) for each that indexes it, and NAMES(type, cell) if it can name one. */

static void find_touched(struct canon *g, const cell *c, const cell *h) {
  bool is;
  int32_t t;
  (void)is, (void)t, (void)g, (void)c, (void)h;
#define CHANGED(at) is = c[at] != h[at];
#define TOUCHES(point) g->touched[point] |= is;
#define NAMES(type, at)                                                                                                \
  if (is && (t = point##type(c[at])) >= 0)                                                                             \
    g->touched[t] = 1;
  ABOUT
#undef CHANGED
#undef TOUCHES
#undef NAMES
}
