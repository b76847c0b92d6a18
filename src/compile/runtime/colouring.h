/* What is done part by part, put together: first colours (symmetry/colouring.c) of a state and of what a firing
 * made of it, ties, images, exchanges. Wants local_state.h, messages.h, relation.h, matrix.h and links.h for each
 * part, and lists of these parts, EACH(number): BLOCK_PARTS, BAG_PARTS, RELATION_PARTS, MATRIX_PARTS, LINK_PARTS;
 * find_touched; ARGUMENTS, GROUPS and TELLS; and cells without index that name points: if there are MANY_NAMES the
 * table `names`, else the list GLOBALS: GLOBAL(type, cell, what it says to the point t). */

/* From here on a slice has to do with names, too. */
static void add_names(struct canon *g, const cell *c) {
  int32_t t;
  (void)t, (void)c, (void)g;
#if MANY_NAMES
  for (uint32_t i = 0; i < COUNT_OF(names); i++) {
    t = point_of(names[i].type, c[names[i].cell]);
    if (t < 0)
      continue;
    g->attached[t] |= NAMED;
    g->slices[t] += noe_mix(names[i].label, (uint64_t)((int64_t)c[names[i].cell] - t));
  }
#else
#define GLOBAL(type, at, told)                                                                                         \
  t = point##type(c[at]);                                                                                              \
  if (t >= 0)                                                                                                          \
    g->attached[t] |= NAMED, g->slices[t] += told;
  GLOBALS
#undef GLOBAL
#endif
}
static void add_colours(struct canon *g) {
  for (uint32_t i = 0; i < POINTS; i++)
    g->colours[i] = g->slices[i] + (TELLS ? g->told[i] : 0);
}

/* The look at the cells of points, and the look into multisets. */
static void look(struct canon *g, const cell *c) {
  memset(g->attached, 0, sizeof g->attached);
#define EACH(number) look_at##number(g, c);
  BLOCK_PARTS
#undef EACH
}
static void look_into_bags(struct canon *g, const cell *c) {
  (void)c;
  memset(g->told, 0, sizeof g->told);
#define EACH(number) tell_all##number(g, c);
  BAG_PARTS
#undef EACH
}
/* Both at what became of the state h that is expanded. */
static void look_again(struct canon *g, const cell *c, const cell *h) {
  memset(g->touched, 0, sizeof g->touched);
  memcpy(g->attached, g->home.attached, sizeof g->attached);
  memcpy(g->slices, g->home.slices, sizeof g->slices);
  find_touched(g, c, h);
#define EACH(number) look_at_touched##number(g, c);
  BLOCK_PARTS
#undef EACH
}
static void look_into_bags_again(struct canon *g, const cell *c, const cell *h, const uint8_t *changed) {
  (void)c, (void)h, (void)changed;
  memcpy(g->told, g->home.told, sizeof g->told);
#define EACH(number) tell_changes##number(g, c, h, changed);
  BAG_PARTS
#undef EACH
}

static void attach(struct canon *g, const cell *c) {
  (void)c;
  g->vertices = POINTS;
  g->pairs = g->ties = 0;
#define EACH(number) attach_links##number(g, c);
  LINK_PARTS
#undef EACH
#define EACH(number) attach_messages##number(g, c);
  BAG_PARTS
#undef EACH
}

/* The image of c under p. */
static void image(const cell *restrict c, const uint16_t *p, cell *restrict d) {
  int32_t t;
  (void)t, (void)p;
  memcpy(d, c, sizeof(struct work));
#if MANY_NAMES
  for (uint32_t i = 0; i < COUNT_OF(names); i++) {
    t = point_of(names[i].type, c[names[i].cell]);
    if (t >= 0)
      d[names[i].cell] = (cell)(c[names[i].cell] + p[t] - t);
  }
#else
#define GLOBAL(type, at, told) t = point##type(c[at]), d[at] = t < 0 ? c[at] : (cell)(c[at] + p[t] - t);
  GLOBALS
#undef GLOBAL
#endif
#define EACH(number) move_traits##number(c, p, d);
  BLOCK_PARTS
#undef EACH
#define EACH(number) move_matrices##number(c, p, d);
  MATRIX_PARTS
#undef EACH
#define EACH(number) move_relation##number(c, p, d);
  RELATION_PARTS
#undef EACH
#define EACH(number) move_bags##number(c, p, d);
  BAG_PARTS
#undef EACH
}

/* Are two points twins? They are if their exchange leaves the state as it is, and that is asked most of all about
 * canonical forms: once or more for each successor. So it is decided in place. Every cell that the exchange moves,
 * or whose contents it moves, is compared with what comes there; the rest need not be looked at. What comes to the
 * place of `a` is at the place of `b` now; an exchange that is done twice is none, so of the two comparisons one
 * is enough. */

/* Does the exchange of a and b, of one block, leave the state as it is? */
static bool keeps(const cell *c, cell *scratch, int32_t a, int32_t b) {
  int32_t t;
  (void)t, (void)scratch, (void)c;
#define OR_NOT(keeps)                                                                                                  \
  if (!keeps)                                                                                                          \
    return 0;
#define EACH(number) OR_NOT(agree##number(c, a, b, 0))
  BLOCK_PARTS
#undef EACH
#if MANY_NAMES
  for (uint32_t i = 0; i < COUNT_OF(names); i++) {
    t = point_of(names[i].type, c[names[i].cell]);
    if (t == a || t == b)
      return 0;
  }
#else
#define GLOBAL(type, at, told)                                                                                         \
  t = point##type(c[at]);                                                                                              \
  OR_NOT((t != a && t != b))
  GLOBALS
#undef GLOBAL
#endif
#define EACH(number) OR_NOT(keeps_names##number(c, a, b))
  BLOCK_PARTS
#undef EACH
#define EACH(number) OR_NOT(keeps_matrices##number(c, a, b))
  MATRIX_PARTS
#undef EACH
#define EACH(number) OR_NOT(keeps_relation##number(c, a, b))
  RELATION_PARTS
#undef EACH
#define EACH(number) OR_NOT(keeps_bags##number(c, scratch, a, b))
  BAG_PARTS
#undef EACH
  return 1;
}
/* The same of two idle points, who name nobody, whom nobody names, and who have no message: their slices decide. */
static bool is_like(const cell *c, int32_t a, int32_t b) {
  (void)c, (void)a, (void)b;
#define EACH(number) OR_NOT(agree##number(c, a, b, 1))
  BLOCK_PARTS
#undef EACH
#undef OR_NOT
  return 1;
}
/* Most points can do without. First colours do not depend on names, so twins have the same one. Many were twins before
 * the firing, and it has not touched them. And many points are idle, but with cells that two points index nobody is. */
static bool are_twins(const struct canon *g, const cell *c, cell *scratch, int32_t a, int32_t b) {
  if (g->colours[a] != g->colours[b])
    return 0;
  if (!GROUPS && g->at_home && follows(g, (uint32_t)a, (uint32_t)b) && !g->touched[a] && g->home.class_of[a] != 65535)
    return 1;
  if (ARGUMENTS < 2 && !g->attached[a] && !g->attached[b])
    return is_like(c, a, b);
  return keeps(c, scratch, a, b);
}
