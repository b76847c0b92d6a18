/* The cells that each point of a block has for itself, its traits. Stands there once for each block. Wants canon.h and
 * points.h, PART, and of the block: the numbers FIRST, of a point, and SIZE; COLOUR, what colours of its points begin
 * with; NAMING: traits name points; and if they are MANY the table `traits`, else the list TRAITS: PLAIN(cell of the
 * first point, stride, base, empty, place in its word), NAME(cell, stride, type, place), WORD(number of the word that
 * ends). What is computed is the same. */

#if OF(MANY)
#define EACH_TRAIT for (const struct trait *trait = OF(traits); trait < OF(traits) + COUNT_OF(OF(traits)); trait++)
/* Of the i-th point. */
#define TRAIT(i) c[trait->cell + (i)*trait->stride]
#endif

/* What the cells of the i-th point say, without names; and whom they tie to whom. */
static inline void OF(slice)(struct canon *g, const cell *c, uint32_t i) {
  uint64_t h = OF(COLOUR), x = 0;
  int32_t t;
  (void)x, (void)t, (void)c;
#define TIE_NAMED                                                                                                      \
  if (t >= 0)                                                                                                          \
    g->attached[t] |= TIED, g->attached[OF(FIRST) + i] |= TIED;
#if OF(MANY)
  EACH_TRAIT {
    const cell v = TRAIT(i);
    if (v == trait->empty)
      continue;
    h += noe_mix(PLACE(trait - OF(traits)), trait->type ? shape_of(trait->type, v) : STORED(v, trait->base, U));
    t = point_of(trait->type, v);
    TIE_NAMED
  }
#else
#define PLAIN(at, stride, base, empty, shift) x |= STORED(c[(at) + i * (stride)], base, empty) << (shift);
#define NAME(at, stride, type, shift)                                                                                  \
  x |= shape##type(c[(at) + i * (stride)]) << (shift);                                                                 \
  t = point##type(c[(at) + i * (stride)]);                                                                             \
  TIE_NAMED
#define WORD(number) h += x ? noe_mix(PLACE(number), x) : 0, x = 0;
  LIST(TRAITS)
#undef PLAIN
#undef NAME
#undef WORD
#endif
#undef TIE_NAMED
  g->slices[OF(FIRST) + i] = h;
}
static inline void OF(look_at)(struct canon *g, const cell *c) {
  for (uint32_t i = 0; i < OF(SIZE); i++)
    OF(slice)(g, c, i);
}
/* Where traits are many, slices have changed with the cells (touching.h). */
static inline void OF(look_at_touched)(struct canon *g, const cell *c) {
  for (uint32_t i = 0; i < OF(SIZE) && !OF(MANY); i++)
    if (g->touched[OF(FIRST) + i])
      OF(slice)(g, c, i);
}

/* Do the cells of a and b agree: those that name nobody, or all of them? Only of points of this block. */
ALWAYS bool OF(agree)(const cell *c, int32_t a, int32_t b, bool all) {
  const uint32_t i = (uint32_t)(a - OF(FIRST)), j = (uint32_t)(b - OF(FIRST));
  (void)c, (void)j, (void)all;
  if (i >= OF(SIZE))
    return 1;
#if OF(MANY)
  EACH_TRAIT
  if (TRAIT(i) != TRAIT(j) && (all || !trait->type))
    return 0;
#else
#define PLAIN(at, stride, base, empty, shift)                                                                          \
  if (c[(at) + i * (stride)] != c[(at) + j * (stride)])                                                                \
    return 0;
#define NAME(at, stride, type, shift)                                                                                  \
  if (all && c[(at) + i * (stride)] != c[(at) + j * (stride)])                                                         \
    return 0;
#define WORD(number)
  LIST(TRAITS)
#undef PLAIN
#undef NAME
#undef WORD
#endif
  return 1;
}

/* Does the exchange of a and b leave the cells that name points as they are? */
ALWAYS bool OF(keeps_names)(const cell *c, int32_t a, int32_t b) {
  int32_t t;
  (void)c, (void)a, (void)b, (void)t;
#define KEEPS(at, stride, point)                                                                                       \
  for (uint32_t i = 0; i < OF(SIZE); i++) {                                                                            \
    const cell from = c[(at) + i * (stride)];                                                                          \
    const int32_t v = (int32_t)i + OF(FIRST);                                                                          \
    t = point;                                                                                                         \
    if (t != a && t != b && v != a)                                                                                    \
      continue;                                                                                                        \
    if (c[(at) + (uint32_t)(OTHER(v) - OF(FIRST)) * (stride)] != (t < 0 ? from : (cell)(from + OTHER(t) - t)))         \
      return 0;                                                                                                        \
  }
#if OF(MANY)
  if (OF(NAMING))
    EACH_TRAIT
  if (trait->type)
    KEEPS(trait->cell, trait->stride, point_of(trait->type, from))
#else
#define PLAIN(at, stride, base, empty, shift)
#define NAME(at, stride, type, shift) KEEPS(at, stride, point##type(from))
#define WORD(number)
  LIST(TRAITS)
#undef PLAIN
#undef NAME
#undef WORD
#endif
#undef KEEPS
  return 1;
}

/* d: their image under p; it is a copy of c so far. */
ALWAYS void OF(move_traits)(const cell *restrict c, const uint16_t *p, cell *restrict d) {
  for (uint32_t i = 0; i < OF(SIZE); i++) {
    const uint32_t j = (uint32_t)(p[OF(FIRST) + i] - OF(FIRST));
    int32_t t;
    (void)c, (void)d, (void)j, (void)t;
#if OF(MANY)
    EACH_TRAIT {
      const cell from = TRAIT(i);
      if (i == j && (from == U || !trait->type))
        continue;
      t = from == U ? -1 : point_of(trait->type, from);
      d[trait->cell + j * trait->stride] = t < 0 ? from : (cell)(from + p[t] - t);
    }
#else
#define PLAIN(at, stride, base, empty, shift) d[(at) + j * (stride)] = c[(at) + i * (stride)];
#define NAME(at, stride, type, shift)                                                                                  \
  t = point##type(c[(at) + i * (stride)]);                                                                             \
  d[(at) + j * (stride)] = t < 0 ? c[(at) + i * (stride)] : (cell)(c[(at) + i * (stride)] + p[t] - t);
#define WORD(number)
    LIST(TRAITS)
#undef PLAIN
#undef NAME
#undef WORD
#endif
  }
}
#if OF(MANY)
#undef EACH_TRAIT
#undef TRAIT
#endif
