/* Watched loops: marks by address, as model/watch.c keeps them. Wants base.h,
 * marks.h, and `struct frame` with here, next, level, marked, round, clock, epoch, marks, doubts, doubt, taints,
 * taint and conflict. */

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
/* Two rounds get in each other's way: not just that the marks have an end. */
static inline bool in_conflict(struct frame *f) {
  f->conflict = 1;
  return 0;
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
    return in_conflict(f);
  stamp(now, &m->read, &m->read_other);
  return 1;
}
/* Tainted cells of the state would have to be looked for when the firing ends: they are in doubt. */
static inline bool is_of_state(const struct frame *f, const cell *at) {
  return (uintptr_t)at - (uintptr_t)&f->here < sizeof f->here || (uintptr_t)at - (uintptr_t)&f->next < sizeof f->next;
}
static bool taint_cell(struct frame *f, struct mark *m, uint32_t level) {
  if (m->tainted)
    return 1;
  if (is_of_state(f, m->at) || f->doubts == TAINTS)
    return 0;
  m->tainted = 1;
  f->doubt[f->doubts++] = (struct doubt){m->at, level};
  return 1;
}
/* `tainted`: by a loop inside a round, so that what another round left there is not only the value that is seen. */
static bool write_cell(struct frame *f, uint32_t level, const cell *at, int64_t value, bool tainted) {
  struct mark *m = watch_find(f, level, at, 1);
  const uint32_t now = f->round[level];
  if (!m)
    return 0;
  if (by_other(now, m->read, m->read_other) || by_other(now, m->gathered, m->gathered_other))
    return in_conflict(f);
  if (by_other(now, m->written, 0)) {
    m->rewritten = 1;
    if (tainted && !taint_cell(f, m, level))
      return 0;
  }
  m->written = now;
  return !m->rewritten || *at == value || taint_cell(f, m, level);
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
    return write_cell(f, level, at, after, 0);
  if (!m->gathered)
    m->start = *at;
  if (!gather_cell(m, f->round[level], operator) ||
      add_overflows(delta > 0 ? m->plus : m->minus, delta, delta > 0 ? &m->plus : &m->minus))
    return in_conflict(f);
  return !m->plus || !m->minus ||
         (!add_overflows(m->start, m->plus, &most) && !add_overflows(m->start, m->minus, &least) && most <= high &&
          least >= low) ||
         in_conflict(f);
}
static bool watch_read(struct frame *f, const cell *at, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < f->level; k++)
      if (!read_cell(f, k, at + i))
        return 0;
  return 1;
}
static APART bool watch_is_tainted(const struct frame *f, const cell *at, int64_t n) {
  for (uint32_t i = 0; i < f->taints; i++)
    if ((uintptr_t)f->taint[i] - (uintptr_t)at < (uintptr_t)n * sizeof(cell))
      return 1;
  return 0;
}
/* What is written there now, or lies there, is not what rounds of a loop left. */
static APART void watch_wash(struct frame *f, const cell *at, int64_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < f->taints; i++)
    if ((uintptr_t)f->taint[i] - (uintptr_t)at >= (uintptr_t)n * sizeof(cell))
      f->taint[kept++] = f->taint[i];
  f->taints = kept;
}
static bool watch_write(struct frame *f, const cell *at, int64_t value) {
  const bool tainted = UNLIKELY(f->taints) && watch_is_tainted(f, at, 1);
  if (tainted)
    watch_wash(f, at, 1);
  for (uint32_t k = 0; k < f->level; k++)
    if (!write_cell(f, k, at, value, tainted))
      return 0;
  return 1;
}
/* The innermost loop is over: what its rounds left different values in is tainted. */
static bool watch_end(struct frame *f) {
  uint32_t kept = 0;
  f->level--;
  for (uint32_t i = 0; i < f->doubts; i++) {
    if (f->doubt[i].level < f->level)
      f->doubt[kept++] = f->doubt[i];
    else if (f->taints == TAINTS)
      return 0;
    else
      f->taint[f->taints++] = f->doubt[i].at;
  }
  f->doubts = kept;
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
      if (!m)
        return 0;
      if (m->written == f->round[k] || !gather_cell(m, f->round[k], GATHER_BAG))
        return in_conflict(f);
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
  if (UNLIKELY(f->taints))
    watch_wash(f, at, n);
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
