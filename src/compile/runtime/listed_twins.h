/* With small blocks: points that a turn which changes nothing exchanges are twins. Wants listed.h and the list
 * SMALL_BLOCKS: ALONE(point) for each point of them, then LEADS(point, those behind it in its block), each of which is
 * FOLLOWS(point, another, the turn that exchanges the two). */

static bool fixes(struct frame *f, uint32_t number) {
  if (deciding(f->here.c, number) != deciding(f->here.c, 0))
    return 0;
  copy(&f->turned, &f->here);
  turn(&f->turned, number);
  return same(&f->turned, &f->here);
}
/* Of how many the last of the points is the first that twins exchange it with; 0: it is not. */
static inline uint64_t led(const struct frame *f, const int32_t *points, uint32_t last) {
  if (points[last] < 0 || f->class_of[points[last]] == 65535)
    return 1;
  uint32_t members = 0;
  for (uint32_t i = 0; i < last; i++) {
    if (points[i] < 0 || f->class_of[points[i]] != f->class_of[points[last]])
      continue;
    if (points[i] == points[last])
      return 1;
    bool again = 0;
    for (uint32_t k = 0; k < i && !again; k++)
      again = points[k] == points[i];
    members += !again;
  }
  return f->rank_of[points[last]] == members ? f->size_of[f->class_of[points[last]]] - members : 0;
}
static void find_twins(struct frame *f) {
  uint16_t classes = 0, members;
#define ALONE(a) f->class_of[a] = 65535;
#define LEADS(a, others)                                                                                               \
  if (f->class_of[a] == 65535) {                                                                                       \
    members = 1;                                                                                                       \
    f->rank_of[a] = 0;                                                                                                 \
    others;                                                                                                            \
    if (members > 1)                                                                                                   \
      f->size_of[classes++] = members;                                                                                 \
  }
#define FOLLOWS(a, b, turn)                                                                                            \
  if (f->class_of[b] == 65535 && fixes(f, turn)) {                                                                     \
    f->class_of[a] = f->class_of[b] = classes;                                                                         \
    f->rank_of[b] = members++;                                                                                         \
  }
  SMALL_BLOCKS
#undef ALONE
#undef LEADS
#undef FOLLOWS
}
