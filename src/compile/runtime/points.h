/* Points that values name. Wants `cell`, `U`, and two lists of types, by number: POINT_TYPES, those whose values name
 * points: SCALARSET(type, first point), UNION(type, points by value; -1: none); SHAPED_TYPES, what a slice says
 * instead of a name: SHAPE(type, numbers by value). */

#define SCALARSET(type, first)                                                                                         \
  static inline int32_t point##type(int64_t v) { return v == U ? -1 : (int32_t)v + (first); }
#define UNION(type, ...)                                                                                               \
  static inline int32_t point##type(int64_t v) {                                                                       \
    static const int32_t points[] = {__VA_ARGS__};                                                                     \
    return v == U ? -1 : points[v];                                                                                    \
  }
#define SHAPE(type, ...)                                                                                               \
  static inline uint64_t shape##type(int64_t v) {                                                                      \
    static const uint32_t shapes[] = {__VA_ARGS__};                                                                    \
    return v == U ? 0 : shapes[v];                                                                                     \
  }
POINT_TYPES
SHAPED_TYPES
#undef SCALARSET
#undef UNION
#undef SHAPE

/* By the number of a type, plus one; 0 is that of cells that name nobody. */
static inline int32_t point_of(uint32_t number, int64_t v) {
#define SCALARSET(type, first) UNION(type, first)
#define UNION(type, ...)                                                                                               \
  case (type) + 1: return point##type(v);
  switch (number) { POINT_TYPES }
#undef SCALARSET
#undef UNION
  return (void)v, -1;
}
static inline uint64_t shape_of(uint32_t number, int64_t v) {
#define SHAPE(type, ...)                                                                                               \
  case (type) + 1: return shape##type(v);
  switch (number) { SHAPED_TYPES }
#undef SHAPE
  return (void)v, 0;
}
