/* Watched loops: marks by address, as model/watch.c keeps them. Wants base.h,
 * marks.h, and `struct frame` with level, marked, round, clock, epoch and marks. */

/* Who of the rounds of a watched loop did what to a cell, by round (0: nobody). */
static bool watch_begin(struct frame *f) {
  if (f->level == LEVELS)
    return 0;
  if (!f->level)
    f->marked = 0;
  f->epoch[f->level] = ++f->clock;
  f->round[f->level++] = 0;
  return 1;
}
static struct mark *watch_find(struct frame *f, uint32_t level, const cell *at, bool add) {
  uint64_t i = ((uint64_t)(uintptr_t)at / sizeof(cell) + level) * UINT64_C(0x9e3779b97f4a7c15) >> 53;
  for (;; i = (i + 1) % MARKS) {
    struct mark *m = &f->marks[i];
    if (m->epoch < f->epoch[0]) {
      if (!add || ++f->marked > MARKS / 4 * 3)
        return 0;
      memset(m, 0, sizeof *m);
      m->epoch = f->epoch[level];
      m->at = at;
      return m;
    }
    if (m->at == at && m->epoch == f->epoch[level])
      return m;
  }
}
static inline bool by_other(uint32_t now, uint32_t first, uint32_t other) { return other || (first && first != now); }
static inline void stamp(uint32_t now, uint32_t *first, uint32_t *other) {
  if (!*first)
    *first = now;
  else if (*first != now)
    *other = now;
}
static bool read_cell(struct frame *f, uint32_t level, const cell *at) {
  struct mark *m = watch_find(f, level, at, 1);
  const uint32_t now = f->round[level];
  if (!m)
    return 0;
  if (m->written == now)
    return 1;
  if (m->written || by_other(now, m->gathered, m->gathered_other))
    return 0;
  stamp(now, &m->read, &m->read_other);
  return 1;
}
static bool write_cell(struct frame *f, uint32_t level, const cell *at, int64_t value) {
  struct mark *m = watch_find(f, level, at, 1);
  const uint32_t now = f->round[level];
  if (!m || by_other(now, m->read, m->read_other) || by_other(now, m->gathered, m->gathered_other))
    return 0;
  if (by_other(now, m->written, 0))
    m->rewritten = 1;
  m->written = now;
  return !m->rewritten || *at == value;
}
static bool gather_cell(struct mark *m, uint32_t now, uint32_t operator) {
  if (by_other(now, m->written, 0) || by_other(now, m->read, m->read_other))
    return 0;
  stamp(now, &m->gathered, &m->gathered_other);
  m->operators |= operator;
  return !(m->gathered_other && (m->read || (m->operators & (m->operators - 1))));
}
static bool sum_cell(struct frame *f, uint32_t level, const cell *at, uint32_t operator, int64_t after, int64_t delta,
                     int64_t low, int64_t high) {
  struct mark *m = watch_find(f, level, at, 1);
  int64_t most, least;
  if (!m)
    return 0;
  if (m->written == f->round[level])
    return write_cell(f, level, at, after);
  if (!m->gathered)
    m->start = *at;
  if (!gather_cell(m, f->round[level], operator))
    return 0;
  if (add_overflows(delta > 0 ? m->plus : m->minus, delta, delta > 0 ? &m->plus : &m->minus))
    return 0;
  return !m->plus || !m->minus ||
         (!add_overflows(m->start, m->plus, &most) && !add_overflows(m->start, m->minus, &least) && most <= high &&
          least >= low);
}
static bool watch_read(struct frame *f, const cell *at, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < f->level; k++)
      if (!read_cell(f, k, at + i))
        return 0;
  return 1;
}
static bool watch_write(struct frame *f, const cell *at, int64_t value) {
  for (uint32_t k = 0; k < f->level; k++)
    if (!write_cell(f, k, at, value))
      return 0;
  return 1;
}
static inline bool watch_fill(struct frame *f, const cell *at, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!watch_write(f, at + i, U))
      return 0;
  return 1;
}
static inline bool watch_copy(struct frame *f, const cell *at, const cell *from, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!watch_write(f, at + i, from[i]))
      return 0;
  return 1;
}
static inline bool watch_add(struct frame *f, const cell *at, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < f->level; k++) {
      struct mark *m = watch_find(f, k, at + i, 1);
      if (!m || m->written == f->round[k] || !gather_cell(m, f->round[k], GATHER_BAG))
        return 0;
    }
  return 1;
}
static inline bool watch_sum(struct frame *f, const cell *at, uint32_t operator, int64_t after, int64_t delta,
                             int64_t low, int64_t high) {
  for (uint32_t k = 0; k < f->level; k++)
    if (!sum_cell(f, k, at, operator, after, delta, low, high))
      return 0;
  return 1;
}
static inline void watch_forget(struct frame *f, const cell *at, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < f->level; k++) {
      struct mark *m = watch_find(f, k, at + i, 0);
      if (!m)
        continue;
      memset(m, 0, sizeof *m);
      m->epoch = f->epoch[k];
      m->at = at + i;
    }
}
