/* Multisets of one type with as many owners, the points that index them: their elements are messages, to the
 * owners and to those that they name. Stands there once for each such family. Wants canon.h, points.h and
 * multisets.h, PART, and of the family: the numbers BAG_CELLS, BAG_STRIDE, BAG_CAPACITY, OWNERS, and LINKED:
 * elements name points; BAG_TYPE; the list ELEMENT, of cells of an element, as local_state.h has TRAITS; the list
 * LINKS of those that name points, LINK(cell, type, number); and the table `slots`: where each multiset begins,
 * which it is, its owners, cells from one to the next, labels. */

/* The colour of the element s of multiset i. */
static inline uint64_t OF(colour)(const cell *s, uint32_t i) {
  uint64_t h = OF(slots)[i].labels[0], x = 0;
  (void)s, (void)x;
#define PLAIN(at, stride, base, empty, shift) x |= STORED(s[at], base, empty) << (shift);
#define NAME(at, stride, type, shift) x |= shape##type(s[at]) << (shift);
#define WORD(number) h = noe_mix(h, x), x = 0;
  LIST(ELEMENT)
#undef PLAIN
#undef NAME
#undef WORD
  return h;
}

/* What it says to the owners, and to those it names: `times` over. */
static inline void OF(tell)(struct canon *g, const cell *s, uint32_t i, uint64_t times) {
  const uint64_t h = OF(colour)(s, i) * times;
  int32_t t;
  (void)g, (void)t;
  if (OF(OWNERS) > 0)
    tell_point(g, OF(slots)[i].owners[0], h * PLACE(0));
  if (OF(OWNERS) > 1)
    tell_point(g, OF(slots)[i].owners[1], h * PLACE(1));
#define LINK(at, type, number)                                                                                         \
  t = point##type(s[at]);                                                                                              \
  if (t >= 0)                                                                                                          \
    tell_point(g, (uint32_t)t, h *(OF(slots)[i].labels[number] | 1));
  LIST(LINKS)
#undef LINK
}
/* All messages of a state. */
static inline void OF(tell_all)(struct canon *g, const cell *c) {
  for (uint32_t i = 0; i < COUNT_OF(OF(slots)); i++)
    for (const cell *s = c + OF(slots)[i].cell, *end = s + OF(BAG_CELLS); s < end && *s == 1; s += OF(BAG_STRIDE))
      OF(tell)(g, s, i, 1);
}
/* Those of the state h that are gone, and those that are new. Both multisets are sorted. */
static APART void OF(tell_new)(struct canon *g, const cell *c, const cell *h, uint32_t i) {
  const cell *s = c + OF(slots)[i].cell, *const end = s + OF(BAG_CELLS);
  const cell *was = h + OF(slots)[i].cell, *const was_end = was + OF(BAG_CELLS);
  for (;;) {
    const bool is = s < end && *s == 1, other = was < was_end && *was == 1;
    if (!is && !other)
      return;
    const int order = !is ? 1 : !other ? -1 : order_of(s, was, OF(BAG_STRIDE));
    if (order < 0)
      OF(tell)(g, s, i, 1);
    if (order > 0)
      OF(tell)(g, was, i, UINT64_MAX);
    if (order <= 0)
      s += OF(BAG_STRIDE);
    if (order >= 0)
      was += OF(BAG_STRIDE);
  }
}
static inline void OF(tell_changes)(struct canon *g, const cell *c, const cell *h, const uint8_t *changed) {
  for (uint32_t i = 0; i < COUNT_OF(OF(slots)); i++)
    if (changed[OF(slots)[i].number])
      OF(tell_new)(g, c, h, i);
}

/* Messages are vertices. */
static inline void OF(attach_messages)(struct canon *g, const cell *c) {
  int32_t t;
  (void)t;
  for (uint32_t i = 0; i < COUNT_OF(OF(slots)); i++)
    for (const cell *s = c + OF(slots)[i].cell, *end = s + OF(BAG_CELLS); s < end && *s == 1; s += OF(BAG_STRIDE)) {
      const uint64_t *const labels = OF(slots)[i].labels;
      const uint32_t vertex = g->vertices++;
      g->colours[vertex] = OF(colour)(s, i);
      const uint16_t v[] = {(uint16_t)vertex, OF(slots)[i].owners[0]};
      if (OF(OWNERS) == 1)
        pair(g, labels[0], vertex, v[1]);
      else if (OF(OWNERS))
        tie(g, labels[0], v, 2, OF(slots)[i].owners[1]);
#define LINK(at, type, number)                                                                                         \
  t = point##type(s[at]);                                                                                              \
  if (t >= 0)                                                                                                          \
    pair(g, labels[number] + (uint64_t)((int64_t)s[at] - t) * STEP_VALUE, vertex, (uint32_t)t);
      LIST(LINKS)
#undef LINK
    }
}

/* d: the image of the multisets of c under p; it is a copy of c so far. */
ALWAYS void OF(move_bags)(const cell *restrict c, const uint16_t *p, cell *restrict d) {
  int32_t t;
  (void)t;
  for (uint32_t i = 0; i < COUNT_OF(OF(slots)); i++) {
    uint32_t at = OF(slots)[i].cell;
    for (int k = 0; k < OF(OWNERS); k++)
      at += OF(slots)[i].stride[k] * (p[OF(slots)[i].owners[k]] - OF(slots)[i].owners[k]);
    const cell *s = c + OF(slots)[i].cell;
    cell *const to = d + at;
    if (*s != 1 && c[at] != 1)
      continue;
    if (at != OF(slots)[i].cell)
      memcpy(to, s, OF(BAG_CELLS) * sizeof *to);
    if (*s != 1 || !OF(LINKED))
      continue;
    for (cell *e = to; e < to + OF(BAG_CELLS) && *e == 1; e += OF(BAG_STRIDE)) {
#define LINK(at, type, number) t = point##type(e[at]), e[at] = t < 0 ? e[at] : (cell)(e[at] + p[t] - t);
      LIST(LINKS)
#undef LINK
    }
    NAME_OF(sort_present, OF(BAG_TYPE))(to, OF(BAG_CAPACITY));
  }
}

/* Does the exchange of a and b leave them as they are? */
ALWAYS bool OF(keeps_bags)(const cell *c, cell *scratch, int32_t a, int32_t b) {
  int32_t t;
  (void)t, (void)scratch;
  for (uint32_t i = 0; i < COUNT_OF(OF(slots)) && (OF(LINKED) || OF(OWNERS)); i++) {
    const cell *s = c + OF(slots)[i].cell;
    uint32_t at = OF(slots)[i].cell;
    for (int k = 0; k < OF(OWNERS); k++)
      at += OF(slots)[i].stride[k] * (uint32_t)(OTHER(OF(slots)[i].owners[k]) - OF(slots)[i].owners[k]);
    if (*s != 1 && c[at] != 1)
      continue;
    if (at == OF(slots)[i].cell) { /* its elements stay, unless they name one of the two */
      bool named = 0;
      for (const cell *e = s; OF(LINKED) && e < s + OF(BAG_CELLS) && *e == 1; e += OF(BAG_STRIDE)) {
#define LINK(at, type, number) t = point##type(e[at]), named |= t == a || t == b;
        LIST(LINKS)
#undef LINK
      }
      if (!named)
        continue;
    }
    if (OF(LINKED)) {
      cell *e = scratch;
      for (const cell *from = s; from < s + OF(BAG_CELLS); from += OF(BAG_STRIDE), e += OF(BAG_STRIDE)) {
        if ((*e = *from) != 1)
          break;
        for (uint32_t k = 1; k < OF(BAG_STRIDE); k++)
          e[k] = from[k];
#define LINK(at, type, number)                                                                                         \
  t = point##type(e[at]);                                                                                              \
  if (t >= 0)                                                                                                          \
    e[at] = (cell)(e[at] + OTHER(t) - t);
        LIST(LINKS)
#undef LINK
      }
      NAME_OF(sort_present, OF(BAG_TYPE))(scratch, (e - scratch) / OF(BAG_STRIDE));
      s = scratch;
    }
    if (!are_same(s, c + at, OF(BAG_CAPACITY), OF(BAG_STRIDE)))
      return 0;
  }
  return 1;
}
