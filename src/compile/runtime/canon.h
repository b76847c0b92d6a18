/* Canonical forms: what is known of the points of a state, and small steps on it. Wants base/mix.h,
 * base.h, `cell`, `U`, PLACE(k), STEP_VALUE, and the numbers POINTS, VERTICES and MOST_TIES. */

/* A point is tied to others, by a cell or a message, or a cell without index names it. */
enum { TIED = 1, NAMED = 2 };
struct canon {
  uint32_t vertices, pairs, ties, cells, members;
  uint8_t attached[POINTS], touched[POINTS];
  uint16_t weight[POINTS], order[POINTS], begin[POINTS + 1], fresh[POINTS + 1], map[POINTS];
  uint64_t slices[POINTS], told[POINTS], colours[VERTICES], sums[VERTICES];
  bool at_home, moved;
  struct {
    bool told_of;
    uint8_t attached[POINTS];
    uint16_t class_of[POINTS];
    uint64_t slices[POINTS], told[POINTS];
  } home;
  struct {
    uint64_t label;
    uint32_t a, b;
  } pair[MOST_TIES];
  struct {
    uint64_t label;
    uint32_t count, v[6];
  } tie[MOST_TIES];
};

/* A cell of the first point of a block; that of the next is `stride` further on. */
struct trait {
  cell base, empty;
  uint32_t cell, stride, type; /* 0: it names nobody; else the number of its type, plus one */
};
/* Behind an exchange of a and b. */
#define OTHER(x) ((x) == a ? b : (x) == b ? a : (int32_t)(x))

static inline int64_t wide(cell c) { return c == U ? INT64_MIN : c; }
static inline void pair(struct canon *g, uint64_t label, uint32_t a, uint32_t b) {
  g->pair[g->pairs].label = label;
  g->pair[g->pairs].a = a;
  g->pair[g->pairs++].b = b;
}
/* Was p a twin of the leader, and has nobody touched it since? */
static inline bool follows(const struct canon *g, uint32_t leader, uint32_t p) {
  return g->home.class_of[p] == g->home.class_of[leader] && !g->touched[p];
}
static inline void tie(struct canon *g, uint64_t label, const uint16_t *v, uint32_t count, int32_t last) {
  g->tie[g->ties].label = label;
  for (uint32_t i = 0; i < count; i++)
    g->tie[g->ties].v[i] = v[i];
  if (last >= 0)
    g->tie[g->ties].v[count++] = (uint32_t)last;
  g->tie[g->ties++].count = count;
}
/* An element of a multiset tells the point something. */
static inline void tell_point(struct canon *g, uint32_t point, uint64_t word) {
  g->touched[point] = 1;
  g->attached[point] |= TIED;
  g->told[point] += word;
}
